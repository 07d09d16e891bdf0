"""Box plots: Tukey's boxes, one for each series (J. W. Tukey, Exploratory Data Analysis, 1977)."""

from __future__ import annotations

import numpy as np
import pygame

from sandbox.ui.kit.charts.axes import Axis, box_summary, padded_range, short_number
from sandbox.ui.kit.charts.chart import Chart, Hover


class BoxChart(Chart):
    """The spread of each series' `y`: box of the quartiles, whiskers within 1.5 boxes, the rest as points."""

    def ranges(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return one unit of x for each series."""
        y = padded_range((s.y for s in self._series), log=self.log_y, from_zero=self.zero)
        return (-0.5, max(1, len(self._series)) - 0.5), y

    def _half(self, x: Axis) -> int:
        return max(self.dp(4), min(self.dp(26), (x.end - x.start) // max(1, len(self._series)) * 3 // 10))

    def draw_values(self, layer: pygame.Surface, x: Axis, y: Axis) -> None:
        """Draw the boxes."""
        for i, series in enumerate(self._series):
            values = series.y[np.isfinite(series.y)]
            if values.size:
                self._draw_box(layer, round(x.pixel(i)), y, values, i)

    def _draw_box(self, layer: pygame.Surface, at: int, y: Axis, values: np.ndarray, i: int) -> None:
        look, half, thin = self.look, self._half(self.axes()[0]), self.look.dp(1)
        low, q1, q2, q3, high, outside = box_summary(values)
        colour = self.colour_of(i)
        py = {name: round(y.pixel(v)) for name, v in zip("abcde", (low, q1, q2, q3, high), strict=True)}
        look.painter.fill(layer, colour, pygame.Rect(at, py["e"], thin, py["d"] - py["e"]))
        look.painter.fill(layer, colour, pygame.Rect(at, py["b"], thin, py["a"] - py["b"]))
        for end in (py["a"], py["e"]):
            look.painter.fill(layer, colour, pygame.Rect(at - half // 2, end, half + 1, thin))
        box = pygame.Rect(at - half, py["d"], 2 * half + 1, max(look.dp(3), py["b"] - py["d"]))
        soft = look.colours.sunken.mixed(colour, 0.28)
        look.painter.box(layer, box, soft, colour, min(self.dp(3), box.h // 2), thin)
        look.painter.fill(layer, colour, pygame.Rect(box.x, py["c"] - thin // 2, box.w, look.dp(2)))
        for value in outside[:500].tolist():
            look.painter.disc(layer, (at, y.pixel(value)), self.dp(2), None, colour, look.dp(1))

    def draw_x_ticks(self, layer: pygame.Surface, x: Axis, y: Axis) -> None:
        """Write the names below."""
        self.draw_names(layer, [series.name for series in self._series], x, y)

    @property
    def has_legend(self) -> bool:
        """The names stand below the boxes."""
        return False

    def hover_at(self, x: int, y: int) -> Hover | None:
        """Return a box's numbers."""
        i = self.slot_at(x, y, len(self._series))
        if i is None:
            return None
        values = self._series[i].y[np.isfinite(self._series[i].y)]
        if not values.size:
            return None
        low, q1, q2, q3, high, outside = box_summary(values)
        numbers = (("n", float(values.size)), ("upper whisker", high), ("upper quartile", q3), ("median", q2),
                   ("lower quartile", q1), ("lower whisker", low), ("outside", float(outside.size)))  # fmt: skip
        lines = tuple((name, short_number(value), None) for name, value in numbers)
        head = (self._series[i].name, "", self.colour_of(i))
        return self.hover_on(i, (head, *lines), i)
