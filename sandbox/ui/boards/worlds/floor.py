"""The world drawn: a vacuum world's squares with dirt and agent; any other as its state and where actions lead."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from sandbox.games.worlds.library.vacuum import Vacuum
from sandbox.ui.boards.worlds.walk import Walk
from sandbox.ui.kit import Colour, Key, Pointer, Widget

DIRT = Colour(0x8B, 0x6B, 0x45)
SPECKS = ((-0.26, 0.30), (-0.1, 0.24), (0.06, 0.33), (0.22, 0.26), (-0.02, 0.38), (0.3, 0.36), (-0.33, 0.39))
ARROWS = {"Left": "left", "Right": "right", "Up": "up", "Down": "down"}


class Floor(Widget):
    """Answers keys: an action's first letter, arrows for steps, digits for any."""

    focusable = True
    transparent = False
    ring_radius = 8

    def __init__(self, press: Callable[[str], None]) -> None:
        super().__init__(grow=1.0, name="floor")
        self.press = press
        self.here: Walk | None = None

    def follow(self, walk: Walk) -> None:
        """Show where one is."""
        self.here = walk
        self.touch()

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Draw it."""
        self.look.painter.fill(surface, self.look.colours.window, clip.clip(self.rect))
        if self.here is None or min(self.rect.size) < self.dp(60):
            return
        if isinstance(self.here.world, Vacuum):
            self._paint_squares(surface, self.here.world.picture(self.here.state).strip("|").split("|"))
        else:
            self._paint_words(surface)

    def _squares(self, many: int) -> list[pygame.Rect]:
        gap = self.dp(10)
        side = min((self.rect.w - self.dp(48)) // many - gap, round(self.rect.h * 0.6), self.dp(220))
        left = self.rect.centerx - (many * (side + gap) - gap) // 2
        top = self.rect.centery - side // 2
        return [pygame.Rect(left + i * (side + gap), top, side, side) for i in range(many)]

    def _paint_squares(self, surface: pygame.Surface, cells: list[str]) -> None:
        look = self.look
        for box, cell in zip(self._squares(len(cells)), cells, strict=True):
            fill = look.colours.raised if "*" in cell else look.colours.sunken
            look.painter.box(surface, box, fill=fill, line=look.colours.strong_line, radius=self.dp(10))
            if "*" in cell:
                for x, y in SPECKS:
                    radius = max(2.0, round(box.w * 0.09) / 2)
                    at = (box.centerx + x * box.w, box.centery + y * box.h)
                    look.painter.disc(surface, at, radius, DIRT)
            if "A" in cell:
                self._paint_agent(surface, box)

    def _paint_agent(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        """A round cleaner, seen from above."""
        look, own = self.look, self.look.theme.series[0]
        at = (box.centerx, box.centery - round(box.h * 0.1))
        radius = round(box.w * 0.5) / 2
        look.painter.disc(surface, at, radius, own, own.mixed(Colour(0, 0, 0), 0.45), max(2.0, radius * 0.1))
        look.painter.disc(surface, at, round(radius) / 2, own.mixed(Colour(0, 0, 0), 0.3))
        light = (at[0], at[1] - round(radius * 0.7))
        look.painter.disc(surface, light, max(2.0, round(radius * 0.24) / 2), look.colours.good)

    def _paint_words(self, surface: pygame.Surface) -> None:
        """The state's name, large, and where each action may lead."""
        assert self.here is not None
        look, walk = self.look, self.here
        lines = [(walk.state, "title", look.colours.text)]
        lines += [(f"{a}: {' or '.join(after)}", "body", look.colours.dim) for a, after in walk.actions.items()]
        high = sum(look.fonts.height(style) + self.dp(6) for _, style, _ in lines)
        y = self.rect.centery - high // 2
        for text, style, colour in lines:
            shown = look.fonts.ellipsis(text, style, self.rect.w - self.dp(32))
            look.fonts.draw(surface, shown, style, colour, (self.rect.centerx - look.fonts.width(shown, style) // 2, y))
            y += look.fonts.height(style) + self.dp(6)

    # What is done --------------------------------------------------------------------------------------

    def on_key(self, event: Key) -> bool:
        """An action by its letter, its direction or its number."""
        if not event.down or event.mods.ctrl or event.mods.alt or self.here is None:
            return False
        walk = self.here
        named = list(walk.actions[walk.pending]) if walk.pending else list(walk.actions)
        wanted = ARROWS.get(event.name, event.name.lower())
        by_name = [n for n in named if n.lower() == wanted or (len(wanted) == 1 and n.lower().startswith(wanted))]
        by_number = named[int(event.name) - 1 : int(event.name)] if event.name.isdigit() and event.name != "0" else []
        found = by_number if not walk.pending and by_number else by_name
        if found:
            self.press(found[0])
        return bool(found)

    def on_pointer(self, event: Pointer) -> bool:
        """In a vacuum world: the agent's square is sucked, one beside it is stepped to."""
        walk = self.here
        if event.kind != "down" or event.button != 1 or walk is None or not isinstance(walk.world, Vacuum):
            return False
        cells = walk.world.picture(walk.state).strip("|").split("|")
        here = next(i for i, cell in enumerate(cells) if "A" in cell)
        for number, box in enumerate(self._squares(len(cells))):
            if box.collidepoint(event.at):
                self.press("Suck" if number == here else "Right" if number > here else "Left")
        return True
