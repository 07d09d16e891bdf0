"""What all charts share: title and legend, axes with grid and ticks, a drawn layer, the value under the mouse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Unpack

import numpy as np
import pygame
from numpy.typing import ArrayLike

from sandbox.ui.kit.charts.axes import Axis, Values, padded_range, short_number
from sandbox.ui.kit.charts.legend import Head, head_of
from sandbox.ui.kit.events import Pointer
from sandbox.ui.kit.style.theme import Colour
from sandbox.ui.kit.widget import Common, Size, Widget

MARKS = ("disc", "square", "diamond", "triangle", "ring", "cross")


@dataclass(eq=False, slots=True)
class Series:
    """Values with a name; `x` are 0, 1, 2 … where it is None; `labels` name single points."""

    name: str
    y: Values
    x: Values | None = None
    role: str = ""  # a colour role, or `series N`; by default the theme's next series colour
    labels: Sequence[str] = field(default_factory=tuple)

    @classmethod
    def of(
        cls, name: str, y: ArrayLike, x: ArrayLike | None = None, *, role: str = "", labels: Sequence[str] = ()
    ) -> Series:
        """Return a series of any numbers."""
        xs = None if x is None else np.asarray(x, np.float64)
        return cls(name, np.asarray(y, np.float64), xs, role, labels)

    @property
    def xs(self) -> Values:
        """The x of every value."""
        return np.arange(len(self.y), dtype=np.float64) if self.x is None else self.x


HoverLine = tuple[str, str, "Colour | None"]  # name, value, swatch


class Hover(NamedTuple):
    """What lies under the mouse: where its mark goes, and the lines of the box beside it."""

    x: int
    y: int
    lines: tuple[HoverLine, ...]
    key: object


class Chart(Widget):
    """Base of the charts: subclasses draw the values and find what is under the mouse."""

    focusable = False
    transparent = False
    opaque = True
    shrink = 1.0
    greedy = "height"
    zero = False  # whether the y axis must show 0
    y_range: tuple[float, float] | None = None  # the y axis's ends, where they do not follow the values

    def __init__(
        self,
        series: Sequence[Series] = (),
        *,
        title: str = "",
        x_label: str = "",
        y_label: str = "",
        log_x: bool = False,
        log_y: bool = False,
        placeholder: str = "Nothing here yet",
        **common: Unpack[Common],
    ) -> None:
        super().__init__(**common)
        self._series = list(series)
        self.title, self.x_label, self.y_label = title, x_label, y_label
        self.log_x, self.log_y, self.placeholder = log_x, log_y, placeholder
        self.layout()

    @property
    def series(self) -> list[Series]:
        """What is shown."""
        return self._series

    @series.setter
    def series(self, series: Sequence[Series]) -> None:
        self._series = list(series)
        self.redraw()

    def redraw(self) -> None:
        """Draw again: the values changed."""
        self.layout()
        self.touch()

    def restyle(self) -> None:
        """Drop the drawn layer."""
        super().restyle()
        self.layout()

    def layout(self) -> None:
        """Drop the drawn layer: the size changed."""
        self._layer: pygame.Surface | None = None
        self._axes: tuple[Axis, Axis] | None = None
        self.hovered_value: Hover | None = None  # what is under the mouse

    def measure(self, width: int | None) -> Size:
        """Return a usable size."""
        return self.dp(280) if width is None else width, self.dp(180)

    def colour_of(self, i: int) -> Colour:
        """Return a series' colour."""
        role, theme = self._series[i].role, self.look.theme
        return theme.mark(role or f"series {i}")

    # Axes --------------------------------------------------------------------------------------------

    def ranges(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the ranges of x and y."""
        xs = padded_range((s.xs for s in self._series), log=self.log_x, from_zero=False)
        if not self.log_x and any(s.xs.size for s in self._series):
            xs = self._tight(xs)
        return xs, self.y_range or padded_range((s.y for s in self._series), log=self.log_y, from_zero=self.zero)

    def _tight(self, wide: tuple[float, float]) -> tuple[float, float]:
        """Lines run from edge to edge along x."""
        low = min((float(s.xs.min()) for s in self._series if s.xs.size), default=wide[0])
        high = max((float(s.xs.max()) for s in self._series if s.xs.size), default=wide[1])
        return (low, high) if low < high else wide

    @property
    def has_values(self) -> bool:
        """Whether there is anything to draw."""
        return any(s.y.size for s in self._series)

    def plot_box(self, y_texts: Sequence[str]) -> pygame.Rect:
        """Return the box of the values, in the layer's pixels."""
        fonts = self.look.fonts
        left = self.dp(12) + max((fonts.width(t, "mono_small") for t in y_texts), default=0) + self.dp(6)
        top = self.dp(12) + self._head().height
        bottom = self.dp(10) + fonts.height("mono_small") + self.dp(4)
        if self.y_label:
            top += fonts.height("small") + self.dp(4)
        if self.x_label:
            bottom += fonts.height("small")
        w, h = self.rect.size
        return pygame.Rect(left, top, max(self.dp(20), w - left - self.dp(16)), max(self.dp(20), h - top - bottom))

    def axes(self) -> tuple[Axis, Axis]:
        """Return the x and the y axis, in the layer's pixels."""
        if self._axes is None:
            xs, ys = self.ranges()
            most = max(2, self.rect.h // self.dp(44))
            texts = [short_number(t) for t in Axis(*ys, 0, 1, self.log_y).ticks(most)]
            box = self.plot_box(texts)
            x = Axis(*xs, box.x, box.right - 1, self.log_x)
            self._axes = (x, Axis(*ys, box.bottom - 1, box.y, self.log_y))
        return self._axes

    # Painting ----------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Show the drawn layer and what is under the mouse."""
        if self._layer is None:
            self._layer = pygame.Surface(self.rect.size, 0, surface)
            self._draw(self._layer)
        surface.blit(self._layer, self.rect.topleft)
        self.paint_frame(surface)
        if self.hovered_value is not None:
            self._paint_hover(surface, self.hovered_value)

    def _draw(self, layer: pygame.Surface) -> None:
        look = self.look
        look.painter.fill(layer, look.colours.sunken, layer.get_rect())
        self._draw_head(layer)
        if not self.has_values:
            self._draw_placeholder(layer)
            return
        x_axis, y_axis = self.axes()
        self.draw_grid(layer, x_axis, y_axis)
        room = self.dp(5)
        plot = pygame.Rect(x_axis.start, y_axis.end, x_axis.end - x_axis.start + 1, y_axis.start - y_axis.end + 1)
        layer.set_clip(plot.inflate(2 * room, 2 * room))
        self.draw_values(layer, x_axis, y_axis)
        layer.set_clip(None)

    def _draw_placeholder(self, layer: pygame.Surface) -> None:
        fonts, dim = self.look.fonts, self.look.colours.dim
        lines = fonts.wrap(self.placeholder, "body", layer.get_width() - 2 * self.dp(8))
        y = (layer.get_height() - len(lines) * fonts.height("body")) // 2
        for number, line in enumerate(lines):
            x = (layer.get_width() - fonts.width(line, "body")) // 2
            fonts.draw(layer, line, "body", dim, (x, y + number * fonts.height("body")))

    @property
    def has_legend(self) -> bool:
        """Whether its series are told apart by names above the plot."""
        return len(self._series) > 1

    def _head(self) -> Head:
        names = [series.name for series in self._series] if self.has_legend else []
        return head_of(self.look, self.title, names, self.rect.size)

    def _draw_head(self, layer: pygame.Surface) -> None:
        fonts, c, head = self.look.fonts, self.look.colours, self._head()
        self._draw_legend(layer, head)
        title = fonts.ellipsis(self.title, "medium", max(0, layer.get_width() - self.dp(38)))
        fonts.draw(layer, title, "medium", c.text, (self.dp(12), self.dp(10)))
        if self.y_label:
            fonts.draw(
                layer, self.y_label, "small", c.dim, (self.dp(12), self.dp(8 if head.height else 10) + head.height)
            )
        if self.x_label:
            x = layer.get_width() - self.dp(14) - fonts.width(self.x_label, "small")
            y = layer.get_height() - self.dp(6) - fonts.height("small")
            fonts.draw(layer, self.x_label, "small", c.dim, (x, y))

    def _draw_legend(self, layer: pygame.Surface, head: Head) -> None:
        """Draw the names, each behind its mark."""
        fonts, dim = self.look.fonts, self.look.colours.dim
        for series, text, x, y in head.names:
            if series is not None:
                at = (x + self.dp(4), y + fonts.height("small") // 2)
                self.draw_mark(layer, at, self.colour_of(series), series, self.dp(4))
            fonts.draw(layer, text, "small", dim, (x + (self.dp(13) if series is not None else 0), y))

    def draw_grid(self, layer: pygame.Surface, x: Axis, y: Axis) -> None:
        """Draw the lines and numbers of both axes."""
        look, fonts, c = self.look, self.look.fonts, self.look.colours
        for tick in y.ticks(max(2, self.rect.h // self.dp(44))):
            at, text = round(y.pixel(tick)), short_number(tick)
            look.painter.fill(layer, c.line, pygame.Rect(x.start, at, x.end - x.start + 1, look.dp(1)))
            left = x.start - self.dp(6) - fonts.width(text, "mono_small")
            fonts.draw(layer, text, "mono_small", c.dim, (left, at - fonts.height("mono_small") // 2))
        self.draw_x_ticks(layer, x, y)

    def draw_x_ticks(self, layer: pygame.Surface, x: Axis, y: Axis) -> None:
        """Draw the numbers below."""
        fonts, c = self.look.fonts, self.look.colours
        whole = all((s.xs == np.rint(s.xs)).all() for s in self._series)  # counts have no halves
        for tick in x.ticks(max(2, (x.end - x.start) // self.dp(70))):
            if whole and tick != round(tick):
                continue
            at, text = round(x.pixel(tick)), short_number(tick)
            self.look.painter.fill(layer, c.line, pygame.Rect(at, y.start, self.look.dp(1), self.dp(4)))
            width = fonts.width(text, "mono_small")
            left = min(max(at - width // 2, 0), layer.get_width() - width - self.dp(4))
            fonts.draw(layer, text, "mono_small", c.dim, (left, y.start + self.dp(6)))

    def draw_names(self, layer: pygame.Surface, names: Sequence[str], x: Axis, y: Axis) -> None:
        """Write names below instead, one for each unit of x."""
        fonts, slot = self.look.fonts, (x.end - x.start) // max(1, len(names))
        for at, name in enumerate(names):
            text = fonts.ellipsis(name, "small", max(0, slot - self.dp(4)))
            left = round(x.pixel(at)) - fonts.width(text, "small") // 2
            fonts.draw(layer, text, "small", self.look.colours.dim, (left, y.start + self.dp(5)))

    def draw_values(self, layer: pygame.Surface, x: Axis, y: Axis) -> None:
        """Draw the values."""

    def draw_mark(
        self, layer: pygame.Surface, at: tuple[float, float], colour: Colour, shape: int, radius: float
    ) -> None:
        """Draw one point; the shape tells series apart without their colours."""
        self.look.painter.mark(layer, at, colour, MARKS[shape % len(MARKS)], radius)

    # The mouse ---------------------------------------------------------------------------------------

    def slot_at(self, x: int, y: int, count: int) -> int | None:
        """Return which of so many units of x a point of the layer lies over."""
        return min(max(round(self.axes()[0].value(x)), 0), count - 1) if self.in_plot(x, y) else None

    def hover_at(self, x: int, y: int) -> Hover | None:  # noqa: ARG002
        """Return what is under the mouse, in the layer's pixels."""
        return None

    def in_plot(self, x: int, y: int) -> bool:
        """Whether a point of the layer lies among the values."""
        x_axis, y_axis = self.axes()
        return x_axis.start <= x <= x_axis.end and y_axis.end <= y <= y_axis.start

    def hover_on(self, x: float, lines: tuple[HoverLine, ...], key: object) -> Hover:
        """Return what lies at an x, marked halfway up."""
        x_axis, y_axis = self.axes()
        return Hover(round(x_axis.pixel(x)), (y_axis.start + y_axis.end) // 2, lines, key)

    def on_pointer(self, event: Pointer) -> bool:
        """Follow the mouse."""
        if event.kind in ("move", "enter", "leave"):
            inside = event.kind != "leave" and self.has_values and self.rect.w
            found = self.hover_at(event.x - self.rect.x, event.y - self.rect.y) if inside else None
            if (found and found.key) != (self.hovered_value and self.hovered_value.key):
                self.hovered_value = found
                self.touch()
        return False

    def _paint_hover(self, surface: pygame.Surface, hover: Hover) -> None:
        look, c = self.look, self.look.colours
        x, y = self.rect.x + hover.x, self.rect.y + hover.y
        self.paint_pointer(surface, hover)
        names = max(look.fonts.width(name, "small") + (self.dp(14) if mark else 0) for name, _, mark in hover.lines)
        values = max(look.fonts.width(value, "mono_small") for _, value, _ in hover.lines)
        row = look.fonts.height("small") + self.dp(3)
        box = pygame.Rect(0, 0, names + values + self.dp(32), row * len(hover.lines) + self.dp(10))
        box.topleft = (x + self.dp(12), y - box.h // 2)
        if box.right > self.rect.right - self.dp(4):
            box.right = x - self.dp(12)
        box.clamp_ip(self.rect.inflate(-self.dp(8), -self.dp(8)))
        look.painter.box(surface, box, c.tooltip, c.strong_line, self.dp(5), self.dp(1))
        for i, line in enumerate(hover.lines):
            self._paint_hover_line(surface, line, box, box.y + self.dp(6) + i * row)

    def _paint_hover_line(self, surface: pygame.Surface, line: HoverLine, box: pygame.Rect, y: int) -> None:
        fonts, c, (name, value, mark) = self.look.fonts, self.look.colours, line
        x = box.x + self.dp(10)
        if mark is not None:
            self.look.painter.disc(surface, (x + self.dp(4), y + fonts.height("small") // 2), self.dp(4), mark)
            x += self.dp(14)
        fonts.draw(surface, name, "small", c.dim if mark is None else c.text, (x, y))
        left = box.right - self.dp(10) - fonts.width(value, "mono_small")
        fonts.draw(surface, value, "mono_small", c.text, (left, y + self.dp(1)))

    def paint_pointer(self, surface: pygame.Surface, hover: Hover) -> None:
        """Mark the value under the mouse."""
