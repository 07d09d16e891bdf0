"""Othello's exact endgame search: null-window negamax, what is done changing with how many squares are empty.

After Edax (R. Delorme, 1998-) and M. Buro, "Experiments with Multi-ProbCut and a New High-Quality Evaluation Function
for Othello" (1997), with enhanced transposition cut-offs (A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, AAAI 1996):

* four empty squares and fewer: last.py;
* up to where the table ends: moves by the parity of their quadrants, nothing else;
* above: the table; a bound from stable discs where alpha is high; what the table knows of the children; then moves by
  the replies and the open squares they leave, corners and parity; far from the end by the replies to the best reply,
  and by what the learned evaluation says of them (estimates.py).

Departs from them in that a child is handed its moves and the parent keeps what each move turns; in the table, which
grows (table.py); and in that all values are asked for by null windows (drivers.py), for they are even, and most
questions are decided by the first.

Everything mutable is in the work array. Values are discs for the mover, empty squares to the winner, hence even.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sandbox.games.two_words.outflanking import INNER, legal
from sandbox.games.two_words.rules import ONE, ZERO, Words
from sandbox.gametree import work as w
from sandbox.gametree.solving import words as s
from sandbox.gametree.solving.games.othello.estimates import promised
from sandbox.gametree.solving.games.othello.ideas import (
    CHILDREN,
    CORNERS,
    ESTIMATES,
    MOBILITY,
    NEXT_REPLIES,
    PARITY,
    POTENTIAL,
    STABILITY,
    TABLE,
    TABLE_MOVE,
    TWO_WAY,
)
from sandbox.gametree.solving.games.othello.last import MOST, NO_SCORE, final, last_few, last_four, odd_quadrants
from sandbox.gametree.solving.games.othello.lines import turned
from sandbox.gametree.solving.games.othello.stability import stable
from sandbox.gametree.solving.games.othello.table import (
    NO_SQUARE,
    NOWHERE,
    begun_anew,
    bucket_of,
    hashed,
    least_of,
    most_of,
    move_of,
    place_of,
    stored,
)
from sandbox.kernels.arrays import prefetch
from sandbox.kernels.bits import ctz, popcount
from sandbox.kernels.jit import kernel

FEWEST: Final = 5  # empty squares that a list of moves is worth it for
SLOTS: Final = 192  # words a node takes of PV, which no solver uses: what each square turns, its replies, sorted moves
REPLIES, SORTED = 64, 128
CORNER_SQUARES = np.uint64(0x8100000000000081)
S1, S7, S8, S9 = (np.uint64(n) for n in (1, 7, 8, 9))
SQUARE_MASK = np.uint64(127)
STABLE_ABOVE, STABLE_PER_EMPTY, STABLE_FROM = 20, 2, 8  # alpha from which stable discs are counted
NEAR_BITS = np.uint64(14)  # a table of 2^14 places, four words each, stays in a core's own cache
BASE: Final = 1 << 19  # scores of moves are positive
FIRST: Final = 1 << 20
PER_REPLY: Final = 16
PER_OPEN: Final = 4
FOR_CORNER: Final = 16
FOR_PARITY: Final = 4
PER_NEXT_REPLY: Final = 8
NO_REPLY: Final = 20  # as good as so many replies to a reply


@kernel
def mobility(replies: np.uint64) -> int:
    """How many moves, corners counting twice."""
    return popcount(replies) + popcount(replies & CORNER_SQUARES)


@kernel
def open_squares(own: np.uint64, other: np.uint64) -> int:
    """Empty squares beside the other side's discs: what may become moves."""
    inner = other & INNER
    beside = (other << S8) | (other >> S8) | (inner << S1) | (inner >> S1)
    beside |= (inner << S7) | (inner >> S7) | (inner << S9) | (inner >> S9)
    return popcount(beside & ~(own | other))


@kernel
def next_replies(own: np.uint64, other: np.uint64, replies: np.uint64) -> int:
    """The fewest moves the other side has after one of these replies."""
    fewest = 1000
    while replies != ZERO:
        x = ctz(replies)
        move = ONE << np.uint64(x)
        replies ^= move
        flipped = turned(own, other, x)
        fewest = min(fewest, mobility(legal(other ^ flipped, own | flipped | move)))
    return NO_REPLY if fewest == 1000 else fewest


