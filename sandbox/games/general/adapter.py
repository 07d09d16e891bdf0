"""Every two-word game as a general one: so each general engine is tried on games whose values are known.

A state is the two words, seen by the mover, and who that is. A worth is the two-word score of the mover, taken back
for the other: exact scores stay lifted beyond all estimates (two_words/rules.py), so that values are those of the
two-word engines.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from sandbox.games.api import Axes, Game, GameKernels, Words
from sandbox.games.general.api import NothingHidden
from sandbox.games.general.rules import GeneralKernels
from sandbox.games.general.words import TERMINAL, put_bits, put_number, put_word, word_at
from sandbox.games.two_words.rules import INFINITE, MIX_C, ONE, ZERO
from sandbox.games.two_words.rules import evaluate as two_evaluate
from sandbox.games.two_words.rules import key as two_key
from sandbox.games.two_words.rules import moves as two_moves
from sandbox.games.two_words.rules import outcome as two_outcome
from sandbox.games.two_words.rules import play as two_play
from sandbox.kernels.jit import kernel, specialise


@kernel
def to_move(data: Words, s: int) -> int:
    """The game is over where there is no move."""
    if two_moves(data[np.uint64(s)], data[np.uint64(s + 1)], data) == ZERO:
        return TERMINAL
    return word_at(data, s + 2)


@kernel
def moves(data: Words, s: int, m: int) -> int:
    """The bits, the lowest first."""
    return put_bits(data, m, two_moves(data[np.uint64(s)], data[np.uint64(s + 1)], data))


@kernel
def play(data: Words, s: int, move: np.uint64, c: int) -> None:
    """The other side's view."""
    a, b = two_play(data[np.uint64(s)], data[np.uint64(s + 1)], move, data)
    data[np.uint64(c)], data[np.uint64(c + 1)] = a, b
    put_word(data, c + 2, 1 - word_at(data, s + 2))


@kernel
def shared_out(data: Words, s: int, u: int, score: int) -> None:
    """The mover's score, and its opposite."""
    mover = word_at(data, s + 2)
    put_number(data, u + mover, float(score))
    put_number(data, u + 1 - mover, float(-score))


@kernel
def utility(data: Words, s: int, u: int) -> None:
    """The exact score."""
    shared_out(data, s, u, two_outcome(data[np.uint64(s)], data[np.uint64(s + 1)], data))


@kernel
def evaluate(data: Words, s: int, u: int) -> None:
    """The evaluation's score."""
    shared_out(data, s, u, two_evaluate(data[np.uint64(s)], data[np.uint64(s + 1)], data))


@kernel
def key(data: Words, s: int) -> np.uint64:
    """The two-word key, told apart by who moves."""
    known = two_key(data[np.uint64(s)], data[np.uint64(s + 1)], data)
    return max(known ^ (MIX_C if data[np.uint64(s + 2)] == ONE else ZERO), ONE)


@cache
def adapted(of: GameKernels, judge: Any) -> GeneralKernels:
    """A two-word game's kernels, and an evaluation's, behind the general names."""
    bound = {"two_moves": of.moves}
    return GeneralKernels(
        to_move=specialise(to_move, **bound),
        moves=specialise(moves, **bound),
        play=specialise(play, two_play=of.play),
        utility=specialise(utility, two_outcome=of.outcome),
        length=3,  # two words and the mover
        most_moves=64,  # a move is a bit
        evaluate=specialise(evaluate, two_evaluate=judge),
        lowest=float(-INFINITE),
        highest=float(INFINITE),
        total=0.0,
        key=specialise(key, two_key=of.key),
    )


class TwoWordsFace(NothingHidden):
    """A two-word game's face behind the general names."""

    def __init__(self, face: Any) -> None:
        self.two = face

    def start(self) -> Any:
        """The initial position."""
        return self.two.start()

    def parse(self, text: str) -> Any:
        """The game's own notation."""
        return self.two.parse(text)

    def print(self, position: Any) -> str:
        """The game's own notation."""
        return str(self.two.print(position))

    def board(self, position: Any) -> str:
        """The game's own board."""
        return str(self.two.board(position))

    def to_move(self, position: Any) -> int:
        """Nobody, where there is no move."""
        return int(self.two.to_move(position)) if self.moves(position) else TERMINAL

    def moves(self, position: Any) -> Sequence[str]:
        """The legal moves."""
        legal: Sequence[str] = self.two.moves(position)
        return legal

    def chances(self, _position: Any) -> Sequence[Fraction]:
        """There are no dice."""
        return ()

    def play(self, position: Any, move: str) -> Any:
        """The position after a legal move."""
        return self.two.play(position, move)

    def utility(self, position: Any) -> tuple[float, ...] | None:
        """The game's own result for either side."""
        first = self.two.utility(position, 0)
        return None if first is None else (float(first), -float(first))

    def state(self, position: Any) -> Sequence[int]:
        """The two words, and who moves."""
        return (*position.words, self.two.to_move(position))

    def code_of(self, position: Any, move: str) -> int:
        """The bit."""
        return int(self.two.bit_of(position, move))


class TwoWords:
    """A two-word game as a general one."""

    def __init__(self, game: Game, axes: Axes, judge: Any = two_evaluate, weights: Words | None = None) -> None:
        self.game, self._axes, self._judge = game, axes, judge
        self._weights = np.zeros(0, np.uint64) if weights is None else weights

    def face(self) -> TwoWordsFace:
        """The game for people."""
        return TwoWordsFace(self.game.face())

    def kernels(self) -> GeneralKernels:
        """The game for engines."""
        return adapted(self.game.kernels(), self._judge)

    def data(self, position: Any = None) -> Words:
        """The game's own words."""
        return self.game.data(position)

    def weights(self) -> Words:
        """The evaluation's."""
        return self._weights

    def axes(self, _position: Any = None) -> Axes:
        """As registered."""
        return self._axes

    def shown(self, worth: float) -> float:
        """The score itself."""
        return worth
