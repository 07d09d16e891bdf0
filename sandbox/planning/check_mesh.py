"""An independent judge of paths in the mesh world: shapely's geometry, and nothing of any triangulation.

A path is legal if it stays in the level's rectangle and out of blocked terrain and polygons, or, for a disc,
at least its radius away from them.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from sandbox.level.obstacles import UNITS
from sandbox.planning.api import Status

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandbox.level.model import Level
    from sandbox.planning.api import Plan, Query
    from sandbox.planning.check import Steps

SLACK = 1e-6  # cells a path may be off, for rounding
ARC_STEP = 0.02  # radians between points on a rounded corner


class MeshChecker:
    """Judges plans on one level as it is now."""

    def __init__(self, level: Level) -> None:
        self.free = shapely.box(0, 0, level.width, level.height).difference(_obstacles(level))
        self._eroded: dict[float, Any] = {}

    def check(self, query: Query, plan: Plan, steps: Steps | None = None) -> str:  # noqa: ARG002
        """Why this plan must not be believed; "" if it may."""
        if plan.status is not Status.FOUND:
            return "" if len(plan.points) == 0 else f"{plan.status} with a path"
        points = np.asarray(plan.points, np.float64)
        if len(points) == 0 or not np.isfinite(points).all():
            return "a path without points, or with some that are not finite"
        for name, wanted, found in (("start", query.start, points[0]), ("goal", query.goal, points[-1])):
            if math.dist(wanted, found) > SLACK:
                return f"the {name} is ({found[0]:g}, {found[1]:g}), asked for {wanted}"
        return self._legal(points, query.radius) or self._length(points, plan)

    def _legal(self, points: NDArray[np.float64], radius: float) -> str:
        if len(points) == 1:
            return ""
        outside = shapely.LineString(points).difference(self._room(radius))
        if outside.length <= 4 * SLACK:
            return ""
        x, y = shapely.get_coordinates(outside)[0]
        return f"leaves the free space near ({x:.4g}, {y:.4g}), {outside.length:.4g} cells of it"

    def _room(self, radius: float) -> Any:
        """Where a centre may be, a hair wider."""
        if radius not in self._eroded:
            shrunk = self.free if radius == 0 else self.free.buffer(-radius, quad_segs=32)
            self._eroded[radius] = shrunk.buffer(SLACK + radius * 2e-3, join_style="mitre")
            shapely.prepare(self._eroded[radius])
        return self._eroded[radius]

    def _length(self, points: NDArray[np.float64], plan: Plan) -> str:
        if plan.arcs is not None and len(plan.arcs):
            return ""  # the polyline is only a picture of the rounded path
        length = float(np.hypot(*np.diff(points, axis=0).T).sum())
        if not math.isclose(length, plan.cost, rel_tol=1e-6, abs_tol=SLACK):
            return f"is {length:.6f} long, claimed {plan.cost:.6f}"
        if plan.lower_bound > plan.cost * (1 + 1e-6) + SLACK:
            return f"costs {plan.cost:.6f}, less than its lower bound {plan.lower_bound:.6f}"
        return ""


def _obstacles(level: Level) -> Any:
    """Blocked terrain, as runs of cells, and polygons."""
    blocked = np.array([t.blocked for t in level.palette])[level.terrain]
    padded = np.pad(blocked.astype(np.int8), ((0, 0), (1, 1)))
    y, x0 = np.nonzero(np.diff(padded, axis=1) == 1)
    _, x1 = np.nonzero(np.diff(padded, axis=1) == -1)
    runs = shapely.box(x0, y, x1, y + 1)
    rings = [[np.asarray(ring, np.float64) / UNITS for ring in p.rings] for p in level.polygons.values()]
    polygons = [shapely.Polygon(r[0], r[1:]) for r in rings]
    return shapely.unary_union([*runs, *polygons])
