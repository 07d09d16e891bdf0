"""Cut polygons in two along a line."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from sandbox.level.edits import AddPolygon, Batch
from sandbox.level.edits.shaping import divided
from sandbox.ui.kit.events import LEFT
from sandbox.ui.maps.tools.parts.api import About, At, Workbench
from sandbox.ui.maps.tools.parts.shapes import ShapeTool, length_and_angle, units

if TYPE_CHECKING:
    from sandbox.level.edits.effect import Edit
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.kit.events import Pointer
    from sandbox.ui.maps.tools.parts.pen import Pen


class Knife(ShapeTool):
    """The line being drawn. It cuts what is selected, or everything it crosses when nothing is."""

    about = About("split", "Split polygons", "scissors", "K")

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self.start: At | None = None

    @property
    def hint(self) -> str:
        """How to cut."""
        if self.start is not None:
            return "Across the polygon and out on the other side  ·  Shift keeps to angles  ·  Alt ignores snapping"
        what = "the selected polygons" if self.bench.selection.ids else "every polygon it crosses"
        return f"Drag a line: it splits {what}"

    @property
    def busy(self) -> bool:
        """Whether a line is being drawn."""
        return self.start is not None

    def drop(self) -> None:
        """Forget the line."""
        self.start, self.current = None, None

    def pointer(self, canvas: Canvas, event: Pointer, at: At) -> bool:
        """Press before the polygon, release behind it."""
        self.current = self.snap(at, event.mods, self.start)
        if event.kind == "down" and event.button == LEFT:
            self.start = self.current.point
        elif event.kind in ("up", "cancel") and self.start is not None:
            start, self.start = self.start, None
            if event.kind == "up" and start != self.current.point:
                self.split(start, self.current.point)
        self.changed()
        return self.start is not None or event.kind == "up"

    def split(self, a: At, b: At) -> None:
        """Split along a line, a little longer than drawn: its ends may lie on the outline."""
        reach = math.dist(a, b)
        over = np.array([b[0] - a[0], b[1] - a[1]]) / reach / 64
        line = units(np.array([np.array(a) - over, np.array(b) + over]))
        edits = self._edits(line)
        if edits:
            self.editing.step("Split polygons", Batch(tuple(edits), "Split polygons"))
        else:
            self.bench.say("Nothing was split: the line has to go all the way across a polygon")

    def _edits(self, line: np.ndarray) -> list[Edit]:
        chosen = self.bench.selection.polygons(self.level) or list(self.level.polygons.values())
        edits: list[Edit] = []
        for polygon in chosen:
            new = [e.polygon.id for e in edits if isinstance(e, AddPolygon)]
            edits += divided(polygon, line, self.level, max(new, default=0) + 1)
        return edits

    def draw(self, pen: Pen) -> None:
        """The line."""
        if self.start is not None and self.current is not None:
            pen.path(np.array([self.start, self.current.point]), dash=True)
            pen.disc(self.start, radius=3.0)
            pen.measure(length_and_angle(self.start, self.current.point), self.current.point)
        self.draw_snap(pen)
