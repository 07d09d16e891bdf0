"""Move ordering: the sooner the best move is tried, the more alpha-beta cuts off.

What is combined, each on its own switch:
* the move the transposition table remembers;
* killers (two moves that cut off at the same ply): S. G. Akl, M. M. Newborn, "The Principal Continuation and
  the Killer Heuristic", ACM Annual Conference, 1977;
* history (how much a move has cut off anywhere): J. Schaeffer, "The History Heuristic", ICCA Journal 6(3), 1983;
* replies (the fewer the other side has, the sooner): "fastest first", as Othello programs do since
  M. Buro's Logistello;
* static: the game's own glance at a move (centre first, corners first).

A move's score, highest first; equal ones by bit index:

    bit 50 table · 48-49 killers · 40-46 few replies · 14-37 history · 6-13 static · 0-5 the move
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sandbox.games.two_words.rules import ONE, ZERO, Words, moves, play, promise
from sandbox.gametree import work as w
from sandbox.kernels.bits import ctz, popcount, without_lowest
from sandbox.kernels.jit import kernel

# bits of the option ORDERING
STATIC: Final = 1
TABLE_MOVE: Final = 2
KILLERS: Final = 4
HISTORY: Final = 8
REPLIES: Final = 16

REPLIES_FROM: Final = 3  # plies that must be left for counting replies to pay
HISTORY_CAP: Final = 1 << 22

MASK_6 = np.uint64(63)


@kernel(inlined=True)
def move_score(
    a: np.uint64, b: np.uint64, move: np.uint64, index: int, depth: int, ply: int, first: int, work: Words
) -> int:
    """How soon a move is tried."""
    how = np.int64(work[w.ORDERING])
    score = np.int64(index)
    if index == first:
        score |= 1 << 50
    if how & STATIC:
        score |= np.int64(promise(a, b, move, work)) << 6
    if how & HISTORY:
        score |= np.int64(work[w.HISTORY + (ply & 1) * 64 + index]) << 14
    if how & REPLIES and depth >= REPLIES_FROM:
        next_a, next_b = play(a, b, move, work)
        score |= (64 - popcount(moves(next_a, next_b, work))) << 40
    if how & KILLERS:
        mark = np.uint64(index) + ONE
        if work[w.KILLERS + 2 * ply] == mark:
            score |= 2 << 48
        elif work[w.KILLERS + 2 * ply + 1] == mark:
            score |= 1 << 48
    return int(score)


@kernel(inlined=True)
def ordered(a: np.uint64, b: np.uint64, legal: np.uint64, depth: int, ply: int, first: int, work: Words) -> int:
    """Sort the moves into this ply's list; their number (at most 64)."""
    base = w.MOVES + 64 * ply
    count = 0
    while legal != ZERO:
        index = ctz(legal)
        score = np.uint64(move_score(a, b, legal & (~legal + ONE), index, depth, ply, first, work))
        at = base + count
        while at > base and (work[at - 1] | MASK_6) < score:
            work[at] = work[at - 1]
            at -= 1
        work[at] = score
        count += 1
        legal = without_lowest(legal)
    return count


@kernel(inlined=True)
def learn(index: int, depth: int, ply: int, work: Words) -> None:
    """A move cut off: remember it as a killer, and in the history."""
    how = np.int64(work[w.ORDERING])
    mark = np.uint64(index) + ONE
    if how & KILLERS and work[w.KILLERS + 2 * ply] != mark:
        work[w.KILLERS + 2 * ply + 1] = work[w.KILLERS + 2 * ply]
        work[w.KILLERS + 2 * ply] = mark
    if how & HISTORY:
        at = w.HISTORY + (ply & 1) * 64 + index
        work[at] += np.uint64(depth * depth)
        if work[at] >= np.uint64(HISTORY_CAP):
            fade(work)


@kernel
def fade(work: Words) -> None:
    """Halve all history before it overflows its bits."""
    for at in range(w.HISTORY, w.HISTORY + 128):
        work[at] >>= ONE
