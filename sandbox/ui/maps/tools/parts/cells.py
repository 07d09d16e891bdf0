"""What all tools that paint cells share: terrain by number keys, brush size, mirrored edits, footprints."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sandbox.level.edits import Batch, PaintCells, mirrored
from sandbox.level.edits.paint import image_of
from sandbox.level.terrain import FLOOR
from sandbox.ui.kit.events import LEFT, RIGHT
from sandbox.ui.maps.tools.parts.api import At, Cell, MapTool, Workbench
from sandbox.ui.maps.tools.parts.pen import Pen

if TYPE_CHECKING:
    import pygame

    from sandbox.level.edits.paint import CellEdit, Symmetry
    from sandbox.level.terrain import Terrain
    from sandbox.ui.canvas.colours import Rgb
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.kit import Widget
    from sandbox.ui.kit.events import Key, Pointer

DIGITS = "123456789"
MIRRORED = {
    None: "",
    "left-right": "x",
    "top-bottom": "y",
    "four-way": "x y xy",
    "half-turn": "xy",
    "quarter-turns": "r xy rrr",
}

UPRIGHT, LYING = (0.5, 0.0, 0.5, 1.0), (0.0, 0.5, 1.0, 0.5)
AXES: dict[Symmetry | None, tuple[tuple[float, float, float, float], ...]] = {
    None: (),
    "left-right": (UPRIGHT,),
    "top-bottom": (LYING,),
    "four-way": (UPRIGHT, LYING),
    "half-turn": ((0.48, 0.5, 0.52, 0.5), (0.5, 0.48, 0.5, 0.52)),
    "quarter-turns": ((0.48, 0.5, 0.52, 0.5), (0.5, 0.48, 0.5, 0.52)),
}  # in shares of width and height; of a turn only the middle


def cell_of(at: At) -> Cell:
    """The cell that contains a point."""
    return math.floor(at[0]), math.floor(at[1])


class CellTool(MapTool):
    """A tool that gives cells another terrain."""

    group = "tiles"

    @property
    def own_right(self) -> bool:
        """It erases."""
        return True

    def code_for(self, button: int) -> int:
        """What a button paints: the right one floor."""
        return FLOOR if button == RIGHT else min(self.bench.paint.code, len(self.level.palette) - 1)

    def terrain(self, code: int) -> str:
        """A terrain's name."""
        return self.level.palette[code].name

    def put(self, edit: CellEdit) -> bool:
        """Do a cell edit and its images in the symmetry chosen."""
        symmetry = self.bench.paint.symmetry
        if symmetry is None:
            return self.editing.do(edit)
        edits = self.bench.tried(lambda: mirrored(edit, symmetry, self.level))
        return edits is not None and self.editing.do(Batch(edits, edit.label))

    def paint_once(self, label: str, edit: CellEdit) -> None:
        """A step of one cell edit and its images."""
        self.editing.begin(label)
        self.put(edit)
        self.editing.end()

    def images(self, cell: Cell) -> list[Cell]:
        """The cell and where the symmetry takes it, for previews."""
        level, found = self.level, [cell]
        if self.bench.paint.symmetry == "quarter-turns" and level.width != level.height:
            return found
        one = PaintCells.one(*cell, 0).cells
        for turn in MIRRORED[self.bench.paint.symmetry].split():
            box = image_of(one, turn, level).box
            found.append((box.x0, box.y0))
        return found

    def taken(self) -> None:
        """Remember what was painted with, for the eyedropper to return to."""
        self.bench.last_painting = self.about.name

    def pick(self, cell: Cell) -> None:
        """Take the terrain of a cell in hand."""
        if 0 <= cell[0] < self.level.width and 0 <= cell[1] < self.level.height:
            picked = self.level.code_at(*cell)
            self.bench.paint.set(code=picked)
            self.bench.say(f"Painting {describe(self.level.palette[picked])}")

    def typed(self, canvas: Canvas, event: Key) -> bool:
        """1 to 9 take a terrain, [ and ] change the brush."""
        paint = self.bench.paint
        if event.combo in DIGITS and int(event.combo) <= len(self.level.palette):
            paint.set(code=int(event.combo) - 1)
            self.bench.say(f"Painting {describe(self.level.palette[paint.code])}")
        elif event.combo in ("[", "]"):
            paint.resize(1 if event.combo == "]" else -1)
            self.bench.say(f"Brush {paint.size} wide")
        else:
            return False
        return True

    def options(self) -> list[Widget]:
        """The terrain and the symmetry."""
        from sandbox.ui.maps.tools.parts.paint_options import symmetry_choice, terrain_choice

        return [*terrain_choice(self.bench), *self.more_options(), symmetry_choice(self.bench)]

    def more_options(self) -> list[Widget]:
        """Between terrain and symmetry."""
        return []

    def paint(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """The preview, over the axes of the symmetry."""
        lines = AXES[self.bench.paint.symmetry]
        if lines:
            size = np.array([self.level.width, self.level.height] * 2, np.float64)
            Pen(canvas, surface, clip, self.bench.colours()).segments(np.array(lines) * size, dash=True, width=1.0)
        super().paint(canvas, surface, clip)

    def draw_footprints(self, pen: Pen, cell: Cell, size: int, colour: Rgb | None = None) -> None:
        """Where the brush stands, and its images."""
        shape = self.bench.paint.shape
        shift = 1 - size % 2  # an even brush is centred on a corner; its mirror image on the one before
        for i, image in enumerate(self.images(cell)):
            turn = MIRRORED[self.bench.paint.symmetry].split()[i - 1] if i else ""
            x = image[0] - shift * (turn in ("x", "xy", "r"))
            y = image[1] - shift * (turn in ("y", "xy", "rrr"))
            pen.footprint((x, y), size, shape, colour)


class SpanTool(CellTool):
    """Terrain from one cell to another: press at one, release at the other."""

    noun: ClassVar[str]

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._ends: tuple[Cell, Cell] | None = None
        self._code = FLOOR

    def kept(self, start: Cell, cell: Cell) -> Cell:
        """The far end while Shift is held."""
        raise NotImplementedError

    def span(self, start: Cell, end: Cell) -> CellEdit | None:
        """What is drawn; None if that is nothing of the level."""
        raise NotImplementedError

    @property
    def busy(self) -> bool:
        """Whether one is being drawn."""
        return self._ends is not None

    def drop(self) -> None:
        """Forget it."""
        self._ends = None

    def pointer(self, canvas: Canvas, event: Pointer, at: At) -> bool:
        """Press, drag, release."""
        cell = cell_of(at)
        if event.kind == "down" and event.button in (LEFT, RIGHT):
            self._ends, self._code = (cell, cell), self.code_for(event.button)
        elif self._ends is not None and event.kind == "move":
            start = self._ends[0]
            self._ends = start, self.kept(start, cell) if event.mods.shift else cell
        elif self._ends is not None and event.kind in ("up", "cancel"):
            ends, self._ends = self._ends, None
            if event.kind == "up" and (edit := self.span(*ends)) is not None:
                self.paint_once(f"{self.noun} of {self.terrain(self._code)}", edit)
        self.changed()
        return self._ends is not None or event.kind == "up"


def describe(terrain: Terrain) -> str:
    """A terrain's name and what it costs."""
    return f"{terrain.name}, " + ("blocked" if terrain.blocked else f"cost {terrain.cost:g}")
