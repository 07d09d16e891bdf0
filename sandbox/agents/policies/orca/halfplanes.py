"""The best velocity that keeps to the left of some lines: linear programs in two and three dimensions.

J. van den Berg, S. J. Guy, M. Lin, D. Manocha, "Reciprocal n-Body Collision Avoidance", ISRR 2011, section 5.1:
lines are added one by one; as long as the best velocity so far keeps to a new line's left nothing is to be done, else
the new best lies on that line. Where nothing keeps to all, the largest violation is made least (section 5.3).
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import numpy as np

from sandbox.kernels.arrays import Floats
from sandbox.kernels.jit import kernel

PARALLEL = 1e-5


@kernel(counted=False)
def on_line(lines: Floats, k: int, most: float, x: float, y: float, along: bool) -> tuple[bool, float, float]:
    """The best point of line k within the speed limit, left of the lines before it; False if there is none.

    Best is what is nearest to (x, y), or, with `along`, farthest in that direction.
    """
    px, py, dx, dy = lines[k, 0], lines[k, 1], lines[k, 2], lines[k, 3]
    dot = px * dx + py * dy
    inner = dot * dot + most * most - px * px - py * py
    if inner < 0.0:
        return False, 0.0, 0.0
    root = np.sqrt(inner)
    low, high = -dot - root, root - dot
    for i in range(k):
        across = dx * lines[i, 3] - dy * lines[i, 2]
        beyond = lines[i, 2] * (py - lines[i, 1]) - lines[i, 3] * (px - lines[i, 0])
        if abs(across) <= PARALLEL:
            if beyond < 0.0:
                return False, 0.0, 0.0
            continue
        t = beyond / across
        if across >= 0.0:
            high = min(high, t)
        else:
            low = max(low, t)
        if low > high:
            return False, 0.0, 0.0
    if along:
        t = high if x * dx + y * dy > 0.0 else low
    else:
        t = min(max(dx * (x - px) + dy * (y - py), low), high)
    return True, px + t * dx, py + t * dy


@kernel(counted=False)
def best(lines: Floats, count: int, most: float, x: float, y: float, along: bool) -> tuple[int, float, float]:
    """The best velocity, and the number of the first line it cannot keep to: `count` if it keeps to all."""
    want_x, want_y = x, y
    square = x * x + y * y
    if along:
        x, y = x * most, y * most
    elif square > most * most:
        share = most / np.sqrt(square)
        x, y = x * share, y * share
    for k in range(count):
        if lines[k, 2] * (lines[k, 1] - y) - lines[k, 3] * (lines[k, 0] - x) > 0.0:
            found, u, v = on_line(lines, k, most, want_x, want_y, along)
            if not found:
                return k, x, y
            x, y = u, v
    return count, x, y


@kernel(counted=False)
def least_violation(
    lines: Floats, work: Floats, walls: int, count: int, first: int, most: float, x: float, y: float
) -> tuple[float, float]:
    """The velocity that breaks the worst line least, from line `first` on; the first `walls` lines are kept to.

    Modified: work.
    """
    worst = 0.0
    for i in range(first, count):
        px, py, dx, dy = lines[i, 0], lines[i, 1], lines[i, 2], lines[i, 3]
        if dx * (py - y) - dy * (px - x) <= worst:
            continue
        rows = walls
        for j in range(walls):
            for column in range(4):
                work[j, column] = lines[j, column]
        for j in range(walls, i):
            ex, ey = lines[j, 2], lines[j, 3]
            across = dx * ey - dy * ex
            if abs(across) <= PARALLEL:
                if dx * ex + dy * ey > 0.0:
                    continue
                work[rows, 0], work[rows, 1] = 0.5 * (px + lines[j, 0]), 0.5 * (py + lines[j, 1])
            else:
                t = (ex * (py - lines[j, 1]) - ey * (px - lines[j, 0])) / across
                work[rows, 0], work[rows, 1] = px + t * dx, py + t * dy
            fx, fy = ex - dx, ey - dy
            length = np.sqrt(fx * fx + fy * fy)
            work[rows, 2], work[rows, 3] = fx / length, fy / length
            rows += 1
        kept, u, v = best(work, rows, most, -dy, dx, True)
        if kept == rows:
            x, y = u, v
        worst = dx * (py - y) - dy * (px - x)
    return x, y
