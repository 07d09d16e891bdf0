"""How the five styles of boards look. Drawn twice as large and scaled down: smooth edges everywhere."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import pygame

from sandbox.games.api import BoardPicture, BoardStyle, Pieces, Stone, Target
from sandbox.ui.boards.pages.signs import draw_sign, draw_turn, ink_on
from sandbox.ui.kit import Colour, Look

FINE = 2
MARGIN = {
    BoardStyle.DROP: 0.0,
    BoardStyle.CELLS: 0.5,
    BoardStyle.POINTS: 0.7,
    BoardStyle.PILES: 0.3,
    BoardStyle.TREE: 1.3,
}
FIRST = {True: Colour(0xF2, 0xC1, 0x4E), False: Colour(0xE0, 0xA8, 0x2E)}
SECOND = Colour(0xE4, 0x57, 0x4F)
FRAME = Colour(0x27, 0x48, 0x9C)
FELT = Colour(0x1F, 0x6B, 0x4F)
FELT_LINE = Colour(0x15, 0x4E, 0x39)
BLACK, WHITE = Colour(0x1B, 0x1E, 0x25), Colour(0xF1, 0xF2, 0xF5)


@dataclass(frozen=True, slots=True)
class Plate:
    """Where the board is: its box, the side of one field, and where field (0, 0) has its centre."""

    rect: pygame.Rect
    unit: float
    origin: tuple[float, float]

    def point(self, x: float, y: float) -> tuple[float, float]:
        """The centre of a field in pixels."""
        return self.origin[0] + x * self.unit, self.origin[1] + y * self.unit


def plate_of(picture: BoardPicture, room: pygame.Rect) -> Plate:
    """The largest board that fits, in the middle."""
    margin, less = MARGIN[picture.style], int(_on_points(picture))
    wide, high = (max(n - less, 0) + 2 * margin for n in (picture.columns, picture.rows))
    if picture.style is BoardStyle.PILES:
        high = max(high, 2.0)
    width, height = max(room.w, 1), max(room.h, 1)  # a large scale may leave no room in a small window
    unit = min(width / max(wide, 1), height / max(high, 1), 140.0 * max(1.0, height / 900))
    rect = pygame.Rect(0, 0, max(round(unit * wide), 1), max(round(unit * high), 1))
    rect.center = room.center
    inset = margin if _on_points(picture) else margin + 0.5
    return Plate(rect, unit, (rect.x + unit * inset, rect.y + unit * inset))


def _on_points(picture: BoardPicture) -> bool:
    return picture.style in (BoardStyle.POINTS, BoardStyle.TREE)


def unit_of(plate: Plate, picture: BoardPicture) -> float:
    """How large a stone's place is."""
    return plate.unit * (0.62 if _on_points(picture) else 1.0)


def place_of(picture: BoardPicture, plate: Plate, target: Target) -> tuple[float, float]:
    """Where a move is clicked."""
    x, y = plate.point(target.x, target.y)
    return x + plate.unit * 0.5 if picture.style is BoardStyle.PILES else x, y


Place = tuple[float, float]


class FieldLook(NamedTuple):
    """All that is seen in one field."""

    place: Place
    stones: tuple[Stone, ...]
    marks: tuple[Place, ...]


