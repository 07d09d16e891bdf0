"""A maze as a graph: its cells, their neighbours, and how far apart they are. Knows nothing of the kernels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

WALL, FLOOR, FOOD, CAPSULE, PACMAN, GHOST = "# .oPG"
STEPS = ((1, 0), (-1, 0), (0, -1), (0, 1))  # east, west, north, south: turning back flips the last bit
NONE = -1

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Maze:
    """Rows of walls and floor, with the places where Pac-Man and the ghosts begin; food is part of a position."""

    rows: tuple[str, ...]

    @property
    def width(self) -> int:
        """Columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Rows."""
        return len(self.rows)


@dataclass(frozen=True, slots=True)
class Ways:
    """The open cells of a maze by their numbers, row by row, and the ways between them."""

    cells: tuple[Cell, ...]
    number: dict[Cell, int]
    beside: tuple[tuple[int, ...], ...]  # each cell's neighbours to the four sides; NONE where a wall is
    start: int  # Pac-Man's
    homes: tuple[int, ...]  # the ghosts'
    far: NDArray[np.uint16]  # [cells, cells] steps; as many as there are cells where there is no way


@lru_cache(maxsize=32)
def ways(maze: Maze) -> Ways:
    """The graph of a maze. What lies outside is wall."""
    at = {(x, y): row[x] for y, row in enumerate(maze.rows) for x in range(maze.width) if row[x] != WALL}
    number = {cell: i for i, cell in enumerate(at)}
    beside = tuple(tuple(number.get((x + dx, y + dy), NONE) for dx, dy in STEPS) for x, y in at)
    start = next(number[cell] for cell, sign in at.items() if sign == PACMAN)
    homes = tuple(number[cell] for cell, sign in at.items() if sign == GHOST)
    return Ways(tuple(at), number, beside, start, homes, _far(beside))


def _far(beside: tuple[tuple[int, ...], ...]) -> NDArray[np.uint16]:
    """Breadth-first search from every cell."""
    found = np.full((len(beside), len(beside)), len(beside), np.uint16)
    for source in range(len(beside)):
        steps = {source: 0}
        todo = [source]
        for cell in todo:
            for other in beside[cell]:
                if other != NONE and other not in steps:
                    steps[other] = steps[cell] + 1
                    todo.append(other)
        found[source, todo] = [steps[cell] for cell in todo]
    return found
