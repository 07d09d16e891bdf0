"""Rectangles of whole cells, drawn by a drag or typed after Enter: spawn and goal areas, doors; and named points."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar

from sandbox.level.edits import SetMarker, SetTimed
from sandbox.level.markers import Marker, MarkerKind
from sandbox.level.rect import Rect
from sandbox.level.timed import Door
from sandbox.ui.kit import Dialog, Field, Form
from sandbox.ui.kit.events import LEFT
from sandbox.ui.maps.tools.api import At, Group, MapTool, Workbench

if TYPE_CHECKING:
    from collections.abc import Container

    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.kit.events import Key, Pointer
    from sandbox.ui.maps.tools.pen import Pen

FIRST_AGENTS = 10


def free_name(stem: str, taken: Container[str]) -> str:
    """The stem with the first number nobody has."""
    number = 1
    while f"{stem} {number}" in taken:
        number += 1
    return f"{stem} {number}"


class AreaTool(MapTool):
    """A rectangle of cells; subclasses say what it is for."""

    group: ClassVar[Group] = "places"
    shelf = False

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._from: tuple[int, int] | None = None
        self._to = (0, 0)

    @property
    def hint(self) -> str:
        """How to draw it."""
        return f"{self.title}: drag a rectangle of cells (or arrows and Space), Enter types it"

    def drawn(self, area: Rect) -> None:
        """A rectangle inside the level was drawn."""

    @property
    def area(self) -> Rect:
        """The rectangle being drawn, inside the level."""
        (x0, y0), (x1, y1) = self._from or self._to, self._to
        box = Rect(min(x0, x1), min(y0, y1), max(x0, x1) + 1, max(y0, y1) + 1)
        return box.clipped(self.level.width, self.level.height)

    def pointer(self, canvas: Canvas, event: Pointer, at: At) -> bool:
        """Drag from corner to corner."""
        cell = math.floor(at[0]), math.floor(at[1])
        if event.kind == "down" and event.button == LEFT:
            self._from = self._to = cell
        elif self._from is None:
            return False
        elif event.kind == "move":
            self._to = cell
        elif event.kind == "up":
            self._finish()
        elif event.kind == "cancel":
            self._from = None
        canvas.touch()
        return True

    def _finish(self) -> None:
        area, self._from = self.area, None
        if area:
            self.drawn(area)

    def typed(self, canvas: Canvas, event: Key) -> bool:
        """Enter asks for the numbers."""
        if event.combo == "Enter":
            self.type_area(canvas)
            return True
        return False

    @property
    def busy(self) -> bool:
        """Whether a rectangle is being drawn."""
        return self._from is not None or super().busy

    def first_area(self) -> Rect:
        """What the typed numbers start with."""
        return Rect(0, 0, min(4, self.level.width), min(4, self.level.height))

    def type_area(self, canvas: Canvas) -> None:
        """Ask for corner and size."""
        level, first = self.level, self.first_area()
        spec = (
            ("x", "Left", first.x0, 0, level.width - 1),
            ("y", "Top", first.y0, 0, level.height - 1),
            ("width", "Width", first.width, 1, level.width),
            ("height", "Height", first.height, 1, level.height),
        )
        fields = [Field(n, label, "int", value, low, high, 1, unit="cells") for n, label, value, low, high in spec]
        form = Form(fields)

        def take() -> None:
            v = form.values
            box = Rect(v["x"], v["y"], v["x"] + v["width"], v["y"] + v["height"])
            self.drawn(box.clipped(level.width, level.height))

        Dialog(self.title, form, [("Cancel", "plain", None), ("Add", "primary", take)]).open(canvas.root)

    def draw(self, pen: Pen) -> None:
        """The rectangle being drawn."""
        if self._from is not None:
            box = self.area
            pen.box(*box)
            pen.measure(f"{box.width} × {box.height}", (box.x1, box.y1))

    def drop(self) -> None:
        """Forget what is being drawn."""
        self._from = None


class MarkedArea(AreaTool):
    """An area for crowds."""

    kind = MarkerKind.SPAWN
    stem = "spawn"

    def drawn(self, area: Rect) -> None:
        """Add the area under a new name."""
        name = free_name(self.stem, self.level.markers)
        self.editing.step(f"Add {name}", SetMarker(name, self.marker(area)))

    def marker(self, area: Rect) -> Marker:
        """The marker of an area."""
        return Marker.area(self.kind, area)


class SpawnArea(MarkedArea):
    """Where a crowd appears."""

    name = "spawn-area"
    title = "Spawn area"
    icon = "users"

    def marker(self, area: Rect) -> Marker:
        """With a few agents, bound for the goal area if there is just one."""
        goals = [name for name, m in self.level.markers.items() if m.kind is MarkerKind.GOAL]
        target = goals[0] if len(goals) == 1 else ""
        return Marker.area(self.kind, area, target=target, agents=min(FIRST_AGENTS, area.area))


class GoalArea(MarkedArea):
    """Where a crowd wants to go."""

    name = "goal-area"
    title = "Goal area"
    icon = "flag"
    kind = MarkerKind.GOAL
    stem = "goal"


class DoorTool(AreaTool):
    """Cells that open and close."""

    name = "door"
    title = "Timed door"
    icon = "lock-open"

    def first_area(self) -> Rect:
        """A door is narrow."""
        return Rect(0, 0, 1, min(3, self.level.height))

    def drawn(self, area: Rect) -> None:
        """Add the door, with half of its time open."""
        door = Door(free_name("door", {t.name for t in self.level.timed}), area)
        self.editing.step(f"Add {door.name}", SetTimed((*self.level.timed, door)))


class PointTool(MapTool):
    """A named point."""

    name = "point"
    title = "Named point"
    icon = "map-pin"
    group = "places"
    shelf = False
    drags = False

    @property
    def hint(self) -> str:
        """How to place one."""
        return "Named point: click where it should be"

    def pointer(self, canvas: Canvas, event: Pointer, at: At) -> bool:
        """A click places it at the cell's centre; with Alt exactly there."""
        if event.kind != "down" or event.button != LEFT:
            return False
        x, y = at if event.mods.alt else (math.floor(at[0]) + 0.5, math.floor(at[1]) + 0.5)
        name = free_name("point", self.level.markers)
        self.editing.step(f"Add {name}", SetMarker(name, Marker.at(x, y)))
        canvas.touch()
        return True
