"""When two discs touch, or a disc and a wall: to the last bit, and the same whoever asks, however often.

Contact is at the sum of the radii plus a hair, `BAND`: rounding then never turns a touch into an overlap. The two
discs of a pair are always taken in the order of their numbers, and their places at the later of their two times: so
the answer is a pure function of the two states, and logs are the same whatever broad phase finds the pairs.

    d(t) = p + v t,  |d(t)| = D      v·v t² + 2 p·v t + (p·p - D²) = 0,  the smaller root, in its stable form
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import numpy as np

from sandbox.agents.crowd import Crowd
from sandbox.agents.space.walls import Walls
from sandbox.kernels.jit import kernel

BAND = 1e-7  # the gap kept at a contact, in cells; coordinates are below 2^11, where rounding is 2e-13
NEVER = np.inf


@kernel(counted=False)
def first_root(px: float, py: float, vx: float, vy: float, distance: float, horizon: float) -> float:
    """When the point p, moving with v, comes as near to the origin as this; NEVER if not within the horizon."""
    toward = px * vx + py * vy
    if toward >= 0.0:
        return NEVER
    outside = px * px + py * py - distance * distance
    if outside <= 0.0:
        return 0.0  # within the band, and approaching
    if outside > -2.0 * toward * horizon:
        return NEVER  # too far for any root within the horizon: no square root for most pairs
    root = toward * toward - (vx * vx + vy * vy) * outside
    if root < 0.0:
        return NEVER
    t = outside / (np.sqrt(root) - toward)
    return t if t <= horizon else NEVER


@kernel(counted=False)
def pair_time(crowd: Crowd, i: int, j: int, end: float) -> float:
    """When discs i < j first touch, before the end of the tick; NEVER if they do not."""
    begin = max(crowd.since[i], crowd.since[j])
    own, other = begin - crowd.since[i], begin - crowd.since[j]
    px = (crowd.x[j] + crowd.vx[j] * other) - (crowd.x[i] + crowd.vx[i] * own)
    py = (crowd.y[j] + crowd.vy[j] * other) - (crowd.y[i] + crowd.vy[i] * own)
    distance = crowd.radius[i] + crowd.radius[j] + BAND
    return begin + first_root(px, py, crowd.vx[j] - crowd.vx[i], crowd.vy[j] - crowd.vy[i], distance, end - begin)


@kernel(counted=False)
def wall_time(crowd: Crowd, i: int, walls: Walls, wall: int, end: float) -> float:
    """When disc i first touches a wall, its sides or one of its ends, before the end of the tick."""
    ax, ay = walls.ends[wall, 0], walls.ends[wall, 1]
    ex, ey, length = walls.along[wall, 0], walls.along[wall, 1], walls.along[wall, 2]
    px, py = crowd.x[i] - ax, crowd.y[i] - ay
    vx, vy = crowd.vx[i], crowd.vy[i]
    distance = crowd.radius[i] + BAND
    horizon = end - crowd.since[i]
    best = min(
        first_root(px, py, vx, vy, distance, horizon),
        first_root(crowd.x[i] - walls.ends[wall, 2], crowd.y[i] - walls.ends[wall, 3], vx, vy, distance, horizon),
    )
    side, across = ex * py - ey * px, ex * vy - ey * vx
    if side < 0.0:
        side, across = -side, -across
    if across < 0.0:
        t = max(0.0, (side - distance) / -across)
        foot = ex * (px + vx * t) + ey * (py + vy * t)
        if t <= horizon and 0.0 <= foot <= length and t < best:
            best = t
    return crowd.since[i] + best
