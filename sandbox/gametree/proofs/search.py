"""The text of proof-number search: whether a position is worth at least so much to the side to move.

L. V. Allis, M. van der Meulen, H. J. van den Herik, "Proof-Number Search", Artificial Intelligence 66, 1994. A tree is
grown best-first: always at the leaf that may settle the question soonest, the *most proving* one. A node's proof number
is how many leaves below must at least still be proven to prove it, its disproof number how many to disprove it.

Departs from the paper in that
* numbers are seen by the side to move, A. Nagai's phi and delta (Df-pn, 2002): phi is what is needed to reach the
  mover's aim, delta what is needed to deny it. So one rule serves both sides: phi is the least delta of the children,
  delta the sum of their phi;
* with MOBILITY a new leaf begins with as many to deny as it has moves, not with 1;
* a position that recurs on its own path is a draw;
* it goes on in slices, so that its numbers can be looked at meanwhile.

Nodes lie in one array of words, children side by side, parents before them:

    word 0 CHILDREN      first child × 128 + how many; 0 while it was not expanded
         1 UP       parent × 128 + the bit index of the move into the node
         2 PHI      3 DELTA, at most MOST; 0 and MOST are settled
         4 OWN      5 OTHER: the state, seen by the side to move
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sandbox.games.two_words.rules import ONE, ZERO, Words, moves, outcome, play
from sandbox.gametree import work as w
from sandbox.kernels.bits import ctz, lowest, popcount
from sandbox.kernels.jit import kernel

CHILDREN, UP, PHI, DELTA, OWN, OTHER = range(6)
NODE: Final = 6
MOST: Final = 1 << 40
BY_7 = np.uint64(7)
LOW_7 = np.uint64(127)
GOING_ON, SETTLED, FULL = range(3)
"""Why a slice ended; FULL is for want of room."""

USED: Final = 33
"""The word that counts nodes in use: an option of the windowed searches, who never share an array with this one."""


@kernel
def planted(a: np.uint64, b: np.uint64, pool: Words, work: Words) -> None:
    """A tree of one node."""
    pool[CHILDREN], pool[UP], pool[OWN], pool[OTHER] = ZERO, ZERO, a, b
    pool[PHI] = pool[DELTA] = ONE
    work[USED] = ONE


@kernel
def judge(at: int, aim: int, loopy: int, mobility: int, pool: Words, work: Words) -> None:
    """A new node's numbers: settled where the game is over; `aim` is the least score its mover wants."""
    a, b = pool[at + OWN], pool[at + OTHER]
    legal = moves(a, b, work)
    over, score = legal == ZERO, 0
    if over:
        score = outcome(a, b, work)
        work[w.TERMINALS] += ONE
    elif loopy and recurs(at, pool):
        over = True
        work[w.REPEATS] += ONE
    if over:
        pool[at + PHI] = ZERO if score >= aim else np.uint64(MOST)
        pool[at + DELTA] = np.uint64(MOST) if score >= aim else ZERO
    else:
        pool[at + PHI] = ONE
        pool[at + DELTA] = np.uint64(popcount(legal)) if mobility else ONE


@kernel
def recurs(at: int, pool: Words) -> bool:
    """Whether the state stood before on the way here, with the same side to move."""
    a, b, up, mine = pool[at + OWN], pool[at + OTHER], at, True
    while up != 0:
        up, mine = int(np.int64(pool[up + UP] >> BY_7)) * NODE, not mine
        if mine and pool[up + OWN] == a and pool[up + OTHER] == b:
            return True
    return False


@kernel
def expand(at: int, aim: int, loopy: int, mobility: int, pool: Words, work: Words) -> bool:
    """Give a leaf its children, each with its numbers; False where there is no room for them."""
    a, b = pool[at + OWN], pool[at + OTHER]
    legal = moves(a, b, work)
    first, count = int(np.int64(work[USED])), popcount(legal)
    if (first + count) * NODE > len(pool):
        return False
    child = first
    while legal != ZERO:
        move = lowest(legal)
        legal ^= move
        here = child * NODE
        pool[here + CHILDREN] = ZERO
        pool[here + UP] = (np.uint64(at // NODE) << BY_7) | np.uint64(ctz(move))
        pool[here + OWN], pool[here + OTHER] = play(a, b, move, work)
        judge(here, aim, loopy, mobility, pool, work)
        child += 1
    pool[at + CHILDREN] = (np.uint64(first) << BY_7) | np.uint64(count)
    work[USED] = np.uint64(first + count)
    work[w.TREE_NODES] = work[USED]
    work[w.INTERIOR] += ONE
    work[w.GENERATED] += np.uint64(count)
    work[w.NODES] += np.uint64(count)
    return True


@kernel
def reckoned(at: int, pool: Words) -> bool:
    """A node's numbers from its children's; whether they changed."""
    first, count = int(np.int64(pool[at + CHILDREN] >> BY_7)), int(np.int64(pool[at + CHILDREN] & LOW_7))
    phi, delta = np.uint64(MOST), ZERO
    for child in range(first, first + count):
        phi = min(phi, pool[child * NODE + DELTA])
        delta = min(delta + pool[child * NODE + PHI], np.uint64(MOST))
    changed = phi != pool[at + PHI] or delta != pool[at + DELTA]
    pool[at + PHI], pool[at + DELTA] = phi, delta
    return bool(changed)


@kernel
def most_promising(at: int, pool: Words) -> int:
    """The child that is the easiest to deny the other side."""
    first, count = int(np.int64(pool[at + CHILDREN] >> BY_7)), int(np.int64(pool[at + CHILDREN] & LOW_7))
    best = first
    for child in range(first, first + count):
        if pool[child * NODE + DELTA] < pool[best * NODE + DELTA]:
            best = child
    return best * NODE


@kernel
def grow(threshold: int, loopy: int, mobility: int, slice_end: int, pool: Words, work: Words) -> int:
    """Expand most proving nodes until the root is settled, or so many nodes were made; why it ended.

    `threshold` is the least score the side to move at the root wants.
    """
    at, depth = 0, 0
    while pool[PHI] != ZERO and pool[DELTA] != ZERO:
        if np.int64(work[w.NODES]) >= slice_end or work[w.NODES] >= work[w.LIMIT]:
            return GOING_ON
        while pool[at + CHILDREN] != ZERO:
            at = most_promising(at, pool)
            depth += 1
        work[w.DEEPEST] = max(work[w.DEEPEST], np.uint64(depth))
        below = threshold if depth & 1 else 1 - threshold
        if not expand(at, below, loopy, mobility, pool, work):
            return FULL
        while reckoned(at, pool) and at != 0:
            at, depth = int(np.int64(pool[at + UP] >> BY_7)) * NODE, depth - 1
    return SETTLED
