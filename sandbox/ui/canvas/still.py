"""Pictures without a window: what the canvas would show, on a surface of any size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pygame
from numpy.typing import NDArray

from sandbox.layers import Layer, Role
from sandbox.level.model import Level
from sandbox.settings import assets_folder
from sandbox.ui.canvas.camera import Box, Camera
from sandbox.ui.canvas.colours import Palette, Rgb, palette
from sandbox.ui.canvas.film import Film
from sandbox.ui.canvas.level_scene import scene_of
from sandbox.ui.canvas.picture import Picture
from sandbox.ui.canvas.sprites import blit_disc
from sandbox.ui.kit.style.look import load_look
from sandbox.ui.kit.style.theme import Colour

CAPTION = 24  # pixels over a picture that has a title


class Still:
    """A level and layers, painted off the screen."""

    def __init__(self, level: Level, size: tuple[int, int], theme: str = "dark", seen: Box | None = None) -> None:
        pygame.font.init()
        self.level = level
        self.colours: Palette = palette(theme)
        self.scene = scene_of(level, self.colours)
        self.camera = Camera(*size).fitted(seen or self.scene.world, margin=0)
        fonts = load_look(assets_folder(), theme).fonts

        def write(surface: pygame.Surface, text: str, colour: Rgb, at: tuple[int, int]) -> None:
            fonts.draw(surface, text, "mono_small", Colour(*colour), at)

        self._write = write
        self.picture = Picture(self.scene, self.colours, write=write)

    def paint(self, layers: Sequence[Layer], live: Sequence[Layer], time: int | None = None) -> pygame.Surface:
        """The picture with layers in the stack and others on top."""
        self.scene.show(layers)
        self.scene.live = list(live)
        self.scene.move_to(time)
        self.picture.fast = True
        self.picture.update(self.camera)
        surface = self.picture.surface.copy()
        self.picture.paint_live(surface, self.camera, surface.get_rect())
        self._paint_ends(surface)
        return surface

    def titled(self, picture: NDArray[np.uint8], title: str) -> NDArray[np.uint8]:
        """A picture with its title over it."""
        strip = pygame.Surface((picture.shape[1], CAPTION), 0, 32)
        strip.fill(self.colours.outside)
        self._write(strip, title, self.colours.roles[Role.TEXT], (6, 4))
        return np.concatenate([pixels(strip), picture])

    def _paint_ends(self, surface: pygame.Surface) -> None:
        colours, radius = self.colours, max(3.0, self.camera.scale * 0.4)
        for name, role in (("start", Role.GOOD), ("goal", Role.BAD)):
            if marker := self.level.markers.get(name):
                blit_disc(surface, self.camera.to_screen(*marker.point), radius, colours.roles[role], colours.halo)

    def film(self, film: Film, frames: int, live: Sequence[Layer]) -> Iterator[pygame.Surface]:
        """The recording in so many frames; the path appears with the last one."""
        for number in range(frames):
            time = round(len(film) * number / max(frames - 1, 1))
            yield self.paint(film.layers(time), live if number == frames - 1 else (), time)


def pixels(surface: pygame.Surface) -> NDArray[np.uint8]:
    """A surface as an array [height, width, 3]."""
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))
