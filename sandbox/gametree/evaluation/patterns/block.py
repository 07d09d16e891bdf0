"""How the weights of patterns lie in an engine's words, behind `data[WEIGHTS_AT]`, and in a file.

    ┌ biases by stones ┬ stages ┬ scratch ┬ error model ┬ stage 0 ┬ stage 1 ┬ …       ┐
    0                  65       72        84            324       each `stride` numbers of 16 bits

Which stage a number of stones belongs to is packed, four bits each. The scratch holds the places' numbers, 16 bits
each, while an estimate is taken. The error model says, by stage and depth, how well a shallow search foretells a deep
one (windowed/probcut.py): a word each.

A file is one line of JSON, then what zlib makes of the free weights: differences from stage to stage, high bytes apart
from low ones, which halves them once more; then biases and error model. No file is ever unpickled, and no more is
unpacked than the shapes ask for.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.files import write_atomically
from sandbox.games.two_words.rules import Words
from sandbox.gametree.evaluation.patterns.shapes import LANES, Shapes

FORMAT: Final = "game-ai-sandbox weights 1"
BIASES: Final = 65  # by stones on the board
STAGES: Final = 65  # by stones, too: sixteen to a word
SCRATCH: Final = 72
ERRORS: Final = SCRATCH + LANES // 4
DEPTHS: Final = 16  # of the error model
STAGES_MOST: Final = 15
TABLE: Final = ERRORS + STAGES_MOST * DEPTHS
LARGEST: Final = 32_000
LONGEST_HEAD: Final = 2_000

Free = NDArray[np.int16]
"""[stages, free weights]"""


def _no_biases() -> NDArray[np.int16]:
    return np.zeros(BIASES, np.int16)


def _no_errors() -> NDArray[np.int16]:
    return np.zeros((STAGES_MOST, DEPTHS, 3), np.int16)


@dataclass(frozen=True, eq=False)
class Learned:
    """What was learnt: weights in hundredths, and perhaps how well shallow searches foretell deep ones."""

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
        wrapped = deltas.astype(np.int16).view(np.uint16)
        parts = ((wrapped >> 8).astype(np.uint8), (wrapped & 255).astype(np.uint8))
        raw = b"".join(part.tobytes() for part in parts)
        raw += self.biases.astype("<i2").tobytes() + self.errors.astype("<i2").tobytes()
        shape = {"stages": self.stages, "weights": int(self.free.shape[1]), "scale": round(self.scale, 3)}
        head = {"format": FORMAT, "evaluation": self.key, **shape}
        return json.dumps(head, sort_keys=True).encode("ascii") + b"\n" + zlib.compress(raw, 9)

    def save(self, path: Path) -> None:
        """Write it whole."""
        write_atomically(path, self.to_bytes())


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
    try:
        line, _, body = path.read_bytes().partition(b"\n")
    except OSError as error:
        raise BadInput(str(path), error.strerror or "unreadable", "a file of learned weights") from None
    return _read(line, body, str(path), (key, stages, shapes.shared[1]))


def from_bytes(content: bytes, where: str, key: str, shapes: Shapes, stages: int) -> Learned:
    """The same from what a file holds."""
    line, _, body = content.partition(b"\n")
    return _read(line, body, where, (key, stages, shapes.shared[1]))


def _read(line: bytes, body: bytes, where: str, of: tuple[str, int, int]) -> Learned:
    scale = _head(line, where, of)
    key, stages, weights = of
    count = stages * weights
    sizes = (count, count, 2 * BIASES, 2 * STAGES_MOST * DEPTHS * 3)
    raw = _unpacked(body, where, sum(sizes))
    high, low, biases, errors = (raw[end - n : end] for n, end in zip(sizes, np.cumsum(sizes), strict=True))
    wide = np.frombuffer(high, np.uint8).astype(np.uint16) << 8
    deltas = (wide | np.frombuffer(low, np.uint8)).view(np.int16).reshape(stages, weights)
    free = np.cumsum(deltas, axis=0, dtype=np.int16)[::-1]
    _within(free, where)
    found = np.frombuffer(errors, "<i2").astype(np.int16).reshape(STAGES_MOST, DEPTHS, 3)
    if np.any((found[..., 2] > 0) & (found[..., 0] <= 0)):
        raise BadInput(where, "an error model whose slopes are not positive", "positive slopes")
    return Learned(key, np.ascontiguousarray(free), np.frombuffer(biases, "<i2").astype(np.int16), found, scale)


def _head(line: bytes, where: str, of: tuple[str, int, int]) -> float:
    try:
        head: Any = json.loads(line) if len(line) <= LONGEST_HEAD else None
        found = str(head["evaluation"]), int(head["stages"]), int(head["weights"])
        scale = float(head["scale"])
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        raise BadInput(f"{where}:1", repr(line[:40])[1:], f"a line of JSON with format {FORMAT!r}") from None
    if head.get("format") != FORMAT:
        raise BadInput(f"{where}:1", f"format {head.get('format')!r}"[:60], repr(FORMAT))
    if found != of:
        said = ["{} with {} stages of {} weights".format(*shape) for shape in (found, of)]
        raise BadInput(f"{where}:1", said[0][:120], said[1])
    if not 0 <= scale < 1e6:
        raise BadInput(f"{where}:1", f"scale {scale}", "a number from 0 to a million")
    return scale


def _unpacked(body: bytes, where: str, size: int) -> bytes:
    """No more than what is expected, whatever the file would unpack to."""
    engine = zlib.decompressobj()
    try:
        raw = engine.decompress(body, size + 1)
    except zlib.error:
        raise BadInput(where, "damaged weights", "what `learn` wrote") from None
    if len(raw) != size or not engine.eof:
        raise BadInput(where, f"{len(raw)}{'' if engine.eof else ' or more'} bytes of weights", f"{size}")
    return raw


def _within(free: Free, where: str) -> None:
    if free.size and int(np.abs(free.astype(np.int32)).max()) > LARGEST:
        raise BadInput(where, f"a weight of {np.abs(free.astype(np.int32)).max()}", f"weights up to {LARGEST}")
