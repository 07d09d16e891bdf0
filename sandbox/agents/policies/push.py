"""Push aside: an agent that stands in another's way makes room, and goes back to its place afterwards.

Those who have arrived step aside for walkers; of two walkers that go against each other the one that goes later does.
What still touches is pushed as equal masses are (the rule of contact PUSH).
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.api import Driven, Horizon, policies
from sandbox.agents.crowd import Crowd
from sandbox.agents.dodging import Dodging
from sandbox.agents.foresight import MOST_ROOM, collision, opposed, sooner
from sandbox.agents.record.log import Act
from sandbox.agents.resolver.nearby import Nearby
from sandbox.agents.resolver.rules import Rule
from sandbox.kernels.jit import kernel
from sandbox.registry import Help


class _Push(Dodging["Push"]):
    act = Act.ASIDE

    def dodge(self) -> None:
        """Step aside."""
        if self.policy.aside:
            world = self.world
            step_aside(world.crowd, self.seen.lists(), world.arrived, self.policy.horizon, self.dodged)


@policies.register("push", title="Push aside", order=40)
@dataclass(frozen=True, slots=True)
class Push(Driven):
    """Who stands in the way of another makes room for it, and comes back."""

    horizon: Horizon = 1.2
    aside: Annotated[bool, Help("make room before a contact; off: only be pushed")] = True

    rule: ClassVar[Rule] = Rule.PUSH
    driver: ClassVar = _Push


@kernel
def step_aside(
    crowd: Crowd, lists: Nearby, arrived: NDArray[np.int64], horizon: float, room_for: NDArray[np.int64]
) -> None:
    """Find out who makes room for whom, then have them step aside. Modified: crowd's velocities, room_for."""
    for i in range(room_for.shape[0]):
        soonest, room_for[i] = np.inf, -1
        if crowd.presence[i] != 1:
            continue
        for k in range(lists.starts[i], lists.ends[i]):
            j = lists.who[k]
            if arrived[j] >= 0 or not (arrived[i] >= 0 or (crowd.rank[j] < crowd.rank[i] and opposed(crowd, i, j))):
                continue
            time = collision(crowd, i, j, horizon, MOST_ROOM)
            if sooner(time, j, soonest, room_for[i]):
                soonest, room_for[i] = time, j
    for i in range(room_for.shape[0]):
        j = room_for[i]
        if j < 0:
            continue
        length = np.sqrt(crowd.vx[j] * crowd.vx[j] + crowd.vy[j] * crowd.vy[j])
        if length == 0.0:
            continue
        nx, ny = -crowd.vy[j] / length, crowd.vx[j] / length
        off = (crowd.x[i] - crowd.x[j]) * nx + (crowd.y[i] - crowd.y[j]) * ny
        speed = crowd.speed[i] if off >= 0.0 else -crowd.speed[i]
        crowd.vx[i], crowd.vy[i] = nx * speed, ny * speed
