"""Tabs: a bar of titles and the page of the chosen one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Unpack

import pygame

from sandbox.ui.kit.events import Key
from sandbox.ui.kit.layout import Column, Row, Stack
from sandbox.ui.kit.style.theme import Colour
from sandbox.ui.kit.widget import Common, Size, Widget

from .button import Clickable
from .shown import OneOf


class Tab(Clickable):
    """One title."""

    def __init__(self, text: str, owner: TabBar, number: int) -> None:
        super().__init__()
        self.text, self.owner, self.number = text, owner, number

    @property
    def chosen(self) -> bool:
        """Whether its page shows."""
        return self.owner.value == self.number

    def click(self) -> None:
        """Show its page."""
        self.owner.choose(self.number)

    def measure(self, width: int | None) -> Size:  # noqa: ARG002
        """Return the size of the words."""
        return self.look.fonts.width(self.text, "medium") + self.dp(24), self.look.theme.control + self.dp(4)

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw the words, the chosen one with a line below."""
        look, c, rect = self.look, self.look.colours, self.rect
        ink = c.faint if not self.active else c.text if self.chosen or self.hovered else c.dim
        if self.hovered and not self.chosen:
            look.painter.box(surface, rect.inflate(-self.dp(2), -self.dp(6)), c.hover, None, self.dp(6))
        at = rect.x + self.dp(12), rect.y + (rect.h - look.fonts.height("medium")) // 2
        look.fonts.draw(surface, self.text, "medium", ink, at)
        if self.chosen:
            line = pygame.Rect(rect.x + self.dp(10), rect.bottom - self.dp(2), rect.w - self.dp(20), self.dp(2))
            look.painter.box(surface, line, c.accent, None, self.dp(1))


class TabBar(OneOf, Row):
    """The titles; the arrows choose."""

    def __init__(self, titles: Sequence[str], value: int, on_change: Callable[[int], None]) -> None:
        self.value, self.on_change = value, on_change
        super().__init__([Tab(text, self, i) for i, text in enumerate(titles)], gap=2, pad=(4, 0))
        self.show_choice()

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Draw a line below."""
        super().paint(surface, clip)
        thin = self.dp(1)
        line = pygame.Rect(self.rect.x, self.rect.bottom - thin, self.rect.w, thin)
        self.look.painter.fill(surface, self.look.colours.line, line)

    def moved(self, before: pygame.Rect) -> None:
        """The line below moves along."""
        self.root.damage(before)
        self.root.damage(self.ink)

    def backdrop(self, rect: pygame.Rect) -> Colour | None:
        """Return what is behind, above the line."""
        return super().backdrop(rect) if rect.bottom < self.rect.bottom else None

    def show_choice(self) -> None:
        """Mark it, and let the keyboard find it."""
        for i, tab in enumerate(self.children):
            tab.focusable = i == self.value
            tab.touch()

    def on_key(self, event: Key) -> bool:
        """Left, Right, Home, End."""
        last = len(self.children) - 1
        to = {"Left": self.value - 1, "Right": self.value + 1, "Home": 0, "End": last}.get(event.combo)
        if to is None or not event.down:
            return False
        self.choose(to % (last + 1))
        self.root.focus.set(self.children[self.value], ring=True)
        return True


class Tabs(Column):
    """A bar of titles over a stack of pages."""

    def __init__(self, pages: Sequence[tuple[str, Widget]], value: int = 0, **common: Unpack[Common]) -> None:
        self.bar = TabBar([title for title, _ in pages], value, self._show)
        self.pages = Stack([page for _, page in pages], grow=1)
        super().__init__([self.bar, self.pages], gap=0, **common)
        self.grow = common.get("grow", 1.0)
        self._show(value)

    @property
    def value(self) -> int:
        """The number of the page that shows."""
        return self.bar.value

    @value.setter
    def value(self, value: int) -> None:
        self.bar.value = value
        self._show(value)

    def _show(self, value: int) -> None:
        for i, page in enumerate(self.pages.children):
            page.visible = i == value