@dataclass(eq=False)
class Drawing:
    """A board and its stones, drawn; with `shapes` each stone carries its owner's sign, a cross or a ring.

    Of the next position only those fields are drawn again that look otherwise; how a field looked is kept.
    """

    picture: BoardPicture
    plate: Plate
    look: Look
    shapes: bool = False
    fine: pygame.Surface = field(init=False)
    surface: pygame.Surface = field(init=False)
    _kept: dict[FieldLook, pygame.Surface] = field(init=False, default_factory=dict)  # fields, as they looked

    def __post_init__(self) -> None:
        width, height = self.plate.rect.size
        self.fine = pygame.Surface((width * FINE, height * FINE), pygame.SRCALPHA, 32)
        self._draw_fine(self.picture.stones, self.picture.highlights)
        self.surface = pygame.transform.smoothscale(self.fine, (width, height))
        _write_texts(self.surface, self.picture, self.plate, self.look)

    def _draw_fine(self, stones: Sequence[Stone], highlights: Sequence[Place]) -> None:
        """Draw all that is inside the clip, twice as large, with these stones and marks."""
        fine, picture, plate, look = self.fine, self.picture, self.plate, self.look
        fine.fill((*look.colours.window[:3], 0))  # what rounded corners are mixed with when it is scaled down
        origin = (plate.origin[0] - plate.rect.x) * FINE, (plate.origin[1] - plate.rect.y) * FINE
        inner = Plate(fine.get_rect(), plate.unit * FINE, origin)
        if picture.style is not BoardStyle.DROP:
            pygame.draw.rect(fine, look.colours.panel, inner.rect, border_radius=round(inner.unit * 0.12))
        if picture.style in GROUNDS:
            GROUNDS[picture.style](fine, picture, inner, look)
        for stone in stones:
            _draw_stone(fine, picture, inner, stone, look)
            if self.shapes and picture.pieces in (Pieces.COLOURED, Pieces.BLACK_AND_WHITE):
                _draw_shape(fine, picture, inner, stone)
        for x, y in highlights:
            _draw_mark(fine, picture, inner, inner.point(x, y), look)

    def follow(self, picture: BoardPicture) -> bool:
        """Show the next position of the same board; False if it is another board, or too much has to be drawn."""
        before, self.picture = self.picture, picture
        if picture.style not in IN_FIELDS or _board_of(picture) != _board_of(before):
            return False
        places = _changed(before, picture)
        old, new = self._looks(before, places), self._looks(picture, places)
        for look in old:  # what is drawn there already
            if look not in self._kept:
                self._keep(look, self.surface.subsurface(self._field(look.place)).copy())
        if sum(look not in self._kept for look in new) > MOST_AGAIN:
            return False
        for look in new:
            self._show(look)
        return True

    def _looks(self, picture: BoardPicture, places: Iterable[Place]) -> list[FieldLook]:
        """All that is seen in each of these fields; places are whole numbers on such boards."""
        stones = {(stone.x, stone.y): stone for stone in picture.stones}
        far = 1 if REACH + SPARE / self.plate.unit >= 1 else 0
        steps = [(dx, dy) for dx in range(-far, far + 1) for dy in range(-far, far + 1)]
        found = []
        for x, y in places:
            near = [(x + dx, y + dy) for dx, dy in steps]
            marks = tuple(at for at in near if at in picture.highlights)
            found.append(FieldLook((x, y), tuple(stones[at] for at in near if at in stones), marks))
        return found

    def _field(self, place: Place) -> pygame.Rect:
        """The box of a field on the surface."""
        (x, y), half = self.plate.point(*place), self.plate.unit / 2
        left, top = math.floor(x - half) - self.plate.rect.x, math.floor(y - half) - self.plate.rect.y
        side = math.ceil(2 * half) + 1
        return pygame.Rect(left, top, side, side).clip(self.surface.get_rect())

    def _keep(self, look: FieldLook, drawn: pygame.Surface) -> None:
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept[look] = drawn

    def _show(self, look: FieldLook) -> None:
        """Put a field on the surface."""
        box = self._field(look.place)
        if look not in self._kept:
            self._keep(look, self._drawn_field(box, look))
        self.surface.fill((0, 0, 0, 0), box)
        self.surface.blit(self._kept[look], box, special_flags=pygame.BLEND_RGBA_ADD)  # on nothing: as it is

    def _drawn_field(self, box: pygame.Rect, look: FieldLook) -> pygame.Surface:
        wide = pygame.Rect(box.x * FINE, box.y * FINE, box.w * FINE, box.h * FINE)
        self.fine.set_clip(wide)
        self._draw_fine(look.stones, look.marks)
        self.fine.set_clip(None)
        return pygame.transform.smoothscale(self.fine.subsurface(wide), box.size)


def _changed(before: BoardPicture, after: BoardPicture) -> set[Place]:
    """The fields that look otherwise."""
    stones = set(before.stones) ^ set(after.stones)
    return {(stone.x, stone.y) for stone in stones} | set(before.highlights) ^ set(after.highlights)


def _board_of(picture: BoardPicture) -> tuple[object, ...]:
    """All of a picture but what stands on it, and what may be done."""
    names = picture.column_names, picture.row_names
    return picture.style, picture.columns, picture.rows, picture.lines, picture.pieces, names


def _drop(surface: pygame.Surface, picture: BoardPicture, plate: Plate, look: Look) -> None:
    pygame.draw.rect(surface, FRAME, plate.rect, border_radius=round(plate.unit * 0.16))
    clip, (left, top) = surface.get_clip(), plate.origin
    for x in _touched(clip.left - left, clip.right - left, plate.unit, picture.columns):
        for y in _touched(clip.top - top, clip.bottom - top, plate.unit, picture.rows):
            pygame.draw.circle(surface, look.colours.window, plate.point(x, y), plate.unit * 0.40)


def _touched(first: float, last: float, unit: float, count: int) -> range:
    """Which of a row of fields reach into a stretch."""
    return range(max(math.floor(first / unit - 0.5), 0), min(math.ceil(last / unit + 0.5) + 1, count))


