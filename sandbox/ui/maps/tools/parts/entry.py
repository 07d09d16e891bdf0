"""Numbers typed while drawing: `12.5, 8` is a point, `6` a length where the pointer points, `6 < 45` with an angle.

Angles are degrees from the x axis towards the y axis (which points down). A leading `+` or `-` before an `x, y`
pair makes it relative to the corner before: `+3, -2`, and where only a `+` begins to type, `+-3, 2`.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandbox.geometry.segments import Point
    from sandbox.ui.kit.events import Key

NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)"
NUMBERS = re.compile(rf"\s*({NUMBER})(?:\s*[,; ]\s*({NUMBER}))*\s*")
POLAR = re.compile(rf"\s*({NUMBER})\s*<\s*({NUMBER})\s*")
SIGNS = {".": ".", ",": ",", ";": ";", "-": "-", "Plus": "+", "<": "<", "Space": " "}
SHIFTED = {",": "<", ".": ">", "=": "+"}  # where these share a key


@dataclass
class Entry:
    """What has been typed so far; empty when nothing is."""

    text: str = ""

    def press(self, event: Key, *, opens: str = "123456789") -> bool:
        """Take a key; while nothing is typed only `opens` begins."""
        if event.mods.ctrl or event.mods.alt:
            return False
        if event.name == "Backspace" and self.text:
            self.text = self.text[:-1]
            return True
        sign = event.name if event.name.isdigit() else SIGNS.get(event.name, "")
        if event.mods.shift:
            sign = SHIFTED.get(event.name, sign)
        if not sign or (not self.text and sign not in opens):
            return False
        self.text += sign
        return True

    def take(self) -> str:
        """What was typed; it is forgotten."""
        text, self.text = self.text, ""
        return text


def numbers(text: str) -> tuple[float, ...]:
    """All numbers of a list; empty where it is none."""
    return tuple(float(n) for n in re.findall(NUMBER, text)) if NUMBERS.fullmatch(text) else ()


def point_of(text: str, before: Point | None, towards: Point | None) -> Point | None:
    """The point typed; None where it is none. `towards` is where the pointer is, for a bare length."""
    text = text.strip()
    relative = text[:1] in ("+", "-") and before is not None
    text = text[1:] if text[:2] == "+-" else text
    polar = POLAR.fullmatch(text)
    if polar and before is not None:
        length, angle = float(polar[1]), math.radians(float(polar[2]))
        return before[0] + length * math.cos(angle), before[1] + length * math.sin(angle)
    values = numbers(text)
    if len(values) == 2:
        base = before if relative and before is not None else (0.0, 0.0)
        return base[0] + values[0], base[1] + values[1]
    if len(values) == 1 and before is not None and towards is not None and towards != before:
        share = values[0] / math.dist(before, towards)
        return before[0] + share * (towards[0] - before[0]), before[1] + share * (towards[1] - before[1])
    return None
