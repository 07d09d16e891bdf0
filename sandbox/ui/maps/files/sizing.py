"""A level's size: the dialog for a new one, and the one that resizes, with a picture of what stays and what goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from sandbox.level.edits import Resize
from sandbox.level.model import MAX_SIDE, Level
from sandbox.ui.kit import Button, Column, Dropdown, Field, Form, Grid, Label, Row, Widget
from sandbox.ui.kit.overlays.dialogs import ask_for

if TYPE_CHECKING:
    from sandbox.ui.maps.files.commands import LevelFiles
    from sandbox.ui.maps.session import Session

SHARES = (0.0, 0.5, 1.0)
PLACES = (
    ("the top left corner", "the top edge", "the top right corner"),
    ("the left edge", "the middle", "the right edge"),
    ("the bottom left corner", "the bottom edge", "the bottom right corner"),
)
SKETCH = 190  # dp


def size_fields(width: int, height: int) -> tuple[Field, Field]:
    """Width and height as form fields."""
    return (
        Field("width", "Width", "int", width, 1, MAX_SIDE, 1, unit="cells", log=True),
        Field("height", "Height", "int", height, 1, MAX_SIDE, 1, unit="cells", log=True),
    )


def open_new(files: LevelFiles) -> None:
    """Ask for the size and ground of an empty level."""
    palette = files.session.level.palette
    size = Form(size_fields(64, 48))
    ground = Dropdown(list(palette.names), 0, tip="What all of it is made of at first")
    body = Column([size, Row([Label("Ground", role="dim"), ground], gap=12)], gap=10)

    def make() -> None:
        level = Level.empty(size.values["width"], size.values["height"], ground.value, palette=palette)
        files.take_generated(level, "untitled")

    ask_for(files.session.root, "New level", body, "Create", make)


class Sketch(Widget):
    """The old level (a frame) and the new one (a box) one over the other."""

    def __init__(self, sheet: ResizeSheet) -> None:
        super().__init__(width=SKETCH, height=SKETCH)
        self.sheet = sheet

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw both to scale."""
        colours, sheet = self.look.colours, self.sheet
        self.look.painter.box(surface, self.rect, colours.sunken, colours.line, self.dp(6), self.dp(1))
        old = pygame.Rect(sheet.offset, sheet.before)
        new = pygame.Rect((0, 0), sheet.after)
        whole = old.union(new)
        scale = (self.rect.w - self.dp(20)) / max(whole.w, whole.h)
        boxes = [self._placed(box, whole, scale) for box in (new, old)]
        pygame.draw.rect(surface, colours.selection, boxes[0])
        pygame.draw.rect(surface, colours.accent, boxes[0], self.dp(2))
        pygame.draw.rect(surface, colours.dim, boxes[1], self.dp(1))

    def _placed(self, box: pygame.Rect, whole: pygame.Rect, scale: float) -> pygame.Rect:
        room = pygame.Rect(0, 0, round(whole.w * scale), round(whole.h * scale))
        room.center = self.rect.center
        x, y = room.x + (box.x - whole.x) * scale, room.y + (box.y - whole.y) * scale
        return pygame.Rect(round(x), round(y), max(round(box.w * scale), 1), max(round(box.h * scale), 1))


class ResizeSheet(Row):
    """The inside of the resize dialog."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.before = (session.level.width, session.level.height)
        self.after = self.before
        self.anchor = (0, 0)  # column and row of what stays where it is
        self.form = Form(size_fields(*self.before), on_change=lambda *_: self._changed())
        self.new_cells = Dropdown(list(session.level.palette.names), 0, tip="What new cells are made of")
        self.buttons = [[self._button(column, row) for column in range(3)] for row in range(3)]
        self.sketch = Sketch(self)
        self.note = Label("", style="small", role="dim", wrap=True)
        grid = Grid([0, 0, 0], [button for line in self.buttons for button in line], gap=(4, 4))
        kept = Column([Label("What stays where it is", role="dim"), grid], gap=6)
        new = Row([Label("New cells", role="dim"), self.new_cells], gap=12)
        super().__init__(
            [self.sketch, Column([self.form, kept, new, self.note], gap=14, grow=1)], gap=20, cross="start"
        )
        self._changed()

    def _button(self, column: int, row: int) -> Button:
        place = PLACES[row][column]
        return Button("", icon="square", on=(column, row) == (0, 0), on_click=lambda: self._pick(column, row),
                      tip=place.capitalize(), compact=True, name=f"keep {place}")  # fmt: skip

    def _pick(self, column: int, row: int) -> None:
        self.anchor = (column, row)
        self._changed()

    def _changed(self) -> None:
        self.after = (self.form.values["width"], self.form.values["height"])
        for row, line in enumerate(self.buttons):
            for column, button in enumerate(line):
                button.on = (column, row) == self.anchor
        wide, high = (b - a for a, b in zip(self.before, self.after, strict=True))
        self.note.text = f"{self.before[0]} × {self.before[1]} → {self.after[0]} × {self.after[1]} cells" + (
            "; what lies outside is cut off" if min(wide, high) < 0 else ""
        )
        self.sketch.touch()

    @property
    def offset(self) -> tuple[int, int]:
        """Where the old top-left cell comes to lie."""
        column, row = self.anchor
        dx = round((self.after[0] - self.before[0]) * SHARES[column])
        return dx, round((self.after[1] - self.before[1]) * SHARES[row])

    def resize(self) -> None:
        """Do it, as one step."""
        if self.after != self.before:
            self.session.editing.step("Resize", Resize(*self.after, *self.offset, self.new_cells.value))
            self.session.canvas.fit()


def open_resize(session: Session) -> None:
    """Open the dialog."""
    sheet = ResizeSheet(session)
    ask_for(session.root, "Resize the level", sheet, "Resize", sheet.resize, width=600)
