"""Edits of polygons. Coordinates are units (1/512 cell), angles radians, y down."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.kernels.arrays import Floats, Int32s
from sandbox.level.edits.effect import Effect, Small
from sandbox.level.model import Level
from sandbox.level.obstacles import Obstacle, cells_of
from sandbox.level.rect import Rect


def _sound(polygon: Obstacle, level: Level) -> Obstacle:
    """The polygon, each vertex apart from the next; refused if it crosses itself, has no area, or leaves the level."""
    from sandbox.geometry.polygons import problem_of

    rings = _apart(polygon.id, polygon.rings)
    if sum(map(len, rings)) < polygon.vertices:
        polygon = polygon.with_rings(rings, polygon.origin)
    _check_inside(polygon, level)
    problem = problem_of(polygon.rings)
    if problem:
        raise BadInput(f"polygon {polygon.id}", problem, "rings that neither cross nor touch themselves")
    return polygon


def _apart(number: int, rings: Iterable[NDArray[Any]]) -> list[Int32s]:
    """The rings in units; vertices that fell together are one."""
    from sandbox.geometry.polygons import without_repeats

    apart = [without_repeats(r) for r in rings]
    if any(len(r) < 3 for r in apart):
        raise BadInput(f"polygon {number}", "fewer than three vertices in a ring", "three or more")
    return apart


def _check_inside(polygon: Obstacle, level: Level) -> None:
    if not polygon.fits(level.width, level.height):
        raise BadInput(
            f"polygon {polygon.id}",
            "units {}, {} to {}, {}".format(*polygon.box),
            f"inside the level: 0, 0 to {level.width * 512}, {level.height * 512}",
        )


def _replaced(level: Level, polygon: Obstacle, dirty: Rect | None = None) -> Effect:
    """Put a polygon in the place of the one with its id; cells outside `dirty`, if given, look as before."""
    before = level.polygons[polygon.id]
    level.polygons[polygon.id] = polygon
    return Effect(SetPolygon(before), dirty or before.cells.union(polygon.cells), (polygon.id,))


@dataclass(frozen=True, slots=True)
class _WithPolygon:
    """An edit that brings a whole polygon."""

    polygon: Obstacle

    @property
    def size(self) -> int:
        """Its vertices."""
        return 100 + 8 * self.polygon.vertices


@dataclass(frozen=True, slots=True)
class _OfPolygon(Small):
    """An edit of the polygon with this id."""

    id: int


@dataclass(frozen=True, slots=True)
class _OfVertex(_OfPolygon):
    """An edit of one vertex. Ring 0 is the outer one, then come the holes."""

    ring: int
    index: int


@dataclass(frozen=True, slots=True)
class AddPolygon(_WithPolygon):
    """A new polygon; id 0 takes the next free one."""

    label: str = "Add polygon"

    def perform(self, level: Level) -> Effect:
        """Inverse: remove it."""
        polygon = self.polygon if self.polygon.id else replace(self.polygon, id=level.free_id())
        if polygon.id in level.polygons or polygon.id < 0:
            raise BadInput(f"polygon {polygon.id}", "this id is taken", f"{level.free_id()} or 0")
        polygon = _sound(polygon, level)
        level.polygons[polygon.id] = polygon
        return Effect(RemovePolygon(polygon.id, self.label), polygon.cells, (polygon.id,))


@dataclass(frozen=True, slots=True)
class RemovePolygon(_OfPolygon):
    """Take a polygon away."""

    label: str = "Remove polygon"

    def perform(self, level: Level) -> Effect:
        """Inverse: add it again."""
        polygon = level.obstacle(self.id)
        del level.polygons[self.id]
        return Effect(AddPolygon(polygon, self.label), polygon.cells, (self.id,))


@dataclass(frozen=True, slots=True)
class SetPolygon(_WithPolygon):
    """Another shape or name under the same id."""

    label: str = "Change polygon"

    def perform(self, level: Level) -> Effect:
        """Inverse: the polygon before."""
        level.obstacle(self.polygon.id)
        return _replaced(level, _sound(self.polygon, level))


@dataclass(frozen=True, slots=True)
class MovePolygon(_OfPolygon):
    """Move a polygon by (dx, dy) units."""

    dx: int
    dy: int
    label: str = "Move polygon"

    def perform(self, level: Level) -> Effect:
        """Inverse: the polygon before (a circle's centre is a float, which there and back may not restore)."""
        polygon = level.obstacle(self.id).moved(self.dx, self.dy)
        _check_inside(polygon, level)
        return _replaced(level, polygon)


@dataclass(frozen=True, slots=True)
class ScalePolygon(_OfPolygon):
    """Scale a polygon about (cx, cy), by factors that may differ; a negative one mirrors."""

    sx: float
    sy: float
    cx: int
    cy: int
    label: str = "Scale polygon"

    def perform(self, level: Level) -> Effect:
        """Inverse: the polygon before (rounding forgets)."""
        return _transformed(level, self.id, np.array([[self.sx, 0.0], [0.0, self.sy]]), (self.cx, self.cy))


@dataclass(frozen=True, slots=True)
class RotatePolygon(_OfPolygon):
    """Turn a polygon about (cx, cy); positive angles turn x towards y, clockwise on the screen."""

    angle: float
    cx: int
    cy: int
    label: str = "Rotate polygon"

    def perform(self, level: Level) -> Effect:
        """Inverse: the polygon before (rounding forgets)."""
        c, s = math.cos(self.angle), math.sin(self.angle)
        return _transformed(level, self.id, np.array([[c, -s], [s, c]]), (self.cx, self.cy))


def _transformed(level: Level, number: int, matrix: Floats, centre: tuple[int, int]) -> Effect:
    polygon = level.obstacle(number)
    rings = [np.rint((r - centre) @ matrix.T + centre) for r in polygon.rings]
    if not all(np.isfinite(r).all() and np.abs(r).max() < 2**30 for r in rings):
        raise BadInput(f"polygon {number}", "a transformation out of all bounds", "a shape inside the level")
    return _reshaped(level, polygon, rings)


def _reshaped(level: Level, polygon: Obstacle, rings: Iterable[NDArray[Any]], dirty: Rect | None = None) -> Effect:
    """Check and put new rings."""
    return _replaced(level, _sound(polygon.with_rings(_apart(polygon.id, rings)), level), dirty)


@dataclass(frozen=True, slots=True)
class MoveVertex(_OfVertex):
    """Put one vertex elsewhere."""

    x: int
    y: int
    label: str = "Move vertex"

    def perform(self, level: Level) -> Effect:
        """Inverse: the polygon before."""
        return _with_ring(level, self, lambda r: np.vstack((r[: self.index], [[self.x, self.y]], r[self.index + 1 :])))


@dataclass(frozen=True, slots=True)
class InsertVertex(_OfVertex):
    """Put a new vertex before the one of this index (equal to the ring's length: at its end)."""

    x: int
    y: int
    label: str = "Insert vertex"

    def perform(self, level: Level) -> Effect:
        """Inverse: the polygon before."""
        return _with_ring(
            level, self, lambda r: np.vstack((r[: self.index], [[self.x, self.y]], r[self.index :])), more=1
        )


@dataclass(frozen=True, slots=True)
class DeleteVertex(_OfVertex):
    """Take a vertex out of its ring."""

    label: str = "Delete vertex"

    def perform(self, level: Level) -> Effect:
        """Inverse: the polygon before."""
        return _with_ring(level, self, lambda r: np.vstack((r[: self.index], r[self.index + 1 :])))


def _with_ring(level: Level, edit: _OfVertex, change: Callable[[Int32s], Int32s], more: int = 0) -> Effect:
    polygon = level.obstacle(edit.id)
    rings = list(polygon.rings)
    if not 0 <= edit.ring < len(rings):
        raise BadInput(f"polygon {edit.id}", f"ring {edit.ring}", f"0 to {len(rings) - 1}")
    if not 0 <= edit.index < len(rings[edit.ring]) + more:
        raise BadInput(f"polygon {edit.id}", f"vertex {edit.index}", f"0 to {len(rings[edit.ring]) - 1 + more}")
    before = rings[edit.ring]
    rings[edit.ring] = change(before)
    return _reshaped(level, polygon, rings, _between(before, rings[edit.ring], edit.index))


def _between(before: Int32s, after: Int32s, index: int) -> Rect:
    """The cells in which a ring and the one with a vertex more, less or elsewhere differ: around its neighbours."""
    near = np.vstack([ring[np.array([index - 1, index, index + 1]) % len(ring)] for ring in (before, after)])
    (x0, y0), (x1, y1) = near.min(axis=0).tolist(), near.max(axis=0).tolist()
    return cells_of((x0, y0, x1, y1))
