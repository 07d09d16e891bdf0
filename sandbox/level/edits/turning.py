"""A small level turned by quarters or mirrored, with all that stands on it: exactly, in whole units."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sandbox.level.markers import Point
from sandbox.level.model import Level
from sandbox.level.obstacles import POLYGON, UNITS, DrawnAs, Obstacle
from sandbox.level.rect import Rect
from sandbox.level.timed import Door, Timed


@dataclass(frozen=True, slots=True)
class Turn:
    """Where points and cells go. `matrix` maps offsets; `shift` brings the result back to the top left, in cells."""

    matrix: tuple[tuple[int, int], tuple[int, int]]
    shift: tuple[int, int]
    cells: Callable[[NDArray[np.uint8]], NDArray[np.uint8]]

    def offset(self, x: float, y: float) -> Point:
        """A difference of places."""
        (a, b), (c, d) = self.matrix
        return a * x + b * y, c * x + d * y

    def point(self, x: float, y: float) -> Point:
        """A place, in cells."""
        dx, dy = self.offset(x, y)
        return dx + self.shift[0], dy + self.shift[1]

    def ring(self, ring: NDArray[np.int32]) -> NDArray[np.int32]:
        """Vertices, in units."""
        turned: NDArray[np.int32] = ring @ np.array(self.matrix, np.int32).T + np.array(self.shift, np.int32) * UNITS
        return turned

    def box(self, box: Rect) -> Rect:
        """Cells."""
        (x0, y0), (x1, y1) = self.point(box.x0, box.y0), self.point(box.x1, box.y1)
        return Rect(*map(int, (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))))


def quarter(level: Level) -> Level:
    """Turned by a quarter, clockwise on the screen."""
    return _turned(level, Turn(((0, -1), (1, 0)), (level.height, 0), lambda cells: np.rot90(cells, -1)))


def mirrored(level: Level) -> Level:
    """Left and right changed places."""
    return _turned(level, Turn(((-1, 0), (0, 1)), (level.width, 0), np.fliplr))


def _turned(level: Level, turn: Turn) -> Level:
    return Level(
        np.ascontiguousarray(turn.cells(level.terrain)),
        palette=level.palette,
        polygons={number: _polygon(shape, turn) for number, shape in level.polygons.items()},
        markers={n: replace(m, points=tuple(turn.point(*p) for p in m.points)) for n, m in level.markers.items()},
        timed=tuple(_timed(change, turn) for change in level.timed),
        title=level.title,
        notes=level.notes,
        view=level.view,
    )


def _polygon(shape: Obstacle, turn: Turn) -> Obstacle:
    """A circle stays one; what was drawn as anything else is a polygon from now on."""
    origin = POLYGON
    if shape.origin.shape == "circle":
        x, y, radius = shape.origin.parameters
        origin = DrawnAs("circle", (*turn.point(x, y), radius), shape.origin.tolerance)
    return shape.with_rings([turn.ring(ring) for ring in shape.rings], origin)


def _timed(change: Timed, turn: Turn) -> Timed:
    if isinstance(change, Door):
        return replace(change, area=turn.box(change.area))
    return replace(change, path=tuple(turn.offset(*p) for p in change.path))
