"""What two discs do when they touch: the rules of contact.

Along the line between the two, each has a speed; they touch because the first goes faster along it than the second.
A rule chooses the one speed both leave with, and what becomes of the speed across:

    STOP       both stand still for the rest of the tick
    SLIDE      nobody is pushed: the line's speed becomes the other's, or 0, whatever is between; across as before
    PUSH       like equal masses: both take the mean
    PRIORITY   the one of lower rank keeps its speed and pushes the other
    RIGHT      as SLIDE, and who was heading into the other spends what it lost to its own right

Afterwards they part at `PARTING` at least, and faster if rounding let them into the band, so that drift cannot add
up. Nobody goes faster than it can: across is cut, never along, or they would touch again at once; and nobody is
pushed faster than it can go.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from enum import IntEnum

import numpy as np

from sandbox.agents.crowd import Crowd
from sandbox.agents.resolver.contact import BAND
from sandbox.agents.space.walls import Walls, foot
from sandbox.kernels.jit import kernel

PARTING = 1e-10  # cells a second that two part with after a contact
MOST_HITS = 12  # contacts of one disc in a tick before it stands still for the rest of it


class Rule(IntEnum):
    """What is done at a contact, by number for the kernels."""

    STOP = 0
    SLIDE = 1
    PUSH = 2
    PRIORITY = 3
    RIGHT = 4


STOP, PUSH, PRIORITY, RIGHT = 0, 2, 3, 4


@kernel(counted=False, inlined=True)
def meet(crowd: Crowd, i: int, j: int, rule: int, rest: float) -> None:
    """Give two touching discs their new velocities. `rest` is the length of a tick. Modified: crowd."""
    nx, ny = crowd.x[j] - crowd.x[i], crowd.y[j] - crowd.y[i]
    apart = np.sqrt(nx * nx + ny * ny)
    nx, ny = nx / apart, ny / apart
    first = crowd.vx[i] * nx + crowd.vy[i] * ny
    second = crowd.vx[j] * nx + crowd.vy[j] * ny  # below first: they approach
    parting = 0.5 * (PARTING + max(0.0, crowd.radius[i] + crowd.radius[j] + BAND - apart) / rest)
    stands_i, stands_j = crowd.hits[i] >= MOST_HITS, crowd.hits[j] >= MOST_HITS
    if stands_i or stands_j:
        common, parting = 0.0, 2.0 * parting
    else:
        common = _common(crowd, i, j, rule, first, second, parting)
    if not stands_i:
        _leave(crowd, i, nx, ny, common - parting, rule == RIGHT and first > 0.0, rule == STOP)
    if not stands_j:
        _leave(crowd, j, nx, ny, common + parting, rule == RIGHT and second < 0.0, rule == STOP)


@kernel(counted=False)
def _common(crowd: Crowd, i: int, j: int, rule: int, first: float, second: float, parting: float) -> float:
    """The speed along the line that both leave with."""
    if rule == PUSH:
        common = 0.5 * (first + second)
    elif rule == PRIORITY:
        common = first if crowd.rank[i] <= crowd.rank[j] else second
    else:
        common = second if second > 0.0 else min(first, 0.0)
    common = min(common, crowd.speed[j] - parting)
    return max(common, parting - crowd.speed[i])


@kernel(counted=False)
def _leave(crowd: Crowd, k: int, nx: float, ny: float, along: float, turns: bool, stops: bool) -> None:
    """Let a disc leave with a speed along the line, and what is left across; count the contact. Modified: crowd."""
    across = crowd.vy[k] * nx - crowd.vx[k] * ny
    if turns:  # the tangent to the right of who looks along the line's direction, or against it
        lost = crowd.vx[k] * crowd.vx[k] + crowd.vy[k] * crowd.vy[k] - along * along
        across = np.sqrt(max(0.0, lost))
        if crowd.vx[k] * nx + crowd.vy[k] * ny < 0.0:
            across = -across
    most = crowd.speed[k] * crowd.speed[k] - along * along
    if across * across > most:
        most = np.sqrt(max(0.0, most))
        across = most if across > 0.0 else -most
    crowd.vx[k] = along * nx - across * ny
    crowd.vy[k] = along * ny + across * nx
    _count_hit(crowd, k, stops)


@kernel(counted=False)
def _count_hit(crowd: Crowd, k: int, stops: bool) -> None:
    """Count a contact; the last one allowed, or a stop, ends the disc's tick. Modified: crowd."""
    crowd.hits[k] += 1
    if stops or crowd.hits[k] >= MOST_HITS:
        crowd.vx[k], crowd.vy[k] = 0.0, 0.0
        crowd.hits[k] = MOST_HITS


@kernel(counted=False)
def graze(crowd: Crowd, k: int, walls: Walls, wall: int, rest: float) -> None:
    """A disc touches a wall: it loses the speed into it, by every rule. Modified: crowd."""
    fx, fy = foot(walls, wall, crowd.x[k], crowd.y[k])
    nx, ny = fx - crowd.x[k], fy - crowd.y[k]
    apart = np.sqrt(nx * nx + ny * ny)
    nx, ny = nx / apart, ny / apart
    along = crowd.vx[k] * nx + crowd.vy[k] * ny
    parting = PARTING + max(0.0, crowd.radius[k] + BAND - apart) / rest
    if along > -parting:
        crowd.vx[k] -= (along + parting) * nx
        crowd.vy[k] -= (along + parting) * ny
    _count_hit(crowd, k, False)
