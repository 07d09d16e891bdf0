"""Any game's board, drawn from its picture; moves by mouse, or by keys with a cursor.

Over the plate lie marks that come and go: legal moves as dots, what the move under the mouse would change, values,
a hint, and a line of play as numbered stones (`show_line`), on the board it starts from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pygame

from sandbox.games.api import BoardPicture, BoardStyle, Pieces, Target
from sandbox.ui.boards.drawing import BLACK, FELT, WHITE, Plate, draw_plate, place_of, plate_of, players, unit_of
from sandbox.ui.boards.marks import Changes, Ghost, Line, changes
from sandbox.ui.kit import Colour, Colours, Key, Pointer, Widget
from sandbox.ui.kit.events import nothing

Value = tuple[str, float | None]  # its words, and how good from -1 to 1: None where it is only a bound

VALUE_ROOM = 34  # dp under a standing frame for the value of each move
LEAST = 40  # dp: no board is drawn on less room
FAINT = Colour(0x80, 0x86, 0x92)


class Board(Widget):
    """The board. `values` are shown at the moves they belong to.

    Values of the position before stand dimmed at `past`, the places its moves had. `preview` is the board after a
    move, `refuse` is told the column and row of a click that is no move.
    """

    focusable = True
    transparent = False
    ring_radius = 8

    def __init__(
        self,
        play: Callable[[str], None],
        preview: Callable[[str], BoardPicture | None] = lambda _: None,
        refuse: Callable[[tuple[int, int]], None] = nothing,
    ) -> None:
        super().__init__(grow=1.0, name="board")
        self.play, self.preview, self.refuse = play, preview, refuse
        self.picture: BoardPicture | None = None
        self.values: Mapping[str, Value] = {}
        self.line: Line | None = None
        self.hint = ""  # a move to be pointed at
        self.mover = 0  # whose turn it is
        self.shapes = False  # stones carry their owner's sign, too
        self.best = ""
        self.past: Sequence[Target] = ()
        self.live = True  # a person may move
        self.source: tuple[float, float] | None = None
        self.cursor_at = 0
        self._hover: Target | None = None
        self._changes = Changes()
        self._plate: tuple[object, pygame.Surface, Plate] | None = None

    def show(self, picture: BoardPicture, *, live: bool, mover: int = 0, hint: str = "") -> None:
        """Show a position."""
        if picture != self.picture:
            self.source, self._hover, self._changes, self.line = None, None, Changes(), None
        self.picture, self.live, self.mover, self.hint = picture, live, mover, hint
        self.cursor_at = min(self.cursor_at, max(len(picture.targets) - 1, 0))
        self.touch()

    def show_line(self, line: Line | None) -> None:
        """Play a line out on the board, or stop."""
        if line != self.line:
            self.line = line
            self.touch()

    def show_values(self, values: Mapping[str, Value], best: str = "", past: Sequence[Target] = ()) -> None:
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
        shown = self.line.picture if self.line is not None else self.picture
        drawn, plate = self._drawn(shown, room)
        surface.blit(drawn, plate.rect.topleft)
        if self.line is not None:
            for ghost in self.line.ghosts:
                self._paint_ghost(surface, shown, plate, ghost)
            return
        self._paint_dots(surface, shown, plate)
        self._paint_changes(surface, shown, plate)
        if plate.unit >= self.look.fonts.height("mono_small"):  # else they would cover the board
            self._paint_values(surface, shown, plate)
        self._paint_marks(surface, shown, plate)

    def _paint_dots(self, surface: pygame.Surface, picture: BoardPicture, plate: Plate) -> None:
        """Where a person may move: a dot, or the cut of a pile."""
        if not self.live or picture.style is BoardStyle.TREE:
            return
        painter, unit = self.look.painter, unit_of(plate, picture)
        for target in self.choices():
            x, y = place_of(picture, plate, target)
            if picture.style is BoardStyle.PILES:
                bar = pygame.Rect(0, 0, max(self.dp(2), round(unit * 0.05)), round(unit * 0.62))
                bar.center = round(x), round(y)
                painter.fill(surface, self.look.colours.dim, bar)
            elif target.move not in self.values or self.past or picture.style is BoardStyle.DROP:
                painter.disc(surface, (x, y), max(self.dp(2), unit * 0.09), self._dot(picture))

    def _dot(self, picture: BoardPicture) -> Colour:
        dark = self.look.theme.name == "dark"
        return players(picture, dark=dark)[self.mover] if picture.pieces is not Pieces.COUNTERS else FAINT

    def _paint_changes(self, surface: pygame.Surface, picture: BoardPicture, plate: Plate) -> None:
        """What the move under the mouse, or under the keys' cursor, would do."""
        painter, unit = self.look.painter, unit_of(plate, picture)
        dark = self.look.theme.name == "dark"
        for ghost in self._changes.new:
            self._paint_ghost(surface, picture, plate, ghost)
        for ghost in self._changes.turned:
            colour = players(picture, dark=dark)[ghost.player]
            width = max(self.dp(2), unit * 0.08)
            painter.disc(surface, plate.point(ghost.x, ghost.y), unit * 0.24, None, colour, width)
        for at in self._changes.gone:
            painter.disc(surface, plate.point(*at), unit * 0.44, None, self.look.colours.dim, self.dp(2))

    def _paint_ghost(self, surface: pygame.Surface, picture: BoardPicture, plate: Plate, ghost: Ghost) -> None:
        """A stone that is not there, with its number."""
        look, unit, at = self.look, unit_of(plate, picture), plate.point(ghost.x, ghost.y)
        if picture.style is BoardStyle.PILES:
            at = at[0] + plate.unit / 2, at[1]
        colour = players(picture, dark=look.theme.name == "dark")[ghost.player]
        ground = FELT if picture.pieces is Pieces.BLACK_AND_WHITE else look.colours.window
        body, ring = colour.mixed(ground, 0.35), max(self.dp(2), unit * 0.05)
        look.painter.disc(surface, at, unit * 0.34, body, look.colours.accent if ghost.number else colour, ring)
        if ghost.number:
            text, style = str(ghost.number), "mono_large" if unit > self.dp(34) else "mono_small"
            ink = WHITE if sum(body[:3]) < 330 else BLACK
            x, y = at[0] - look.fonts.width(text, style) / 2, at[1] - look.fonts.height(style) / 2
            look.fonts.draw(surface, text, style, ink, (round(x), round(y)))

    def _room(self) -> pygame.Rect:
        room = self.rect.inflate(-self.dp(16), -self.dp(16))
        if self.picture is not None and self.picture.style is BoardStyle.DROP:
            room.h -= self.dp(VALUE_ROOM)
        return room

    def _drawn(self, picture: BoardPicture, room: pygame.Rect) -> tuple[pygame.Surface, Plate]:
        key = (picture, *room, self.look.theme.name, self.look.theme.scale, self.shapes)
        if self._plate is None or self._plate[0] != key:
            plate = plate_of(picture, room)
            self._plate = (key, draw_plate(picture, plate, self.look, shapes=self.shapes), plate)
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
            below = plate.unit * 0.42 if picture.style is BoardStyle.PILES else 0.0
            place = self._value_box(target.move, (x, plate.rect.bottom + self.dp(18) if drop else y + below))
            if place.collidelist(drawn) < 0:
                drawn.append(place)
                self._paint_value(surface, target.move, place, boxed=not drop)

    def _value_style(self, move: str) -> str:
        """The best one is large, the others are small, where that hides none of their neighbours."""
        unit = self._plate[2].unit if self._plate is not None else 0.0
        wide = self.look.fonts.width
        if move == self.best and wide(self.values[move][0], "mono_large") + self.dp(8) <= unit:
            return "mono_large"
        return "mono" if wide(self.values[move][0], "mono") + self.dp(8) <= unit else "mono_small"

    def _value_words(self, move: str) -> str:
        """A value, without its nought where it would cover its neighbours."""
        words, style = self.values[move][0], self._value_style(move)
        unit = self._plate[2].unit if self._plate is not None else 0.0
        return words if self.look.fonts.width(words, style) <= unit else words.replace("0.", ".")

    def _value_box(self, move: str, centre: tuple[float, float]) -> pygame.Rect:
        fonts, style = self.look.fonts, self._value_style(move)
        width, height = fonts.width(self._value_words(move), style), fonts.height(style)
        return pygame.Rect(round(centre[0] - width / 2), round(centre[1] - height / 2), width, height)

    def _paint_value(self, surface: pygame.Surface, move: str, place: pygame.Rect, *, boxed: bool) -> None:
        colours, good, words = self.look.colours, self.values[move][1], self._value_words(move)
        ink = colours.dim if good is None else _ink(colours, good)
        if boxed:
            pad = place.inflate(self.dp(8) if self._value_style(move) != "mono_small" else self.dp(2), self.dp(2))
            self.look.painter.box(surface, pad, fill=colours.sunken, radius=self.dp(4))
        self.look.fonts.draw(surface, words, self._value_style(move), colours.dim if self.past else ink, place.topleft)

    def _paint_marks(self, surface: pygame.Surface, picture: BoardPicture, plate: Plate) -> None:
        if not self.live:
            return
        painter, colours, unit = self.look.painter, self.look.colours, unit_of(plate, picture)
        mark = self._hover or (self._keyboard_target() if self.focused and self.root.focus.ring_shown else None)
        pointed = next((t for t in picture.targets if self.hint and t.move == self.hint), None)
        if pointed is not None:
            painter.disc(surface, place_of(picture, plate, pointed), unit * 0.44, None, colours.good, self.dp(4))
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
            self._foresee(found)
            self.touch()
        if event.kind == "down" and event.button == 1:
            if found is None:
                self._refuse(event.x, event.y)
            else:
                self._choose(found)
            return True
        return False

    def _foresee(self, target: Target | None) -> None:
        """Find out what a move would change."""
        foreseen = self.preview(target.move) if target is not None and target.move else None
        seen = self.picture is not None and foreseen is not None
        self._changes = changes(self.picture, foreseen) if seen and self.picture and foreseen else Changes()

    def _refuse(self, x: int, y: int) -> None:
        if self.source is not None:
            self.source = None
            self.touch()
        elif self._plate is not None and self._plate[2].rect.collidepoint(x, y):
            plate = self._plate[2]
            self.refuse((round((x - plate.origin[0]) / plate.unit), round((y - plate.origin[1]) / plate.unit)))

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
            self._foresee(self._keyboard_target())
        else:
            return False
        self.touch()
        return True

    @property
    def focus_box(self) -> pygame.Rect:
        """The ring goes around the board, not around the room it has."""
        return self._plate[2].rect if self._plate is not None else super().focus_box

    def tooltip(self, x: int, y: int) -> str:
        """The move under the pointer, with its value."""
        target = self._at(x, y)
        if target is None or not target.move:
            return ""
        words = self.values[target.move][0] if target.move in self.values and not self.past else ""
        return f"Play {target.move}" + (f": {words}" if words else "")


def _ink(colours: Colours, good: float) -> Colour:
    return colours.good if good > 0.05 else colours.bad if good < -0.05 else colours.warn
