"""Axes of a plot: from values to pixels, and ticks at round numbers. Knows nothing of the screen."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

Values = np.ndarray[tuple[int], np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Axis:
    """Values `low` to `high` over pixels `start` to `end` (which may run backwards)."""

    low: float
    high: float
    start: int
    end: int
    log: bool = False

    def pixels(self, values: Values) -> Values:
        """Return where values lie."""
        if self.log:
            part = np.log(np.maximum(values, 1e-300) / self.low) / math.log(self.high / self.low)
        else:
            part = (values - self.low) / (self.high - self.low)
        placed: Values = self.start + part * (self.end - self.start)
        return placed

    def pixel(self, value: float) -> float:
        """Return where one value lies."""
        return float(self.pixels(np.array([value]))[0])

    def value(self, pixel: float) -> float:
        """Return the value at a pixel."""
        part = (pixel - self.start) / (self.end - self.start or 1)
        if self.log:
            return float(self.low * (self.high / self.low) ** part)
        return self.low + part * (self.high - self.low)

    def ticks(self, most: int) -> list[float]:
        """Return up to about `most` round values inside."""
        if self.log:
            return log_ticks(self.low, self.high, most)
        return [tick for tick in linear_ticks(self.low, self.high, most) if self.low <= tick <= self.high]


def nice_step(span: float, most: int) -> float:
    """Return 1, 2 or 5 times a power of ten that cuts a span into at most `most` parts."""
    rough = span / max(1, most)
    power = 10.0 ** math.floor(math.log10(rough))
    return next((m * power for m in (1, 2, 5, 10) if m * power >= rough * (1 - 1e-9)), 10 * power)


def linear_ticks(low: float, high: float, most: int) -> list[float]:
    """Return round values that cover a range."""
    step = nice_step(high - low, most)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [float(f"{i * step:.12g}") for i in range(first, last + 1)]


def log_ticks(low: float, high: float, most: int) -> list[float]:
    """Return powers of ten inside a range, and 2 and 5 times them where there is room."""
    powers = range(math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9) + 1)
    skip = max(1, -(-len(powers) // max(1, most)))
    factors: Sequence[int] = (1, 2, 5) if len(powers) * 3 <= most + 2 else (1,)
    values = [m * 10.0**p for p in range(powers.start - 1, powers.stop) if p % skip == 0 for m in factors]
    return [v for v in values if low * 0.999 <= v <= high * 1.001]


def padded_range(values: Iterable[Values], *, log: bool, from_zero: bool) -> tuple[float, float]:
    """Return the range of finite values, widened to round ends (`log`: by a tenth); one of use where there are none."""
    kept = [v[np.isfinite(v) & ((v > 0) if log else True)] for v in values]
    joined = np.concatenate(kept) if kept else np.array([])
    if not joined.size:
        return (1.0, 10.0) if log else (0.0, 1.0)
    low, high = float(joined.min()), float(joined.max())
    if log:
        return (low / 1.1, high * 1.1) if high > low else (low / 2, high * 2)
    if from_zero:
        low, high = min(low, 0.0), max(high, 0.0)
    if low == high == 0 and from_zero:
        return 0.0, 1.0
    if low == high:
        low, high = low - (abs(low) * 0.5 or 0.5), high + (abs(high) * 0.5 or 0.5)
        return (0.0, high) if from_zero and low < 0 <= joined.min() else (low, high)
    ticks = linear_ticks(low, high, 5)
    return min(low, ticks[0]), max(high, ticks[-1])


def short_number(value: float) -> str:
    """Return a number in few characters: 12.5 k, 3 M, 0.05."""
    size = abs(value)
    if size and (size >= 1e15 or size < 1e-4):
        return f"{value:.0e}"
    for limit, sign in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e4, "k")):
        if size >= limit:
            return f"{value / (1e3 if sign == 'k' else limit):.4g} {sign}"
    return f"{value:.6g}"


def box_summary(values: Values) -> tuple[float, float, float, float, float, Values]:
    """Return Tukey's box: lower whisker, quartiles 1 to 3, upper whisker, and the values outside."""
    q1, q2, q3 = (float(q) for q in np.percentile(values, [25, 50, 75]))
    reach = 1.5 * (q3 - q1)
    inside = values[(values >= q1 - reach) & (values <= q3 + reach)]
    outside: Values = values[(values < q1 - reach) | (values > q3 + reach)]
    return float(inside.min()), q1, q2, q3, float(inside.max()), outside
