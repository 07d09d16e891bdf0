"""The cells a broad brush covers on a straight stroke: those whose centre it passes over.

The covered shape is convex, so every row of cells has one interval; those are computed, not the cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandbox.level.rect import Rect

    Floats = NDArray[np.float64]
    Spans = tuple[Floats, Floats]  # per row: from, to; nothing where from > to

BrushShape = Literal["round", "square"]

SLACK = 1e-9  # cells; a centre at exactly half a brush counts for a round brush


def stroke(box: Rect, ends: tuple[float, float, float, float], across: int, shape: BrushShape) -> NDArray[np.bool_]:
    """Which cells of a box a brush covers whose middle goes from one cell's coordinates to another's."""
    x0, y0, x1, y1 = ends
    rows = np.arange(box.y0, box.y1, dtype=np.float64) - y0
    spans = (
        _round(rows, x1 - x0, y1 - y0, across / 2) if shape == "round" else _square(rows, x1 - x0, y1 - y0, across / 2)
    )
    columns = np.arange(box.x0, box.x1, dtype=np.float64) - x0
    covered: NDArray[np.bool_] = columns >= spans[0][:, None]
    covered &= columns <= spans[1][:, None]
    return covered


def _round(rows: Floats, dx: float, dy: float, radius: float) -> Spans:
    """Both discs at the ends, and the band between them."""
    parts = [_disc(rows, 0.0, 0.0, radius), _disc(rows, dx, dy, radius)]
    length = float(np.hypot(dx, dy))
    if length:
        beside = _between(rows, dy, -dx, -radius * length, radius * length)
        along = _between(rows, dx, dy, 0.0, length * length)
        parts.append(_both(beside, along))
    return np.minimum.reduce([p[0] for p in parts]), np.maximum.reduce([p[1] for p in parts])


def _square(rows: Floats, dx: float, dy: float, half: float) -> Spans:
    """The box around the stroke, and across a slanted one at most (|dx| + |dy|) / 2 brushes, without the rim."""
    inside = (rows >= min(0.0, dy) - half) & (rows <= max(0.0, dy) + half)
    whole = _where(inside, np.full(len(rows), min(0.0, dx) - half), np.full(len(rows), max(0.0, dx) + half))
    rim = half * (abs(dx) + abs(dy)) - 1e-6
    return _both(whole, _between(rows, dy, -dx, -rim, rim)) if dx and dy else whole


def _disc(rows: Floats, x: float, y: float, radius: float) -> Spans:
    square = radius * radius - (rows - y) ** 2 + SLACK
    half = np.sqrt(np.maximum(square, 0.0))
    return _where(square >= 0, x - half, x + half)


def _between(rows: Floats, a: float, b: float, low: float, high: float) -> Spans:
    """Where low ≤ a · x + b · row ≤ high."""
    if a == 0:
        everywhere = np.full(len(rows), np.inf)
        return _where((b * rows >= low - SLACK) & (b * rows <= high + SLACK), -everywhere, everywhere)
    first, last = (low - b * rows) / a, (high - b * rows) / a
    return np.minimum(first, last) - SLACK, np.maximum(first, last) + SLACK


def _both(one: Spans, other: Spans) -> Spans:
    low, high = np.maximum(one[0], other[0]), np.minimum(one[1], other[1])
    return _where(low <= high, low, high)


def _where(some: NDArray[np.bool_], low: Floats, high: Floats) -> Spans:
    """The spans, and nothing in the other rows."""
    return np.where(some, low, np.inf), np.where(some, high, -np.inf)
