"""Rings on their way in: from cells to units, checked all at once; shared by every format with polygons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.level.formats.common.source import Source
from sandbox.level.obstacles import POLYGON, UNITS, DrawnAs, Obstacle

MAX_POLYGONS = 10_000
MAX_RING = 50_000
MAX_VERTICES = 200_000
LIMIT = 4096.0  # no coordinate of a level is larger; units of more would not fit 32 bits
Ring = NDArray[np.float64]  # [n, 2] cells


def obstacle(where: str, number: int, rings: Sequence[Ring], *, name: str = "", origin: DrawnAs = POLYGON) -> Obstacle:
    """An obstacle of rings in cells, outer one first; where a vertex repeats the next one, it is dropped."""
    whole = [_ring(where, ring) for ring in rings]
    return Obstacle(number, whole[0], tuple(whole[1:]), name, origin)


def _ring(where: str, ring: Ring) -> NDArray[np.int32]:
    if not np.abs(ring).max(initial=0) <= LIMIT:  # not a number is not less either
        raise BadInput(where, "a coordinate beyond all levels", f"numbers from {-LIMIT:g} to {LIMIT:g}")
    units: NDArray[np.int32] = np.rint(ring * UNITS).astype(np.int32)
    points = units.view(np.int64).ravel()  # x and y as one number
    fresh = np.empty(len(points), np.bool_)
    np.not_equal(points[1:], points[:-1], out=fresh[:-1])
    fresh[-1:] = points[-1:] != points[:1]
    units = units if fresh.all() else units[fresh]
    if len(units) < 3:
        raise BadInput(where, f"a ring of {len(units)} different vertices", "at least 3")
    units.setflags(write=False)
    return units


def keep_sound(source: Source, placed: Iterable[tuple[str, Obstacle]], width: int, height: int) -> dict[int, Obstacle]:
    """The obstacles by id; one that crosses itself, has no area or leaves the level is an error at its place."""
    found = list(placed)
    _check_amount(source, found)
    shapes = [shape for _, shape in found]
    sound: dict[int, Obstacle] = {}
    for (where, shape), good, inside in zip(found, _valid(shapes), _inside(shapes, width, height), strict=True):
        with source.part():
            if not (good and inside):
                raise _fault(where, shape, good, (width, height))
            if shape.id in sound:
                raise BadInput(where, f"id {shape.id} again", "every id once")
            sound[shape.id] = shape
    return sound


def _check_amount(source: Source, found: list[tuple[str, Obstacle]]) -> None:
    vertices = sum(shape.vertices for _, shape in found)
    if len(found) > MAX_POLYGONS or vertices > MAX_VERTICES:
        found_text = f"{len(found):,} polygons of {vertices:,} vertices"
        raise BadInput(source.name, found_text, f"at most {MAX_POLYGONS:,} of {MAX_VERTICES:,} in all")


def _valid(shapes: list[Obstacle]) -> NDArray[np.bool_]:
    """Which are simple polygons with an area: one vectorised look, as a level may have thousands."""
    if not shapes:
        return np.zeros(0, bool)
    import shapely  # a level without polygons loads without it

    rings = [ring for shape in shapes for ring in shape.rings]
    owner = np.repeat(np.arange(len(shapes)), [len(shape.rings) for shape in shapes])
    number = np.repeat(np.arange(len(rings)), [len(ring) for ring in rings])
    lines = shapely.linearrings(np.concatenate(rings).astype(np.float64), indices=number)
    sound = shapely.is_valid(shapely.polygons(lines, indices=owner))
    flat = shapely.area(shapely.polygons(lines)) == 0
    np.logical_and.at(sound, owner, ~flat)
    result: NDArray[np.bool_] = sound
    return result


def _inside(shapes: list[Obstacle], width: int, height: int) -> list[bool]:
    """Which of them `fit` into a level, by one look at all outer rings."""
    if not shapes:
        return []
    vertices = np.concatenate([shape.outer for shape in shapes])
    within = ((vertices >= 0) & (vertices <= [width * UNITS, height * UNITS])).all(axis=1)
    firsts = np.cumsum([0, *(len(shape.outer) for shape in shapes[:-1])])
    found: list[bool] = np.logical_and.reduceat(within, firsts).tolist()
    return found


def _fault(where: str, shape: Obstacle, good: bool, size: tuple[int, int]) -> BadInput:
    """What is wrong with an obstacle that is no good (crosses itself, has no area) or leaves the level."""
    if not good:
        from sandbox.geometry.polygons import problem_of

        return BadInput(where, _in_cells(problem_of(shape.rings)), "rings that neither cross nor touch themselves")
    x0, y0, x1, y1 = (f"{c / UNITS:g}" for c in shape.box)
    return BadInput(where, f"a polygon from ({x0}, {y0}) to ({x1}, {y1})", f"one inside {size[0]} × {size[1]} cells")


def _in_cells(reason: str) -> str:
    """Shapely's reason, `Self-intersection[512 1024]`, in our words and unit."""
    match = re.fullmatch(r"([\w -]+)\[(\S+) (\S+)\]", reason)
    if not match:
        return reason
    what, x, y = match.groups()
    return f"{what.lower()} at ({float(x) / UNITS:g}, {float(y) / UNITS:g})"


def cells_of(ring: NDArray[np.int32]) -> list[list[float]]:
    """A ring as lists of numbers in cells, whole ones as integers: exact, as 1/512 has nine decimals."""
    return [[_plain(x / UNITS), _plain(y / UNITS)] for x, y in ring.tolist()]


def _plain(value: float) -> float:
    return int(value) if value == int(value) else value
