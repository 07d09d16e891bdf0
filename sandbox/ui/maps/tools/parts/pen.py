"""Draws tools' previews over the picture: outlines, handles, brush footprints, measures. Places are in cells."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import pygame

from sandbox.level.edits.brush import stroke
from sandbox.level.rect import Rect
from sandbox.ui.canvas.painters import Brush, chain_ends, dashed, draw_lines
from sandbox.ui.canvas.sprites import blit_disc

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sandbox.level.edits.brush import BrushShape
    from sandbox.ui.canvas.colours import Palette, Rgb
    from sandbox.ui.canvas.widget import Canvas

    Floats = NDArray[np.float64]

HANDLE = 4.0  # dp, half a side
WIDTH = 1.5  # dp
DASH = 4.0  # dp on, dp off
CHIP_PAD = (7, 3)  # dp


class Pen:
    """One painting of one preview."""

    def __init__(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect, palette: Palette) -> None:
        self.canvas, self.surface, self.clip = canvas, surface, clip
        self.brush = Brush(surface, canvas.window_camera(), clip, palette, canvas.look.theme.scale, canvas.fast)
        self.look = canvas.look
        self.accent: Rgb = canvas.look.colours.accent
        self.bad: Rgb = canvas.look.colours.bad

    # Lines ---------------------------------------------------------------------------------------------

    def path(
        self,
        points: Floats,
        colour: Rgb | None = None,
        *,
        closed: bool = False,
        dash: bool = False,
        width: float = WIDTH,
        halo: bool = True,
    ) -> None:
        """A polyline, or a ring, with a halo that sets it off from any ground."""
        if closed and len(points) > 2:
            points = np.vstack((points, points[:1]))
        self.segments(
            chain_ends(np.asarray(points, np.float64).reshape(-1, 2)), colour, dash=dash, width=width, halo=halo
        )

    def segments(
        self, ends: Floats, colour: Rgb | None = None, *, dash: bool = False, width: float = WIDTH, halo: bool = True
    ) -> None:
        """Separate segments [n, 4]."""
        if not len(ends):
            return
        lines = self.brush.camera.project(ends.reshape(-1, 2, 2)).reshape(-1, 4)
        if dash:
            lines = dashed(lines, DASH * self.brush.dp)
        if halo:
            draw_lines(self.brush, lines, [self.brush.palette.halo], (width + 2) * self.brush.dp, 0.55)
        draw_lines(self.brush, lines, [colour or self.accent], width * self.brush.dp)

    def fill(self, ring: Floats, colour: Rgb | None = None, strength: float = 0.22) -> None:
        """Tint the inside of a ring."""
        if len(ring) < 3:
            return
        pixels = np.rint(self.brush.camera.project(ring)).astype(np.int64)
        (x0, y0), (x1, y1) = pixels.min(axis=0), pixels.max(axis=0)
        box = pygame.Rect(int(x0), int(y0), int(x1 - x0) + 1, int(y1 - y0) + 1).clip(self.clip)
        if not box.w or not box.h:
            return
        sheet = pygame.Surface(box.size, pygame.SRCALPHA, 32)
        inside = (pixels - (box.x, box.y)).tolist()
        pygame.draw.polygon(sheet, (*(colour or self.accent), round(255 * strength)), inside)
        self.surface.blit(sheet, box)

    def box(self, x0: float, y0: float, x1: float, y1: float, colour: Rgb | None = None, *, dash: bool = False) -> None:
        """The outline of a box."""
        ring = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
        self.path(ring, colour, closed=True, dash=dash)

    # Handles -------------------------------------------------------------------------------------------

    def handles(self, points: Sequence[tuple[float, float]], *, filled: bool = False) -> None:
        """Squares to grasp."""
        half, line = self.canvas.dp(HANDLE), max(self.canvas.dp(1), 1)
        for x, y in points:
            px, py = self.canvas.to_window(x, y)
            box = pygame.Rect(px - half, py - half, 2 * half + 1, 2 * half + 1)
            pygame.draw.rect(self.surface, self.brush.palette.halo, box.inflate(2, 2))
            pygame.draw.rect(self.surface, self.accent, box)
            if not filled:
                pygame.draw.rect(self.surface, self.brush.palette.halo, box.inflate(-2 * line, -2 * line))

    def vertices(self, points: Floats) -> None:
        """Small squares at many points, those in view."""
        sprite = vertex_sprite(self.canvas.dp(HANDLE - 1), self.accent, self.brush.palette.halo)
        pixels = self.brush.camera.project(points)
        half = sprite.get_width() // 2
        seen = pixels[self._in_view(pixels)] - half
        self.surface.fblits([(sprite, at) for at in np.rint(seen).astype(np.int64).tolist()])

    def _in_view(self, pixels: Floats) -> NDArray[np.bool_]:
        c, slack = self.clip, self.canvas.dp(2 * HANDLE)
        low, high = (c.left - slack, c.top - slack), (c.right + slack, c.bottom + slack)
        within = (pixels >= low) & (pixels <= high)
        return within[:, 0] & within[:, 1]

    def disc(
        self, at: tuple[float, float], colour: Rgb | None = None, radius: float = 4.0, *, filled: bool = True
    ) -> None:
        """A round handle, or where the pointer snapped to."""
        place, size, halo = self.canvas.to_window(*at), radius * self.brush.dp, self.brush.palette.halo
        blit_disc(self.surface, place, size, colour or self.accent, halo, filled=filled)

    def cross(self, at: tuple[float, float], arm: float = 6.0) -> None:
        """A cross: a corner of cells."""
        x, y = at
        r = arm * self.brush.dp / self.brush.camera.scale
        self.segments(np.array([[x - r, y, x + r, y], [x, y - r, x, y + r]]))

    # Cells ---------------------------------------------------------------------------------------------

    def footprint(self, cell: tuple[int, int], size: int, shape: BrushShape, colour: Rgb | None = None) -> None:
        """The outline of the cells a brush covers."""
        edges = footprint_edges(size, shape) + np.array([*cell, *cell], np.float64)
        self.segments(edges, colour)

    # Words ---------------------------------------------------------------------------------------------

    def chip(self, text: str, at: tuple[int, int], *, bad: bool = False) -> pygame.Rect:
        """Words on a small plate whose top-left corner is a pixel of the window, moved into view."""
        look = self.look
        pad = self.canvas.dp(CHIP_PAD[0]), self.canvas.dp(CHIP_PAD[1])
        size = look.fonts.width(text, "mono_small") + 2 * pad[0], look.fonts.height("mono_small") + 2 * pad[1]
        plate = pygame.Rect(at, size).clamp(self.canvas.rect)
        line = look.colours.bad if bad else look.colours.strong_line
        look.painter.box(self.surface, plate, look.colours.tooltip, line, self.canvas.dp(4), self.canvas.dp(1))
        look.fonts.draw(self.surface, text, "mono_small", look.colours.text, (plate.x + pad[0], plate.y + pad[1]))
        return plate

    def measure(self, text: str, at: tuple[float, float], *, bad: bool = False) -> None:
        """A chip beside a place, out of the pointer's way."""
        x, y = self.canvas.to_window(*at)
        self.chip(text, (x + self.canvas.dp(14), y + self.canvas.dp(16)), bad=bad)


