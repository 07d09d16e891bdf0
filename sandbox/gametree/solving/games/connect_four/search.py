"""Connect Four's exact search: null-window negamax over bitboards, with everything that makes it small.

After P. Pons, "Solving Connect 4" (blog.gamesolver.org, 2015-2019): bitboards with all winning squares of a side in 25
shifts; only replies that do not lose at once; moves by the threats they make, then from the centre; a table with exact
keys; bounds from the plies left. Enhanced transposition cut-offs are A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin,
"Exploiting Graph Properties of Game Trees", AAAI 1996; claimeven is V. Allis's (parity.py).

Departs from them in that
* a forced reply is followed in a loop, without recursion and table;
* while the moves are sorted, each is looked at for a win two plies on (a double threat, or a square above a forced
  one); where none has it, the position is worth no more than a win four plies on;
* an entry keeps both bounds (table.py), and mirror images share one only while they can still come about;
* among moves, the lines through a square and the replies left to the opponent count beside threats;
* every idea is a bit of IDEAS, so that its effect can be seen.

Everything mutable is in the work array. `own` are the mover's stones, `mask` all stones; `danger` are the squares where
the opponent completes a line, known from the move before.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sandbox.games.library.connect_four.rules import (
    BOARD,
    BOTTOM,
    COLUMNS,
    HEIGHT,
    PROMISE,
    completing,
    mirrored,
    moves,
    won,
)
from sandbox.games.two_words.rules import ONE, ZERO, Words
from sandbox.gametree import work as w
from sandbox.gametree.solving import words as s
from sandbox.gametree.solving.games.connect_four.ideas import (
    BOTH_BOUNDS,
    CHILDREN,
    CLAIM_EVEN,
    FORCED,
    LINES,
    MIRROR,
    NO_FOUR,
    PLIES_LEFT,
    REPLIES,
    SAFE,
    TABLE,
    TABLE_MOVE,
    THREATS,
    TWO_WAY,
    WIN_IN_TWO,
)
from sandbox.gametree.solving.games.connect_four.parity import UNKNOWN, claimed, hopeless
from sandbox.gametree.solving.games.connect_four.table import (
    NO_COLUMN,
    begun_anew,
    bucket_of,
    canonical,
    column_of,
    entry_of,
    hashed,
    key_of,
    least_of,
    most_of,
    stored,
)
from sandbox.kernels.arrays import prefetch
from sandbox.kernels.bits import ctz, lowest, popcount, without_lowest
from sandbox.kernels.jit import kernel

CELLS: Final = COLUMNS * (HEIGHT - 1)
MOST: Final = 21  # a win with the fourth stone would be 18; no value is larger
FIELD = np.uint64((1 << HEIGHT - 1) - 1)  # one column's squares
THREAT_WEIGHT: Final = 16
BLOCKED: Final = 8
LINES_THROUGH = PROMISE // 16
FROM_CENTRE = np.array([3, 2, 4, 1, 5, 0, 6], np.int64)
FIELDS = np.array([int(FIELD) << HEIGHT * c for c in range(COLUMNS)], np.uint64)
SLOTS: Final = 16  # words of MOVES a ply takes: 7 scored moves, 7 sets of winning squares
THREES: Final = 8
COLUMN_MASK = np.uint64(7)
NEAR_BITS = np.uint64(16)  # a table of 2^16 words stays in a core's own cache
BASE: Final = 1 << 20  # scores of moves are positive
FIRST: Final = 1 << 21


@kernel
def announce(other: np.uint64, mask: np.uint64, replies: np.uint64, work: Words) -> None:
    """Ask for the children's entries, all at once: in a large table each is a wait of its own."""
    while replies != ZERO:
        after = mask | lowest(replies)
        replies = without_lowest(replies)
        prefetch(work, bucket_of(hashed(canonical(key_of(other, after), work)), work))


