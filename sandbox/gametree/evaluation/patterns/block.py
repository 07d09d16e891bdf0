"""How the weights of patterns lie in an engine's words, behind `data[WEIGHTS_AT]`, and in a file.

    ┌ biases by stones ┬ stages ┬ scratch ┬ error model ┬ stage 0 ┬ stage 1 ┬ …       ┐
    0                  65       72        84            324       each `stride` numbers of 16 bits

Which stage a number of stones belongs to is packed, four bits each. The scratch holds the places' numbers, 16 bits
each, while an estimate is taken. The error model says, by stage and depth, how well a shallow search foretells a deep
one (windowed/probcut.py): a word each.

A file (evaluation/packed.py) has the free weights as differences from stage to stage, high bytes apart from low ones,
which halves it once more; then biases and error model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.games.two_words.rules import Words
from sandbox.gametree.evaluation.packed import (
    apart,
    check_scale,
    check_weights,
    content_of,
    head_of,
    packed,
    together,
    unpacked,
)
from sandbox.gametree.evaluation.patterns.shapes import LANES, Shapes
from sandbox.gametree.headed import Headed

FORMAT: Final = "game-ai-sandbox weights 1"
BIASES: Final = 65  # by stones on the board
STAGES: Final = 65  # by stones, too: sixteen to a word
SCRATCH: Final = 72
ERRORS: Final = SCRATCH + LANES // 4
DEPTHS: Final = 16  # of the error model
STAGES_MOST: Final = 15
TABLE: Final = ERRORS + STAGES_MOST * DEPTHS

Free = NDArray[np.int16]
"""[stages, free weights]"""


def _no_biases() -> NDArray[np.int16]:
    return np.zeros(BIASES, np.int16)


def _no_errors() -> NDArray[np.int16]:
    return np.zeros((STAGES_MOST, DEPTHS, 3), np.int16)


@dataclass(frozen=True, eq=False)
class Learned(Headed):
    """What was learnt: weights in the units of estimates, and perhaps how well shallow searches foretell deep ones."""

    key: str  # of the evaluation
    free: Free
    biases: NDArray[np.int16] = field(default_factory=_no_biases)
    errors: NDArray[np.int16] = field(default_factory=_no_errors)  # slope in thousandths, offset, standard error
    scale: float = 0.0  # win probability = 1 / (1 + exp(-value / scale)); 0: not known

    @property
    def stages(self) -> int:
        """How many there are."""
        return len(self.free)

    def words(self, shapes: Shapes) -> Words:
        """As kernels read them."""
        inverse, _ = shapes.shared
        stride = stride_of(shapes)
        block = np.zeros(TABLE + self.stages * stride // 4, np.uint64)
        block[:BIASES] = self.biases.astype(np.int64).view(np.uint64)
        block[STAGES : STAGES + 5] = _packed_stages(shapes)
        block[ERRORS:TABLE] = _packed_errors(self.errors)
        tables = block[TABLE:].view(np.int16).reshape(self.stages, stride)
        tables[:, : shapes.total] = self.free[:, inverse]
        return block

    def to_bytes(self) -> bytes:
        """The file."""
        deltas = np.diff(self.free[::-1], axis=0, prepend=np.zeros((1, self.free.shape[1]), np.int16))
        raw = apart(deltas.astype(np.int16)) + self.biases.astype("<i2").tobytes() + self.errors.astype("<i2").tobytes()
        shape = {"stages": self.stages, "weights": int(self.free.shape[1]), "scale": round(self.scale, 3)}
        head = {"format": FORMAT, "evaluation": self.key, **shape}
        return packed(head, raw)


def stride_of(shapes: Shapes) -> int:
    """16-bit numbers from stage to stage: whole words, and one at the end that padding lanes may read."""
    return (shapes.total + 4) & ~3


def _packed_stages(shapes: Shapes) -> Words:
    """The stage of each number of stones, sixteen to a word."""
    words = np.zeros(5, np.uint64)
    for stones in range(BIASES):
        words[stones >> 4] |= np.uint64(shapes.stage(stones) << 4 * (stones & 15))
    return words


def _packed_errors(errors: NDArray[np.int16]) -> Words:
    """Slope, offset and standard error in a word each."""
    parts = errors.reshape(-1, 3).astype(np.int64).astype(np.uint64) & np.uint64(0xFFFF)
    packed: Words = parts[:, 0] | (parts[:, 1] << np.uint64(16)) | (parts[:, 2] << np.uint64(32))
    return packed


def load(path: Path, key: str, shapes: Shapes, stages: int) -> Learned:
    """Read a file, or say what is wrong with it."""
    return from_bytes(content_of(path, "a file of learned weights"), str(path), key, shapes, stages)


def from_bytes(content: bytes, where: str, key: str, shapes: Shapes, stages: int) -> Learned:
    """The same from what a file holds."""
    line, _, body = content.partition(b"\n")
    return _read(line, body, where, (key, stages, shapes.shared[1]))


def _read(line: bytes, body: bytes, where: str, of: tuple[str, int, int]) -> Learned:
    scale = _head(line, where, of)
    key, stages, weights = of
    count = stages * weights
    sizes = (2 * count, 2 * BIASES, 2 * STAGES_MOST * DEPTHS * 3)
    raw = unpacked(body, where, sum(sizes))
    tables, biases, errors = (raw[end - n : end] for n, end in zip(sizes, np.cumsum(sizes), strict=True))
    deltas = together(tables).reshape(stages, weights)
    free = np.cumsum(deltas, axis=0, dtype=np.int16)[::-1]
    check_weights(free, where)
    found = np.frombuffer(errors, "<i2").astype(np.int16).reshape(STAGES_MOST, DEPTHS, 3)
    if np.any((found[..., 2] > 0) & (found[..., 0] <= 0)):
        raise BadInput(where, "an error model whose slopes are not positive", "positive slopes")
    return Learned(key, np.ascontiguousarray(free), np.frombuffer(biases, "<i2").astype(np.int16), found, scale)


def _facts(head: Mapping[str, Any]) -> tuple[tuple[str, int, int], float]:
    return (str(head["evaluation"]), int(head["stages"]), int(head["weights"])), float(head["scale"])


def _head(line: bytes, where: str, of: tuple[str, int, int]) -> float:
    found, scale = head_of(line, where, FORMAT, _facts)
    if found != of:
        said = ["{} with {} stages of {} weights".format(*shape) for shape in (found, of)]
        raise BadInput(f"{where}:1", said[0][:120], said[1])
    check_scale(scale, where)
    return scale
