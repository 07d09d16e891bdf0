"""Polygons with shapely's help: validity, clipping, set operations, and curves turned into rings.

Shapely is imported where it is called: a window draws its first frame without it. Rings are integer vertices (units of
1/512 cell), which Shapely's doubles hold exactly. Whatever computes new polygons rounds their vertices to units again
and drops vertices that fall together; `circle` and `ellipse` give points, which whoever asks for them rounds.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray
    from shapely.geometry import Polygon
    from shapely.geometry.base import BaseGeometry

    Ring = NDArray[np.int32]
    Rings = tuple[Ring, ...]  # outer first, then holes


def without_repeats(ring: NDArray[Any]) -> Ring:
    """The ring rounded to units, without a vertex equal to the one before it."""
    whole = np.rint(ring).astype(np.int32)
    fresh = (whole != np.roll(whole, 1, axis=0)).any(axis=1)
    fresh[:1] = True
    kept: Ring = whole[fresh]
    return kept[:-1] if len(kept) > 1 and (kept[0] == kept[-1]).all() else kept


def to_shapely(rings: Sequence[NDArray[Any]]) -> Polygon:
    """Outer ring and holes as one shapely polygon."""
    from shapely.geometry import Polygon

    return Polygon(rings[0], list(rings[1:]))


def problem_of(rings: Sequence[NDArray[Any]]) -> str:
    """What is wrong with a polygon, in words with a place; empty when nothing is."""
    import shapely

    if any(_flat(r) for r in rings):
        return "a ring without area"
    polygon = to_shapely(rings)
    return "" if polygon.is_valid else str(shapely.is_valid_reason(polygon))


def _flat(ring: NDArray[Any]) -> bool:
    """Whether all vertices lie on one line."""
    d = ring.astype(np.int64) - ring[0]
    far = d[np.abs(d).sum(axis=1).argmax()]
    return not (d[:, 0] * far[1] - d[:, 1] * far[0]).any()


def area_of(ring: NDArray[Any]) -> int:
    """Twice the signed area: positive when x turns towards y (clockwise on the screen)."""
    x, y = ring[:, 0].astype(np.int64), ring[:, 1].astype(np.int64)
    return int((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())


def rings_of(shape: BaseGeometry) -> list[Rings]:
    """The polygons of a shapely geometry as integer rings; what rounding makes invalid is repaired."""
    return [rings for part in _polygons_in(shape) for rings in _snapped(part)]


def _polygons_in(shape: BaseGeometry) -> Iterable[Polygon]:
    from shapely.geometry import Polygon

    if isinstance(shape, Polygon):
        return [] if shape.is_empty else [shape]
    return [p for part in getattr(shape, "geoms", ()) for p in _polygons_in(part)]


def _snapped(polygon: Polygon) -> list[Rings]:
    """Round to units. `set_precision` keeps the result valid; slivers vanish, necks may part."""
    import shapely

    whole = shapely.set_precision(polygon, 1.0)
    return [
        tuple(without_repeats(np.asarray(r.coords)[:-1]) for r in (part.exterior, *part.interiors))
        for part in _polygons_in(whole)
    ]


def clipped(rings: Sequence[NDArray[Any]], width: int, height: int) -> list[Rings]:
    """The parts of a polygon inside 0, 0 to width, height; the largest first."""
    import shapely

    inside = rings_of(shapely.intersection(to_shapely(rings), shapely.box(0, 0, width, height)))
    return sorted(inside, key=lambda part: -abs(area_of(part[0])))


def union(polygons: Iterable[Sequence[NDArray[Any]]]) -> list[Rings]:
    """All of them as one, or as several where they do not meet."""
    import shapely

    return rings_of(shapely.union_all([to_shapely(p) for p in polygons]))


def difference(polygon: Sequence[NDArray[Any]], minus: Sequence[NDArray[Any]]) -> list[Rings]:
    """What is left of a polygon when another is cut out of it."""
    import shapely

    return rings_of(shapely.difference(to_shapely(polygon), to_shapely(minus)))


def split(polygon: Sequence[NDArray[Any]], line: NDArray[Any]) -> list[Rings]:
    """The pieces into which a polyline cuts a polygon."""
    import shapely
    from shapely.ops import split as cut

    return rings_of(cut(to_shapely(polygon), shapely.LineString(line)))


def circle(x: float, y: float, radius: float, tolerance: float) -> NDArray[np.float64]:
    """A ring through points of a circle; no chord lies further than `tolerance` inside it, as far as 4096 points go."""
    return ellipse(x, y, radius, radius, 0.0, tolerance)


def ellipse(x: float, y: float, along: float, across: float, angle: float, tolerance: float) -> NDArray[np.float64]:
    """A ring through points of an ellipse, turned by `angle`; no chord lies further than `tolerance` inside it.

    Points stand at equal steps of the parameter. The affine image of the circle's sagitta bounds the
    error: at most max(along, across) · (1 - cos(π / n)), for the n points of `corners_for`.
    """
    n = corners_for(max(along, across), tolerance)
    t = np.arange(n) * (2 * math.pi / n)
    c, s = math.cos(angle), math.sin(angle)
    u, v = along * np.cos(t), across * np.sin(t)
    return np.column_stack((x + c * u - s * v, y + s * u + c * v))


def corners_for(radius: float, tolerance: float) -> int:
    """How many corners keep a regular polygon within `tolerance` of its circle: at least 8, and 4096 at most."""
    if tolerance >= radius:
        return 8
    return min(max(math.ceil(math.pi / math.acos(1 - tolerance / radius)), 8), 4096)


def stroke_outline(points: NDArray[np.float64], width: float, tolerance: float) -> list[Rings]:
    """A freehand stroke of some width as polygons; `points`, `width` and `tolerance` in units.

    The stroke is simplified by half the tolerance, its round ends and joins are drawn within the rest.
    """
    import shapely

    line = shapely.LineString(points) if len(points) > 1 else shapely.Point(points[0])
    simple = shapely.simplify(line, tolerance / 2)
    quarter = -(-corners_for(width / 2, tolerance / 2) // 4)
    return rings_of(shapely.buffer(simple, width / 2, quad_segs=quarter))


def freehand_ring(points: NDArray[np.float64], tolerance: float) -> list[Rings]:
    """A closed freehand outline as polygons; where it crosses itself, every enclosed part is kept."""
    import shapely

    if len(points) < 3:
        return []
    drawn = shapely.simplify(shapely.LinearRing(points), tolerance)
    faces = shapely.polygonize([shapely.unary_union(drawn)])
    return rings_of(shapely.union_all(list(faces.geoms)))


def enclosed(outlines: Sequence[NDArray[Any]]) -> list[Rings]:
    """The areas inside an odd number of closed outlines that touch at corners at most: polygons with their holes."""
    import shapely

    if not outlines:
        return []
    faces = shapely.build_area(shapely.MultiLineString([np.vstack((r, r[:1])) for r in outlines]))
    return rings_of(faces)
