"""What the kernels of all patterns have in common: the places' numbers line by line, and the sum of weights."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandbox.games.two_words.rules import WEIGHTS_AT, Words
from sandbox.gametree.evaluation.api import LIMIT
from sandbox.gametree.evaluation.patterns.block import SCRATCH, TABLE
from sandbox.gametree.evaluation.patterns.shapes import LANES, WIDE
from sandbox.kernels.arrays import Int16s
from sandbox.kernels.jit import kernel

FOUR = np.uint64(4)

# What a game binds.


@kernel(inlined=True)
def lines_of(x: np.uint64) -> tuple[np.uint64, ...]:
    """Where the game's `rows` hold what each line of a side's stones adds."""
    return (x,)


@kernel(inlined=True)
def added(lines: tuple[np.uint64, ...], i: np.uint64) -> int:
    """What the stones of one side add to the number of a place."""
    return 0


# What they share.


@kernel(inlined=True)
def numbers(a: np.uint64, b: np.uint64, out: Int16s, at: np.uint64) -> None:
    """The number of every place: a look-up for each line and side, as many places at a time as registers hold."""
    own, other = lines_of(a), lines_of(b)
    for lane in range(WIDE):
        i = np.uint64(lane)  # unsigned: no test for negative places
        out[at + i] = np.int16(added(own, i) - added(other, i))
    for lane in range(WIDE, LANES):
        i = np.uint64(lane)
        out[at + i] = np.int16(added(own, i) - added(other, i))


@kernel(inlined=True)
def scratch_of(data: Words) -> np.uint64:
    """Where the numbers are written, counted in 16 bits."""
    at: np.uint64 = (data[WEIGHTS_AT] + np.uint64(SCRATCH)) * FOUR
    return at


@kernel(inlined=True)
def weighed(data: Words, stones: int, stage: int, stride: int, centres: NDArray[np.uint64], count: int) -> int:
    """The sum over `count` numbers, in two halves that do not wait for each other, and the bias of the stones."""
    table, start, scratch = data.view(np.int16), data[WEIGHTS_AT], scratch_of(data)
    first = (start + np.uint64(TABLE)) * FOUR + np.uint64(stage * stride)
    half = np.uint64(count // 2)
    one = np.int64(data[start + np.uint64(stones)])
    two = np.int64(0)
    for lane in range(count // 2):
        i = np.uint64(lane)
        j = i + half
        one += np.int64(table[first + centres[i] + np.uint64(table[scratch + i])])
        two += np.int64(table[first + centres[j] + np.uint64(table[scratch + j])])
    return max(min(int(one + two), LIMIT), -LIMIT)
