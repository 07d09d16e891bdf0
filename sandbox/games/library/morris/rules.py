"""Three men's morris: set three stones each, then move them along the lines; three in a line wins.

A loopy game: stones may wander for ever, so repetition is a draw. The kernels know positions only; an engine
takes a position that recurs on its path for a draw, the face ends the game when one has occurred often
enough. Who cannot move has lost. Wins are worth 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from sandbox.games.advice import IN_A_ROW, THREAT, Advice, Rule, only
from sandbox.games.api import Axes, Face, GameKernels, Words, games
from sandbox.games.library.morris import face as morris_face
from sandbox.games.two_words.rules import GAME_AT, ONE, ZERO, any_win, exact_score
from sandbox.games.two_words.three_by_three import FULL, THROUGH, WON, WON_STRAIGHT, key, symmetry
from sandbox.kernels.bits import ctz, lowest, popcount
from sandbox.kernels.jit import kernel
from sandbox.registry import Help, Range

PLACES = 9  # bits 0 … 8 set a stone there; bit 9 + i moves one along step i

# Steps along the sides of the small squares first, those along the two diagonals last.
STEPS = morris_face.STEPS
STRAIGHT = morris_face.STRAIGHT
FROM = np.array([1 << start for start, _ in STEPS], np.uint64)
TO = np.array([1 << end for _, end in STEPS], np.uint64)


@kernel
def has_line(stones: np.uint64, data: Words) -> bool:
    """Whether three lie on a line of this board."""
    if data[np.int64(data[GAME_AT])] != ZERO:
        return bool(WON[np.int64(stones)])
    return bool(WON_STRAIGHT[np.int64(stones)])


@kernel
def moves(a: np.uint64, b: np.uint64, data: Words) -> np.uint64:
    """Empty points while stones are left to set, then steps to empty points; nothing once the other has won."""
    if has_line(b, data):
        return ZERO
    empty = FULL & ~(a | b)
    if popcount(a) < 3:
        return empty
    found = ZERO
    steps = len(FROM) if data[np.int64(data[GAME_AT])] != ZERO else STRAIGHT
    for i in range(steps):
        if a & FROM[i] != ZERO and empty & TO[i] != ZERO:
            found |= ONE << np.uint64(PLACES + i)
    return found


@kernel
def play(a: np.uint64, b: np.uint64, move: np.uint64, data: Words) -> tuple[np.uint64, np.uint64]:
    """Set or step."""
    if move <= FULL:
        return b, a | move
    i = ctz(move) - PLACES
    return b, a ^ FROM[i] ^ TO[i]


@kernel
def outcome(a: np.uint64, b: np.uint64, data: Words) -> int:
    """The other has three in a line, or there is no step left: lost."""
    return exact_score(-1)


@kernel
def promise(a: np.uint64, b: np.uint64, move: np.uint64, data: Words) -> int:
    """Lines through the point that is taken, less those through the one that is left."""
    if move <= FULL:
        return int(4 + THROUGH[ctz(move)])
    i = ctz(move) - PLACES
    return int(4 + THROUGH[ctz(TO[i])] - THROUGH[ctz(FROM[i])])


@kernel
def tactics(a: np.uint64, b: np.uint64, legal: np.uint64, data: Words) -> np.uint64:
    """What wins at once, if anything does."""
    wins, rest = ZERO, legal
    while rest != ZERO:
        move = lowest(rest)
        rest ^= move
        next_a, next_b = play(a, b, move, data)
        if moves(next_a, next_b, data) == ZERO:  # three in a line, or the other cannot move
            wins |= move
    return wins if wins != ZERO else legal


@games.register(
    "morris",
    title="Three men's morris",
    paper="Gasser, Solving Nine Men's Morris, Computational Intelligence 12, 1996",
    axes=Axes(loopy=True),
    order=5,
    largest_utility=1,
    first_win_is_best=True,
    opening_plies=2,
    advice=Advice(*IN_A_ROW, Rule("Take the centre.", only("b2")), THREAT),
)
@dataclass(frozen=True, slots=True)
class ThreeMensMorris:
    """Set three stones, then move them; three in a line wins."""

    diagonals: Annotated[bool, Help("the diagonals are lines of the board: to move along and to win on")] = True
    repetitions: Annotated[int, Range(2, 5), Help("a position that occurs this often is a draw")] = 3

    def face(self) -> Face[morris_face.Men]:
        """Nine characters."""
        return morris_face.MorrisFace(self.diagonals, self.repetitions)

    def kernels(self) -> GameKernels:
        """Two words of stones."""
        return GameKernels(moves, play, outcome, key, symmetry, promise, tactics, best_case=any_win)

    def data(self, position: object = None) -> Words:
        """Whether there are diagonals."""
        return np.array([self.diagonals], np.uint64)
