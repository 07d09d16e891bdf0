"""Whether a disc can go straight from one point to another: cell by cell along the way, past the walls listed there.

J. Amanatides, A. Woo, "A fast voxel traversal algorithm for ray tracing", Eurographics 1987, for the cells.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import numpy as np

from sandbox.agents.space.walls import Walls, cell_at
from sandbox.kernels.jit import kernel

SHARE = 0.999  # of the radius: ways round corners touch them, and their arcs are given as chords


@kernel(counted=False)
def clear(walls: Walls, x: float, y: float, x2: float, y2: float, radius: float) -> bool:
    """Whether nothing is nearer to the segment than the radius. Walls are listed within the radius at least."""
    dx, dy = x2 - x, y2 - y
    column, row = int(x), int(y)
    step_x, step_y = (1 if dx > 0.0 else -1), (1 if dy > 0.0 else -1)
    next_x = ((column + (1 if dx > 0.0 else 0)) - x) / dx if dx != 0.0 else np.inf
    next_y = ((row + (1 if dy > 0.0 else 0)) - y) / dy if dy != 0.0 else np.inf
    each_x = 1.0 / abs(dx) if dx != 0.0 else np.inf
    each_y = 1.0 / abs(dy) if dy != 0.0 else np.inf
    while True:
        cell = cell_at(walls, column + 0.5, row + 0.5)
        for k in range(walls.starts[cell], walls.starts[cell + 1]):
            if nearer(walls, walls.near[k], x, y, x2, y2, radius * SHARE):
                return False
        if next_x >= 1.0 and next_y >= 1.0:
            return True
        if next_x < next_y:
            column += step_x
            next_x += each_x
        else:
            row += step_y
            next_y += each_y


@kernel(counted=False)
def nearer(walls: Walls, wall: int, x: float, y: float, x2: float, y2: float, distance: float) -> bool:
    """Whether a segment comes nearer to a wall than a distance, or crosses it."""
    ax, ay, bx, by = walls.ends[wall, 0], walls.ends[wall, 1], walls.ends[wall, 2], walls.ends[wall, 3]
    ex, ey, dx, dy = bx - ax, by - ay, x2 - x, y2 - y
    one, two = ex * (y - ay) - ey * (x - ax), ex * (y2 - ay) - ey * (x2 - ax)
    three, four = dx * (ay - y) - dy * (ax - x), dx * (by - y) - dy * (bx - x)
    if one * two < 0.0 and three * four < 0.0:
        return True
    square = distance * distance
    return (
        off(x, y, ax, ay, ex, ey) < square
        or off(x2, y2, ax, ay, ex, ey) < square
        or off(ax, ay, x, y, dx, dy) < square
        or off(bx, by, x, y, dx, dy) < square
    )


@kernel(counted=False)
def off(px: float, py: float, ax: float, ay: float, ex: float, ey: float) -> float:
    """The squared distance of a point from the segment that starts at a and spans e."""
    px, py = px - ax, py - ay
    length = ex * ex + ey * ey
    t = min(max((px * ex + py * ey) / length, 0.0), 1.0) if length > 0.0 else 0.0
    px, py = px - t * ex, py - t * ey
    return px * px + py * py
