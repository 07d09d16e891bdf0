"""Who finds the optima of worlds at any angle: planners of the mesh, on the level and on levels made of its cells.

For a point Polyanya, exactly. For a disc there is no exact solver: TRA* and TA* look at channels until none can be
better, and where they come to no end the optimum lies between the best way known and what no way can beat.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from sandbox.level.model import FLOOR, WALL, Level
from sandbox.planning.api import Limits, Plan, Query, Status, planners
from sandbox.planning.prepared import Prepared
from sandbox.planning.worlds import Way

POINT, DISCS = "polyanya", ("tra", "ta")
EFFORT = 20_000  # expansions to prove a disc's way shortest
REMEMBERED = 8  # planners made ready


class Stopped(Exception):
    """The search for an optimum was ended from outside."""


class Referees:
    """The referees of one level: made when first asked, new after an edit. `referees_of` gives those of a level."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self._version = level.version
        self._made: dict[tuple[str, str, float], Prepared] = {}
        self._cells: Level | None = None

    def follow(self) -> None:
        """Forget what was made of the level as it was."""
        if self._version != self.level.version:
            self._version = self.level.version
            self._made.clear()
            self._cells = None

    @property
    def has_polygons(self) -> bool:
        """Whether anything but cells is in the way."""
        return bool(self.level.polygons)

    @property
    def blocked(self) -> NDArray[np.bool_]:
        """[height, width] cells that nobody may enter: blocked terrain, and what a polygon covers any of."""
        return self.closed(0.0)

    def closed(self, radius: float) -> NDArray[np.bool_]:
        """[height, width] cells that the grid does not let a disc enter."""
        grid = self.level.derived.disc(radius).grid
        return np.asarray(grid.image(grid.cost8) == 0)

    def among_polygons(self, query: Query, limits: Limits) -> Way:
        """The shortest way among the polygons and the outlines of blocked terrain."""
        return self._shortest("level", lambda: self.level, query, limits)

    def among_cells(self, query: Query, limits: Limits) -> Way:
        """The shortest way at any angle where polygons are the cells they cover."""
        return self._shortest("cells", self._as_cells, query, limits)

    def in_open_cells(self, query: Query, limits: Limits) -> Way:
        """The shortest way of the disc's middle at any angle, inside the cells that the grid lets it enter."""
        made = self._ready("open", POINT, query.radius, lambda: _walled(self.closed(query.radius)))
        return way_of(made.plan(Query(query.start, query.goal), limits))

    def _as_cells(self) -> Level:
        if self._cells is None:
            self._cells = _walled(self.blocked)
        return self._cells

    def _shortest(self, name: str, level: Callable[[], Level], query: Query, limits: Limits) -> Way:
        point = way_of(self._ready(name, POINT, 0.0, level).plan(Query(query.start, query.goal), limits))
        if query.radius == 0 or math.isinf(point.cost):
            return point
        plans = [self._ready(name, key, 0.0, level).plan(query, limits) for key in DISCS]
        return best_known(plans, point.cost)

    def _ready(self, name: str, key: str, radius: float, level: Callable[[], Level]) -> Prepared:
        at = name, key, radius
        if at not in self._made:
            if len(self._made) >= REMEMBERED:
                del self._made[next(iter(self._made))]
            options = {} if key == POINT else {"effort": EFFORT}
            self._made[at] = planners[key].create(options).prepare(level())
        return self._made[at]


def referees_of(level: Level) -> Referees:
    """The referees of a level as it is now: one set for all who ask."""
    referees = level.derived.kept(Referees, lambda: Referees(level))
    referees.follow()
    return referees


def _walled(closed: NDArray[np.bool_]) -> Level:
    """A level of walls and floor."""
    return Level(np.where(closed, WALL, FLOOR).astype(np.uint8))


def way_of(plan: Plan) -> Way:
    """An optimal planner's answer as the best way of its world."""
    if plan.status in (Status.CANCELLED, Status.BUDGET):
        raise Stopped
    return Way(plan.cost, plan.points) if plan.status is Status.FOUND else Way()


def best_known(plans: list[Plan], low: float) -> Way:
    """The best of several answers, and what is known of the optimum; `low`: nothing can be shorter."""
    if any(plan.status is Status.CANCELLED for plan in plans):
        raise Stopped
    if any(plan.status is Status.NO_PATH for plan in plans):
        return Way()
    best = min(plans, key=lambda plan: plan.cost)
    if any(plan.proven for plan in plans):
        return Way(best.cost, best.points)
    return Way(best.cost, best.points, max(low, *(plan.lower_bound for plan in plans)))