@kernel(signature="int64(uint64, uint64, int64, int64, uint64, uint64[::1])", counted=False)
def search(own: np.uint64, mask: np.uint64, discs: int, alpha: int, danger: np.uint64, work: Words) -> int:
    """A bound on the value: above alpha a lower one, else an upper one."""
    ideas, sign = np.int64(work[s.IDEAS]), 1
    # 1. Replies that do not lose at once, and the bounds that follow; a single one is followed at once.
    while True:
        if work[w.NODES] >= work[w.LIMIT]:
            return 0
        work[w.NODES] += ONE
        reach, empty = (mask + BOTTOM) & BOARD, BOARD ^ mask
        if ideas & SAFE:
            threats = danger & empty
            replies, blocks = reach, reach & threats
            if blocks != ZERO:
                if blocks & (blocks - ONE) != ZERO:
                    return -sign * ((CELLS - discs) >> 1)
                replies = blocks
            replies &= ~(threats >> ONE)
            if replies == ZERO:
                return -sign * ((CELLS - discs) >> 1)
            if discs >= CELLS - 2:
                return 0
            least, most = -((CELLS - 2 - discs) >> 1), (CELLS - 1 - discs) >> 1
        else:
            replies = reach
            if completing(own) & reach != ZERO:
                return sign * ((CELLS + 1 - discs) >> 1)
            if replies == ZERO:
                return 0
            least, most = -((CELLS - discs) >> 1), (CELLS - 1 - discs) >> 1
        if ideas & PLIES_LEFT:
            if least > alpha:
                return sign * least
            if most <= alpha:
                return sign * most
        else:
            least, most = -MOST, MOST
        if not ideas & FORCED or not ideas & SAFE or replies & (replies - ONE) != ZERO:
            break
        danger = completing(own | replies)
        own, mask = mask ^ own, mask | replies
        discs, alpha, sign = discs + 1, -alpha - 1, -sign
    other = mask ^ own
    work[w.INTERIOR] += ONE
    # 2. What can be said without search.
    if ideas & NO_FOUR and hopeless(own, other, empty, alpha) != UNKNOWN:
        return 0
    if ideas & CLAIM_EVEN:
        bound = claimed(own, other, empty, discs, alpha)
        if bound != UNKNOWN:
            return sign * bound
    # 3. The table.
    kept = ideas & TABLE != 0 and discs <= np.int64(work[s.TABLE_TO])
    h, turned, first = ZERO, False, NO_COLUMN
    if kept:
        key = key_of(own, mask)
        smaller = canonical(key, work)
        turned, h = smaller != key, hashed(smaller)
        entry = entry_of(h, bool(ideas & TWO_WAY), work)
        work[w.PROBES] += ONE
        if entry != ZERO:
            work[w.HITS] += ONE
            low, high = least_of(entry), most_of(entry)
            if low > alpha or high <= alpha:
                work[w.TABLE_CUTOFFS] += ONE
                return sign * (low if low > alpha else high)
            least, most = max(least, low), min(most, high)
            if ideas & TABLE_MOVE:
                first = column_of(entry)
                if turned and first != NO_COLUMN:
                    first = COLUMNS - 1 - first
    # 4. Sort the moves; a win in two, or what the table knows of a child, ends it.
    if kept and discs < np.int64(work[s.TABLE_TO]) and work[w.TABLE_BITS] > NEAR_BITS:
        announce(other, mask, replies, work)
    base, count = w.MOVES + SLOTS * discs, 0
    look_up = ideas & TABLE != 0 and ideas & CHILDREN != 0 and discs <= np.int64(work[s.CHILDREN_TO])
    for i in range(COLUMNS):
        column = int(FROM_CENTRE[i])
        move = replies & FIELDS[column]
        if move == ZERO:
            continue
        winning = completing(own | move)
        after = mask | move
        threes = winning & ~after
        next_reach = (after + BOTTOM) & BOARD
        answers, forced = next_reach & ~(threes >> ONE), next_reach & threes
        if forced != ZERO:
            answers &= forced
        if ideas & WIN_IN_TWO and ideas & SAFE and (answers == ZERO or forced & (forced - ONE) != ZERO):
            return sign * ((CELLS - 1 - discs) >> 1)
        if look_up:
            entry = entry_of(hashed(canonical(key_of(other, after), work)), bool(ideas & TWO_WAY), work)
            if entry != ZERO:
                high = most_of(entry)
                if -high > alpha:
                    work[w.TABLE_CUTOFFS] += ONE
                    return -sign * high
        score = BASE
        if ideas & THREATS:
            score += THREAT_WEIGHT * popcount(threes)
        if ideas & LINES:
            score += LINES_THROUGH[ctz(move)]
        if ideas & REPLIES:
            score -= popcount(answers)
            if forced != ZERO:
                score -= BLOCKED
        if column == first:
            score += FIRST
        packed = np.uint64((score << 6) | ((COLUMNS - i) << 3) | column)
        at = base + count
        while at > base and work[at - 1] < packed:
            work[at] = work[at - 1]
            at -= 1
        work[at] = packed
        work[base + THREES + column] = winning
        count += 1
    work[w.GENERATED] += np.uint64(count)
    if ideas & WIN_IN_TWO and ideas & SAFE and ideas & PLIES_LEFT:
        most = min(most, (CELLS - 3 - discs) >> 1)
        if alpha >= most:
            return sign * most
    # 5. The moves, best first.
    best, chosen = -MOST - 1, NO_COLUMN
    for i in range(count):
        column = int(np.int64(work[base + i] & COLUMN_MASK))
        move = replies & FIELDS[column]
        value = -search(other, mask | move, discs + 1, -alpha - 1, work[base + THREES + column], work)
        if work[w.NODES] >= work[w.LIMIT]:
            return 0
        if value > best:
            best, chosen = value, column
            if value > alpha:
                work[w.CUTOFFS] += ONE
                work[w.FIRST_CUTOFFS] += np.uint64(i == 0)
                break
    best = min(best, most)
    # 6. Keep it.
    if kept:
        if best > alpha:
            least = best
            most = most if ideas & BOTH_BOUNDS else MOST
        else:
            most = best
            least = least if ideas & BOTH_BOUNDS else -MOST
        if turned and chosen != NO_COLUMN:
            chosen = COLUMNS - 1 - chosen
        stored(h, discs, chosen, least, most, work)
    return sign * best


