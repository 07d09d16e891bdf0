"""Doors and drifting blocks in a world with discs in it: they never move into anybody, they wait.

A door stays open while somebody stands in it. A block stands still while anybody is where it would move, and takes up
its way when they are gone, later by that much.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from sandbox.agents.space.places import APART
from sandbox.geometry.polygons import to_shapely
from sandbox.level.edits import Batch, MovePolygon
from sandbox.level.obstacles import UNITS
from sandbox.level.timed import Door, Drift

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandbox.agents.crowd import Crowd
    from sandbox.kernels.arrays import Floats
    from sandbox.level.edits.effect import Edit
    from sandbox.level.model import Level

NOTHING = np.zeros((0, 3))


class Clock:
    """Brings a level from tick to tick. Whom an obstacle waited for in the last tick is in `holding`."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.holding: list[int] = []
        self._claims = NOTHING
        self._open: dict[str, bool] = {}
        self._offset: dict[str, tuple[int, int]] = {}
        self._late: dict[str, float] = {}  # seconds a drifting block has stood still

    def edit_to(self, time: float, seconds: float, crowd: Crowd, claims: Floats = NOTHING) -> Edit | None:
        """The edit that brings the level to a time, a tick after the last; None when nothing moves.

        `claims` are discs, [n, 3], in the way of obstacles beside those of the crowd.
        """
        self.holding, self._claims = [], claims
        edits: list[Edit] = []
        for timed in self.level.timed:
            if isinstance(timed, Door):
                edits += self._door(timed, time, crowd)
            else:
                edits += self._drift(timed, time, seconds, crowd)
        return Batch(tuple(edits), "Time passes") if edits else None

    def state(self) -> tuple[dict[str, bool], dict[str, tuple[int, int]], dict[str, float]]:
        """What it remembers, to go on from here another time."""
        return dict(self._open), dict(self._offset), dict(self._late)

    def back_to(self, state: tuple[dict[str, bool], dict[str, tuple[int, int]], dict[str, float]]) -> None:
        """Remember what was remembered then."""
        is_open, offset, late = state
        self._open, self._offset, self._late = dict(is_open), dict(offset), dict(late)

    def _door(self, door: Door, time: float, crowd: Crowd) -> list[Edit]:
        is_open = door.is_open(time)
        if not door.fits(self.level) or self._open.get(door.name) == is_open:
            return []
        if not is_open and self._anybody(shapely.box(*door.area), crowd):
            return []
        self._open[door.name] = is_open
        return [door.edit_to(time)]

    def _drift(self, drift: Drift, time: float, seconds: float, crowd: Crowd) -> list[Edit]:
        if drift.polygon not in self.level.polygons:
            return []
        late = self._late.get(drift.name, 0.0)
        (x, y), (old_x, old_y) = drift.offset(time - late), self._offset.get(drift.name, (0, 0))
        here = self.level.polygons[drift.polygon]
        ahead = here.moved(x - old_x, y - old_y)
        if (x, y) == (old_x, old_y) or not ahead.fits(self.level.width, self.level.height):
            return []
        swept = to_shapely([np.concatenate([here.outer, ahead.outer]) / UNITS]).convex_hull
        if self._anybody(swept, crowd):
            self._late[drift.name] = late + seconds
            return []
        self._offset[drift.name] = (x, y)
        return [MovePolygon(drift.polygon, x - old_x, y - old_y)]

    def _anybody(self, area: shapely.Geometry, crowd: Crowd) -> bool:
        """Whether a disc is in an area. Notes who."""
        left, top, right, bottom = area.bounds
        reach = crowd.radius + APART
        near = (crowd.presence == 1) & (crowd.x > left - reach) & (crowd.x < right + reach)
        near &= (crowd.y > top - reach) & (crowd.y < bottom + reach)
        who = np.flatnonzero(near)
        inside = _within(area, crowd, who, reach[who])
        self.holding += who[inside].tolist()
        claimed = shapely.distance(area, shapely.points(self._claims[:, :2])) < self._claims[:, 2] + APART
        return bool(inside.any() or claimed.any())


def _within(area: shapely.Geometry, crowd: Crowd, who: NDArray[np.int64], reach: Floats) -> NDArray[np.bool_]:
    points = shapely.points(crowd.x[who], crowd.y[who])
    return np.asarray(shapely.distance(area, points) < reach, np.bool_)
