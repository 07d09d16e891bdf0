"""WHCA*: agents on the lattice of cells plan through space and time, and reserve what they plan, a window at a time.

Paper: D. Silver, "Cooperative Pathfinding", AIIDE 2005. The search, and where it departs, is `agents/lattice/windowed`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from sandbox.agents.api import Driven, policies
from sandbox.agents.lattice.lockstep import Lockstep
from sandbox.agents.lattice.windowed import WindowedOptions, new_windowed
from sandbox.agents.resolver.rules import Rule
from sandbox.registry import Help, Range, Unit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sandbox.agents.lattice.crowd import Crowd
    from sandbox.agents.lattice.graph import Lattice


class _Whca(Lockstep["Whca"]):
    def gather(self, lattice: Lattice, starts: NDArray[np.int32], goals: NDArray[np.int32]) -> Crowd:
        """A crowd that plans windows."""
        policy = self.policy
        options = WindowedOptions(
            policy.window,
            min(policy.walked, policy.window),
            edges=policy.edges,
            rising=policy.rising,
            resolve=policy.resolve,
        )
        return new_windowed(lattice, starts, goals, options, self.world.settings.seed)


@policies.register("whca", title="WHCA*", paper="Silver, AIIDE 2005", order=80)
@dataclass(frozen=True, slots=True)
class Whca(Driven):
    """Ways through space and time, reserved a window at a time: nobody meets anybody."""

    window: Annotated[int, Range(4, 64, 1), Unit("steps"), Help("planned and reserved ahead")] = 16
    walked: Annotated[int, Range(0, 64, 1), Unit("steps"), Help("before the next window; 0: half of one")] = 0
    edges: Annotated[bool, Help("nobody changes places with another")] = True
    rising: Annotated[bool, Help("who is away longest plans first")] = True
    resolve: Annotated[bool, Help("a deadlock is resolved by steps of PIBT")] = True

    rule: ClassVar[Rule] = Rule.RIGHT
    driver: ClassVar = _Whca
