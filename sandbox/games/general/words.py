"""The words of an arena: how kernels of general games read and write what lies in it.

rules.py says what lies there. Offsets are cast to unsigned, for a signed subscript costs a comparison each (ADR 12);
it is the sum that is cast, as NumPy and Numba make a float of a signed word plus an unsigned one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandbox.games.two_words.rules import GAME_AT, ONE, ZERO
from sandbox.kernels.jit import kernel

Words = NDArray[np.uint64]

CHANCE = -1  # what `to_move` says where dice decide
TERMINAL = -2  # … and where the game is over
FAR = 1e300  # beyond every worth


@kernel
def word_at(data: Words, place: int) -> int:
    """A word as a whole number with its sign."""
    return int(np.int64(data[np.uint64(place)]))


@kernel
def put_word(data: Words, place: int, value: int) -> None:
    """Write a whole number."""
    data[np.uint64(place)] = np.uint64(np.int64(value))


@kernel
def number_at(data: Words, place: int) -> float:
    """A word as the float whose bits it keeps."""
    return float(np.uint64(data[np.uint64(place)]).view(np.float64))


@kernel
def put_number(data: Words, place: int, value: float) -> None:
    """Write a float's bits."""
    data[np.uint64(place)] = np.float64(value).view(np.uint64)


@kernel
def of_game(data: Words, place: int) -> int:
    """A word of the game's own."""
    return word_at(data, word_at(data, GAME_AT) + place)


@kernel
def put_bits(data: Words, m: int, bits: np.uint64) -> int:
    """Write a set bit by bit, the lowest first; how many there are."""
    left, count = bits, 0
    while left != ZERO:
        bit = left & (~left + ONE)
        left ^= bit
        data[np.uint64(m + count)] = bit
        count += 1
    return count


@kernel
def copy_state(data: Words, s: int, c: int, many: int) -> None:
    """Write the state at `s`, of so many words, once more at `c`: what `play` then changes."""
    for i in range(many):
        data[np.uint64(c + i)] = data[np.uint64(s + i)]


@kernel
def put_opposed(data: Words, u: int, worth: float) -> None:
    """Write what a finished game of two is worth to the first, and its opposite to the second."""
    put_number(data, u, worth)
    put_number(data, u + 1, -worth)
