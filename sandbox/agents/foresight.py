"""What agents see coming: with whom each would collide first if all went on as they wish, and when."""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sandbox.agents.crowd import Crowd
from sandbox.agents.resolver.contact import first_root
from sandbox.agents.resolver.nearby import Nearby, Neighbours
from sandbox.kernels.jit import kernel

if TYPE_CHECKING:
    from sandbox.agents.world import World

SLACK = 1.0  # cells: these lists are longer than the resolver's, and made less often
FARTHEST = 4.0  # cells that anybody looks ahead
MOST_ROOM = 0.1  # cells beyond a touch at which anybody speaks of a collision


def watch(world: World, horizon: float) -> Neighbours:
    """Lists of whom each may collide with within so many seconds, or sees within `FARTHEST`."""
    return Neighbours(world.crowd, min(2 * world.fastest * horizon + MOST_ROOM, FARTHEST), SLACK)


@kernel(counted=False)
def collision(crowd: Crowd, i: int, j: int, horizon: float, room: float) -> float:
    """Seconds until two, going on as they wish, come nearer than `room` to a touch; infinite beyond the horizon."""
    px, py = crowd.x[j] - crowd.x[i], crowd.y[j] - crowd.y[i]
    vx, vy = crowd.vx[j] - crowd.vx[i], crowd.vy[j] - crowd.vy[i]
    farthest = crowd.radius[i] + crowd.radius[j] + FARTHEST
    if px * px + py * py > farthest * farthest:
        return np.inf  # lists have slack: what is seen must not depend on when they were made
    return first_root(px, py, vx, vy, crowd.radius[i] + crowd.radius[j] + room, horizon)


@kernel(counted=False)
def opposed(crowd: Crowd, i: int, j: int) -> bool:
    """Whether two go against each other."""
    return crowd.vx[i] * crowd.vx[j] + crowd.vy[i] * crowd.vy[j] < 0.0


@kernel(counted=False)
def ahead(crowd: Crowd, i: int, j: int) -> bool:
    """Whether j is in front of i, as i goes."""
    return (crowd.x[j] - crowd.x[i]) * crowd.vx[i] + (crowd.y[j] - crowd.y[i]) * crowd.vy[i] > 0.0


@kernel(counted=False)
def stands(crowd: Crowd, i: int) -> bool:
    """Whether an agent wishes to stay where it is."""
    return crowd.vx[i] * crowd.vx[i] + crowd.vy[i] * crowd.vy[i] < 1e-6


@kernel(counted=False)
def sooner(time: float, j: int, soonest: float, who: int) -> bool:
    """Whether a collision comes before the soonest so far; of equal ones the lower number does."""
    return time < soonest or (time == soonest and time < np.inf and j < who)


@kernel(counted=False)
def first_oncoming(crowd: Crowd, lists: Nearby, i: int, horizon: float) -> int:
    """Who of those ahead that come against an agent, or stand, it would collide with first; -1 for nobody."""
    soonest, who = np.inf, -1
    for k in range(lists.starts[i], lists.ends[i]):
        j = lists.who[k]
        if not ahead(crowd, i, j) or not (opposed(crowd, i, j) or stands(crowd, j)):
            continue
        time = collision(crowd, i, j, horizon, MOST_ROOM)
        if sooner(time, j, soonest, who):
            soonest, who = time, np.int64(j)
    return who
