"""Stop and wait: an agent that foresees a collision with one of higher priority stands still until it has passed.

Priorities are a total order, so nobody waits in a circle; but somebody may stand in the way of whom it waits for. Such
a deadlock is named, and the order of its members turned round: who went last goes first.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.api import Driven, Driver, Horizon, policies
from sandbox.agents.crowd import Crowd
from sandbox.agents.foresight import collision, sooner, watch
from sandbox.agents.record.encounters import NONE
from sandbox.agents.resolver.nearby import Nearby
from sandbox.agents.resolver.rules import Rule
from sandbox.kernels.jit import kernel
from sandbox.registry import Help

if TYPE_CHECKING:
    from sandbox.agents.world import World

ROOM = 0.05  # cells that two keep between them where they can


class _StopAndWait(Driver["StopAndWait"]):
    def __init__(self, world: World, policy: StopAndWait) -> None:
        super().__init__(world, policy)
        self.seen = watch(world, policy.horizon)
        self.waited = np.full(world.crowd.size, NONE)  # for whom each waited in the tick before
        self.memory = {"waited": self.waited}

    def wish(self) -> None:
        """Stop whoever has to wait."""
        if not self.policy.wait:
            return
        world = self.world
        give_way(world.crowd, self.seen.lists(), self.policy.horizon, self.waits)
        world.log.add_waits(world.tick, self.waited, self.waits)
        self.waited[:] = self.waits

    def unlock(self, agents: NDArray[np.int64]) -> None:
        """Who went last goes first."""
        if self.policy.turn_round:
            rank = self.world.crowd.rank
            order = agents[np.argsort(rank[agents])]
            rank[order] = rank[order[::-1]]


@policies.register("stop-and-wait", title="Stop and wait", order=30)
@dataclass(frozen=True, slots=True)
class StopAndWait(Driven):
    """The agent of lower priority stops until the other has passed."""

    horizon: Horizon = 1.0
    wait: Annotated[bool, Help("stop for who goes first; off: only at a contact")] = True
    turn_round: Annotated[bool, Help("turn priorities round within a deadlock")] = True

    rule: ClassVar[Rule] = Rule.SLIDE
    driver: ClassVar = _StopAndWait


@kernel
def give_way(crowd: Crowd, lists: Nearby, horizon: float, waits: NDArray[np.int64]) -> None:
    """Find out who waits for whom, then stop them. Modified: crowd's velocities, waits."""
    for i in range(waits.shape[0]):
        soonest = np.inf
        if crowd.presence[i] != 1 or (crowd.vx[i] == 0.0 and crowd.vy[i] == 0.0):
            continue
        for k in range(lists.starts[i], lists.ends[i]):
            j = np.int64(lists.who[k])
            time = collision(crowd, i, j, horizon, ROOM)
            if crowd.rank[j] < crowd.rank[i] and sooner(time, j, soonest, waits[i]):
                soonest, waits[i] = time, j
    for i in range(waits.shape[0]):
        if waits[i] >= 0:
            crowd.vx[i], crowd.vy[i] = 0.0, 0.0
