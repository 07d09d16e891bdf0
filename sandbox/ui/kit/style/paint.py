"""Painting: boxes, discs, rings and shadows with exact edges, from cached pieces.

A rounded corner is computed once per (radius, colours, border) as the exact area each pixel shares with the
disc, and kept as a small surface; a box is four such corners and a few fills, whatever its size. Everything
here gives the same pixels under any clip, so that repainting a part equals repainting the whole.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pygame

from sandbox.ui.kit.style.text import picture
from sandbox.ui.kit.style.theme import Colour

FloatArray = np.ndarray[tuple[int, int], np.dtype[np.float64]]
Key = tuple[object, ...]  # all that a piece depends on
Corners = tuple[pygame.Surface, ...]

TILE = (1024, 64)
FILL_BELOW, FILL_ABOVE = 16, 2000  # widths between which SDL's fill is two to six times slower than a blit
CACHED_PIECES = 4000
LARGEST_BOX = 400_000  # pixels; beyond that reading the picture takes longer than filling
MOST_BOX_PIXELS = 12_000_000
CORNER_SIDES = ((0, 0), (1, 0), (0, 1), (1, 1))


def quarter_coverage(radius: float, pixels: int) -> FloatArray:
    """Return the area of each pixel (row j, column i from the centre) inside a disc around the origin."""
    i = np.arange(pixels, dtype=np.float64)[None, :]
    j = np.arange(pixels, dtype=np.float64)[:, None]
    if radius <= 0:
        return np.zeros((pixels, pixels))
    full_until = np.sqrt(np.clip(radius**2 - (i + 1) ** 2, 0, None))
    some_until = np.sqrt(np.clip(radius**2 - i**2, 0, None))
    a, b = np.clip(full_until, j, j + 1), np.clip(some_until, j, j + 1)
    area: FloatArray = (a - j) + _under_arc(b, radius) - _under_arc(a, radius) - i * (b - a)
    return np.clip(area, 0.0, 1.0)


def _under_arc(t: FloatArray, radius: float) -> FloatArray:
    """Return the integral of sqrt(r² - x²) from 0 to t."""
    inside = np.clip(t / radius, -1.0, 1.0)
    area: FloatArray = (t * np.sqrt(np.clip(radius**2 - t**2, 0, None)) + radius**2 * np.arcsin(inside)) / 2
    return area


class BoxStyle(NamedTuple):
    """How a box looks."""

    fill: Colour | None
    line: Colour | None
    radius: int
    width: int  # of the line

    @property
    def edge(self) -> int:
        """What the line takes of the box."""
        return self.width if self.line else 0


class Painter:
    """Draws the kit's shapes; holds their cached pieces."""

    def __init__(self) -> None:
        self._boxes: dict[Key, pygame.Surface] = {}
        self._drawn: set[Key] = set()  # boxes drawn at least once
        self._box_pixels = 0
        self._tiles: dict[Colour, pygame.Surface] = {}
        self._pieces: dict[Key, pygame.Surface] = {}
        self._corners: dict[Key, Corners] = {}

    def fill(self, surface: pygame.Surface, colour: Colour, rect: pygame.Rect) -> None:
        """Fill a rectangle."""
        x, y, w, h = rect
        if not FILL_BELOW <= w <= FILL_ABOVE:
            surface.fill(colour, rect)
            return
        tile = self._tiles.get(colour)
        if tile is None:
            tile = self._tiles[colour] = make_tile(surface, colour)
        if w <= TILE[0] and h <= TILE[1]:
            surface.blit(tile, (x, y), (0, 0, w, h))
        else:
            lay_tiles(surface, tile, rect)

    def box(
        self,
        surface: pygame.Surface,
        rect: pygame.Rect,
        fill: Colour | None = None,
        line: Colour | None = None,
        radius: int = 0,
        width: int = 1,
    ) -> None:
        """Draw a box with rounded corners, filled, outlined inside its edge, or both."""
        radius = max(0, min(radius, rect.w // 2, rect.h // 2))
        key = (rect.w, rect.h, fill, line, radius, width)
        piece = self._boxes.get(key)
        if piece is None and key in self._drawn:
            piece = self._whole_box(key, rect.size, BoxStyle(fill, line, radius, width))
        if piece is not None:
            surface.blit(piece, rect.topleft)
        else:  # a size seen once may be one of many on the way of a splitter or a resized window
            self._drawn.add(key)
            self._draw_box(surface, rect, BoxStyle(fill, line, radius, width))

    def _whole_box(self, key: Key, size: tuple[int, int], style: BoxStyle) -> pygame.Surface | None:
        """Return a box as one picture, up to ten times faster to draw, while there is room for more of them."""
        area = size[0] * size[1]
        if not area or not style.radius or area > LARGEST_BOX:
            return None
        if self._box_pixels + area > MOST_BOX_PIXELS:
            self._boxes.clear()
            self._drawn.clear()
            self._box_pixels = 0
        self._box_pixels += area
        piece = pygame.Surface(size, pygame.SRCALPHA)
        self._draw_middle(piece, piece.get_rect(), style)
        corners = make_corners(style)
        piece.fblits(tuple(zip(corners, corner_places(piece.get_rect(), style.radius), strict=True)))
        self._boxes[key] = packed(piece)
        return piece

    def _draw_box(self, surface: pygame.Surface, rect: pygame.Rect, style: BoxStyle) -> None:
        if style.radius:
            self._draw_corners(surface, rect, style)
        self._draw_middle(surface, rect, style)

    def _draw_middle(self, surface: pygame.Surface, rect: pygame.Rect, style: BoxStyle) -> None:
        if style.fill is not None:
            self._fill_between(surface, rect, style.fill, style.radius, style.edge)
        if style.line is not None:
            self._draw_edges(surface, rect, style.line, style.radius, style.width)

    def _fill_between(self, surface: pygame.Surface, rect: pygame.Rect, fill: Colour, radius: int, edge: int) -> None:
        x, y, w, h = rect
        if not radius:
            self.fill(surface, fill, pygame.Rect(x + edge, y + edge, w - 2 * edge, h - 2 * edge))
            return
        self.fill(surface, fill, pygame.Rect(x + radius, y + edge, w - 2 * radius, radius - edge))
        self.fill(surface, fill, pygame.Rect(x + edge, y + radius, w - 2 * edge, h - 2 * radius))
        self.fill(surface, fill, pygame.Rect(x + radius, y + h - radius, w - 2 * radius, radius - edge))

    def _draw_edges(self, surface: pygame.Surface, rect: pygame.Rect, line: Colour, radius: int, width: int) -> None:
        x, y, w, h = rect
        inner = max(radius, width)
        self.fill(surface, line, pygame.Rect(x + radius, y, w - 2 * radius, width))
        self.fill(surface, line, pygame.Rect(x + radius, y + h - width, w - 2 * radius, width))
        self.fill(surface, line, pygame.Rect(x, y + inner, width, h - 2 * inner))
        self.fill(surface, line, pygame.Rect(x + w - width, y + inner, width, h - 2 * inner))

    def _draw_corners(self, surface: pygame.Surface, rect: pygame.Rect, style: BoxStyle) -> None:
        self._blit_corners(surface, rect, style.radius, style, lambda: tuple(map(packed, make_corners(style))))

    def mask_corners(self, surface: pygame.Surface, rect: pygame.Rect, ground: Colour, radius: int) -> None:
        """Paint the ground over a picture's square corners, so that it looks rounded."""
        self._blit_corners(surface, rect, radius, ("mask", radius, ground), lambda: make_masks(radius, ground))

    def _blit_corners(
        self, surface: pygame.Surface, rect: pygame.Rect, radius: int, key: Key, make: Callable[[], Corners]
    ) -> None:
        corners = self._corners.get(key)
        if corners is None:
            corners = self._corners[key] = make()
        surface.fblits(tuple(zip(corners, corner_places(rect, radius), strict=True)))

    def disc(
        self,
        surface: pygame.Surface,
        centre: tuple[float, float],
        radius: float,
        fill: Colour | None,
        line: Colour | None = None,
        width: float = 1.0,
    ) -> None:
        """Draw a disc or a ring around a point (rounded to half pixels)."""
        x, y = round(centre[0] * 2), round(centre[1] * 2)
        odd, key = (x & 1, y & 1), ("disc", x & 1, y & 1, radius, fill, line, width)
        piece = self._piece(key, lambda: make_disc(radius, odd, fill, line, width if line else 0.0))
        half = piece.get_width() // 2
        surface.blit(piece, (x // 2 - half, y // 2 - half))

    def mark(self, surface: pygame.Surface, at: tuple[float, float], colour: Colour, shape: str, radius: float) -> None:
        """Draw a plot's mark around a point (rounded to whole pixels)."""
        piece = self._piece(("mark", colour, shape, radius), lambda: make_mark(colour, shape, radius))
        half = piece.get_width() // 2
        surface.blit(piece, (round(at[0]) - half, round(at[1]) - half))

    def shadow(self, surface: pygame.Surface, rect: pygame.Rect, colour: Colour, spread: int, strength: float) -> None:
        """Draw a soft shadow that reaches `spread` pixels beyond a box, which then covers the middle of it."""
        key = ("shadow", rect.size, colour, spread, strength)
        piece = self._piece(key, lambda: make_shadow(rect.size, colour, spread, strength))
        surface.blit(piece, (rect.x - spread, rect.y - spread))

    def scrim(self, surface: pygame.Surface, rect: pygame.Rect, colour: Colour, opacity: int) -> None:
        """Darken a rectangle."""
        piece = self._piece(("scrim", colour, opacity), lambda: make_tile(surface, colour))
        piece.set_alpha(opacity)
        lay_tiles(surface, piece, rect)

    def _piece(self, key: Key, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return a piece, made now unless it was kept."""
        piece = self._pieces.get(key)
        if piece is None:
            if len(self._pieces) >= CACHED_PIECES:
                self._pieces.clear()
            piece = self._pieces[key] = make()
        return piece


def make_tile(surface: pygame.Surface, colour: Colour) -> pygame.Surface:
    """Return a piece of one colour."""
    tile = pygame.Surface(TILE, 0, surface)
    tile.fill(colour)
    return tile


def lay_tiles(surface: pygame.Surface, tile: pygame.Surface, rect: pygame.Rect) -> None:
    """Cover what shows of a rectangle."""
    shown = rect.clip(surface.get_clip())
    for y in range(shown.y, shown.bottom, TILE[1]):
        for x in range(shown.x, shown.right, TILE[0]):
            surface.blit(tile, (x, y), (0, 0, min(TILE[0], shown.right - x), min(TILE[1], shown.bottom - y)))


def corner_places(rect: pygame.Rect, radius: int) -> tuple[tuple[int, int], ...]:
    """Return where the pieces of the four corners go."""
    right, bottom = rect.right - radius, rect.bottom - radius
    return (rect.x, rect.y), (right, rect.y), (rect.x, bottom), (right, bottom)


def make_corners(style: BoxStyle) -> tuple[pygame.Surface, ...]:
    """Return the top left, top right, bottom left and bottom right corner of a box."""
    outer = quarter_coverage(style.radius, style.radius)
    inner = quarter_coverage(style.radius - style.edge, style.radius)
    return all_sides(blend_surface(outer, inner, style.fill, style.line))


def make_masks(radius: int, ground: Colour) -> tuple[pygame.Surface, ...]:
    """Return what lies outside the four corners of a rounded box."""
    outside = 1.0 - quarter_coverage(radius, radius)
    return all_sides(blend_surface(outside, np.zeros_like(outside), ground, None))


def all_sides(bottom_right: pygame.Surface) -> tuple[pygame.Surface, ...]:
    """Return the four corners that one of them makes."""
    return tuple(pygame.transform.flip(bottom_right, flip_x=not r, flip_y=not b) for r, b in CORNER_SIDES)


def packed(picture: pygame.Surface) -> pygame.Surface:
    """Return a picture that SDL draws run by run: clear pixels cost nothing, opaque ones a copy."""
    picture.set_alpha(255, pygame.RLEACCEL)
    return picture


def blend_surface(outer: FloatArray, inner: FloatArray, fill: Colour | None, line: Colour | None) -> pygame.Surface:
    """Return a picture of what is inside `inner` in one colour and what lies between both in the other."""
    line_share = outer - inner if line is not None else np.zeros_like(outer)
    fill_share = (inner if line is not None else outer) if fill is not None else np.zeros_like(outer)
    alpha = np.clip(line_share + fill_share, 0.0, 1.0)
    surface = pygame.Surface(outer.shape[::-1], pygame.SRCALPHA)
    colours = pygame.surfarray.pixels3d(surface)
    weight = np.where(alpha > 0, alpha, 1.0)
    for c in range(3):
        mixed = line_share * (line[c] if line else 0) + fill_share * (fill[c] if fill else 0)
        colours[:, :, c] = np.rint(mixed / weight).T
    del colours
    alphas = pygame.surfarray.pixels_alpha(surface)
    alphas[:] = np.rint(alpha * 255).T
    del alphas
    return surface


def make_disc(
    radius: float, odd: tuple[int, int], fill: Colour | None, line: Colour | None, width: float
) -> pygame.Surface:
    """Return a disc whose centre lies on the picture's middle, half a pixel on where `odd` says so."""
    half = math.ceil(radius + 1)
    outer = _disc_coverage(radius, odd, half)
    inner = _disc_coverage(max(0.0, radius - width), odd, half)
    return blend_surface(outer, inner, fill, line)


def _disc_coverage(radius: float, odd: tuple[int, int], half: int) -> FloatArray:
    """Whole-pixel centres take the exact quarters; half-pixel ones the mean of a finer drawing."""
    if not odd[0] and not odd[1]:
        quarter = quarter_coverage(radius, half)
        lower = np.concatenate([quarter[:, ::-1], quarter], axis=1)
        return np.concatenate([lower[::-1], lower], axis=0)
    fine = quarter_coverage(radius * 2, half * 2 + 1)
    lower = np.concatenate([fine[:, ::-1], fine], axis=1)
    whole = np.concatenate([lower[::-1], lower], axis=0)
    x, y = 1 - odd[0], 1 - odd[1]
    cut = whole[y : y + 4 * half, x : x + 4 * half]
    mean: FloatArray = cut.reshape(2 * half, 2, 2 * half, 2).mean((1, 3))
    return mean


MARK_CORNERS = {
    "square": ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)),
    "diamond": ((0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)),
    "triangle": ((0, -1.1), (1.1, 0.85), (-1.1, 0.85)),
    "cross": ((-1, -0.3), (-0.3, -0.3), (-0.3, -1), (0.3, -1), (0.3, -0.3), (1, -0.3),
              (1, 0.3), (0.3, 0.3), (0.3, 1), (-0.3, 1), (-0.3, 0.3), (-1, 0.3)),
}  # fmt: skip
MARK_FINE = 8


def make_mark(colour: Colour, shape: str, radius: float) -> pygame.Surface:
    """Return a plot's mark: a disc, a ring, or a polygon drawn large and averaged down."""
    if shape in ("disc", "ring"):
        line = None if shape == "disc" else colour
        return make_disc(radius, (0, 0), None if line else colour, line, max(1.0, radius * 0.4))
    half = math.ceil(radius * 1.2 + 1)
    large = pygame.Surface((2 * half * MARK_FINE, 2 * half * MARK_FINE), 0, 8)
    large.set_palette([(i, i, i) for i in range(256)])
    points = [((half + dx * radius) * MARK_FINE, (half + dy * radius) * MARK_FINE) for dx, dy in MARK_CORNERS[shape]]
    pygame.draw.polygon(large, 255, points)
    fine = pygame.surfarray.array2d(large).astype(np.float64).T / 255
    mean = fine.reshape(2 * half, MARK_FINE, 2 * half, MARK_FINE).mean((1, 3))
    return blend_surface(mean, np.zeros_like(mean), colour, None)


def make_shadow(size: tuple[int, int], colour: Colour, spread: int, strength: float) -> pygame.Surface:
    """Return a shadow: full a little inside the box, gone `spread` pixels beyond it, a little lower than the box."""
    w, h = size[0] + 2 * spread, size[1] + 2 * spread
    x, y = np.arange(w) + 0.5, np.arange(h) + 0.5
    drop = spread / 5
    dx = np.maximum(np.maximum(spread * 1.3 - x, x - (w - spread * 1.3)), 0)[None, :]
    dy = np.maximum(np.maximum(spread * 1.3 + drop - y, y - (h - spread * 1.3 + drop)), 0)[:, None]
    near = np.clip(1 - np.hypot(dx, dy) / (spread * 1.3), 0, 1)
    coverage = strength * near * near * (3 - 2 * near)
    return picture(np.rint(coverage * 255).astype(np.uint8), colour)
