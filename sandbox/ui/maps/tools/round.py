"""Draw circles, ellipses and freehand shapes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import numpy as np

from sandbox.geometry import polygons as geometry
from sandbox.level.obstacles import UNITS, DrawnAs
from sandbox.ui.kit.events import LEFT
from sandbox.ui.maps.tools.parts.api import About, At, Workbench
from sandbox.ui.maps.tools.parts.entry import numbers
from sandbox.ui.maps.tools.parts.shapes import ShapeTool, units

if TYPE_CHECKING:
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.kit import Widget
    from sandbox.ui.kit.events import Key, Mods, Pointer
    from sandbox.ui.maps.tools.parts.pen import Floats, Pen

TOLERANCE = 1 / 32  # cells a ring may lie inside its circle
SMALLEST = 1 / 16  # cells
FREEHAND_TOLERANCE = 1 / 8  # cells
FREEHAND_STEP = 2.0  # dp between points taken of a freehand stroke
Kind = Literal["circle", "ellipse"]


class RoundTool(ShapeTool):
    """A circle or an ellipse: from its middle outwards."""

    about = About("round", "Draw a circle or an ellipse", "circle", "C")

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self.kind: Kind = "circle"
        self.centre: At | None = None
        self.radii = (0.0, 0.0)

    @property
    def hint(self) -> str:
        """How to draw one."""
        if self.entry.text:
            return "x, y, radius  ·  x, y, radius across, radius down  ·  Enter draws it  ·  Esc drops it"
        if self.centre is None:
            return f"Drag from the middle of the {self.kind} outwards, or type x, y, radius  ·  Alt ignores snapping"
        return "Shift turns a circle into an ellipse, and the other way round  ·  Esc drops it"

    @property
    def busy(self) -> bool:
        """Whether one is being drawn."""
        return self.centre is not None or bool(self.entry.text)

    def drop(self) -> None:
        """Forget it."""
        self.centre, self.current = None, None
        self.entry.take()

    def options(self) -> list[Widget]:
        """Which of the two."""
        from sandbox.ui.kit import Segments

        kinds: tuple[Kind, Kind] = ("circle", "ellipse")
        return [Segments(["Circle", "Ellipse"], 0, on_change=lambda i: setattr(self, "kind", kinds[i]))]

    def pointer(self, canvas: Canvas, event: Pointer, at: At) -> bool:
        """Press in the middle, release at the rim."""
        self.current = self.snap(at, event.mods if event.mods.alt else event.mods._replace(shift=False))
        if event.kind == "down" and event.button == LEFT:
            self.centre, self.radii = self.current.point, (0.0, 0.0)
        elif self.centre is not None and event.kind in ("move", "up"):
            self.radii = self._radii(self.current.point, event.mods)
        if event.kind in ("up", "cancel") and self.centre is not None:
            centre, self.centre = self.centre, None
            if event.kind == "up" and min(self.radii) >= SMALLEST:
                self.add_round(centre, self.radii)
        self.changed()
        return self.centre is not None or event.kind == "up"

    def _radii(self, at: At, mods: Mods) -> tuple[float, float]:
        """How far the pointer is from the middle, or how far each way."""
        assert self.centre is not None
        x, y = self.centre
        dx, dy = abs(at[0] - x), abs(at[1] - y)
        if (self.kind == "ellipse") == mods.shift:
            dx = dy = math.hypot(dx, dy)
        return self._held((x, y), (dx, dy))

    def _held(self, centre: At, radii: tuple[float, float]) -> tuple[float, float]:
        """Not out of the level; a circle stays one."""
        room_x, room_y = (
            min(c, side - c) for c, side in zip(centre, (self.level.width, self.level.height), strict=True)
        )
        if radii[0] == radii[1]:
            return (min(radii[0], room_x, room_y),) * 2
        return min(radii[0], room_x), min(radii[1], room_y)

    def add_round(self, centre: At, radii: tuple[float, float]) -> bool:
        """Add it to the level."""
        (x, y), (a, b) = centre, radii
        origin = DrawnAs("circle", (x, y, a), TOLERANCE) if a == b else DrawnAs("ellipse", (x, y, a, b, 0.0), TOLERANCE)
        ring = geometry.without_repeats(self.ring(centre, radii) * UNITS)
        return self.add(f"Draw {origin.shape}", [(ring,)], origin)

    def ring(self, centre: At, radii: tuple[float, float]) -> Floats:
        """Its outline in cells."""
        return geometry.ellipse(*centre, *radii, 0.0, TOLERANCE)

    def typed(self, canvas: Canvas, event: Key) -> bool:
        """Typed numbers: middle and radii."""
        if event.combo == "Enter" and self.entry.text:
            self._enter(self.entry.take())
            return True
        return self.entry.press(event)

    def _enter(self, text: str) -> None:
        x, y, a, b = (*numbers(text), math.nan, math.nan, math.nan, math.nan)[:4]
        b = a if math.isnan(b) else b
        if math.isnan(a) or min(a, b) < SMALLEST:
            self.bench.say(f"{text!r}: type x, y and a radius of at least {SMALLEST:g} cells")
        elif self._held((x, y), (a, b)) != (a, b):
            self.bench.say(f"A radius of {max(a, b):g} around {x:g}, {y:g} does not fit into the level")
        else:
            self.add_round((x, y), (a, b))

    def draw(self, pen: Pen) -> None:
        """The outline, the middle, the radius."""
        at = self.current.point if self.current else self.bench.at
        if self.centre is not None and min(self.radii) > 0:
            ring = self.ring(self.centre, self.radii)
            pen.fill(ring, strength=0.14)
            pen.path(ring, closed=True)
            pen.cross(self.centre)
        self.draw_snap(pen)
        if at is not None:
            pen.measure(self._words(at), at)

    def _words(self, at: At) -> str:
        if self.entry.text:
            return f"{self.entry.text}|"
        if self.centre is None:
            return f"{at[0]:g}, {at[1]:g}"
        a, b = self.radii
        return f"radius {a:.2f}" if a == b else f"radii {a:.2f}, {b:.2f}"


class Freehand(ShapeTool):
    """An outline drawn by hand, or a stroke as wide as the brush."""

    about = About("freehand", "Draw freehand", "pencil", "F")

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self.points: list[At] = []
        self.stroke = False

    @property
    def hint(self) -> str:
        """How to draw one."""
        if self.stroke:
            return f"Drag: the stroke becomes a polygon {self.bench.paint.size} cells wide  ·  [ ] width"
        return "Drag around a shape: what the line encloses becomes a polygon"

    @property
    def busy(self) -> bool:
        """Whether one is being drawn."""
        return bool(self.points)

    def drop(self) -> None:
        """Forget it."""
        self.points = []

    def options(self) -> list[Widget]:
        """What becomes of the line."""
        from sandbox.ui.kit import Segments

        return [Segments(["Outline", "Stroke"], 0, on_change=lambda i: setattr(self, "stroke", i == 1))]

    def pointer(self, canvas: Canvas, event: Pointer, at: At) -> bool:
        """Gather points along the drag."""
        at = (min(max(at[0], 0.0), self.level.width), min(max(at[1], 0.0), self.level.height))
        if event.kind == "down" and event.button == LEFT:
            self.points = [at]
        elif self.points and event.kind == "move" and math.dist(at, self.points[-1]) >= FREEHAND_STEP * self.reach:
            self.points.append(at)
        elif self.points and event.kind in ("up", "cancel"):
            points, self.points = self.points, []
            if event.kind == "up":
                self._finish(points)
        self.changed()
        return bool(self.points) or event.kind == "up"

    def _finish(self, points: list[At]) -> None:
        tolerance = min(FREEHAND_TOLERANCE, FREEHAND_STEP * self.reach) * UNITS
        if self.stroke:
            parts = geometry.stroke_outline(units(points), self.bench.paint.size * UNITS, tolerance)
        else:
            parts = geometry.freehand_ring(units(points), tolerance)
        kept = [piece for part in parts for piece in self.inside(part)]
        if not self.add("Draw freehand", kept, DrawnAs("freehand", (), FREEHAND_TOLERANCE)):
            self.bench.say("The line encloses nothing: draw around a shape")

    def typed(self, canvas: Canvas, event: Key) -> bool:
        """[ and ] change the width of a stroke."""
        if event.combo not in ("[", "]"):
            return False
        self.bench.paint.resize(1 if event.combo == "]" else -1)
        return True

    def draw(self, pen: Pen) -> None:
        """The line so far."""
        if len(self.points) > 1:
            line = np.array(self.points)
            if not self.stroke:
                pen.fill(line, strength=0.14)
            pen.path(line, closed=not self.stroke, width=max(2.0, self._width(pen)) if self.stroke else 1.5)

    def _width(self, pen: Pen) -> float:
        return self.bench.paint.size * pen.brush.camera.scale / pen.brush.dp
