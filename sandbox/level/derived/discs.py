"""The grid as discs of one radius see it, and which of its cells hang together: repaired, like the points' own.

A cell is open for a radius if the disc at its centre is free. An edit touches the cells around those it opened
or closed, as far as the disc reaches; components are repaired from what that flips (see `components`).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Int32s, Int64s
from sandbox.kernels.jit import kernel
from sandbox.level.derived.clearance import threshold
from sandbox.level.derived.components import Components, blank_components, repair_components, repair_inside
from sandbox.level.derived.grid import Grid, blank_grid, forget_flips, note_flip, refresh_moves
from sandbox.level.rect import Rect


class DiscGrid:
    """The grid for discs of one radius, 0 for points. Its arrays stay the same ones, edits change what is in them."""

    def __init__(self, width: int, height: int, radius: float = 0.0) -> None:
        self.radius = radius
        self.grid: Grid = blank_grid(width, height)
        self.least = threshold(radius)  # the clearance a cell needs
        self.affected = math.ceil(radius) + 1  # how many cells around a flipped one may open or close
        self.flips = np.zeros(4, np.int64)  # the box around the cells that the last repair opened or closed
        self._parts: Components | None = None

    @property
    def components(self) -> Int32s:
        """A number per cell (flat, padded): equal where a way leads from one to the other, 0 where blocked."""
        if self._parts is None:
            self._parts = blank_components(self.grid.width, self.grid.height)
            repair_components(self.grid.cost8, self._parts, self._everywhere)
        return self._parts.component

    def leave_apart(self) -> None:
        """Take all cells for one piece, though edits may tell otherwise: to try a search on, without components."""
        self._parts = blank_components(self.grid.width, self.grid.height)

    @property
    def _everywhere(self) -> Int64s:
        return np.array((0, 0, self.grid.width, self.grid.height), np.int64)

    def shrink(self, base: Grid, distance: NDArray[np.float32], dirty: Rect, flips: Rect) -> None:
        """Follow the points' grid, in whose `dirty` cells costs changed and whose `flips` opened or closed."""
        box = dirty.union(flips.enlarged(self.affected)).clipped(self.grid.width, self.grid.height)
        self.flipped(shrink_grid(base, distance, self.least, np.array(box, np.int64), self.grid, self.flips))

    def flipped(self, count: int) -> None:
        """So many cells, all in `flips`, were opened or closed: bring the components up to date, if there are any."""
        if not count or self._parts is None:
            return
        parts, cost8, box = self._parts, self.grid.cost8, self.flips
        if repair_inside(cost8, parts, box):
            return
        if parts.next_id[0] + 4 * count >= len(parts.owner):  # it might run out of numbers: all anew
            parts.nodes[:], parts.id_of_node[:], parts.next_id[0] = 0, 0, 1
            box = self._everywhere
        repair_components(cost8, parts, box)


@kernel
def shrink_grid(
    base: Grid, distance: NDArray[np.float32], least: np.float32, box: Int64s, grid: Grid, flips: Int64s
) -> int:
    """Bring a box up to date: open where `base` is, if the distance suffices. Modified as by `repair_grid`."""
    forget_flips(grid, flips)
    flipped = 0
    for y in range(box[1], box[3]):
        for x in range(box[0], box[2]):
            cell = (y + 1) * grid.stride + x + 1
            new = base.cost8[cell] if distance[cell] >= least else np.uint8(0)
            if (new == 0) != (grid.cost8[cell] == 0):
                flipped += 1
                note_flip(flips, x, y)
            grid.cost8[cell] = new
    if flipped:
        refresh_moves(grid, flips)
    return flipped
