"""What finds plans for nondeterministic worlds: registered like engines, asked with a world and a state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from sandbox.games.worlds.api import State, World
from sandbox.gametree.api import Limits, Status
from sandbox.gametree.contingency.plan import Plan
from sandbox.registry import Registry


@dataclass(frozen=True, slots=True)
class Planned:
    """The answer: a plan; or none, and with status DONE there is none. `states` were looked at."""

    plan: Plan | None
    status: Status
    states: int


class WorldPlanner(Protocol):
    """A registered frozen dataclass; its fields are its controls."""

    def plan(self, world: World, start: State, limits: Limits) -> Planned:
        """Find a plan from a state."""


world_planners: Registry[WorldPlanner] = Registry("engine", "sandbox.gametree.contingency")
"""Registered with `order`: who asks less of a plan comes later."""
