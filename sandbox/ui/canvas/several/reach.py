"""Which of several runs have been where, at any moment: one pixel a cell, and only what changes is written."""

from __future__ import annotations

from typing import Any

import numpy as np
import pygame
from numpy.typing import NDArray

from sandbox.layers import CellReach, Role
from sandbox.planning.compare.ground import Coverage
from sandbox.ui.canvas.colours import Palette, Rgb, mixed, packed
from sandbox.ui.canvas.raster import cells_surface

ONE, SEVERAL, ALL = 0xD8, 0x90, 0x48  # alpha of what one run has reached, several, all of them


class ReachRaster:
    """Clear where nobody has been; the colour of the one that has; greys for several, and for all."""

    def __init__(self, palette: Palette, shown: CellReach) -> None:
        self.palette, self.shown = palette, shown
        self.surface = cells_surface(shown.width, shown.height)
        self._ground = Coverage(shown.reached, shown.order)
        self._words = words_of(shown, palette)
        self.follow(shown)

    def follow(self, shown: CellReach) -> None:
        """Show another moment of the same runs."""
        self.shown = shown
        self._write(self._ground.move_to(shown.times))

    def _write(self, cells: NDArray[np.integer[Any]]) -> None:
        if cells.size:
            pixels = pygame.surfarray.pixels2d(self.surface)
            pixels[cells % self.shown.width, cells // self.shown.width] = self._words[self._ground.codes[cells]]
            del pixels  # while it lives, the surface is locked


def words_of(layer: CellReach, palette: Palette) -> NDArray[np.uint32]:
    """A colour, 0xAARRGGBB, for every set of runs."""
    runs = len(layer.colours)
    words = np.zeros(1 << runs, np.uint32)
    for code in range(1, len(words)):
        there = [run for run in range(runs) if code >> run & 1]
        if len(there) == 1:
            words[code] = packed(palette.series[layer.colours[there[0]] % len(palette.series)]) | ONE << 24
        else:
            words[code] = packed(shared_colour(palette)) | (ALL if len(there) == runs else SEVERAL) << 24
    return words


def shared_colour(palette: Palette) -> Rgb:
    """The grey of what more than one has reached."""
    return mixed(palette.roles[Role.TEXT], palette.outside, 0.35)
