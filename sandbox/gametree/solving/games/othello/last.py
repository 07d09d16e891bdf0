"""The last four empty squares, each with a text of its own: no list of moves, no table, no loop where it matters.

After Edax (R. Delorme, 1998-): squares in quadrants with an odd number of empty ones come first, since the side that
plays there last gets the better of it; with one square left discs are only counted.

Scores are discs for the mover, empty squares to the winner; all are bounds: above alpha a lower one, else an upper one.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sandbox.games.two_words.rules import ONE, ZERO, Words
from sandbox.gametree import work as w
from sandbox.gametree.solving.games.othello.lines import AROUND, turned, turned_at_last
from sandbox.kernels.bits import ctz, popcount
from sandbox.kernels.jit import kernel

MOST: Final = 64  # discs: all of them
NO_SCORE: Final = -100
QUADRANTS = tuple(np.uint64(0x0F0F0F0F << shift) for shift in (0, 4, 32, 36))
Q0, Q1, Q2, Q3 = QUADRANTS


@kernel
def odd_quadrants(empty: np.uint64) -> np.uint64:
    """All squares of the quadrants in which an odd number is empty."""
    odd = ZERO
    if popcount(empty & Q0) & 1:
        odd |= Q0
    if popcount(empty & Q1) & 1:
        odd |= Q1
    if popcount(empty & Q2) & 1:
        odd |= Q2
    if popcount(empty & Q3) & 1:
        odd |= Q3
    return odd


@kernel
def final(own: np.uint64, other: np.uint64) -> int:
    """Neither can move."""
    mine, theirs = popcount(own), popcount(other)
    if mine > theirs:
        return MOST - 2 * theirs
    if mine < theirs:
        return 2 * mine - MOST
    return 0


@kernel(counted=False)
def last_one(own: np.uint64, other: np.uint64, x: int, work: Words) -> int:
    """One empty square: its exact score."""
    work[w.NODES] += ONE
    twice, gained = 2 * popcount(own), turned_at_last(own, x)
    if gained > 0:
        return twice - 62 + 2 * gained
    gained = turned_at_last(other, x)
    if gained > 0:
        work[w.NODES] += ONE
        return twice - 64 - 2 * gained
    return twice - 62 if twice > 63 else twice - 64


@kernel(counted=False)
def either_of_two(own: np.uint64, other: np.uint64, x: int, y: int, alpha: int, work: Words) -> int:
    """The better of two squares, NO_SCORE if neither turns anything."""
    best = NO_SCORE
    if AROUND[x] & other != ZERO:
        flipped = turned(own, other, x)
        if flipped != ZERO:
            best = -last_one(other ^ flipped, own | flipped | (ONE << np.uint64(x)), y, work)
            if best > alpha:
                return best
    if AROUND[y] & other != ZERO:
        flipped = turned(own, other, y)
        if flipped != ZERO:
            best = max(best, -last_one(other ^ flipped, own | flipped | (ONE << np.uint64(y)), x, work))
    return best


@kernel(counted=False)
def last_two(own: np.uint64, other: np.uint64, x: int, y: int, alpha: int, work: Words) -> int:
    """Two empty squares."""
    work[w.NODES] += ONE
    best = either_of_two(own, other, x, y, alpha, work)
    if best > NO_SCORE:
        return best
    best = either_of_two(other, own, x, y, -alpha - 1, work)
    return -best if best > NO_SCORE else final(own, other)


@kernel(counted=False)
def one_of_three(own: np.uint64, other: np.uint64, x: int, y: int, z: int, alpha: int, work: Words) -> int:
    """The best of three squares, in this order; NO_SCORE if none turns anything."""
    best = NO_SCORE
    if AROUND[x] & other != ZERO:
        flipped = turned(own, other, x)
        if flipped != ZERO:
            best = -last_two(other ^ flipped, own | flipped | (ONE << np.uint64(x)), y, z, -alpha - 1, work)
            if best > alpha:
                return best
    if AROUND[y] & other != ZERO:
        flipped = turned(own, other, y)
        if flipped != ZERO:
            found = -last_two(other ^ flipped, own | flipped | (ONE << np.uint64(y)), x, z, -alpha - 1, work)
            if found > alpha:
                return found
            best = max(best, found)
    if AROUND[z] & other != ZERO:
        flipped = turned(own, other, z)
        if flipped != ZERO:
            found = -last_two(other ^ flipped, own | flipped | (ONE << np.uint64(z)), x, y, -alpha - 1, work)
            best = max(best, found)
    return best


@kernel
def quadrant(square: int) -> int:
    """Which quarter of the board."""
    return ((square >> 2) & 1) | ((square >> 4) & 2)


@kernel(counted=False)
def last_three(own: np.uint64, other: np.uint64, x: int, y: int, z: int, alpha: int, work: Words) -> int:
    """Three empty squares: one that is alone in its quadrant comes first."""
    work[w.NODES] += ONE
    of_x, of_y, of_z = quadrant(x), quadrant(y), quadrant(z)
    if of_x == of_y:
        if of_z != of_x:
            x, z = z, x
    elif of_x == of_z:
        x, y = y, x
    best = one_of_three(own, other, x, y, z, alpha, work)
    if best > NO_SCORE:
        return best
    best = one_of_three(other, own, x, y, z, -alpha - 1, work)
    return -best if best > NO_SCORE else final(own, other)


@kernel(counted=False)
def last_four(own: np.uint64, other: np.uint64, empty: np.uint64, alpha: int, work: Words) -> int:
    """Four empty squares, those of odd quadrants first; the second turn is the other side's, after a pass."""
    work[w.NODES] += ONE
    odd, sign = odd_quadrants(empty), 1
    for _ in range(2):
        best = NO_SCORE
        for k in range(2):
            left = empty & odd if k == 0 else empty & ~odd
            while left != ZERO:
                x = ctz(left)
                left &= left - ONE
                if AROUND[x] & other == ZERO:
                    continue
                flipped = turned(own, other, x)
                if flipped == ZERO:
                    continue
                move = ONE << np.uint64(x)
                rest = empty ^ move
                a = ctz(rest)
                rest &= rest - ONE
                b = ctz(rest)
                c = ctz(rest & (rest - ONE))
                found = -last_three(other ^ flipped, own | flipped | move, a, b, c, -alpha - 1, work)
                if found > best:
                    best = found
                    if found > alpha:
                        return sign * found
        if best > NO_SCORE:
            return sign * best
        own, other, alpha, sign = other, own, -alpha - 1, -sign
    return final(own, other)


@kernel(counted=False)
def last_few(own: np.uint64, other: np.uint64, empties: int, alpha: int, work: Words) -> int:
    """Four empty squares or fewer: the way into all of the above."""
    empty = ~(own | other)
    if empties == 4:
        return last_four(own, other, empty, alpha, work)
    x = ctz(empty)
    y = ctz(empty & (empty - ONE))
    if empties == 3:
        z = ctz(empty & (empty - ONE) & ((empty & (empty - ONE)) - ONE))
        return last_three(own, other, x, y, z, alpha, work)
    if empties == 2:
        return last_two(own, other, x, y, alpha, work)
    return last_one(own, other, x, work) if empties == 1 else final(own, other)
