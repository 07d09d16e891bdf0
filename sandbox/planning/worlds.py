"""What a planner gives up on the way to the true optimum, step by step: the worlds between its answer and that.

A *world* is a set of ways; of two neighbours the later one is freer, or nearly (see `why.chain`). Whoever answers
knows best which worlds are its own (`Prepared.worlds`), and says of each what is given up before it and the best way
in it. `planning/why` goes on from there, and makes a ledger of the differences.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]  # [n, 2] x and y, in cells
Cells = NDArray[np.int64]  # [n, 2] columns and rows

NOWHERE: Points = np.zeros((0, 2))
NO_CELLS: Cells = np.zeros((0, 2), np.int64)
NOWHERE.flags.writeable = NO_CELLS.flags.writeable = False


class Way(NamedTuple):
    """The best way of a world; infinite where there is none. Costs in cells."""

    cost: float = math.inf
    points: Points = NOWHERE
    low: float = math.nan  # no way of this world is cheaper; not a number: the cost itself, which is exact

    @property
    def least(self) -> float:
        """What no way of this world beats."""
        return self.cost if math.isnan(self.low) else min(self.low, self.cost)


@dataclass(frozen=True, slots=True)
class WorldStep:
    """One thing given up: what it is called, in a sentence, and the best way without it.

    Without a way it is the last step of a planner: to the optimum of its own world, which is known without it.
    """

    name: str
    words: str
    way: Way | None = None
    cells: Cells = field(default_factory=lambda: NO_CELLS)  # where it arises; none: where the two ways part


def length_of(points: Points) -> float:
    """The length of a chain of points."""
    return float(np.hypot(*np.diff(points, axis=0).T).sum()) if len(points) > 1 else 0.0