@kernel(signature="int64(uint64, uint64, int64, int64, uint64, uint64[::1])", counted=False)
def few(own: np.uint64, other: np.uint64, empties: int, alpha: int, moves: np.uint64, work: Words) -> int:
    """Five empty squares and more, without a table: moves by the parity of their quadrants."""
    if work[w.NODES] >= work[w.LIMIT]:
        return 0
    work[w.NODES] += ONE
    if moves == ZERO:
        moves = legal(other, own)
        if moves == ZERO:
            return final(own, other)
        return -few(other, own, empties, -alpha - 1, moves, work)
    empty = ~(own | other)
    odd = odd_quadrants(empty) if np.int64(work[s.IDEAS]) & PARITY else ZERO
    best = NO_SCORE
    for k in range(2):
        left = moves & odd if k == 0 else moves & ~odd
        while left != ZERO:
            x = ctz(left)
            move = ONE << np.uint64(x)
            left ^= move
            flipped = turned(own, other, x)
            mine, theirs = own | flipped | move, other ^ flipped
            if empties == FEWEST:
                found = -last_four(theirs, mine, empty ^ move, -alpha - 1, work)
            else:
                found = -few(theirs, mine, empties - 1, -alpha - 1, legal(theirs, mine), work)
            if found > best:
                best = found
                if found > alpha:
                    return found
    return best


@kernel(signature="int64(uint64, uint64, int64, int64, uint64, uint64[::1])", counted=False)
def search(own: np.uint64, other: np.uint64, empties: int, alpha: int, moves: np.uint64, work: Words) -> int:
    """A bound on the value: above alpha a lower one, else an upper one."""
    if empties < np.int64(work[s.KEPT_FROM]):
        return few(own, other, empties, alpha, moves, work)
    if work[w.NODES] >= work[w.LIMIT]:
        return 0
    work[w.NODES] += ONE
    ideas = np.int64(work[s.IDEAS])
    two_way = ideas & TWO_WAY != 0
    # 1. What stable discs leave to be won.
    if ideas & STABILITY and alpha >= STABLE_ABOVE + STABLE_PER_EMPTY * max(0, empties - STABLE_FROM):
        most = MOST - 2 * stable(other, own, work)
        if most <= alpha:
            return most
    # 2. The table.
    least, most, first, h = -MOST, MOST, NO_SQUARE, ZERO
    if ideas & TABLE:
        h = hashed(own, other)
        at = place_of(own, other, h, two_way, work)
        work[w.PROBES] += ONE
        if at != NOWHERE:
            work[w.HITS] += ONE
            fact = work[at + 2]
            least, most = least_of(fact), most_of(fact)
            if least > alpha or most <= alpha:
                work[w.TABLE_CUTOFFS] += ONE
                return least if least > alpha else most
            if ideas & TABLE_MOVE:
                first = move_of(fact)
    # 3. A pass, or the end.
    if moves == ZERO:
        moves = legal(other, own)
        if moves == ZERO:
            return final(own, other)
        return -search(other, own, empties, -alpha - 1, moves, work)
    work[w.INTERIOR] += ONE
    # 4. Sort the moves; what the table knows of a child may end it.
    odd = odd_quadrants(~(own | other))
    base, count = w.PV + SLOTS * empties, 0
    look_up = ideas & TABLE != 0 and ideas & CHILDREN != 0 and empties >= np.int64(work[s.CHILDREN_FROM])
    look_further = ideas & NEXT_REPLIES != 0 and empties >= np.int64(work[s.FURTHER_FROM])
    judged = ideas & ESTIMATES != 0 and empties >= np.int64(work[s.ESTIMATED_FROM])
    answered = bool(empties >= np.int64(work[s.ANSWERED_FROM]))
    ahead = ideas & TABLE != 0 and empties > np.int64(work[s.KEPT_FROM]) and work[w.TABLE_BITS] > NEAR_BITS
    left = moves
    while left != ZERO:
        x = ctz(left)
        move = ONE << np.uint64(x)
        left ^= move
        flipped = turned(own, other, x)
        work[base + x] = flipped
        if ahead:  # all children's entries at once: in a large table each is a wait of its own
            prefetch(work, bucket_of(hashed(other ^ flipped, own | flipped | move), work))
    left = moves
    while left != ZERO:
        x = ctz(left)
        move = ONE << np.uint64(x)
        left ^= move
        flipped = work[base + x]
        mine, theirs = own | flipped | move, other ^ flipped
        if theirs == ZERO:
            return MOST
        if look_up:
            at = place_of(theirs, mine, hashed(theirs, mine), two_way, work)
            if at != NOWHERE and -most_of(work[at + 2]) > alpha:
                work[w.TABLE_CUTOFFS] += ONE
                return -most_of(work[at + 2])
        replies = legal(theirs, mine)
        work[base + REPLIES + x] = replies
        score = BASE
        if x == first:
            score = FIRST
        else:
            if ideas & MOBILITY:
                score -= PER_REPLY * mobility(replies)
            if ideas & POTENTIAL:
                score -= PER_OPEN * open_squares(theirs, mine)
            if ideas & CORNERS and move & CORNER_SQUARES != ZERO:
                score += FOR_CORNER
            if ideas & PARITY and move & odd != ZERO:
                score += FOR_PARITY
            if look_further:
                score += PER_NEXT_REPLY * next_replies(theirs, mine, replies)
            if judged:
                score -= promised(theirs, mine, replies, answered, work)
        packed = np.uint64((score << 7) | x)
        at = base + SORTED + count
        while at > base + SORTED and work[at - 1] < packed:
            work[at] = work[at - 1]
            at -= 1
        work[at] = packed
        count += 1
    work[w.GENERATED] += np.uint64(count)
    # 5. The moves, best first.
    best, chosen = NO_SCORE, NO_SQUARE
    for i in range(count):
        x = int(np.int64(work[base + SORTED + i] & SQUARE_MASK))
        flipped, move = work[base + x], ONE << np.uint64(x)
        replies = work[base + REPLIES + x]
        found = -search(other ^ flipped, own | flipped | move, empties - 1, -alpha - 1, replies, work)
        if work[w.NODES] >= work[w.LIMIT]:
            return 0
        if found > best:
            best, chosen = found, x
            if found > alpha:
                work[w.CUTOFFS] += ONE
                work[w.FIRST_CUTOFFS] += np.uint64(i == 0)
                break
    # 6. Keep it.
    if ideas & TABLE:
        if best > alpha:
            least = best
        else:
            most = best
        stored(own, other, h, empties, chosen, least, most, work)
    return best


