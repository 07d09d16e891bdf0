"""What a nondeterministic world is: states, actions, and every state an action may lead to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from sandbox.errors import BadInput
from sandbox.games.two_words.notation import is_start, shortened
from sandbox.registry import Registry

State = str
Results = Mapping[str, tuple[State, ...]]
"""What each action may lead to: one state or more, in a settled order."""


class World(Protocol):
    """What a registered world offers. Its fields are its options."""

    def states(self) -> Sequence[State]:
        """Every state, by name."""

    def start(self) -> State:
        """Where one begins unless told otherwise."""

    def is_goal(self, state: State) -> bool:
        """Whether one may stop here."""

    def results(self, state: State) -> Results:
        """The actions there are, in the order they are tried."""

    def picture(self, state: State) -> str:
        """The state as people see it."""


worlds: Registry[World] = Registry("world", "sandbox.games.worlds.library")
"""Registered with `order`."""


def state_of(world: World, text: str) -> State:
    """A state by its name; `-` is the start."""
    bare = text.strip()
    if is_start(bare):
        return world.start()
    known = world.states()
    if bare not in known:
        named = ", ".join(known[:12]) + (", …" if len(known) > 12 else "")
        raise BadInput("state", shortened(repr(bare)), f"one of {named}")
    return bare
