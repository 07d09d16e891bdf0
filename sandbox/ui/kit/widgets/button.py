"""Buttons: with words, with an icon, with both; plain, primary, quiet or dangerous; momentary or toggled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Unpack

import pygame

from sandbox.ui.kit.events import Key, Pointer, nothing
from sandbox.ui.kit.style.text import Mark, Marks
from sandbox.ui.kit.style.theme import Colour, Colours
from sandbox.ui.kit.widget import Common, Size, Widget

from .shown import Shown

FEWEST = 3  # letters of words cut short, the dots among them, that still say something beside an icon
ButtonKind = Literal["plain", "primary", "quiet", "danger"]


class Clickable(Widget):
    """What answers a click, Space and Enter."""

    focusable = True

    def click(self) -> None:
        """Do what a click does."""

    def on_pointer(self, event: Pointer) -> bool:
        """Press and release inside is a click."""
        if event.kind in ("enter", "leave"):
            self.touch()
            return False
        if event.kind == "down":
            return event.button == 1
        if event.kind == "up":
            if self.rect.collidepoint(event.at):
                self.click()
            return True
        return False

    def on_key(self, event: Key) -> bool:
        """Space and Enter click; where the mouse left the focus, a shortcut of theirs goes first."""
        if not event.down or event.combo not in ("Space", "Enter"):
            return False
        root = self.root
        if not event.repeat and (root.focus.ring_shown or not root.dispatcher.shortcut(event.combo)):
            self.click()
        return True


class Button(Clickable):
    """A push button, its words in the middle unless `centred` is False.

    `on` is None for a momentary one, else whether it is pressed in.
    """

    centred = True
    text = Shown[str]("_retext")
    icon = Shown[str]()
    on = Shown[bool | None]()

    def __init__(
        self,
        text: str = "",
        *,
        on_click: Callable[[], object] = nothing,
        icon: str = "",
        kind: ButtonKind = "plain",
        on: bool | None = None,
        compact: bool = False,
        **common: Unpack[Common],
    ) -> None:
        super().__init__(**common)
        self.text, self.icon = text, icon
        self.on_click, self.kind, self.compact = on_click, kind, compact
        self.on = on
        self._marks = Marks()
        self.shrink = 0.5 if text else 0.0  # texts and fields give way first

    def _retext(self) -> None:
        self.relayout()
        self.touch()

    def click(self) -> None:
        """Call `on_click`; the owner decides whether `on` changes."""
        self.on_click()

    def _height(self) -> int:
        theme = self.look.theme
        return theme.compact if self.compact else theme.control

    def measure(self, width: int | None) -> Size:  # noqa: ARG002
        """Return the size of icon and words with room around."""
        height, parts = self._height(), self._parts_width()
        if not self.text:
            return max(height, parts + self.dp(12)), height
        return parts + 2 * self.dp(10 if self.compact else 12), height

    def _parts_width(self) -> int:
        icon, gap = self.dp(self.look.theme.metrics.icon), self.dp(7)
        words = self.look.fonts.width(self.text, "medium") if self.text else 0
        return words + (icon if self.icon else 0) + (gap if self.icon and self.text else 0)

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw box, icon and words."""
        fill, line, ink = button_colours(self, self.kind, self.on)
        look = self.look
        if fill or line:
            look.painter.box(surface, self.rect, fill, line, self.dp(look.theme.metrics.radius), self.dp(1))
        self._paint_parts(surface, ink)

    def _paint_parts(self, surface: pygame.Surface, ink: Colour) -> None:
        key = (self.look, tuple(self.rect), ink, self.text, self.icon)
        self._marks.draw(surface, key, lambda: self._parts(ink))

    def _parts(self, ink: Colour) -> list[Mark]:
        look, rect, gap = self.look, self.rect, self.dp(7)
        fonts, icon = look.fonts, self.dp(look.theme.metrics.icon)
        text, saved = self._shortened()
        x = rect.x + ((rect.w - self._parts_width() + saved) // 2 if self.centred else self.dp(8))
        marks: list[Mark] = []
        if self.icon:
            marks += look.icons.marks(self.icon, ink, pygame.Rect(x, rect.y, icon, rect.h), icon)
            x += icon + gap
        if text:
            marks += fonts.marks(text, "medium", ink, (x, rect.y + (rect.h - fonts.height("medium")) // 2))
        return marks

    def _shortened(self) -> tuple[str, int]:
        """Return the words as far as they fit, and the width that saves."""
        text, fonts = self.text, self.look.fonts
        missing = max(0, self._parts_width() + self.dp(12) - self.rect.w)
        if not text or not missing:
            return text, 0
        whole = fonts.width(text, "medium")
        text = fonts.ellipsis(text, "medium", max(0, whole - missing))
        if self.icon and len(text) < FEWEST:
            return "", whole + self.dp(7)  # the icon says more
        return text, whole - fonts.width(text, "medium")

    def tooltip(self, x: int, y: int) -> str:
        """Return the tip, or the words where they are cut."""
        cut = self.text and self._parts_width() + self.dp(12) > self.rect.w
        return self.tip or (self.text if cut else super().tooltip(x, y))


def button_colours(widget: Widget, kind: ButtonKind, on: bool | None) -> tuple[Colour | None, Colour | None, Colour]:
    """Return fill, line and ink of a button in its present state."""
    c = widget.look.colours
    if not widget.active:
        quiet = kind == "quiet"
        return (None, None, c.faint) if quiet else (c.panel.mixed(c.raised, 0.5), c.line, c.faint)
    down = widget.pressed and widget.hovered
    if kind in ("primary", "danger"):
        return _filled(c, kind, down=down, hovered=widget.hovered)
    if on:
        return c.selection.mixed(c.accent, 0.12 if widget.hovered else 0.0), c.accent, c.text
    if kind == "quiet":
        return (c.pressed if down else c.hover if widget.hovered else None), None, c.text
    fill = c.pressed if down else c.hover if widget.hovered else c.raised
    return fill, c.strong_line if widget.hovered else c.line, c.text


def _filled(c: Colours, kind: ButtonKind, *, down: bool, hovered: bool) -> tuple[Colour, None, Colour]:
    if kind == "primary":
        return (c.fill_pressed if down else c.fill_hover if hovered else c.fill), None, c.on_fill
    return c.bad_fill.mixed(c.shadow, 0.2 if down else 0.1 if hovered else 0.0), None, c.on_fill


class IconButton(Button):
    """A square button with only an icon; its tip says what it does."""

    def __init__(
        self,
        icon: str,
        *,
        on_click: Callable[[], object] = nothing,
        kind: ButtonKind = "quiet",
        on: bool | None = None,
        compact: bool = False,
        **common: Unpack[Common],
    ) -> None:
        super().__init__(icon=icon, on_click=on_click, kind=kind, on=on, compact=compact, **common)
