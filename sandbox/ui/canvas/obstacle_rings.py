"""The polygons of a level as one layer, in which an edit rewrites only the rings it changed.

Obstacles never change, so identity tells which are new: of five thousand polygons the one being dragged is found
in 0.1 ms, and its points are written over its old ones. Only when some ring gains or loses a vertex is everything
gathered again.
"""

from __future__ import annotations

from itertools import compress, count
from operator import is_not
from typing import TYPE_CHECKING

import numpy as np

from sandbox.layers import Polygons, Role
from sandbox.level.obstacles import UNITS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandbox.level.model import Level
    from sandbox.level.obstacles import Obstacle


class ObstacleRings:
    """Keeps `layer` what a level's polygons are."""

    def __init__(self, level: Level) -> None:
        self._shapes = list(level.polygons.values())
        self._gather()

    def follow(self, level: Level) -> bool:
        """Catch up with a level; whether any polygon is another one."""
        shapes = list(level.polygons.values())
        if len(shapes) != len(self._shapes):
            self._shapes = shapes
            self._gather()
            return True
        changed = list(compress(count(), map(is_not, shapes, self._shapes)))
        before, self._shapes = self._shapes, shapes
        if all(_lengths(before[i]) == _lengths(shapes[i]) for i in changed):
            self._rewrite(changed)
        else:
            self._gather()
        return bool(changed)

    def _rewrite(self, changed: list[int]) -> None:
        """Put the points of some polygons in the place of their old ones."""
        xy, starts = self.layer.xy, self.layer.starts
        for shape in changed:
            for ring, points in enumerate(self._shapes[shape].rings, int(self._first_ring[shape])):
                xy[starts[ring] : starts[ring + 1]] = points / UNITS

    def _gather(self) -> None:
        """Make the layer anew, holes cut out."""
        rings = [ring for shape in self._shapes for ring in shape.rings]
        rings_of = np.fromiter((1 + len(shape.holes) for shape in self._shapes), np.int64, len(self._shapes))
        self._first_ring = np.cumsum(rings_of) - rings_of
        holes = np.ones(len(rings), np.bool_)
        holes[self._first_ring] = False
        self.layer = Polygons(
            name="obstacles", legend="Polygon obstacles", role=Role.OBSTACLE, xy=_points(rings), holes=holes,
            starts=np.cumsum([0, *map(len, rings)]).astype(np.int32),
        )  # fmt: skip


def _points(rings: list[NDArray[np.int32]]) -> NDArray[np.float64]:
    return np.concatenate(rings) / UNITS if rings else np.zeros((0, 2))


def _lengths(shape: Obstacle) -> list[int]:
    return [len(ring) for ring in shape.rings]
