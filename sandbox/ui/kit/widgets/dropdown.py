"""Dropdowns: one of a list, in a popup with first-letter search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Unpack

import pygame

from sandbox.ui.kit.events import Key, Wheel, nothing
from sandbox.ui.kit.overlays.menu_items import MenuItem
from sandbox.ui.kit.overlays.menus import open_menu
from sandbox.ui.kit.widget import Common, Size

from .button import Clickable
from .shown import OneOf


class Dropdown(OneOf, Clickable):
    """Chooses one of `choices`; `value` is its number."""

    shrink = 1.0

    def __init__(
        self,
        choices: Sequence[str],
        value: int = 0,
        *,
        on_change: Callable[[int], None] = nothing,
        **common: Unpack[Common],
    ) -> None:
        super().__init__(**common)
        self._choices = list(choices)
        self.value, self.on_change = value, on_change
        self._open = False

    @property
    def choices(self) -> list[str]:
        """What can be chosen."""
        return list(self._choices)

    @choices.setter
    def choices(self, choices: Sequence[str]) -> None:
        self._choices = list(choices)
        self.value = min(self.value, len(self._choices) - 1)
        self.relayout()
        self.touch()

    def show_choice(self) -> None:
        """Draw it."""
        self.touch()

    @property
    def chosen(self) -> str:
        """The words of the choice."""
        return self._choices[self.value] if 0 <= self.value < len(self._choices) else ""

    def measure(self, width: int | None) -> Size:
        """Return the width of the widest choice, within reason."""
        fonts = self.look.fonts
        widest = max((fonts.width(choice, "body") for choice in self._choices), default=0)
        wanted = min(widest, self.dp(280)) + self.dp(44)
        return wanted if width is None else min(wanted, width), self.look.theme.control

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw the box, the choice and the arrow."""
        look, c, rect = self.look, self.look.colours, self.rect
        line = c.accent if self._open else c.strong_line if self.hovered and self.active else c.line
        fill = (c.hover if self.hovered else c.raised) if self.active else c.panel
        look.painter.box(surface, rect, fill, line, self.dp(6), self.dp(1))
        ink = c.text if self.active else c.faint
        look.fonts.line(surface, self.chosen, "body", ink, self._room())
        arrow = pygame.Rect(rect.right - self.dp(25), rect.y, self.dp(16), rect.h)
        look.icons.draw(surface, "chevron-down", c.dim if self.active else c.faint, arrow, self.dp(15))

    def _room(self) -> pygame.Rect:
        return pygame.Rect(self.rect.x + self.dp(11), self.rect.y, self.rect.w - self.dp(11) - self.dp(28), self.rect.h)

    def tooltip(self, x: int, y: int) -> str:
        """Return the choice where it is cut, or the tip."""
        cut = self.look.fonts.width(self.chosen, "body") > max(0, self._room().w)
        return self.chosen if cut else super().tooltip(x, y)

    def click(self) -> None:
        """Open the list."""
        items = [MenuItem(t, partial(self.choose, i), checked=i == self.value) for i, t in enumerate(self._choices)]
        box = open_menu(self.root, items, self.rect, min_width=self.rect.w, current=self.value)
        box.on_close = self._closed
        self._open = True
        self.touch()

    def _closed(self) -> None:
        self._open = False
        self.touch()

    def on_key(self, event: Key) -> bool:
        """Up and Down choose without opening; Alt+Down opens."""
        if event.down and event.combo in ("Up", "Down") and self._choices:
            self._step(1 if event.combo == "Down" else -1)
            return True
        if event.down and event.combo == "Alt+Down":
            self.click()
            return True
        return super().on_key(event)

    def on_wheel(self, event: Wheel) -> bool:
        """Choose while focused; else the page scrolls."""
        if not self.focused or not self._choices:
            return False
        self._step(-1 if event.dy > 0 else 1)
        return True

    def _step(self, by: int) -> None:
        self.choose(min(max(self.value + by, 0), len(self._choices) - 1))
