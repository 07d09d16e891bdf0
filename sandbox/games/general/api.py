"""What a general game is: for people a face, for the engines kernels, as in games/api.py; with chance and more players.

Registered games are frozen dataclasses whose fields are their options, kept apart from the two-word ones: the
engines of either contract are offered where they fit, and `TwoWords` (adapter.py) makes any two-word game a general
one.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Protocol, TypeVar, runtime_checkable

from sandbox.games.api import Axes, BoardPicture, Words
from sandbox.games.general.rules import GeneralKernels
from sandbox.registry import Registry

P = TypeVar("P")

NAMES = "ABCDEFGH"
"""What players are called where a game has no words of its own."""


class GeneralFace(Protocol[P]):
    """A game as people handle it, in plain Python: the kernels' twin."""

    def start(self) -> P:
        """The initial position."""

    def parse(self, text: str) -> P:
        """Read a position ("-" is the start), or raise BadInput saying what is wrong."""

    def print(self, position: P) -> str:
        """Write a position so that `parse` gives it back."""

    def board(self, position: P) -> str:
        """A text board for terminals."""

    def to_move(self, position: P) -> int:
        """A player's number, CHANCE or TERMINAL."""

    def moves(self, position: P) -> Sequence[str]:
        """A player's moves, or the outcomes of chance; none when the game is over."""

    def chances(self, position: P) -> Sequence[Fraction]:
        """How probable each of the outcomes is; none where a player moves."""

    def play(self, position: P, move: str) -> P:
        """The position after a move or an outcome, else BadInput."""

    def utility(self, position: P) -> tuple[float, ...] | None:
        """What a finished game is worth to each player; None while it goes on."""

    def state(self, position: P) -> Sequence[int]:
        """The position for kernels: `length` words."""

    def code_of(self, position: P, move: str) -> int:
        """A move or an outcome as the kernels' word."""

    def information(self, position: P, player: int) -> str:
        """All that a player knows, in words: positions he cannot tell apart have the same."""

    def origin(self, position: P) -> P:
        """Where the game that came to a position began."""


@runtime_checkable
class Pictured(Protocol):
    """A face that draws its board; others are shown as text."""

    def picture(self, position: Any) -> BoardPicture:
        """The board for a window."""


def sides_of(face: GeneralFace[Any], players: int) -> tuple[str, ...]:
    """What a game calls its players: letters, if it has no `player_names`."""
    return tuple(getattr(face, "player_names", NAMES)[:players])


class GeneralGame(Protocol):
    """What a registered general game offers. Its fields are its options."""

    def face(self) -> GeneralFace[Any]:
        """The game for people."""

    def kernels(self) -> GeneralKernels:
        """The game for engines."""

    def data(self, position: Any = None) -> Words:
        """The game's own words; a tree's come with the position."""

    def weights(self) -> Words:
        """The words of an evaluation that is bound into the kernels."""

    def axes(self, position: Any = None) -> Axes:
        """What kind of game it is, with these options and, of a tree, in this one."""

    def shown(self, worth: float) -> float:
        """A worth as a person reads it."""


class _Face(Protocol):
    """What a face has that the classes below stand on."""

    def start(self) -> Any:
        """As a face has it."""

    def print(self, position: Any) -> str:
        """Likewise."""


class OneStart:
    """What the faces of most games say: there is one start."""

    __slots__ = ()

    def origin(self: _Face, position: Any) -> Any:
        """The start."""
        return self.start()


class NothingHidden(OneStart):
    """… and everybody sees everything."""

    __slots__ = ()

    def information(self: _Face, position: Any, player: int) -> str:
        """The position."""
        return self.print(position)


class Plain:
    """What most general games say: no words of their own, no weights, and a worth is what a person reads."""

    __slots__ = ()

    def weights(self) -> Words:
        """None."""
        import numpy as np

        return np.zeros(0, np.uint64)

    def data(self, position: Any = None) -> Words:
        """None."""
        import numpy as np

        return np.zeros(0, np.uint64)

    def shown(self, worth: float) -> float:
        """The worth itself."""
        return worth


class HiddenCards(Plain):
    """… and every player sees his own cards alone."""

    __slots__ = ()

    def axes(self, position: Any = None) -> Axes:
        """Dealt by chance."""
        return Axes(chance=True, perfect_information=False)


general_games: Registry[GeneralGame] = Registry("game", "sandbox.games.general.library")
"""Registered with `order` (behind the two-word games) and `players` (what the options allow, in words)."""
