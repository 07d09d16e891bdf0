"""Connect Four: seven columns of six; four in a row wins.

Solved as a first-player win by J. D. Allen (1988) and V. Allis, "A Knowledge-based Approach of Connect-Four",
Vrije Universiteit Amsterdam, 1988. The bitboard is J. Tromp's: a column is seven bits, the seventh stays
empty, so that shifts never run from one column into the next:

     5 12 19 26 33 40 47      row 6 (top)
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42      row 1

A win is worth 22 minus the winner's stones, as in Pascal Pons's solver: the sooner, the more.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sandbox.games.advice import IN_A_ROW, Advice, Rule, avoiding, only
from sandbox.games.api import Face, GameKernels, WithoutData, Words, games
from sandbox.games.library.connect_four import face as connect_four_face
from sandbox.games.two_words import rules
from sandbox.games.two_words.rules import ZERO, exact_score
from sandbox.kernels.bits import lowest_index, popcount
from sandbox.kernels.jit import kernel

COLUMNS, ROWS = 7, 6
HEIGHT = ROWS + 1  # bits of a column

BOTTOM = np.uint64(sum(1 << HEIGHT * c for c in range(COLUMNS)))
BOARD = np.uint64(int(BOTTOM) * ((1 << ROWS) - 1))
COLUMN = np.uint64((1 << HEIGHT) - 1)
CENTRE = np.uint64(int(COLUMN) << HEIGHT * 3)

S1, S2, S3, S6, S7, S8 = (np.uint64(n) for n in (1, 2, 3, 6, 7, 8))
S12, S14, S16, S18, S21, S24, S28, S42 = (np.uint64(n) for n in (12, 14, 16, 18, 21, 24, 28, 42))


def _lines_through(bit: int) -> int:
    """How many lines of four run through a square."""
    if not int(BOARD) >> bit & 1:
        return 0
    starts = [(bit - back * step, step) for step in (1, 6, 7, 8) for back in range(4)]
    lines = [sum(1 << s + i * step for i in range(4)) for s, step in starts if s >= 0]
    return sum(line & ~int(BOARD) == 0 for line in lines)


PROMISE = np.array([16 * _lines_through(bit) for bit in range(64)], np.int64)


@kernel(signature="boolean(uint64)", lanes=True)
def won(stones: np.uint64) -> bool:
    """Whether there is a line of four."""
    pairs = stones & (stones >> S7)
    found = pairs & (pairs >> S14)
    pairs = stones & (stones >> S6)
    found |= pairs & (pairs >> S12)
    pairs = stones & (stones >> S8)
    found |= pairs & (pairs >> S16)
    pairs = stones & (stones >> S1)
    found |= pairs & (pairs >> S2)
    return bool(found != ZERO)


@kernel
def completing(stones: np.uint64) -> np.uint64:
    """Every square, empty or not, reachable or not, that makes a line of four with three of `stones`."""
    found = (stones << S1) & (stones << S2) & (stones << S3)
    pairs = (stones << S7) & (stones << S14)
    found |= pairs & (stones << S21) | pairs & (stones >> S7)
    pairs = (stones >> S7) & (stones >> S14)
    found |= pairs & (stones << S7) | pairs & (stones >> S21)
    pairs = (stones << S6) & (stones << S12)
    found |= pairs & (stones << S18) | pairs & (stones >> S6)
    pairs = (stones >> S6) & (stones >> S12)
    found |= pairs & (stones << S6) | pairs & (stones >> S18)
    pairs = (stones << S8) & (stones << S16)
    found |= pairs & (stones << S24) | pairs & (stones >> S8)
    pairs = (stones >> S8) & (stones >> S16)
    found |= pairs & (stones << S8) | pairs & (stones >> S24)
    return found & BOARD


@kernel
def moves(a: np.uint64, b: np.uint64, data: Words) -> np.uint64:
    """Where a stone lands, for each open column; nothing once the other has four."""
    if won(b):
        return ZERO
    return ((a | b) + BOTTOM) & BOARD


@kernel
def outcome(a: np.uint64, b: np.uint64, data: Words) -> int:
    """Lost if the other has four, else the full board's draw."""
    if won(b):
        return exact_score(popcount(b) - 22)
    return 0


@kernel
def key(a: np.uint64, b: np.uint64, data: Words) -> np.uint64:
    """Own stones plus a marker on top of every column: unique, and never 0."""
    return a + (a | b) + BOTTOM


@kernel
def mirrored(x: np.uint64) -> np.uint64:
    """Columns in reverse."""
    outer = ((x & COLUMN) << S42) | (x >> S42)
    second = ((x >> S7) & COLUMN) << np.uint64(35) | ((x >> np.uint64(35)) & COLUMN) << S7
    third = ((x >> S14) & COLUMN) << S28 | ((x >> S28) & COLUMN) << S14
    return outer | second | third | (x & CENTRE)


@kernel
def symmetry(a: np.uint64, b: np.uint64, data: Words) -> tuple[np.uint64, np.uint64]:
    """The position or its mirror image, whichever has the smaller key."""
    left, right = mirrored(a), mirrored(b)
    if left + (left | right) < a + (a | b):
        return left, right
    return a, b


@kernel
def promise(a: np.uint64, b: np.uint64, move: np.uint64, data: Words) -> int:
    """Lines through the square: the centre first."""
    return int(PROMISE[lowest_index(move)])


@kernel
def best_case(a: np.uint64, b: np.uint64, data: Words) -> int:
    """A win with the next stone if there is one, else with the one after it (as Pons's solver narrows its windows)."""
    next_squares = ((a | b) + BOTTOM) & BOARD
    soonest = 1 if completing(a) & next_squares != ZERO else 2
    return exact_score(max(22 - popcount(a) - soonest, 0))


@kernel
def tactics(a: np.uint64, b: np.uint64, legal: np.uint64, data: Words) -> np.uint64:
    """Win at once, else stop the other's four, else anything."""
    found = completing(a) & legal
    if found == ZERO:
        found = completing(b) & legal
    return found if found != ZERO else legal


ADVICE = Advice(
    *IN_A_ROW,
    Rule("The centre column is worth most.", only("4")),
    Rule("Else stay near the centre.", only("3", "5")),
    Rule("The edges last.", avoiding("1", "7")),
)


@games.register(
    "connect-four",
    title="Connect Four",
    paper="Allis, A Knowledge-based Approach of Connect-Four, 1988",
    order=1,
    known="4,531,985,219,092 states, Edelkamp & Kissmann 2008",
    largest_utility=21,
    cells=42,
    first_win_is_best=True,
    opening_plies=4,
    advice=ADVICE,
)
@dataclass(frozen=True, slots=True)
class ConnectFour(WithoutData):
    """Drop stones into seven columns; four in a row wins."""

    def face(self) -> Face[connect_four_face.Drop]:
        """Columns and stones."""
        return connect_four_face.ConnectFourFace()

    def kernels(self) -> GameKernels:
        """Two words of stones."""
        return GameKernels(moves, rules.play, outcome, key, symmetry, promise, tactics, best_case=best_case)
