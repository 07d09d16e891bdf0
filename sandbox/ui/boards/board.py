"""Any game's board, drawn from its picture; moves by mouse, or by keys with a cursor.

Over the plate lie marks that come and go: legal moves as dots, what the move under the mouse would change, values,
a hint, and a line of play as numbered stones (`show_line`), on the board it starts from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import pygame

from sandbox.games.api import BoardPicture, BoardStyle, Pieces, Target
from sandbox.ui.boards.drawing import BLACK, FELT, WHITE, Drawing, Plate, colour_of, place_of, plate_of, unit_of
from sandbox.ui.boards.marks import Changes, Ghost, Line, changes
from sandbox.ui.kit import Colour, Colours, Key, Pointer, Widget
from sandbox.ui.kit.events import nothing

DOTTED = {BoardStyle.CELLS, BoardStyle.POINTS}
"""Boards on whose fields moves are dots; what was said of the position before stands above them."""
FRAMED = 0.09  # of a field: the widest frame, clear of its stone
GAIN, LOSS = Colour(0x8F, 0xE3, 0xFF), Colour(0xFF, 0x7A, 0x6B)  # seen on felt and on the frame, in every theme
OVER = 1.25  # fields that a value on the board may be wide
Value = tuple[str, float | None]  # its words, and how good from -1 to 1: None where it is only a bound

VALUE_ROOM = 34  # dp under a standing frame for the value of each move
LEAST = 40  # dp: no board is drawn on less room
FAINT = Colour(0x80, 0x86, 0x92)


class Written(NamedTuple):
    """A value as it is written on the board."""

    words: str
    style: str
    box: pygame.Rect


class Board(Widget):
    """The board. `values` are shown at the moves they belong to.

    Values of the position before stand dimmed at `past`, the places its moves had. `preview` is the board after a
    move, `refuse` is given the column and row of a click that is no move.
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
        self.fields: Mapping[tuple[int, int], float] = {}  # what each adds to an estimate
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
        self._plate: tuple[object, Drawing, Plate] | None = None

    def show(self, picture: BoardPicture, *, live: bool, mover: int = 0, hint: str = "") -> None:
        """Show a position."""
        if picture != self.picture:
            self.line = None
        if picture != self.picture or not live:  # what the mouse points at is no move any more
            self.source, self._hover, self._changes = None, None, Changes()
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

    def show_fields(self, fields: Mapping[tuple[int, int], float]) -> None:
        """Frame each field in the colour of what it adds to an estimate, the more the wider."""
        if fields != self.fields:
            self.fields = fields
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
        self._paint_fields(surface, plate)
        self._paint_dots(surface, shown, plate)
        self._paint_changes(surface, shown, plate)
        if plate.unit >= self.look.fonts.height("mono_small"):  # else they would cover the board
            self._paint_values(surface, shown, plate)
        self._paint_marks(surface, shown, plate)

    def _paint_fields(self, surface: pygame.Surface, plate: Plate) -> None:
        """Frames inside the fields: good for the side to move, or bad."""
        most = max(map(abs, self.fields.values()), default=0.0)
        for at, share in self.fields.items():
            width = round(FRAMED * plate.unit * abs(share) / most) if most else 0
            if width:
                box = pygame.Rect(0, 0, round(plate.unit) - 2, round(plate.unit) - 2)
                box.center = tuple(map(round, plate.point(*at)))
                pygame.draw.rect(surface, GAIN if share > 0 else LOSS, box, width)

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
        return colour_of(picture, self.mover, self.look) if picture.pieces is not Pieces.COUNTERS else FAINT

    def _paint_changes(self, surface: pygame.Surface, picture: BoardPicture, plate: Plate) -> None:
        """What the move under the mouse, or under the keys' cursor, would do."""
        painter, unit = self.look.painter, unit_of(plate, picture)
        for ghost in self._changes.new:
            self._paint_ghost(surface, picture, plate, ghost)
        for ghost in self._changes.turned:
            colour = colour_of(picture, ghost.player, self.look)
            width = max(self.dp(2), unit * 0.08)
            painter.disc(surface, plate.point(ghost.x, ghost.y), unit * 0.24, None, colour, width)
        for at in self._changes.gone:
            painter.disc(surface, plate.point(*at), unit * 0.44, None, self.look.colours.dim, self.dp(2))

    def _paint_ghost(self, surface: pygame.Surface, picture: BoardPicture, plate: Plate, ghost: Ghost) -> None:
        """A stone that is not there, with its number."""
        look, unit, at = self.look, unit_of(plate, picture), plate.point(ghost.x, ghost.y)
        if picture.style is BoardStyle.PILES:
            at = at[0] + plate.unit / 2, at[1]
        colour = colour_of(picture, ghost.player, look)
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
        key = (plate_of(picture, room), self.look.theme.name, self.look.theme.scale, self.shapes)
        if self._plate is None or self._plate[0] != key or not self._plate[1].follow(picture):
            self._plate = (key, Drawing(picture, key[0], self.look, self.shapes), key[0])
        return self._plate[1].surface, self._plate[2]

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
            below -= plate.unit * 0.34 if self.past and picture.style in DOTTED else 0.0
            centre = x, plate.rect.bottom + self.dp(18) if drop else y + below
            written = self._written(target.move, plate.unit, centre)
            place = written.box
            fits = drop or place.w <= plate.unit * OVER  # else it would hide the stones beside it
            if fits and place.inflate(self.dp(2), 0).collidelist(drawn) < 0:
                drawn.append(place)
                self._paint_value(surface, target.move, written, boxed=not drop)

    def _written(self, move: str, unit: float, centre: tuple[float, float]) -> Written:
        """A value around a place, as large and as whole as hides none of its neighbours."""
        fonts, style = self.look.fonts, self._value_style(move, unit)
        words = self._value_words(self.values[move][0], style, unit)
        width, height = fonts.width(words, style), fonts.height(style)
        box = pygame.Rect(round(centre[0] - width / 2), round(centre[1] - height / 2), width, height)
        return Written(words, style, box)

    def _value_style(self, move: str, unit: float) -> str:
        """The best one is large, the others are small, where that hides none of their neighbours."""
        wide, words, room = self.look.fonts.width, self.values[move][0], unit - self.dp(8)
        if move == self.best and wide(words, "mono_large") <= room:
            return "mono_large"
        return "mono" if wide(words, "mono") <= room else "mono_small"

    def _value_words(self, words: str, style: str, unit: float) -> str:
        """A value; where it would touch its neighbours without its nought, or its sign if grey alone says a bound."""
        room, shorter = unit - self.dp(2), words.replace("0.", ".")
        tries = (words, shorter) if self.past else (words, shorter, shorter.lstrip("≤≥"))
        return next((text for text in tries if self.look.fonts.width(text, style) <= room), tries[-1])

    def _paint_value(self, surface: pygame.Surface, move: str, written: Written, *, boxed: bool) -> None:
        colours, good, (words, style, place) = self.look.colours, self.values[move][1], written
        ink = colours.dim if good is None else _ink(colours, good)
        if boxed:
            pad = place.inflate(self.dp(8) if style != "mono_small" else self.dp(2), self.dp(2))
            self.look.painter.box(surface, pad, fill=colours.sunken, radius=self.dp(4))
        self.look.fonts.draw(surface, words, style, colours.dim if self.past else ink, place.topleft)

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
