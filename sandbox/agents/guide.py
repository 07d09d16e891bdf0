"""Asks a planner for the ways of a crowd's discs.

A disc may stand where no way of the planner's world begins: on a grid, beside a wall, in a cell whose centre is too
near to it. Then the way begins at the nearest cell's centre that can be seen from there and belongs to it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from sandbox.agents.space.places import FreeSpace
from sandbox.agents.space.sight import clear
from sandbox.agents.space.walls import cell_at, foot
from sandbox.errors import BadInput
from sandbox.planning.api import Limits, Planner, Query, Status

if TYPE_CHECKING:
    from sandbox.kernels.arrays import Floats
    from sandbox.level.derived.grid import Grid
    from sandbox.level.model import Level

HAIR = 1e-6  # cells added to the radius: a gap of exactly the diameter is too narrow for discs that keep apart
NO_WAY = np.zeros((0, 2))
REACH = 3  # cells round about that a way may begin in


class Guide:
    """One planner, made ready for one level and following its edits."""

    def __init__(self, level: Level, planner: Planner, widest: float) -> None:
        if not planner.promises.radius:
            raise BadInput("planner", "one that plans for points only", "one that plans for discs")
        self.level, self.widest = level, widest
        self._prepared = planner.prepare(level)
        self._grid = planner.promises.world == "grid"
        self._ground: FreeSpace | None = None
        self._limits = Limits()
        self.plans = 0

    @property
    def ground(self) -> FreeSpace:
        """The free space of the level as it is now."""
        if self._ground is None or self._ground.version != self.level.version:
            self._ground = FreeSpace(self.level, self.widest)
        return self._ground

    def way(self, start: tuple[float, float], goal: tuple[float, float], radius: float) -> Floats:
        """[n, 2] points from start to goal; none when there is no way."""
        self.plans += 1
        wide = radius + HAIR
        begin, end = (
            self._door(point, wide) if self._grid else self._off_walls(point, wide) for point in (start, goal)
        )
        if begin is None or end is None:
            return NO_WAY
        plan = self._prepared.plan(Query(begin, end, wide), self._limits)
        if plan.status is not Status.FOUND:
            return NO_WAY
        return _joined(start, plan.points, goal)

    def _off_walls(self, point: tuple[float, float], radius: float) -> tuple[float, float]:
        """The point, or who touches a wall there a hair away from it: on the mesh a disc that touches is not free."""
        walls = self.ground.walls
        (x, y), at = point, cell_at(walls, *point)
        for wall in walls.near[walls.starts[at] : walls.starts[at + 1]].tolist():
            fx, fy = foot(walls, wall, x, y)
            apart = math.sqrt((x - fx) * (x - fx) + (y - fy) * (y - fy))
            if radius - 4 * HAIR < apart < radius + HAIR:
                x += (x - fx) / apart * (radius + HAIR - apart)
                y += (y - fy) / apart * (radius + HAIR - apart)
        return x, y

    def _door(self, point: tuple[float, float], radius: float) -> tuple[float, float] | None:
        """Where in the planner's world a way from (or to) a point begins."""
        grid = self.level.derived.disc(radius).grid
        column, row = (min(max(math.floor(c), 0), most - 1) for c, most in zip(point, self._size(), strict=True))
        if _is_open(grid, column, row):
            return point
        beside = [
            (x + 0.5, y + 0.5)
            for y in range(max(row - REACH, 0), min(row + REACH, self.level.height - 1) + 1)
            for x in range(max(column - REACH, 0), min(column + REACH, self.level.width - 1) + 1)
            if _is_open(grid, x, y)
        ]
        walls = self.ground.walls
        for place in sorted(beside, key=lambda place: (math.dist(place, point), place)):
            if clear(walls, *point, *place, radius - HAIR):
                return place
        return None

    def _size(self) -> tuple[int, int]:
        return self.level.width, self.level.height


def _is_open(grid: Grid, x: int, y: int) -> bool:
    return bool(grid.cost8[grid.cell(x, y)])


def _joined(start: tuple[float, float], points: Floats, goal: tuple[float, float]) -> Floats:
    """The way with its true ends: the grid's run through the centres of cells."""
    way = np.vstack([np.array([start]), points, np.array([goal])])
    fresh = np.append(True, np.abs(np.diff(way, axis=0)).max(axis=1) > 1e-12)
    joined: Floats = way[fresh]
    return joined
