"""Phantom tic-tac-toe: nobody sees the other's signs. Who tries a square that is taken learns so, and tries another.

There is no chance in it, yet much is hidden: a player knows his own tries in their order, and which of them failed. As
OpenSpiel's phantom_ttt where nothing else is observed.

A state is both players' signs as sets of squares, both players' tried squares likewise, both players' tries (five bits
each, behind one another: the square's number from 1 on, and 16 more if it was taken), and the mover.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from sandbox.games.api import Axes, Words
from sandbox.games.general.api import GeneralFace, Plain, general_games
from sandbox.games.general.rules import GeneralKernels
from sandbox.games.general.sequences import Sequential
from sandbox.games.general.words import TERMINAL, copy_state, put_opposed, put_word, word_at
from sandbox.kernels.jit import kernel

SQUARES = tuple(f"{column}{row}" for row in "123" for column in "abc")
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
FULL = 0o777
TRIED, TRIES, MOVER, LENGTH = 2, 4, 6, 7
TAKEN = 16


@kernel
def has_line(signs: int) -> bool:
    """Whether three lie in a row."""
    found = False
    for line in LINES:
        found |= signs & line == line
    return found


@kernel
def to_move(data: Words, s: int) -> int:
    """Until there is a line, or the board is full."""
    first, second = word_at(data, s), word_at(data, s + 1)
    if has_line(first) or has_line(second) or first | second == FULL:
        return TERMINAL
    return word_at(data, s + MOVER)


@kernel
def moves(data: Words, s: int, m: int) -> int:
    """Every square that one has not tried."""
    tried, count = word_at(data, s + TRIED + word_at(data, s + MOVER)), 0
    for square in range(9):
        if not (tried >> square) & 1:
            put_word(data, m + count, square)
            count += 1
    return count


@kernel
def play(data: Words, s: int, move: np.uint64, c: int) -> None:
    """A sign, and the other's turn; or a square that is taken, and another try."""
    square, who = int(np.int64(move)), word_at(data, s + MOVER)
    copy_state(data, s, c, LENGTH)
    taken = (word_at(data, s + 1 - who) >> square) & 1
    put_word(data, c + TRIED + who, word_at(data, s + TRIED + who) | (1 << square))
    put_word(data, c + TRIES + who, 32 * word_at(data, s + TRIES + who) + square + 1 + TAKEN * taken)
    if not taken:
        put_word(data, c + who, word_at(data, s + who) | (1 << square))
        put_word(data, c + MOVER, 1 - who)


@kernel
def utility(data: Words, s: int, u: int) -> None:
    """1 for a line."""
    worth = 0.0
    if has_line(word_at(data, s)):
        worth = 1.0
    elif has_line(word_at(data, s + 1)):
        worth = -1.0
    put_opposed(data, u, worth)


@kernel
def information(data: Words, s: int) -> np.uint64:
    """One's own tries."""
    who = word_at(data, s + MOVER)
    return np.uint64(2 * word_at(data, s + TRIES + who) + who)


@dataclass(frozen=True, slots=True)
class Tries:
    """All squares that were tried, in their order."""

    squares: tuple[str, ...] = ()

    @property
    def ply(self) -> int:
        """How many."""
        return len(self.squares)


class _Board:
    """How things stand after some tries."""

    def __init__(self, position: Tries) -> None:
        self.signs, self.tried, self.mover = [0, 0], [0, 0], 0
        self.answers: tuple[list[tuple[str, bool]], list[tuple[str, bool]]] = ([], [])
        for square in position.squares:
            self.make(square)

    def make(self, square: str) -> None:
        """One more try."""
        bit, who = 1 << SQUARES.index(square), self.mover
        taken = bool(self.signs[1 - who] & bit)
        self.tried[who] |= bit
        self.answers[who].append((square, taken))
        if not taken:
            self.signs[who] |= bit
            self.mover = 1 - who

    @property
    def winner(self) -> int:
        """Who has a line; -1 for nobody."""
        return next((p for p in (0, 1) if any(self.signs[p] & line == line for line in LINES)), -1)


@lru_cache(maxsize=1 << 14)
def _board(position: Tries) -> _Board:
    """The board, made once; nobody changes it."""
    return _Board(position)


class PhantomFace(Sequential):
    """Rules and notation: `b2 a1 a1 c3` are all tries, those that failed too."""

    name = "phantom"

    def start(self) -> Tries:
        """An empty board."""
        return Tries()

    def board(self, position: Tries) -> str:
        """Both players' signs."""
        board = _board(position)
        cells = ["X" if board.signs[0] >> i & 1 else "O" if board.signs[1] >> i & 1 else "-" for i in range(9)]
        return "\n".join("".join(cells[row : row + 3]) for row in (6, 3, 0))

    def to_move(self, position: Tries) -> int:
        """Until there is a line, or the board is full."""
        board = _board(position)
        over = board.winner >= 0 or board.signs[0] | board.signs[1] == FULL
        return TERMINAL if over else board.mover

    def moves(self, position: Tries) -> Sequence[str]:
        """Every square that one has not tried."""
        if self.to_move(position) == TERMINAL:
            return ()
        board = _board(position)
        return tuple(square for i, square in enumerate(SQUARES) if not board.tried[board.mover] >> i & 1)

    def after(self, position: Tries, move: str) -> Tries:
        """One more try."""
        return Tries((*position.squares, move))

    def utility(self, position: Tries) -> tuple[float, ...] | None:
        """1 for a line."""
        if self.to_move(position) != TERMINAL:
            return None
        worth = {0: 1.0, 1: -1.0}.get(_board(position).winner, 0.0)
        return (worth, -worth)

    def state(self, position: Tries) -> Sequence[int]:
        """As the kernels have it."""
        board, tries = _board(position), [0, 0]
        for who, answers in enumerate(board.answers):
            for square, taken in answers:
                tries[who] = 32 * tries[who] + SQUARES.index(square) + 1 + TAKEN * taken
        return (*board.signs, *board.tried, *tries, board.mover)

    def code_of(self, position: Tries, move: str) -> int:
        """The square's number."""
        return SQUARES.index(move)

    def path(self, position: Tries) -> Sequence[str]:
        """All tries."""
        return position.squares

    def information(self, position: Tries, player: int) -> str:
        """One's own tries; behind those that failed stands a `!`."""
        answers = _board(position).answers[player]
        return " ".join(["XO"[player], *(square + "!" * taken for square, taken in answers)])


@general_games.register("phantom", title="Phantom tic-tac-toe", order=34, players="2")
@dataclass(frozen=True, slots=True)
class Phantom(Plain):
    """Tic-tac-toe, blindfold."""

    def face(self) -> GeneralFace[Tries]:
        """Squares."""
        return PhantomFace()

    def kernels(self) -> GeneralKernels:
        """Sets of squares."""
        return GeneralKernels(
            to_move, moves, play, utility, LENGTH, most_moves=len(SQUARES),
            lowest=-1.0, highest=1.0, total=0.0, information=information,
        )  # fmt: skip

    def axes(self, position: Tries | None = None) -> Axes:
        """Billions of histories."""
        return Axes(perfect_information=False, large=True)
