"""The map as a search of the user's own sees it, in plain Python.

Cells are pairs (x, y), (0, 0) at the top left. Costs are lengths in cells, times what the terrain costs where it is not
the same everywhere. Ids, moves and costs lie as in `planning.grid.graph`: rows framed by a closed border.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

Cell = tuple[int, int]
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))  # a bit of `moves` each
DIAGONAL = math.sqrt(2)


class Grid:
    """Where one may go from where, and what that costs. No step cuts a corner, and a disc has room all along it."""

    def __init__(self, width: int, height: int, moves: bytes, cost8: bytes, lowest8: int, *, weighted: bool) -> None:
        self.width, self.height, self.stride = width, height, width + 2
        self.moves, self.cost8 = moves, cost8  # by id: a bit for each legal step, and the cost in eighths (0: blocked)
        self.weighted, self.lowest = weighted, lowest8 / 8 if weighted else 1.0
        self._steps = [
            [(dx, dy, dx + dy * self.stride, DIAGONAL if dx and dy else 1.0)
             for bit, (dx, dy) in enumerate(STEPS) if legal >> bit & 1]
            for legal in range(256)
        ]  # fmt: skip

    def id_of(self, cell: Cell) -> int:
        """The number of a cell in `moves` and `cost8`; raises ValueError for what is none of this map."""
        try:
            x, y = cell
            there = 0 <= x < self.width and 0 <= y < self.height
        except (TypeError, ValueError):
            raise ValueError(f"{cell!r:.40} is no cell (x, y)") from None
        if not there:
            raise ValueError(f"cell {cell!r:.40} is not on the map of {self.width} × {self.height} cells")
        return (y + 1) * self.stride + x + 1

    def is_open(self, cell: Cell) -> bool:
        """Whether one may stand there."""
        x, y = cell
        return 0 <= x < self.width and 0 <= y < self.height and self.cost8[(y + 1) * self.stride + x + 1] > 0

    def cost(self, cell: Cell) -> float:
        """What the terrain of a cell costs; infinite where it is blocked."""
        return self.cost8[self.id_of(cell)] / 8 if self.is_open(cell) else math.inf

    def neighbours(self, cell: Cell, moves: int = 8) -> list[tuple[Cell, float]]:
        """The cells one step away, with what the step costs."""
        x, y = cell
        at = (y + 1) * self.stride + x + 1
        legal = self.moves[at] & (15 if moves == 4 else 255)
        if not self.weighted:
            return [((x + dx, y + dy), length) for dx, dy, _, length in self._steps[legal]]
        cost8, here = self.cost8, self.cost8[at]
        return [((x + dx, y + dy), length * (here + cost8[at + by]) / 16) for dx, dy, by, length in self._steps[legal]]

    def distance(self, a: Cell, b: Cell) -> float:
        """What the way would cost if nothing stood in it: no way costs less (the octile distance)."""
        dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
        return (max(dx, dy) + (DIAGONAL - 1) * min(dx, dy)) * self.lowest

    def way(self, parents: Mapping[Cell, Cell | None], goal: Cell) -> list[Cell]:
        """From the start to the goal, following `parents` back to the cell that has none."""
        way, cell = [goal], parents[goal]
        while cell is not None:
            if len(way) > len(self.moves):
                raise ValueError(f"the parents lead in a circle, at {cell}")
            way.append(cell)
            cell = parents[cell]
        return way[::-1]
