"""Polygon obstacles: rings of integer vertices, 512 to a cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.level.rect import Rect

UNITS = 512
"""Vertices lie on a grid of 1/512 cell: with 2048 cells a side that is 2^20, where predicates are exact."""

Box = tuple[int, int, int, int]  # units: smallest x, y, largest x, y
Shape = Literal["polygon", "circle", "ellipse", "freehand"]
SHAPES: tuple[Shape, ...] = ("polygon", "circle", "ellipse", "freehand")


@dataclass(frozen=True, slots=True)
class DrawnAs:
    """What a polygon was drawn as, so that it can be shown and re-drawn.

    `parameters` in cells: circle (x, y, radius); ellipse (x, y, radius along, radius across, angle in
    radians); otherwise none. `tolerance` in cells is how far the ring may lie from what was drawn.
    """

    shape: Shape = "polygon"
    parameters: tuple[float, ...] = ()
    tolerance: float = 0.0

    def moved(self, dx: int, dy: int) -> DrawnAs:
        """The origin after a move by units."""
        if not self.parameters:
            return self
        x, y, *rest = self.parameters
        return replace(self, parameters=(x + dx / UNITS, y + dy / UNITS, *rest))


POLYGON = DrawnAs()


def cells_of(box: Box) -> Rect:
    """The cells a box in units meets."""
    x0, y0, x1, y1 = box
    return Rect(x0 // UNITS, y0 // UNITS, -(-x1 // UNITS), -(-y1 // UNITS))


def ring_of(points: Any) -> NDArray[np.int32]:
    """A read-only int32[n, 2] ring in units."""
    ring = np.array(points, np.int32).reshape(-1, 2)
    ring.setflags(write=False)
    return ring


def ring_of_cells(points: Any) -> NDArray[np.int32]:
    """A ring in units from points in cells, rounded to the nearest 1/512."""
    return ring_of(np.rint(np.asarray(points, np.float64) * UNITS))


@dataclass(frozen=True, slots=True, eq=False)
class Obstacle:
    """A blocked polygon: a simple outer ring and holes, vertices in 1/512 cell, not closed by repetition.

    The outer ring may turn either way. Checked for validity when an edit adds it.
    """

    id: int  # from 1; 0 asks `AddPolygon` for the next free one
    outer: NDArray[np.int32]  # [n, 2] units
    holes: tuple[NDArray[np.int32], ...] = ()
    name: str = ""
    origin: DrawnAs = field(default=POLYGON)
    _box: Box | None = field(default=None, init=False, repr=False, compare=False)  # once it was asked for

    @classmethod
    def of_cells(cls, points: Sequence[tuple[float, float]], *, id: int = 0, name: str = "") -> Obstacle:
        """A polygon without holes from points in cells."""
        return cls(id, ring_of_cells(points), name=name)

    def __post_init__(self) -> None:
        for ring in self.rings:
            if ring.dtype != np.int32 or ring.ndim != 2 or ring.shape[1] != 2 or len(ring) < 3:
                raise BadInput(f"polygon {self.id}", f"a ring of {ring.shape} {ring.dtype}", "int32[n ≥ 3, 2]")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Obstacle):
            return NotImplemented
        mine, theirs = (self.id, self.name, self.origin), (other.id, other.name, other.origin)
        return mine == theirs and self.same_shape(other)

    def __hash__(self) -> int:
        return hash((self.id, self.name, self.outer.tobytes()))

    def same_shape(self, other: Obstacle) -> bool:
        """Whether both have the same rings, vertex by vertex."""
        return len(self.holes) == len(other.holes) and all(
            np.array_equal(a, b) for a, b in zip(self.rings, other.rings, strict=True)
        )

    @property
    def rings(self) -> tuple[NDArray[np.int32], ...]:
        """Outer ring first, then the holes."""
        return (self.outer, *self.holes)

    @property
    def vertices(self) -> int:
        """How many vertices all rings have."""
        return sum(len(r) for r in self.rings)

    @property
    def box(self) -> Box:
        """Smallest x, y and largest x, y in units."""
        if self._box is None:
            (x0, y0), (x1, y1) = self.outer.min(axis=0).tolist(), self.outer.max(axis=0).tolist()
            object.__setattr__(self, "_box", (x0, y0, x1, y1))
        assert self._box is not None
        return self._box

    @property
    def cells(self) -> Rect:
        """The cells the polygon may cover."""
        return cells_of(self.box)

    def fits(self, width: int, height: int) -> bool:
        """Whether every vertex lies inside a level of this size."""
        x0, y0, x1, y1 = self.box
        return x0 >= 0 and y0 >= 0 and x1 <= width * UNITS and y1 <= height * UNITS

    def cut(self, width: int, height: int) -> list[Obstacle]:
        """Its parts inside a level of this size, the largest first: itself, mostly."""
        if self.fits(width, height):
            return [self]
        from sandbox.geometry.polygons import clipped

        return [self.with_rings(rings) for rings in clipped(self.rings, width * UNITS, height * UNITS)]

    def with_rings(self, rings: Sequence[NDArray[Any]], origin: DrawnAs = POLYGON) -> Obstacle:
        """The same obstacle with other rings."""
        outer, *holes = (ring_of(r) for r in rings)
        return replace(self, outer=outer, holes=tuple(holes), origin=origin)

    def moved(self, dx: int, dy: int) -> Obstacle:
        """The obstacle moved by units."""
        rings = [r + np.array([dx, dy], np.int32) for r in self.rings]
        return self.with_rings(rings, self.origin.moved(dx, dy))
