"""Where discs cannot go: every side of every obstacle as a segment, and which of them are near a place.

The sides are the outlines of blocked terrain, the edges of polygons, and the level's border. Where obstacles overlap
some sides lie inside others; no disc gets there, so they do no harm. Each unit cell lists the walls that a disc whose
centre is in it may touch within a tick.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sandbox.kernels.arrays import Floats, Int32s, Int64s
from sandbox.kernels.jit import kernel
from sandbox.level.obstacles import UNITS

if TYPE_CHECKING:
    from sandbox.level.model import Level


class Walls(NamedTuple):
    """Segments, and lists of them by cell: those of cell c are `near[starts[c] : starts[c + 1]]`."""

    ends: Floats  # [walls, 4] x0, y0, x1, y1 in cells
    along: Floats  # [walls, 3] direction of length 1, length
    starts: Int64s  # [width · height + 1]
    near: Int32s  # numbers of walls
    width: int  # cells in a row
    height: int
    margin: float  # how far from a cell its walls are listed


def walls_of(level: Level, margin: float) -> Walls:
    """The walls of a level, listed as far from a cell as a disc reaches within a tick."""
    ends = segments_of(level)
    along = ends[:, 2:] - ends[:, :2]
    length = np.sqrt(along[:, 0] * along[:, 0] + along[:, 1] * along[:, 1])
    directions = np.column_stack([along / length[:, None], length])
    width, height = level.width, level.height
    starts = np.zeros(width * height + 1, np.int64)
    list_walls(ends, margin, width, height, starts, np.zeros(0, np.int32))
    near = np.zeros(int(starts[-1]), np.int32)
    list_walls(ends, margin, width, height, starts, near)
    return Walls(ends, directions, starts, near, width, height, margin)


def segments_of(level: Level) -> Floats:
    """[n, 4]: the outlines of terrain, the polygons' edges and the border, in cells."""
    width, height = float(level.width), float(level.height)
    border = np.array([(0, 0, width, 0), (width, 0, width, height), (width, height, 0, height), (0, height, 0, 0)])
    sides = [border, level.derived.boundary.segments().astype(np.float64)]
    for obstacle in level.polygons.values():
        for ring in obstacle.rings:
            corners = ring.astype(np.float64) / UNITS
            sides.append(np.column_stack([corners, np.roll(corners, -1, axis=0)]))
    return np.ascontiguousarray(np.concatenate(sides), np.float64)


@kernel
def list_walls(ends: Floats, margin: float, width: int, height: int, starts: Int64s, near: Int32s) -> None:
    """List walls by cell, by counting. Called twice: without room it makes `starts`, then it fills `near`.

    A wall is listed by the cells whose centre is no farther from its line than half a diagonal and the margin.
    """
    counting = near.shape[0] == 0
    if counting:
        starts[:] = 0
    reach = margin + 0.7072  # half the diagonal of a cell
    for wall in range(ends.shape[0]):
        x0, x1 = min(ends[wall, 0], ends[wall, 2]), max(ends[wall, 0], ends[wall, 2])
        y0, y1 = min(ends[wall, 1], ends[wall, 3]), max(ends[wall, 1], ends[wall, 3])
        for y in range(max(int(y0 - margin), 0), min(int(y1 + margin), height - 1) + 1):
            for x in range(max(int(x0 - margin), 0), min(int(x1 + margin), width - 1) + 1):
                if line_apart(ends, wall, x + 0.5, y + 0.5) > reach:
                    continue
                cell = y * width + x
                if counting:
                    starts[cell + 1] += 1
                else:
                    near[starts[cell]] = wall
                    starts[cell] += 1
    if counting:
        for cell in range(width * height):
            starts[cell + 1] += starts[cell]
    else:
        for cell in range(width * height, 0, -1):
            starts[cell] = starts[cell - 1]
        starts[0] = 0


@kernel(counted=False)
def line_apart(ends: Floats, wall: int, x: float, y: float) -> float:
    """How far a point is from the line through a wall."""
    ex, ey = ends[wall, 2] - ends[wall, 0], ends[wall, 3] - ends[wall, 1]
    across = ex * (y - ends[wall, 1]) - ey * (x - ends[wall, 0])
    return abs(across) / np.sqrt(ex * ex + ey * ey)


@kernel(counted=False)
def foot(walls: Walls, wall: int, x: float, y: float) -> tuple[float, float]:
    """The point of a wall that is nearest to another."""
    ax, ay, length = walls.ends[wall, 0], walls.ends[wall, 1], walls.along[wall, 2]
    at = (x - ax) * walls.along[wall, 0] + (y - ay) * walls.along[wall, 1]
    if at <= 0.0:
        return ax, ay
    if at >= length:
        return walls.ends[wall, 2], walls.ends[wall, 3]
    return ax + walls.along[wall, 0] * at, ay + walls.along[wall, 1] * at


@kernel(counted=False)
def cell_at(walls: Walls, x: float, y: float) -> int:
    """The cell of a point, the nearest one for points on the far borders."""
    column, row = min(max(int(x), 0), walls.width - 1), min(max(int(y), 0), walls.height - 1)
    return row * walls.width + column


@kernel
def room_at(walls: Walls, x: float, y: float) -> float:
    """How far the nearest wall is, as far as walls are listed: the margin at most."""
    best = walls.margin
    cell = cell_at(walls, x, y)
    for k in range(walls.starts[cell], walls.starts[cell + 1]):
        fx, fy = foot(walls, walls.near[k], x, y)
        apart = np.sqrt((fx - x) * (fx - x) + (fy - y) * (fy - y))
        best = min(best, apart)
    return best
