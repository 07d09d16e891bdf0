"""What dragging does to selected polygons. Each drag edits the level as it goes; together it is one undo step."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from sandbox.errors import BadInput
from sandbox.geometry.segments import meeting_box, nearest_vertex
from sandbox.level.edits import MovePolygon, MoveVertex, SetPolygon
from sandbox.level.edits.compact import together
from sandbox.level.edits.shaping import box_of, held_inside, transformed
from sandbox.level.obstacles import UNITS
from sandbox.ui.maps.tools.parts.grips import Frame, Handle, all_vertices, frame_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandbox.level.edits.effect import Edit
    from sandbox.level.obstacles import Obstacle
    from sandbox.ui.kit.events import Mods
    from sandbox.ui.maps.tools.parts.api import At
    from sandbox.ui.maps.tools.parts.pen import Floats, Pen
    from sandbox.ui.maps.tools.parts.selection import Vertex
    from sandbox.ui.maps.tools.select import SelectTool

TURN_STEP = math.pi / 12  # with Shift
LEAST_FACTOR = 1 / 64


class Drag:
    """Something held by the pointer."""

    hint: str

    def to(self, at: At, mods: Mods) -> None:
        """The pointer is here now."""

    def end(self) -> bool:
        """Let go; False if what was dragged must go back."""
        return True

    def draw(self, pen: Pen) -> None:
        """What there is to see beside the level itself."""


@dataclass
class MoveDrag(Drag):
    """The selected polygons follow the pointer; whichever of their vertices was nearest to it at first snaps."""

    tool: SelectTool
    polygons: list[Obstacle]
    start: At
    hint: str = "Shift keeps to one axis  ·  Alt ignores snapping  ·  Esc puts it back"
    moved: tuple[int, int] = (0, 0)  # units so far
    _anchor: At = (0.0, 0.0)

    def __post_init__(self) -> None:
        self._box = box_of(self.polygons)
        self._anchor = nearest_vertex(all_vertices(self.polygons), self.start).point

    def to(self, at: At, mods: Mods) -> None:
        """Move on by what is missing."""
        dx, dy = at[0] - self.start[0], at[1] - self.start[1]
        if mods.shift:
            dx, dy = (dx, 0.0) if abs(dx) >= abs(dy) else (0.0, dy)
        aim = self.tool.snap((self._anchor[0] + dx, self._anchor[1] + dy), mods._replace(shift=False)).point
        wish = round((aim[0] - self._anchor[0]) * UNITS), round((aim[1] - self._anchor[1]) * UNITS)
        if mods.shift:
            wish = (wish[0], 0) if dx else (0, wish[1])
        fx, fy = held_inside(self._box, *wish, self.tool.level)
        step = fx - self.moved[0], fy - self.moved[1]
        if step != (0, 0):
            edits: list[Edit] = [MovePolygon(p.id, *step) for p in self.polygons]
            self.tool.editing.do(together(edits, "Move polygons"))
            self.moved = fx, fy

    def draw(self, pen: Pen) -> None:
        """How far."""
        if self.moved != (0, 0) and self.tool.bench.at is not None:
            pen.measure(f"by {self.moved[0] / UNITS:g}, {self.moved[1] / UNITS:g}", self.tool.bench.at)


@dataclass
class VertexDrag(Drag):
    """One vertex follows the pointer; a polygon that would cross itself is shown red and goes back."""

    tool: SelectTool
    vertex: Vertex
    grip: At  # from the pointer to the vertex
    hint: str = "Shift keeps to angles  ·  Alt ignores snapping  ·  Esc puts it back"
    bad: Floats | None = None
    at: At = (0.0, 0.0)

    def to(self, at: At, mods: Mods) -> None:
        """Put the vertex there, if the polygon stays one."""
        level, v = self.tool.level, self.vertex
        ring = level.polygons[v.polygon].rings[v.ring]
        before = ring[v.number - 1] / UNITS
        others = np.delete(ring, v.number, axis=0) / UNITS
        aim = (at[0] + self.grip[0], at[1] + self.grip[1])
        self.at = self.tool.snap(aim, mods, (float(before[0]), float(before[1])), others).point
        x, y = round(self.at[0] * UNITS), round(self.at[1] * UNITS)
        near = ring[[v.number - 1, v.number, (v.number + 1) % len(ring)]]
        stays = bool((near == (x, y)).all(axis=1).any())  # on its neighbour it would be no vertex any more
        done = stays or self.tool.editing.attempt(MoveVertex(v.polygon, v.ring, v.number, x, y))
        self.bad = None if done else with_vertex(ring, v.number, self.at)

    def end(self) -> bool:
        """Whether the polygon is one."""
        if self.bad is not None:
            self.tool.bench.say("The polygon would cross itself: the vertex went back")
        return self.bad is None

    def draw(self, pen: Pen) -> None:
        """Where the vertex is, and what is wrong."""
        if self.bad is not None:
            pen.fill(self.bad, pen.bad)
            pen.path(self.bad, pen.bad, closed=True)
        pen.measure(f"{self.at[0]:g}, {self.at[1]:g}", self.at, bad=self.bad is not None)


def with_vertex(ring: NDArray[np.int32], number: int, at: At) -> Floats:
    """A ring in cells with one vertex elsewhere."""
    moved = ring / UNITS
    moved[number] = at
    return moved


@dataclass
class FrameDrag(Drag):
    """The whole selection turned or scaled, always from what it was at first: nothing adds up."""

    tool: SelectTool
    polygons: list[Obstacle]
    start: At
    handle: Handle
    hint: str = ""
    frame: Frame = field(init=False)
    words: str = ""
    refused: str = ""

    def __post_init__(self) -> None:
        self.frame = frame_of(self.polygons)
        turning = self.handle == (0, 0)
        self.hint = "Shift turns by 15°" if turning else "Shift keeps the proportions  ·  Alt ignores snapping"
        self.hint += "  ·  Esc puts it back"

    def to(self, at: At, mods: Mods) -> None:
        """Transform what it was at first."""
        matrix, centre = self._turn(at, mods) if self.handle == (0, 0) else self._scale(at, mods)
        middle = centre[0] * UNITS, centre[1] * UNITS
        try:
            shapes = [transformed(p, matrix, middle) for p in self.polygons]
        except BadInput as refusal:
            self.refused = str(refusal)
            return
        level = self.tool.level
        outside = not all(s.fits(level.width, level.height) for s in shapes)
        self.refused = "outside the level" if outside else ""
        edits: list[Edit] = [SetPolygon(s) for s in shapes if level.polygons[s.id] != s]
        if edits and not self.refused:
            self.tool.editing.do(together(edits, "Turn polygons" if self.handle == (0, 0) else "Scale polygons"))

    def _turn(self, at: At, mods: Mods) -> tuple[Floats, At]:
        centre = self.frame.centre
        angle = _direction(centre, at) - _direction(centre, self.start)
        if mods.shift:
            angle = round(angle / TURN_STEP) * TURN_STEP
        self.words = f"{(math.degrees(angle) + 180) % 360 - 180:.1f}°"
        c, s = math.cos(angle), math.sin(angle)
        return np.array([[c, -s], [s, c]]), centre

    def _scale(self, at: At, mods: Mods) -> tuple[Floats, At]:
        """The side opposite the handle stays."""
        hx, hy = self.handle
        grasped, anchor = self.frame.point(self.handle), self.frame.point((-hx, -hy))
        free = grasped[0] + at[0] - self.start[0], grasped[1] + at[1] - self.start[1]
        aim = self.tool.snap(free, mods._replace(shift=False)).point
        fx = _factor(aim[0] - anchor[0], grasped[0] - anchor[0]) if hx else 1.0
        fy = _factor(aim[1] - anchor[1], grasped[1] - anchor[1]) if hy else 1.0
        if mods.shift:
            fx = fy = max((f for f, h in ((fx, hx), (fy, hy)) if h), key=abs)
        self.words = f"× {fx:.2f}" if fx == fy else f"× {fx:.2f}, {fy:.2f}"
        return np.diag([fx, fy]), anchor

    def draw(self, pen: Pen) -> None:
        """By how much."""
        if self.words and self.tool.bench.at is not None:
            text = f"{self.words}, {self.refused}" if self.refused else self.words
            pen.measure(text, self.tool.bench.at, bad=bool(self.refused))


def _direction(centre: At, at: At) -> float:
    return math.atan2(at[1] - centre[1], at[0] - centre[0])


def _factor(now: float, then: float) -> float:
    """By how much a side has grown; never nothing at all."""
    factor = now / then if then else 1.0
    return factor if abs(factor) >= LEAST_FACTOR else math.copysign(LEAST_FACTOR, factor)


@dataclass
class BoxDrag(Drag):
    """A box drawn over the map: polygons that touch it are selected."""

    tool: SelectTool
    start: At
    kept: tuple[int, ...]  # selected before, with Shift
    hint: str = "Everything the box touches is selected"
    now: At = (0.0, 0.0)

    def __post_init__(self) -> None:
        self.now = self.start

    def to(self, at: At, mods: Mods) -> None:
        """Select on the way."""
        self.now = at
        (x0, x1), (y0, y1) = sorted((self.start[0], at[0])), sorted((self.start[1], at[1]))
        touched = [i for i, p in self.tool.level.polygons.items() if meeting_box(p.outer / UNITS, (x0, y0, x1, y1))]
        self.tool.bench.selection.set([*self.kept, *touched])

    def draw(self, pen: Pen) -> None:
        """The box."""
        (x0, y0), (x1, y1) = self.start, self.now
        pen.fill(np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]), strength=0.1)
        pen.box(x0, y0, x1, y1, dash=True)
