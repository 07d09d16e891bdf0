"""Where a point of a polygon goes: to a vertex, an edge, a corner of cells or an even angle near the pointer.

The more particular of what is near by wins: vertices, then edges, then corners of cells, then the ray from the corner
before at a multiple of 45°. With Shift only the angle from that corner counts (multiples of 15°; before the first one
there is none), with Alt nothing does. Whatever comes out lies inside the level and on its grid of 1/512 cell.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from sandbox.geometry.segments import NOWHERE, following, nearest_on_segments, nearest_vertex
from sandbox.level.obstacles import UNITS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandbox.geometry.segments import Near, Point
    from sandbox.level.model import Level
    from sandbox.level.obstacles import Obstacle
    from sandbox.ui.kit.events import Mods
    from sandbox.ui.maps.tools.parts.pen import Floats

Kind = Literal["free", "vertex", "edge", "corner", "angle"]
VERTEX, EDGE, CORNER, RAY = 10.0, 7.0, 8.0, 5.0  # dp within which each attracts
EIGHTH, FINE = math.pi / 4, math.pi / 12


class Snap(NamedTuple):
    """Where a point goes, and to what."""

    point: Point
    kind: Kind = "free"


class Edges(NamedTuple):
    """All edges of a level's polygons, in cells: those points may snap to."""

    starts: Floats
    ends: Floats

    def near(self, at: Point, slack: float) -> Edges:
        """Those whose box comes as close to a point as that."""
        (x, y), low, high = at, np.minimum(self.starts, self.ends), np.maximum(self.starts, self.ends)
        across = (low[:, 0] - slack <= x) & (x <= high[:, 0] + slack)
        near = np.flatnonzero(across & (low[:, 1] - slack <= y) & (y <= high[:, 1] + slack))
        return Edges(self.starts[near], self.ends[near])


def edges_of(shapes: Iterable[Obstacle]) -> Edges:
    """The edges of polygons."""
    rings = [ring for shape in shapes for ring in shape.rings]
    if not rings:
        return Edges(np.zeros((0, 2)), np.zeros((0, 2)))
    starts = np.concatenate(rings) / UNITS
    return Edges(starts, following(starts, np.fromiter(map(len, rings), np.int64, len(rings))))


def snapped(
    at: Point,
    level: Level,
    edges: Edges,
    reach: float,
    mods: Mods,
    before: Point | None = None,
    more: Floats | None = None,
) -> Snap:
    """Where a point goes. `reach` is one dp in cells, `before` the corner it follows, `more` is to snap to, too."""
    if mods.alt:
        return Snap(on_grid(at, level))
    if mods.shift and before is not None:
        return Snap(on_grid(on_ray(at, before, FINE), level), "angle")
    found = _to_things(at, edges, reach, more)
    if found.kind == "free":
        found = _to_corner(at, reach)
    if found.kind == "free" and before is not None:
        found = _to_ray(at, before, reach)
    return Snap(on_grid(found.point, level), found.kind)


def _to_things(at: Point, edges: Edges, reach: float, more: Floats | None) -> Snap:
    edges = edges.near(at, VERTEX * reach)
    points = edges.starts if more is None or not len(more) else np.vstack((edges.starts, more))
    vertex: Near = nearest_vertex(points, at) if len(points) else NOWHERE
    if vertex.distance <= VERTEX * reach:
        return Snap(vertex.point, "vertex")
    edge = nearest_on_segments(edges.starts, edges.ends, at)
    return Snap(edge.point, "edge") if edge.distance <= EDGE * reach else Snap(at)


def _to_corner(at: Point, reach: float) -> Snap:
    corner = float(round(at[0])), float(round(at[1]))
    small = reach * CORNER > 1  # seen from afar, everything is near a corner
    return Snap(corner, "corner") if small or math.dist(at, corner) <= CORNER * reach else Snap(at)


def _to_ray(at: Point, before: Point, reach: float) -> Snap:
    foot = on_ray(at, before, EIGHTH)
    return Snap(foot, "angle") if math.dist(at, foot) <= RAY * reach else Snap(at)


def on_ray(at: Point, before: Point, step: float) -> Point:
    """The point nearest to the pointer whose direction from the corner before is a multiple of an angle."""
    dx, dy = at[0] - before[0], at[1] - before[1]
    angle = round(math.atan2(dy, dx) / step) * step
    length = dx * math.cos(angle) + dy * math.sin(angle)
    return before[0] + length * math.cos(angle), before[1] + length * math.sin(angle)


def on_grid(at: Point, level: Level) -> Point:
    """Inside the level, rounded to its units."""
    x = min(max(round(at[0] * UNITS), 0), level.width * UNITS)
    y = min(max(round(at[1] * UNITS), 0), level.height * UNITS)
    return x / UNITS, y / UNITS
