"""Any game's board, drawn from its picture; moves by mouse, or by keys with a cursor."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pygame

from sandbox.games.api import BoardPicture, BoardStyle, Target
from sandbox.ui.boards.drawing import Plate, draw_plate, place_of, plate_of, unit_of
from sandbox.ui.kit import Key, Pointer, Widget

VALUE_ROOM = 34  # dp under the board for the value of each move
LEAST = 40  # dp: no board is drawn on less room


class Board(Widget):
    """The board. `values` are shown at the moves they belong to: words, and how good from -1 to 1.

    Values of the position before stand dimmed at `past`, the places its moves had.
    """

    focusable = True
    transparent = False
    ring_radius = 8

    def __init__(self, play: Callable[[str], None]) -> None:
        super().__init__(grow=1.0, name="board")
        self.play = play
        self.picture: BoardPicture | None = None
        self.values: Mapping[str, tuple[str, float]] = {}
        self.best = ""
        self.past: Sequence[Target] = ()
        self.live = True  # a person may move
        self.source: tuple[float, float] | None = None
        self.cursor_at = 0
        self._hover: Target | None = None
        self._plate: tuple[object, pygame.Surface, Plate] | None = None

    def show(self, picture: BoardPicture, *, live: bool) -> None:
        """Show a position."""
        self.picture, self.live = picture, live
        self.source, self._hover = None, None
        self.cursor_at = min(self.cursor_at, max(len(picture.targets) - 1, 0))
        self.touch()

    def show_values(self, values: Mapping[str, tuple[str, float]], best: str = "", past: Sequence[Target] = ()) -> None:
        """Show what an engine thinks of each move, or thought of those of the position before."""
        if (values, best, past) != (self.values, self.best, self.past):
            self.values, self.best, self.past = values, best, past
            self.touch()

    def restyle(self) -> None:
        """Draw anew."""
        super().restyle()
        self._plate = None

    # Painting ----------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """The plate (kept until the position changes), then marks that come and go."""
        self.look.painter.fill(surface, self.look.colours.window, clip.clip(self.rect))
        room = self._room()
        if self.picture is None or min(room.size) < self.dp(LEAST):
            self._plate = None
            return
        drawn, plate = self._drawn(self.picture, room)
        surface.blit(drawn, plate.rect.topleft)
        self._paint_values(surface, self.picture, plate)
        self._paint_marks(surface, self.picture, plate)

    def _room(self) -> pygame.Rect:
        room = self.rect.inflate(-self.dp(24), -self.dp(24))
        room.h -= self.dp(VALUE_ROOM)
        return room

    def _drawn(self, picture: BoardPicture, room: pygame.Rect) -> tuple[pygame.Surface, Plate]:
        key = (picture, *room, self.look.theme.name, self.look.theme.scale)
        if self._plate is None or self._plate[0] != key:
            plate = plate_of(picture, room)
            self._plate = (key, draw_plate(picture, plate, self.look), plate)
        return self._plate[1], self._plate[2]

    def _paint_values(self, surface: pygame.Surface, picture: BoardPicture, plate: Plate) -> None:
        """Write each value at its move, the best one first, as far as they do not cover one another."""
        drop, drawn = picture.style is BoardStyle.DROP, list[pygame.Rect]()
        stones = set() if drop else {(stone.x, stone.y) for stone in picture.stones}
        shown = [t for t in self.past or picture.targets if t.move in self.values and t.source is None]
        for target in sorted(shown, key=lambda t: t.move != self.best):
            if self.past and (target.x, target.y) in stones:
                continue
            x, y = place_of(picture, plate, target)
            place = self._value_box(target.move, (x, plate.rect.bottom + self.dp(18) if drop else y))
            if place.collidelist(drawn) < 0:
                drawn.append(place)
                self._paint_value(surface, target.move, place, boxed=not drop)

    def _value_style(self, move: str) -> str:
        return "mono" if move != self.best else "mono_large"

    def _value_box(self, move: str, centre: tuple[float, float]) -> pygame.Rect:
        fonts, style = self.look.fonts, self._value_style(move)
        width, height = fonts.width(self.values[move][0], style), fonts.height(style)
        return pygame.Rect(round(centre[0] - width / 2), round(centre[1] - height / 2), width, height)

    def _paint_value(self, surface: pygame.Surface, move: str, place: pygame.Rect, *, boxed: bool) -> None:
        colours, (words, good) = self.look.colours, self.values[move]
        ink = colours.good if good > 0.05 else colours.bad if good < -0.05 else colours.warn
        if boxed:
            pad = place.inflate(self.dp(8), self.dp(2))
            self.look.painter.box(surface, pad, fill=colours.sunken, radius=self.dp(4))
        self.look.fonts.draw(surface, words, self._value_style(move), colours.dim if self.past else ink, place.topleft)

    def _paint_marks(self, surface: pygame.Surface, picture: BoardPicture, plate: Plate) -> None:
        if not self.live:
            return
        painter, colours, unit = self.look.painter, self.look.colours, unit_of(plate, picture)
        mark = self._hover or (self._keyboard_target() if self.focused and self.root.focus.ring_shown else None)
        if self.source is not None:
            painter.disc(surface, plate.point(*self.source), unit * 0.46, None, colours.focus, self.dp(3))
        if mark is not None:
            painter.disc(surface, place_of(picture, plate, mark), unit * 0.40, None, colours.accent, self.dp(3))

    # Moves -------------------------------------------------------------------------------------------

    def choices(self) -> list[Target]:
        """What can be clicked now: moves, sources first where a stone is to be moved."""
        if self.picture is None or not self.live:
            return []
        if self.source is not None:
            return [t for t in self.picture.targets if t.source == self.source]
        direct = [t for t in self.picture.targets if t.source is None]
        sources = {t.source for t in self.picture.targets if t.source is not None}
        return direct + [Target("", *s) for s in sorted(sources)]

    def _keyboard_target(self) -> Target | None:
        choices = self.choices()
        return choices[self.cursor_at % len(choices)] if choices else None

    def on_pointer(self, event: Pointer) -> bool:
        """Hover shows what a click would do; a click does it."""
        found = self._at(event.x, event.y) if event.kind != "leave" else None
        if found != self._hover:
            self._hover = found
            self.touch()
        if event.kind == "down" and event.button == 1:
            if found is None:
                self.source = None
                self.touch()
            else:
                self._choose(found)
            return True
        return False

    def _at(self, x: int, y: int) -> Target | None:
        if self.picture is None or self._plate is None:
            return None
        plate = self._plate[2]
        if self.picture.style is BoardStyle.DROP:
            column = int((x - plate.rect.x) // plate.unit)
            meant = (t for t in self.choices() if round(t.x) == column)
            return next(meant, None) if plate.rect.collidepoint(x, y) else None
        reach = unit_of(plate, self.picture) * 0.5
        near = [(abs(px - x) + abs(py - y), t) for t in self.choices() for px, py in [place_of(self.picture, plate, t)]]
        close = [n for n in near if n[0] <= reach * 1.4]
        return min(close, key=lambda n: n[0])[1] if close else None

    def _choose(self, target: Target) -> None:
        if target.move:
            self.source = None
            self.play(target.move)
        else:
            self.source = (target.x, target.y)
            self.cursor_at = 0
            self.touch()

    def on_key(self, event: Key) -> bool:
        """Digits drop into a column; arrows walk over the moves, Enter plays; Escape lets a stone go."""
        if not event.down or event.mods.ctrl or event.mods.alt:
            return False
        choices = self.choices()
        if event.name.isdigit() and self.picture is not None and self.picture.style is BoardStyle.DROP:
            target = next((t for t in choices if t.move == event.name), None)
        elif event.name == "Enter":
            target = self._keyboard_target()
        else:
            return self._walk(event.name, len(choices))
        if target is not None:
            self._choose(target)
        return target is not None

    def _walk(self, name: str, count: int) -> bool:
        steps = {"Left": -1, "Up": -1, "Right": 1, "Down": 1}
        if name == "Escape" and self.source is not None:
            self.source = None
        elif name in steps and count:
            self.cursor_at = (self.cursor_at + steps[name]) % count
        else:
            return False
        self.touch()
        return True

    def tooltip(self, x: int, y: int) -> str:
        """The move under the pointer, with its value."""
        target = self._at(x, y)
        if target is None or not target.move:
            return ""
        words = self.values[target.move][0] if target.move in self.values and not self.past else ""
        return f"Play {target.move}" + (f": {words}" if words else "")
