"""What is wrong with a level that loads: things a person would want to know while drawing and before publishing it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass

import numpy as np

from sandbox.level.markers import Marker, MarkerKind
from sandbox.level.model import Level
from sandbox.level.obstacles import UNITS, Obstacle, cells_of, ring_of_cells
from sandbox.level.rect import Rect
from sandbox.level.terrain import Terrain
from sandbox.level.timed import Door, Timed

TINY = 0.01  # square cells: smaller polygons cannot be seen
MAX_PAIRS = 100_000
PARTS = frozenset({"markers", "words"})  # what a level can say; not every format can say all of it

Box = tuple[float, float, float, float]  # left, top, right, bottom, in cells


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: the thing it is about, what is the matter with it, and where to look."""

    subject: str
    text: str
    place: Box | None = None

    def __str__(self) -> str:
        return f"{self.subject}: {self.text}" if self.subject else self.text


def problems_of(level: Level, can_say: Container[str] = PARTS) -> list[Problem]:
    """Every problem; what the format of the level cannot say is not called missing."""
    checks: tuple[Callable[[Level], Iterator[Problem]], ...] = (
        _palette,
        _polygons,
        _overlaps,
        _misfits,
        *((_ends, _areas, _reachability, _doors) if "markers" in can_say else ()),
        *((_words,) if "words" in can_say else ()),
    )
    return [problem for check in checks for problem in check(level)]


def box_of(shape: Obstacle) -> Box:
    """A polygon's box in cells."""
    x0, y0, x1, y1 = (c / UNITS for c in shape.box)
    return x0, y0, x1, y1


def around(point: tuple[float, float], reach: float = 0.5) -> Box:
    """A small box around a point."""
    return point[0] - reach, point[1] - reach, point[0] + reach, point[1] + reach


def box_of_cells(area: Rect) -> Box:
    """Whole cells as a box."""
    return float(area.x0), float(area.y0), float(area.x1), float(area.y1)


def _palette(level: Level) -> Iterator[Problem]:
    looks: dict[tuple[str, str], Terrain] = {}
    for terrain in level.palette:
        twin = looks.setdefault((terrain.colour.lower(), terrain.pattern), terrain)
        if twin is not terrain:
            yield Problem("palette", f"{twin.name} and {terrain.name} look the same")


def _polygons(level: Level) -> Iterator[Problem]:
    from sandbox.geometry.polygons import area_of, problem_of

    for number, shape in sorted(level.polygons.items()):
        problem = problem_of(shape.rings)
        if problem:
            yield Problem(f"polygon {number}", problem, box_of(shape))
        elif abs(area_of(shape.outer)) / 2 < TINY * UNITS * UNITS:
            yield Problem(f"polygon {number}", f"its area is less than {TINY:g} cells", box_of(shape))
        if not shape.fits(level.width, level.height):
            yield Problem(f"polygon {number}", "not inside the level", box_of(shape))


def _overlaps(level: Level) -> Iterator[Problem]:
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
        common = drawn[a].intersection(drawn[b]) if a < b else None
        if common is not None and common.area > 0:
            x0, y0, x1, y1 = (c / UNITS for c in common.bounds)
            yield Problem("", f"polygons {numbers[a]} and {numbers[b]} overlap", (x0, y0, x1, y1))


def _misfits(level: Level) -> Iterator[Problem]:
    """Doors out of the level, drifts of polygons that are gone: they stand still, and files leave them out."""
    for change in level.timed:
        if not change.fits(level):
            kind = "door" if isinstance(change, Door) else "drift"
            yield Problem(f"{kind} {change.name!r}", "no longer fits the level, so it never moves", _place_of(change))


def _place_of(change: Timed) -> Box | None:
    return box_of_cells(change.area) if isinstance(change, Door) else None


def _ends(level: Level) -> Iterator[Problem]:
    for name in ("start", "goal"):
        marker = level.markers.get(name)
        if marker is None:
            yield Problem(f"marker {name}", "missing")
        elif marker.kind is not MarkerKind.POINT:
            yield Problem(f"marker {name}", "an area, expected a point", around(marker.point))
        else:
            yield from _inside_something(level, name, marker)


