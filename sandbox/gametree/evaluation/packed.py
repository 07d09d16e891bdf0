"""Files of learned weights: one line of JSON that says what they are, then the numbers, compressed by zlib.

Nothing is ever unpickled, and no more is unpacked than the shapes in the first line ask for.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.gametree.headed import line_of

LARGEST: Final = 32_000  # weight
LONGEST_HEAD: Final = 2_000

T = TypeVar("T")


def packed(head: dict[str, Any], raw: bytes) -> bytes:
    """A file."""
    return line_of(head) + zlib.compress(raw, 9)


def apart(numbers: NDArray[np.int16]) -> bytes:
    """All high bytes, then all low ones: like beside like, which packs better."""
    wide = numbers.view(np.uint16)
    return (wide >> 8).astype(np.uint8).tobytes() + (wide & 255).astype(np.uint8).tobytes()


def together(raw: bytes) -> NDArray[np.int16]:
    """The numbers that `apart` took apart."""
    high, low = np.frombuffer(raw, np.uint8).reshape(2, -1)
    return ((high.astype(np.uint16) << 8) | low).view(np.int16)


def content_of(path: Path, what: str) -> bytes:
    """What a file holds, or why it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(str(path), error.strerror or "unreadable", what) from None


def head_of(line: bytes, where: str, of: str, read: Callable[[Mapping[str, Any]], T]) -> T:
    """What `read` finds in the first line of a file of the format `of`."""
    try:
        head: Any = json.loads(line) if len(line) <= LONGEST_HEAD else None
        found = read(head)
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        raise BadInput(f"{where}:1", repr(line[:40])[1:], f"a line of JSON with format {of!r}") from None
    if head.get("format") != of:
        raise BadInput(f"{where}:1", f"format {head.get('format')!r}"[:60], repr(of))
    return found


def check_scale(scale: float, where: str) -> None:
    """Refuse what cannot be a scale of win probabilities."""
    if not 0 <= scale < 1e6:
        raise BadInput(f"{where}:1", f"scale {scale}", "a number from 0 to a million")


def unpacked(body: bytes, where: str, size: int) -> bytes:
    """No more than what is expected, whatever the file would unpack to."""
    engine = zlib.decompressobj()
    try:
        raw = engine.decompress(body, size + 1)
    except zlib.error:
        raise BadInput(where, "damaged weights", "what `learn` wrote") from None
    if len(raw) != size or not engine.eof:
        raise BadInput(where, f"{len(raw)}{'' if engine.eof else ' or more'} bytes of weights", f"{size}")
    return raw


def check_weights(weights: NDArray[np.int16], where: str) -> None:
    """Refuse weights whose sums kernels could not hold."""
    largest = int(np.abs(weights.astype(np.int32)).max(initial=0))
    if largest > LARGEST:
        raise BadInput(where, f"a weight of {largest}", f"weights up to {LARGEST}")
