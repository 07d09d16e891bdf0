"""Strong cyclic planning: a plan that may try again, and comes to a goal if what can happen does happen in the end.

A. Cimatti, M. Pistore, M. Roveri, P. Traverso, "Weak, Strong, and Strong Cyclic Planning via Symbolic Model
Checking", Artificial Intelligence 147, 2003. The largest set of states is found from which actions that never leave
it keep a goal within reach; in it, every state does what brings it nearest.

Departs from it in going through states one by one: worlds here are small.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sandbox.games.worlds.api import State, World
from sandbox.gametree.api import Limits, Status
from sandbox.gametree.contingency.api import Planned, world_planners
from sandbox.gametree.contingency.plan import Plan


@world_planners.register(
    "strong-cyclic",
    title="Strong cyclic planning",
    paper="Cimatti, Pistore, Roveri & Traverso, Weak, Strong, and Strong Cyclic Planning, Artificial Intelligence 2003",
    order=61,
)
@dataclass(frozen=True, slots=True)
class StrongCyclic:
    """A plan that may try again."""

    def plan(self, world: World, start: State, limits: Limits) -> Planned:
        """See contingency/api.py."""
        states = _reachable(world, start)
        alive = set(states)
        while not limits.stop[0]:
            actions = _towards_goals(world, states, alive)
            within = {s for s in alive if s in actions or world.is_goal(s)}
            if within == alive:
                plan = Plan(start, actions) if start in alive else None
                return Planned(plan, Status.DONE, len(states))
            alive = within
        return Planned(None, Status.CANCELLED, len(states))


def _reachable(world: World, start: State) -> list[State]:
    found, known = [start], {start}
    for state in found:  # which grows while it is walked
        if not world.is_goal(state):
            new = dict.fromkeys(s for results in world.results(state).values() for s in results if s not in known)
            known |= new.keys()
            found += new
    return found


def _towards_goals(world: World, states: Iterable[State], alive: set[State]) -> dict[State, str]:
    """For each state that can come nearer without leaving the set: how; ring by ring around the goals."""
    near = {s for s in alive if world.is_goal(s)}
    left = [s for s in states if s in alive and s not in near]
    actions: dict[State, str] = {}
    while ring := {s: a for s in left if (a := _step(world, s, near, alive))}:
        actions |= ring
        near |= ring.keys()
        left = [s for s in left if s not in ring]
    return actions


def _step(world: World, state: State, near: set[State], alive: set[State]) -> str:
    """An action all of whose results are in the set, and one of them near; "" if there is none."""
    fitting = (
        action
        for action, results in world.results(state).items()
        if alive.issuperset(results) and not near.isdisjoint(results)
    )
    return next(fitting, "")
