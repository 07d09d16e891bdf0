"""Switching things on and off: checkboxes, and one-of-several choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Unpack

import pygame

from sandbox.ui.kit.events import Key, nothing
from sandbox.ui.kit.layout import Row
from sandbox.ui.kit.style.text import Mark, Marks
from sandbox.ui.kit.widget import Common, Size

from .button import Button, Clickable
from .shown import OneOf, Shown


class Checkbox(Clickable):
    """A box to tick; `mark` is the colour of what it stands for, shown as a dot (a role, or `series N`)."""

    ring_radius = 4
    shrink = 1.0
    value = Shown[bool]()  # whether it is ticked
    size = (16, 16)  # dp of the box

    def __init__(
        self,
        text: str = "",
        value: bool = False,
        *,
        on_change: Callable[[bool], None] = nothing,
        mark: str = "",
        **common: Unpack[Common],
    ) -> None:
        super().__init__(**common)
        self.text, self.mark = text, mark
        self.value, self.on_change = value, on_change
        self._marks = Marks()

    def click(self) -> None:
        """Tick or untick."""
        self.value = not self.value
        self.on_change(self.value)

    def least_width(self) -> int:
        """The box and the mark always show."""
        return self._text_start()

    def _text_start(self) -> int:
        return self.dp(self.size[0]) + (self.dp(8) if self.text else 0) + (self.dp(18) if self.mark else 0)

    def measure(self, width: int | None) -> Size:  # noqa: ARG002
        """Return the size of box and words."""
        fonts = self.look.fonts
        return self._text_start() + fonts.width(self.text, "body"), max(self.dp(24), fonts.height("body"))

    @property
    def focus_box(self) -> pygame.Rect:
        """The ring goes around the box."""
        return self._box()

    def _box(self) -> pygame.Rect:
        width, height = map(self.dp, self.size)
        return pygame.Rect(self.rect.x, self.rect.y + (self.rect.h - height) // 2, width, height)

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw box, mark and words."""
        look, box = self.look, self._box()
        self._paint_box(surface, box)
        if self.mark:
            look.painter.disc(surface, (box.right + self.dp(13), box.centery), self.dp(5), look.theme.mark(self.mark))
        if self.text:
            key = (look, tuple(self.rect), self.text, self.active)
            self._marks.draw(surface, key, self._words)

    def _words(self) -> list[Mark]:
        fonts, start = self.look.fonts, self._text_start()
        text = fonts.ellipsis(self.text, "body", max(0, self.rect.w - start))
        colour = self.look.colours.text if self.active else self.look.colours.faint
        y = self.rect.y + (self.rect.h - fonts.height("body")) // 2
        return fonts.marks(text, "body", colour, (self.rect.x + start, y))

    def _paint_box(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        look, c = self.look, self.look.colours
        if not self.active:
            fill, line, ink = (c.line if self.value else None), c.line, c.faint
        elif self.value:
            fill, line, ink = (c.fill_hover if self.hovered else c.fill), None, c.on_fill
        else:
            fill, line, ink = c.sunken, (c.accent if self.hovered else c.strong_line), c.text
        look.painter.box(surface, box, fill, line, self.dp(4), self.dp(1))
        if self.value:
            look.icons.draw(surface, "check", ink, box, self.dp(13))

    def tooltip(self, x: int, y: int) -> str:
        """Return the tip, or the words where they are cut."""
        cut = self._text_start() + self.look.fonts.width(self.text, "body") > self.rect.w
        return self.tip or (self.text if cut else super().tooltip(x, y))


class Segments(OneOf, Row):
    """One of a few choices, side by side; the arrows choose."""

    def __init__(
        self,
        choices: Sequence[str],
        value: int = 0,
        *,
        on_change: Callable[[int], None] = nothing,
        icons: Sequence[str] = (),
        **common: Unpack[Common],
    ) -> None:
        self.value, self.on_change = value, on_change
        buttons = [
            Button(
                text,
                icon=icons[i] if icons else "",
                kind="quiet",
                compact=True,
                on=i == value,
                on_click=partial(self.choose, i),
            )
            for i, text in enumerate(choices)
        ]
        super().__init__(buttons, gap=2, pad=2, fill="sunken", line="line", radius=8, **common)
        self.align = self.align or "start"
        self.show_choice()

    def show_choice(self) -> None:
        """Mark it, and let the keyboard find it."""
        for i, button in enumerate(self.children):
            assert isinstance(button, Button)
            button.on = i == self.value
            button.focusable = i == self.value

    def on_key(self, event: Key) -> bool:
        """The arrows go to the next choice."""
        step = {"Left": -1, "Right": 1}.get(event.combo)
        if step is None or not event.down:
            return False
        self.choose((self.value + step) % len(self.children))
        self.root.focus.set(self.children[self.value], ring=True)
        return True
