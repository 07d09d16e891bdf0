"""PIBT: every step anew, who has been away longest goes first, and pushes others out of its way.

Paper: K. Okumura, M. Machida, X. Défago, Y. Tamura, "Priority Inheritance with Backtracking for Iterative Multi-agent
Path Finding", Artificial Intelligence 310, 2022. The step is `agents/lattice/pibt`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from sandbox.agents.api import Driver, policies
from sandbox.agents.lattice.lockstep import Lockstep
from sandbox.agents.lattice.pibt_crowd import PibtOptions, new_pibt
from sandbox.agents.resolver.rules import Rule
from sandbox.registry import Help

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sandbox.agents.lattice.crowd import Crowd
    from sandbox.agents.lattice.graph import Lattice
    from sandbox.agents.world import World


@policies.register("pibt", title="PIBT", paper="Okumura et al., Artificial Intelligence 2022", order=90)
@dataclass(frozen=True, slots=True)
class Pibt:
    """Step by step: who has been away longest goes first, others make room, whoever they displace."""

    swap: Annotated[bool, Help("two who must change places pull back to a junction")] = True
    rising: Annotated[bool, Help("who is away longest goes first")] = True

    rule: ClassVar[Rule] = Rule.RIGHT

    def drive(self, world: World) -> Driver:
        """Step."""
        return _Pibt(world, self)


class _Pibt(Lockstep):
    def __init__(self, world: World, policy: Pibt) -> None:
        self.policy = policy
        super().__init__(world)

    def gather(self, lattice: Lattice, starts: NDArray[np.int32], goals: NDArray[np.int32]) -> Crowd:
        """A crowd that decides step by step."""
        options = PibtOptions(swap=self.policy.swap, rising=self.policy.rising)
        return new_pibt(lattice, starts, goals, options, self.world.settings.seed)
