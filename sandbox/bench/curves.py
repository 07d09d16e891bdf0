"""Curves of growth: how long something takes, or how much it counts, as its input grows.

A curve is a registered dataclass in any file of this package: it names its sizes and measures one of them.
What is measured is fitted with a power law (or an exponential, for depths), by least squares on logarithms,
with a 95 % confidence interval of the exponent.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.registry import Registry

# Student's t, 97.5 %, for 1 … 12 degrees of freedom; beyond that 2 is close enough.
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179)


class Growth(StrEnum):
    """What is fitted: value = a · n^k, or value = a · k^n."""

    POWER = "power"
    EXPONENTIAL = "exponential"


class Curve(Protocol):
    """A registered frozen dataclass. Registered with `n=` and `value=` (what is counted), and `growth=`."""

    def default_sizes(self) -> Sequence[int]:
        """Sizes that show the growth within half a minute."""

    def measure(self, size: int, stop: NDArray[np.uint8]) -> Measured:
        """Do it a few times at this size."""


curves: Registry[Curve] = Registry("curve", "sandbox.bench", "game_ai_sandbox.curves")


@dataclass(frozen=True, slots=True)
class Measured:
    """What one size gave: n as it goes into the fit, and a value per run (seconds, or a count)."""

    n: int
    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle value."""
        return float(np.median(self.values))


@dataclass(frozen=True, slots=True)
class Fit:
    """The exponent (or, for an exponential, the base), and between what it lies with 95 % confidence."""

    exponent: float
    low: float
    high: float


def fit(points: Sequence[Measured], growth: Growth) -> Fit | None:
    """The growth of the medians; None with fewer than two sizes to fit."""
    usable = [p for p in points if p.median > 0 and p.n > 0]
    if len({p.n for p in usable}) < 2:
        return None
    n = np.array([p.n for p in usable], np.float64)
    x = np.log(n) if growth is Growth.POWER else n
    slope, error = _slope(x, np.log([p.median for p in usable]))
    ends = (slope, slope - error, slope + error)
    return Fit(*ends) if growth is Growth.POWER else Fit(*map(math.exp, ends))


def _slope(x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[float, float]:
    """The slope of a straight line through points, and half its 95 % interval (0 through two points)."""
    dx, dy = x - x.mean(), y - y.mean()
    slope = float(dx @ dy / (dx @ dx))
    freedom = len(x) - 2
    if freedom == 0:
        return slope, 0.0
    residual = float(((dy - slope * dx) ** 2).sum())
    student = STUDENT[freedom - 1] if freedom <= len(STUDENT) else 2.0
    return slope, student * math.sqrt(residual / freedom / float(dx @ dx))


def sizes_of(text: str, default: Sequence[int]) -> list[int]:
    """The sizes of `--sizes N,…`, ascending; the curve's own when none are given."""
    if not text:
        return list(default)
    try:
        sizes = sorted({int(part) for part in text.split(",")})
    except ValueError:
        raise BadInput("--sizes", f"{text!r}", "whole numbers, separated by commas") from None
    if sizes[0] < 1:
        raise BadInput("--sizes", f"{sizes[0]}", "1 or more")
    return sizes
