"""Scatter charts: points, told apart by colour and shape, named beside them or in a legend."""

from __future__ import annotations

import numpy as np
import pygame

from sandbox.ui.kit.charts.axes import Axis, padded_range, short_number
from sandbox.ui.kit.charts.chart import Chart, Hover

REACH = 14  # dp from the mouse to a point


class ScatterChart(Chart):
    """Points."""

    named = False  # each series' name is written beside its first point instead of above the plot

    def ranges(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the ranges, widened to round ends."""
        xs = padded_range((s.xs for s in self._series), log=self.log_x, from_zero=False)
        return xs, padded_range((s.y for s in self._series), log=self.log_y, from_zero=self.zero)

    def draw_values(self, layer: pygame.Surface, x: Axis, y: Axis) -> None:
        """Draw the points."""
        many = sum(len(s.y) for s in self._series) > 400
        for i, series in enumerate(self._series):
            places = np.stack([x.pixels(series.xs), y.pixels(series.y)], axis=1)
            for at in places[np.isfinite(places).all(axis=1)].tolist():
                self.draw_mark(layer, (at[0], at[1]), self.colour_of(i), i, self.dp(2.5 if many else 4))
        if self.named:
            self._draw_names(layer, x, y)

    @property
    def has_legend(self) -> bool:
        """Names beside points need no other."""
        return not self.named and super().has_legend

    def _draw_names(self, layer: pygame.Surface, x: Axis, y: Axis) -> None:
        """Write each name where it covers no point and no other name: beside its point or above."""
        fonts, plot = self.look.fonts, pygame.Rect(x.start, y.end, x.end - x.start, y.start - y.end)
        shown = [(s.name, round(x.pixel(s.xs[0])), round(y.pixel(s.y[0]))) for s in self._series if s.y.size]
        taken = [pygame.Rect(at - self.dp(5), level - self.dp(5), self.dp(10), self.dp(10)) for _, at, level in shown]
        for name, at, level in shown:
            places = self._name_places(fonts.width(name, "small"), fonts.height("small"), at, level)
            free = next((box for box in places if plot.contains(box) and box.collidelist(taken) < 0), None)
            if free is not None:
                taken.append(free)
                fonts.draw(layer, name, "small", self.look.colours.dim, free.topleft)

    def _name_places(self, w: int, h: int, x: int, y: int) -> tuple[pygame.Rect, ...]:
        gap = self.dp(9)
        up, down = y - h - self.dp(1), y + self.dp(1)  # off the lines a point often lies on
        corners = ((x + gap, up), (x - gap - w, up), (x + gap, down), (x - gap - w, down), (x - w // 2, y - gap - h))
        return tuple(pygame.Rect(corner, (w, h)) for corner in corners)

    def hover_at(self, x: int, y: int) -> Hover | None:
        """Return the nearest point within reach."""
        found = self._nearest(x, y)
        if found is None:
            return None
        i, point = found
        series, (x_axis, y_axis) = self._series[i], self.axes()
        vx, vy = float(series.xs[point]), float(series.y[point])
        name = series.labels[point] if point < len(series.labels) else series.name
        lines = (
            (name, "", self.colour_of(i)),
            (self.x_label or "x", short_number(vx), None),
            (self.y_label or "y", short_number(vy), None),
        )
        return Hover(round(x_axis.pixel(vx)), round(y_axis.pixel(vy)), lines, (i, point))

    def _nearest(self, x: int, y: int) -> tuple[int, int] | None:
        x_axis, y_axis = self.axes()
        best, found = float(self.dp(REACH)), None
        for i, series in enumerate(self._series):
            if not series.y.size:
                continue
            far = np.hypot(x_axis.pixels(series.xs) - x, y_axis.pixels(series.y) - y)
            point = int(np.where(np.isfinite(far), far, np.inf).argmin())
            if far[point] < best:
                best, found = float(far[point]), (i, point)
        return found

    def paint_pointer(self, surface: pygame.Surface, hover: Hover) -> None:
        """Draw a ring around the point."""
        at = (self.rect.x + hover.x, self.rect.y + hover.y)
        self.look.painter.disc(surface, at, self.dp(7), None, self.look.colours.text, self.dp(1.5))
