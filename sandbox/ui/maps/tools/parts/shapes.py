"""What all tools that draw polygons share: snapping, typed numbers, and putting the result into the level."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from sandbox.geometry.polygons import clipped
from sandbox.level.edits import AddPolygon
from sandbox.level.obstacles import POLYGON, UNITS, DrawnAs, Obstacle, ring_of
from sandbox.ui.kit.events import NO_MODS
from sandbox.ui.maps.tools.parts.api import At, MapTool, Workbench
from sandbox.ui.maps.tools.parts.entry import Entry
from sandbox.ui.maps.tools.parts.snapping import Edges, Snap, edges_of, snapped

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sandbox.geometry.polygons import Rings
    from sandbox.ui.kit.events import Mods
    from sandbox.ui.maps.tools.parts.pen import Floats, Pen

SNAP_MARK = 4.0  # dp


class ShapeTool(MapTool):
    """A tool for polygons. Its points snap; Alt ignores that."""

    group = "polygons"
    exact = True

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self.entry = Entry()
        self.current: Snap | None = None  # where the pointer snaps to
        self._edges: tuple[list[Obstacle], Edges] | None = None

    # Snapping ------------------------------------------------------------------------------------------

    @property
    def reach(self) -> float:
        """One dp in cells."""
        return self.bench.dp_in_cells

    def edges(self, without: Collection[int] = ()) -> Edges:
        """What points snap to, gathered once for a state of the level."""
        others = self.level.polygons.copy()
        for number in without:
            others.pop(number, None)
        shapes = list(others.values())
        if self._edges is None or self._edges[0] != shapes:  # shapes never change, so this compares identities
            self._edges = shapes, edges_of(shapes)
        return self._edges[1]

    def snap(self, at: At, mods: Mods = NO_MODS, before: At | None = None, more: Floats | None = None) -> Snap:
        """Where a point goes; the crosshair of the keyboard already is where it should be."""
        if self.bench.by_keys:
            return Snap(at)
        return snapped(at, self.level, self.edges(), self.reach, mods, before, more)

    def draw_snap(self, pen: Pen) -> None:
        """What the pointer snaps to: a disc on a vertex, a ring on an edge, a cross on a corner of cells."""
        if self.current is None or self.bench.at is None:
            return
        point, kind = self.current
        if kind in ("vertex", "edge"):
            pen.disc(point, radius=SNAP_MARK, filled=kind == "vertex")
        elif kind == "corner":
            pen.cross(point, arm=5)
        else:
            pen.disc(point, radius=2.0)

    # Into the level ------------------------------------------------------------------------------------

    def add(self, label: str, parts: Sequence[Rings], origin: DrawnAs = POLYGON) -> bool:
        """Add polygons as one step and select them."""
        first = self.level.free_id()
        edits = [
            AddPolygon(Obstacle(first + i, ring_of(r[0]), tuple(map(ring_of, r[1:])), origin=origin), label)
            for i, r in enumerate(parts)
        ]
        if not edits or not self.editing.step(label, *edits):
            return False
        self.bench.selection.set(range(first, first + len(edits)))
        return True

    def inside(self, rings: Rings) -> list[Rings]:
        """What of a shape lies in the level."""
        return clipped(rings, self.level.width * UNITS, self.level.height * UNITS)


def units(points: Sequence[At] | Floats) -> Floats:
    """Points of cells in units."""
    rounded: Floats = np.rint(np.asarray(points, np.float64) * UNITS)
    return rounded


def length_and_angle(a: At, b: At) -> str:
    """How far and which way, for the chip beside the pointer."""
    angle = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) % 360
    return f"{math.dist(a, b):.2f} < {angle:.1f}°"
