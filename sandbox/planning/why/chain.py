"""The fixed chain of worlds from the optimum of a planner's own to the true one.

    grid, 4 moves → 8 moves → corners cut → any angle in open cells → the disc measured at walls → polygons as they are
    grid, any angle                                                  → the disc measured at walls → polygons as they are
    mesh                                                                                         = polygons as they are
    over terrain: 4 moves → 8 moves → corners cut → any angle among polygons, of which only bounds are known

Every step but one makes the world freer, so that its term is not below zero. The one: a disc in open cells is a point
that may go anywhere in them; at the walls it may use parts of other cells too, and not all of these.
"""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sandbox.planning.api import Limits, Metric, Promises, Query
from sandbox.planning.grid.graph import Space, space_of
from sandbox.planning.grid.optimum import STRAIGHT_ONLY, best_way, cutting_corners
from sandbox.planning.why.pieces import among, cells_of, shortened, weighed, where
from sandbox.planning.why.referees import Referees
from sandbox.planning.worlds import Cells, Points, Way, WorldStep

FOUR_MOVES = "A step leads to four neighbours only; with diagonal steps the way is shorter."
CORNERS = "The grid cuts no corner: a diagonal step needs both cells beside it; a way may touch a corner in passing."
ANY_ANGLE = "Steps go in eight directions, from middle to middle; at any angle the way goes straight from bend to bend."
CLEARANCE = "The grid lets a disc only into cells in whose middle it has room; here its room is measured at the walls."
POLYGONS = "On the grid every cell a polygon covers any of is blocked; here the polygons' own outlines count."
OVER_TERRAIN = (
    "Steps go in eight directions around whole cells; what a way at any angle over terrain costs at least is not known "
    "exactly: the best one known stands here, with what no way can beat."
)


class Chain:
    """The worlds of one query; every optimum is found once, when it is asked for.

    `known` is a way that is legal at any angle: where an optimum is not known exactly, none worse stands for it.
    """

    def __init__(self, referees: Referees, query: Query, limits: Limits, known: Way | None = None) -> None:
        self.referees, self.query, self.limits, self.known = referees, query, limits, known or Way()
        level = referees.level
        self.space: Space = space_of(level.derived.disc(query.radius).grid, level.derived.lowest8)

    def own(self, promises: Promises, metric: Metric) -> Way:
        """The best way of a planner's own world."""
        if promises.world == "mesh":
            return self.true
        if promises.any_angle:
            return self.among_cells
        return self.by_steps(moves=promises.moves, weighted=metric is Metric.WEIGHTED)

    def beyond(self, promises: Promises, metric: Metric) -> list[WorldStep]:
        """The steps from there to the freest world."""
        if promises.world == "mesh":
            return []
        if metric is Metric.WEIGHTED:
            return [*self._more_moves(promises, weighted=True), self._corners(weighted=True), self._over_terrain()]
        if promises.any_angle:
            return [self._polygons()]
        freer = [self._corners(), WorldStep("grid moves", ANY_ANGLE, self.in_open_cells), self._clearance()]
        return [*self._more_moves(promises), *freer, self._polygons()]

    # The optima.

    def by_steps(self, *, moves: int = 8, weighted: bool = False, corners: bool = False) -> Way:
        """The best way by steps of the grid."""
        space = cutting_corners(self.space) if corners else self.space
        mask = STRAIGHT_ONLY if moves == 4 else 255
        start, goal = np.array(self.query.start), np.array(self.query.goal)
        return best_way(space, start, goal, self.limits, weighted=weighted, moves=mask)

    @cached_property
    def in_open_cells(self) -> Way:
        """The shortest way at any angle in the cells that are open for the disc."""
        return self.referees.in_open_cells(self.query, self.limits)

    @cached_property
    def among_cells(self) -> Way:
        """The shortest way at any angle where polygons are cells."""
        if not self.referees.has_polygons:
            return self.true
        if self.query.radius == 0:
            return self.in_open_cells
        return no_worse(self.referees.among_cells(self.query, self.limits), self.known, self.by_steps())

    @cached_property
    def true(self) -> Way:
        """The shortest way there is."""
        found = self.referees.among_polygons(self.query, self.limits)
        if self.query.radius == 0:
            return found
        others = [self.known]
        if self.on_centres:
            others += [self.among_cells] if self.referees.has_polygons else [self.by_steps()]
        return no_worse(found, *others)

    @property
    def on_centres(self) -> bool:
        """Whether both ends lie in the middle of cells, where ways on the grid end."""
        return all(value % 1 == 0.5 for value in (*self.query.start, *self.query.goal))

    @property
    def prices(self) -> NDArray[np.float64]:
        """[height, width] what terrain costs, also under polygons; 0 where it is blocked."""
        level = self.referees.level
        return np.array([terrain.cost for terrain in level.palette], np.float64)[level.terrain]

    @property
    def open_prices(self) -> NDArray[np.float64]:
        """The same, where cells that a polygon covers any of are blocked."""
        return np.where(self.referees.blocked, 0.0, self.prices)

    def over_terrain(self, *more: Way) -> Way:
        """The cheapest way known at any angle over terrain, and what none can beat."""
        shortest, prices = self.true, self.prices
        if math.isinf(shortest.cost):
            return Way()
        known = [*more, self.by_steps(weighted=True), Way(weighed(shortest.points, prices), shortest.points)]
        if self.query.radius == 0:
            known.append(self.by_steps(weighted=True, corners=True))
        best = min(known, key=lambda way: way.cost)
        if self.query.radius == 0:
            best = shortened(best, self.open_prices)
        return Way(best.cost, best.points, shortest.least * float(prices[prices > 0].min()))

    # The steps.

    def _more_moves(self, promises: Promises, *, weighted: bool = False) -> list[WorldStep]:
        return [WorldStep("four moves", FOUR_MOVES, self.by_steps(weighted=weighted))] if promises.moves == 4 else []

    def _corners(self, *, weighted: bool = False) -> WorldStep:
        way = self.by_steps(weighted=weighted, corners=True)
        return WorldStep("corners not cut", CORNERS, way, corners_cut(self.space, way.points))

    def _clearance(self) -> WorldStep:
        more = self.referees.closed(self.query.radius) & ~self.referees.blocked
        return WorldStep("clearance", CLEARANCE, self.among_cells, among(cells_of(self.among_cells.points), more))

    def _polygons(self) -> WorldStep:
        covered = self.referees.blocked & (self.prices > 0)
        return WorldStep("polygons as cells", POLYGONS, self.true, among(cells_of(self.true.points), covered))

    def _over_terrain(self) -> WorldStep:
        return WorldStep("grid moves over terrain", OVER_TERRAIN, self.over_terrain())


def no_worse(found: Way, *known: Way) -> Way:
    """The best of a way and some that are legal too; what is known of the optimum stays."""
    best = min(known, key=lambda way: way.cost)
    if best.cost >= found.cost or math.isinf(best.cost):
        return found
    return Way(best.cost, best.points, 0.0 if math.isinf(found.cost) else found.least)


def corners_cut(space: Space, points: Points) -> Cells:
    """The blocked cells whose corners a way of steps cuts."""
    marked = np.zeros((space.height, space.width), np.bool_)
    cells = np.floor(points).astype(np.int64)
    for (x, y), (u, v) in zip(cells[:-1].tolist(), cells[1:].tolist(), strict=True):
        for column, row in ((x, v), (u, y)):
            if x != u and y != v and space.cost8[(row + 1) * space.stride + column + 1] == 0:
                marked[row, column] = True
    return where(marked)
