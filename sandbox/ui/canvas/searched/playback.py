"""A recorded search over cells, at any moment: going from one moment to another touches only the cells between."""

from __future__ import annotations

from typing import Any

import numpy as np
import pygame
from numpy.typing import NDArray

from sandbox.layers import CellEvents, Role
from sandbox.ui.canvas.colours import Palette, packed
from sandbox.ui.canvas.raster import cells_surface

OPEN_ALPHA, CLOSED_ALPHA = np.uint32(0xE0000000), np.uint32(0xA8000000)
SHADES = 256
MANY = 32  # events for which a picture of 32 times as many cells is looked through


class PlaybackRaster:
    """One pixel per cell: clear before its generation, the open list's colour, then the ramp by time of closing."""

    def __init__(self, palette: Palette, shown: CellEvents) -> None:
        self.palette = palette
        self.shown = shown
        self.surface = cells_surface(shown.width, shown.height)
        self.time = shown.start
        last = max(len(shown.order), 1)
        stops = np.linspace(0, 255, SHADES).astype(np.int64)
        self._closed_words = (palette.ramp[stops] | CLOSED_ALPHA).astype(np.uint32)
        self._open_word = np.uint32(packed(palette.roles[Role.OPEN])) | OPEN_ALPHA
        self._shade = SHADES / last

    def move_to(self, time: int) -> None:
        """Show the moment after so many events."""
        start = self.shown.start
        time = min(max(time, start), start + len(self.shown.order))
        low, high = min(time, self.time) - start, max(time, self.time) - start
        self.time = time
        cells = self.shown.order[low:high]
        if cells.size:
            self._write(self._different(cells[cells >= 0]))

    def _different(self, cells: NDArray[np.int32]) -> NDArray[np.integer[Any]]:
        """Every cell once; to tick off many costs a fraction of sorting them."""
        if cells.size < self.shown.width * self.shown.height // MANY:
            return np.unique(cells)
        met = np.zeros(self.shown.width * self.shown.height, np.bool_)
        met[cells] = True
        return np.flatnonzero(met)

    def _write(self, cells: NDArray[np.integer[Any]]) -> None:
        pixels = pygame.surfarray.pixels2d(self.surface)
        pixels[cells % self.shown.width, cells // self.shown.width] = self._words(cells)
        del pixels

    def _words(self, cells: NDArray[np.integer[Any]]) -> NDArray[np.uint32]:
        closed_at = self.shown.closed[cells]
        shade = np.minimum((closed_at - self.shown.start) * self._shade, SHADES - 1).astype(np.int64)
        words = np.where(self._closed_now(cells, closed_at), self._closed_words[shade], self._open_word)
        return np.where(self.shown.opened[cells] < self.time, words, np.uint32(0)).astype(np.uint32)

    def _closed_now(self, cells: NDArray[np.integer[Any]], closed_at: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Closed, and not reopened since: the last flip before this moment decides, if there is one."""
        closed: NDArray[np.bool_] = closed_at < self.time
        past = int(np.searchsorted(self.shown.flips[:, 1], self.time))
        if past == 0:
            return closed
        last = np.full(self.shown.closed.shape, -1, np.int8)
        last[self.shown.flips[:past, 0]] = self.shown.flips[:past, 2]  # of several, the last one stays
        return np.where(last[cells] >= 0, last[cells] == 1, closed)
