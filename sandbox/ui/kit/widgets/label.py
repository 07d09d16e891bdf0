"""Words, numbers, icons and lines that only show something."""

from __future__ import annotations

from typing import Literal, Unpack

import pygame

from sandbox.ui.kit.style.text import Mark, Marks
from sandbox.ui.kit.style.theme import Colour
from sandbox.ui.kit.widget import Common, Size, Widget

from .shown import Shown

FREE_WIDTH = 480  # dp a wrapped text takes when nothing limits it


class Label(Widget):
    """Text on one line, cut by … where it does not fit (the tooltip has it whole), or wrapped.

    Setting `text` repaints this label only, unless its size changes.
    """

    shrink = 1.0
    role = Shown[str]()  # the colour role of the words
    text = Shown[str]("_retext")

    def __init__(
        self,
        text: str = "",
        *,
        style: str = "body",
        role: str = "text",
        wrap: bool = False,
        lines: int | None = None,
        justify: Literal["start", "centre", "end"] = "start",
        **common: Unpack[Common],
    ) -> None:
        super().__init__(**common)
        self.text, self.style, self.role = text, style, role
        self.wrap, self.lines, self.justify = wrap, lines, justify
        self._marks = Marks()

    def _retext(self) -> None:
        if self._root is not None and self._may_resize():
            self.relayout()
        self.touch()

    def _may_resize(self) -> bool:
        """Whether whoever asked for its size would hear another one now."""
        if not self.wrap and (self.width is not None or (self.grow and self.parent is not None)):
            return False
        return not self._sizes or any(self._differs(width, size) for width, size in self._sizes.items())

    def _differs(self, width: int | None, before: Size) -> bool:
        """In height, or in a width that matters: who is given one, and fills it, is asked for a height only."""
        now = self._fixed(width)
        fills = width is not None and all(around.align in (None, "stretch") for around in self.above())
        return now[1] != before[1] or (now[0] != before[0] and not fills)

    def _wrapped(self, width: int) -> list[str]:
        fonts = self.look.fonts
        lines = fonts.wrap(self.text, self.style, max(1, width))
        if self.lines is not None and len(lines) > self.lines:
            rest = " ".join(lines[self.lines - 1 :])
            lines = [*lines[: self.lines - 1], fonts.ellipsis(rest, self.style, width)]
        return lines

    def measure(self, width: int | None) -> Size:
        """Return the size of the words."""
        fonts = self.look.fonts
        if not self.wrap:
            return fonts.width(self.text, self.style), fonts.height(self.style)
        limit = self.dp(FREE_WIDTH) if width is None else width
        lines = self._wrapped(limit)
        widest = max(fonts.width(line, self.style) for line in lines)
        return min(widest, limit), len(lines) * fonts.height(self.style)

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw the words."""
        key = (self.look, tuple(self.rect), self.text, self.style, self.role, self.active)
        self._marks.draw(surface, key, self._words)

    def _words(self) -> list[Mark]:
        fonts, rect = self.look.fonts, self.rect
        colour = getattr(self.look.colours, self.role if self.active else "faint")
        height = fonts.height(self.style)
        lines = self._wrapped(rect.w) if self.wrap else [fonts.ellipsis(self.text, self.style, rect.w)]
        top = rect.y if self.wrap else rect.y + (rect.h - height) // 2
        places = ((line, (self._start(line), top + i * height)) for i, line in enumerate(lines))
        return [mark for line, at in places for mark in fonts.marks(line, self.style, colour, at)]

    def _start(self, text: str) -> int:
        room = self.rect.w - self.look.fonts.width(text, self.style)
        return self.rect.x + {"start": 0, "centre": room // 2, "end": room}[self.justify]

    def tooltip(self, x: int, y: int) -> str:
        """Return the tip, or the whole text where it is cut."""
        cut = not self.wrap and self.look.fonts.width(self.text, self.style) > self.rect.w
        return self.tip or (self.text if cut else super().tooltip(x, y))


class Icon(Widget):
    """One icon."""

    def __init__(self, icon: str, *, role: str = "text", size: float = 16, **common: Unpack[Common]) -> None:
        super().__init__(**common)
        self.width = self.height = size
        self.icon, self.role = icon, role

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw the icon."""
        colour = self.look.colours.role(self.role if self.active else "faint")
        self.look.icons.draw(surface, self.icon, colour, self.rect)


class Swatch(Widget):
    """A small disc of a colour: a legend's mark. The colour is a role, `series N`, or any."""

    role = Shown[str | Colour]()

    def __init__(self, role: str | Colour, *, size: float = 10) -> None:
        super().__init__(width=size, height=size)
        self.role = role

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw the disc."""
        theme, painter = self.look.theme, self.look.painter
        if isinstance(self.role, Colour):
            painter.disc(surface, self.rect.center, self.rect.w / 2, theme.colours.strong_line)  # seen on any ground
            painter.disc(surface, self.rect.center, self.rect.w / 2 - self.dp(1), self.role)
        else:
            painter.disc(surface, self.rect.center, self.rect.w / 2, theme.mark(self.role))


class Rule(Widget):
    """A thin line between things, lying in a column or standing in a row."""

    def __init__(self, *, upright: bool = False, length: float | None = None) -> None:
        super().__init__(
            width=1 if upright else length, height=length if upright else 1, align=None if length else "stretch"
        )

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw the line."""
        self.look.painter.fill(surface, self.look.colours.line, self.rect)