@lru_cache(maxsize=8)
def vertex_sprite(half: int, colour: Rgb, halo: Rgb) -> pygame.Surface:
    """A square with a frame of another colour."""
    side = 2 * half + 1
    sprite = pygame.Surface((side + 2, side + 2), 0, 32)
    sprite.fill(halo)
    sprite.fill(colour, (1, 1, side, side))
    return sprite


@lru_cache(maxsize=64)
def footprint_edges(size: int, shape: BrushShape) -> Floats:
    """The outline of a brush standing on cell (0, 0), as segments [n, 4]."""
    before, after = (size - 1) // 2, size // 2 + 1
    box = Rect(-before, -before, after, after)
    shift = 0.5 * (size % 2 == 0)
    cells = stroke(box, (shift, shift, shift, shift), size, shape) if size > 1 else np.ones((1, 1), np.bool_)
    return mask_edges(cells) + np.array([-before, -before, -before, -before], np.float64)


def mask_edges(cells: NDArray[np.bool_]) -> Floats:
    """The sides between cells of a mask and what lies around it, as segments [n, 4] from its corner."""
    padded = np.pad(cells, 1).astype(np.int8)
    x, y0, y1 = _runs(np.diff(padded, axis=1)[1:-1].T)
    y, x0, x1 = _runs(np.diff(padded, axis=0)[:, 1:-1])
    upright, level = np.column_stack((x, y0, x, y1)), np.column_stack((x0, y, x1, y))
    return np.concatenate((upright, level)).astype(np.float64)


def _runs(sides: NDArray[np.int8]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The runs of cells that are not 0 in every row: row, first column, column after the last."""
    there = np.pad(sides != 0, ((0, 0), (1, 1))).astype(np.int8)
    turns = np.diff(there, axis=1)
    rows, first = np.nonzero(turns > 0)
    return rows, first, np.nonzero(turns < 0)[1]
