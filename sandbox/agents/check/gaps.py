"""The smallest gaps within a tick: between discs, and between discs and what is blocked."""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.check.pieces import Pieces
from sandbox.kernels.arrays import Floats
from sandbox.kernels.jit import kernel

BUCKETS = 1 << 16
FARTHEST = 1e6  # cells: a place beyond is none


class Surroundings(NamedTuple):
    """What is blocked."""

    blocked: NDArray[np.bool_]  # [height, width] cells
    edges: Floats  # [n, 4] of polygons
    starts: NDArray[np.int64]  # [height · width + 1] which edges' boxes lie within `judge.FAR` cells of a cell
    near: NDArray[np.int32]


@kernel
def hashed(x: float, y: float, side: float) -> int:
    """A bucket for a place."""
    column, row = int(np.floor(x / side)), int(np.floor(y / side))
    return (column * 73856093 ^ row * 19349663) & (BUCKETS - 1)


@kernel
def least_gap(
    pieces: Pieces, radius: Floats, here: NDArray[np.bool_], side: float, end: float
) -> tuple[float, int, int]:
    """The smallest gap of any two discs at any moment of the tick, and whose. `side`: farther apart none can meet."""
    count = radius.shape[0]
    heads = np.full(BUCKETS, -1, np.int64)
    following = np.empty(count, np.int64)
    best, one, two = np.inf, -1, -1
    for i in range(count):
        if not here[i]:
            continue
        x, y = pieces.place[pieces.starts[i], 0], pieces.place[pieces.starts[i], 1]
        if not is_place(x, y):
            return -np.inf, i, i
        for dy in range(-1, 2):
            for dx in range(-1, 2):
                j = heads[hashed(x + dx * side, y + dy * side, side)]
                while j >= 0:
                    gap = pair_gap(pieces, i, j, end) - radius[i] - radius[j]
                    if not gap >= best:
                        best, one, two = gap, j, i
                    j = following[j]
        bucket = hashed(x, y, side)
        following[i] = heads[bucket]
        heads[bucket] = i
    return best, one, two


@kernel(counted=False)
def is_place(x: float, y: float) -> bool:
    """Whether these are numbers, and not far beyond any level."""
    return abs(x) + abs(y) < FARTHEST


@kernel(counted=False)
def pair_gap(pieces: Pieces, i: int, j: int, end: float) -> float:
    """How near two centres come: piece beside piece."""
    a, b = pieces.starts[i], pieces.starts[j]
    last_a, last_b = pieces.starts[i + 1] - 1, pieces.starts[j + 1] - 1
    best = np.inf
    while True:
        until_a = pieces.time[a + 1] if a < last_a else end
        until_b = pieces.time[b + 1] if b < last_b else end
        begin, until = max(pieces.time[a], pieces.time[b]), min(until_a, until_b)
        best = min(best, nearest_approach(pieces, a, b, begin, until))
        if a == last_a and b == last_b:
            return best
        if b == last_b or (a < last_a and until_a <= until_b):
            a += 1
        else:
            b += 1


@kernel(counted=False)
def nearest_approach(pieces: Pieces, a: int, b: int, begin: float, until: float) -> float:
    """The least distance of two points that move in straight lines from one moment to another."""
    px = (pieces.place[b, 0] + pieces.speed[b, 0] * (begin - pieces.time[b])) - (
        pieces.place[a, 0] + pieces.speed[a, 0] * (begin - pieces.time[a])
    )
    py = (pieces.place[b, 1] + pieces.speed[b, 1] * (begin - pieces.time[b])) - (
        pieces.place[a, 1] + pieces.speed[a, 1] * (begin - pieces.time[a])
    )
    vx, vy = pieces.speed[b, 0] - pieces.speed[a, 0], pieces.speed[b, 1] - pieces.speed[a, 1]
    square = vx * vx + vy * vy
    t = 0.0
    if square > 0.0:
        t = min(max(-(px * vx + py * vy) / square, 0.0), max(until - begin, 0.0))
    x, y = px + vx * t, py + vy * t
    return np.sqrt(x * x + y * y)


