"""Othello by patterns: eleven groups of squares in 46 places, a table of learned weights for each of 15 stages.

The groups are Logistello's (M. Buro, "Experiments with Multi-ProbCut and a New High-Quality Evaluation Function for
Othello", 1997): diagonals of four to eight, the second to fourth lines, the edge with both X squares, the corner as
3 × 3 and 2 × 5. 100 is a disc of the final result. The weights that ship were made by `learn othello-patterns`
(docs/learning.md). Departs from Logistello in that no parity pattern is used, and in what shapes.py says.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sandbox.games.two_words.rules import Words
from sandbox.gametree.evaluation.api import evaluations
from sandbox.gametree.evaluation.patterns import adding
from sandbox.gametree.evaluation.patterns.adding import scratch_of, weighed
from sandbox.gametree.evaluation.patterns.block import stride_of
from sandbox.gametree.evaluation.patterns.learnt import Learnt
from sandbox.gametree.evaluation.patterns.shapes import LANES, Shapes, Squares
from sandbox.kernels.bits import popcount
from sandbox.kernels.jit import kernel, specialise

STAGES = 15


def images(squares: Squares) -> list[Squares]:
    """Under the eight symmetries of the board."""
    found = [squares]
    for turn in range(1, 8):
        last = found[-1]
        mirrored = (s ^ 7 for s in last) if turn & 1 else ((s & 7) << 3 | s >> 3 for s in last)
        found.append(tuple(mirrored))
    return found


SHAPES = Shapes(
    (
        ("diagonal of 4", (3, 10, 17, 24)),
        ("diagonal of 5", (4, 11, 18, 25, 32)),
        ("diagonal of 6", (5, 12, 19, 26, 33, 40)),
        ("diagonal of 7", (6, 13, 20, 27, 34, 41, 48)),
        ("diagonal of 8", (7, 14, 21, 28, 35, 42, 49, 56)),
        ("second line", tuple(range(8, 16))),
        ("third line", tuple(range(16, 24))),
        ("fourth line", tuple(range(24, 32))),
        ("edge and X squares", (9, 0, 1, 2, 3, 4, 5, 6, 7, 14)),
        ("corner 3 × 3", (0, 1, 2, 8, 9, 10, 16, 17, 18)),
        ("corner 2 × 5", (0, 1, 2, 3, 4, 8, 9, 10, 11, 12)),
    ),
    images,
    lambda square: (square >> 3, square & 7),
    lines=8,
    bits=8,
    stage=lambda stones: min(max((stones - 4) // 4, 0), STAGES - 1),
    field=lambda square: (square & 7, square >> 3),
)
PLACES = len(SHAPES.places)
STRIDE = stride_of(SHAPES)
ROWS = SHAPES.rows
CENTRES = SHAPES.centres
LANE = np.uint64(LANES)
BYTE = np.uint64(255)
R1, R2, R3, R4, R5, R6, R7 = (np.uint64(256 * n) for n in range(1, 8))
S8, S16, S24, S32, S40, S48, S56 = (np.uint64(8 * n) for n in range(1, 8))


@kernel
def stage(a: np.uint64, b: np.uint64) -> int:
    """One for every four discs; the last holds the full board, too."""
    return min(max((popcount(a | b) - 4) >> 2, 0), STAGES - 1)


@kernel(inlined=True)
def lines_of(x: np.uint64) -> tuple[np.uint64, ...]:
    """Where ROWS holds what each of the eight ranks adds."""
    a, b, c, d = x & BYTE, ((x >> S8) & BYTE) + R1, ((x >> S16) & BYTE) + R2, ((x >> S24) & BYTE) + R3
    e, f, g, h = ((x >> S32) & BYTE) + R4, ((x >> S40) & BYTE) + R5, ((x >> S48) & BYTE) + R6, (x >> S56) + R7
    return a * LANE, b * LANE, c * LANE, d * LANE, e * LANE, f * LANE, g * LANE, h * LANE


@kernel(inlined=True)
def added(lines: tuple[np.uint64, ...], i: np.uint64) -> int:
    """What the stones of one side add to the number of a place."""
    a, b, c, d, e, f, g, h = lines
    four = ROWS[a + i] + ROWS[b + i] + ROWS[c + i] + ROWS[d + i]
    return int(four + ROWS[e + i] + ROWS[f + i] + ROWS[g + i] + ROWS[h + i])


numbers = specialise(adding.numbers, lines_of=lines_of, added=added)


@kernel(counted=False)
def evaluate(a: np.uint64, b: np.uint64, data: Words) -> int:
    """The sum over all places, and the bias."""
    numbers(a, b, data.view(np.int16), scratch_of(data))
    return weighed(data, popcount(a | b), stage(a, b), STRIDE, CENTRES, PLACES)


@evaluations.register(
    "othello-patterns",
    title="Learned patterns",
    games=("othello",),
    order=30,
    strength=1,
    paper="Buro, Experiments with Multi-ProbCut and a New High-Quality Evaluation Function for Othello, 1997",
)
@dataclass(frozen=True)
class OthelloPatterns(Learnt):
    """Edges, corners, lines and diagonals, each with a table of weights learned from games against itself."""

    key = "othello-patterns"
    shapes = SHAPES
    stages = STAGES
    unit = 100
    grain = 8
    evaluate_kernel = evaluate
    stage_kernel = stage
    numbers_kernel = numbers
