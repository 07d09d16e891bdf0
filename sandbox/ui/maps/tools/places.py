"""Rectangles of whole cells, drawn by a drag or typed after Enter: spawn and goal areas, doors; and named points."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar

from sandbox.level.edits import SetMarker, SetTimed
from sandbox.level.markers import Marker, MarkerKind, free_name
from sandbox.level.rect import Rect
from sandbox.level.timed import Door
from sandbox.ui.kit import Form
from sandbox.ui.kit.events import LEFT
from sandbox.ui.kit.overlays.dialogs import ask_for
from sandbox.ui.maps.boxes import box_fields, box_of_values, box_values
from sandbox.ui.maps.ends import ENDS
from sandbox.ui.maps.tools.parts.api import About, At, Cell, Group, MapTool, Workbench

if TYPE_CHECKING:
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.kit.events import Key, Pointer
    from sandbox.ui.maps.tools.parts.pen import Pen

FIRST_AGENTS = 10
REACH = 10  # dp around a point that grasps it


def box_of(marker: Marker) -> Rect:
    """The cells an area's box covers."""
    xs, ys = [p[0] for p in marker.points], [p[1] for p in marker.points]
    return Rect(math.floor(min(xs)), math.floor(min(ys)), math.ceil(max(xs)), math.ceil(max(ys)))


class AreaTool(MapTool):
    """A rectangle of cells; subclasses say what it is for, and which of those there are can be dragged elsewhere."""

    group: ClassVar[Group] = "places"
    shelf = False

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._from: Cell | None = None
        self._to: Cell = (0, 0)
        self._moving: tuple[str, Rect] | None = None  # a rectangle there is, being dragged

    @property
    def hint(self) -> str:
        """How to draw it."""
        return (
            f"{self.about.title}: drag a rectangle of cells (or arrows and Space), Enter types it; drag one to move it"
        )

    # What subclasses answer ----------------------------------------------------------------------------

    def drawn(self, area: Rect) -> None:
        """A rectangle inside the level was drawn."""

    def there(self) -> dict[str, Rect]:
        """The rectangles of this kind there are, by name."""
        return {}

    def moved(self, name: str, dx: int, dy: int) -> None:
        """One of them was dragged by so many cells."""

    # The pointer ---------------------------------------------------------------------------------------

    @property
    def area(self) -> Rect:
        """The rectangle being drawn, inside the level."""
        return Rect.spanning(self._from or self._to, self._to).clipped(self.level.width, self.level.height)

    @property
    def way(self) -> tuple[int, int]:
        """How far one is being dragged, so that it stays inside."""
        if self._moving is None or self._from is None:
            return 0, 0
        box, level = self._moving[1], self.level
        dx, dy = self._to[0] - self._from[0], self._to[1] - self._from[1]
        return min(max(dx, -box.x0), level.width - box.x1), min(max(dy, -box.y0), level.height - box.y1)

    def pointer(self, canvas: Canvas, event: Pointer, at: At) -> bool:
        """Drag from corner to corner, or one that is there; with Alt always a new one."""
        cell = math.floor(at[0]), math.floor(at[1])
        if event.kind == "down" and event.button == LEFT:
            self._from = self._to = cell
            self._moving = None if event.mods.alt else self._grasped(cell)
        elif self._from is None:
            return False
        elif event.kind == "move":
            self._to = cell
        elif event.kind == "up":
            self._finish()
        elif event.kind == "cancel":
            self.drop()
        canvas.touch()
        return True

    def _grasped(self, cell: Cell) -> tuple[str, Rect] | None:
        held = [(name, box) for name, box in self.there().items() if box.holds(*cell)]
        return min(held, key=lambda pair: pair[1].area, default=None)

    def _finish(self) -> None:
        area, moving, way = self.area, self._moving, self.way
        self._from = self._moving = None
        if moving is not None:
            if way != (0, 0):
                self.moved(moving[0], *way)
        elif area:
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
        size = self.level.width, self.level.height
        form = Form(list(box_fields(size)), box_values(self.first_area()))

        def take() -> None:
            self.drawn(box_of_values(form.values).clipped(*size))

        ask_for(canvas.root, self.about.title, form, "Add", take)

    def draw(self, pen: Pen) -> None:
        """The rectangle being drawn or dragged."""
        if self._from is None:
            return
        box = self.area
        text = f"{box.width} × {box.height}"
        if self._moving is not None:
            name, old = self._moving
            dx, dy = self.way
            box, text = Rect(old.x0 + dx, old.y0 + dy, old.x1 + dx, old.y1 + dy), f"{name} by {dx}, {dy}"
        pen.box(*box)
        pen.measure(text, (box.x1, box.y1))

    def drop(self) -> None:
        """Forget what is being drawn or dragged."""
        self._from = self._moving = None


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

    def there(self) -> dict[str, Rect]:
        """The boxes of the areas of this kind."""
        return {name: box_of(m) for name, m in self.level.markers.items() if m.kind is self.kind}

    def moved(self, name: str, dx: int, dy: int) -> None:
        """Put the area elsewhere."""
        self.editing.step(f"Move {name}", SetMarker(name, self.level.markers[name].moved(dx, dy)))


