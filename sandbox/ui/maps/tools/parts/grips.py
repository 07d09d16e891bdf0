"""What of a selection can be grasped: vertices, edges, the frame's eight handles, the knob that turns it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sandbox.geometry.segments import inside_rings, nearest_on_ring, nearest_vertex
from sandbox.level.edits.shaping import box_of
from sandbox.level.obstacles import UNITS
from sandbox.ui.maps.tools.parts.selection import Vertex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sandbox.geometry.segments import Near, Point
    from sandbox.level.obstacles import Obstacle

FRAME = 10.0  # dp from the polygons to their frame, so that its corners do not cover vertices
KNOB = 22.0  # dp from the frame to the knob that turns
GRASP = 8.0  # dp
SMALL = 24.0  # dp
ROOM = 8.0  # dp of outline for each vertex, or they are not shown
EDGE = 6.0  # dp beside an edge that still count as the polygon
Handle = tuple[int, int]  # which side: -1, 0, 1 across and down; (0, 0) is the knob


class Frame(NamedTuple):
    """A box in cells."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def centre(self) -> Point:
        """Its middle."""
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2

    def enlarged(self, by: float) -> Frame:
        """Larger on all sides."""
        return Frame(self.x0 - by, self.y0 - by, self.x1 + by, self.y1 + by)

    def point(self, handle: Handle) -> Point:
        """A corner, or the middle of a side."""
        x = (self.x0, (self.x0 + self.x1) / 2, self.x1)[handle[0] + 1]
        y = (self.y0, (self.y0 + self.y1) / 2, self.y1)[handle[1] + 1]
        return x, y


HANDLES: tuple[Handle, ...] = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if (x, y) != (0, 0))


def frame_of(polygons: Sequence[Obstacle]) -> Frame:
    """The box around polygons."""
    return Frame(*(v / UNITS for v in box_of(polygons)))


def too_small(polygons: Sequence[Obstacle], reach: float) -> bool:
    """Whether grips would cover the polygons: seen from so far, they can only be moved as they are."""
    frame = frame_of(polygons)
    return max(frame.x1 - frame.x0, frame.y1 - frame.y0) < SMALL * reach


def crowded(polygon: Obstacle, reach: float) -> bool:
    """Whether squares at all vertices would hide the outline they stand on."""
    x0, y0, x1, y1 = polygon.box
    return polygon.vertices * ROOM * reach > 2 * (x1 - x0 + y1 - y0) / UNITS


def handle_places(polygons: Sequence[Obstacle], reach: float) -> dict[Handle, Point]:
    """Where the handles are; `reach` is one dp in cells."""
    frame = frame_of(polygons).enlarged(FRAME * reach)
    places = {handle: frame.point(handle) for handle in HANDLES}
    top = frame.point((0, -1))
    places[0, 0] = (top[0], top[1] - KNOB * reach)
    return places


def handle_at(polygons: Sequence[Obstacle], at: Point, reach: float) -> Handle | None:
    """The handle under the pointer."""
    if not polygons:
        return None
    near = {h: math.dist(p, at) for h, p in handle_places(polygons, reach).items()}
    best = min(near, key=lambda h: near[h])
    return best if near[best] <= GRASP * reach else None


def vertex_at(polygons: Iterable[Obstacle], at: Point, reach: float) -> Vertex | None:
    """The nearest vertex under the pointer."""
    found = _nearest(polygons, at, GRASP * reach, nearest_vertex)
    return found[0] if found is not None else None


def edge_at(polygons: Iterable[Obstacle], at: Point, reach: float) -> tuple[Vertex, Point] | None:
    """Where a new vertex would go on the edge under the pointer: before which one, and its place."""
    found = _nearest(polygons, at, GRASP * reach, nearest_on_ring)
    return (found[0]._replace(number=found[0].number + 1), found[1]) if found is not None else None


def _nearest(
    polygons: Iterable[Obstacle], at: Point, best: float, on: Callable[[np.ndarray, Point], Near]
) -> tuple[Vertex, Point] | None:
    """The nearest of what all rings have, no further away than the best: its number there, and its place."""
    found = None
    for polygon in polygons:
        if _apart(polygon, at, best):
            continue
        for ring, points in enumerate(polygon.rings):
            near = on(points / UNITS, at)
            if near.distance <= best:
                best, found = near.distance, (Vertex(polygon.id, ring, near.number), near.point)
    return found


def polygon_at(near: Iterable[Obstacle], at: Point, reach: float) -> Obstacle | None:
    """The first of some polygons that is under the pointer."""
    return next((polygon for polygon in near if _hit(polygon, at, EDGE * reach)), None)


def _hit(polygon: Obstacle, at: Point, slack: float) -> bool:
    rings = [ring / UNITS for ring in polygon.rings]
    return inside_rings(rings, at) or any(nearest_on_ring(ring, at).distance <= slack for ring in rings)


def _apart(polygon: Obstacle, at: Point, slack: float) -> bool:
    """Whether the point lies outside the polygon's box."""
    x0, y0, x1, y1 = (v / UNITS for v in polygon.box)
    return not (x0 - slack <= at[0] <= x1 + slack and y0 - slack <= at[1] <= y1 + slack)


def all_vertices(polygons: Iterable[Obstacle]) -> np.ndarray:
    """Every vertex in cells."""
    rings = [ring for p in polygons for ring in p.rings]
    return np.concatenate(rings) / UNITS if rings else np.zeros((0, 2))
