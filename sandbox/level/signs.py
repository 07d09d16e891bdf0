"""What a level says beside terrain and polygons, as layers: spawn and goal areas, points, doors, drifting blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from sandbox.layers import Labels, Layer, Points, Polygons, Role, Segments
from sandbox.level.markers import Marker, MarkerKind
from sandbox.level.model import Level
from sandbox.level.obstacles import UNITS
from sandbox.level.timed import Door, Drift

ENDS = ("start", "goal")  # shown by whoever asks the query
AREAS = {
    MarkerKind.SPAWN: ("spawn areas", "Where crowds appear", Role.AGENT),
    MarkerKind.GOAL: ("goal areas", "Where crowds want to go", Role.GOOD),
}
Ring = Sequence[tuple[float, float]]


def signs_of(level: Level) -> list[Layer]:
    """Every sign, as few layers; none for a level that has none."""
    return [*_areas(level), *_points(level), *_doors(level), *_drifts(level), *_names(level)]


def version_of(level: Level) -> int:
    """A number that changes whenever a sign does."""
    others = tuple((name, marker) for name, marker in level.markers.items() if name not in ENDS)
    drawn = tuple(id(level.polygons.get(t.polygon)) for t in level.timed if isinstance(t, Drift))
    return hash((others, level.timed, drawn)) & 0x7FFFFFFF


def _areas(level: Level) -> Iterator[Layer]:
    for kind, (name, legend, role) in AREAS.items():
        rings = [m.points for m in level.markers.values() if m.kind is kind]
        if rings:
            yield _rings(name, legend, role, rings)


def _points(level: Level) -> Iterator[Layer]:
    spots = [m.point for name, m in level.markers.items() if m.kind is MarkerKind.POINT and name not in ENDS]
    if spots:
        yield Points(name="points", legend="Points", role=Role.TEXT, xy=np.array(spots), size=8.0)


def _doors(level: Level) -> Iterator[Layer]:
    rings = [_corners(t) for t in level.timed if isinstance(t, Door)]
    if rings:
        yield _rings("doors", "Doors", Role.ENTRANCE, rings)


def _drifts(level: Level) -> Iterator[Layer]:
    """The way of each drifting block's middle, and its outline where it turns round."""
    drifts = [t for t in level.timed if isinstance(t, Drift) and t.polygon in level.polygons]
    for drift in drifts:
        way = middle_of(level, drift.polygon) + np.asarray(drift.path, np.float64)
        name = f"way of {drift.name or drift.polygon}"
        yield Segments(name=name, role=Role.DIRTY, ends=way, chained=True, dashed=True, width=1.5)
    rings = [np.asarray(level.polygons[d.polygon].outer, float) / UNITS + d.path[-1] for d in drifts]
    if rings:
        yield _rings("turning places", "Where drifting blocks turn", Role.DIRTY, rings, filled=False)


def _names(level: Level) -> Iterator[Layer]:
    marked = [(_caption(name, m), m.point) for name, m in level.markers.items() if name not in ENDS]
    timed = [(t.name, _middle(_corners(t))) for t in level.timed if isinstance(t, Door)]
    named = [(text, at) for text, at in [*marked, *timed] if text]
    if named:
        xy = np.array([at for _, at in named])
        yield Labels(name="names", role=Role.TEXT, xy=xy, texts=tuple(text for text, _ in named))


def _caption(name: str, marker: Marker) -> str:
    return f"{name} · {marker.agents}" if marker.agents else name


def middle_of(level: Level, polygon: int) -> NDArray[np.float64]:
    """The middle of a polygon's box, in cells."""
    x0, y0, x1, y1 = level.polygons[polygon].box
    return np.array([x0 + x1, y0 + y1]) / (2 * UNITS)


def _corners(door: Door) -> list[tuple[float, float]]:
    x0, y0, x1, y1 = door.area
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def _middle(ring: Ring) -> tuple[float, float]:
    return sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)


def _rings(
    name: str, legend: str, role: Role, rings: Sequence[Ring | NDArray[np.float64]], *, filled: bool = True
) -> Layer:
    points = [np.asarray(ring, np.float64).reshape(-1, 2) for ring in rings]
    starts = np.cumsum([0, *map(len, points)]).astype(np.int32)
    return Polygons(name=name, legend=legend, role=role, xy=np.concatenate(points), starts=starts, filled=filled)
