"""PIBT: at every step whoever has been away from its goal longest goes first, and pushes others out of its way.

Paper: K. Okumura, M. Machida, X. Défago, Y. Tamura, "Priority Inheritance with Backtracking for Iterative Multi-agent
Path Finding", Artificial Intelligence 310, 2022. The step is `agents/lattice/pibt`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from sandbox.agents.api import Driven, policies
from sandbox.agents.lattice.lockstep import Lockstep
from sandbox.agents.lattice.pibt_crowd import PibtOptions, new_pibt
from sandbox.agents.resolver.rules import Rule
from sandbox.registry import Help

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sandbox.agents.lattice.crowd import Crowd
    from sandbox.agents.lattice.graph import Lattice


class _Pibt(Lockstep["Pibt"]):
    def gather(self, lattice: Lattice, starts: NDArray[np.int32], goals: NDArray[np.int32]) -> Crowd:
        """A crowd that decides step by step."""
        options = PibtOptions(swap=self.policy.swap, rising=self.policy.rising)
        return new_pibt(lattice, starts, goals, options, self.world.settings.seed)


@policies.register("pibt", title="PIBT", paper="Okumura et al., Artificial Intelligence 2022", order=90)
@dataclass(frozen=True, slots=True)
class Pibt(Driven):
    """Step by step: who has been away longest goes first, others make room, whoever they displace."""

    swap: Annotated[bool, Help("two who must change places pull back to a junction")] = True
    rising: Annotated[bool, Help("who is away longest goes first")] = True

    rule: ClassVar[Rule] = Rule.RIGHT
    driver: ClassVar = _Pibt
