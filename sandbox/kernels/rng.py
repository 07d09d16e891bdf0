"""Random numbers that can be drawn anywhere, in kernels and outside, and are the same everywhere.

The generator is SplitMix64, which is a counter scrambled: number n of stream `key` depends on nothing else,
so a run can be repeated, split over threads or resumed at any point. A `Rng` is two words, key and counter.

G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. Whole numbers
below a bound without bias: D. Lemire, "Fast random integer generation in an interval", ACM TOMACS 29(1), 2019.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel

Rng = NDArray[np.uint64]
"""[2] key, counter. Modified by every draw."""

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)
ONE, ZERO = np.uint64(1), np.uint64(0)
HALF = np.uint64(32)
LOW_HALF = np.uint64(0xFFFFFFFF)
ULP = 2.0**-53


def new_rng(seed: int, stream: int = 0) -> Rng:
    """A generator; different seeds, and different streams of one seed, have nothing in common."""
    start = word_at(np.uint64(seed & 0xFFFFFFFFFFFFFFFF), ZERO)
    return np.array([word_at(np.uint64(start), np.uint64(stream)), 0], np.uint64)


@kernel
def scramble(word: np.uint64) -> np.uint64:
    """Mix 64 bits so that each depends on all; one to one."""
    word = (word ^ (word >> np.uint64(30))) * FIRST
    word = (word ^ (word >> np.uint64(27))) * SECOND
    return word ^ (word >> np.uint64(31))


@kernel
def word_at(key: np.uint64, counter: np.uint64) -> np.uint64:
    """Number `counter` of the stream `key`: 64 random bits."""
    return scramble(key + (counter + ONE) * GOLDEN)


@kernel
def next_word(rng: Rng) -> np.uint64:
    """64 random bits."""
    word = word_at(rng[0], rng[1])
    rng[1] += ONE
    return word


@kernel
def next_float(rng: Rng) -> float:
    """At least 0 and below 1, a multiple of 2^-53."""
    return np.float64(next_word(rng) >> np.uint64(11)) * ULP


@kernel
def next_below(rng: Rng, bound: int) -> int:
    """A whole number from 0 to bound - 1, each equally likely. The bound is from 1 to 2^32."""
    n = np.uint64(bound)
    product = (next_word(rng) >> HALF) * n
    if (product & LOW_HALF) < n:
        unfair = ((LOW_HALF - n) + ONE) % n  # so many low halves would come up once too often
        while (product & LOW_HALF) < unfair:
            product = (next_word(rng) >> HALF) * n
    drawn: int = np.int64(product >> HALF)  # type: ignore[assignment]
    return drawn


@kernel
def shuffle(rng: Rng, items: NDArray[Any]) -> None:
    """Put a row of items into random order. Modified in place."""
    for last in range(items.shape[0] - 1, 0, -1):
        other = next_below(rng, last + 1)
        taken = items[other]
        items[other] = items[last]
        items[last] = taken