def _cells(surface: pygame.Surface, picture: BoardPicture, plate: Plate, look: Look) -> None:
    felt = picture.pieces is Pieces.BLACK_AND_WHITE
    ground, line = (FELT, FELT_LINE) if felt else (look.colours.raised, look.colours.strong_line)
    unit = plate.unit
    left, top = plate.origin[0] - unit / 2, plate.origin[1] - unit / 2
    pygame.draw.rect(surface, ground, (left, top, unit * picture.columns, unit * picture.rows))
    for x in range(picture.columns + 1):
        pygame.draw.line(surface, line, (left + x * unit, top), (left + x * unit, top + unit * picture.rows), FINE)
    for y in range(picture.rows + 1):
        pygame.draw.line(surface, line, (left, top + y * unit), (left + unit * picture.columns, top + y * unit), FINE)


def _lines(surface: pygame.Surface, picture: BoardPicture, plate: Plate, look: Look) -> None:
    for ax, ay, bx, by in picture.lines:
        pygame.draw.line(surface, look.colours.strong_line, plate.point(ax, ay), plate.point(bx, by), 2 * FINE)
    if picture.style is BoardStyle.POINTS:
        for x in range(picture.columns):
            for y in range(picture.rows):
                pygame.draw.circle(surface, look.colours.strong_line, plate.point(x, y), plate.unit * 0.06)


IN_FIELDS = {BoardStyle.DROP, BoardStyle.CELLS, BoardStyle.POINTS}
"""Boards of which nothing reaches beyond its field."""
MOST_AGAIN = 24  # fields that are drawn again; where more look as never before, all of it is
MOST_KEPT = 600  # fields of one board, as they looked
REACH, SPARE = 0.9, 2.5  # fields, and pixels of roundings: no stone is seen from farther away
GROUNDS = {BoardStyle.DROP: _drop, BoardStyle.CELLS: _cells, BoardStyle.POINTS: _lines, BoardStyle.TREE: _lines}


def players(picture: BoardPicture, *, dark: bool) -> tuple[Colour, Colour]:
    """Both sides' colours: black and white on felt, else gold and red."""
    if picture.pieces is Pieces.BLACK_AND_WHITE:
        return BLACK, WHITE
    return FIRST[dark], SECOND


def colour_of(picture: BoardPicture, player: int, look: Look) -> Colour:
    """The colour of a player's stones, in this look."""
    if picture.pieces in (Pieces.BALLS, Pieces.TURNS):
        return look.theme.series[player % len(look.theme.series)]
    return players(picture, dark=look.theme.name == "dark")[player]


def _draw_stone(surface: pygame.Surface, picture: BoardPicture, plate: Plate, stone: Stone, look: Look) -> None:
    x, y = plate.point(stone.x, stone.y)
    unit = unit_of(plate, picture)
    if picture.pieces is Pieces.TURNS:
        draw_turn(surface, stone, (x, y), unit, look)
        return
    if picture.pieces is Pieces.SIGNS:
        _draw_sign(surface, stone, (x, y), unit, look)
        return
    if picture.pieces is Pieces.NODES:
        _draw_node(surface, stone, (x, y), unit, look)
        return
    counter = picture.pieces is Pieces.COUNTERS
    colour = look.colours.accent if counter else colour_of(picture, stone.player, look)
    rim = colour.mixed(BLACK, 0.35) if colour != BLACK else Colour(0x3A, 0x40, 0x4D)
    radius = unit * (0.30 if picture.style is BoardStyle.PILES else 0.40)
    pygame.draw.circle(surface, rim, (x, y), radius)
    pygame.draw.circle(surface, colour, (x, y - radius * 0.05), radius * 0.90)
    pygame.draw.circle(surface, colour.mixed(WHITE, 0.16), (x, y - radius * 0.10), radius * 0.66)
    if picture.pieces is Pieces.BALLS:
        draw_sign(surface, stone.player, (x, y - radius * 0.05), radius, colour)
    elif not counter and stone.player == 1 and colour != WHITE:
        pygame.draw.circle(surface, rim, (x, y), radius * 0.34, max(2, round(unit * 0.03)))  # told apart without colour


def _draw_shape(surface: pygame.Surface, picture: BoardPicture, plate: Plate, stone: Stone) -> None:
    """A cross on the first player's stones, a ring on the second's."""
    x, y = plate.point(stone.x, stone.y)
    unit = unit_of(plate, picture)
    ink = WHITE if stone.player == 0 and picture.pieces is Pieces.BLACK_AND_WHITE else BLACK
    width, half = max(3, round(unit * 0.07)), unit * 0.15
    if stone.player == 1:
        pygame.draw.circle(surface, ink, (x, y), unit * 0.20, width)
        return
    for sign in (1, -1):
        _thick_line(surface, ink, (x - half, y - sign * half), (x + half, y + sign * half), width)


