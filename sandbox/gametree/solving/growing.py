"""A solver's table of two places a bucket begins small and is enlarged when it fills: its sizes."""

from __future__ import annotations

import numpy as np

from sandbox.games.two_words.rules import ONE, ZERO, Words
from sandbox.gametree import work as w
from sandbox.gametree.solving import words as s
from sandbox.kernels.jit import kernel


@kernel
def sized(bits: int, hash_bits: int, work: Words) -> None:
    """The table has 2^bits places from now on, found by the high bits of a hash."""
    work[w.TABLE_BITS] = np.uint64(bits)
    work[s.LARGEST] = max(work[s.LARGEST], np.uint64(bits))
    work[s.SHIFT] = np.uint64(hash_bits + 1 - bits)  # two places a bucket
    growing = bits < np.int64(work[s.BITS_MOST])
    work[s.ROOM] = ONE << np.uint64(bits) if growing else ZERO - ONE


@kernel
def enlarged(hash_bits: int, work: Words) -> int:
    """Four times as many places, if so many may be, none of them filled yet; how many buckets there were."""
    bits = int(np.int64(work[w.TABLE_BITS]))
    sized(min(bits + 2, int(np.int64(work[s.BITS_MOST]))), hash_bits, work)
    if work[w.TABLE_BITS] < work[s.BITS_MOST]:
        work[s.ROOM] -= ONE << np.uint64(bits)  # so many were stored already
    work[w.FILL] = ZERO
    return 1 << (bits - 1)
