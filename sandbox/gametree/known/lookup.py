"""A table of endings inside a search: what the state at hand is worth, by halving the sorted keys."""

from __future__ import annotations

from typing import Final

import numpy as np

from sandbox.games.two_words.rules import INFINITE, Words, exact_score, key, symmetry
from sandbox.gametree import work as w
from sandbox.kernels.jit import kernel

UNKNOWN: Final = INFINITE + 1
VALUE_UP: Final = 128  # added to a value in a word


@kernel
def known_value(a: np.uint64, b: np.uint64, work: Words) -> int:
    """The exact score of a state, UNKNOWN if the table lacks it."""
    twin_a, twin_b = symmetry(a, b, work)
    k, count, at = key(twin_a, twin_b, work), np.int64(work[w.KNOWN]), np.int64(work[w.KNOWN_AT])
    low, high = np.int64(0), count
    while low < high:
        middle = (low + high) >> 1
        if work[at + middle] < k:
            low = middle + 1
        else:
            high = middle
    if low == count or work[at + low] != k:
        return UNKNOWN
    return exact_score(int(np.int64(work[at + count + low])) - VALUE_UP)
