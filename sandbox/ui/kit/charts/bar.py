"""Bar charts: one group of bars for each category."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

import numpy as np
import pygame

from sandbox.ui.kit.charts.axes import Axis, padded_range, short_number
from sandbox.ui.kit.charts.chart import Chart, Hover, Series
from sandbox.ui.kit.widget import Common


class BarChart(Chart):
    """Bars from zero; every series has one value for each category."""

    zero = True

    def __init__(
        self,
        categories: Sequence[str] = (),
        series: Sequence[Series] = (),
        *,
        title: str = "",
        y_label: str = "",
        **common: Unpack[Common],
    ) -> None:
        super().__init__(series, title=title, y_label=y_label, **common)
        self._categories = list(categories)

    @property
    def categories(self) -> list[str]:
        """The groups' names."""
        return self._categories

    def show(self, categories: Sequence[str], series: Sequence[Series]) -> None:
        """Show other bars."""
        self._categories = list(categories)
        self.series = list(series)

    def ranges(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return one unit of x for each category."""
        return (-0.5, len(self._categories) - 0.5), padded_range((s.y for s in self._series), log=False, from_zero=True)

    def _bar(self, x: Axis, y: Axis, group: int, i: int) -> pygame.Rect | None:
        value = float(self._series[i].y[group])
        if not np.isfinite(value):
            return None
        slot = (x.end - x.start) / max(1, len(self._categories))
        room = min(slot * 0.72, self.dp(64) * len(self._series))
        width = room / len(self._series)
        left = x.pixel(group) - room / 2 + i * width
        top, bottom = sorted((round(y.pixel(value)), round(y.pixel(0.0))))
        gap = self.dp(2) if len(self._series) > 1 and width > self.dp(6) else 0
        return pygame.Rect(round(left), top, max(1, round(left + width) - round(left) - gap), max(1, bottom - top))

    def draw_values(self, layer: pygame.Surface, x: Axis, y: Axis) -> None:
        """Draw the bars, and a line at zero."""
        for i in range(len(self._series)):
            for group in range(min(len(self._categories), len(self._series[i].y))):
                bar = self._bar(x, y, group, i)
                if bar is not None:
                    radius = min(self.dp(3), bar.w // 3)
                    self.look.painter.box(layer, bar, self.colour_of(i), None, radius)
        zero = pygame.Rect(x.start, round(y.pixel(0.0)), x.end - x.start + 1, self.look.dp(1))
        self.look.painter.fill(layer, self.look.colours.strong_line, zero)

    def draw_x_ticks(self, layer: pygame.Surface, x: Axis, y: Axis) -> None:
        """Write the categories below."""
        self.draw_names(layer, self._categories, x, y)

    def hover_at(self, x: int, y: int) -> Hover | None:
        """Return the group's values."""
        group = self.slot_at(x, y, len(self._categories))
        if group is None:
            return None
        lines = [(self._categories[group], "", None)]
        values = [
            (s.name, short_number(float(s.y[group])), self.colour_of(i))
            for i, s in enumerate(self._series)
            if group < len(s.y)
        ]
        return self.hover_on(group, (*lines, *values), group)
