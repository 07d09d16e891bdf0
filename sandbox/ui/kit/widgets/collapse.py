"""Sections that fold away."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Unpack

import pygame

from sandbox.ui.kit.events import nothing
from sandbox.ui.kit.layout import Column
from sandbox.ui.kit.widget import Common, Size, Widget

from .button import Clickable


class SectionHead(Clickable):
    """The line that folds a section."""

    ring_radius = 4

    def __init__(self, title: str, section: Section) -> None:
        super().__init__()
        self.title, self.section = title, section

    def measure(self, width: int | None) -> Size:  # noqa: ARG002
        """Return the height of one line."""
        return self.dp(24) + self.look.fonts.width(self.title.upper(), "section"), self.dp(28)

    def click(self) -> None:
        """Fold or unfold."""
        self.section.toggle()

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw the arrow and the title."""
        look, c = self.look, self.look.colours
        ink = c.text if self.hovered else c.dim
        arrow = pygame.Rect(self.rect.x, self.rect.y, self.dp(14), self.rect.h)
        look.icons.draw(surface, "chevron-down" if self.section.open else "chevron-right", ink, arrow, self.dp(14))
        left, box = self.dp(20), self.rect
        room = pygame.Rect(box.x + left, box.y, box.w - left, box.h)
        look.fonts.line(surface, self.title.upper(), "section", ink, room)


class Section(Column):
    """A titled group that folds away; `on_toggle` is told whether it is open."""

    def __init__(
        self,
        title: str,
        children: Iterable[Widget] = (),
        *,
        open: bool = True,
        gap: float = 8,
        on_toggle: Callable[[bool], None] = nothing,
        **common: Unpack[Common],
    ) -> None:
        self.open, self.on_toggle = open, on_toggle
        self.head = SectionHead(title, self)
        self.body = Column(children, gap=gap, pad=(0, 2, 0, 8), visible=open)
        super().__init__([self.head, self.body], gap=0, **common)

    def toggle(self) -> None:
        """Fold or unfold."""
        self.open = not self.open
        self.body.visible = self.open
        self.head.touch()
        self.on_toggle(self.open)
