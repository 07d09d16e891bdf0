"""What a file of the user's offers: its decorators, and how a class is described across the border."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar

from sandbox.errors import SandboxError
from sandbox.registry import options_of

C = TypeVar("C", bound=type)

SECONDS: Final = 5.0  # that an answer may take, unless its decorator says otherwise
MOST_SECONDS: Final = 3600.0
METHODS: Final = {
    "planner": "search", "heuristic": "estimate", "generator": "rows", "engine": "choose", "evaluation": "estimate",
    "policy": "wish", "game": "play",
}  # fmt: skip
"""The kinds of things there are, and the method each must have."""
OF_GAMES: Final = ("start", "moves", "to_move", "utility", "board")
"""What a game needs beside `play`."""
RULES: Final = ("stop", "slide", "push", "priority", "right")
"""What two discs do when they touch, as `agents.resolver.rules` knows it."""
RESERVED: Final = frozenset(
    {"promises", "prepare", "generate", "what", "options", "search", "drive", "settings", "rule", "engines", "table"}
)  # what we add to the class


class Offer(NamedTuple):
    """One class with its decorator's words."""

    kind: str
    cls: type
    facts: dict[str, Any]

    @property
    def description(self) -> dict[str, Any]:
        """As JSON: what a list, a form and a command line need."""
        return {
            "kind": self.kind,
            "summary": (self.cls.__doc__ or "").strip().split("\n")[0],
            "options": [_plain(dataclasses.asdict(option)) for option in options_of(self.cls)],
            **self.facts,
        }


offers: list[Offer] = []
"""What the file that is being read has offered."""


def taken() -> list[Offer]:
    """What was offered since this was last asked."""
    found = offers[:]
    offers.clear()
    return found


def planner(
    *, title: str, paper: str = "", optimal: bool = False, any_angle: bool = False, seconds: float = SECONDS
) -> Callable[[C], C]:
    """Offer a planner: a dataclass with `search(self, grid, start, goal, report)`, which returns cells or None.

    `optimal` promises the cheapest way there is, `any_angle` straight lines between cells that need not touch.
    """
    facts = {"title": title, "paper": paper, "optimal": optimal, "any_angle": any_angle, "seconds": seconds}
    return lambda cls: _offered("planner", cls, facts)


def heuristic(*, title: str, paper: str = "", admissible: bool = False, seconds: float = SECONDS) -> Callable[[C], C]:
    """Offer a heuristic, and A* with it: a dataclass with `estimate(self, grid, cell, goal)`, which returns a number.

    `admissible` promises that it never exceeds the true cost, so that the ways found are the cheapest.
    """
    facts = {"title": title, "paper": paper, "optimal": admissible, "any_angle": False, "seconds": seconds}
    return lambda cls: _offered("heuristic", cls, facts)


def generator(*, title: str, seconds: float = SECONDS) -> Callable[[C], C]:
    """Offer a generator: a dataclass with `rows(self, width, height, random)`, which returns rows of . @ T S W."""
    return lambda cls: _offered("generator", cls, {"title": title, "paper": "", "seconds": seconds})


def engine(*, title: str, paper: str = "", seconds: float = 20.0) -> Callable[[C], C]:
    """Offer an engine: a dataclass with `choose(self, game, position, report)`, which returns a legal move."""
    return lambda cls: _offered("engine", cls, {"title": title, "paper": paper, "seconds": seconds})


def evaluation(*, title: str, paper: str = "", seconds: float = 20.0) -> Callable[[C], C]:
    """Offer an evaluation, and alpha-beta with it: a dataclass with `estimate(self, game, position)`.

    It returns what a position is worth to whose turn it is, from -1 to 1; finished games are never asked about.
    """
    return lambda cls: _offered("evaluation", cls, {"title": title, "paper": paper, "seconds": seconds})


def game(*, title: str, paper: str = "", seconds: float = 20.0) -> Callable[[C], C]:
    """Offer a game of two in which nothing is hidden and luck has no part.

    A dataclass with `start(self)`, `moves(self, position)`, `play(self, position, move)`, `to_move(self, position)`,
    `utility(self, position, player)` and `board(self, position)`. Alpha-beta and UCT play it, judged by an @evaluation
    of the same file; so does an @engine of it.
    """

    def offered(cls: C) -> C:
        for method in OF_GAMES:
            if not callable(getattr(cls, method, None)):
                raise SandboxError(f"{cls.__name__} has no method {method!r}, which a game needs")
        return _offered("game", cls, {"title": title, "paper": paper, "seconds": seconds})

    return offered


def policy(*, title: str, paper: str = "", rule: str = "slide", seconds: float = SECONDS) -> Callable[[C], C]:
    """Offer a policy of crowds: a dataclass with `wish(self, crowd)`, asked every tick how fast each would like to go.

    `rule` is what two discs do when they touch; the resolver sees to it that nothing overlaps, whatever is wished.
    """
    if rule not in RULES:
        raise SandboxError(f"rule={rule!r}, expected one of {', '.join(RULES)}")
    facts = {"title": title, "paper": paper, "rule": rule, "seconds": seconds}
    return lambda cls: _offered("policy", cls, facts)


def _offered(kind: str, cls: C, facts: dict[str, Any]) -> C:
    """Note an offer, if it is what its decorator says; what is wrong is said at the decorator's line."""
    if not dataclasses.is_dataclass(cls):
        raise SandboxError(f"{cls.__name__} is no dataclass: put @dataclass(frozen=True) under @{kind}")
    if not callable(getattr(cls, METHODS[kind], None)):
        raise SandboxError(f"{cls.__name__} has no method {METHODS[kind]!r}, which a {kind} needs")
    if any(offer.kind == kind and offer.cls.__module__ == cls.__module__ for offer in offers):
        raise SandboxError(f"a second {kind} in one file: put {cls.__name__} into a file of its own")
    if not (isinstance(facts["title"], str) and facts["title"].strip()):
        raise SandboxError(f"title={facts['title']!r}, expected a name to show")
    if not (isinstance(facts["seconds"], int | float) and 0 < facts["seconds"] <= MOST_SECONDS):
        raise SandboxError(f"seconds={facts['seconds']!r}, expected a number up to {MOST_SECONDS:g}")
    reserved = RESERVED | ({"depth"} if kind == "evaluation" else set())  # the search's with it
    taken = reserved & {option.name for option in options_of(cls)}
    if taken:
        raise SandboxError(f"an option may not be called {min(taken)!r}")
    offers.append(Offer(kind, cls, facts))
    return cls


def _plain(said: dict[str, Any]) -> dict[str, Any]:
    """An option as JSON holds it: choices by their values."""
    said["default"] = getattr(said["default"], "value", said["default"])
    said["choices"] = [getattr(choice, "value", choice) for choice in said["choices"]]
    return said
