"""A walk through a nondeterministic world: states, what was done, how it turned out; and the plan for it. No pixels."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from sandbox.games.worlds.api import Results, State, World, state_of
from sandbox.gametree.api import Limits
from sandbox.gametree.contingency.api import Planned, world_planners
from sandbox.registry import Entry
from sandbox.ui.jobs import Stop

ENOUGH = 200_000  # states that a planner looks at
USUAL = ""  # a plan without cycles, or if there is none one with them


class Walk:
    """One walk. How actions turn out follows from the seed and the number of steps made."""

    def __init__(
        self, entry: Entry[World], options: Mapping[str, Any] | None = None, start: str = "-", seed: int = 1
    ) -> None:
        self.entry, self.options, self.seed = entry, dict(options or {}), seed
        self.world: World = entry.create(self.options)
        self.states: list[State] = [state_of(self.world, start)]
        self.steps: list[str] = []
        self.at = 0
        self.pending = ""  # the action of which is asked how it turns out

    @property
    def state(self) -> State:
        """Where one is."""
        return self.states[self.at]

    @property
    def over(self) -> bool:
        """Whether this is a goal."""
        return self.world.is_goal(self.state)

    @property
    def actions(self) -> Results:
        """What can be done here."""
        return self.world.results(self.state)

    def do(self, action: str, turned_out: State = "") -> None:
        """Do something; chance decides how it turns out, unless that is said."""
        ways = self.actions[action]
        after = turned_out or random.Random(f"{self.seed} {self.at}").choice(ways)
        del self.steps[self.at :], self.states[self.at + 1 :]
        self.steps.append(action)
        self.states.append(after)
        self.at += 1
        self.pending = ""

    def go(self, at: int) -> None:
        """Look at another moment."""
        self.at = min(max(at, 0), len(self.steps))
        self.pending = ""

    @property
    def caption(self) -> str:
        """Where one is, in words."""
        if self.over:
            return f"State {self.state}: a goal, after {self.at} actions"
        if self.pending:
            return f"How does {self.pending} turn out?"
        return f"State {self.state}" + ("" if self.actions else ": a dead end")


def plan_from(world: World, start: State, key: str, stop: Stop) -> tuple[str, Planned]:
    """A plan, and who found it."""
    limits = Limits(nodes=ENOUGH, stop=stop)
    keys = [key] if key else list(world_planners.keys())
    for who in keys[:-1]:
        found = world_planners[who].create().plan(world, start, limits)
        if found.plan is not None or stop[0]:
            return who, found
    return keys[-1], world_planners[keys[-1]].create().plan(world, start, limits)
