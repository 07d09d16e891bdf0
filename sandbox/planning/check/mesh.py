"""An independent judge of paths in the mesh world: shapely's geometry, and nothing of any triangulation.

A path is legal if it stays in the level's rectangle and out of blocked terrain and polygons, and squeezes through
no gap of width zero: where obstacles touch in a point it stays on one side of that (see `contacts`). For a disc no
leg and no arc of it may come nearer to walls than the radius, by exact distance. "No path" is not believed where
both ends lie in one part of the free space; for a disc, of what is left of it at its distance from walls, and a
little more.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from sandbox.level.model import Level
from sandbox.level.obstacles import UNITS
from sandbox.planning.api import Plan, Query, Status
from sandbox.planning.check.contacts import changes_sides, contacts_of
from sandbox.planning.check.grid import Steps

Points = NDArray[np.float64]

SLACK = 1e-6  # cells a path may be off, for rounding
PART = 1e-5  # of the radius a disc may be too near, for rounding
COARSE = 1e-3  # of the radius the polyline may be off its arcs
ARC_STEP = 0.005  # radians between points on a rounded corner
ROUNDING = 2 / UNITS  # cells the mesh may move an outline where it crosses another between the points of the grid
QUARTER = 16  # steps a quarter of a circle is drawn in


class MeshChecker:
    """Judges plans on one level as it is now."""

    def __init__(self, level: Level) -> None:
        self.free = shapely.box(0, 0, level.width, level.height).difference(_obstacles(level))
        self._walls = self.free.boundary
        self.bent = _crossings(self._walls)
        self._roomy = shapely.union(self.free.buffer(SLACK, join_style="mitre"), self.bent.buffer(ROUNDING))
        self._contacts = contacts_of(self.free)
        self._parts: tuple[float, Any] = (-1.0, None)  # of the free space for a disc of the radius asked for last
        self._where = shapely.STRtree([shapely.Point(spot) for spot in self._contacts])
        for shape in (self._roomy, self._walls):
            shapely.prepare(shape)

    def check(self, query: Query, plan: Plan, steps: Steps | None = None) -> str:  # noqa: ARG002
        """Why this plan must not be believed; "" if it may."""
        if plan.status is not Status.FOUND:
            return f"{plan.status} with a path" if len(plan.points) else self._hopeless(query, plan)
        points = np.asarray(plan.points, np.float64)
        if points.ndim != 2 or points.shape[1] != 2 or len(points) == 0 or not np.isfinite(points).all():
            return "a path without points, or with some that are not finite"
        for name, wanted, found in (("start", query.start, points[0]), ("goal", query.goal, points[-1])):
            if math.dist(wanted, found) > SLACK:
                return f"the {name} is ({found[0]:g}, {found[1]:g}), asked for {wanted}"
        way = _rounded(points, plan.arcs)
        return (
            _arcs(points, way, plan.arcs, query.radius)
            or self._legal(way)
            or self._one_sided(way)
            or self._apart(way, query.radius)
            or _numbers(_length(way, plan.arcs), plan)
        )

    def _legal(self, way: Points) -> str:
        """In the free space throughout."""
        line = _line(way)
        if self._roomy.covers(line):
            return ""
        outside = line.difference(self._roomy)
        x, y = shapely.get_coordinates(outside)[0]
        return f"leaves the free space near ({x:.4g}, {y:.4g}), {outside.length:.4g} cells of it"

    def _one_sided(self, way: Points) -> str:
        """Through no gap of width zero."""
        spots = list(self._contacts)
        for i in self._where.query(_line(way), predicate="dwithin", distance=SLACK).tolist():
            if changes_sides(way, spots[i], self._contacts[spots[i]], SLACK):
                return f"passes where obstacles touch, at ({spots[i][0]:.4g}, {spots[i][1]:.4g})"
        return ""

    def _hopeless(self, query: Query, plan: Plan) -> str:
        """No path, and for a reason."""
        if plan.status is not Status.NO_PATH:
            return ""
        ends = shapely.MultiPoint([query.start, query.goal])
        if self._parts[0] != query.radius:
            self._parts = query.radius, shapely.get_parts(self._narrow(query.radius))
        joined = bool(shapely.covers(self._parts[1], ends).any())
        return "says there is no path; both ends lie in one part of the free space" if joined else ""

    def _narrow(self, radius: float) -> Any:
        """The free space for a disc, or a little less: arcs are drawn around, and gaps that nearly close left out."""
        wide = self.bent.buffer(ROUNDING)
        if radius > 0:
            wide = self._walls.buffer(
                (radius * (1 + PART) + SLACK) / math.cos(math.pi / 2 / QUARTER), quad_segs=QUARTER
            )
            wide = wide if self.bent.is_empty else shapely.union(wide, self.bent.buffer(ROUNDING + radius))
        return self.free.difference(wide)

    def _apart(self, way: Points, radius: float) -> str:
        """As far from walls as a disc is wide."""
        if radius == 0:
            return ""
        near = float(shapely.distance(self._walls, _line(way)))
        if near >= radius * (1 - PART) - SLACK:
            return ""
        x, y = shapely.get_coordinates(shapely.shortest_line(self._walls, _line(way)))[0]
        return f"comes within {near:.6g} of a wall at ({x:.4g}, {y:.4g}), the radius is {radius:g}"


def _crossings(walls: Any) -> Any:
    """The pieces of outline that lead to a crossing between the points of the grid: the mesh may have bent them."""
    corners, ring = shapely.get_coordinates(walls), shapely.get_parts(walls)
    ring = np.repeat(np.arange(len(ring)), shapely.get_num_coordinates(ring))
    off = (corners * UNITS % 1 != 0).any(axis=1)
    rows = np.flatnonzero((ring[1:] == ring[:-1]) & (off[1:] | off[:-1]))
    return shapely.MultiLineString([corners[i : i + 2] for i in rows.tolist()])


def _line(way: Points) -> Any:
    return shapely.LineString(way) if len(way) > 1 else shapely.Point(way[0])


def _rounded(points: Points, arcs: Points | None) -> Points:
    """The way itself: from start to goal along its arcs, finely; the points, where there are no arcs."""
    if arcs is None:
        return points
    parts = [points[:1]]
    for x, y, radius, first, sweep in np.asarray(arcs).tolist():
        angles = np.linspace(first, first + sweep, 2 + int(abs(sweep) / ARC_STEP))
        parts.append(np.column_stack((x + radius * np.cos(angles), y + radius * np.sin(angles))))
    return np.concatenate((*parts, points[-1:]))


def _arcs(points: Points, way: Points, arcs: Points | None, radius: float) -> str:
    """Arcs are of the disc's radius, and the polyline follows them."""
    if arcs is None:
        return ""
    if len(arcs) and not np.allclose(arcs[:, 2], radius):
        return f"turns on an arc of radius {arcs[np.abs(arcs[:, 2] - radius).argmax(), 2]:g}, asked for {radius:g}"
    off = float(shapely.hausdorff_distance(_line(points), _line(way)))
    return "" if off <= COARSE * radius + SLACK else f"has points {off:.4g} cells away from its arcs"


def _length(way: Points, arcs: Points | None) -> float:
    """Length of the way, its arcs by their angle."""
    steps = np.hypot(*np.diff(way, axis=0).T)
    if arcs is None:
        return float(steps.sum())
    at, total = 0, 0.0
    for _, _, radius, _, sweep in np.asarray(arcs).tolist():
        total += float(steps[at]) + radius * abs(sweep)
        at += 2 + int(abs(sweep) / ARC_STEP)
    return total + float(steps[-1])


def _numbers(length: float, plan: Plan) -> str:
    """What is claimed of the length."""
    if not math.isclose(length, plan.cost, rel_tol=1e-6, abs_tol=SLACK):
        return f"is {length:.6f} long, claimed {plan.cost:.6f}"
    if plan.lower_bound > plan.cost * (1 + 1e-6) + SLACK:
        return f"costs {plan.cost:.6f}, less than its lower bound {plan.lower_bound:.6f}"
    if plan.proven and plan.lower_bound < plan.cost * (1 - 1e-6) - SLACK:
        return f"is called proven, with a lower bound of {plan.lower_bound:.6f}"
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