def _inside_something(level: Level, name: str, marker: Marker) -> Iterator[Problem]:
    x, y = marker.point
    if not (0 <= x < level.width and 0 <= y < level.height):
        yield Problem(f"marker {name}", f"({x:g}, {y:g}) is not inside the level", around((x, y)))
        return
    terrain = level.palette[level.code_at(x, y)]
    if terrain.blocked:
        words = f"({x:g}, {y:g}) is on {terrain.name}, which is blocked"
        yield Problem(f"marker {name}", words, around((x, y)))
    for number, shape in sorted(level.polygons.items()):
        if contains(shape, x, y):
            yield Problem(f"marker {name}", f"({x:g}, {y:g}) is inside polygon {number}", around((x, y)))


def contains(shape: Obstacle, x: float, y: float) -> bool:
    """Whether a point lies strictly inside a polygon (and not in one of its holes)."""
    from shapely.geometry import Point

    from sandbox.geometry.polygons import to_shapely

    x0, y0, x1, y1 = shape.box
    if not (x0 < x * UNITS < x1 and y0 < y * UNITS < y1):
        return False
    return bool(to_shapely(shape.rings).contains(Point(x * UNITS, y * UNITS)))


def _areas(level: Level) -> Iterator[Problem]:
    for name, marker in level.markers.items():
        if marker.kind is MarkerKind.SPAWN and marker.target:
            target = level.markers.get(marker.target)
            if target is None or target.kind is not MarkerKind.GOAL:
                words = f"its target {marker.target!r} is no goal area of this level"
                yield Problem(f"marker {name}", words, around(marker.point))
        if not marker.inside(level.width, level.height):
            yield Problem(f"marker {name}", "not inside the level", around(marker.point))
        elif marker.kind is not MarkerKind.POINT and not _is_open(level, marker):
            yield Problem(f"marker {name}", "no open cell inside", around(marker.point))


def _is_open(level: Level, area: Marker) -> bool:
    """Whether any cell that an area inside the level meets is of open terrain."""
    ring = ring_of_cells(area.points)
    x0, y0, x1, y1 = cells_of((*ring.min(axis=0).tolist(), *ring.max(axis=0).tolist()))
    free = level.palette.cost8()[level.terrain[y0:y1, x0:x1]] > 0
    if not free.any() or _is_box(area):
        return bool(free.any())
    from sandbox.geometry.raster import covered_cells

    return bool((free & (covered_cells([ring], x0, y0, x1, y1) > 0)).any())


def _is_box(area: Marker) -> bool:
    """Whether an area is a rectangle along the axes."""
    return len(area.points) == 4 and all(len(set(axis)) == 2 for axis in zip(*area.points, strict=True))


def _reachability(level: Level) -> Iterator[Problem]:
    """Whether a way leads from start to goal on the grid, with all doors as drawn."""
    start, goal = level.start, level.goal
    if start is None or goal is None or any(True for m in (start, goal) for _ in _inside_something(level, "", m)):
        return  # reported already
    if not level.derived.connected(start.point, goal.point):
        doors = " while its doors are as drawn" if level.timed else ""
        yield Problem("", f"no way leads from start to goal on the grid{doors}", around(start.point))


def _doors(level: Level) -> Iterator[Problem]:
    for door in level.timed:
        if not isinstance(door, Door) or not door.fits(level):
            continue
        subject, place = f"door {door.name!r}", box_of_cells(door.area)
        opened, closed = level.palette[door.open_code], level.palette[door.closed_code]
        if opened.blocked:
            yield Problem(subject, f"{opened.name} is blocked, so it never opens", place)
        if not closed.blocked:
            yield Problem(subject, f"{closed.name} is open, so it never closes", place)


def _words(level: Level) -> Iterator[Problem]:
    if not level.title:
        yield Problem("title", "missing")
    if not level.notes:
        yield Problem("notes", "missing; say what to look for")
