"""The warm-ups of this package, and of geometry below it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from sandbox.level.derived import Derived
from sandbox.level.edits import AddPolygon, FillRegion, PaintCells
from sandbox.level.formats.common.unfilter import LARGE, unfiltered
from sandbox.level.model import WALL, Level
from sandbox.level.obstacles import Obstacle

COVERED = "cells covered by polygons"
FLOOD = "flood fill"
GRID = "grid"
NAMES = (GRID, COVERED, "components", "outlines", "clearance", FLOOD)
PICTURES = "large pictures"  # read as levels: nobody waits for it


def warmups() -> Iterator[tuple[str, Callable[[], object]]]:
    """One for each structure that is built on its own: built once, repaired once."""
    yield GRID, lambda: Level.empty(8, 8).derived.components
    yield NAMES[2], lambda: _followed(lambda derived: derived.components)
    yield COVERED, lambda: _covered().derived.grid
    yield NAMES[3], lambda: _followed(lambda derived: (derived.outlines, derived.boundary.segments()))
    yield NAMES[4], lambda: _followed(lambda derived: derived.disc(0.75).components)
    yield FLOOD, lambda: Level.empty(8, 8).apply(FillRegion(5, 5, WALL))
    yield PICTURES, lambda: unfiltered(np.zeros(1, np.uint8), np.zeros((1, LARGE), np.uint8), 1)


def _followed(ask: Callable[[Derived], object]) -> object:
    """Ask, edit, ask again."""
    level = Level.empty(8, 8)
    ask(level.derived)
    level.apply(PaintCells.one(2, 2, WALL))
    return ask(level.derived)


def _covered() -> Level:
    level = Level.empty(8, 8)
    level.apply(AddPolygon(Obstacle.of_cells([(4, 4), (6, 4), (5, 6)])))
    return level
