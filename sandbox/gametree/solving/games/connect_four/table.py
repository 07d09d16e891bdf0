"""Connect Four's table: it begins as large as a processor's cache is near, and grows in place when it fills.

An entry is one word, so that a bucket of two lies in one cache line:

    tag 35 · generation 8 · discs 6 · move 3 · most 6 · least 6

A position's key has 49 bits. Multiplied by an odd number, modulo 2^49, it is hashed without loss: the high bits say
the bucket, the low 35 are the tag, and together they are the whole key, so that no position is taken for another
(P. Pons truncates keys by a prime instead, "Solving Connect 4", part 11). A bucket keeps the position with the fewer
discs in its first place. Instead of clearing, each search has a generation.

Departs from the paper in growing: most positions are solved before 256 KB are full, and a table that stays within the
cache is three times as fast as one of 64 MB.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sandbox.games.library.connect_four.rules import mirrored
from sandbox.games.two_words.rules import ONE, ZERO, Words
from sandbox.gametree import work as w
from sandbox.gametree.solving import words as s
from sandbox.gametree.solving.games.connect_four.ideas import TWO_WAY
from sandbox.gametree.solving.growing import enlarged, sized
from sandbox.kernels.jit import kernel

KEY_BITS: Final = 49
TAG_BITS: Final = 35
FEWEST_BITS: Final = KEY_BITS - TAG_BITS  # log2 of the buckets: below, tags would not tell positions apart
NO_COLUMN: Final = 7
GENERATIONS: Final = 255
LOOK_EVERY: Final = 4095  # buckets moved between looks at the limit, as a mask: well below a millisecond
OFFSET: Final = 22  # bounds are kept as 1 … 43

MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
KEY_MASK = np.uint64((1 << KEY_BITS) - 1)
TAG_MASK = np.uint64((1 << TAG_BITS) - 1)
S6, S8, S12, S15, S21, S29 = (np.uint64(n) for n in (6, 8, 12, 15, 21, 29))
M3, M6, M8 = np.uint64(7), np.uint64(63), np.uint64(255)


@kernel
def key_of(own: np.uint64, mask: np.uint64) -> np.uint64:
    """Own stones plus all stones: unique, 0 for the empty board."""
    return own + mask


@kernel
def hashed(key: np.uint64) -> np.uint64:
    """All of a key's bits, mixed."""
    return (key * MULTIPLIER) & KEY_MASK


@kernel
def canonical(key: np.uint64, work: Words) -> np.uint64:
    """The key, or the mirror image's if that is smaller, as long as mirror images can come about."""
    if work[s.MIRRORED] == ZERO:
        return key
    return min(key, mirrored(key))


@kernel
def bucket_of(h: np.uint64, work: Words) -> int:
    """Where a hash's two entries lie."""
    return int(np.int64(work[w.TABLE_BASE] + ((h >> work[s.SHIFT]) << ONE)))


@kernel
def mark_of(h: np.uint64, work: Words) -> np.uint64:
    """What a hash's entry begins with: tag and generation."""
    generation: np.uint64 = work[w.GENERATION]
    return ((h & TAG_MASK) << S8) | generation


@kernel
def entry_of(h: np.uint64, two_way: bool, work: Words) -> np.uint64:
    """What is stored under a hash, or 0."""
    at, mark = bucket_of(h, work), mark_of(h, work)
    first: np.uint64 = work[at]
    if first >> S21 == mark:
        return first
    second: np.uint64 = work[at + 1]
    return second if two_way and second >> S21 == mark else ZERO


@kernel
def least_of(entry: np.uint64) -> int:
    """The lower bound of an entry."""
    return int(np.int64(entry & M6) - OFFSET)


@kernel
def most_of(entry: np.uint64) -> int:
    """The upper bound of an entry."""
    return int(np.int64((entry >> S6) & M6) - OFFSET)


@kernel
def column_of(entry: np.uint64) -> int:
    """The move of an entry, seen by the position the key belongs to."""
    return int(np.int64((entry >> S12) & M3))


@kernel
def stored(h: np.uint64, discs: int, column: int, least: int, most: int, work: Words) -> None:
    """Keep a position: before one with more discs, instead of one of an earlier search."""
    work[w.STORES] += ONE
    work[s.ROOM] -= ONE
    if work[s.ROOM] == ZERO:
        enlarge(work)
    at, mark, ideas = bucket_of(h, work), mark_of(h, work), np.int64(work[s.IDEAS])
    bounds = (np.uint64(most + OFFSET) << S6) | np.uint64(least + OFFSET)
    entry = (mark << S21) | (np.uint64(discs) << S15) | (np.uint64(column) << S12) | bounds
    first = work[at]
    if first >> S21 == mark or not ideas & TWO_WAY:
        work[w.FILL] += np.uint64((first >> S21) & M8 != work[w.GENERATION])
        work[at] = entry
        return
    if (first >> S21) & M8 != work[w.GENERATION]:
        work[w.FILL] += ONE
        work[at] = entry
        return
    second = work[at + 1]
    if (second >> S21) & M8 == work[w.GENERATION]:
        work[w.OVERWRITES] += np.uint64(second >> S21 != mark)
    else:
        work[w.FILL] += ONE
    if discs <= np.int64((first >> S15) & M6):
        work[at + 1], work[at] = first, entry
    else:
        work[at + 1] = entry


@kernel
def enlarge(work: Words) -> None:
    """Four times as large, in place: the last bucket first, so that none is written before it was read.

    A large table takes a second: who is stopped meanwhile forgets everything, for half of it lies in its old place.
    """
    base, generation = np.int64(work[w.TABLE_BASE]), work[w.GENERATION]
    known = work[w.TABLE_BITS] - np.uint64(1 + FEWEST_BITS)  # bits of the bucket that the tag holds too
    for bucket in range(enlarged(KEY_BITS, work) - 1, -1, -1):
        if bucket & LOOK_EVERY == 0 and work[w.NODES] >= work[w.LIMIT]:
            begun_anew(work)
            return
        at = base + 2 * bucket
        first, second = work[at], work[at + 1]
        work[at], work[at + 1] = ZERO, ZERO
        high = (np.uint64(bucket) >> known) << np.uint64(TAG_BITS)
        for entry in (second, first):
            if (entry >> S21) & M8 == generation:
                to = bucket_of(high | (entry >> S29), work)
                work[to + 1] = work[to]
                work[to] = entry
                work[w.FILL] += ONE


@kernel
def begun_anew(work: Words) -> None:
    """Nothing stored so far counts; the table is small again."""
    generation = work[w.GENERATION] + ONE
    if generation > np.uint64(GENERATIONS):
        base = np.int64(work[w.TABLE_BASE])
        for at in range(base, base + (1 << np.int64(work[s.LARGEST]))):
            work[at] = ZERO
        generation, work[s.LARGEST] = ONE, ZERO
    work[w.GENERATION], work[w.FILL] = generation, ZERO
    sized(int(np.int64(work[s.BITS_FIRST])), KEY_BITS, work)
