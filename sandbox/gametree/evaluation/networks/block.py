"""How the weights of a small network lie in an engine's words, behind `data[WEIGHTS_AT]`, and in a file.

    ┌ layers ┬ widths ┬ gain ┬ scratch ┬ the board's rows, biases ┬ each further layer's rows, biases ┬ output ┐
    0        1        4      8         136                        numbers of 16 bits, 1.0 is 2048

What stands on the board is 128 ones and zeros: the mover's stones by their bits, then the other's. Each layer's weights
lie row by row, a row for each number that comes in and one for the biases. All is whole numbers, so that an estimate is
the same to the last digit on every machine.

The file is described in evaluation/packed.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.games.two_words.rules import Words
from sandbox.gametree.evaluation.packed import (
    LARGEST,
    apart,
    check_scale,
    check_weights,
    content_of,
    head_of,
    packed,
    together,
    unpacked,
)
from sandbox.gametree.headed import Headed
from sandbox.kernels.arrays import Floats

FORMAT: Final = "game-ai-sandbox network 1"
INPUTS: Final = 128
LAYERS_MOST: Final = 3
WIDEST: Final = 64
GAIN: Final = 4
SCRATCH: Final = 8
TABLE: Final = SCRATCH + 2 * WIDEST
SHIFT: Final = 11  # 1.0 is 2 ** SHIFT
FINE: Final = 6  # further bits of the gain
GAIN_MOST: Final = 1 << 22
ROOM: Final = ((INPUTS + 1 + (LAYERS_MOST - 1) * (WIDEST + 1)) * WIDEST + WIDEST + 4) & ~3  # numbers of 16 bits
OUTPUT_LARGEST: Final = 8.0  # of the last row; what is beyond lies in the gain

Layer = tuple[Floats, Floats]
"""A row for each number that comes in, and the biases."""


@dataclass(frozen=True, eq=False)
class Net(Headed):
    """What was learnt, in whole numbers."""

    key: str  # of the evaluation
    widths: tuple[int, ...]  # of the hidden layers
    table: NDArray[np.int16]
    gain: int  # estimate's units of the output, times 2 ** FINE
    scale: float = 0.0  # win probability = 1 / (1 + exp(-value / scale)); 0: not known

    @classmethod
    def of(cls, key: str, layers: Sequence[Layer], unit: float, scale: float) -> Net:
        """Rounded from real weights; `unit` is what an output of 1 is worth."""
        parts = [np.vstack([rows, bias[None]]) for rows, bias in layers]
        beyond = max(1.0, float(np.abs(parts[-1]).max(initial=0.0)) / OUTPUT_LARGEST)
        parts[-1] = parts[-1] / beyond
        rounded = np.rint(np.concatenate([p.ravel() for p in parts]) * (1 << SHIFT))
        table = np.clip(rounded, -LARGEST, LARGEST).astype(np.int16)
        gain = int(min(max(round(beyond * unit * (1 << FINE)), 1), GAIN_MOST))
        return cls(key, tuple(len(bias) for _, bias in layers[:-1]), table, gain, scale)

    def layers(self, unit: float) -> list[Layer]:
        """The real weights again."""
        real, found, at = self.table.astype(np.float64) / (1 << SHIFT), [], 0
        for rows, wide in _shapes(self.widths):
            part = real[at : at + (rows + 1) * wide].reshape(rows + 1, wide)
            found.append((part[:rows].copy(), part[rows].copy()))
            at += part.size
        beyond = self.gain / unit / (1 << FINE)
        found[-1] = (found[-1][0] * beyond, found[-1][1] * beyond)
        return found

    def words(self) -> Words:
        """As kernels read them: with room for the largest network, so that any may take another's place."""
        block = np.zeros(TABLE + ROOM // 4, np.uint64)
        block[0], block[GAIN] = len(self.widths), self.gain
        block[1 : 1 + len(self.widths)] = self.widths
        block[TABLE:].view(np.int16)[: self.table.size] = self.table
        return block

    def to_bytes(self) -> bytes:
        """The file."""
        facts = {"layers": list(self.widths), "gain": self.gain, "scale": round(self.scale, 3)}
        head = {"format": FORMAT, "evaluation": self.key, **facts}
        return packed(head, apart(self.table))


def _shapes(widths: Sequence[int]) -> list[tuple[int, int]]:
    """Rows and columns of each layer, the output's last."""
    return list(zip((INPUTS, *widths), (*widths, 1), strict=True))


def load(path: Path, key: str) -> Net:
    """Read a file, or say what is wrong with it."""
    return from_bytes(content_of(path, "a file of a learned network"), str(path), key)


def from_bytes(content: bytes, where: str, key: str) -> Net:
    """The same from what a file holds."""
    line, _, body = content.partition(b"\n")
    widths, gain, scale = _head(line, where, key)
    count = sum((rows + 1) * wide for rows, wide in _shapes(widths))
    table = together(unpacked(body, where, 2 * count))
    check_weights(table, where)
    return Net(key, widths, table, gain, scale)


def _head(line: bytes, where: str, key: str) -> tuple[tuple[int, ...], int, float]:
    of, layers, gain, scale = head_of(
        line, where, FORMAT, lambda h: (str(h["evaluation"]), h["layers"], h["gain"], float(h["scale"]))
    )
    if of != key:
        raise BadInput(f"{where}:1", f"weights of {of!r}"[:60], f"those of {key!r}")
    if not (isinstance(layers, list) and are_widths(layers)):
        raise BadInput(f"{where}:1", f"layers {layers!r}"[:60], WIDTHS)
    if type(gain) is not int or not 0 < gain <= GAIN_MOST:
        raise BadInput(f"{where}:1", f"gain {gain!r}"[:60], f"a whole number from 1 to {GAIN_MOST}")
    check_scale(scale, where)
    return tuple(layers), gain, scale


WIDTHS: Final = f"1 to {LAYERS_MOST} layers of 1 to {WIDEST} units"


def are_widths(layers: Sequence[Any]) -> bool:
    """Whether a network may have such layers."""
    whole = all(type(width) is int and 1 <= width <= WIDEST for width in layers)
    return whole and 1 <= len(layers) <= LAYERS_MOST
