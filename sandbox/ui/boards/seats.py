"""Who plays: a person, an engine with its options and its budget, or a level for people."""

from __future__ import annotations

import copy
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sandbox.figures import count, short
from sandbox.games.api import Game, games
from sandbox.gametree.api import Engine, Limits, engines, engines_for, fits
from sandbox.gametree.document.model import Player
from sandbox.gametree.evaluation.judging import offered
from sandbox.gametree.play.levels import LEVELS, Level
from sandbox.registry import Entry, Option

TIME, DEPTH, NODES = "time", "depth", "nodes"
WITHIN = 1.0  # what a move of the book may give away to be drawn
WEIGHTS = "weights"  # the option that names a file
OVERRULED = frozenset({"depth", "simulations"})  # options that say what "stop after" says


def first_budget() -> dict[str, Any]:
    """A second a move; what the others would be is kept beside."""
    return {"stop": TIME, "seconds": 1.0, "depth": 6, "nodes": 100_000}


def stops_for(entry: Entry[Engine]) -> tuple[str, ...]:
    """What an engine can be stopped by, the usual first; none for one that does not search."""
    names = entry.names
    if entry.info.get("proves", False):
        return (TIME, NODES)
    if "simulations" in names:
        return (TIME, NODES)
    if "deepening" in names:
        return (TIME, DEPTH, NODES)
    return (DEPTH,) if "depth" in names else ()


@dataclass
class Habits:
    """How engines use their books, here."""

    vary: bool = False  # one of several good moves, at random
    learn: bool = False  # games played here count, and engines go by them

    def options(self, engine: str, chosen: Mapping[str, Any], seed: int) -> dict[str, Any]:
        """What an engine with these options is made with besides, if it plays from a book."""
        if engine == "solver":
            return {"vary": True, "seed": seed} if self.vary else {}
        if not chosen.get("opening"):
            return {}
        drawn = {"opening_within": WITHIN, "opening_seed": seed} if self.vary else {}
        return drawn | ({"opening_learned": True} if self.learn else {})


class Chair(NamedTuple):
    """Who sat at a seat, and how they play."""

    key: str  # as in `Seat.key`
    options: dict[str, dict[str, Any]]
    budget: dict[str, Any]
    title: str
    settings: dict[str, Any]  # what an engine, or a level, is made with

    @property
    def how(self) -> tuple[Any, ...]:
        """What makes them play as they do."""
        return self.key, self.options.get(self.key, {}), self.budget

    @property
    def player(self) -> Player:
        """As a game's file names them."""
        budget = {name: value for name, value in self.budget.items() if name != "stop"}
        return Player(self.title, self.key, self.settings, budget) if self.key else Player("A person")


