"""The moves of a game in two columns, variations below the move they replace; a click goes there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import pygame

from sandbox.gametree.document.model import ROOT, GameDocument
from sandbox.ui.boards.game.match import Match
from sandbox.ui.kit import Key, Pointer, Widget
from sandbox.ui.kit.widget import Size

NUMBER = 30  # dp for the number of a move
INDENT = 12  # dp a variation is moved in
DEEPEST = 4  # variations of variations are moved in so often
MARKS = {"inaccuracy": ("?!", "warn"), "mistake": ("?", "warn"), "blunder": ("??", "bad")}


@dataclass(slots=True)
class ListRow:
    """A line of the list: a number and two moves, or a variation with as many as there is room for."""

    number: str
    plies: list[int | None]
    level: int = 0  # 0: the main line
    row: int = 0
    boxes: list[pygame.Rect] = field(default_factory=list)


def rows_of(document: GameDocument) -> list[ListRow]:
    """All moves of a game, the main line in pairs, each variation after the move it replaces."""
    rows: list[ListRow] = []
    _add_line(document, ROOT, 0, rows)
    return rows


def _add_line(document: GameDocument, at: int, level: int, rows: list[ListRow]) -> None:
    """The line after a ply, and what was played instead of its moves."""
    number, pair = _number(document, at), list[int | None]()
    if document.mover(at) == 1 and level == 0:
        pair = [None]
    run = ListRow(f"{number}", [], level)
    while children := document.plies[at].children:
        at, others = children[0], children[1:]
        if level:
            run.plies.append(at)
        else:
            pair.append(at)
        if not level and (len(pair) == 2 or others):
            rows.append(ListRow(str(number), pair, 0))
            number, pair = number + (len(pair) == 2), [None] * (len(pair) % 2)
        if others and level:
            rows.append(run)
            run = ListRow("", [], level)
        for other in others:
            _add_variation(document, other, level + 1, rows)
    if level and run.plies:
        rows.append(run)
    if not level and any(ply is not None for ply in pair):
        rows.append(ListRow(str(number), pair, 0))


def _add_variation(document: GameDocument, first: int, level: int, rows: list[ListRow]) -> None:
    """A variation with its first move."""
    begun = len(rows)
    _add_line(document, first, level, rows)
    if len(rows) > begun and rows[begun].level == level and rows[begun].plies:
        rows[begun].plies.insert(0, first)
    else:
        rows.insert(begun, ListRow("", [first], level))
    rows[begun].number = _number_words(document, first)


def _number(document: GameDocument, at: int) -> int:
    return (len(document.path(at)) - 1) // 2 + 1


def _number_words(document: GameDocument, ply: int) -> str:
    """`3.` for the first side's move, `3…` for the second's."""
    parent = document.plies[ply].parent
    return f"{_number(document, parent)}{'…' if document.mover(parent) == 1 else '.'}"


class MoveList(Widget):
    """The list. `grades` are words for moves that lost something; `on_go` is given a ply."""

    focusable = True
    ring_radius = 4

    def __init__(self, on_go: Callable[[int], None]) -> None:
        super().__init__(name="moves")
        self.on_go = on_go
        self.match: Match | None = None
        self.grades: Mapping[int, str] = {}
        self._rows: list[ListRow] = []
        self._shown: tuple[object, ...] = ()
        self._hover: int | None = None
        self._unseen = False  # the present ply may be out of sight

    def follow(self, match: Match, grades: Mapping[int, str]) -> None:
        """Show a game, its present ply marked and in sight."""
        shown = (match, len(match.document.plies), tuple(match.line), match.here, tuple(grades.items()))
        if shown == self._shown:
            return
        longer = self._shown[:2] != shown[:2]
        self.match, self.grades, self._shown, self._unseen = match, dict(grades), shown, True
        if longer:
            self._rows = rows_of(match.document)
            self.relayout()  # moves that were made just now have a place behind it
        else:
            self._reveal_soon()
        self.touch()

    def _reveal_soon(self) -> None:
        if self._unseen and self.is_mounted:
            self.root.after(0.0, self._reveal)

    def _reveal(self) -> None:
        self._unseen = False
        box = self._box_of(self.match.here) if self.match is not None else None
        if self.match is not None and self.match.here == ROOT:
            box = pygame.Rect(self.rect.topleft, (1, 1))
        if box is not None and self.is_mounted:
            for around in self.above():
                around.reveal(box)

    def _box_of(self, ply: int) -> pygame.Rect | None:
        found = ((r, i) for r in self._rows for i, p in enumerate(r.plies) if p == ply and i < len(r.boxes))
        return next((r.boxes[i].move(self.rect.topleft) for r, i in found), None)

    # Layout --------------------------------------------------------------------------------------------

    def measure(self, width: int | None) -> Size:
        """Return the height of all rows."""
        width = self.dp(150) if width is None else width
        return width, max(self._place(width), self._line())

    def layout(self) -> None:
        """Place the moves."""
        self._place(self.rect.w)
        self._reveal_soon()

    def _line(self) -> int:
        return self.look.fonts.height("mono") + self.dp(6)

    def _place(self, width: int) -> int:
        """Give every move its box; the height of all."""
        y, line = 0, self._line()
        for row in self._rows:
            row.row = y
            y = self._place_pair(row, y, width) if row.level == 0 else self._flow(row, y, width)
        return y + line // 2

    def _place_pair(self, row: ListRow, y: int, width: int) -> int:
        left, line = self.dp(NUMBER), self._line()
        half = max(1, (width - left) // 2)
        row.boxes = [pygame.Rect(left + i * half, y, half, line) for i in range(len(row.plies))]
        return y + line

    def _flow(self, row: ListRow, y: int, width: int) -> int:
        """A variation's moves one after the other, as many lines as they need."""
        line, left = self._line(), self.dp(INDENT) * min(row.level, DEEPEST)
        x, row.boxes = left + self._width(row.number, "mono_small"), []
        for ply in row.plies:
            wide = self._width(self._text(ply), "mono_small")
            if x + wide > width and x > left:
                x, y = left, y + line
            row.boxes.append(pygame.Rect(x, y, min(wide, max(1, width - x)), line))
            x += wide
        return y + line

    def _width(self, text: str, style: str) -> int:
        return self.look.fonts.width(text, style) + self.dp(8) if text else 0

    def _text(self, ply: int | None) -> str:
        if ply is None or self.match is None:
            return "…"
        return self.match.document.plies[ply].move + MARKS.get(self.grades.get(ply, ""), ("",))[0]

    # Painting ------------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Draw the rows in sight."""
        fonts, colours = self.look.fonts, self.look.colours
        if self.match is None or not self._rows:
            fonts.draw(surface, "No moves yet", "small", colours.dim, (self.rect.x + self.dp(4), self.rect.y))
            return
        line = set(self.match.line)
        for row in self._rows:
            boxes = [box.move(self.rect.topleft) for box in row.boxes]
            if any(box.colliderect(clip) for box in boxes):
                self._paint_number(surface, row)
                for ply, box in zip(row.plies, boxes, strict=True):
                    self._paint_move(surface, row, ply, box, on_line=ply in line)

    def _paint_number(self, surface: pygame.Surface, row: ListRow) -> None:
        style = "mono_small"
        x = self.rect.x + (self.dp(INDENT) * min(row.level, DEEPEST) if row.level else self.dp(2))
        number = row.number if row.level or not row.number else f"{row.number}."
        y = self.rect.y + row.row + (self._line() - self.look.fonts.height(style)) // 2
        self.look.fonts.draw(surface, number, style, self.look.colours.dim, (x, y))

    def _paint_move(
        self, surface: pygame.Surface, row: ListRow, ply: int | None, box: pygame.Rect, *, on_line: bool
    ) -> None:
        fonts, colours = self.look.fonts, self.look.colours
        style = "mono_small" if row.level else "mono"
        if ply is not None and self.match is not None and ply == self.match.here:
            self.look.painter.box(surface, box, colours.selection, colours.accent, self.dp(4), self.dp(1))
        elif ply is not None and ply == self._hover:
            self.look.painter.box(surface, box, colours.hover, None, self.dp(4))
        graded = MARKS.get(self.grades.get(ply, "") if ply is not None else "", ("", ""))[1]
        ink = colours.role(graded) if graded else colours.text if on_line else colours.dim
        text = fonts.ellipsis(self._text(ply), style, box.w - self.dp(6))
        fonts.draw(surface, text, style, ink, (box.x + self.dp(4), box.y + (box.h - fonts.height(style)) // 2))

    # Mouse and keys ------------------------------------------------------------------------------------

    def _at(self, x: int, y: int) -> int | None:
        point = x - self.rect.x, y - self.rect.y
        found = ((p, box) for row in self._rows for p, box in zip(row.plies, row.boxes, strict=False))
        return next((p for p, box in found if p is not None and box.collidepoint(point)), None)

    def on_pointer(self, event: Pointer) -> bool:
        """A click goes to a move."""
        found = self._at(event.x, event.y) if event.kind != "leave" else None
        if found != self._hover:
            self._hover = found
            self.touch()
        if event.kind == "down" and event.button == 1:
            if found is not None:
                self.on_go(found)
            return True
        return False

    def on_key(self, event: Key) -> bool:
        """Left and right walk along the line, up and down two moves, Home and End to its ends."""
        if not event.down or self.match is None:
            return False
        line, at = self.match.line, self.match.at
        steps = {"Left": at - 1, "Right": at + 1, "Up": at - 2, "Down": at + 2, "Home": 0, "End": len(line) - 1}
        if event.combo not in steps:
            return False
        self.on_go(line[min(max(steps[event.combo], 0), len(line) - 1)])
        return True
