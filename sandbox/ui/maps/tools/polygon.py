"""Draw a polygon corner by corner."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from sandbox.geometry.polygons import problem_of
from sandbox.geometry.segments import path_crosses_itself
from sandbox.ui.kit.events import LEFT, RIGHT
from sandbox.ui.maps.tools.parts.api import About, At, Workbench
from sandbox.ui.maps.tools.parts.entry import point_of
from sandbox.ui.maps.tools.parts.shapes import ShapeTool, length_and_angle, units
from sandbox.ui.maps.tools.parts.snapping import Snap, on_grid

if TYPE_CHECKING:
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.kit.events import Key, Mods, Pointer
    from sandbox.ui.maps.tools.parts.pen import Pen

CLOSES = 10.0  # dp around the first corner
CORNERS_SHOWN = 400


class PolygonTool(ShapeTool):
    """The corners so far. An edge that would cross the others is shown red and not taken."""

    about = About("polygon", "Draw a polygon", "pentagon", "P")
    drags = False

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self.points: list[At] = []

    @property
    def hint(self) -> str:
        """What comes next."""
        if self.entry.text:
            return (
                "x, y is a point  ·  +x, -y from the last corner  ·  6 a length  ·  6 < 45 length and angle  ·  Enter"
            )
        if not self.points:
            return "Click corner after corner, or type x, y and Enter  ·  Alt ignores snapping"
        if len(self.points) < 3:
            return "Click the next corner, or type x, y or a length  ·  Shift keeps to angles  ·  Backspace takes back"
        return (
            "Enter or the first corner closes  ·  Backspace takes a corner back  ·  Shift keeps to angles  ·  Esc drops"
        )

    @property
    def own_right(self) -> bool:
        """It closes what is begun."""
        return bool(self.points)

    @property
    def busy(self) -> bool:
        """Whether there are corners."""
        return bool(self.points) or bool(self.entry.text)

    def drop(self) -> None:
        """Forget them."""
        self.points, self.current = [], None
        self.entry.take()

    # The pointer ---------------------------------------------------------------------------------------

    def pointer(self, canvas: Canvas, event: Pointer, at: At) -> bool:
        """A click adds a corner; a double click or the right button closes."""
        if event.kind in ("move", "down"):
            self.current = self._snap(at, event.mods)
        if event.kind == "down" and event.button == LEFT:
            if event.clicks > 1 and len(self.points) >= 3:
                self.close()
            else:
                self._click(self._snap(at, event.mods).point)
        elif event.kind == "down" and event.button == RIGHT:
            self.close()
        self.changed()
        return event.kind in ("down", "up")

    def _snap(self, at: At, mods: Mods) -> Snap:
        before = self.points[-1] if self.points else None
        if self._near_first(at):
            return Snap(self.points[0], "vertex")
        return self.snap(at, mods, before, np.array(self.points) if self.points else None)

    def _near_first(self, at: At) -> bool:
        return len(self.points) >= 3 and math.dist(at, self.points[0]) <= CLOSES * self.reach

    def _click(self, point: At) -> None:
        if len(self.points) >= 3 and point == self.points[0]:
            self.close()
        else:
            self.add_corner(point)

    # Corners -------------------------------------------------------------------------------------------

    def add_corner(self, point: At) -> bool:
        """Take a corner, unless its edge would cross another."""
        point = on_grid(point, self.level)
        if self.points and point == self.points[-1]:
            return False
        if self.crosses(point):
            self.bench.say("This edge would cross the polygon: no corner here")
            return False
        self.points.append(point)
        return True

    def crosses(self, point: At) -> bool:
        """Whether an edge to a point would cross those before."""
        return bool(self.points) and path_crosses_itself(np.array([*self.points, point]))

    def close(self) -> None:
        """The polygon is finished, if it is one."""
        problem = "" if len(self.points) >= 3 else "fewer than three corners"
        if self.points and not (problem := problem or problem_of([units(self.points)])):
            count, ring = len(self.points), units(self.points)
            if self.add("Draw polygon", [(ring.astype(np.int32),)]):
                self.drop()
                self.bench.say(f"Polygon {self.bench.selection.ids[0]} of {count} corners")
        elif self.points:
            self.bench.say(f"Not closed: {_plain(problem)}")

    def typed(self, canvas: Canvas, event: Key) -> bool:
        """Enter takes what was typed, or closes; Backspace takes back; digits begin to type."""
        if event.combo == "Enter":
            return self._enter()
        if event.combo in ("Backspace", "Ctrl+Z") and not self.entry.text and self.points:
            self.points.pop()
            return True
        return self.entry.press(event, opens="0123456789+-." if self.points else "123456789")

    def _enter(self) -> bool:
        if not self.entry.text:
            self.close()
            return True
        before = self.points[-1] if self.points else None
        text = self.entry.take()
        point = point_of(text, before, self.current.point if self.current else self.bench.at)
        if point is None:
            self.bench.say(f"{text!r} is no point: type 12.5, 8 or, after the first corner, a length")
        elif on_grid(point, self.level) != (round(point[0] * 512) / 512, round(point[1] * 512) / 512):
            self.bench.say(f"{point[0]:g}, {point[1]:g} lies outside the level")
        else:
            self._click(on_grid(point, self.level))
        return True

    # The preview ---------------------------------------------------------------------------------------

    def draw(self, pen: Pen) -> None:
        """Corners and edges, the edge to the pointer, the one that would close."""
        if self.points:
            pen.fill(np.array([*self.points, *([self.current.point] if self.current else [])]), strength=0.14)
            pen.path(np.array(self.points))
            pen.handles(self.points[-CORNERS_SHOWN:])
            pen.handles(self.points[:1], filled=True)
            self._draw_next(pen)
        self.draw_snap(pen)
        self._draw_words(pen)

    def _draw_next(self, pen: Pen) -> None:
        if self.current is None:
            return
        point, first = self.current.point, self.points[0]
        if len(self.points) > 1 and point != first:
            pen.path(np.array([point, first]), dash=True, width=1.0)
        closing = point == first
        bad = not closing and point != self.points[-1] and self.crosses(point)
        pen.path(np.array([self.points[-1], point]), pen.bad if bad else None)
        if bad:
            pen.disc(point, pen.bad)

    def _draw_words(self, pen: Pen) -> None:
        at = self.current.point if self.current is not None else self.bench.at
        if at is None:
            return
        if self.entry.text:
            pen.measure(f"{self.entry.text}|", at)
        elif self.points and at not in (self.points[0], self.points[-1]) and self.crosses(at):
            pen.measure("crosses another edge", at, bad=True)
        elif self.points and at != self.points[-1]:
            pen.measure(length_and_angle(self.points[-1], at), at)
        else:
            pen.measure(f"{at[0]:g}, {at[1]:g}", at)


def _plain(problem: str) -> str:
    """Our words for Shapely's, which tell a place in units."""
    return "it would cross or touch itself" if "[" in problem else problem
