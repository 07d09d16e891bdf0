"""A plan for every way things may turn out: what to do in each state, as nested ifs or as a table, and judged.

A plan says one action for each state it may come to, and none in a goal. It is *cyclic* if it may come to a state
again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from sandbox.games.worlds.api import State, World

LINES = 60  # of a tree


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do where, from a start on."""

    start: State
    actions: Mapping[State, str]

    def reached(self, world: World) -> list[State]:
        """Every state it may come to, the start first, the nearer ones before the others."""
        found, known = [self.start], {self.start}
        for state in found:  # which grows while it is walked
            new = [s for s in self.results(world, state) if s not in known]
            known.update(new)
            found += new
        return found

    def results(self, world: World, state: State) -> tuple[State, ...]:
        """What may come of the action here."""
        if state not in self.actions or world.is_goal(state):
            return ()
        return world.results(state).get(self.actions[state], ())

    def cyclic(self, world: World) -> bool:
        """Whether it may come to a state again."""
        done: set[State] = set()
        stack: list[tuple[State, bool]] = [(self.start, False)]
        path: set[State] = set()
        while stack:
            state, left = stack.pop()
            if left:
                path.discard(state)
                done.add(state)
            elif state in path:
                return True
            elif state not in done:
                path.add(state)
                stack.append((state, True))
                stack += [(after, False) for after in self.results(world, state)]
        return False

    def steps(self, world: World) -> float:
        """How many actions it takes on average if all that may happen is equally likely."""
        states = self.reached(world)
        number = {state: i for i, state in enumerate(states)}
        system, ones = np.eye(len(states)), np.zeros(len(states))
        for state in states:
            after = self.results(world, state)
            ones[number[state]] = float(bool(after))
            for result in after:
                system[number[state], number[result]] -= 1 / len(after)
        return float(np.linalg.solve(system, ones)[0])


def faults(plan: Plan, world: World) -> list[str]:
    """What is wrong with a plan, however it was found: nothing, if it can always come to a goal."""
    reached = plan.reached(world)
    lost = [s for s in reached if not world.is_goal(s) and plan.actions.get(s) not in world.results(s)]
    found = [f"state {s}: {plan.actions.get(s, 'nothing')!r} cannot be done" for s in lost]
    return found or [f"from state {s} no goal can be reached" for s in reached if not _can_end(plan, world, s)]


def _can_end(plan: Plan, world: World, state: State) -> bool:
    return any(world.is_goal(s) for s in Plan(state, plan.actions).reached(world))


def as_text(plan: Plan, world: World, state: State = "") -> str:
    """A plan without cycles as lectures write it: [Suck; if state 5 then [Right, Suck] else []]."""
    here = state or plan.start
    after = plan.results(world, here)
    if not after:
        return "[]"
    action, below = plan.actions[here], {s: as_text(plan, world, s) for s in after}
    if len(below) == 1:
        rest = below[after[0]][1:-1]
        return f"[{action}, {rest}]" if rest else f"[{action}]"
    asked = [f"if state {s} then {text}" for s, text in below.items() if text != "[]"]
    last = ["[]"] if len(asked) < len(below) else []
    return f"[{action}; {' else '.join([*asked, *last])}]" if asked else f"[{action}]"


def as_table(plan: Plan, world: World) -> list[tuple[State, str, str]]:
    """State, action, what may come of it: for any plan."""
    return [
        (state, plan.actions[state], " or ".join(plan.results(world, state)))
        for state in plan.reached(world)
        if plan.results(world, state)
    ]


def as_tree(plan: Plan, world: World) -> Iterator[str]:
    """The plan as a tree, a state that came before not gone into again; at most so many lines."""
    stack, known, room = [(plan.start, 0)], set[State](), LINES
    while stack and room:
        state, indent = stack.pop()
        after = plan.results(world, state)
        again = state in known and bool(after)
        said = "goal" if world.is_goal(state) else "as above" if again else plan.actions[state]
        yield f"{'  ' * indent}{state}: {said}"
        known.add(state)
        room -= 1
        stack += [] if again else [(s, indent + 1) for s in reversed(after)]
    if stack:
        yield "…"
