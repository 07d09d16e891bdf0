"""What flows through an engine: game, position, Limits → search → Result, with a SearchReport filled live.

Engines are registered frozen dataclasses whose fields are their controls:

    @engines.register("alphabeta", title="Alpha-beta", paper="Knuth, Moore, AI 6, 1975", records=True)
    @dataclass(frozen=True, slots=True)
    class AlphaBeta: ...

`search` runs in whatever thread calls it (its kernels hold no GIL): a window calls it in a worker and polls
the report; raising `limits.stop` ends it within milliseconds with the best move so far. The answer follows from
the position, the options and a depth or node budget alone; only a time budget depends on the machine. An
engine's memory (its table, its tree) lives in the report: keep one report a player, and what was learnt is
kept between moves.

Values are from the mover's side. Exact ones are the game's own scores (Connect Four: 22 minus the winner's
stones; Othello: discs); estimates lie strictly between -1 and 1, so that none passes for a win.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from sandbox.registry import Entry, Registry

if TYPE_CHECKING:
    from sandbox.games.api import Axes, Game, Position
    from sandbox.gametree.recorder import TreeRecording
    from sandbox.gametree.report import SearchReport, Snapshot


class Status(StrEnum):
    """Why a search ended."""

    DONE = "done"  # everything asked for was searched
    BUDGET = "budget"  # time or nodes ran out
    CANCELLED = "cancelled"  # the stop flag was raised


class Bound(StrEnum):
    """What a value says about the true one."""

    NONE = ""
    EXACT = "exact"  # the value itself, at the depth searched
    LOWER = "lower"  # at least this
    UPPER = "upper"  # at most this


def new_stop() -> NDArray[np.uint8]:
    """A flag another thread may raise (set item 0 to 1)."""
    return np.zeros(1, np.uint8)


@dataclass(frozen=True, slots=True)
class Limits:
    """Budgets of one search. Zero means none; the earliest one ends it."""

    depth: int = 0  # plies; 0: as deep as the engine's own options say
    seconds: float = 0.0
    nodes: int = 0  # nodes, or simulations of a Monte Carlo engine
    every_move: bool = False  # a value for each root move, not only a bound for those that are worse
    stop: NDArray[np.uint8] = field(default_factory=new_stop)


@dataclass(frozen=True, slots=True)
class RootMove:
    """What is known of one move at the root."""

    move: str
    value: float | None = None  # None: not searched yet
    bound: Bound = Bound.NONE
    exact: bool = False  # a proven score of the game, not an estimate
    nodes: int = 0
    depth: int = 0  # the depth at which the value was found
    visits: int = 0  # simulations through this move (Monte Carlo engines)
    win_rate: float | None = None  # 0 … 1, a draw counting half (Monte Carlo engines)
    pv: tuple[str, ...] = ()  # starts with the move itself


@dataclass(frozen=True, slots=True)
class Finished:
    """One finished depth."""

    depth: int
    best: str
    nodes: int  # spent on this depth alone
    seconds: float  # since the search began


@dataclass(frozen=True, slots=True)
class Deepening(Finished):
    """One finished depth of iterative deepening, or one pass of a null-window driver."""

    value: float
    exact: bool
    pv: tuple[str, ...]
    researches: int = 0  # windows that had to be opened again at this depth


@dataclass(frozen=True, slots=True)
class Result:
    """The answer of one search; `report` is the last snapshot."""

    best: str  # empty when the game is over
    value: float
    exact: bool
    pv: tuple[str, ...]
    status: Status
    seconds: float
    report: Snapshot

    @property
    def root(self) -> tuple[RootMove, ...]:
        """One row per legal move."""
        return self.report.root


@runtime_checkable
class Engine(Protocol):
    """A registered frozen dataclass; its fields are its controls."""

    def search(
        self,
        game: Any,
        position: Position,
        limits: Limits,
        report: SearchReport,
        recording: TreeRecording | None = None,
    ) -> Result:
        """Find a move; with a recording, write every node into it (and do not trust the times)."""


engines: Registry[Engine] = Registry(
    "engine", "sandbox.gametree.engines", "game_ai_sandbox.engines", "sandbox.gametree.own.found"
)
"""Registered with `needs=` (a predicate on a game's Axes, usually `two_sided`), `plays=` (one on its key, for engines
that a game must bring something for), `options_for=` (the options that mean something in a game, if not all do),
`order=`, `strength=` (the greatest is asked where none is named), `records=` (can write a tree), `proves=` (goes on
until the value is proven, or its time or its nodes are spent), `grows_tree=` (what it remembers is a tree below the
position searched: it ponders on all replies)."""


EXACT = "exact"
"""What perfect play to the end of the game is called where engines are named."""


def searches_tree(key: str) -> bool:
    """Whether an engine of this key searches a tree that can be recorded; perfect play does, too."""
    return key == EXACT or (key in engines and bool(engines[key].info.get("records", False)))


def any_game(_axes: Axes) -> bool:
    """For engines that only need legal moves."""
    return True


def two_sided(axes: Axes) -> bool:
    """For engines that minimise what the other side maximises: two players, zero sum, nothing hidden."""
    return axes.players == 2 and axes.zero_sum and axes.perfect_information and not axes.chance


def any_key(_key: str) -> bool:
    """For engines that no game must bring anything for."""
    return True


def engines_for(game: Entry[Game]) -> tuple[Entry[Engine], ...]:
    """The engines that fit a registered game, in the order a learner should meet them."""
    return tuple(engine for engine in engines if fits(engine, game))


def fits(engine: Entry[Engine], game: Entry[Game]) -> bool:
    """Whether an engine can play a registered game."""
    needs, plays = engine.info.get("needs", two_sided), engine.info.get("plays", any_key)
    return bool(needs(game.info["axes"]) and plays(game.key))


def strongest_of(entries: Iterable[Entry[Engine]]) -> Entry[Engine]:
    """The engine `solve` takes when none is named."""
    return max(entries, key=lambda e: e.info.get("strength", 0))
