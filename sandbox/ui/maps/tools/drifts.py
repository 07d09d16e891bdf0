"""Drifting blocks: drag a polygon to where it should wander; with Shift the drag adds a leg to its way."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from sandbox.level.edits import SetTimed
from sandbox.level.markers import free_name
from sandbox.level.obstacles import UNITS, Obstacle
from sandbox.level.problems import contains
from sandbox.level.timed import Drift
from sandbox.ui.kit.events import LEFT
from sandbox.ui.maps.tools.parts.api import About, At, MapTool, Workbench

if TYPE_CHECKING:
    from sandbox.level.markers import Point
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.kit.events import Pointer
    from sandbox.ui.maps.tools.parts.pen import Pen

SNAP = 0.5  # cells


class DriftTool(MapTool):
    """Which polygon is grasped, and how far it has been dragged."""

    about = About("drift", "Drifting block", "wind")
    group = "places"
    shelf = False

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._held: int | None = None
        self._begin: At = (0.0, 0.0)
        self._offset: Point = (0.0, 0.0)
        self._adds = False
        self._at: At = (0.0, 0.0)

    @property
    def hint(self) -> str:
        """How to make one."""
        if not self.level.polygons:
            return "Drifting block: draw a polygon first, then drag it along its way"
        return "Drifting block: drag a polygon to where it should go and back; Shift adds a leg, Alt ignores snapping"

    def pointer(self, canvas: Canvas, event: Pointer, at: At) -> bool:
        """Grasp a polygon, drag it, let go."""
        if event.kind == "down" and event.button == LEFT:
            self._held, self._begin, self._offset = polygon_at(self.level.polygons, at), at, (0.0, 0.0)
            self._adds = event.mods.shift
            if self._held is None:
                self.bench.say("No polygon here: a drifting block is a polygon that moves")
        elif self._held is None:
            return False
        elif event.kind == "move":
            self._offset, self._adds = self._snapped(at, free=event.mods.alt), event.mods.shift
        elif event.kind == "up" and self._offset != (0.0, 0.0):
            self.set_way(self._held, self._offset, add=event.mods.shift)
        if event.kind in ("up", "cancel"):
            self._held = None
        self._at = at
        canvas.touch()
        return True

    def _snapped(self, at: At, *, free: bool) -> Point:
        dx, dy = at[0] - self._begin[0], at[1] - self._begin[1]
        return (dx, dy) if free else (round(dx / SNAP) * SNAP, round(dy / SNAP) * SNAP)

    def set_way(self, polygon: int, offset: Point, *, add: bool = False) -> None:
        """Have a polygon wander to an offset and back, or on from where its way ended."""
        timed, known = self.level.timed, self._known(polygon)
        if known is None:
            name = free_name("block", {t.name for t in timed})
            drift = Drift(name, polygon, ((0.0, 0.0), offset))
            self.editing.step(f"Add {name}", SetTimed((*timed, drift)))
            return
        end = self.end_of(polygon, offset, add=add)
        way = (*known.path, end) if add else ((0.0, 0.0), end)
        changed = tuple(replace(t, path=way) if t is known else t for t in timed)
        self.editing.step(f"Change the way of {known.name}", SetTimed(changed))

    def _known(self, polygon: int) -> Drift | None:
        return next((t for t in self.level.timed if isinstance(t, Drift) and t.polygon == polygon), None)

    def end_of(self, polygon: int, offset: Point, *, add: bool) -> Point:
        """Where a drag brings the end of a polygon's way, from its drawn place: a leg begins where the way ended."""
        known = self._known(polygon)
        last = known.path[-1] if add and known is not None else (0.0, 0.0)
        return last[0] + offset[0], last[1] + offset[1]

    @property
    def busy(self) -> bool:
        """Whether a polygon is held."""
        return self._held is not None or super().busy

    def drop(self) -> None:
        """Let go."""
        self._held = None

    def draw(self, pen: Pen) -> None:
        """The polygon at what would be the end of its way."""
        shape = self.level.polygons.get(self._held or 0)
        if self._held is not None and shape is not None:
            end = self.end_of(self._held, self._offset, add=self._adds)
            pen.path(np.asarray(shape.outer, np.float64) / UNITS + end, closed=True)
            pen.measure("by {:g}, {:g}".format(*self._offset), self._at)


def polygon_at(polygons: dict[int, Obstacle], at: At) -> int | None:
    """The polygon under a point, the one drawn last first."""
    return next((number for number in reversed(polygons) if contains(polygons[number], *at)), None)
