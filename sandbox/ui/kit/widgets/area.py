"""Text of several lines: wrapped, edited with the same keys as a field; Enter begins a new line."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import Unpack

import pygame

from sandbox.ui.kit.editing import Line
from sandbox.ui.kit.events import Key, nothing
from sandbox.ui.kit.widget import Common, Size

from .field import TextField


class Paragraphs(Line):
    """A `Line` in which line ends stay."""

    def _clean(self, text: str) -> str:
        clean = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", "    ")
        return "".join(char for char in clean if char.isprintable() or char == "\n")


@dataclass(frozen=True, slots=True)
class Shown:
    """One line as it is shown: its part of the text, from `start` on."""

    start: int
    text: str


class TextArea(TextField):
    """Several lines. `on_change` follows every edit; Ctrl+Enter is left to what is around (a dialog's button)."""

    def __init__(
        self,
        text: str = "",
        *,
        lines: int = 6,
        placeholder: str = "",
        on_change: Callable[[str], None] = nothing,
        **common: Unpack[Common],
    ) -> None:
        super().__init__(placeholder=placeholder, on_change=on_change, **common)
        self.line = Paragraphs(text)
        self.lines = lines
        self._top = 0  # pixels scrolled away
        self._wrapped: tuple[str, int, list[Shown]] = ("", -1, [])
        self._column: int | None = None  # the x that Up and Down keep to

    def _put(self, text: str) -> None:
        self.line = Paragraphs(text)
        self._top = 0

    def measure(self, width: int | None) -> Size:
        """Return room for so many lines."""
        wide = self.dp(260) if width is None else width
        return wide, self.lines * self._line_height() + 2 * self.dp(8)

    def _line_height(self) -> int:
        return self.look.fonts.height(self.style) + self.dp(2)

    def _text_box(self) -> pygame.Rect:
        return self.rect.inflate(-2 * self.dp(10), -2 * self.dp(8))

    # Lines -------------------------------------------------------------------------------------------

    def _shown_lines(self) -> list[Shown]:
        width = self._text_box().w
        text, known, lines = self._wrapped
        if text != self.line.text or known != width:
            lines = self._wrap(self.line.text, width)
            self._wrapped = (self.line.text, width, lines)
        return lines

    def _wrap(self, text: str, width: int) -> list[Shown]:
        lines, start = [], 0
        for paragraph in text.split("\n"):
            lines += [Shown(start + at, part) for at, part in self._pieces(paragraph, width)]
            start += len(paragraph) + 1
        return lines

    def _pieces(self, paragraph: str, width: int) -> list[tuple[int, str]]:
        """A paragraph cut after spaces, or anywhere where a word is too long."""
        pieces, at = [], 0
        stops = self.look.fonts.caret_stops(paragraph, self.style)
        while stops[-1] - stops[at] > width:
            fits = max(bisect_right(stops, stops[at] + width) - 1, at + 1)
            space = paragraph.rfind(" ", at, fits + 1)
            end = min(space + 1 if space > at else fits, len(paragraph))
            pieces.append((at, paragraph[at:end]))
            at = end
        return [*pieces, (at, paragraph[at:])]

    def _row_of(self, at: int) -> int:
        return bisect_right([line.start for line in self._shown_lines()], at) - 1

    def _x_of(self, at: int) -> int:
        line = self._shown_lines()[self._row_of(at)]
        return self.look.fonts.caret_stops(line.text, self.style)[min(at - line.start, len(line.text))]

    def _index(self, row: int, x: int) -> int:
        """The place in the text nearest to an x on a row."""
        lines = self._shown_lines()
        if row < 0 or row >= len(lines):
            return 0 if row < 0 else len(self.line.text)
        line = lines[row]
        stops = self.look.fonts.caret_stops(line.text, self.style)
        nearest = min(range(len(stops)), key=lambda i: abs(stops[i] - x))
        wraps = row + 1 < len(lines) and lines[row + 1].start == line.start + len(line.text)
        return line.start + (min(nearest, len(line.text) - 1) if wraps and line.text else nearest)

    # Painting ----------------------------------------------------------------------------------------

    def tooltip(self, x: int, y: int) -> str:  # noqa: ARG002
        """Return what is wrong, or the tip."""
        return self.error or self.tip

    def _paint_text(self, surface: pygame.Surface, inner: pygame.Rect) -> None:
        fonts, c = self.look.fonts, self.look.colours
        if not self.line.text and not self._composing:
            fonts.draw(surface, self.placeholder, self.style, c.dim if self.active else c.faint, inner.topleft)
        for row, line in enumerate(self._shown_lines()):
            y = inner.y + row * self._line_height() - self._top
            if y + self._line_height() < inner.y or y > inner.bottom:
                continue
            if self.focused:
                self._paint_selected(surface, line, (inner.x, y))
            fonts.draw(surface, line.text, self.style, c.text if self.active else c.faint, (inner.x, y))
        if self.focused and self._caret_shown:
            self._paint_caret(surface, inner)

    def _paint_selected(self, surface: pygame.Surface, line: Shown, at: tuple[int, int]) -> None:
        start, end = (min(max(edge - line.start, 0), len(line.text)) for edge in self.line.selection)
        if start != end:
            stops = self.look.fonts.caret_stops(line.text, self.style)
            c, height = self.look.colours, self._line_height()
            box = pygame.Rect(at[0] + stops[start], at[1], stops[end] - stops[start], height)
            self.look.painter.fill(surface, c.selection.mixed(c.accent, 0.25), box)

    def _paint_caret(self, surface: pygame.Surface, inner: pygame.Rect) -> None:
        c, caret = self.look.colours, self.line.caret
        x = inner.x + self._x_of(caret)
        y = inner.y + self._row_of(caret) * self._line_height() - self._top
        if self._composing:
            self.look.fonts.draw(surface, self._composing, self.style, c.accent, (x, y))
            x += self.look.fonts.width(self._composing, self.style)
        self.look.painter.fill(surface, c.text, pygame.Rect(x, y, self.dp(1.4), self.look.fonts.height(self.style)))

    def _keep_caret_in_view(self) -> None:
        height, room = self._line_height(), self._text_box().h
        row = self._row_of(self.line.caret)
        self._top = max(min(self._top, row * height), (row + 1) * height - room, 0)

    # Events ------------------------------------------------------------------------------------------

    def _place(self, x: int) -> int:
        """The place under the pointer; its y is asked of the root, since a field needs only x."""
        inner = self._text_box()
        y = self.root.dispatcher.at[1]
        return self._index((y - inner.y + self._top) // self._line_height(), x - inner.x)

    def _move_key(self, event: Key) -> bool:
        if event.name in ("Up", "Down"):
            return self._step_row(-1 if event.name == "Up" else 1, extend=event.mods.shift)
        self._column = None
        if event.name in ("Home", "End") and not event.mods.ctrl:
            row = self._row_of(self.line.caret)
            self.line.move(self._index(row, 0 if event.name == "Home" else 1 << 20), extend=event.mods.shift)
            return True
        return super()._move_key(event)

    def _step_row(self, by: int, *, extend: bool) -> bool:
        column = self._x_of(self.line.caret) if self._column is None else self._column
        self.line.move(self._index(self._row_of(self.line.caret) + by, column), extend=extend)
        self._column = column
        return True

    def _edited(self, before: str) -> None:
        if self.line.text != before:
            self._column = None
        super()._edited(before)

    def submit(self) -> bool:
        """Enter begins a new line."""
        before = self.line.text
        self.line.insert("\n")
        self._edited(before)
        return True
