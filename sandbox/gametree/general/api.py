"""What flows through an engine of general games: game, position, limits → search → Answer.

Worths are kept for every player, in the game's own units (`GeneralGame.shown`). Of a search for one player only that
player's is known; the others' are None. A position of chance has no best move; its worth is the mean of what may
come.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, cast

from sandbox.games.api import Axes
from sandbox.games.general.api import GeneralFace, GeneralGame
from sandbox.gametree.api import Bound, Finished, Limits, Status, any_game
from sandbox.gametree.general.recorder import Recording
from sandbox.gametree.hidden.mixed import Mixed
from sandbox.registry import Entry, Registry

if TYPE_CHECKING:
    from sandbox.gametree.hidden.sampled import SampledSearch

Worth = tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class MoveWorth:
    """What is known of one move at the root; an upper bound says that it is no better than a move before it."""

    move: str
    worth: Worth = ()
    bound: Bound = Bound.NONE
    nodes: int = 0
    line: tuple[str, ...] = ()  # starts with the move itself; ends at dice
    often: float | None = None  # how often a mixed strategy plays it
    visits: int = 0  # simulations that began with it


@dataclass(frozen=True, slots=True)
class Counts:
    """What a search took."""

    nodes: int = 0
    leaves: int = 0  # estimated
    terminals: int = 0  # scored by the rules
    interior: int = 0
    cutoffs: int = 0
    first_cutoffs: int = 0
    star_cuts: int = 0  # below chance
    probes: int = 0  # of Star2
    estimates: int = 0  # made to order moves; these are no nodes
    table_hits: int = 0
    deepest: int = 0


@dataclass(frozen=True, slots=True)
class Deepened(Finished):
    """One finished depth, with what the position is worth by it."""

    worth: Worth


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of one search."""

    player: int  # whose turn it is; CHANCE or TERMINAL
    best: str  # empty where nobody chooses
    worth: Worth
    exact: bool  # no estimate took part
    line: tuple[str, ...]
    depth: int  # finished last
    status: Status
    seconds: float
    rows: tuple[MoveWorth, ...]
    counts: Counts
    deepening: tuple[Deepened, ...] = ()
    mixed: Mixed | None = None  # the whole strategy, of engines that find one
    notes: Mapping[str, Any] = field(default_factory=dict)  # what `--json` adds
    search: SampledSearch | None = None  # what a sampling engine keeps, if its tree is asked for

    def of(self, player: int) -> float | None:
        """What the position is worth to a player, as far as it is known."""
        return self.worth[player] if self.worth else None


class GeneralEngine(Protocol):
    """A registered frozen dataclass; its fields are its controls."""

    def search(self, game: GeneralGame, position: Any, limits: Limits) -> Answer:
        """Find a move."""


class RecordingEngine(Protocol):
    """One that is registered with `records`."""

    def search(self, game: GeneralGame, position: Any, limits: Limits, recording: Recording | None = None) -> Answer:
        """Find a move; with a recording, write every node into it (and do not trust the times)."""


def recorded_by(engine: GeneralEngine, game: GeneralGame, position: Any, limits: Limits, into: Recording) -> Answer:
    """What an engine that is registered with `records` answers, and every node it searched."""
    return cast("RecordingEngine", engine).search(game, position, limits, into)


Rule = Callable[[GeneralFace[Any], tuple[str, ...]], str]
"""The move of the player whose turn it is, among those he has."""


def answered(game: GeneralGame, position: Any, rule: Rule) -> Answer:
    """The rule's move, and nothing about the others; of a finished game what it is worth."""
    began, face = time.perf_counter(), game.face()
    player = face.to_move(position)
    moves = tuple(face.moves(position)) if player >= 0 else ()
    best = rule(face, moves) if moves else ""
    worth, line = tuple(face.utility(position) or ()), (best,) if best else ()
    rows, spent = tuple(MoveWorth(move) for move in moves), time.perf_counter() - began
    return Answer(player, best, worth, bool(worth), line, 0, Status.DONE, spent, rows, Counts())


general_engines: Registry[GeneralEngine] = Registry("engine", "sandbox.gametree.general.engines")
"""Registered with `needs=` (a predicate on a game's Axes), `plays=` (the class of the only game), `exact=` (its
worths are true, however long the game may last), `order=`, `strength=`, `records=` (can write a tree, or
keep what it grew), `mixes=` (finds strategies for everybody)."""


def two_players(axes: Axes) -> bool:
    """For engines that take the other of two for an enemy, whatever that one has; or that play alone against dice."""
    return axes.players <= 2 and axes.perfect_information


def nothing_hidden(axes: Axes) -> bool:
    """For engines of any number of players, with dice or without."""
    return axes.perfect_information


def something_hidden(axes: Axes) -> bool:
    """For engines that guess what they do not see."""
    return not axes.perfect_information


def hidden_and_small(axes: Axes) -> bool:
    """For engines that write a game with hidden information down."""
    return not axes.perfect_information and not axes.large


def general_engines_for(game: GeneralGame, position: Any) -> tuple[Entry[GeneralEngine], ...]:
    """The engines that fit, in the order a learner should meet them."""
    axes = game.axes(position)
    fitting = (e for e in general_engines if e.info.get("needs", any_game)(axes))
    return tuple(e for e in fitting if e.info.get("plays", type(game)) is type(game))
