"""A row that goes on in another line where there is no more room."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

import pygame

from .layout import Boxed, Container, share_out
from .widget import Size, Widget


class Wrap(Container):
    """Children from left to right, as wide as they like to be, in as many lines as that takes.

    Those that `grow` share what is left of their line.
    """

    def __init__(self, children: Iterable[Widget] = (), *, gap: float = 8, **boxed: Unpack[Boxed]) -> None:
        self.gap = gap
        super().__init__(children, **boxed)

    def _lines(self, room: int | None) -> list[list[tuple[Widget, Size]]]:
        """The children of each line, with their sizes."""
        lines: list[list[tuple[Widget, Size]]] = []
        used, gap = 0, self.dp(self.gap)
        for child in self.shown_children:
            size = child.size_for()
            if not lines or (room is not None and used + gap + size[0] > room):
                lines.append([])
                used = -gap
            lines[-1].append((child, size))
            used += gap + size[0]
        return lines

    def measure(self, width: int | None) -> Size:
        """Return the width of the longest line and the height of all."""
        lines, gap = self._lines(self.inside(width)), self.dp(self.gap)
        widths = (sum(size[0] + gap for _, size in line) - gap for line in lines)
        heights = [max(size[1] for _, size in line) for line in lines]
        return self.padded((max(widths, default=0), sum(heights) + gap * max(len(lines) - 1, 0)))

    def layout(self) -> None:
        """Place them, each in the middle of its line's height."""
        inner, gap = self.inner(), self.dp(self.gap)
        y = inner.y
        for line in self._lines(inner.w):
            height = max(size[1] for _, size in line)
            self._place(line, pygame.Rect(inner.x, y, inner.w, height))
            y += height + gap

    def _place(self, line: list[tuple[Widget, Size]], box: pygame.Rect) -> None:
        gap, x = self.dp(self.gap), box.x
        left = box.w - sum(size[0] + gap for _, size in line) + gap
        more = share_out(max(left, 0), [child.grow for child, _ in line])
        for (child, (w, h)), extra in zip(line, more, strict=True):
            child.arrange(pygame.Rect(x, box.y + (box.h - h) // 2, min(w + extra, box.w), h))
            x += w + extra + gap
