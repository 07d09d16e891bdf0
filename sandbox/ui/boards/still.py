"""A board's picture without a window."""

from __future__ import annotations

import pygame

from sandbox import png
from sandbox.games.api import BoardPicture
from sandbox.settings import assets_folder
from sandbox.ui.boards.drawing import Drawing, plate_of
from sandbox.ui.canvas.still import pixels
from sandbox.ui.kit.style.look import load_look


def board_png(picture: BoardPicture, size: tuple[int, int], theme: str) -> bytes:
    """The board as the Boards tab draws it."""
    pygame.font.init()
    look = load_look(assets_folder(), theme)
    surface = pygame.Surface(size, 0, 32)
    surface.fill(look.colours.window)
    plate = plate_of(picture, surface.get_rect().inflate(-32, -32))
    surface.blit(Drawing(picture, plate, look).surface, plate.rect.topleft)
    return png.encode(pixels(surface))
