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

Listed = Callable[[], tuple[Sequence[str], int]]
"""All that can be chosen, and the number of what is."""


class Dropdown(OneOf, Clickable):
    """Chooses one of `choices`; `value` is its number. A list that takes a while to make is made when it is needed."""

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
        self._choices, self._value = list(choices), value
        self._listed: Listed | None = None
        self.on_change = on_change
        self._open = False

    @property
    def choices(self) -> list[str]:
        """What can be chosen."""
        self._make_list()
        return list(self._choices)

    @choices.setter
    def choices(self, choices: Sequence[str]) -> None:
        self._make_list()
        self._choices, self._value = list(choices), min(self._value, len(choices) - 1)
        self.relayout()
        self.touch()

    @property
    def value(self) -> int:
        """The number of the choice."""
        self._make_list()
        return self._value

    @value.setter
    def value(self, value: int) -> None:
        if value != self.value:
            self._value = value
            self.show_choice()

    def show_choice(self) -> None:
        """Draw it."""
        self.touch()

    def show(self, chosen: str, listed: Listed) -> None:
        """Show one of a list that is made when it is needed; give the dropdown a width, or it is as wide as the one."""
        before = self.chosen
        self._choices, self._value, self._listed = [chosen], 0, listed
        if chosen != before:
            self.relayout()
            self.touch()

    def _make_list(self) -> None:
        if self._listed is not None:
            listed, self._listed = self._listed, None
            choices, self._value = listed()
            self._choices = list(choices)

    @property
    def chosen(self) -> str:
        """The words of the choice."""
        return self._choices[self._value] if 0 <= self._value < len(self._choices) else ""

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
        items = [MenuItem(t, partial(self.choose, i), checked=i == self.value) for i, t in enumerate(self.choices)]
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
