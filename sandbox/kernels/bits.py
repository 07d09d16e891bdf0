"""Counting and choosing bits of 64-bit words, in a machine instruction or two.

Those that count take uint64 and int64 alike (the bits are what matters) and give int64, so that a count can be
subtracted from another; those that choose a bit give a word. `nth_set` is a loop where the processor does not deposit
bits quickly. The body of an intrinsic is the Python twin that runs when the JIT is off.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sandbox.kernels.jit import intrinsic, kernel

Word = np.uint64 | np.int64 | int
WIDTH = 64
_ALL = (1 << WIDTH) - 1


@intrinsic("ctpop", "int64(uint64)")
def popcount(word: Word) -> int:
    """How many bits are set."""
    return (int(word) & _ALL).bit_count()


@intrinsic("cttz", "int64(uint64)")
def ctz(word: Word) -> int:
    """How many zeros follow the lowest set bit, which is that bit's index; 64 for zero."""
    bits = int(word) & _ALL
    return (bits & -bits).bit_length() - 1 if bits else WIDTH


@intrinsic("ctlz", "int64(uint64)")
def clz(word: Word) -> int:
    """How many zeros precede the highest set bit; 64 for zero."""
    return WIDTH - (int(word) & _ALL).bit_length()


@intrinsic("nth_set", "uint64(uint64, int64)")
def nth_set(word: Word, number: Word) -> Any:
    """The set bit that has `number` others below it, alone. There must be that many."""
    bits = int(word) & _ALL
    for _ in range(int(number)):
        bits &= bits - 1
    return np.uint64(bits & -bits)


lowest_index = ctz
"""What bitboards call it: the index of the lowest set bit."""

_ONE = np.uint64(1)


@kernel
def lowest(word: np.uint64) -> np.uint64:
    """The lowest set bit alone."""
    return word & (~word + _ONE)


@kernel
def without_lowest(word: np.uint64) -> np.uint64:
    """The word without its lowest set bit."""
    return word & (word - _ONE)
