"""What the left button does on the map: move the ends of the query, paint terrain, or look around."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sandbox.level.edits import Line, SetMarker
from sandbox.level.effect import Edit
from sandbox.level.markers import Marker
from sandbox.ui.canvas.widget import Canvas
from sandbox.ui.kit.events import LEFT, RIGHT, Key, Pointer

if TYPE_CHECKING:
    from sandbox.level.model import Level

At = tuple[float, float]
End = Literal["start", "goal"]
REACH = 14  # dp around a marker that grasps it


@dataclass
class MapEditing:
    """What tools may do: look at the level, and edit it in gestures (one undo step each)."""

    level: Callable[[], Level]
    begin: Callable[[str], None]
    edit: Callable[[Edit], None]
    end: Callable[[], None]


@dataclass
class MoveEnds:
    """Drag the start or the goal; a click on free ground brings the goal there (Shift: the start)."""

    editing: MapEditing
    cursor: str = "arrow"
    held: End | None = None

    def pointer(self, canvas: Canvas, event: Pointer, at: At) -> bool:
        """Grasp the nearest end, or bring one to the click."""
        if event.kind == "down" and event.button == LEFT:
            self.held = self._near(canvas, event) or ("start" if event.mods.shift else "goal")
            self.editing.begin(f"Move {self.held}")
            self._move(at)
            return True
        if self.held is None:
            return False
        if event.kind == "move":
            self._move(at)
        elif event.kind in ("up", "cancel"):
            self.held = None
            self.editing.end()
        return True

    def _near(self, canvas: Canvas, event: Pointer) -> End | None:
        found: list[tuple[float, End]] = []
        for name in ("start", "goal"):
            marker = self.editing.level().markers.get(name)
            if marker is not None:
                x, y = canvas.to_window(*marker.point)
                found.append((math.hypot(event.x - x, event.y - y), "start" if name == "start" else "goal"))
        reach = canvas.dp(REACH)
        return min((f for f in found if f[0] <= reach), default=(0.0, None))[1]

    def _move(self, at: At) -> None:
        level = self.editing.level()
        x = min(max(math.floor(at[0]), 0), level.width - 1) + 0.5
        y = min(max(math.floor(at[1]), 0), level.height - 1) + 0.5
        assert self.held is not None
        marker = level.markers.get(self.held)
        if marker is None or marker.point != (x, y):
            self.editing.edit(SetMarker(self.held, Marker.at(x, y)))

    def key(self, canvas: Canvas, event: Key) -> bool:  # noqa: ARG002
        """The arrows move the goal by a cell, with Shift the start."""
        steps = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}
        if event.name not in steps or event.mods.ctrl or event.mods.alt:
            return False
        self.held = "start" if event.mods.shift else "goal"
        marker = self.editing.level().markers.get(self.held)
        if marker is not None:
            dx, dy = steps[event.name]
            self.editing.begin(f"Move {self.held}")
            self._move((marker.point[0] + dx, marker.point[1] + dy))
            self.editing.end()
        self.held = None
        return True


@dataclass
class Paint:
    """Draw terrain along the pointer; the right button (or `erase`) draws floor."""

    editing: MapEditing
    code: int = 1
    size: int = 1
    erase: bool = False
    cursor: str = "crosshair"
    _last: tuple[int, int] | None = None
    _code: int = 1

    def pointer(self, canvas: Canvas, event: Pointer, at: At) -> bool:  # noqa: ARG002
        """A stroke is one gesture."""
        cell = math.floor(at[0]), math.floor(at[1])
        if event.kind == "down" and event.button in (LEFT, RIGHT):
            self._code = 0 if self.erase or event.button == RIGHT else self.code
            self.editing.begin("Erase" if self._code == 0 else f"Paint {self.editing.level().palette[self._code].name}")
            self._last = cell
            self._stroke(cell)
            return True
        if self._last is None:
            return False
        if event.kind == "move" and cell != self._last:
            self._stroke(cell)
        elif event.kind in ("up", "cancel"):
            self._last = None
            self.editing.end()
        return True

    def _stroke(self, cell: tuple[int, int]) -> None:
        assert self._last is not None
        self.editing.edit(Line(*self._last, *cell, self._code, self.size))
        self._last = cell

    def key(self, canvas: Canvas, event: Key) -> bool:  # noqa: ARG002
        """Nothing of its own."""
        return False
