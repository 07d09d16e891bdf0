"""Othello: outflank and turn; most discs win. A win is worth the disc difference, empties to the winner.

A forced pass is a move: the bit of d4, a square that is never empty, so that `moves` is empty exactly when
neither side can move.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sandbox.games.advice import Advice, Rule, avoiding, by_least, only, replies
from sandbox.games.api import Face, GameKernels, WithoutData, Words, games
from sandbox.games.library.othello import face as othello_face
from sandbox.games.two_words import rules
from sandbox.games.two_words.outflanking import flips, legal, mirrored, transposed
from sandbox.games.two_words.rules import ZERO, exact_score
from sandbox.kernels.bits import ctz, popcount
from sandbox.kernels.jit import kernel

PASS = np.uint64(1 << 27)

# A quarter of the board, from the corner: how welcome a square usually is, before any thought.
QUARTER = ((255, 20, 150, 140), (20, 0, 70, 70), (150, 70, 110, 100), (140, 70, 100, 100))
PROMISE = np.array([QUARTER[min(y, 7 - y)][min(x, 7 - x)] for y in range(8) for x in range(8)], np.int64)


@kernel(inlined=True)
def moves(a: np.uint64, b: np.uint64, data: Words) -> np.uint64:
    """Squares that turn something; the pass if only the other has any; nothing when neither has."""
    found = legal(a, b)
    if found == ZERO and legal(b, a) != ZERO:
        return PASS
    return found


@kernel
def play(a: np.uint64, b: np.uint64, move: np.uint64, data: Words) -> tuple[np.uint64, np.uint64]:
    """Set a disc and turn what it outflanks, or pass."""
    if move == PASS:
        return b, a
    turned = flips(a, b, move)
    return b ^ turned, a | turned | move


@kernel
def outcome(a: np.uint64, b: np.uint64, data: Words) -> int:
    """The disc difference, empties to the winner."""
    own, other = popcount(a), popcount(b)
    if own > other:
        return exact_score(64 - 2 * other)
    if own < other:
        return exact_score(2 * own - 64)
    return 0


@kernel
def symmetry(a: np.uint64, b: np.uint64, data: Words) -> tuple[np.uint64, np.uint64]:
    """The smallest of the eight images."""
    best_a, best_b = a, b
    for i in range(1, 8):  # mirroring and transposing in turn runs through all eight
        if i & 1:
            a, b = mirrored(a), mirrored(b)
        else:
            a, b = transposed(a), transposed(b)
        if a < best_a or (a == best_a and b < best_b):
            best_a, best_b = a, b
    return best_a, best_b


@kernel
def promise(a: np.uint64, b: np.uint64, move: np.uint64, data: Words) -> int:
    """Corners first, the squares beside them last."""
    return int(PROMISE[ctz(move)])


CORNERS = ("a1", "h1", "a8", "h8")
BESIDE_CORNERS = ("b2", "g2", "b7", "g7", "a2", "b1", "g1", "h2", "a7", "b8", "g8", "h7")


def gives_corner(face: Face[Any], position: Any, move: str) -> float:
    """Whether a move lets the other side take a corner."""
    return float(any(m in CORNERS for m in face.moves(face.play(position, move))))


ADVICE = Advice(
    Rule("Take a corner.", only(*CORNERS)),
    Rule("Give no corner away.", by_least(gives_corner)),
    Rule("Keep off the squares beside the corners.", avoiding(*BESIDE_CORNERS)),
    Rule("Leave the other side few replies.", by_least(replies)),
)


@kernel
def best_case(a: np.uint64, b: np.uint64, data: Words) -> int:
    """The other side wiped out: nothing less is certain."""
    return exact_score(64)


@games.register(
    "othello",
    title="Othello",
    paper="Buro, ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm, ICCA Journal 1995",
    order=2,
    perfect_key=False,
    known="at most 10^28 states, some 10^54 games, Allis 1994",
    finished_leaves=True,
    largest_utility=64,
    cells=64,
    opening_plies=8,
    advice=ADVICE,
)
@dataclass(frozen=True, slots=True)
class Othello(WithoutData):
    """Outflank and turn; most discs win."""

    def face(self) -> Face[othello_face.Discs]:
        """64 characters and a side."""
        return othello_face.OthelloFace()

    def kernels(self) -> GameKernels:
        """Two words of discs."""
        return GameKernels(moves, play, outcome, rules.key, symmetry, promise, best_case=best_case)
