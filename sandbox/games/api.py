"""What a game is: its axes, its kernels for the engines, its face for people.

Registered games are frozen dataclasses whose fields are the game's options (Nim's piles, a tree's file).
`face()` is plain Python for windows, notation and tests; `kernels()` are what engines specialise on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from sandbox.games.two_words import rules
from sandbox.registry import Registry

Words = NDArray[np.uint64]
"""A state: a few uint64 words, seen from the mover's side."""


@dataclass(frozen=True, slots=True)
class Axes:
    """What kind of game this is. An engine declares what it needs and is offered only where it fits."""

    players: int = 2
    chance: bool = False
    zero_sum: bool = True
    perfect_information: bool = True
    loopy: bool = False  # positions may recur
    large: bool = False  # more histories than can be written down: hidden games are then sampled, not solved


class BoardStyle(StrEnum):
    """How a board wants to be drawn."""

    DROP = "drop"  # a standing frame: a click anywhere in a column
    CELLS = "cells"  # stones in squares
    POINTS = "points"  # stones on the crossings of lines
    PILES = "piles"
    TREE = "tree"


class Pieces(StrEnum):
    """What the stones of a board look like."""

    COLOURED = "coloured"  # the two players' colours
    BLACK_AND_WHITE = "black and white"  # on felt; the first player is black
    SIGNS = "signs"  # a cross for the first player, a ring for the second
    COUNTERS = "counters"  # nobody's: all alike
    NODES = "nodes"  # of a tree: the first player maximises, the second minimises; leaves are texts
    BALLS = "balls"  # of up to eight players, each with a colour and a sign
    TURNS = "turns"  # of a tree of many players: discs with their letters, rings for dice, texts for all else


@dataclass(frozen=True, slots=True)
class Stone:
    """A piece on the board: column, row (0, 0 is top left), whose (0 moved first), and a text on it, if any."""

    x: float
    y: float
    player: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a move is made by mouse: click (x, y), or, for a move of a stone, first `source` and then (x, y)."""

    move: str
    x: float
    y: float
    source: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """All the window needs to draw any game's position."""

    style: BoardStyle
    columns: int
    rows: int
    stones: tuple[Stone, ...]
    targets: tuple[Target, ...]
    lines: tuple[tuple[float, float, float, float], ...] = ()  # of POINTS and TREE boards
    highlights: tuple[tuple[float, float], ...] = ()  # the last move, a winning line
    caption: str = ""
    column_names: tuple[str, ...] = ()
    row_names: tuple[str, ...] = ()  # "" where a row has none
    pieces: Pieces = Pieces.COLOURED


class Position(Protocol):
    """An immutable position as a person handles it; `words` is the same for kernels."""

    @property
    def words(self) -> tuple[int, int]:
        """The state for kernels: (a, b) of games/two_words/rules.py, from the mover's side."""

    @property
    def ply(self) -> int:
        """Moves made since the start."""


P = TypeVar("P")
C = TypeVar("C", bound=type)


class Face(Protocol[P]):
    """A game as people handle it: notation, text board, rules in plain Python (the kernels' twin)."""

    def start(self) -> P:
        """The initial position."""

    def parse(self, text: str) -> P:
        """Read a position ("-" is the start), or raise BadInput saying what is wrong."""

    def print(self, position: P) -> str:
        """Write a position so that `parse` gives it back."""

    def board(self, position: P) -> str:
        """A text board for terminals."""

    def picture(self, position: P) -> BoardPicture:
        """The board for a window."""

    def moves(self, position: P) -> Sequence[str]:
        """Legal moves in notation; empty when the game is over."""

    def play(self, position: P, move: str) -> P:
        """The position after a legal move, else BadInput."""

    def bit_of(self, position: P, move: str) -> int:
        """A legal move as the kernels' bit."""

    def move_of(self, position: P, bit: int) -> str:
        """A bit of `moves` in notation."""

    def to_move(self, position: P) -> int:
        """Whose turn: 0 moved first; -1 chance."""

    def utility(self, position: P, player: int) -> float | None:
        """The exact result for a player, draw 0; None while the game goes on."""


class GameKernels(NamedTuple):
    """A two-player game for the engines, bound by `specialise`; games/two_words/rules.py says what each kernel does."""

    moves: Any
    play: Any
    outcome: Any
    key: Any
    symmetry: Any = rules.symmetry
    promise: Any = rules.promise
    tactics: Any = rules.tactics
    reward: Any = rules.reward
    best_case: Any = rules.best_case

    def of(self, *names: str) -> dict[str, Any]:
        """Some of them as bindings for `specialise`."""
        return {name: getattr(self, name) for name in names}


class WithoutData:
    """What most games say of words of their own: there are none."""

    __slots__ = ()

    def data(self, position: Any = None) -> Words:
        """None needed."""
        return np.zeros(0, np.uint64)


class Game(Protocol):
    """What a registered game offers. Its fields are its options."""

    def face(self) -> Face[Any]:
        """The game for people."""

    def kernels(self) -> GameKernels:
        """The game for engines."""

    def data(self, position: Any = None) -> Words:
        """The game's own words for `rules.work_array`; empty for most. A tree's come with the position."""


class Games(Registry[Game]):
    """The games for two. What is usual need not be declared."""

    def register(
        self,
        key: str,
        *,
        title: str,
        paper: str = "",
        summary: str = "",
        axes: Axes = Axes(),
        perfect_key: bool = True,
        finished_leaves: bool = False,
        **info: Any,
    ) -> Callable[[C], C]:
        """Decorate a frozen dataclass to make it selectable."""
        facts = {"axes": axes, "perfect_key": perfect_key, "finished_leaves": finished_leaves, **info}
        return super().register(key, title=title, paper=paper, summary=summary, **facts)


games = Games("game", "sandbox.games.library")
"""Registered with `axes=Axes(...)`, `perfect_key` (the key is unique, not a hash) and, for perft,
`finished_leaves` (a game that ended earlier still counts as one leaf); `first_win_is_best` says that a win found
by looking ever deeper cannot be bettered by looking deeper still; `largest_utility` bounds the scores, and
`cells` is what a board holds whose stones are only ever added to; `opening_plies` are played at random before a match
begins; `advice` (advice.py) and `openings` (titles and moves) are what the scripted engine plays by."""
