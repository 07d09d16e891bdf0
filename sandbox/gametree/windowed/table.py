"""The transposition table: what was learnt of a position, found again when other moves lead to it.

R. D. Greenblatt, D. E. Eastlake, S. D. Crocker, "The Greenblatt Chess Program", AFIPS Fall Joint Computer
Conference, 1967; the replacement schemes after D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik,
"Replacement Schemes for Transposition Tables", ICCA Journal 17(4), 1994.

Departs from them in that an entry also says whether its value is *proven* (no estimate took part), and in
that its health can be watched: how often something stored has been lost, how often a key cut short mistakes
one position for another.

An entry, in the work array:

    word 0   the key's low bits, as many as KEY_MASK keeps
    word 1   value (16) · depth (8) · bound (2) · estimate (1) · move (7) · ply (8) · generation (8); 0 is empty
    word 2   chained table: the next entry of the chain                     (only where TABLE_STRIDE is 4)
    word 3   a second hash, to find out false hits                          (only where TABLE_STRIDE is 4)

A chained table has one word a place before the entries: generation (high half) and first entry of the chain.
Entries of an earlier generation count as empty, so that clearing costs nothing.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sandbox.games.two_words.rules import ONE, ZERO, Words, key, symmetry
from sandbox.games.two_words.zobrist import zobrist
from sandbox.gametree import work as w
from sandbox.gametree.packed_scores import word_of
from sandbox.kernels.jit import kernel

OFF, ARRAY, CHAINED = range(3)

ALWAYS, DEEPER, LATER, TWO_TIER = range(4)

GAME_KEYS, ZOBRIST_KEYS = range(2)

SHUFFLE = np.uint64(0x9E3779B97F4A7C15)
SECOND = np.uint64(0xC2B2AE3D27D4EB4F)
BY_32, BY_29, BY_16, BY_24, BY_26, BY_27, BY_34, BY_42 = (np.uint64(n) for n in (32, 29, 16, 24, 26, 27, 34, 42))
BITS_64 = np.uint64(64)
BITS_7, BITS_8 = np.uint64(127), np.uint64(255)
THREE = np.uint64(3)
LOW_HALF = np.uint64(0xFFFFFFFF)
KEY_BITS: Final = 64
SEEN_BITS: Final = 22  # log2 of the bits that remember what was stored
SEEN_SHIFT = np.uint64(64 - SEEN_BITS)
SIX, BITS_6 = np.uint64(6), np.uint64(63)


@kernel
def shuffled(k: np.uint64) -> np.uint64:
    """The key, one-to-one, with every bit depending on all: high bits choose the place, low bits are kept."""
    k ^= k >> BY_32
    k *= SHUFFLE
    return k ^ (k >> BY_29)


@kernel(inlined=True)
def representative(a: np.uint64, b: np.uint64, work: Words) -> tuple[np.uint64, np.uint64]:
    """The state itself, or the one that stands for all its mirror images."""
    if work[w.SYMMETRY] != ZERO:
        a, b = symmetry(a, b, work)
    return a, b


@kernel(inlined=True)
def table_key(a: np.uint64, b: np.uint64, h: np.uint64, work: Words) -> np.uint64:
    """What a (representative) state goes by in the table."""
    if np.int64(work[w.KEYS]) != ZOBRIST_KEYS:
        return shuffled(key(a, b, work))
    return shuffled(zobrist(a, b) if work[w.SYMMETRY] != ZERO else h)


@kernel
def second_hash(a: np.uint64, b: np.uint64) -> np.uint64:
    """An independent hash, to verify what the key claims."""
    h = (a ^ (a >> BY_29)) * SECOND
    h = (h ^ (h >> BY_32) ^ b) * SHUFFLE
    return (h ^ (h >> BY_29)) | ONE


@kernel(inlined=True)
def packed(value: int, depth: int, bound: int, estimate: bool, move: int, ply: int, work: Words) -> np.uint64:
    """Word 1 of an entry."""
    data: np.uint64 = (
        word_of(value)
        | (np.uint64(depth) << BY_16)
        | (np.uint64(bound) << BY_24)
        | (np.uint64(estimate) << BY_26)
        | (np.uint64(move) << BY_27)
        | (np.uint64(ply) << BY_34)
        | (work[w.GENERATION] << BY_42)
    )
    return data


@kernel
def depth_of(data: np.uint64) -> int:
    """Plies that were searched below the entry's position."""
    return int(np.int64((data >> BY_16) & BITS_8))


@kernel
def bound_of(data: np.uint64) -> int:
    """What the entry's value says."""
    return int(np.int64((data >> BY_24) & THREE))


@kernel
def is_estimate(data: np.uint64) -> bool:
    """Whether an evaluation took part in the entry's value."""
    return bool((data >> BY_26) & ONE)


@kernel
def move_of(data: np.uint64) -> int:
    """The entry's best move, or NO_MOVE."""
    return int(np.int64((data >> BY_27) & BITS_7))


@kernel
def ply_of(data: np.uint64) -> int:
    """The ply at which the entry was stored."""
    return int(np.int64((data >> BY_34) & BITS_8))


@kernel
def current(data: np.uint64, work: Words) -> bool:
    """Whether an entry is of this generation (an empty one never is: generations start at 1)."""
    return bool((data >> BY_42) == work[w.GENERATION])


@kernel
def place_of(k: np.uint64, work: Words) -> int:
    """Where the table's array keeps a key (the first of two for the two-tier scheme)."""
    index = k >> (BITS_64 - work[w.TABLE_BITS])
    if np.int64(work[w.REPLACEMENT]) == TWO_TIER:
        index &= ~ONE
    return int(np.int64(work[w.TABLE_BASE] + index * work[w.TABLE_STRIDE]))


