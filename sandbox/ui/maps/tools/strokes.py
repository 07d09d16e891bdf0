"""Draw terrain along the pointer, or along a straight line."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from sandbox.level.edits import Line
from sandbox.level.terrain import FLOOR
from sandbox.ui.kit import Action
from sandbox.ui.kit.events import LEFT, RIGHT
from sandbox.ui.maps.tools.parts.api import About, At, Cell, Workbench
from sandbox.ui.maps.tools.parts.cells import CellTool, SpanTool, cell_of

if TYPE_CHECKING:
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.kit import Widget
    from sandbox.ui.kit.events import Pointer
    from sandbox.ui.maps.tools.parts.pen import Pen


class BrushTool(CellTool):
    """A tool with a brush in it."""

    def more_options(self) -> list[Widget]:
        """Size and shape."""
        from sandbox.ui.maps.tools.parts.paint_options import brush_choice

        return brush_choice(self.bench)


class Brush(BrushTool):
    """A stroke of terrain; the right button draws floor."""

    about = About("paint", "Paint terrain", "paintbrush", "B")

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._last: Cell | None = None
        self._code = FLOOR

    @property
    def hint(self) -> str:
        """How to paint."""
        name = self.terrain(self.code_for(LEFT))
        return f"Drag to paint {name}, right button erases  ·  Alt+click or 1 to 9 pick a terrain  ·  [ ] brush size"

    def pointer(self, canvas: Canvas, event: Pointer, at: At) -> bool:
        """A stroke is one gesture."""
        cell = cell_of(at)
        if event.kind == "down" and event.button == LEFT and event.mods.alt:
            self.pick(cell)
        elif event.kind == "down" and event.button in (LEFT, RIGHT):
            self._begin(cell, self.code_for(event.button))
        elif self._last is None:
            self.bench.canvas.touch()
            return False
        elif event.kind == "move" and cell != self._last:
            self._stroke(cell)
        elif event.kind in ("up", "cancel"):
            self._last = None
            self.finish(done=event.kind == "up")
        return True

    def _begin(self, cell: Cell, code: int) -> None:
        self._code = code
        self.editing.begin("Erase" if code == FLOOR else f"Paint {self.terrain(code)}")
        self._last = cell
        self._stroke(cell)

    def _stroke(self, cell: Cell) -> None:
        assert self._last is not None
        paint = self.bench.paint
        self.put(Line(*self._last, *cell, self._code, paint.size, paint.shape))
        self._last = cell

    def actions(self) -> list[Action]:
        """What is painted with, by command."""
        from sandbox.ui.maps.tools.parts.terrain_dialog import open_terrain

        run = partial(open_terrain, self.bench)
        return [Action("maps.terrain", "Change the current terrain", ("Ctrl+T",), run, where="maps", icon="palette")]

    def drop(self) -> None:
        """The stroke ends."""
        self._last = None

    def draw(self, pen: Pen) -> None:
        """The brush where the pointer is, and its mirror images."""
        if self.bench.at is not None:
            self.draw_footprints(pen, cell_of(self.bench.at), self.bench.paint.size)


class Eraser(Brush):
    """The brush with floor on it."""

    about = About("erase", "Erase to floor", "eraser", "E")

    @property
    def hint(self) -> str:
        """How to erase."""
        return f"Drag to erase to {self.terrain(FLOOR)}  ·  [ ] size of the eraser"

    def actions(self) -> list[Action]:
        """The brush has them."""
        return []

    def code_for(self, button: int) -> int:
        """Floor."""
        return FLOOR

    def draw(self, pen: Pen) -> None:
        """The eraser, in the colour of what goes away."""
        if self.bench.at is not None:
            self.draw_footprints(pen, cell_of(self.bench.at), self.bench.paint.size, pen.bad)


class LineTool(BrushTool, SpanTool):
    """A straight line of terrain."""

    about = About("line", "Draw a line", "slash", "L")
    noun = "Line"

    @property
    def hint(self) -> str:
        """How to draw a line."""
        if self._ends is None:
            return (
                f"Drag a line of {self.terrain(self.code_for(LEFT))}, with the right button one of floor  ·  [ ] width"
            )
        return "Shift keeps to eighths of a turn  ·  Esc takes it back"

    def kept(self, start: Cell, cell: Cell) -> Cell:
        """The cell as far away as the pointer's, along a row, a column or a diagonal."""
        return in_eighths(start, cell)

    def span(self, start: Cell, end: Cell) -> Line:
        """The line, as wide as the brush."""
        return Line(*start, *end, self._code, self.bench.paint.size, self.bench.paint.shape)

    def draw(self, pen: Pen) -> None:
        """The brush at both ends, the line between, how long it is."""
        size = self.bench.paint.size
        if self._ends is None:
            if self.bench.at is not None:
                self.draw_footprints(pen, cell_of(self.bench.at), size)
            return
        (ax, ay), (bx, by) = self._ends
        self.draw_footprints(pen, (ax, ay), size)
        self.draw_footprints(pen, (bx, by), size)
        for a, b in zip(self.images((ax, ay)), self.images((bx, by)), strict=True):
            pen.path(np.array([a, b]) + 0.5, dash=True)
        pen.measure(f"{max(abs(bx - ax), abs(by - ay)) + 1} cells", (bx + 0.5, by + 0.5))


def in_eighths(start: Cell, cell: Cell) -> Cell:
    """The cell as far from the start as the pointer's, on the row, the column or the diagonal it is nearest to."""
    dx, dy = cell[0] - start[0], cell[1] - start[1]
    eighth = round(math.atan2(dy, dx) / (math.pi / 4)) % 8
    reach = max(abs(dx), abs(dy))
    ways = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
    return start[0] + ways[eighth][0] * reach, start[1] + ways[eighth][1] * reach
