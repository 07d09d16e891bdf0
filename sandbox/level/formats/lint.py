"""What is wrong with a level that loads: things a person would want to know before publishing it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator

import numpy as np

from sandbox.level.markers import Marker, MarkerKind
from sandbox.level.model import Level
from sandbox.level.obstacles import UNITS, Obstacle
from sandbox.level.terrain import Terrain
from sandbox.level.timed import Door

TINY = 0.01  # square cells: smaller polygons cannot be seen
MAX_PAIRS = 100_000
ALL_PARTS = frozenset({"markers", "words"})


def problems_of_level(level: Level, can_say: Container[str] = ALL_PARTS) -> list[str]:
    """Every problem, in words, each with the thing it is about; nothing is missed that the format cannot say."""
    checks: tuple[Callable[[Level], Iterator[str]], ...] = (
        _palette,
        _polygons,
        _overlaps,
        *((_ends, _areas, _reachability, _doors) if "markers" in can_say else ()),
        *((_words,) if "words" in can_say else ()),
    )
    return [problem for check in checks for problem in check(level)]


def _palette(level: Level) -> Iterator[str]:
    looks: dict[tuple[str, str], Terrain] = {}
    for terrain in level.palette:
        twin = looks.setdefault((terrain.colour.lower(), terrain.pattern), terrain)
        if twin is not terrain:
            yield f"palette: {twin.name} and {terrain.name} look the same"


def _polygons(level: Level) -> Iterator[str]:
    from sandbox.geometry.polygons import area_of, problem_of

    for number, shape in sorted(level.polygons.items()):
        problem = problem_of(shape.rings)
        if problem:
            yield f"polygon {number}: {problem}"
        elif abs(area_of(shape.outer)) / 2 < TINY * UNITS * UNITS:
            yield f"polygon {number}: its area is less than {TINY:g} cells"
        if not shape.fits(level.width, level.height):
            yield f"polygon {number}: not inside the level"


def _overlaps(level: Level) -> Iterator[str]:
    """Pairs of polygons that share area: most often one was drawn twice."""
    if len(level.polygons) < 2:
        return
    import shapely

    from sandbox.geometry.polygons import to_shapely

    numbers = sorted(level.polygons)
    drawn = np.array([to_shapely(level.polygons[n].rings) for n in numbers])
    sound = np.flatnonzero(shapely.is_valid(drawn))
    tree = shapely.STRtree(drawn[sound])
    first, second = tree.query(drawn[sound], predicate="intersects")[:, :MAX_PAIRS]
    for a, b in sorted(zip(sound[first].tolist(), sound[second].tolist(), strict=True)):
        if a < b and drawn[a].intersection(drawn[b]).area > 0:
            yield f"polygons {numbers[a]} and {numbers[b]} overlap"


def _ends(level: Level) -> Iterator[str]:
    for name in ("start", "goal"):
        marker = level.markers.get(name)
        if marker is None:
            yield f"marker {name}: missing"
        elif marker.kind is not MarkerKind.POINT:
            yield f"marker {name}: an area, expected a point"
        else:
            yield from _inside_something(level, name, marker)


def _inside_something(level: Level, name: str, marker: Marker) -> Iterator[str]:
    x, y = marker.point
    if not (0 <= x < level.width and 0 <= y < level.height):
        yield f"marker {name}: ({x:g}, {y:g}) is not inside the level"
        return
    terrain = level.palette[level.code_at(x, y)]
    if terrain.blocked:
        yield f"marker {name}: ({x:g}, {y:g}) is on {terrain.name}, which is blocked"
    for number, shape in sorted(level.polygons.items()):
        if _contains(shape, x, y):
            yield f"marker {name}: ({x:g}, {y:g}) is inside polygon {number}"


def _contains(shape: Obstacle, x: float, y: float) -> bool:
    from shapely.geometry import Point

    from sandbox.geometry.polygons import to_shapely

    x0, y0, x1, y1 = shape.box
    if not (x0 < x * UNITS < x1 and y0 < y * UNITS < y1):
        return False
    return bool(to_shapely(shape.rings).contains(Point(x * UNITS, y * UNITS)))


def _areas(level: Level) -> Iterator[str]:
    for name, marker in level.markers.items():
        if not marker.inside(level.width, level.height):
            yield f"marker {name}: not inside the level"
        if marker.kind is MarkerKind.SPAWN and marker.target:
            target = level.markers.get(marker.target)
            if target is None or target.kind is not MarkerKind.GOAL:
                yield f"marker {name}: its target {marker.target!r} is no goal area of this level"
        if marker.kind is not MarkerKind.POINT and not _open_cells(level, marker):
            yield f"marker {name}: no open cell inside"


def _open_cells(level: Level, marker: Marker) -> int:
    """How many cells of the area's box are of open terrain."""
    xs, ys = [p[0] for p in marker.points], [p[1] for p in marker.points]
    box = level.terrain[max(int(min(ys)), 0) : int(max(ys)) + 1, max(int(min(xs)), 0) : int(max(xs)) + 1]
    return int(np.count_nonzero(level.palette.cost8()[box]))


def _reachability(level: Level) -> Iterator[str]:
    """Whether a way leads from start to goal on the grid, with all doors as drawn."""
    start, goal = level.start, level.goal
    if start is None or goal is None or any(True for m in (start, goal) for _ in _inside_something(level, "", m)):
        return  # told already
    if not level.derived.connected(start.point, goal.point):
        doors = " while its doors are as drawn" if level.timed else ""
        yield f"no way leads from start to goal on the grid{doors}"


def _doors(level: Level) -> Iterator[str]:
    for change in level.timed:
        if isinstance(change, Door) and level.palette[change.open_code].blocked:
            yield f"door {change.name!r}: {level.palette[change.open_code].name} is blocked, so it never opens"
        if isinstance(change, Door) and not level.palette[change.closed_code].blocked:
            yield f"door {change.name!r}: {level.palette[change.closed_code].name} is open, so it never closes"


def _words(level: Level) -> Iterator[str]:
    if not level.title:
        yield "title: missing"
    if not level.notes:
        yield "notes: missing; say what to look for"