@kernel
def least_room(
    pieces: Pieces, radius: Floats, here: NDArray[np.bool_], ground: Surroundings, end: float
) -> tuple[float, int]:
    """The smallest gap of any disc to what is blocked, or to the border, at any moment of the tick; and whose."""
    best, who = np.inf, -1
    for i in range(radius.shape[0]):
        if not here[i]:
            continue
        last = pieces.starts[i + 1] - 1
        for k in range(pieces.starts[i], last + 1):
            span = (pieces.time[k + 1] if k < last else end) - pieces.time[k]
            x, y = pieces.place[k, 0], pieces.place[k, 1]
            x2, y2 = x + pieces.speed[k, 0] * span, y + pieces.speed[k, 1] * span
            gap = -np.inf
            if is_place(x, y) and is_place(x2, y2):
                gap = room_of(ground, x, y, x2, y2, radius[i]) - radius[i]
            if not gap >= best:
                best, who = gap, i
    return best, who


@kernel(counted=False)
def room_of(ground: Surroundings, x: float, y: float, x2: float, y2: float, radius: float) -> float:
    """How near a straight piece of a way comes to anything blocked, as far as the radius matters."""
    height, width = ground.blocked.shape
    best = min(x, x2, y, y2, width - max(x, x2), height - max(y, y2))
    reach = radius + 1e-6
    left, right = int(np.floor(min(x, x2) - reach)), int(np.floor(max(x, x2) + reach))
    top, bottom = int(np.floor(min(y, y2) - reach)), int(np.floor(max(y, y2) + reach))
    for row in range(max(top, 0), min(bottom, height - 1) + 1):
        for column in range(max(left, 0), min(right, width - 1) + 1):
            if ground.blocked[row, column]:
                best = min(best, square_apart(x, y, x2, y2, column, row))
            cell = row * width + column
            for k in range(ground.starts[cell], ground.starts[cell + 1]):
                e = ground.edges[ground.near[k]]
                best = min(best, apart(x, y, x2, y2, e[0], e[1], e[2], e[3]))
    return best


@kernel(counted=False)
def square_apart(x: float, y: float, x2: float, y2: float, column: float, row: float) -> float:
    """How far a segment is from a unit cell: 0 if it starts inside."""
    if column < x < column + 1 and row < y < row + 1:
        return 0.0
    best = apart(x, y, x2, y2, column, row, column + 1.0, row)
    best = min(best, apart(x, y, x2, y2, column + 1.0, row, column + 1.0, row + 1.0))
    best = min(best, apart(x, y, x2, y2, column, row + 1.0, column + 1.0, row + 1.0))
    return min(best, apart(x, y, x2, y2, column, row, column, row + 1.0))


@kernel(counted=False)
def apart(ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float) -> float:
    """The distance of two segments: 0 if they cross, else from an end of one to the other."""
    if (
        turn(ax, ay, bx, by, cx, cy) * turn(ax, ay, bx, by, dx, dy) < 0.0
        and turn(cx, cy, dx, dy, ax, ay) * turn(cx, cy, dx, dy, bx, by) < 0.0
    ):
        return 0.0
    best = min(to_segment(ax, ay, cx, cy, dx, dy), to_segment(bx, by, cx, cy, dx, dy))
    return min(best, to_segment(cx, cy, ax, ay, bx, by), to_segment(dx, dy, ax, ay, bx, by))


@kernel(counted=False)
def turn(ax: float, ay: float, bx: float, by: float, cx: float, cy: float) -> float:
    """On which side of a → b the point c lies, by sign."""
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


@kernel(counted=False)
def to_segment(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    """How far a point is from a segment."""
    ex, ey = bx - ax, by - ay
    square = ex * ex + ey * ey
    t = 0.0
    if square > 0.0:
        t = min(max(((x - ax) * ex + (y - ay) * ey) / square, 0.0), 1.0)
    px, py = ax + t * ex - x, ay + t * ey - y
    return np.sqrt(px * px + py * py)
