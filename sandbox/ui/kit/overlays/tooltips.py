"""Tooltips: the words shown when the mouse rests on something, with its shortcut."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from sandbox.ui.kit.dispatch import around
from sandbox.ui.kit.overlays.floating import Floating
from sandbox.ui.kit.timers import Timer
from sandbox.ui.kit.widget import Size, Widget

if TYPE_CHECKING:
    from sandbox.ui.kit.root import Root

DELAY = 0.5  # seconds the mouse must rest
WIDEST = 320  # dp


class TipText(Widget):
    """A tooltip's words and key."""

    def __init__(self, text: str, key: str) -> None:
        super().__init__()
        self.text, self.key = text, key

    def _lines(self) -> list[str]:
        return self.look.fonts.wrap(self.text, "small", self.dp(WIDEST))

    def measure(self, width: int | None) -> Size:  # noqa: ARG002
        """Return the size of the wrapped words, the key beside them."""
        fonts = self.look.fonts
        lines = self._lines()
        w = max(fonts.width(line, "small") for line in lines)
        if self.key:
            w += self.dp(12) + fonts.width(self.key, "mono_small")
        return w + 2 * self.dp(10), len(lines) * fonts.height("small") + 2 * self.dp(6)

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw the words."""
        fonts, colours = self.look.fonts, self.look.colours
        x, y = self.rect.x + self.dp(10), self.rect.y + self.dp(6)
        if self.key:
            at = (self.rect.right - self.dp(10) - fonts.width(self.key, "mono_small"), y + self.dp(1))
            fonts.draw(surface, self.key, "mono_small", colours.dim, at)
        for line in self._lines():
            fonts.draw(surface, line, "small", colours.text, (x, y))
            y += fonts.height("small")


class Tooltips:
    """Shows the tooltip of what is under a resting mouse."""

    def __init__(self, root: Root) -> None:
        self._root = root
        self._timer: Timer | None = None
        self._shown: Floating | None = None
        self._for: tuple[Widget, str] | None = None

    def moved(self, target: Widget | None, x: int, y: int) -> None:
        """Follow the mouse."""
        found = self._find(target, x, y)
        if found == self._for:
            return
        self.hide()
        self._for = found
        if found is not None:
            self._timer = self._root.after(DELAY, lambda: self._show(x, y))

    @staticmethod
    def _find(target: Widget | None, x: int, y: int) -> tuple[Widget, str] | None:
        return next(((widget, text) for widget in around(target) if (text := widget.tooltip(x, y))), None)

    def _show(self, x: int, y: int) -> None:
        if self._for is None or not self._for[0].is_mounted:
            return
        widget, text = self._for
        box = widget.rect
        big = box.w > self._root.dp(240) or box.h > self._root.dp(60)
        anchor = pygame.Rect(x, y, 1, self._root.dp(18)) if big else box.copy()
        tip = TipText(text, self._root.actions.label_of(widget.tip_key))
        self._shown = Floating(tip, anchor=anchor, side="below", passive=True, fill="tooltip")
        self._root.open(self._shown)

    def hide(self) -> None:
        """Take the tooltip away and forget what the mouse rests on."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._shown is not None:
            self._shown.close()
            self._shown = None
        self._for = None
