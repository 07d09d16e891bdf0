"""The 3 × 3 board that tic-tac-toe and three men's morris share: its lines, its eight symmetries, as tables.

Squares are bits 0 … 8 from the top left, row by row; all tables are indexed by a set of squares (0 … 511).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandbox.games.two_words.rules import Words
from sandbox.games.two_words.threes import ROWS
from sandbox.kernels.jit import kernel

LINES = tuple(sum(1 << int(s) for s in row) for row in ROWS)

ZERO = np.uint64(0)
S9 = np.uint64(9)
FULL = np.uint64(511)
MARK = np.uint64(1 << 18)  # keeps the empty board's key from being 0


def _turned(square: int) -> int:
    """A quarter turn."""
    x, y = square % 3, square // 3
    return x * 3 + 2 - y


def _flipped(square: int) -> int:
    return square // 3 * 3 + 2 - square % 3


def symmetries() -> list[list[int]]:
    """Where each square goes, under each of the eight; the identity first."""
    turns = [list(range(9))]
    for _ in range(3):
        turns.append([_turned(s) for s in turns[-1]])
    return turns + [[_flipped(s) for s in turn] for turn in turns]


def _mapped(where: list[int]) -> NDArray[np.uint64]:
    """Where every set of squares goes."""
    stones = np.arange(512)
    return sum(((stones >> s & 1) << where[s] for s in range(9)), np.zeros(512, np.int64)).astype(np.uint64)


def _completing(stones: int) -> int:
    """Squares that make a line with two of `stones`."""
    missing = [line & ~stones for line in LINES]
    return sum(m for m in set(missing) if m.bit_count() == 1)


WON = np.array([any(s & line == line for line in LINES) for s in range(512)], np.bool_)
WON_STRAIGHT = np.array([any(s & line == line for line in LINES[:6]) for s in range(512)], np.bool_)
COMPLETING = np.array([_completing(s) for s in range(512)], np.uint64)
MAPPED = np.array([_mapped(where) for where in symmetries()])
THROUGH = np.array([sum(line >> s & 1 for line in LINES) for s in range(9)], np.int64)


@kernel
def won(stones: np.uint64) -> bool:
    """Whether three lie in a line."""
    return bool(WON[np.int64(stones)])


@kernel
def key(a: np.uint64, b: np.uint64, data: Words) -> np.uint64:
    """Both sets of squares side by side."""
    return MARK | (a << S9) | b


@kernel
def symmetry(a: np.uint64, b: np.uint64, data: Words) -> tuple[np.uint64, np.uint64]:
    """The smallest of the eight images."""
    best = (a << S9) | b
    for i in range(1, 8):
        best = min(best, (MAPPED[i, np.int64(a)] << S9) | MAPPED[i, np.int64(b)])
    return best >> S9, best & FULL