@dataclass
class Seat:
    """One side of the board. Whom else it could seat is found out when somebody asks: no start waits for that."""

    game: str = ""  # the key of what is played
    entry: Entry[Engine] | None = None  # the engine that sits here, or is played by a level; None for a person
    level: Level | None = None  # the level that sits here, if any
    options: dict[str, dict[str, Any]] = field(default_factory=dict)
    budget: dict[str, Any] = field(default_factory=first_budget)
    memory: dict[Any, Any] = field(default_factory=dict)  # what the engine keeps from move to move
    habits: Habits = field(default_factory=Habits)
    seed: int = 1  # of what is drawn from a book in this game
    _fitting: tuple[Entry[Engine], ...] | None = None

    @property
    def engines(self) -> tuple[Entry[Engine], ...]:
        """Those that fit the game."""
        if self._fitting is None:
            self._fitting = engines_for(games[self.game]) if self.game else ()
        return self._fitting

    @property
    def levels(self) -> tuple[Level, ...]:
        """Those whose engines do."""
        fitting = {entry.key for entry in self.engines}
        return tuple(level for level in LEVELS if level.engine in fitting)

    @property
    def chosen(self) -> int:
        """Who sits here, as a number: 0 is the person, 1 … the engines, then the levels."""
        return self._keys.index(self.key) if self.key in self._keys else 0

    @chosen.setter
    def chosen(self, number: int) -> None:
        self._seat(self._keys[number] if number < len(self._keys) else "")

    @property
    def _keys(self) -> list[str]:
        return ["", *(e.key for e in self.engines), *(f"level {level.key}" for level in self.levels)]

    def _seat(self, key: str) -> None:
        """Have somebody sit here: a person, where nobody with this key fits."""
        level = next((level for level in LEVELS if key == f"level {level.key}"), None)
        self.entry = self.engine(level.engine if level is not None else key)
        self.level = level if self.entry is not None else None

    def engine(self, key: str) -> Entry[Engine] | None:
        """The engine of this key, if it fits the game."""
        fitting = bool(key and self.game) and key in engines and fits(engines[key], games[self.game])
        return engines[key] if fitting else None

    @property
    def key(self) -> str:
        """Who sits here, to be remembered: empty for a person."""
        if (level := self.level) is not None:
            return f"level {level.key}"
        return self.entry.key if self.entry is not None else ""

    @property
    def title(self) -> str:
        """Who sits here, in words."""
        if (level := self.level) is not None:
            return level.title
        return self.entry.title if self.entry is not None else "You"

    def suit(self, game: Entry[Game], key: str) -> None:
        """Offer the engines that fit a game, and seat one of them: a person where none has this key."""
        self.game, self._fitting = game.key, None
        self._seat(key)
        self.forget()

    @property
    def offered(self) -> tuple[Option, ...]:
        """The engine's options, as far as they fit the game."""
        return offered(self.entry, self.game) if self.entry is not None else ()

    @property
    def free(self) -> tuple[Option, ...]:
        """Those that say nothing "stop after" says; a file has a control of its own."""
        overruled = OVERRULED if self.stops else frozenset()
        return tuple(o for o in self.offered if o.name not in overruled | {WEIGHTS})

    @property
    def stops(self) -> tuple[str, ...]:
        """What the engine can be stopped by."""
        return stops_for(self.entry) if self.entry is not None and self.level is None else ()

    @property
    def stop(self) -> str:
        """What it is stopped by."""
        return self.budget["stop"] if self.budget["stop"] in self.stops else next(iter(self.stops), "")

    @property
    def settings(self) -> dict[str, Any]:
        """The options the engine is made with."""
        if (level := self.level) is not None:
            return dict(level.options)
        return dict(self.options.get(self.entry.key, {})) if self.entry is not None else {}

    @property
    def made_with(self) -> dict[str, Any]:
        """… and how books are used here."""
        key = self.entry.key if self.entry is not None else ""
        return self.settings | self.habits.options(key, self.settings, self.seed)

    def limits(self) -> Limits:
        """The budget of one move."""
        if (level := self.level) is not None:
            return level.limits()
        stop, budget = self.stop, self.budget
        return Limits(
            depth=budget["depth"] if stop == DEPTH else 0,
            seconds=budget["seconds"] if stop == TIME else 0.0,
            nodes=budget["nodes"] if stop == NODES else 0,
        )

    @property
    def budget_words(self) -> str:
        """How long it may think, in a few characters."""
        words = {
            TIME: f"{self.budget['seconds']:g} s",
            DEPTH: f"{count(self.budget['depth'])} plies",
            NODES: short(self.budget["nodes"]),
        }
        return words.get(self.stop, "")

    def forget(self) -> None:
        """Begin a memory: a search that still runs keeps the one it has."""
        self.memory, self.seed = {}, int.from_bytes(os.urandom(4), "little") >> 1

    @property
    def chair(self) -> Chair:
        """Who sits here, how they play and how long they may think."""
        return Chair(self.key, copy.deepcopy(self.options), dict(self.budget), self.title, self.settings)

    def take(self, chair: Chair) -> None:
        """Have somebody sit here, in the game there is."""
        self._seat(chair.key)
        self.options, self.budget = copy.deepcopy(chair.options), dict(chair.budget)
        self.forget()

    def swap(self, other: Seat) -> None:
        """Exchange who sits, how they play and how long they may think."""
        mine, theirs = self.chair, other.chair
        self.take(theirs)
        other.take(mine)