def _draw_mark(
    surface: pygame.Surface, picture: BoardPicture, plate: Plate, at: tuple[float, float], look: Look
) -> None:
    """What is highlighted: a dot on a stone, a ring around a node."""
    unit = unit_of(plate, picture)
    if picture.pieces in (Pieces.NODES, Pieces.TURNS):
        pygame.draw.circle(surface, look.colours.accent, at, unit * 0.62, max(2, round(unit * 0.07)))
        return
    dot = SECOND if picture.pieces is Pieces.BLACK_AND_WHITE else WHITE  # seen on both, in every theme
    pygame.draw.circle(surface, dot, at, unit * 0.13)


def _draw_node(surface: pygame.Surface, stone: Stone, at: tuple[float, float], unit: float, look: Look) -> None:
    """A triangle pointing up where the first player maximises, down where the second minimises; leaves are texts."""
    x, y = at
    if stone.text:
        pygame.draw.circle(surface, look.colours.panel, at, unit * 0.5)  # the text stands on it, clear of the line
        return
    up = 1 if stone.player == 0 else -1
    side, colour = unit * 0.40, FIRST[look.theme.name == "dark"] if stone.player == 0 else SECOND
    foot = y + up * side * 0.75
    pygame.draw.polygon(surface, colour, [(x, y - up * side), (x - side, foot), (x + side, foot)])


def _draw_sign(surface: pygame.Surface, stone: Stone, at: tuple[float, float], unit: float, look: Look) -> None:
    """A cross for the first player, a ring for the second."""
    first, second = FIRST[look.theme.name == "dark"], SECOND
    width, half = round(unit * 0.11), unit * 0.26
    x, y = at
    if stone.player == 1:
        pygame.draw.circle(surface, second, at, unit * 0.32, width)
        return
    for sign in (1, -1):
        _thick_line(surface, first, (x - half, y - sign * half), (x + half, y + sign * half), width)


def _thick_line(
    surface: pygame.Surface, colour: Colour, a: tuple[float, float], b: tuple[float, float], width: float
) -> None:
    angle = math.atan2(b[1] - a[1], b[0] - a[0])
    dx, dy = math.sin(angle) * width / 2, -math.cos(angle) * width / 2
    corners = [(a[0] + dx, a[1] + dy), (b[0] + dx, b[1] + dy), (b[0] - dx, b[1] - dy), (a[0] - dx, a[1] - dy)]
    pygame.draw.polygon(surface, colour, corners)
    for end in (a, b):
        pygame.draw.circle(surface, colour, end, width / 2)


def texts_that_fit(picture: BoardPicture, plate: Plate, look: Look) -> tuple[str, list[Stone]]:
    """In which letters texts on stones are written, and which: all; or in small ones those that cover none before."""
    texts = sorted((stone for stone in picture.stones if stone.text), key=lambda stone: -stone.player)
    for style in ("mono", "mono_small"):
        written, boxes = list[Stone](), list[pygame.Rect]()
        for stone in texts:
            box = pygame.Rect(0, 0, look.fonts.width(stone.text, style), round(look.fonts.height(style) * 0.8))
            box.center = tuple(map(round, plate.point(stone.x, stone.y)))
            if box.collidelist(boxes) < 0:
                written.append(stone)
                boxes.append(box)
        if len(written) == len(texts):
            break
    return style, written


def _write_texts(surface: pygame.Surface, picture: BoardPicture, plate: Plate, look: Look) -> None:
    """Texts on stones, and the names of columns and rows at the edges, at their own size."""
    shift = plate.rect.topleft

    def centred(text: str, at: tuple[float, float], style: str, colour: Colour) -> None:
        x, y = at[0] - shift[0] - look.fonts.width(text, style) / 2, at[1] - shift[1] - look.fonts.height(style) / 2
        look.fonts.draw(surface, text, style, colour, (max(0, round(x)), round(y)))

    style, stones = texts_that_fit(picture, plate, look)
    for stone in stones:
        own = picture.pieces is Pieces.TURNS and stone.player >= 0
        colour = ink_on(colour_of(picture, stone.player, look)) if own else look.colours.text
        centred(stone.text, plate.point(stone.x, stone.y), style, colour)
    tight = plate.unit < look.fonts.height("small")
    if MARGIN[picture.style] < 0.5 or picture.style is BoardStyle.POINTS or tight:
        return
    left, top = plate.rect.x + plate.unit * MARGIN[picture.style] / 2, plate.rect.y + plate.unit * 0.25
    for x, name in enumerate(picture.column_names):
        centred(name, (plate.point(x, 0)[0], top), "small", look.colours.dim)
    for y, name in enumerate(picture.row_names):
        centred(name, (left, plate.point(0, y)[1]), "small", look.colours.dim)
