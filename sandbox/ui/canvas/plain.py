"""Layers on plain ground, without a level: trees and charts as PNG."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from sandbox import png
from sandbox.layers import Layer
from sandbox.settings import assets_folder
from sandbox.ui.canvas.camera import Camera
from sandbox.ui.canvas.colours import Rgb, palette
from sandbox.ui.canvas.painters import Brush, paint
from sandbox.ui.canvas.still import pixels
from sandbox.ui.kit.style.look import load_look
from sandbox.ui.kit.style.theme import Colour

USUAL = 44.0  # pixels a cell
LONGEST = 8192  # pixels of a side, unless a size is asked for


def layers_png(layers: Sequence[Layer], world: tuple[float, float], pixel: tuple[int, int] | None, theme: str) -> bytes:
    """The layers of a world of so many cells, fitted into so many pixels."""
    pygame.font.init()
    colours = palette(theme)
    scale = min(USUAL, LONGEST / max(world)) if pixel is None else min(p / w for p, w in zip(pixel, world, strict=True))
    size = pixel or (max(1, round(world[0] * scale)), max(1, round(world[1] * scale)))
    surface = pygame.Surface(size, 0, 32)
    surface.fill(colours.outside)
    fonts = load_look(assets_folder(), theme).fonts

    def write(target: pygame.Surface, text: str, colour: Rgb, at: tuple[int, int]) -> None:
        fonts.draw(target, text, "mono_small", Colour(*colour), at)

    brush = Brush(surface, Camera(*size, scale), surface.get_rect(), colours, fast=True, write=write)
    for layer in layers:
        if layer.visible:
            paint(layer, brush)
    return png.encode(pixels(surface))
