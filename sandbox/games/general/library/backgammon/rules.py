"""Backgammon: all rules but the cube. A plain win is worth 1, a gammon 2, a backgammon 3.

A state is each side's checkers in its own view (off, points 1 … 24, bar), whose turn it is, and the dice, the higher
first; 0 before they are thrown. At the start of a game the dice are thrown like any others, doubles included.

The estimate is a registered weighted sum (judging.py); its weights stand where an evaluation's do.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sandbox.games.api import Axes, Words
from sandbox.games.general.api import GeneralFace, Plain, general_games
from sandbox.games.general.library.backgammon import face as backgammon_face
from sandbox.games.general.library.backgammon.judging import (
    BLOT,
    BORNE_OFF,
    HOME_POINT,
    ON_BAR,
    PIP,
    POINT,
    PRIME,
    Evaluation,
    weights_of,
)
from sandbox.games.general.library.backgammon.moving import (
    BAR,
    HOME,
    LOW_FIRST,
    SIDE,
    STEP,
    STEP_BITS,
    all_moves,
    furthest,
    moved,
)
from sandbox.games.general.rules import GeneralKernels
from sandbox.games.general.words import CHANCE, TERMINAL, number_at, put_opposed, put_word, word_at
from sandbox.games.two_words.rules import WEIGHTS_AT, ZERO
from sandbox.kernels.jit import kernel

MOVER, HIGH, LOW, LENGTH = 52, 53, 54, 55  # where they stand in a state
CHECKERS, THROWS, POINTS = 15, 21, 24
MOST_MOVES = 1024
DICE = np.array(backgammon_face.DICE, np.int64)
A_WIN = 3000.0  # of the sum: what it takes for a win
SURE = 0.99  # no estimate is beyond this


@kernel
def to_move(data: Words, s: int) -> int:
    """The dice, if they are to be thrown; nobody once a side is off."""
    if word_at(data, s) == CHECKERS or word_at(data, s + SIDE) == CHECKERS:
        return TERMINAL
    return word_at(data, s + MOVER) if word_at(data, s + HIGH) != 0 else CHANCE


@kernel
def moves(data: Words, s: int, m: int) -> int:
    """Every different result of the roll."""
    mover = word_at(data, s + MOVER)
    own, other = s + mover * SIDE, s + (1 - mover) * SIDE
    return all_moves(data, own, other, word_at(data, s + HIGH), word_at(data, s + LOW), m, m + MOST_MOVES)


@kernel
def outcomes(data: Words, s: int, m: int, p: int) -> int:
    """The 21 throws; a double is half as probable."""
    for throw in range(THROWS):
        put_word(data, m + throw, throw)
        put_word(data, p + throw, 1 if DICE[throw, 0] == DICE[throw, 1] else 2)
    return THROWS


@kernel
def play(data: Words, s: int, move: np.uint64, c: int) -> None:
    """A throw, or the steps of a turn."""
    for i in range(LENGTH):
        data[np.uint64(c + i)] = data[np.uint64(s + i)]
    packed = int(np.int64(move))
    if word_at(data, s + HIGH) == 0:
        put_word(data, c + HIGH, int(DICE[packed, 0]))
        put_word(data, c + LOW, int(DICE[packed, 1]))
        return
    mover = word_at(data, s + MOVER)
    one, then = word_at(data, s + HIGH), word_at(data, s + LOW)
    if packed & LOW_FIRST:
        one, then = then, one
    packed &= LOW_FIRST - 1
    while packed != 0:
        moved(data, c + mover * SIDE, c + (1 - mover) * SIDE, packed & STEP, one)
        packed >>= STEP_BITS
        one = then
    put_word(data, c + MOVER, 1 - mover)
    put_word(data, c + HIGH, 0)
    put_word(data, c + LOW, 0)


@kernel
def utility(data: Words, s: int, u: int) -> None:
    """1; 2 if the loser has borne off nothing; 3 if he is also on the bar or in the winner's home."""
    winner = 0 if word_at(data, s) == CHECKERS else 1
    loser = s + (1 - winner) * SIDE
    worth = 1.0
    if data[np.uint64(loser)] == ZERO:
        worth = 3.0 if furthest(data, loser, BAR) > POINTS - HOME else 2.0
    put_opposed(data, u, worth if winner == 0 else -worth)


@kernel
def weight(data: Words, feature: int) -> float:
    """What a feature weighs."""
    return number_at(data, word_at(data, WEIGHTS_AT) + feature)


@kernel
def standing(data: Words, own: int, other: int) -> float:
    """One side's weighted sum. Features are counted as whole numbers; blots in eighths."""
    reach = BAR - furthest(data, other, BAR)  # blots from here on the other's furthest checker can still hit
    pips, blots, made, at_home, prime, longest = BAR * word_at(data, own + BAR), 0, 0, 0, 0, 0
    for point in range(1, POINTS + 1):
        count = word_at(data, own + point)
        pips += point * count
        prime = prime + 1 if count >= 2 else 0
        longest = max(longest, prime)
        if count >= 2:
            made += 1
            at_home += 1 if point <= HOME else 0
        elif count == 1 and point > reach:
            blots += 30 - point if point < 19 else 6
    held = weight(data, POINT) * made + weight(data, HOME_POINT) * at_home + weight(data, PRIME) * longest
    off = weight(data, ON_BAR) * word_at(data, own + BAR) + weight(data, BORNE_OFF) * word_at(data, own)
    return float(weight(data, PIP) * pips + weight(data, BLOT) * blots / 8.0 + held + off)


@kernel
def evaluate(data: Words, s: int, u: int) -> None:
    """The difference of both, as a share of a win."""
    ahead = standing(data, s, s + SIDE) - standing(data, s + SIDE, s)
    put_opposed(data, u, max(-SURE, min(SURE, ahead / A_WIN)))


@general_games.register(
    "backgammon",
    title="Backgammon",
    paper="Berliner, Backgammon Computer Program Beats World Champion, Artificial Intelligence 14, 1980",
    order=23,
    players="2",
    finished_leaves=True,
)
@dataclass(frozen=True, slots=True)
class Backgammon(Plain):
    """All rules but the cube."""

    evaluation: Evaluation = "positional"

    def face(self) -> GeneralFace[backgammon_face.Board]:
        """Position IDs."""
        return backgammon_face.BackgammonFace()

    def kernels(self) -> GeneralKernels:
        """Counts by point."""
        return GeneralKernels(
            to_move, moves, play, utility, LENGTH, MOST_MOVES, outcomes=outcomes, evaluate=evaluate,
            lowest=-3.0, highest=3.0, total=0.0,  # a backgammon
        )  # fmt: skip

    def weights(self) -> Words:
        """The evaluation's."""
        return weights_of(self.evaluation)

    def axes(self, position: backgammon_face.Board | None = None) -> Axes:
        """Who is hit begins again, so positions may recur."""
        return Axes(chance=True, loopy=True)
