"""Icons: glyphs of the Lucide icon font, by name, centred in a square."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pygame.freetype

from sandbox.ui.kit.style.text import FACES, Face, Ink, Mark, render
from sandbox.ui.kit.style.theme import Colour


class Icons:
    """The icon font at any pixel size."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FACES["icon", "regular"]
        self._codes: dict[str, int] = json.loads((folder / "lucide.json").read_text("utf-8"))
        self._faces: dict[int, Face] = {}
        self._inks: dict[tuple[str, int, Colour], Ink | None] = {}

    @property
    def names(self) -> list[str]:
        """Every icon there is."""
        return list(self._codes)

    def draw(
        self, surface: pygame.Surface, name: str, colour: Colour, box: pygame.Rect, size: int | None = None
    ) -> None:
        """Draw an icon in the middle of a box, `size` pixels square (the box's smaller side by default)."""
        surface.fblits(self.marks(name, colour, box, size))

    def marks(self, name: str, colour: Colour, box: pygame.Rect, size: int | None = None) -> list[Mark]:
        """Return what `draw` would blit."""
        size = size or min(box.w, box.h)
        ink = self._ink(name, size, colour)
        if not ink:
            return []
        x = box.x + (box.w - size) // 2 + ink.left
        return [(ink.surface, (x, box.y + (box.h - size) // 2 + size - ink.above))]

    def _ink(self, name: str, size: int, colour: Colour) -> Ink | None:
        key = (name, size, colour)
        if key not in self._inks:
            self._inks[key] = render(chr(self._codes[name]), self._face(size), colour)
        return self._inks[key]

    def _face(self, size: int) -> Face:
        if size not in self._faces:
            font = pygame.freetype.Font(str(self._file))
            font.origin = True
            self._faces[size] = Face(font, float(size), mono=False, ascent=size, height=size)
        return self._faces[size]
