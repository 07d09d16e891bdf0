"""Othello's table: both boards in full, so that no position is taken for another; small at first, and grown in place.

A place takes four words, a bucket of two one cache line:

    own stones · other stones · generation 32 | empties 8 | move 8 | most 8 | least 8 · (nothing)

A bucket keeps the position with more empty squares in its first place. Instead of clearing, each search has a
generation. Growing as in connect_four/table.py, for the same reason.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sandbox.games.two_words.rules import ONE, ZERO, Words
from sandbox.gametree import work as w
from sandbox.gametree.solving import words as s
from sandbox.gametree.solving.growing import enlarged, sized
from sandbox.kernels.jit import kernel

STRIDE: Final = 4  # words a place
BUCKET: Final = 2 * STRIDE
NO_SQUARE: Final = 64
HASH_BITS: Final = 64
MULTIPLIERS = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F), np.uint64(0xD6E8FEB86659FD93))
M_OWN, M_OTHER, M_BOTH = MULTIPLIERS
S3, S8, S16, S24, S29, S32 = (np.uint64(n) for n in (3, 8, 16, 24, 29, 32))
M8 = np.uint64(255)
NOWHERE: Final = -1
LOOK_EVERY: Final = 4095  # buckets moved between looks at the limit, as a mask: well below a millisecond


@kernel
def hashed(own: np.uint64, other: np.uint64) -> np.uint64:
    """Both boards' bits, mixed: the high ones say the bucket."""
    h = own * M_OWN
    h ^= h >> S32
    h = (h + other) * M_OTHER
    h ^= h >> S29
    return h * M_BOTH


@kernel
def bucket_of(h: np.uint64, work: Words) -> int:
    """Where a hash's two places begin."""
    return int(np.int64(work[w.TABLE_BASE] + ((h >> work[s.SHIFT]) << S3)))


@kernel
def place_of(own: np.uint64, other: np.uint64, h: np.uint64, two_way: bool, work: Words) -> int:
    """Where a position is kept; NOWHERE if it is not."""
    at, generation = bucket_of(h, work), work[w.GENERATION]
    if work[at] == own and work[at + 1] == other and work[at + 2] >> S32 == generation:
        return at
    at += STRIDE
    if two_way and work[at] == own and work[at + 1] == other and work[at + 2] >> S32 == generation:
        return at
    return NOWHERE


@kernel
def least_of(fact: np.uint64) -> int:
    """The lower bound."""
    return int(np.int64(fact & M8) - 64)


@kernel
def most_of(fact: np.uint64) -> int:
    """The upper bound."""
    return int(np.int64((fact >> S8) & M8) - 64)


@kernel
def move_of(fact: np.uint64) -> int:
    """The best move's square, NO_SQUARE if none is known."""
    return int(np.int64((fact >> S16) & M8))


@kernel
def put(at: int, own: np.uint64, other: np.uint64, fact: np.uint64, work: Words) -> None:
    """Write a place."""
    work[at], work[at + 1], work[at + 2] = own, other, fact


@kernel
def stored(
    own: np.uint64, other: np.uint64, h: np.uint64, empties: int, move: int, least: int, most: int, work: Words
) -> None:
    """Keep a position: before one with fewer empty squares, instead of one of an earlier search."""
    work[w.STORES] += ONE
    work[s.ROOM] -= ONE
    if work[s.ROOM] == ZERO:
        enlarge(work)
    at, generation = bucket_of(h, work), work[w.GENERATION]
    bounds = (np.uint64(most + 64) << S8) | np.uint64(least + 64)
    fact = (generation << S32) | (np.uint64(empties) << S24) | (np.uint64(move) << S16) | bounds
    first, second = work[at + 2], work[at + STRIDE + 2]
    if first >> S32 != generation:
        work[w.FILL] += ONE
        put(at, own, other, fact, work)
        return
    if (work[at] == own and work[at + 1] == other) or work[s.TWO_PLACES] == ZERO:
        put(at, own, other, fact, work)
        return
    if second >> S32 != generation:
        work[w.FILL] += ONE
    elif work[at + STRIDE] != own or work[at + STRIDE + 1] != other:
        work[w.OVERWRITES] += ONE
    if empties >= np.int64((first >> S24) & M8):
        put(at + STRIDE, work[at], work[at + 1], first, work)
        put(at, own, other, fact, work)
    else:
        put(at + STRIDE, own, other, fact, work)


@kernel
def enlarge(work: Words) -> None:
    """Four times as large, in place: the last bucket first, so that none is written before it was read.

    A large table takes a second: who is stopped meanwhile forgets everything, for half of it lies in its old place.
    """
    base, generation = np.int64(work[w.TABLE_BASE]), work[w.GENERATION]
    for bucket in range(enlarged(HASH_BITS, work) - 1, -1, -1):
        if bucket & LOOK_EVERY == 0 and work[w.NODES] >= work[w.LIMIT]:
            begun_anew(work)
            return
        first = base + BUCKET * bucket
        second = first + STRIDE
        own, other, fact = work[first], work[first + 1], work[first + 2]
        own_2, other_2, fact_2 = work[second], work[second + 1], work[second + 2]
        work[first + 2], work[second + 2] = ZERO, ZERO
        if fact_2 >> S32 == generation:
            put(bucket_of(hashed(own_2, other_2), work), own_2, other_2, fact_2, work)
            work[w.FILL] += ONE
        if fact >> S32 == generation:
            to = bucket_of(hashed(own, other), work)
            put(to + STRIDE, work[to], work[to + 1], work[to + 2], work)
            put(to, own, other, fact, work)
            work[w.FILL] += ONE


@kernel
def begun_anew(work: Words) -> None:
    """Nothing stored so far counts; the table is small again."""
    work[w.GENERATION] += ONE
    work[w.FILL] = ZERO
    sized(int(np.int64(work[s.BITS_FIRST])), HASH_BITS, work)
