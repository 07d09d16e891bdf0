"""Zobrist hashing of any two-word state, kept up to date move by move.

A. L. Zobrist, "A New Hashing Method with Application for Game Playing", Technical Report 88, University of
Wisconsin, 1970. Departs from it in that states are seen from the mover's side: a bit of the other's word
takes the same random number turned by 32, so that changing sides is turning the whole hash, and one table
serves both.
"""

from __future__ import annotations

import numpy as np

from sandbox.kernels.bits import lowest_index, without_lowest
from sandbox.kernels.jit import kernel

ZERO = np.uint64(0)
HALF = np.uint64(32)

NUMBERS = np.random.default_rng(1970).integers(1, 2**64, size=64, dtype=np.uint64, endpoint=False)


@kernel
def turned(h: np.uint64) -> np.uint64:
    """The hash of the same bits with the two words exchanged."""
    return (h << HALF) | (h >> HALF)


@kernel
def sum_of(bits: np.uint64) -> np.uint64:
    """The numbers of all set bits, xor-ed."""
    h = ZERO
    while bits != ZERO:
        h ^= NUMBERS[lowest_index(bits)]
        bits = without_lowest(bits)
    return h


@kernel
def zobrist(a: np.uint64, b: np.uint64) -> np.uint64:
    """The hash of a state, from nothing."""
    return sum_of(a) ^ turned(sum_of(b))


@kernel
def zobrist_after(h: np.uint64, a: np.uint64, b: np.uint64, next_a: np.uint64, next_b: np.uint64) -> np.uint64:
    """The hash of (next_a, next_b), given that of (a, b) one move earlier: only what changed is summed."""
    return turned(h) ^ sum_of(next_a ^ b) ^ turned(sum_of(next_b ^ a))
