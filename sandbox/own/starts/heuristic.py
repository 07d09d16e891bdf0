"""TITLE: A* is run with it. Save this file and the map follows."""

import math
from dataclasses import dataclass
from typing import Annotated

from sandbox.own import Cell, Grid, Help, Range, heuristic


@heuristic(title="TITLE", admissible=False)  # True promises that it never exceeds the true cost
@dataclass(frozen=True)
class Mine:
    """A heuristic of my own."""  # what the list says of it; the fields below become its controls

    weight: Annotated[float, Range(0, 10), Help("what the straight line is multiplied with")] = 1.0

    def estimate(self, grid: Grid, cell: Cell, goal: Cell) -> float:
        """What the way from a cell to the goal may cost."""
        dx, dy = cell[0] - goal[0], cell[1] - goal[1]
        return self.weight * math.hypot(dx, dy) * grid.lowest
