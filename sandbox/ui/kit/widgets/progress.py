"""Progress: a bar that fills, or one that moves while nobody knows how long."""

from __future__ import annotations

from typing import Unpack

import pygame

from sandbox.ui.kit.timers import Timer
from sandbox.ui.kit.widget import Common, Size, Widget

from .shown import Shown

PERIOD = 1.6  # seconds for one way there and back
FRAME = 1 / 30


class ProgressBar(Widget):
    """A bar; `value` is 0 to 1, or None while the end is not known."""

    shrink = 1.0
    value = Shown[float | None]("_changed")

    def __init__(self, value: float | None = 0.0, *, role: str = "accent", **common: Unpack[Common]) -> None:
        super().__init__(**common)
        self.value, self.role = value, role
        self._timer: Timer | None = None
        self._phase = 0.0

    def mounted(self) -> None:
        """Start moving, if there is no value."""
        self._timer = None
        self._animate()

    def _changed(self) -> None:
        self._animate()
        self.touch()

    def _animate(self) -> None:
        if self.value is None and self._timer is None and self.is_mounted:
            self._timer = self.root.every(FRAME, self._tick)

    def _tick(self) -> None:
        if self._timer is not None and (self.value is not None or not self.is_mounted):
            self._timer.cancel()
            self._timer = None
        elif self.is_mounted:
            self._phase = (self.root.now / PERIOD) % 1.0
            self.touch()

    def measure(self, width: int | None) -> Size:
        """Return a thin bar."""
        return self.dp(120) if width is None else min(width, self.dp(120)), self.dp(6)

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw the bar."""
        look, rect = self.look, self.rect
        thick = min(self.dp(6), rect.h)
        bar = pygame.Rect(rect.x, rect.centery - thick // 2, rect.w, thick)
        look.painter.box(surface, bar, look.colours.line, None, thick // 2)
        start, end = self._part()
        width = round((end - start) * rect.w)
        if width > 0:
            done = pygame.Rect(rect.x + round(start * rect.w), bar.y, max(width, thick), thick)
            look.painter.box(surface, done.clip(bar), look.colours.role(self.role), None, thick // 2)

    def _part(self) -> tuple[float, float]:
        if self.value is not None:
            return 0.0, min(max(self.value, 0.0), 1.0)
        there = 1 - abs(2 * self._phase - 1)
        start = 0.75 * there * there * (3 - 2 * there)
        return start, start + 0.25
