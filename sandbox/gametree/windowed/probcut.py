"""Multi-ProbCut: a node is cut where a shallower search foretells that its deep value will miss the window.

M. Buro, "ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm", ICCA Journal 18(2), 1995, and
"Experiments with Multi-ProbCut and a New High-Quality Evaluation Function for Othello", 1997. The error model

    deep value = slope × shallow value + offset, give or take a standard error

is fitted by stage and depth (`learn --errors`) and lies with the evaluation's weights (evaluation/patterns/block.py).
Where the shallow search says that the deep value lies beyond the window with `PROBCUT` standard errors to spare, the
node ends there, with the end of the window for its value: a guess, so the node counts as judged.

Departs from them in that each depth has one shallow depth, of the same parity, instead of several in turn; in that a
glance decides which end of the window is tried, if any; and in that depths beyond the model's last go by it.
"""

from __future__ import annotations

from statistics import NormalDist
from typing import Final

import numpy as np

from sandbox.games.two_words.rules import WEIGHTS_AT, ZERO, Words
from sandbox.gametree import work as w
from sandbox.gametree.evaluation.api import LIMIT
from sandbox.gametree.evaluation.patterns.block import DEPTHS, ERRORS, STAGES
from sandbox.kernels.bits import popcount
from sandbox.kernels.jit import kernel

FROM: Final = 3  # plies that must be left
NESTED_FROM: Final = 8  # with fewer, a shallow search looks for no shallower one
SHALLOW = np.array([0, 0, 0, 1, 2, 1, 2, 3, 4, 3, 4, 3, 4, 5, 6, 7])
"""How deep is searched instead, by depth."""
THOUSAND: Final = 1000
HUNDRED: Final = 100
BY_16, BY_32, BITS_16, BITS_4 = np.uint64(16), np.uint64(32), np.uint64(0xFFFF), np.uint64(15)


@kernel
def row_of(depth: int) -> int:
    """The depth whose model stands for a depth: its own, or the last of the same parity."""
    return depth if depth < DEPTHS else DEPTHS - 2 + (depth & 1)


@kernel
def shallow_of(depth: int) -> int:
    """How deep is searched instead."""
    row = row_of(depth)
    return int(SHALLOW[row]) + depth - row


@kernel
def fit_of(a: np.uint64, b: np.uint64, depth: int, work: Words) -> np.uint64:
    """The model of a position's stage and a depth: slope, offset and standard error in a word, or 0."""
    start, stones = work[WEIGHTS_AT], popcount(a | b)
    word = work[start + np.uint64(STAGES + (stones >> 4))]
    stage = np.int64((word >> np.uint64(4 * (stones & 15))) & BITS_4)
    found: np.uint64 = work[start + np.uint64(ERRORS + stage * DEPTHS + row_of(depth))]
    return found if found >> BY_32 != ZERO else ZERO


@kernel
def part(fit: np.uint64, by: np.uint64) -> int:
    """One of a model's three numbers, with its sign."""
    return int(np.int64(np.int16(np.int64((fit >> by) & BITS_16))))


@kernel
def least_for(beta: int, fit: np.uint64, spare: int) -> int:
    """What the shallow search must say, at least, to foretell `beta` or more."""
    slope, offset, error = part(fit, ZERO), part(fit, BY_16), part(fit, BY_32)
    return -((-(beta - offset + spare * error // HUNDRED) * THOUSAND) // slope)


@kernel
def most_for(alpha: int, fit: np.uint64, spare: int) -> int:
    """What it may say, at most, to foretell `alpha` or less."""
    slope, offset, error = part(fit, ZERO), part(fit, BY_16), part(fit, BY_32)
    return ((alpha - offset - spare * error // HUNDRED) * THOUSAND) // slope


@kernel
def tried(depth: int, alpha: int, beta: int, ply: int, work: Words) -> bool:
    """Whether a node may be cut: not at the root, nor where PVS wants a value; never on what is no estimate."""
    if work[w.PROBCUT] == ZERO or ply == 0 or depth < FROM or work[w.BEYOND + ply] != ZERO:
        return False
    return bool(work[w.NULL_WINDOWS] == ZERO or beta == alpha + 1)


@kernel
def never(depth: int, alpha: int, beta: int, ply: int, work: Words) -> bool:  # noqa: ARG001
    """Without the option: LLVM then leaves the step out."""
    return False


@kernel
def asked(guess: int, alpha: int, beta: int, fit: np.uint64, work: Words) -> tuple[int, int]:
    """What a shallow search is asked: which end of the window it may foretell (0: none), and what for it must exceed.

    For alpha (-1), what it must not exceed. Scores of finished games are not asked for, nor depths without a model.
    """
    spare = int(np.int64(work[w.PROBCUT]))
    end = end_tried(guess, alpha, beta, fit) if fit != ZERO else 0
    if end == 0:
        return 0, 0
    floor = least_for(beta, fit, spare) - 1 if end > 0 else most_for(alpha, fit, spare)
    return (end if abs(floor) < LIMIT else 0), floor


@kernel
def end_tried(guess: int, alpha: int, beta: int, fit: np.uint64) -> int:
    """Which end of the window a glance promises: 1 beta, -1 alpha, 0 neither."""
    error = part(fit, BY_32)
    if guess >= beta - error and abs(beta) < LIMIT:
        return 1
    return -1 if guess <= alpha + error and abs(alpha) < LIMIT else 0


def spare_of(deviations: float) -> int:
    """The option as a word: hundredths."""
    return round(HUNDRED * deviations)


def confidence(deviations: float) -> float:
    """How sure a cut is that has so many standard errors to spare, if errors are normal."""
    return NormalDist().cdf(deviations)
