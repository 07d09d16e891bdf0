"""Sliders, alone or beside a field for the exact value."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Unpack

import pygame

from sandbox.ui.kit.events import Key, Pointer, Wheel, nothing
from sandbox.ui.kit.layout import Row
from sandbox.ui.kit.widget import Common, Size, Widget

from .dragging import drags
from .number import NumberField
from .shown import Shown

LEAST = 24  # of a slider beside its field; in less room there is none


class Slider(Widget):
    """A value between two others. With `log`, equal ways are equal ratios; with `step` 0 any value can be had."""

    focusable = True
    ring_radius = 9
    shrink = 1.0
    greedy = "width"
    value = Shown[float]()

    def __init__(
        self,
        value: float,
        least: float,
        most: float,
        *,
        step: float = 0.0,
        log: bool = False,
        on_change: Callable[[float], None] = nothing,
        **common: Unpack[Common],
    ) -> None:
        super().__init__(**common)
        if not least < most or (log and least <= 0):
            raise ValueError(f"slider from {least} to {most}: expected least < most, and more than 0 with log")
        self.least, self.most, self.step, self.log = least, most, step, log
        self.value = value
        self.on_change = on_change

    @property
    def part(self) -> float:
        """How far along the value is, 0 to 1."""
        value = min(max(self.value, self.least), self.most)
        if self.log:
            return math.log(value / self.least) / math.log(self.most / self.least)
        return (value - self.least) / (self.most - self.least)

    def value_at(self, part: float) -> float:
        """Return the allowed value nearest to a place on the way."""
        part = min(max(part, 0.0), 1.0)
        if self.log:
            value = self.least * (self.most / self.least) ** part
        else:
            value = self.least + part * (self.most - self.least)
        return self._allowed(value)

    def _allowed(self, value: float) -> float:
        if self.step:
            value = self.least + round((value - self.least) / self.step) * self.step
        return float(f"{min(max(value, self.least), self.most):.10g}")

    def _choose(self, value: float) -> None:
        if value != self.value:
            self.value = value
            self.on_change(value)

    def measure(self, width: int | None) -> Size:
        """Return a usable width and the knob's height."""
        return self.dp(120) if width is None else min(width, self.dp(120)), self.dp(24)

    def _track(self) -> tuple[int, int]:
        knob = self.dp(8)
        return self.rect.x + knob, max(1, self.rect.w - 2 * knob)

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw track, the part up to the value, and the knob."""
        if not self.rect.w:  # there was no room for it
            return
        look, c = self.look, self.look.colours
        start, length = self._track()
        thick, y = self.dp(4), self.rect.centery
        at = start + round(self.part * length)
        track = pygame.Rect(start, y - thick // 2, length, thick)
        look.painter.box(surface, track, c.thumb if self.active else c.line, None, thick // 2)
        if at > start:
            done = pygame.Rect(start, track.y, at - start, thick)
            look.painter.box(surface, done, c.accent if self.active else c.faint, None, thick // 2)
        lively = (self.hovered or self.pressed) and self.active
        radius = self.dp(8) if lively else self.dp(7)
        line = c.accent if self.active and (lively or look.theme.name != "dark") else None
        look.painter.disc(surface, (at, y), radius, c.knob if self.active else c.faint, line, self.dp(1.5))

    @property
    def focus_box(self) -> pygame.Rect:
        """The ring goes around the knob."""
        start, length = self._track()
        knob = 2 * self.dp(8)
        at = start + round(self.part * length)
        return pygame.Rect(at - knob // 2, self.rect.centery - knob // 2, knob, knob)

    def on_pointer(self, event: Pointer) -> bool:
        """Press anywhere and drag."""
        if event.kind in ("enter", "leave"):
            self.touch()
        elif drags(self, event):
            self._drag(event.x)
            return event.kind == "down"
        return False

    def _drag(self, x: int) -> None:
        start, length = self._track()
        self._choose(self.value_at((x - start) / length))

    def nudge(self, steps: float) -> None:
        """Go some steps on."""
        if self.step and not self.log:
            self._choose(self._allowed(self.value + steps * self.step))
        else:
            moved = self.value_at(self.part + steps / 100)
            least_move = self._allowed(self.value + math.copysign(self.step, steps)) if self.step else moved
            self._choose(moved if moved != self.value else least_move)

    def on_key(self, event: Key) -> bool:
        """Arrows, PageUp and PageDown, Home and End."""
        steps = {"Left": -1, "Down": -1, "Right": 1, "Up": 1, "PageDown": -10, "PageUp": 10}
        if not event.down:
            return False
        if event.combo in steps:
            self.nudge(steps[event.combo])
        elif event.combo in ("Home", "End"):
            self._choose(self._allowed(self.least if event.combo == "Home" else self.most))
        else:
            return False
        return True

    def on_wheel(self, event: Wheel) -> bool:
        """Step while focused; else the page scrolls."""
        if not self.focused:
            return False
        self.nudge(1 if event.dy > 0 else -1)
        return True


class ValueSlider(Row):
    """A slider and a field for the same value: dragged or typed."""

    greedy = "width"

    def __init__(
        self,
        value: float,
        least: float,
        most: float,
        *,
        step: float = 0.0,
        whole: bool = False,
        log: bool = False,
        unit: str = "",
        on_change: Callable[[float], None] = nothing,
        **common: Unpack[Common],
    ) -> None:
        self.on_change = on_change
        self.slider = Slider(value, least, most, step=step or float(whole), log=log, on_change=self._set)
        by = step or (1 if whole else (most - least) / 100)
        width = 72 + 6 * len(unit)
        self.field = NumberField(value, least=least, most=most, step=by, whole=whole, unit=unit, width=width)
        self.field.on_number = self._set
        super().__init__([self.slider, self.field], gap=8, **common)

    def layout(self) -> None:
        """Place both; where there is no room for a slider, the field alone."""
        inner = self.inner()
        if inner.w >= self.field.size_for()[0] + self.dp(8 + LEAST):
            super().layout()
            return
        self.slider.arrange(pygame.Rect(inner.x, inner.y, 0, 0))
        self.field.arrange(inner)

    @property
    def value(self) -> float:
        """The value."""
        return self.field.value

    @value.setter
    def value(self, value: float) -> None:
        self.slider.value = self.field.value = value

    def _set(self, value: float) -> None:
        self.value = value
        self.on_change(self.value)