class SpawnArea(MarkedArea):
    """Where a crowd appears."""

    about = About("spawn-area", "Spawn area", "users")

    def marker(self, area: Rect) -> Marker:
        """With a few agents, bound for the goal area if there is just one."""
        goals = [name for name, m in self.level.markers.items() if m.kind is MarkerKind.GOAL]
        target = goals[0] if len(goals) == 1 else ""
        return Marker.area(self.kind, area, target=target, agents=min(FIRST_AGENTS, area.area))


class GoalArea(MarkedArea):
    """Where a crowd wants to go."""

    about = About("goal-area", "Goal area", "flag")
    kind = MarkerKind.GOAL
    stem = "goal"


class DoorTool(AreaTool):
    """Cells that open and close."""

    about = About("door", "Timed door", "lock-open")

    def first_area(self) -> Rect:
        """A door is narrow."""
        return Rect(0, 0, 1, min(3, self.level.height))

    def drawn(self, area: Rect) -> None:
        """Add the door, with half of its time open."""
        door = Door(free_name("door", {t.name for t in self.level.timed}), area)
        self.editing.step(f"Add {door.name}", SetTimed((*self.level.timed, door)))

    def there(self) -> dict[str, Rect]:
        """The cells of every door."""
        return {t.name: t.area for t in self.level.timed if isinstance(t, Door)}

    def moved(self, name: str, dx: int, dy: int) -> None:
        """Put the door elsewhere."""
        timed = tuple(t.moved(dx, dy) if isinstance(t, Door) and t.name == name else t for t in self.level.timed)
        self.editing.step(f"Move {name}", SetTimed(timed))


class PointTool(MapTool):
    """A named point: a click makes one, a drag moves one."""

    about = About("point", "Named point", "map-pin")
    group = "places"
    shelf = False
    hint = "Named point: click where it should be, drag one to move it; Alt ignores the cells"

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._held = ""

    def pointer(self, canvas: Canvas, event: Pointer, at: At) -> bool:
        """The point is at the cell's centre; with Alt exactly there."""
        place = at if event.mods.alt else (math.floor(at[0]) + 0.5, math.floor(at[1]) + 0.5)
        if event.kind == "down" and event.button == LEFT:
            self._held = self.marker_near(at, self._points, REACH) or free_name("point", self.level.markers)
            fresh = self._held not in self.level.markers
            self.editing.begin(f"{'Add' if fresh else 'Move'} {self._held}")
            if fresh:
                self.editing.do(SetMarker(self._held, Marker.at(*place)))
        elif not self._held:
            return False
        elif event.kind == "move" and self._inside(place):
            self.editing.do(SetMarker(self._held, Marker.at(*place)))
        elif event.kind in ("up", "cancel"):
            self._held = ""
            self.finish(done=event.kind == "up")
        return True

    @property
    def _points(self) -> list[str]:
        return [n for n, m in self.level.markers.items() if m.kind is MarkerKind.POINT and n not in ENDS]

    def _inside(self, place: At) -> bool:
        return 0 <= place[0] <= self.level.width and 0 <= place[1] <= self.level.height

    def drop(self) -> None:
        """Let go."""
        self._held = ""
