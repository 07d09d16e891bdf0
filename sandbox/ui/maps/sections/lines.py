"""A list of one-line entries to choose from, however many: only those in view are drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from sandbox.ui.kit import Key, Pointer, Widget

ROW = 26  # dp


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: its words, a second text at the right, an icon, and in which colour roles."""

    text: str
    aside: str = ""
    icon: str = ""
    role: str = "text"
    icon_role: str = "dim"
    tip: str = ""


class Lines(Widget):
    """The entries, one of them current. `on_choose` is given the number clicked or reached by key."""

    focusable = True
    ring_radius = 4

    def __init__(self, on_choose: Callable[[int], None], *, placeholder: str = "", name: str = "") -> None:
        super().__init__(name=name, align="stretch")
        self.on_choose, self.placeholder = on_choose, placeholder
        self.entries: Sequence[Entry] = ()
        self.current = -1
        self._hover = -1

    def show(self, entries: Sequence[Entry], current: int = -1) -> None:
        """Show other entries, or another current one."""
        if entries == self.entries and current == self.current:
            return
        resized = len(entries) != len(self.entries)
        self.entries, self.current = entries, current
        if resized:
            self.relayout()
        self.touch()

    def measure(self, width: int | None) -> tuple[int, int]:
        """One row each; one row of words when there are none."""
        return self.dp(160) if width is None else width, self.dp(ROW) * max(len(self.entries), 1)

    def box_of(self, number: int) -> pygame.Rect:
        """Where an entry is drawn."""
        row = self.dp(ROW)
        return pygame.Rect(self.rect.x, self.rect.y + number * row, self.rect.w, row)

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Draw the entries that are in view."""
        if not self.entries:
            self._write(surface, self.box_of(0), self.placeholder, "dim", self.dp(2))
            return
        row = self.dp(ROW)
        first = max((clip.y - self.rect.y) // row, 0)
        last = min((clip.bottom - self.rect.y) // row + 1, len(self.entries))
        for number in range(first, last):
            self._paint_entry(surface, number)

    def _paint_entry(self, surface: pygame.Surface, number: int) -> None:
        entry, box, look = self.entries[number], self.box_of(number), self.look
        fill = "selection" if number == self.current else "hover" if number == self._hover else ""
        if fill:
            look.painter.box(surface, box, look.colours.role(fill), None, self.dp(4))
        left = self.dp(8)
        if entry.icon:
            slot = pygame.Rect(box.x + left, box.y, self.dp(16), box.h)
            look.icons.draw(surface, entry.icon, look.colours.role(entry.icon_role), slot, self.dp(14))
            left += self.dp(24)
        aside = look.fonts.width(entry.aside, "mono_small") + self.dp(16) if entry.aside else 0
        self._write(surface, box, entry.text, entry.role, left, aside)
        if entry.aside:
            y = box.y + (box.h - look.fonts.height("mono_small")) // 2
            at = (box.right - aside + self.dp(8), y)
            look.fonts.draw(surface, entry.aside, "mono_small", look.colours.dim, at)

    def _write(
        self, surface: pygame.Surface, box: pygame.Rect, text: str, role: str, left: int, right: int = 0
    ) -> None:
        room = pygame.Rect(box.x + left, box.y, box.w - left - right - self.dp(6), box.h)
        self.look.fonts.line(surface, text, "small", self.look.colours.role(role), room)

    def tooltip(self, x: int, y: int) -> str:
        """The entry's tip, or its words where they are cut."""
        number = self._at(y)
        if number < 0 or not self.rect.collidepoint(x, y):
            return ""
        entry = self.entries[number]
        cut = self.look.fonts.width(entry.text, "small") > self.rect.w - self.dp(40)
        return entry.tip or (entry.text if cut else "")

    def _at(self, y: int) -> int:
        number = (y - self.rect.y) // self.dp(ROW)
        return number if 0 <= number < len(self.entries) else -1

    def on_pointer(self, event: Pointer) -> bool:
        """Choose by a click."""
        hover = -1 if event.kind == "leave" else self._at(event.y)
        if hover != self._hover:
            self._hover = hover
            self.touch()
        if event.kind == "down" and event.button == 1 and self._at(event.y) >= 0:
            self.on_choose(self._at(event.y))
            return True
        return False

    def on_key(self, event: Key) -> bool:
        """Choose by the arrows; Enter chooses the current one again."""
        if not event.down or not self.entries:
            return False
        last = len(self.entries) - 1
        steps = {"Up": self.current - 1, "Down": self.current + 1, "Home": 0, "End": last, "Enter": self.current}
        if event.combo not in steps:
            return False
        number = min(max(steps[event.combo], 0), last)
        self.on_choose(number)
        self._reveal(number)
        return True

    def _reveal(self, number: int) -> None:
        for around in self.above():
            around.reveal(self.box_of(number))
