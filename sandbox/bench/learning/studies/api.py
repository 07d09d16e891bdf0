"""What a study is: work items, each a piece of a curve, and a sentence about all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Protocol

from sandbox.figures import significant
from sandbox.kernels.arrays import Stop
from sandbox.registry import Range, Registry


@dataclass(frozen=True, slots=True)
class Point:
    """One figure: of which curve, where, how much."""

    line: str
    at: float
    value: float


@dataclass(frozen=True, slots=True)
class Piece:
    """A work item: its curve, and where on it; any executor may do it, in any order."""

    line: str
    at: int


class Study(Protocol):
    """A registered frozen dataclass. Registered with `x=` and `y=`: what the axes are (`log_y`: by factors)."""

    def pieces(self) -> Sequence[Piece]:
        """What there is to do."""

    def measure(self, piece: Piece, stop: Stop) -> Sequence[Point]:
        """Do one."""

    def verdict(self, points: Sequence[Point]) -> str:
        """What came out, in a sentence or two made of the figures."""


Plies = Annotated[int, Range(1, 8)]
Games = Annotated[int, Range(2, 2000)]
Seed = Annotated[int, Range(0, 2**31 - 1)]

studies: Registry[Study] = Registry("study", "sandbox.bench.learning.studies")


def measured(item: tuple[str, dict[str, Any], Piece], stop: Stop) -> Sequence[Point]:
    """One piece of a study that is named, for another process."""
    key, options, piece = item
    return studies[key].create(options).measure(piece, stop)


def curves_of(points: Sequence[Point]) -> dict[str, list[Point]]:
    """Each curve's points, from left to right."""
    lines = dict.fromkeys(p.line for p in points)
    return {line: sorted((p for p in points if p.line == line), key=lambda p: p.at) for line in lines}


def figure(value: float) -> str:
    """Whole numbers as they are, others with four digits."""
    return f"{value:g}" if value % 1 == 0 else significant(value)


def last_of(points: Sequence[Point]) -> dict[str, float]:
    """Where each curve ends."""
    return {line: curve[-1].value for line, curve in curves_of(points).items()}
