"""What stands over a pane: all heads over panes as wide are as high, whatever is written in them; nothing moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from sandbox.ui.kit import Column, Label

if TYPE_CHECKING:
    from sandbox.ui.kit import Look
    from sandbox.ui.kit.widget import Common, Size

OVER, MOST = 12, 4  # dp of a head around a button and the lines of its facts, and those at most
AROUND = 16  # dp beside the facts
USUAL, STYLE = "12,133 of 16,401 expanded  ·  generates (123, 245), g 111.95, f 363.09", "mono_small"
PARTED = "  ·  "


def lines_for(look: Look, width: int) -> int:
    """How many lines usual facts take, in a box so wide."""
    return min(-(-look.fonts.width(USUAL, STYLE) // max(width, 1)), MOST)


def head_high(look: Look, width: int) -> int:
    """How high the head of a pane so wide is, in pixels."""
    lines = lines_for(look, width - look.theme.dp(AROUND))
    return look.theme.control + look.theme.dp(OVER) + lines * look.fonts.height(STYLE)


class HeadBox(Column):
    """As high as every other one over a pane as wide."""

    def measure(self, width: int | None) -> Size:
        """Return the height that facts need."""
        wide = super().measure(None)[0] if width is None else width
        return wide, head_high(self.look, wide)


class Facts(Label):
    """Facts on as many lines as usual ones take at its width, however many they are now."""

    def __init__(self, **common: Unpack[Common]) -> None:
        super().__init__(" ", style=STYLE, role="dim", wrap=True, **common)

    def measure(self, width: int | None) -> Size:
        """Return the size of so many lines."""
        fonts = self.look.fonts
        wide = fonts.width(USUAL, self.style) if width is None else width
        return wide, self._most(wide) * fonts.height(self.style)

    def _most(self, width: int) -> int:
        return lines_for(self.look, width)

    def _whole(self, width: int) -> list[str]:
        """All lines; parts stay whole where they can."""
        fonts, lines = self.look.fonts, [""]
        for part in self.text.split(PARTED):
            longer = f"{lines[-1]}{PARTED}{part}" if lines[-1] else part
            if fonts.width(longer, self.style) <= width:
                lines[-1] = longer
            else:
                lines += fonts.wrap(part, self.style, max(width, 1))
        return [line for line in lines if line] or [""]

    def _wrapped(self, width: int) -> list[str]:
        lines, most = self._whole(width), self._most(width)
        if len(lines) > most:
            lines = [*lines[: most - 1], self.look.fonts.ellipsis(" ".join(lines[most - 1 :]), self.style, width)]
        return lines

    def tooltip(self, x: int, y: int) -> str:
        """Return the whole text where it is cut."""
        cut = len(self._whole(self.rect.w)) > self._most(self.rect.w)
        return self.text if cut else super().tooltip(x, y)
