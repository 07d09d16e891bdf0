"""Number fields: typed, stepped by arrows and wheel, held within limits."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Unpack

import pygame

from sandbox.ui.kit.events import Key, Wheel, nothing
from sandbox.ui.kit.widget import Common

from .field import TextField


def format_number(value: float, *, whole: bool) -> str:
    """Return a number as a person would type it."""
    return str(round(value)) if whole else f"{value:.6g}"


def parse_number(text: str, *, whole: bool) -> float:
    """Read a number; raise ValueError saying what was expected."""
    cleaned = text.strip().replace(" ", "").replace("_", "").replace("−", "-")
    try:
        value = float(cleaned.replace(",", "." if "." not in cleaned and cleaned.count(",") == 1 else ""))
    except ValueError:
        raise ValueError(f"{text!r} is not a number") from None
    if not math.isfinite(value):
        raise ValueError(f"{text!r} is not a finite number")
    if whole and value != round(value):
        raise ValueError(f"{text!r}: expected a whole number")
    return value


class NumberField(TextField):
    """A number to edit. `on_change` follows what is valid; Enter or leaving the field puts the text in order."""

    style = "mono"

    def __init__(
        self,
        value: float = 0,
        *,
        least: float | None = None,
        most: float | None = None,
        step: float = 1,
        whole: bool = True,
        unit: str = "",
        on_number: Callable[[float], None] = nothing,
        **common: Unpack[Common],
    ) -> None:
        super().__init__(format_number(value, whole=whole), **common)
        self.least, self.most, self.step, self.whole, self.unit = least, most, step, whole, unit
        self._value: float = value
        self.on_number = on_number

    @property
    def value(self) -> float:
        """The number."""
        return round(self._value) if self.whole else self._value

    @value.setter
    def value(self, value: float) -> None:
        if value != self._value:
            self._value = value
            if not self.focused:
                self.text = format_number(value, whole=self.whole)
        self.error = ""

    def clear(self) -> None:
        """Show nothing, until there is a number again."""
        self._value, self.text, self.error = math.nan, "", ""

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Draw the field and its unit."""
        super().paint(surface, clip)
        if self.unit:
            fonts = self.look.fonts
            x = self.rect.right - self.dp(9) - fonts.width(self.unit, "small")
            y = self.rect.y + (self.rect.h - fonts.height("small")) // 2
            fonts.draw(surface, self.unit, "small", self.look.colours.dim, (x, y))

    def _text_box(self) -> pygame.Rect:
        box = super()._text_box()
        unit = self.look.fonts.width(self.unit, "small") + self.dp(6) if self.unit else 0
        return pygame.Rect(box.x, box.y, max(0, box.w - unit), box.h)

    def limits_text(self) -> str:
        """Return what is allowed, in words."""
        low = "" if self.least is None else format_number(self.least, whole=self.whole)
        high = "" if self.most is None else format_number(self.most, whole=self.whole)
        return f"{low} to {high}" if low and high else f"at least {low}" if low else f"at most {high}"

    def _checked(self, text: str) -> float:
        value = parse_number(text, whole=self.whole)
        if (self.least is not None and value < self.least) or (self.most is not None and value > self.most):
            raise ValueError(f"{text} is outside {self.limits_text()}")
        return value

    def changed(self) -> None:
        """Follow the text while it is a number within the limits."""
        super().changed()
        try:
            value = self._checked(self.text)
        except ValueError as problem:
            self.error = str(problem)
            return
        self.error = ""
        self._tell(value)

    def _tell(self, value: float) -> None:
        if value != self._value:
            self._value = value
            self.on_number(self.value)

    def submit(self) -> bool:
        """Put the text in order; a second Enter goes on to what is around."""
        before = self.text
        self._tidy()
        self.line.select_all()
        return super().submit() or self.text != before

    def on_focus(self, gained: bool) -> None:
        """Leaving the field takes the nearest allowed number."""
        super().on_focus(gained)
        if not gained:
            self._tidy()

    def _tidy(self) -> None:
        with suppress(ValueError):  # the last good number comes back
            self._tell(self._clamped(parse_number(self.text, whole=self.whole)))
        self._show_value()

    def _show_value(self) -> None:
        self.error = ""
        self.line.set(format_number(self._value, whole=self.whole))
        self.touch()

    def _clamped(self, value: float) -> float:
        value = value if self.least is None else max(self.least, value)
        return value if self.most is None else min(self.most, value)

    def nudge(self, steps: float) -> None:
        """Go some steps up or down."""
        value = self._clamped(self._value + steps * self.step)
        if not self.whole:
            value = float(f"{value:.10g}")
        self._tell(value)
        self._show_value()

    def on_key(self, event: Key) -> bool:
        """Up and Down step, with Shift by ten; Escape takes the typing back."""
        if event.down and event.name in ("Up", "Down") and not event.mods.ctrl and not event.mods.alt:
            self.nudge((1 if event.name == "Up" else -1) * (10 if event.mods.shift else 1))
            self.line.select_all()
            return True
        if event.down and event.combo == "Escape" and self.error:
            self._tidy()
            return True
        return super().on_key(event)

    def on_wheel(self, event: Wheel) -> bool:
        """Step while focused; else the page scrolls."""
        if not self.focused:
            return False
        self.nudge(1 if event.dy > 0 else -1)
        return True
