"""What evaluations by a network share: the forward pass in whole numbers, weights from a file, the account by squares.

A hidden unit hands on what it sums up if that is more than nothing (a rectified linear unit: V. Nair, G. E. Hinton,
"Rectified Linear Units Improve Restricted Boltzmann Machines", ICML 2010). Of the first layer only the rows of stones
that are there are added. The account of an estimate uses that such a network is linear near a position: what each stone
is worth there is its row's way through the units that hand on, and what is not any stone's are the biases.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np

from sandbox.games.two_words.rules import ONE, WEIGHTS_AT, ZERO, Words
from sandbox.gametree.evaluation.api import LIMIT, Feature
from sandbox.gametree.evaluation.filed import Filed
from sandbox.gametree.evaluation.networks import block
from sandbox.gametree.evaluation.networks.block import FINE, GAIN, INPUTS, SCRATCH, SHIFT, TABLE, WIDEST
from sandbox.kernels.arrays import Floats, index
from sandbox.kernels.bits import ctz
from sandbox.kernels.jit import kernel

MOST_HANDED_ON = 1 << 30
FOUR = np.uint64(4)
SHOWN: Final = 12  # squares an account names; the others are one summand


@kernel
def evaluate(a: np.uint64, b: np.uint64, data: Words) -> int:
    """Layer by layer."""
    table, units = data.view(np.int16), data.view(np.int64)
    start = data[WEIGHTS_AT]
    width, here, at = data[start + ONE], start + index(SCRATCH), (start + index(TABLE)) * FOUR
    bias = at + index(INPUTS) * width
    for j in range(width):
        units[here + index(j)] = table[bias + index(j)]
    for side in range(2):
        left = a if side == 0 else b
        first = at + index(64 * side) * width
        while left != ZERO:
            row = first + index(ctz(left)) * width
            for j in range(width):
                units[here + index(j)] += table[row + index(j)]
            left &= left - ONE
    at = bias + width
    for layer in range(1, units[start]):
        wide, there = data[start + index(1 + layer)], start + index(SCRATCH + (layer & 1) * WIDEST)
        bias = at + width * wide
        for j in range(wide):
            units[there + index(j)] = np.int64(table[bias + index(j)]) << SHIFT
        for i in range(width):
            value = min(units[here + index(i)], MOST_HANDED_ON)
            if value > 0:
                row = at + index(i) * wide
                for j in range(wide):
                    units[there + index(j)] += value * table[row + index(j)]
        for j in range(wide):
            units[there + index(j)] >>= SHIFT
        width, here, at = wide, there, bias + wide
    total = np.int64(table[at + width]) << SHIFT
    for i in range(width):
        total += min(max(units[here + index(i)], 0), MOST_HANDED_ON) * table[at + index(i)]
    found = ((total >> SHIFT) * units[start + index(GAIN)]) >> (SHIFT + FINE)
    return int(max(min(found, LIMIT), -LIMIT))


@dataclass(frozen=True)
class Network(Filed[block.Net]):
    """An evaluation by a network; a subclass names its game's squares."""

    squares: ClassVar[tuple[tuple[int, str], ...]]  # bits of a word, and what people call them
    turns: ClassVar[tuple[tuple[int, ...], ...]]  # where each of the squares goes under the board's symmetries

    def kernel(self) -> Any:
        """The forward pass."""
        return evaluate

    @classmethod
    def read(cls, path: Path) -> block.Net:
        """A network's file."""
        return block.load(path, cls.key)

    @classmethod
    def unpacked(cls, held: block.Net) -> Words:
        """All layers, one after the other."""
        return held.words()

    def explain(self, words: tuple[int, int], data: Words) -> tuple[Feature, ...]:
        """What each stone is worth where it stands, the largest first; the shares add up to the estimate."""
        estimate = int(evaluate(np.uint64(words[0]), np.uint64(words[1]), data.copy()))
        shares = {name: share for name, _, share in self.places(words)}
        first = sorted(shares, key=lambda name: -abs(shares[name]))[:SHOWN]
        features = [Feature(name, shares[name], 1) for name in first]
        if len(shares) > len(first):
            features.append(Feature("other stones", sum(shares.values()) - sum(f.value for f in features), 1))
        return (*features, Feature("whatever stands", estimate - sum(f.value for f in features), 1))

    def places(self, words: tuple[int, int]) -> list[tuple[str, tuple[int, ...], int]]:
        """Name, square and share of every stone: what can be painted on the board."""
        worth = worth_of(self.held(), words)
        found: list[tuple[str, tuple[int, ...], int]] = []
        for side, whose in enumerate(("own", "other's")):
            for bit, name in self.squares:
                if words[side] >> bit & 1:
                    found.append((f"{whose} {name}", (bit,), round(float(worth[64 * side + bit]))))
        return found


def worth_of(net: block.Net, words: tuple[int, int]) -> Floats:
    """How the estimate would grow with each of the 128 numbers, near a position: the way back through the layers."""
    layers = net.layers(1.0)
    handed = np.array([words[i // 64] >> (i % 64) & 1 for i in range(INPUTS)], np.float64)
    open_ = []
    for rows, bias in layers[:-1]:
        sums = handed @ rows + bias
        open_.append(sums > 0)
        handed = np.maximum(sums, 0)
    slope: Floats = layers[-1][0][:, 0]
    for (rows, _), on in zip(reversed(layers[:-1]), reversed(open_), strict=True):
        slope = rows @ (slope * on)
    return slope
