"""Small anti-aliased pictures, made once and blitted many times."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pygame

from sandbox.ui.canvas.colours import Rgb


@lru_cache(maxsize=512)
def disc_sprite(radius: float, colour: Rgb, halo: Rgb, filled: bool) -> pygame.Surface:
    """A disc, or a ring, with a thin halo that sets it off from any ground."""
    half = int(np.ceil(radius)) + 2
    axis = np.arange(2 * half) + 0.5 - half
    distance = np.hypot(*np.meshgrid(axis, axis))
    ink = _inside(distance, radius)
    if not filled:
        ink = np.minimum(ink, 1.0 - _inside(distance, max(radius - max(1.5, radius * 0.12), 0.0)))
    cover = np.maximum(ink, _inside(distance, radius + 1.0) * 0.7 if filled else ink)
    mix = np.where(cover > 0, ink / np.maximum(cover, 1e-9), 0.0)[..., None]
    rgb = np.asarray(halo) * (1.0 - mix) + np.asarray(colour) * mix
    return _surface(rgb.round().astype(np.uint8), (cover * 255).round().astype(np.uint8))


def blit_disc(
    surface: pygame.Surface, at: tuple[float, float], radius: float, colour: Rgb, halo: Rgb, *, filled: bool = True
) -> None:
    """Draw a disc around a pixel."""
    sprite = disc_sprite(radius, colour, halo, filled)
    surface.blit(sprite, (at[0] - sprite.get_width() // 2, at[1] - sprite.get_height() // 2))


def _inside(distance: np.ndarray, radius: float) -> np.ndarray:
    """Coverage of pixels by a disc, to a good approximation."""
    covered: np.ndarray = (radius + 0.5 - distance).clip(0.0, 1.0)
    return covered


def _surface(rgb: np.ndarray, alpha: np.ndarray) -> pygame.Surface:
    sprite = pygame.Surface(alpha.shape, pygame.SRCALPHA, 32)
    pygame.surfarray.blit_array(sprite, rgb.swapaxes(0, 1))
    view = pygame.surfarray.pixels_alpha(sprite)
    view[:] = alpha.T
    del view
    return sprite


@lru_cache(maxsize=256)
def pattern_sprite(pattern: str, size: int, ink: tuple[int, int, int, int]) -> pygame.Surface:
    """What makes a terrain readable without colour: a few strokes in a cell."""
    sprite = pygame.Surface((size, size), pygame.SRCALPHA, 32)
    width = max(1, size // 12)
    strokes = PATTERNS.get(pattern, ())
    for ax, ay, bx, by in strokes:
        pygame.draw.line(sprite, ink, (ax * size, ay * size), (bx * size, by * size), width)
    return sprite


# Strokes in the unit square, by the pattern's name (sandbox.level.terrain.Pattern).
PATTERNS: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    "hatch": ((0.0, 1.0, 1.0, 0.0), (0.0, 0.5, 0.5, 0.0), (0.5, 1.0, 1.0, 0.5)),
    "crosses": ((0.3, 0.3, 0.7, 0.7), (0.3, 0.7, 0.7, 0.3)),
    "waves": ((0.1, 0.35, 0.35, 0.25), (0.35, 0.25, 0.6, 0.35), (0.6, 0.35, 0.9, 0.25),
              (0.1, 0.75, 0.35, 0.65), (0.35, 0.65, 0.6, 0.75), (0.6, 0.75, 0.9, 0.65)),
    "ripples": ((0.2, 0.5, 0.4, 0.4), (0.4, 0.4, 0.6, 0.5), (0.6, 0.5, 0.8, 0.4)),
    "reeds": ((0.3, 0.8, 0.3, 0.4), (0.5, 0.8, 0.5, 0.25), (0.7, 0.8, 0.7, 0.45), (0.15, 0.8, 0.85, 0.8)),
    "dashes": ((0.15, 0.5, 0.4, 0.5), (0.6, 0.5, 0.85, 0.5)),
    "dots": ((0.25, 0.25, 0.3, 0.25), (0.7, 0.35, 0.75, 0.35), (0.4, 0.7, 0.45, 0.7)),
    "blades": ((0.3, 0.75, 0.22, 0.55), (0.3, 0.75, 0.38, 0.55), (0.7, 0.45, 0.62, 0.25), (0.7, 0.45, 0.78, 0.25)),
    "bricks": ((0.0, 0.33, 1.0, 0.33), (0.0, 0.66, 1.0, 0.66), (0.5, 0.0, 0.5, 0.33), (0.25, 0.33, 0.25, 0.66),
               (0.75, 0.33, 0.75, 0.66), (0.5, 0.66, 0.5, 1.0)),
    "crowns": ((0.5, 0.15, 0.2, 0.6), (0.5, 0.15, 0.8, 0.6), (0.2, 0.6, 0.8, 0.6), (0.5, 0.6, 0.5, 0.85)),
    "stones": ((0.2, 0.35, 0.4, 0.25), (0.4, 0.25, 0.45, 0.45), (0.45, 0.45, 0.2, 0.35),
               (0.6, 0.75, 0.75, 0.6), (0.75, 0.6, 0.85, 0.8), (0.85, 0.8, 0.6, 0.75)),
}  # fmt: skip
