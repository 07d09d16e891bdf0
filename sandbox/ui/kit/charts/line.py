"""Line charts: up to millions of values, thinned to what a pixel column can show."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pygame

from sandbox.ui.kit.charts.axes import Axis, Values, short_number
from sandbox.ui.kit.charts.chart import Chart, Hover
from sandbox.ui.kit.style.text import picture
from sandbox.ui.kit.style.theme import Colour

Coverage = np.ndarray[tuple[int, int], np.dtype[np.uint8]]

FINE = 6  # slivers a pixel column
MARKED = 24  # values a series may have for each to be marked


def thinned(xs: Values, ys: Values, width: int) -> tuple[Values, Values]:
    """Return four points at most of as many runs as there are pixel columns: first, lowest, highest and last value."""
    if len(xs) <= 4 * max(1, width):
        return xs, ys
    cuts = np.linspace(0, len(xs), width + 1).astype(np.int64)
    kept: list[int] = []
    for start, end in pairwise(cuts.tolist()):
        part = ys[start:end]
        kept.extend(sorted({start, start + int(part.argmin()), start + int(part.argmax()), end - 1}))
    return xs[kept], ys[kept]


def in_order(xs: Values, ys: Values) -> tuple[Values, Values]:
    """Return points from left to right."""
    if len(xs) < 2 or (np.diff(xs) >= 0).all():
        return xs, ys
    order = np.argsort(xs, kind="stable")
    return xs[order], ys[order]


def line_coverage(px: Values, py: Values, size: tuple[int, int], width: float) -> tuple[Coverage, tuple[int, int]]:
    """Return how much of each pixel (row, column) of the box around a line it covers, and where that box lies.

    `px` must not decrease.

    The line is cut into upright slivers, FINE a column. The part of row r below a height t is 1 above t's row,
    a fraction in it, 0 below: two steps. So each end of a sliver is two entries in a histogram along its column,
    and one running sum gives all coverages.
    """
    columns, rows = size
    first, last = max(0, int(px[0])), min(columns, int(px[-1]) + 2)
    if last <= first:
        return np.zeros((0, 0), np.uint8), (0, 0)
    edges = np.linspace(first, last, (last - first) * FINE + 1)
    ys = np.interp(edges, px, py, left=np.nan, right=np.nan)
    low, high = np.minimum(ys[:-1], ys[1:]), np.maximum(ys[:-1], ys[1:])
    upright = np.minimum(width / 2 * np.hypot(1.0, (high - low) * FINE), width * 1.5)
    half = np.maximum(upright - (high - low) / 2, width / 2)
    usable = np.isfinite(low)
    column = (first + np.arange(len(low)) // FINE)[usable]
    clipped = np.clip(np.stack(((high + half)[usable], (low - half)[usable])), 1.0, rows - 1e-6)
    if not column.size:
        return np.zeros((0, 0), np.uint8), (0, 0)
    row = clipped.astype(np.int64)
    part = (clipped - row) * [[1.0], [-1.0]]
    top, tall, wide = int(row.min()) - 1, int(row.max() - row.min()) + 2, last - first
    at = (np.stack((row, row - 1)) - top) * wide + column - first
    weight = np.stack((part, [[1.0], [-1.0]] - part))
    steps = np.bincount(at.ravel(), weight.ravel(), minlength=tall * wide)
    grid = steps.reshape(tall, wide)[::-1].cumsum(axis=0)[::-1] / FINE
    coverage: Coverage = np.rint(np.clip(grid, 0.0, 1.0) * 255).astype(np.uint8)
    return coverage, (first, top)


class LineChart(Chart):
    """Values joined by lines."""

    def draw_values(self, layer: pygame.Surface, x: Axis, y: Axis) -> None:
        """Draw the lines; the first series lies on top."""
        for i in reversed(range(len(self._series))):
            series = self._series[i]
            xs, ys = thinned(*in_order(series.xs, series.y), x.end - x.start)
            px, py = x.pixels(xs), y.pixels(ys)
            self._draw_line(layer, px, py, self.colour_of(i))
            if len(px) <= MARKED:
                for at in np.stack([px, py], axis=1)[np.isfinite(py)].tolist():
                    self.draw_mark(layer, (at[0], at[1]), self.colour_of(i), i, self.dp(3))

    def _draw_line(self, layer: pygame.Surface, px: Values, py: Values, colour: Colour) -> None:
        py = np.where(np.isfinite(py), py, np.nan)
        if len(px) < 2:
            return
        size = layer.get_size()
        width = max(1.2, self.look.theme.scale * self.look.theme.type_scale * 1.7)
        coverage, place = line_coverage(px, py, size, width)
        if coverage.size:
            layer.blit(picture(coverage, colour), place)

    def hover_at(self, x: int, y: int) -> Hover | None:
        """Return the values at the x nearest to the mouse's, of the series that have one there."""
        if not self.in_plot(x, y):
            return None
        at = self.axes()[0].value(x)
        near = [float(s.xs[np.abs(s.xs - at).argmin()]) for s in self._series if s.y.size]
        nearest = min(near, key=lambda value: abs(value - at))
        lines: list[tuple[str, str, Colour | None]] = [(self.x_label or "x", short_number(nearest), None)]
        for i, series in enumerate(self._series):
            hit = np.flatnonzero(series.xs == nearest)
            if hit.size:
                lines.append((series.name, short_number(float(series.y[hit[0]])), self.colour_of(i)))
        return self.hover_on(nearest, tuple(lines), nearest)

    def paint_pointer(self, surface: pygame.Surface, hover: Hover) -> None:
        """Draw an upright line, and a point on every series that has a value there."""
        x_axis, y_axis = self.axes()
        look, left, top = self.look, self.rect.x, self.rect.y
        line = pygame.Rect(left + hover.x, top + y_axis.end, look.dp(1), y_axis.start - y_axis.end)
        look.painter.fill(surface, look.colours.strong_line, line)
        for i, series in enumerate(self._series):
            near = np.flatnonzero(np.abs(x_axis.pixels(series.xs) - hover.x) < 0.75)
            if near.size and np.isfinite(series.y[near[0]]):
                at = (left + hover.x, top + round(y_axis.pixel(float(series.y[near[0]]))))
                look.painter.disc(surface, at, self.dp(4), self.colour_of(i), look.colours.sunken, self.dp(1.5))
