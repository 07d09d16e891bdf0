"""Drivers whose agents dodge each other before a contact: whom each dodges is remembered, and written down."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeVar

import numpy as np

from sandbox.agents.api import Driver, Policy
from sandbox.agents.foresight import watch
from sandbox.agents.record.encounters import NONE

if TYPE_CHECKING:
    from sandbox.agents.record.log import Act
    from sandbox.agents.world import World


class LooksAhead(Policy, Protocol):
    """A policy with a horizon."""

    @property
    def horizon(self) -> float:
        """How far ahead it looks, in seconds."""


P = TypeVar("P", bound=LooksAhead)


class Dodging(Driver[P]):
    """Each agent dodges at most one other at a time."""

    act: ClassVar[Act]  # what it is called

    def __init__(self, world: World, policy: P) -> None:
        super().__init__(world, policy)
        self.seen = watch(world, policy.horizon)
        self.dodged = np.full(world.crowd.size, NONE)  # for whom each does it
        self.memory = {"dodged": self.dodged}

    def wish(self) -> None:
        """Dodge, and write down who began to."""
        before = self.dodged.copy()
        self.dodge()
        self.world.log.add_changes(self.world.tick, self.act, before, self.dodged)

    @abstractmethod
    def dodge(self) -> None:
        """Turn who has to. Modified: the crowd's velocities, dodged."""
