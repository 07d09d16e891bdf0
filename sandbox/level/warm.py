"""What of this floor (and of geometry below it) the kernel cache is filled with beforehand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.level.edits import AddPolygon, FillRegion, PaintCells
from sandbox.level.model import WALL, Level
from sandbox.level.obstacles import Obstacle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def warmups() -> Iterator[tuple[str, Callable[[], object]]]:
    """One for each structure that is built on its own."""
    yield "components", lambda: _edited().derived.components
    yield "cells covered by polygons", lambda: _edited().derived.grid
    yield "outlines", lambda: _edited().derived.outlines
    yield "clearance", lambda: _edited().derived.open_for(0.75)
    yield "flood fill", lambda: _edited().apply(FillRegion(5, 5, WALL))


def _edited() -> Level:
    level = Level.empty(8, 8)
    level.apply(PaintCells.one(2, 2, WALL))
    level.apply(AddPolygon(Obstacle.of_cells([(4, 4), (6, 4), (5, 6)])))
    return level
