"""Othello by mobility, corners and stability, after the advice of strong players.

B. Rose, "Othello: A Minute to Learn, A Lifetime to Master", 2005; features as in P. S. Rosenbloom, "A
World-Championship-Level Othello Program", Artificial Intelligence 19, 1982. 100 is about a disc. Departs from
both in that stable discs are those held from the edges inward, without looking for full lines.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sandbox.games.two_words.outflanking import S1, S7, S8, S9, ZERO, legal
from sandbox.games.two_words.rules import Words
from sandbox.gametree.evaluation.api import evaluations
from sandbox.gametree.evaluation.weighted import Weighted
from sandbox.kernels.bits import popcount
from sandbox.kernels.jit import kernel

CORNERS = np.uint64(0x8100000000000081)
SIDES = np.uint64(0x8181818181818181)  # the a and h files
ENDS = np.uint64(0xFF000000000000FF)  # the first and last rank
BORDER = np.uint64(0xFF818181818181FF)
X_SQUARES = np.uint64(0x0042000000004200)
ROWS_AT = tuple(range(4, 65, 4))


@kernel
def around(x: np.uint64) -> np.uint64:
    """All squares beside some, themselves perhaps included."""
    sideways = x | ((x & ~np.uint64(0x8080808080808080)) << S1) | ((x & ~np.uint64(0x0101010101010101)) >> S1)
    near: np.uint64 = sideways | (sideways << S8) | (sideways >> S8)
    return near


@kernel
def stable(own: np.uint64) -> np.uint64:
    """Discs that cannot be turned: along each axis the board ends beside them, or a stable disc lies there."""
    held = own & CORNERS
    while held != ZERO:
        # what a shift carries round the board lands on the border, which counts as held anyway
        rank, file = SIDES | (held << S1) | (held >> S1), ENDS | (held << S8) | (held >> S8)
        up, down = BORDER | (held << S9) | (held >> S9), BORDER | (held << S7) | (held >> S7)
        more = own & rank & file & up & down
        if more == held:
            break
        held = more
    return held


@kernel
def stage(a: np.uint64, b: np.uint64) -> int:
    """One for every four discs."""
    return (popcount(a | b) - 4) >> 2


@kernel
def features(a: np.uint64, b: np.uint64, data: Words) -> tuple[int, int, int, int, int, int, int, int, int]:
    """See `OthelloPositional.names`."""
    empty = ~(a | b)
    beside_a, beside_b, beside_empty = around(a) & empty, around(b) & empty, around(empty)
    open_corners = empty & CORNERS
    x_squares = around(open_corners) & X_SQUARES
    c_squares = around(open_corners) & ~X_SQUARES & ~CORNERS
    return (
        popcount(legal(a, b)) - popcount(legal(b, a)),
        popcount(beside_b) - popcount(beside_a),
        popcount(a & CORNERS) - popcount(b & CORNERS),
        popcount(a & x_squares) - popcount(b & x_squares),
        popcount(a & c_squares) - popcount(b & c_squares),
        popcount(stable(a)) - popcount(stable(b)),
        popcount(a & beside_empty) - popcount(b & beside_empty),
        popcount(a) - popcount(b),
        ((popcount(empty) & 1) << 1) - 1,
    )


@evaluations.register(
    "othello-positional", title="Mobility and stability", games=("othello",), order=10, paper="Rosenbloom 1982"
)
@dataclass(frozen=True)
class OthelloPositional(Weighted):
    """Mobility, corners, stable discs and more, weighted by the stage of the game."""

    shipped = "othello"
    names = (
        "mobility",
        "potential mobility",
        "corners",
        "X squares",
        "C squares",
        "stable discs",
        "frontier",
        "discs",
        "parity",
    )
    rows_at = ROWS_AT
    features_kernel = features
    stage_kernel = stage


@kernel
def discs(a: np.uint64, b: np.uint64, data: Words) -> tuple[int]:
    """Own minus other."""
    return (popcount(a) - popcount(b),)


@evaluations.register("othello-discs", title="Disc count", games=("othello",), order=20)
@dataclass(frozen=True)
class OthelloDiscs(Weighted):
    """Who has more discs: the beginner's mistake, and quick."""

    shipped = "othello-discs"
    names = ("discs",)
    features_kernel = discs
