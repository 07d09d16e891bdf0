"""Dice, drawn: pips as on real ones, spinning while they are in the air."""

from __future__ import annotations

import pygame

from sandbox.ui.boards.general.stages import Make, Stage, View
from sandbox.ui.kit import Colour, Look, Widget

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
FACE, INK, EDGE = Colour(0xF4, 0xF1, 0xEA), Colour(0x1B, 0x1E, 0x25), Colour(0x9A, 0x93, 0x86)
SPIN = 14  # faces a second


def draw_die(
    surface: pygame.Surface, look: Look, centre: tuple[float, float], side: int, shows: int, *, used: bool = False
) -> None:
    """One die; 0 pips: it lies there, not thrown yet."""
    box = pygame.Rect(0, 0, side, side)
    box.center = round(centre[0]), round(centre[1])
    face = FACE.mixed(look.colours.window, 0.62) if used else FACE
    look.painter.box(surface, box, fill=face, line=EDGE, radius=round(side * 0.2), width=max(1, round(side * 0.03)))
    reach, radius = side * 0.27, max(1.0, round(side * 0.18) / 2)
    for x, y in PIPS.get(shows, ()):
        ink = INK.mixed(face, 0.55) if used else INK
        look.painter.disc(surface, (box.centerx + x * reach, box.centery + y * reach), radius, ink)


def spinning(now: float, number: int = 0) -> int:
    """What a die in the air shows at a moment."""
    return 1 + (int(now * SPIN) * 5 + 3 * number + int(now * SPIN) // 4) % 6


class DiceBoard(Widget, Stage):
    """A board with dice on it: drawn anew while they spin."""

    focusable = True
    transparent = False
    ring_radius = 8

    def __init__(self, make: Make, say: Make) -> None:
        super().__init__(grow=1.0, name="board")
        self.make, self.say = make, say
        self.view: View | None = None
        self._spin = 0

    @property
    def widget(self) -> Widget:
        """Itself."""
        return self

    def follow(self, view: View) -> None:
        """Show a position."""
        self.view = view
        self.touch()

    def tick(self, now: float) -> bool:
        """Spin the dice."""
        if self.view is None or not self.view.rolling:
            return False
        if spinning(now) != self._spin:
            self.touch()
        return True
