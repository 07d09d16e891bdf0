"""What the learned evaluation says in the endgame: which moves come first far from the end, and where MTD(f) begins.

After Edax (R. Delorme, 1998-), which sorts an ending's moves by the estimates of shallow searches. Departs from it in
that estimates are added to what is counted (mobility and its like), and in that no search is deeper than a reply. What
is proven never depends on them.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sandbox.games.two_words.rules import ONE, ZERO, Words
from sandbox.gametree.evaluation.patterns.othello import OthelloPatterns, evaluate
from sandbox.gametree.solving import words as s
from sandbox.gametree.solving.games.othello.ideas import GUESS
from sandbox.gametree.solving.games.othello.last import MOST
from sandbox.gametree.solving.games.othello.lines import turned
from sandbox.kernels.bits import ctz
from sandbox.kernels.jit import kernel

A_DISC: Final = OthelloPatterns.unit
SHARE, SHARE_AHEAD = 4, 3  # shifts: a disc weighs as much as 6 or 12 points of a move's score
NOTHING: Final = -1 << 30


@kernel(counted=False)
def after_reply(own: np.uint64, other: np.uint64, replies: np.uint64, work: Words) -> int:
    """What the evaluation promises the mover after the best of these replies."""
    if replies == ZERO:
        return evaluate(own, other, work)
    best = NOTHING
    while replies != ZERO:
        x = ctz(replies)
        move = ONE << np.uint64(x)
        replies ^= move
        flipped = turned(own, other, x)
        best = max(best, -evaluate(other ^ flipped, own | flipped | move, work))
    return best


@kernel
def promised(own: np.uint64, other: np.uint64, replies: np.uint64, ahead: bool, work: Words) -> int:
    """The same as points of a move's score; without looking a reply ahead where that does not pay."""
    if ahead:
        return after_reply(own, other, replies, work) >> SHARE_AHEAD
    return evaluate(own, other, work) >> SHARE


@kernel
def expected(a: np.uint64, b: np.uint64, work: Words) -> int:
    """The discs that the evaluation expects at the end, an even number: where the first question is asked."""
    if not np.int64(work[s.IDEAS]) & GUESS:
        return 0
    discs = 2 * ((evaluate(a, b, work) + A_DISC) // (2 * A_DISC))
    return max(-MOST, min(MOST, discs))
