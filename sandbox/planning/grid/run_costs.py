"""What a straight or diagonal run across weighted terrain costs, found at once however long it is.

Along each of four directions every line of the grid carries running sums of its steps' prices, as a toll road
has its booths: a run costs the difference of the tolls at its ends. A step that is not legal is priced so
high that one of them shows. These are summed-area tables in one dimension (Crow, "Summed-Area Tables for Texture
Mapping", SIGGRAPH 1984), cut into blocks of 64 × 64 cells in which the sums begin anew: a run adds up a toll for each
block it crosses. A block is summed when somebody first asks for a run in it, and again after an edit of it; so neither
an edit nor the first terrain that costs more is paid for where no path leads.

    sums[(block * 4 + line) * 4096 + y * 64 + x]     line 0 east, 1 south, 2 south-east, 3 south-west; x, y in the block

A cell's sum holds the step into it, also where that comes from another block.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import sparse
from sandbox.kernels.jit import kernel
from sandbox.level.rect import Rect
from sandbox.planning.grid.graph import Space, any_step

WALLED = 1 << 20  # a step that is not legal; the dearest legal line, 2,047 steps of 510, costs less
BITS = 6  # log2 of a block's side
LAST = (1 << BITS) - 1


class Tolls(NamedTuple):
    """The tolls of a grid, as far as somebody asked for them."""

    across: int  # blocks in a row
    sums: NDArray[np.uint32]
    ready: NDArray[np.uint8]  # [blocks] 1: its sums are those of the level as it is


NO_TOLLS = Tolls(0, np.zeros(1, np.uint32), np.zeros(1, np.uint8))


def new_tolls(space: Space) -> Tolls:
    """The tolls of a grid, none summed yet."""
    across, down = -(-space.width >> BITS), -(-space.height >> BITS)
    return Tolls(across, sparse(across * down << 2 * BITS + 2, np.uint32), np.zeros(across * down, np.uint8))


def forget(tolls: Tolls, parts: Iterable[Rect]) -> None:
    """Sum the blocks anew, when they are asked for, into which a step from these cells leads. Modifies `tolls`."""
    ready = tolls.ready.reshape(-1, tolls.across)
    for part in parts:
        x0, y0, x1, y1 = part.enlarged(1)
        ready[max(y0, 0) >> BITS : (y1 - 1 >> BITS) + 1, max(x0, 0) >> BITS : (x1 - 1 >> BITS) + 1] = 0


@kernel(counted=False)
def toll_between(space: Space, tolls: Tolls, u: int, v: int, d: int) -> int:
    """The prices of the steps in a direction from u to v, which lies that way; WALLED or more if one is not legal.

    Blocks are summed as it comes to them.
    """
    if not (0b110101 >> d) & 1:  # it runs against its line
        u, v = v, u
    line = d >> 1 if d < 4 else 2 + (4 < d < 7)
    dx, dy = (line != 1) - 2 * (line == 3), line != 0
    y, x = u // space.stride - 1, u % space.stride - 1
    left = v // space.stride - 1 - y if dy else v - u
    total, before = 0, sum_at(space, tolls, line, x, y)
    while True:
        room = LAST if dy == 0 else LAST - (y & LAST)
        if dx:
            room = min(room, LAST - (x & LAST) if dx > 0 else x & LAST)
        n = min(room, left)
        x, y, left = x + n * dx, y + n * dy, left - n
        total += sum_at(space, tolls, line, x, y) - before
        if left == 0 or total >= WALLED:
            return total
        x, y, left, before = x + dx, y + dy, left - 1, 0


@kernel(counted=False)
def sum_at(space: Space, tolls: Tolls, line: int, x: int, y: int) -> int:
    """The running sum at a cell, from where its line comes into the block."""
    block = (y >> BITS) * tolls.across + (x >> BITS)
    if tolls.ready[block] == 0:
        sum_block(space, tolls, x >> BITS, y >> BITS)
    return np.int64(tolls.sums[(block << 2 * BITS + 2) + (line << 2 * BITS) + ((y & LAST) << BITS) + (x & LAST)])


@kernel(counted=False)
def sum_block(space: Space, tolls: Tolls, bx: int, by: int) -> None:
    """Sum all lines of a block. Modifies `tolls`."""
    block = by * tolls.across + bx
    for line in range(4):
        d = 2 * line if line < 2 else line + 2
        step, lean, falls = any_step(d, space.stride), (line != 1) - 2 * (line == 3), line != 0
        base = (block << 2 * BITS + 2) + (line << 2 * BITS)
        for y in range(by << BITS, min(by + 1 << BITS, space.height)):
            for x in range(bx << BITS, min(bx + 1 << BITS, space.width)):
                v = (y + 1) * space.stride + x + 1
                u = v - step
                total = WALLED
                if (space.moves[u] >> d) & 1:
                    total = np.int64(space.cost8[u]) + np.int64(space.cost8[v])
                if (x - lean) >> BITS == bx and (y - falls) >> BITS == by:
                    total += np.int64(tolls.sums[base + ((y - falls & LAST) << BITS) + (x - lean & LAST)])
                tolls.sums[base + ((y & LAST) << BITS) + (x & LAST)] = total
    tolls.ready[block] = 1
