"""Every different result of a roll in backgammon, once, by kernels.

With doubles, steps are taken from no further back than the one before: each set of steps comes once. With two dice
both orders are tried, and results told apart by a sum of random words, one for every point left and reached and
every hit: equal sums mean equal boards. Checkers are moved in place and put back.

A move packs five bits for where each step begins, the first lowest, and bit 20 if the lower die goes first; 0 if
nothing can be moved.
"""

from __future__ import annotations

import numpy as np

from sandbox.games.general.words import Words, put_word, word_at
from sandbox.games.two_words.rules import ZERO
from sandbox.kernels.jit import kernel

BAR, HOME, SIDE = 25, 6, 26  # the bar's place in a side; points of the home; words of a side
STEP_BITS = 5
STEP = (1 << STEP_BITS) - 1
LOW_FIRST = 1 << 20
COUNT = (1 << 32) - 1
MARKS = np.random.Generator(np.random.PCG64(5)).integers(1, 1 << 63, (2, BAR + 1), np.uint64)
"""[a step's end or beginning, a hit there]: random words."""


@kernel
def furthest(data: Words, own: int, point: int) -> int:
    """The highest point with a checker, from `point` down; 0 if there is none."""
    while point > 0 and data[np.uint64(own + point)] == ZERO:
        point -= 1
    return point


@kernel
def may_move(data: Words, own: int, other: int, start: int, by: int, high: int) -> bool:
    """Whether a checker may be moved; `high` is the side's furthest."""
    if data[np.uint64(own + start)] == ZERO:
        return False
    end = start - by
    if end > 0:
        return word_at(data, other + BAR - end) < 2
    return high <= HOME and (end == 0 or high == start)


@kernel
def moved(data: Words, own: int, other: int, start: int, by: int) -> int:
    """Move a checker; 1 if it hit."""
    end = max(start - by, 0)
    put_word(data, own + start, word_at(data, own + start) - 1)
    put_word(data, own + end, word_at(data, own + end) + 1)
    if end > 0 and word_at(data, other + BAR - end) == 1:
        put_word(data, other + BAR - end, 0)
        put_word(data, other + BAR, word_at(data, other + BAR) + 1)
        return 1
    return 0


@kernel
def put_back(data: Words, own: int, other: int, start: int, by: int, hit: int) -> None:
    """Undo that."""
    end = max(start - by, 0)
    put_word(data, own + start, word_at(data, own + start) + 1)
    put_word(data, own + end, word_at(data, own + end) - 1)
    if hit != 0:
        put_word(data, other + BAR, word_at(data, other + BAR) - 1)
        put_word(data, other + BAR - end, 1)


@kernel
def lowest_start(data: Words, own: int) -> int:
    """From the bar first."""
    return BAR if data[np.uint64(own + BAR)] != ZERO else 1


@kernel
def marked(start: int, by: int, hit: int) -> np.uint64:
    """What a step adds to the sum that tells results apart."""
    end = max(start - by, 0)
    found: np.uint64 = MARKS[0, end] - MARKS[0, start]
    if hit != 0:
        found += MARKS[1, end]
    return found


@kernel(signature="int64(uint64[::1], int64, int64, int64, int64, int64, int64, int64, int64, int64, int64)")
def doubles(
    data: Words,
    own: int,
    other: int,
    by: int,
    start: int,
    left: int,
    packed: int,
    used: int,
    m: int,
    count: int,
    most: int,
) -> int:
    """Write all ways to take up to `left` steps more; how many moves there are, and (from bit 32) their steps."""
    high = furthest(data, own, BAR)
    low = lowest_start(data, own)
    at, further = min(start, high), False
    while left > 0 and at >= low:
        if may_move(data, own, other, at, by, high):
            further = True
            hit = moved(data, own, other, at, by)
            more = packed | (at << (STEP_BITS * used))
            both = doubles(data, own, other, by, at, left - 1, more, used + 1, m, count, most)
            put_back(data, own, other, at, by, hit)
            count, most = both & COUNT, both >> 32
        at -= 1
    if not further and used >= most and used > 0:
        if used > most:
            count, most = count * 0, used
        put_word(data, m + count, packed)
        count += 1
    return count | (most << 32)


@kernel
def known(data: Words, q: int, count: int, mark: np.uint64) -> bool:
    """Whether a result is among those found."""
    i = 0
    while i < count and data[np.uint64(q + i)] != mark:
        i += 1
    return i < count


@kernel
def both_dice(data: Words, own: int, other: int, one: int, then: int, flag: int, m: int, q: int, count: int) -> int:
    """Add all results of the dice in this order that are new; marks of results are kept from `q` on."""
    high = furthest(data, own, BAR)
    for first in range(high, lowest_start(data, own) - 1, -1):
        if not may_move(data, own, other, first, one, high):
            continue
        hit = moved(data, own, other, first, one)
        top = furthest(data, own, high)
        for second in range(top, lowest_start(data, own) - 1, -1):
            if may_move(data, own, other, second, then, top):
                end = second - then
                hits = 1 if end > 0 and word_at(data, other + BAR - end) == 1 else 0
                mark = marked(first, one, hit) + marked(second, then, hits)
                if not known(data, q, count, mark):
                    data[np.uint64(q + count)] = mark
                    put_word(data, m + count, first | (second << STEP_BITS) | flag)
                    count += 1
        put_back(data, own, other, first, one, hit)
    return count


@kernel
def one_die(data: Words, own: int, other: int, by: int, flag: int, m: int) -> int:
    """All moves of a single die."""
    high, count = furthest(data, own, BAR), 0
    for start in range(high, lowest_start(data, own) - 1, -1):
        if may_move(data, own, other, start, by, high):
            put_word(data, m + count, start | flag)
            count += 1
    return count


@kernel
def all_moves(data: Words, own: int, other: int, high: int, low: int, m: int, q: int) -> int:
    """Write every different result of a roll from `m` on; how many."""
    if high == low:
        count = doubles(data, own, other, high, BAR, 4, 0, 0, m, 0, 0) & COUNT
    else:
        count = both_dice(data, own, other, high, low, 0, m, q, 0)
        count = both_dice(data, own, other, low, high, LOW_FIRST, m, q, count)
        if count == 0:
            count = one_die(data, own, other, high, 0, m)
        if count == 0:
            count = one_die(data, own, other, low, LOW_FIRST, m)
    if count == 0:
        put_word(data, m, 0)
        count = 1
    return count
