"""What a straight or diagonal run across weighted terrain costs, found at once however long it is.

Along each of four directions every line of the grid carries running sums of its steps' prices, as a toll road
has its booths: a run costs the difference of the tolls at its ends. A step that is not legal is priced so
high that one of them shows. These are summed-area tables in one dimension (Crow, "Summed-Area Tables for Texture
Mapping", SIGGRAPH 1984). An edit sums anew only from where it stands to the ends of the lines through it.

    tolls[line * ids + u]     line 0 east, 1 south, 2 south-east, 3 south-west; modulo 2^32
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel
from sandbox.planning.grid.graph import Space, any_step

WALLED = 1 << 20  # a step that is not legal; the dearest legal line, 2,047 steps of 510, costs less
NO_TOLLS = np.zeros(1, np.uint32)


def new_tolls(space: Space) -> NDArray[np.uint32]:
    """The tolls of a grid."""
    tolls = np.zeros(4 * space.moves.shape[0], np.uint32)
    sum_tolls(space, tolls, (0, 0, space.width, space.height))
    return tolls


@kernel(counted=False)
def toll_between(tolls: NDArray[np.uint32], u: int, v: int, d: int) -> int:
    """The prices of the steps in a direction from u to v, which lies that way; WALLED or more if one is not legal."""
    line = d >> 1 if d < 4 else 2 + (4 < d < 7)
    base = line * (tolls.shape[0] >> 2)
    ahead = np.int64(tolls[base + v]) - np.int64(tolls[base + u])
    onward = (0b110101 >> d) & 1  # the other directions run against their line
    return (ahead if onward else -ahead) & 0xFFFFFFFF


@kernel(counted=False)
def sum_tolls(space: Space, tolls: NDArray[np.uint32], part: tuple[int, int, int, int]) -> None:
    """Sum anew all lines from a rectangle of cells (x0, y0, x1, y1) on. Modifies `tolls`."""
    ids = space.moves.shape[0]
    x0, y0, x1, y1 = part
    for line in range(4):
        d = 2 * line if line < 2 else line + 2
        step = any_step(d, space.stride)
        lean = (line == 2) - (line == 3)  # columns a line moves on a row
        bottom = y1 if line == 0 else space.height
        for y in range(y0, bottom):
            left, right = x0, x1 if line else space.width
            if lean > 0:
                left, right = max(left, x0 + y - y1 + 1), x1 + y - y0
            if lean < 0:
                left, right = x0 - (y - y0), min(right, x1 - (y - y1 + 1))
            for x in range(max(left, 0), min(right, space.width)):
                v = (y + 1) * space.stride + x + 1
                u = v - step
                price = WALLED
                if (space.moves[u] >> d) & 1:
                    price = np.int64(space.cost8[u]) + np.int64(space.cost8[v])
                tolls[line * ids + v] = (np.int64(tolls[line * ids + u]) + price) & 0xFFFFFFFF
