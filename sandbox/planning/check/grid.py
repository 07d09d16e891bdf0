"""An independent judge of plans: it knows the rules of the grid world, and nothing of any planner.

    checker = Checker(level)
    reason = checker.check(query, plan)          # "" when nothing is wrong

It looks at the level's terrain and polygons itself (not at the moves the planners use), walks the path step
by step, and adds up the cost in floating point from cell costs and lengths. A disc is followed along every
segment from end to end, not only where it turns: shapely measures how near the whole path comes to blocked
cells and to the border. Used by the tests, on every path that `bench` and `plan` report, and on every way that a
planner of the user's own sends.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from sandbox.level.model import Level
from sandbox.planning.api import Metric, Plan, Query, Status

Cells = NDArray[np.int64]
TOLERANCE = 1e-6  # relative: 5741 / 8119 is off by 8e-9
SLACK = 1e-6  # cells


@dataclass(frozen=True, slots=True)
class Steps:
    """Which steps a path may take: to 4 or 8 neighbours, or along any straight line (`any_angle`)."""

    moves: int = 8
    any_angle: bool = False


class Checker:
    """Judges plans on one level as it is now."""

    def __init__(self, level: Level) -> None:
        self.width, self.height = level.width, level.height
        covered = level.derived.grid.image(level.derived.covered) != 0
        cost = np.array([t.cost for t in level.palette])[level.terrain]
        self.cost = np.where(covered, 0.0, cost)  # [height, width], 0 is blocked

    def check(self, query: Query, plan: Plan, steps: Steps | None = None) -> str:
        """Why this plan must not be believed; "" if it may."""
        if plan.status is not Status.FOUND:
            return "" if len(plan.points) == 0 else f"{plan.status} with a path"
        points = np.asarray(plan.points, np.float64)
        return self.way(query, points, steps or Steps()) or self._cost(points, plan)

    def way(self, query: Query, points: NDArray[np.float64], steps: Steps) -> str:
        """Why these points are no way that answers a query, whatever it costs; "" if they are one."""
        return (
            self._shape(points)
            or self._ends(query, points)
            or self._legal(points, steps)
            or self._apart(points, query.radius)
        )

    def _shape(self, points: NDArray[np.float64]) -> str:
        if points.ndim != 2 or points.shape[1:] != (2,) or len(points) == 0:
            return f"points of shape {points.shape}"
        if not np.isfinite(points).all():
            return "a point that is not finite"
        off = np.flatnonzero((points % 1 != 0.5).any(axis=1))
        if len(off):
            return f"point {off[0]} at {_at(points[off[0]])} is not the centre of a cell"
        outside = np.flatnonzero(((points < 0) | (points > (self.width, self.height))).any(axis=1))
        return f"point {outside[0]} at {_at(points[outside[0]])} is outside" if len(outside) else ""

    def _ends(self, query: Query, points: NDArray[np.float64]) -> str:
        for name, wanted, found in (("start", query.start, points[0]), ("goal", query.goal, points[-1])):
            if (np.floor(wanted) != np.floor(found)).any():
                return f"the {name} is {_at(found)}, asked for {_at(wanted)}"
        return ""

    def _legal(self, points: NDArray[np.float64], steps: Steps) -> str:
        cells = np.floor(points).astype(np.int64)
        step = np.abs(np.diff(cells, axis=0))
        if (step == 0).all(axis=1).any():
            return f"step {np.flatnonzero((step == 0).all(axis=1))[0]} goes nowhere"
        if not steps.any_angle:
            reason = _one_cell(step, steps.moves)
            if reason:
                return reason
            touched, of_step = self._beside(cells)
        else:
            met = [crossed(a, b) for a, b in pairwise(cells)]
            touched = np.concatenate([cells[:1], *met])
            of_step = np.repeat(np.arange(len(met) + 1) - 1, [1, *map(len, met)])
        standing = np.arange(len(cells)) - 1  # the step that leads to each; the start stands before the first
        return self._free(cells, standing, "stands on") or self._free(touched, of_step, "cuts the corner of")

    def _beside(self, cells: Cells) -> tuple[Cells, NDArray[np.int64]]:
        """The two cells beside every diagonal step, and which step that is."""
        a, b = cells[:-1], cells[1:]
        diagonal = (a != b).all(axis=1)
        a, b = a[diagonal], b[diagonal]
        beside = np.stack([np.stack([a[:, 0], b[:, 1]], 1), np.stack([b[:, 0], a[:, 1]], 1)], 1)
        return beside.reshape(-1, 2), np.repeat(np.flatnonzero(diagonal), 2)

    def _free(self, cells: Cells, of_step: NDArray[np.int64], verb: str) -> str:
        blocked = np.flatnonzero(self.cost[cells[:, 1], cells[:, 0]] == 0)
        if not len(blocked):
            return ""
        step, at = int(of_step[blocked[0]]), _at(cells[blocked[0]])
        return f"step {step} {verb} blocked cell {at}" if step >= 0 else f"the path {verb} blocked cell {at}"

    def _apart(self, points: NDArray[np.float64], radius: float) -> str:
        """All along the path no nearer to walls and to the border than a disc is wide."""
        if radius == 0:
            return ""
        path = shapely.LineString(points) if len(points) > 1 else shapely.Point(points[0])
        near = self._walls.query(path, predicate="dwithin", distance=max(radius - SLACK, 0.0))
        if len(near) == 0:
            return ""
        walls = self._walls.geometries[near]
        apart = shapely.distance(walls, path)
        x, y = shapely.get_coordinates(shapely.shortest_line(path, walls[apart.argmin()]))[0]
        return f"a disc of radius {radius:g} does not fit at ({x:.4g}, {y:.4g}): {apart.min():.6g}"

    @cached_property
    def _walls(self) -> Any:
        """The border, and blocked cells in runs along their rows."""
        edges = np.diff(np.pad((self.cost == 0).astype(np.int8), ((0, 0), (1, 1))), axis=1)
        y, x0 = np.nonzero(edges == 1)
        _, x1 = np.nonzero(edges == -1)
        border = shapely.box(0, 0, self.width, self.height).exterior
        return shapely.STRtree([border, *shapely.box(x0, y, x1, y + 1)])

    def _cost(self, points: NDArray[np.float64], plan: Plan) -> str:
        cost = self.cost_of(points, plan.metric)
        if not math.isclose(cost, plan.cost, rel_tol=TOLERANCE, abs_tol=SLACK):
            return f"costs {cost:.6f}, claimed {plan.cost:.6f}"
        if plan.lower_bound > plan.cost * (1 + TOLERANCE) + SLACK:
            return f"costs {plan.cost:.6f}, less than its lower bound {plan.lower_bound:.6f}"
        if plan.proven and not math.isclose(plan.lower_bound, plan.cost, rel_tol=TOLERANCE, abs_tol=SLACK):
            return f"claims to be proven with cost {plan.cost:.6f} over a lower bound of {plan.lower_bound:.6f}"
        return ""

    def cost_of(self, points: NDArray[np.float64], metric: Metric) -> float:
        """The cost of a path from centre to centre, added up anew; weighted paths step from cell to cell."""
        lengths = np.hypot(*np.diff(points, axis=0).T)
        if metric is Metric.LENGTH:
            return float(lengths.sum())
        x, y = np.floor(points).astype(np.int64).T
        cost = self.cost[y, x]
        return float((lengths * (cost[:-1] + cost[1:]) / 2).sum())


def _one_cell(step: Cells, moves: int) -> str:
    far = np.flatnonzero(step.max(axis=1) > 1)
    if len(far):
        return f"step {far[0]} jumps by {_at(step[far[0]])}"
    diagonal = np.flatnonzero(step.sum(axis=1) > 1)
    if moves == 4 and len(diagonal):
        return f"step {diagonal[0]} is diagonal, only four moves are allowed"
    return ""


def crossed(a: Cells, b: Cells) -> Cells:
    """Every cell whose square, borders and corners included, the line between two cells' centres meets.

    Along the longer axis, column by column: the line is within the column for half a cell to either side of
    its middle, and in whole numbers (everything doubled) nothing is rounded.
    """
    (ax, ay), (bx, by) = a, b
    dx, dy = int(bx - ax), int(by - ay)
    if abs(dy) > abs(dx):
        return crossed(a[::-1], b[::-1])[:, ::-1]
    sign = 1 if dx >= 0 else -1
    dx = abs(dx)
    cells = []
    for i in range(dx + 1):
        # y at the column's two edges, clipped to the ends of the line, in units of 1 / (2 dx)
        low, high = max(2 * i - 1, 0), min(2 * i + 1, 2 * dx)
        first, last = sorted((low * dy, high * dy))
        unit = 2 * max(dx, 1)
        # cell row r covers [r - ½, r + ½]: all rows with r - ½ <= last / unit and first / unit <= r + ½
        top = -((unit - 2 * first) // (2 * unit))
        bottom = (2 * last + unit) // (2 * unit)
        cells += [(int(ax) + sign * i, int(ay) + r) for r in range(top, bottom + 1)]
    return np.array(cells, np.int64)


def _at(xy: object) -> str:
    x, y = np.asarray(xy).tolist()
    return f"({x:g}, {y:g})"