@kernel
def chain_of(k: np.uint64, work: Words) -> int:
    """The first entry of a key's chain, or 0."""
    head = work[work[w.TABLE_BASE] + (k >> (BITS_64 - work[w.TABLE_BITS]))]
    return int(np.int64(head & LOW_HALF)) if (head >> BY_32) == work[w.GENERATION] else 0


@kernel(inlined=True)
def found_at(k: np.uint64, work: Words) -> int:
    """Where the key stands, or 0."""
    check = k & work[w.KEY_MASK]
    if np.int64(work[w.TABLE]) == ARRAY:
        at = place_of(k, work)
        if work[at] == check and current(work[at + 1], work):
            return at
        if np.int64(work[w.REPLACEMENT]) == TWO_TIER:
            at += int(np.int64(work[w.TABLE_STRIDE]))
            if work[at] == check and current(work[at + 1], work):
                return at
        return 0
    at = chain_of(k, work)
    while at != 0 and work[at] != check:
        at = int(np.int64(work[at + 2]))
    return at


@kernel(inlined=True)
def probe(k: np.uint64, a: np.uint64, b: np.uint64, work: Words) -> np.uint64:
    """What is known of a position: word 1 of its entry, or 0."""
    work[w.PROBES] += ONE
    at = found_at(k, work)
    if at == 0:
        if work[w.HEALTH] != ZERO and was_stored(k, work):
            work[w.LOST] += ONE
        return ZERO
    work[w.HITS] += ONE
    if work[w.HEALTH] != ZERO and work[at + 3] != second_hash(a, b):
        work[w.FALSE_HITS] += ONE
    data: np.uint64 = work[at + 1]
    return data


@kernel
def keeps(old: np.uint64, depth: int, ply: int, work: Words) -> bool:
    """Whether the replacement scheme lets an entry stay."""
    if not current(old, work):
        return False
    if np.int64(work[w.REPLACEMENT]) == DEEPER:
        return depth_of(old) > depth
    return bool(np.int64(work[w.REPLACEMENT]) == LATER and ply_of(old) > ply)


@kernel
def write(at: int, k: np.uint64, data: np.uint64, a: np.uint64, b: np.uint64, work: Words) -> None:
    """Put an entry at a place, counting what that does."""
    check = k & work[w.KEY_MASK]
    if not current(work[at + 1], work):
        work[w.FILL] += ONE
    elif work[at] != check:
        work[w.OVERWRITES] += ONE
    work[w.STORES] += ONE
    work[at] = check
    work[at + 1] = data
    if work[w.HEALTH] != ZERO:
        work[at + 3] = second_hash(a, b)
        remember(k, work)


@kernel(inlined=True)
def store(k: np.uint64, data: np.uint64, depth: int, ply: int, a: np.uint64, b: np.uint64, work: Words) -> None:
    """Remember a position, if the replacement scheme finds room for it."""
    if np.int64(work[w.TABLE]) != ARRAY:
        store_chained(k, data, a, b, work)
        return
    at = place_of(k, work)
    check = k & work[w.KEY_MASK]
    if np.int64(work[w.REPLACEMENT]) == TWO_TIER:
        old = work[at + 1]
        if current(old, work) and work[at] != check and depth_of(old) > depth:
            at += int(np.int64(work[w.TABLE_STRIDE]))
        elif current(old, work) and work[at] != check:
            demote(at, work)
    elif work[at] != check and keeps(work[at + 1], depth, ply, work):
        return
    write(at, k, data, a, b, work)


@kernel
def demote(at: int, work: Words) -> None:
    """Two-tier: the entry that gives way moves to the second place."""
    stride = np.int64(work[w.TABLE_STRIDE])
    if current(work[at + stride + 1], work):
        work[w.OVERWRITES] += ONE
        work[w.FILL] -= ONE
    for i in range(stride):
        work[at + stride + i] = work[at + i]
    work[at + 1] = ZERO


@kernel
def store_chained(k: np.uint64, data: np.uint64, a: np.uint64, b: np.uint64, work: Words) -> None:
    """Rewrite the key's entry, or put a new one at the head; a full pool reuses the head's."""
    at = found_at(k, work)
    if at == 0:
        head = np.int64(work[w.TABLE_BASE]) + np.int64(k >> (BITS_64 - work[w.TABLE_BITS]))
        first = chain_of(k, work)
        if (work[w.POOL_NEXT] >> work[w.TABLE_BITS]) == ZERO:
            places = np.int64(ONE << work[w.TABLE_BITS])
            at = int(np.int64(work[w.TABLE_BASE]) + places + 4 * np.int64(work[w.POOL_NEXT]))
            work[w.POOL_NEXT] += ONE
            work[at + 1], work[at + 2] = ZERO, np.uint64(first)
            work[head] = (work[w.GENERATION] << BY_32) | np.uint64(at)
        elif first != 0:
            at = first
        else:
            return
    write(at, k, data, a, b, work)


@kernel
def remember(k: np.uint64, work: Words) -> None:
    """Mark a key as stored."""
    index = k >> SEEN_SHIFT
    work[work[w.SEEN_BASE] + (index >> SIX)] |= ONE << (index & BITS_6)


@kernel
def was_stored(k: np.uint64, work: Words) -> bool:
    """Whether the key has been stored (or, seldom, another that shares its mark)."""
    index = k >> SEEN_SHIFT
    return bool((work[work[w.SEEN_BASE] + (index >> SIX)] >> (index & BITS_6)) & ONE)
