"""Progress: a bar that fills."""

from __future__ import annotations

from typing import Unpack

import pygame

from sandbox.ui.kit.widget import Common, Size, Widget

from .shown import Shown


class ProgressBar(Widget):
    """A bar; `value` is 0 to 1."""

    shrink = 1.0
    value = Shown[float]()

    def __init__(self, value: float = 0.0, **common: Unpack[Common]) -> None:
        super().__init__(**common)
        self.value = value

    def measure(self, width: int | None) -> Size:
        """Return a thin bar."""
        return self.dp(120) if width is None else min(width, self.dp(120)), self.dp(6)

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw the bar."""
        look, rect = self.look, self.rect
        thick = min(self.dp(6), rect.h)
        bar = pygame.Rect(rect.x, rect.centery - thick // 2, rect.w, thick)
        look.painter.box(surface, bar, look.colours.line, None, thick // 2)
        width = round(min(max(self.value, 0.0), 1.0) * rect.w)
        if width > 0:
            done = pygame.Rect(rect.x, bar.y, max(width, thick), thick)
            look.painter.box(surface, done.clip(bar), look.colours.accent, None, thick // 2)
