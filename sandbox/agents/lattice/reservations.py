"""Who is where when: a table of cells and steps, from now (step 0) to a horizon.

    holder[cell, step]    an agent; FREE; CLOSED: nobody may be there (a shut door, a block that drifts by, a disc
                          that takes no part)

Steps lie side by side, for a search looks at a cell now and next. Two agents *swap* when each enters the cell the
other leaves; that is read off the table too: who is there now is here next.

After D. Silver, "Cooperative Pathfinding", AIIDE 2005, whose table is hashed; a window's is small enough to be dense.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.lattice.graph import Lattice
from sandbox.errors import BadInput
from sandbox.kernels.jit import kernel

FREE: Final = -1
CLOSED: Final = -2
MOST_BYTES: Final = 1 << 30
Table = NDArray[np.int32]


def new_table(lattice: Lattice, horizon: int) -> Table:
    """A table of steps 0 … horizon, everything free."""
    size = lattice.cells * (horizon + 1) * 16  # with the marks and entries of a search over it
    if size > MOST_BYTES:
        most = MOST_BYTES // (16 * lattice.cells) - 1
        raise BadInput("window", f"{horizon} steps of {lattice.cells} cells", f"at most {most} steps on so many")
    return np.full((lattice.cells, horizon + 1), FREE, np.int32)


@kernel(counted=False)
def swaps(table: Table, v: int, u: int, step: int) -> bool:
    """Whether who goes from v to u in this step changes places with somebody."""
    other = table[u, step]
    return other >= 0 and table[v, step + 1] == other


@kernel
def enter(table: Table, plan: NDArray[np.int32], agent: int, first: int, last: int, who: int) -> None:
    """Write `who` where an agent's plan [steps, agents] leads, steps first … last. Modified: table."""
    for step in range(first, last + 1):
        table[plan[step, agent], step] = who


@kernel
def close(table: Table, spans: NDArray[np.int32], now: int) -> None:
    """Enter closed spans (cell, first step, the step after the last) where nobody is. Modified: table.

    Not for step 0, which is now: whoever is there is there.
    """
    for i in range(spans.shape[0]):
        for step in range(max(1, spans[i, 1] - now), min(table.shape[1], spans[i, 2] - now)):
            if table[spans[i, 0], step] == FREE:
                table[spans[i, 0], step] = CLOSED
