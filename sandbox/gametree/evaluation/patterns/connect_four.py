"""Connect Four by windows and threats: 38 groups of eight squares, and who has threats in which rows.

The groups are two by four and four by two squares; mirror images share a table, so there are nineteen. A threat is a
square that completes four, to be waited for while nobody can play it. Which threats decide follows from their rows, for
who is to move when few squares are left must give way (V. Allis, "A Knowledge-based Approach of Connect-Four", 1988):
so both sides' are counted in odd and in even rows, up to two of each, once all of them and once the lowest of every
column only, and each of the 81 outcomes has a weight. There are eight stages: four phases, and in each the parity of
the stones. The weights are the logits of a win, 400 to one; docs/learning.md has the command that made those that ship.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sandbox.games.library.connect_four.rules import BOARD, BOTTOM, HEIGHT, completing
from sandbox.games.two_words.rules import Words
from sandbox.gametree.evaluation.api import evaluations
from sandbox.gametree.evaluation.connect_four import EVEN_ROWS, ODD_ROWS
from sandbox.gametree.evaluation.patterns import adding
from sandbox.gametree.evaluation.patterns.adding import scratch_of, weighed
from sandbox.gametree.evaluation.patterns.block import stride_of
from sandbox.gametree.evaluation.patterns.learnt import Learnt
from sandbox.gametree.evaluation.patterns.shapes import LANES, Shapes, Squares
from sandbox.kernels.arrays import Int16s
from sandbox.kernels.bits import popcount
from sandbox.kernels.jit import kernel, specialise

STAGES = 8
PHASE = 6  # stones of a phase: a search of as many plies looks from one phase into the next


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
    stage=lambda stones: min(max(stones - 4, 0) // PHASE, 3) * 2 + stones % 2,
    field=lambda square: (square // HEIGHT, HEIGHT - 2 - square % HEIGHT),
    counts=(("threats by rows", 81), ("lowest threats by rows", 81)),
)
NUMBERS = SHAPES.numbers
ALL, LOWEST = (np.uint64(len(SHAPES.places) + n) for n in range(2))
STRIDE = stride_of(SHAPES)
ROWS = SHAPES.rows
CENTRES = SHAPES.centres
LANE = np.uint64(LANES)
SIX = np.uint64(63)
C1, C2, C3, C4, C5, C6 = (np.uint64(64 * n) for n in range(1, 7))
S7, S14, S21, S28, S35, S42 = (np.uint64(HEIGHT * n) for n in range(1, 7))


@kernel
def stage(a: np.uint64, b: np.uint64) -> int:
    """Phase and parity."""
    stones = popcount(a | b)
    return min(max(stones - 4, 0) // PHASE, 3) * 2 + (stones & 1)


@kernel(inlined=True)
def lines_of(x: np.uint64) -> tuple[np.uint64, ...]:
    """Where ROWS holds what each of the seven columns adds."""
    a, b, c, d = x & SIX, ((x >> S7) & SIX) + C1, ((x >> S14) & SIX) + C2, ((x >> S21) & SIX) + C3
    e, f, g = ((x >> S28) & SIX) + C4, ((x >> S35) & SIX) + C5, ((x >> S42) & SIX) + C6
    return a * LANE, b * LANE, c * LANE, d * LANE, e * LANE, f * LANE, g * LANE


@kernel(inlined=True)
def added(lines: tuple[np.uint64, ...], i: np.uint64) -> int:
    """What the stones of one side add to the number of a place."""
    a, b, c, d, e, f, g = lines
    return int(ROWS[a + i] + ROWS[b + i] + ROWS[c + i] + ROWS[d + i] + ROWS[e + i] + ROWS[f + i] + ROWS[g + i])


@kernel
def by_rows(own: np.uint64, other: np.uint64) -> int:
    """How many threats both sides have in odd and even rows, up to two of each, as one number."""
    mine = min(popcount(own & ODD_ROWS), 2) * 3 + min(popcount(own & EVEN_ROWS), 2)
    return mine * 9 + min(popcount(other & ODD_ROWS), 2) * 3 + min(popcount(other & EVEN_ROWS), 2)


@kernel
def count_threats(a: np.uint64, b: np.uint64, out: Int16s, at: np.uint64) -> None:
    """The numbers of threats that nobody can play yet: of all of them, and of the lowest of every column."""
    waiting = BOARD & ~((a | b) | ((a | b) + BOTTOM))
    own, other = completing(a) & waiting, completing(b) & waiting
    both = own | other
    lowest = both & ((BOARD & ~both) + BOTTOM)  # a column has a spare bit, where a carry ends
    out[at + ALL] = np.int16(by_rows(own, other))
    out[at + LOWEST] = np.int16(by_rows(own & lowest, other & lowest))


windows = specialise(adding.numbers, lines_of=lines_of, added=added)


@kernel(inlined=True)
def numbers(a: np.uint64, b: np.uint64, out: Int16s, at: np.uint64) -> None:
    """The numbers of the windows, by fourteen look-ups, then those of threats."""
    windows(a, b, out, at)
    count_threats(a, b, out, at)


@kernel(counted=False)
def evaluate(a: np.uint64, b: np.uint64, data: Words) -> int:
    """The sum over windows and counts, and the bias."""
    numbers(a, b, data.view(np.int16), scratch_of(data))
    return weighed(data, popcount(a | b), stage(a, b), STRIDE, CENTRES, NUMBERS)


@evaluations.register(
    "connect-four-windows", title="Learned windows and threats", games=("connect-four",), order=30, strength=1
)
@dataclass(frozen=True)
class ConnectFourWindows(Learnt):
    """Two by four and four by two squares, and threats by rows, each with weights learned from exact values."""

    key = "connect-four-windows"
    shapes = SHAPES
    stages = STAGES
    kinds = 2
    unit = 400
    evaluate_kernel = evaluate
    stage_kernel = stage
    numbers_kernel = numbers
