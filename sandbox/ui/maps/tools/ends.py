"""Move the ends of the query."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sandbox.level.edits import SetMarker
from sandbox.level.markers import Marker
from sandbox.ui.kit.events import LEFT
from sandbox.ui.maps.ends import ENDS
from sandbox.ui.maps.tools.parts.api import ARROWS, About, At, MapTool, Workbench

if TYPE_CHECKING:
    from sandbox.level.model import Level
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.kit.events import Key, Pointer

REACH = 14  # dp around a marker that grasps it


class MoveEnds(MapTool):
    """Drag the start or the goal; a click elsewhere on the map brings the goal there (Shift: the start)."""

    about = About("move", "Move start and goal", "map-pin", "V")
    cursor = "arrow"
    watches = True
    hint = "Click to bring the goal here, Shift+click the start; drag either. Alt+arrows move the goal by a cell"

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self.held: str | None = None

    def pointer(self, canvas: Canvas, event: Pointer, at: At) -> bool:
        """Grasp the nearest end, or bring one to the click."""
        if event.kind == "down" and event.button == LEFT:
            near = self.marker_near(at, ENDS, REACH)
            if not near and not inside(at, self.level):
                return False
            self.held = near or ("start" if event.mods.shift else "goal")
            self.editing.begin(f"Move {self.held}")
            self._move(at)
            return True
        if self.held is None:
            return False
        if event.kind == "move":
            self._move(at)
        elif event.kind in ("up", "cancel"):
            self.held = None
            self.finish(done=event.kind == "up")
        return True

    def _move(self, at: At) -> None:
        level = self.level
        x = min(max(math.floor(at[0]), 0), level.width - 1) + 0.5
        y = min(max(math.floor(at[1]), 0), level.height - 1) + 0.5
        assert self.held is not None
        marker = level.markers.get(self.held)
        if marker is None or marker.point != (x, y):
            self.editing.do(SetMarker(self.held, Marker.at(x, y)))

    def typed(self, canvas: Canvas, event: Key) -> bool:
        """Alt and the arrows move the goal by a cell, with Shift the start: the arrows alone step the recording."""
        if event.name not in ARROWS or event.mods.ctrl or not event.mods.alt:
            return False
        self.held = "start" if event.mods.shift else "goal"
        marker = self.level.markers.get(self.held)
        if marker is not None:
            dx, dy = ARROWS[event.name]
            self.editing.begin(f"Move {self.held}")
            self._move((marker.point[0] + dx, marker.point[1] + dy))
            self.editing.end()
        self.held = None
        return True

    def key(self, canvas: Canvas, event: Key) -> bool:
        """The arrows are the recording's."""
        alone = event.name in ARROWS and not event.mods.ctrl and not event.mods.alt
        return False if alone else super().key(canvas, event)

    def drop(self) -> None:
        """Let go."""
        self.held = None


def inside(at: At, level: Level) -> bool:
    """Whether a place is on the map."""
    return 0 <= at[0] < level.width and 0 <= at[1] < level.height
