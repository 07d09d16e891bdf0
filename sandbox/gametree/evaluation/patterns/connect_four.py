"""Connect Four by windows: 38 groups of eight squares, two by four and four by two, a table each.

Mirror images share a table. There are eight stages: four phases of ten stones, and in each the parity of the stones,
for who is to move when few squares are left decides which threats last (V. Allis, "A Knowledge-based Approach of
Connect-Four", 1988). The weights are the logits of a win, 400 to one; `learn connect-four-windows --model logistic
--labels exact` makes them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sandbox.games.library.connect_four.rules import HEIGHT
from sandbox.games.two_words.rules import WEIGHTS_AT, Words
from sandbox.gametree.evaluation.api import LIMIT, evaluations
from sandbox.gametree.evaluation.patterns.block import SCRATCH, TABLE, stride_of
from sandbox.gametree.evaluation.patterns.learnt import Learnt
from sandbox.gametree.evaluation.patterns.shapes import LANES, Shapes, Squares
from sandbox.kernels.bits import popcount
from sandbox.kernels.jit import kernel

STAGES = 8


def images(squares: Squares) -> list[Squares]:
    """As it is, and mirrored."""
    return [squares, tuple(HEIGHT * (6 - s // HEIGHT) + s % HEIGHT for s in squares)]


def _window(column: int, row: int, wide: int) -> Squares:
    return tuple(HEIGHT * (column + i % wide) + row + i // wide for i in range(8))


_UPRIGHT = [(f"2 × 4 at {'abcdefg'[c]}{r + 1}", _window(c, r, 2)) for c in range(3) for r in range(3)]
_FLAT = [(f"4 × 2 at {'abcdefg'[c]}{r + 1}", _window(c, r, 4)) for c in range(2) for r in range(5)]
SHAPES = Shapes(
    (*_UPRIGHT, *_FLAT),
    images,
    lambda square: (square // HEIGHT, square % HEIGHT),
    lines=7,
    bits=6,
    stage=lambda stones: min(stones // 10, 3) * 2 + stones % 2,
    field=lambda square: (square // HEIGHT, HEIGHT - 2 - square % HEIGHT),
)
PLACES = len(SHAPES.places)
STRIDE = stride_of(SHAPES)
ROWS = SHAPES.rows
CENTRES = SHAPES.centres
LANE = np.uint64(LANES)
SIX = np.uint64(63)
C1, C2, C3, C4, C5, C6 = (np.uint64(64 * n) for n in range(1, 7))
S7, S14, S21, S28, S35, S42 = (np.uint64(HEIGHT * n) for n in range(1, 7))
TWO, FOUR = np.uint64(2), np.uint64(4)
HALF = np.uint64(PLACES // 2)


@kernel
def stage(a: np.uint64, b: np.uint64) -> int:
    """Phase and parity."""
    stones = popcount(a | b)
    return min(stones // 10, 3) * 2 + (stones & 1)


@kernel
def numbers(a: np.uint64, b: np.uint64, base: int, out: NDArray[np.int32], at: np.uint64) -> None:
    """Where the weight of each place lies, counted from `base`: fourteen look-ups, one a column and side."""
    a0, a1 = (a & SIX) * LANE, (((a >> S7) & SIX) + C1) * LANE
    a2, a3 = (((a >> S14) & SIX) + C2) * LANE, (((a >> S21) & SIX) + C3) * LANE
    a4, a5 = (((a >> S28) & SIX) + C4) * LANE, (((a >> S35) & SIX) + C5) * LANE
    a6 = (((a >> S42) & SIX) + C6) * LANE
    b0, b1 = (b & SIX) * LANE, (((b >> S7) & SIX) + C1) * LANE
    b2, b3 = (((b >> S14) & SIX) + C2) * LANE, (((b >> S21) & SIX) + C3) * LANE
    b4, b5 = (((b >> S28) & SIX) + C4) * LANE, (((b >> S35) & SIX) + C5) * LANE
    b6 = (((b >> S42) & SIX) + C6) * LANE
    first = np.int32(base)
    for lane in range(LANES):
        i = np.uint64(lane)  # unsigned: no test for negative places
        number = np.int16(
            ROWS[a0 + i] + ROWS[a1 + i] + ROWS[a2 + i] + ROWS[a3 + i] + ROWS[a4 + i] + ROWS[a5 + i] + ROWS[a6 + i]
            - ROWS[b0 + i] - ROWS[b1 + i] - ROWS[b2 + i] - ROWS[b3 + i] - ROWS[b4 + i] - ROWS[b5 + i] - ROWS[b6 + i]
        )  # fmt: skip
        out[at + i] = CENTRES[i] + first + np.int32(number)


@kernel
def evaluate(a: np.uint64, b: np.uint64, data: Words) -> int:
    """The sum over all windows, in two halves that do not wait for each other, and the stage's bias."""
    table, place = data.view(np.int16), data.view(np.int32)
    start = data[WEIGHTS_AT]
    scratch = (start + np.uint64(SCRATCH)) * TWO
    base = int(np.int64((start + np.uint64(TABLE)) * FOUR) + stage(a, b) * STRIDE)
    numbers(a, b, base, place, scratch)
    one = np.int64(data[start + np.uint64(popcount(a | b))])
    two = np.int64(0)
    for lane in range(PLACES // 2):
        i = scratch + np.uint64(lane)
        one += np.int64(table[np.uint64(place[i])])
        two += np.int64(table[np.uint64(place[i + HALF])])
    return max(min(int(one + two), LIMIT), -LIMIT)


@evaluations.register("connect-four-windows", title="Learned windows", games=("connect-four",), order=30)
@dataclass(frozen=True)
class ConnectFourWindows(Learnt):
    """Every two by four and four by two squares, each with a table of weights learned from exact values."""

    key = "connect-four-windows"
    shapes = SHAPES
    stages = STAGES
    kinds = 2
    unit = 400
    evaluate_kernel = evaluate
    stage_kernel = stage
    numbers_kernel = numbers