@kernel
def fresh(a: np.uint64, b: np.uint64, work: Words) -> None:
    """A new search: the table is empty; below a position that fits no mirror image of itself, none comes about."""
    begun_anew(work)
    fits = mirrored(a) & b == ZERO
    work[s.MIRRORED] = np.uint64(fits and np.int64(work[s.IDEAS]) & MIRROR != 0)


@kernel
def plain_value(a: np.uint64, b: np.uint64) -> int:
    """The value of a finished game, of a full board, of a win at once; UNKNOWN for all others."""
    discs = popcount(a | b)
    if won(b):
        return popcount(b) - 22
    if discs == CELLS:
        return 0
    if completing(a) & ((a | b) + BOTTOM) & BOARD != ZERO:
        return (CELLS + 1 - discs) >> 1
    return UNKNOWN


@kernel
def span(a: np.uint64, b: np.uint64, work: Words) -> tuple[int, int]:  # noqa: ARG001
    """From a loss with the opponent's next stone to a win with one's own.

    That there is no such win was seen, but halving asks the better questions from there (8 % fewer nodes on openings).
    """
    plain, discs = plain_value(a, b), popcount(a | b)
    if plain != UNKNOWN:
        return plain, plain
    return -((CELLS - discs) >> 1), (CELLS + 1 - discs) >> 1


@kernel
def ask(a: np.uint64, b: np.uint64, alpha: int, work: Words) -> int:
    """Whether the value is above alpha: a bound that says so."""
    plain = plain_value(a, b)
    if plain != UNKNOWN:
        return plain
    return search(a, a | b, popcount(a | b), alpha, completing(b), work)


@kernel
def remembered(a: np.uint64, b: np.uint64, work: Words) -> int:
    """The bit index of the move the table knows."""
    ideas, legal = np.int64(work[s.IDEAS]), moves(a, b, work)
    if not ideas & TABLE or legal == ZERO:
        return w.NO_MOVE
    key = key_of(a, a | b)
    smaller = canonical(key, work)
    entry = entry_of(hashed(smaller), bool(ideas & TWO_WAY), work)
    column = column_of(entry) if entry != ZERO else NO_COLUMN
    if column == NO_COLUMN:
        return w.NO_MOVE
    move = legal & FIELDS[COLUMNS - 1 - column if smaller != key else column]
    return ctz(move) if move != ZERO else w.NO_MOVE
