"""What there is to see: tiles, obstacles, and a stack of layers with their opacity.

A scene belongs to one pane; several panes may show scenes that share the same tiles. Changing a scene marks
what must be painted anew; the `Picture` asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from sandbox.layers import CellEvents, CellField, CellReach, Layer, Segments
from sandbox.ui.canvas.camera import Box
from sandbox.ui.canvas.obstacle_rings import ObstacleRings
from sandbox.ui.canvas.raster import CellRect, Tiles


@dataclass(slots=True)
class Shown:
    """A layer as the person wants it: visible or not, how strong."""

    layer: Layer
    visible: bool = True
    opacity: float = 1.0

    @property
    def is_raster(self) -> bool:
        """Whether it is painted cell by cell, below all strokes."""
        return isinstance(self.layer, (CellField, CellEvents, CellReach))


@dataclass(slots=True)
class Wish:
    """How the person wants a layer of some name: None is as it comes."""

    visible: bool | None = None
    opacity: float = 1.0


class DirtyCells(NamedTuple):
    """Cells to paint anew."""

    rect: CellRect
    terrain: bool  # they changed themselves; else only what lies over them


@dataclass(slots=True)
class Scene:
    """Tiles at the bottom, then fields, then everything else; `live` layers change every frame and lie on top."""

    tiles: Tiles | None = None
    rings: ObstacleRings | None = None  # the polygons
    signs: tuple[Layer, ...] = ()  # areas, doors and the like, over the obstacles
    signs_version: int = 0
    stack: dict[str, Shown] = field(default_factory=dict)
    wishes: dict[str, Wish] = field(default_factory=dict)  # by name; kept while a layer is away
    over: list[Segments] = field(default_factory=list)  # on top of the stack, but not on anybody's list
    live: list[Layer] = field(default_factory=list)
    patterns: tuple[str, ...] = ()  # by terrain code
    coloured: tuple[object, object] = (None, None)  # the level's palette and the theme's the tiles were coloured for
    grid_lines: bool = True
    time: int | None = None  # playback: after so many events
    pale: bool = False  # the ground steps back: something is played over it
    lit: str = ""  # of the layers on top, the one that is pointed out; the others are faded
    changes: int = 0  # grows when anything but `live` and single cells changed
    dirty_cells: list[DirtyCells] = field(default_factory=list)
    box: Box = (0.0, 0.0, 1.0, 1.0)  # of what has no tiles

    @property
    def world(self) -> Box:
        """The whole of it, in cells."""
        if self.tiles is None:
            return self.box
        height, width = self.tiles.codes.shape
        return 0.0, 0.0, float(width), float(height)

    def show(self, layers: Iterable[Layer]) -> None:
        """Replace the stack; layers seen before keep the visibility and opacity the person gave them."""
        before, layers = self.stack, list(layers)
        if len(layers) == len(before) and all(a is b.layer for a, b in zip(layers, before.values(), strict=True)):
            return
        self.stack = {}
        for layer in layers:
            wish = self.wishes.get(layer.name) or Wish()
            visible = layer.visible if wish.visible is None else wish.visible
            self.stack[layer.name] = Shown(layer, visible, wish.opacity)
        self.changes += 1

    def lay_over(self, paths: list[Segments]) -> None:
        """Replace what lies on top of the stack; the same paths again change nothing."""
        if len(paths) != len(self.over) or not all(map(_same, paths, self.over)):
            self.over = paths
            self.changes += 1

    def set_visible(self, name: str, *, visible: bool) -> None:
        """Switch one layer."""
        self.wishes.setdefault(name, Wish()).visible = visible
        if name in self.stack:
            self.stack[name].visible = visible
        self.changes += 1

    def set_opacity(self, name: str, opacity: float) -> None:
        """Fade one layer."""
        self.wishes.setdefault(name, Wish()).opacity = opacity
        if name in self.stack:
            self.stack[name].opacity = opacity
        self.changes += 1

    def fade(self, *, pale: bool) -> None:
        """Let the ground step back, or not."""
        if pale != self.pale:
            self.pale = pale
            self.changes += 1

    def light(self, name: str) -> None:
        """Point out one of the layers on top; "" none."""
        if name != self.lit:
            self.lit = name
            self.changes += 1

    def move_to(self, time: int | None) -> None:
        """Playback: show the moment after so many events."""
        if time != self.time:
            self.time = time
            self.changes += 1

    def cells_changed(self, rect: CellRect, *, terrain: bool = True) -> None:
        """Some terrain was edited in place, or only what lies over it there."""
        if self.tiles is not None:
            if terrain:
                self.tiles.update(rect)
            self.dirty_cells.append(DirtyCells(rect, terrain))

    def visible(self) -> list[Shown]:
        """What to paint, bottom up: rasters first."""
        chosen = [s for s in self.stack.values() if s.visible and s.opacity > 0]
        return sorted(chosen, key=lambda s: not s.is_raster)


def _same(a: Segments, b: Segments) -> bool:
    """Whether two paths look the same."""
    if (a.name, a.series, a.width) != (b.name, b.series, b.width) or not np.array_equal(a.ends, b.ends):
        return False
    return (a.lanes is b.lanes) or (a.lanes is not None and b.lanes is not None and np.array_equal(a.lanes, b.lanes))
