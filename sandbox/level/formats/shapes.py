"""Rings on their way in: from cells to units, checked all at once; shared by every format with polygons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.level.formats.source import Source
from sandbox.level.obstacles import POLYGON, UNITS, Obstacle, Origin

MAX_POLYGONS = 10_000
MAX_RING = 50_000
MAX_VERTICES = 200_000
LIMIT = 4096.0  # no coordinate of a level is larger; units of more would not fit 32 bits
Ring = NDArray[np.float64]  # [n, 2] cells


def obstacle(where: str, number: int, rings: Sequence[Ring], *, name: str = "", origin: Origin = POLYGON) -> Obstacle:
    """An obstacle of rings in cells, outer one first; where a vertex repeats the next one, it is dropped."""
    whole = [_ring(where, ring) for ring in rings]
    return Obstacle(number, whole[0], tuple(whole[1:]), name, origin)


def _ring(where: str, ring: Ring) -> NDArray[np.int32]:
    if not np.isfinite(ring).all() or np.abs(ring).max(initial=0) > LIMIT:
        raise BadInput(where, "a coordinate beyond all levels", f"numbers from {-LIMIT:g} to {LIMIT:g}")
    units: NDArray[np.int32] = np.rint(ring * UNITS).astype(np.int32)
    units = units[(units != np.roll(units, -1, axis=0)).any(axis=1)]
    if len(units) < 3:
        raise BadInput(where, f"a ring of {len(units)} different vertices", "at least 3")
    units.setflags(write=False)
    return units


def keep_sound(source: Source, placed: Iterable[tuple[str, Obstacle]], width: int, height: int) -> dict[int, Obstacle]:
    """The obstacles by id; one that crosses itself, has no area or leaves the level is an error at its place."""
    found = list(placed)
    _check_amount(source, found)
    sound: dict[int, Obstacle] = {}
    for (where, shape), good in zip(found, _valid([shape for _, shape in found]), strict=True):
        with source.part():
            _check(where, shape, good, width, height)
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


def _check(where: str, shape: Obstacle, good: bool, width: int, height: int) -> None:
    if not good:
        from sandbox.geometry.polygons import problem_of

        raise BadInput(where, _in_cells(problem_of(shape.rings)), "rings that neither cross nor touch themselves")
    if not shape.fits(width, height):
        x0, y0, x1, y1 = (f"{c / UNITS:g}" for c in shape.box)
        raise BadInput(where, f"a polygon from ({x0}, {y0}) to ({x1}, {y1})", f"one inside {width} × {height} cells")


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
