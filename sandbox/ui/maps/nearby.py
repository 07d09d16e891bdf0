"""Which polygons may lie under a point: their boxes in one array, kept while the polygons stay what they are.

The pointer asks with every move; of ten thousand polygons the few whose box holds the point take 100 µs to find,
and after an edit only the boxes of changed polygons are measured anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sandbox.level.obstacles import UNITS

if TYPE_CHECKING:
    from sandbox.geometry.segments import Point
    from sandbox.level.model import Level
    from sandbox.level.obstacles import Obstacle

Box = tuple[int, int, int, int]


class Nearby:
    """Finds polygons by their boxes. Obstacles never change, so identity tells which are known."""

    def __init__(self) -> None:
        self._known: tuple[int, ...] | None = None
        self._shapes: list[Obstacle] = []
        self._boxes = np.zeros((0, 4))
        self._box_of: dict[int, Box] = {}  # by the obstacle's identity; `_shapes` keeps it alive

    def near(self, level: Level, at: Point, slack: float) -> list[Obstacle]:
        """The polygons whose box lies within `slack` cells of a point, the one drawn last first."""
        self._follow(level)
        x, y = at
        b = self._boxes
        within = (b[:, 0] - slack <= x) & (x <= b[:, 2] + slack) & (b[:, 1] - slack <= y) & (y <= b[:, 3] + slack)
        return [self._shapes[i] for i in np.flatnonzero(within)[::-1].tolist()]

    def _follow(self, level: Level) -> None:
        known = tuple(map(id, level.polygons.values()))
        if known == self._known:
            return
        before, self._box_of = self._box_of, {}
        shapes = list(level.polygons.values())
        for shape in shapes:
            box = before.get(id(shape))
            self._box_of[id(shape)] = box if box is not None else shape.box
        self._boxes = np.array([self._box_of[id(s)] for s in shapes], np.float64).reshape(-1, 4) / UNITS
        self._known, self._shapes = known, shapes
