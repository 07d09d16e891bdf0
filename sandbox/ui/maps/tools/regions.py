"""Give many cells another terrain at once: a rectangle, a region, all of a kind; and look what a cell is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sandbox.level.edits import FillRegion, Rectangle, ReplaceTerrain
from sandbox.level.rect import Rect
from sandbox.ui.kit.events import LEFT, RIGHT
from sandbox.ui.maps.tools.parts.api import About, At, Cell, Workbench
from sandbox.ui.maps.tools.parts.cells import CellTool, SpanTool, cell_of, describe
from sandbox.ui.maps.tools.parts.pen import Pen, mask_edges

if TYPE_CHECKING:
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.kit import Widget
    from sandbox.ui.kit.events import Pointer
    from sandbox.ui.maps.tools.parts.pen import Floats

PREVIEWED = 512 * 512  # cells; a region of a larger level is not outlined before it is filled
MOST_EDGES = 20_000  # of an outline that is still drawn


class RectangleTool(SpanTool):
    """A rectangle of terrain, filled or only its border."""

    about = About("rectangle", "Draw a rectangle", "square", "R")
    noun = "Rectangle"

    @property
    def hint(self) -> str:
        """How to draw one."""
        if self._ends is None:
            return f"Drag a rectangle of {self.terrain(self.code_for(LEFT))}, with the right button one of floor"
        return "Shift makes it a square  ·  Esc takes it back"

    def more_options(self) -> list[Widget]:
        """Filled or not."""
        from sandbox.ui.maps.tools.parts.paint_options import filling_choice

        return [filling_choice(self.bench)]

    def kept(self, start: Cell, cell: Cell) -> Cell:
        """A square."""
        return squared(start, cell)

    def span(self, start: Cell, end: Cell) -> Rectangle | None:
        """All of it that lies in the level."""
        box = Rect.spanning(start, end).clipped(self.level.width, self.level.height)
        return Rectangle(box, self._code, self.bench.paint.filled) if box else None

    def draw(self, pen: Pen) -> None:
        """Its outline and size."""
        if self._ends is None:
            if self.bench.at is not None:
                self.draw_footprints(pen, cell_of(self.bench.at), 1)
            return
        a, b = self._ends
        for first, last in zip(self.images(a), self.images(b), strict=True):
            x0, y0, x1, y1 = box = Rect.spanning(first, last)
            pen.box(*box)
            if self.bench.paint.filled:
                pen.fill(np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], float))
        box = Rect.spanning(a, b)
        pen.measure(f"{box.width} × {box.height}", (b[0] + 0.5, b[1] + 0.5))


def squared(start: Cell, cell: Cell) -> Cell:
    """The far corner of a square that reaches as far as the pointer does."""
    dx, dy = cell[0] - start[0], cell[1] - start[1]
    reach = max(abs(dx), abs(dy))
    return start[0] + (reach if dx >= 0 else -reach), start[1] + (reach if dy >= 0 else -reach)


class ClickTool(CellTool):
    """A tool that answers a click on a cell of the level."""

    drags = False

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._known: tuple[object, ...] = ()  # what the preview was made for
        self._outline: Floats = np.zeros((0, 4))
        self._note = ""

    @property
    def cell(self) -> Cell | None:
        """The cell pointed at, if it is one of the level."""
        if self.bench.at is None:
            return None
        x, y = cell_of(self.bench.at)
        return (x, y) if 0 <= x < self.level.width and 0 <= y < self.level.height else None

    def pointer(self, canvas: Canvas, event: Pointer, at: At) -> bool:
        """Press to do it."""
        if event.kind == "down" and event.button in (LEFT, RIGHT):
            if self.cell is not None:
                self.act(self.cell, self.code_for(event.button))
            return True
        self.bench.canvas.touch()
        return False

    def act(self, cell: Cell, code: int) -> None:
        """Do it."""

    def region(self, cell: Cell) -> tuple[Rect, np.ndarray, str]:
        """What would change, for the preview: a box, which of its cells, and what to say of it."""
        raise NotImplementedError

    def draw(self, pen: Pen) -> None:
        """The cells that would change."""
        cell = self.cell
        if cell is None:
            return
        self._preview(cell, pen)
        pen.segments(self._outline)
        self.draw_footprints(pen, cell, 1)
        if self._note:
            pen.measure(self._note, (cell[0] + 0.5, cell[1] + 0.5))

    def _preview(self, cell: Cell, pen: Pen) -> None:
        """Outline the region anew where it is another one."""
        level = self.level
        if level.terrain.size > PREVIEWED or not pen.canvas.fast:
            self._outline, self._note, self._known = np.zeros((0, 4)), "", ()
            return
        known = (id(level), level.version, cell, self.bench.paint.code)
        if known == self._known:
            return
        self._known = known
        box, mask, self._note = self.region(cell)
        edges = mask_edges(mask)
        self._outline = edges + np.array([box.x0, box.y0, box.x0, box.y0]) if len(edges) <= MOST_EDGES else edges[:0]


class Fill(ClickTool):
    """Give a region of one terrain another."""

    about = About("fill", "Fill a region", "paint-bucket", "G")

    @property
    def hint(self) -> str:
        """How to fill."""
        return f"Click to fill a region with {self.terrain(self.code_for(LEFT))}, with the right button to empty it"

    def act(self, cell: Cell, code: int) -> None:
        """Fill."""
        if not self.bench.may_flood():
            self.bench.say("Filling is still being prepared; try again in a moment")
            return
        self.paint_once(f"Fill with {self.terrain(code)}", FillRegion(*cell, code))

    def region(self, cell: Cell) -> tuple[Rect, np.ndarray, str]:
        """The region."""
        from sandbox.level.edits.flood import region

        box, mask = region(self.level.terrain, *cell)
        return box, mask, f"{int(mask.sum()):,} cells"


class Replace(ClickTool):
    """Give all cells of one terrain another."""

    about = About("replace", "Replace a terrain everywhere", "repeat", "H")

    @property
    def hint(self) -> str:
        """How to replace."""
        return f"Click a terrain to make all of it {self.terrain(self.code_for(LEFT))}, wherever it is"

    def act(self, cell: Cell, code: int) -> None:
        """Replace."""
        old = self.level.code_at(*cell)
        self.editing.step(f"Replace {self.terrain(old)}", ReplaceTerrain(old, code))

    def region(self, cell: Cell) -> tuple[Rect, np.ndarray, str]:
        """All cells of this terrain."""
        old = self.level.code_at(*cell)
        mask = self.level.terrain == old
        new = self.terrain(self.code_for(LEFT))
        return self.level.bounds, mask, f"{self.terrain(old)} → {new}, {int(mask.sum()):,} cells"


class Eyedropper(ClickTool):
    """Take the terrain of a cell in hand."""

    about = About("pick", "Pick a terrain from the map", "pipette", "I")
    hint = "Click a cell to pick its terrain"

    def act(self, cell: Cell, code: int) -> None:
        """Pick, and paint on."""
        self.pick(cell)
        self.bench.use(self.bench.last_painting)

    def taken(self) -> None:
        """Only for a moment: the tool before is not forgotten."""

    def draw(self, pen: Pen) -> None:
        """What the cell is made of."""
        cell = self.cell
        if cell is not None:
            self.draw_footprints(pen, cell, 1)
            pen.measure(describe(self.level.palette[self.level.code_at(*cell)]), (cell[0] + 0.5, cell[1] + 0.5))