@kernel
def fresh(a: np.uint64, b: np.uint64, work: Words) -> None:  # noqa: ARG001
    """A new search: the table is empty."""
    begun_anew(work)


@kernel
def span(a: np.uint64, b: np.uint64, work: Words) -> tuple[int, int]:  # noqa: ARG001
    """From all discs lost to all won; the score itself where neither side can move."""
    if legal(a, b) == ZERO and legal(b, a) == ZERO:
        score = final(a, b)
        return score, score
    return -MOST, MOST


@kernel
def ask(a: np.uint64, b: np.uint64, alpha: int, work: Words) -> int:
    """Whether the value is above alpha: a bound that says so. Values are even: an odd alpha asks the same."""
    odd, empties = alpha | 1, 64 - popcount(a | b)
    if work[w.NODES] >= work[w.LIMIT]:
        return 0
    if empties < FEWEST:
        return last_few(a, b, empties, odd, work)
    return search(a, b, empties, odd, legal(a, b), work)


@kernel
def remembered(a: np.uint64, b: np.uint64, work: Words) -> int:
    """The square of the move the table knows."""
    ideas = np.int64(work[s.IDEAS])
    if not ideas & TABLE:
        return w.NO_MOVE
    at = place_of(a, b, hashed(a, b), bool(ideas & TWO_WAY), work)
    square = move_of(work[at + 2]) if at != NOWHERE else NO_SQUARE
    if square == NO_SQUARE or (legal(a, b) >> np.uint64(square)) & ONE == ZERO:
        return w.NO_MOVE
    return square
