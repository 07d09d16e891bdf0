"""Keep right: an agent that sees another ahead, coming towards it or standing, passes on its own right.

The rule of contact is RIGHT: what a contact takes of the speed ahead is spent to the right. Lanes form by themselves.
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
from sandbox.agents.foresight import first_oncoming
from sandbox.agents.record.log import Act
from sandbox.agents.resolver.nearby import Nearby
from sandbox.agents.resolver.rules import Rule
from sandbox.kernels.jit import kernel
from sandbox.registry import Help

COSINE, SINE = 0.8, 0.6  # of the turn to the right: 37 degrees


class _KeepRight(Dodging["KeepRight"]):
    act = Act.SWERVE

    def dodge(self) -> None:
        """Turn to the right of whoever comes."""
        if self.policy.swerve:
            swerve(self.world.crowd, self.seen.lists(), self.policy.horizon, self.dodged)


@policies.register("keep-right", title="Keep right", order=50)
@dataclass(frozen=True, slots=True)
class KeepRight(Driven):
    """Oncoming agents pass each other on their right, as people do; lanes form by themselves."""

    horizon: Horizon = 1.5
    swerve: Annotated[bool, Help("turn before a contact too, not only at it")] = True

    rule: ClassVar[Rule] = Rule.RIGHT
    driver: ClassVar = _KeepRight


@kernel
def swerve(crowd: Crowd, lists: Nearby, horizon: float, past: NDArray[np.int64]) -> None:
    """Find out whom each meets, then turn: nobody's turn is seen by another. Modified: crowd's velocities, past."""
    for i in range(past.shape[0]):
        walks = crowd.presence[i] == 1 and (crowd.vx[i] != 0.0 or crowd.vy[i] != 0.0)
        past[i] = first_oncoming(crowd, lists, i, horizon) if walks else -1
    for i in range(past.shape[0]):
        if past[i] >= 0:
            vx, vy = crowd.vx[i], crowd.vy[i]
            crowd.vx[i] = COSINE * vx - SINE * vy
            crowd.vy[i] = SINE * vx + COSINE * vy
