"""What evaluations share whose weights were learned: they lie in a file, which is read and unpacked once."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from sandbox.games.two_words.rules import Words
from sandbox.gametree.evaluation.weights import WeightsFile, stamp_of
from sandbox.settings import assets_folder


class Read(Protocol):
    """What a file holds."""

    @property
    def scale(self) -> float:
        """The estimate at which a win is e times as likely as a loss; 0 where that was not fitted."""


R = TypeVar("R", bound=Read)


@dataclass(frozen=True)
class Filed(Generic[R]):
    """An evaluation by weights from a file; a subclass reads and unpacks its kind of file."""

    file: WeightsFile = ""

    key: ClassVar[str]

    @classmethod
    def read(cls, path: Path) -> R:
        """What a file holds, or BadInput saying what is wrong with it."""
        raise NotImplementedError

    @classmethod
    def unpacked(cls, held: R) -> Words:
        """The block of block.py."""
        raise NotImplementedError

    def weights(self) -> Words:
        """The block of block.py."""
        kind: Any = type(self)
        return _words(kind, self.file, stamp_of(self.file))

    def held(self) -> R:
        """What the file holds."""
        kind: Any = type(self)
        held: R = _held(kind, self.file, stamp_of(self.file))
        return held

    def win_probability(self, value: int) -> float | None:
        """What an estimate says of the chance to win; None where that was not fitted."""
        scale = self.held().scale
        return 1 / (1 + math.exp(-max(-700.0, min(700.0, value / scale)))) if scale else None


@lru_cache(maxsize=8)
def _held(kind: Any, file: str, _: object) -> Any:
    return kind.read(Path(file) if file else assets_folder() / "weights" / f"{kind.key}.weights")


@lru_cache(maxsize=8)
def _words(kind: Any, file: str, stamp: object) -> Words:
    """Unpacked once: it takes milliseconds, and a move may have but fifty."""
    words: Words = kind.unpacked(_held(kind, file, stamp))
    return words
