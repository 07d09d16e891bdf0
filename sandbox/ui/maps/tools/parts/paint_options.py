"""The widgets over the map that say what is painted with: the terrains, the brush, the symmetry."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from sandbox.ui.canvas.level_scene import terrain_colours
from sandbox.ui.canvas.sprites import pattern_sprite
from sandbox.ui.kit import Clickable, Dropdown, IconButton, Segments, Widget
from sandbox.ui.maps.tools.parts.cells import describe
from sandbox.ui.maps.tools.parts.settings import SIZES, SYMMETRIES, SYMMETRY_NAMES
from sandbox.ui.maps.tools.parts.terrain_dialog import open_terrain

if TYPE_CHECKING:
    from sandbox.ui.kit.events import Key, Pointer
    from sandbox.ui.maps.tools.parts.api import Workbench

SWATCH = 20  # dp
GAP = 3  # dp
MOST_SWATCHES = 12  # of a palette larger than this the rest is in the list beside them


class TerrainStrip(Clickable):
    """A swatch for each terrain; the arrows go through them."""

    ring_radius = 4

    def __init__(self, bench: Workbench) -> None:
        super().__init__(name="terrains")
        self.bench = bench
        bench.paint.followers.append(self.touch)
        bench.editing.on_step.append(self._follow)
        self._shown = 0

    @property
    def count(self) -> int:
        """How many are shown."""
        return min(len(self.bench.level.palette), MOST_SWATCHES)

    def _follow(self) -> None:
        if self.count != self._shown:
            self.relayout()
        self.touch()

    def measure(self, width: int | None) -> tuple[int, int]:
        """A row of squares."""
        self._shown = self.count
        return self.count * self.dp(SWATCH + GAP) + self.dp(GAP), self.dp(SWATCH + 2 * GAP)

    def _box(self, code: int) -> pygame.Rect:
        side = self.dp(SWATCH)
        x = self.rect.x + self.dp(GAP) + code * self.dp(SWATCH + GAP)
        return pygame.Rect(x, self.rect.y + (self.rect.h - side) // 2, side, side)

    def _code_at(self, x: int, y: int) -> int:
        return next((c for c in range(self.count) if self._box(c).inflate(self.dp(GAP), 99).collidepoint(x, y)), -1)

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Colours and patterns as on the map; a frame around the one in hand."""
        lut = terrain_colours(self.bench.level, self.bench.colours())
        dark = self.bench.colours().dark
        for code in range(self.count):
            word, box = int(lut[code]), self._box(code)
            surface.fill(((word >> 16) & 255, (word >> 8) & 255, word & 255), box)
            pattern = str(self.bench.level.palette[code].pattern)
            surface.blit(pattern_sprite(pattern, box.w, (255, 255, 255, 60) if dark else (0, 0, 0, 80)), box)
            c = self.look.colours
            chosen = code == self.bench.paint.code
            line = c.accent if chosen else c.strong_line
            self.look.painter.box(
                surface, box.inflate(2, 2) if chosen else box, None, line, self.dp(3), self.dp(1 + chosen)
            )

    def on_pointer(self, event: Pointer) -> bool:
        """Take the terrain that was pressed."""
        code = self._code_at(event.x, event.y)
        if event.kind == "down" and event.button == 1 and code >= 0:
            self.bench.paint.set(code=code)
            return True
        return event.kind == "up"

    def on_key(self, event: Key) -> bool:
        """Go through them."""
        step = {"Left": -1, "Right": 1}.get(event.combo, 0) if event.down else 0
        if step:
            self.bench.paint.set(code=(self.bench.paint.code + step) % len(self.bench.level.palette))
        return bool(step)

    def tooltip(self, x: int, y: int) -> str:
        """Its name, its cost and its key."""
        code = self._code_at(x, y)
        if code < 0:
            return ""
        key = f"  ·  key {code + 1}" if code < 9 else ""
        return describe(self.bench.level.palette[code]) + key


class TerrainList(Dropdown):
    """The terrain in hand by name and cost; the list has them all."""

    def __init__(self, bench: Workbench) -> None:
        self.bench = bench
        super().__init__(["wall"], 0, on_change=lambda i: bench.paint.set(code=i), tip="Terrain to paint with")
        bench.paint.followers.append(self._follow)
        bench.editing.on_step.append(self._follow)
        self._follow()

    def _follow(self) -> None:
        palette = self.bench.level.palette
        names = [describe(terrain) for terrain in palette]
        if names != self.choices:
            self.choices = names
        self.value = min(self.bench.paint.code, len(names) - 1)


def terrain_choice(bench: Workbench) -> list[Widget]:
    """Swatches, and the name of the one in hand."""
    change = IconButton(
        "settings-2", compact=True, tip="Change this terrain, or make a new one of it", tip_key="Ctrl+T"
    )
    change.on_click = lambda: open_terrain(bench)
    return [TerrainStrip(bench), TerrainList(bench), change]


def brush_choice(bench: Workbench) -> list[Widget]:
    """Size and shape."""
    paint = bench.paint
    size = Dropdown([f"{s} wide" for s in SIZES], 0, tip="Brush, in cells", tip_key="[ ]")
    size.on_change = lambda i: paint.set(size=SIZES[i])
    shape = Segments(["", ""], 0, icons=["circle", "square"], tip="Round or square brush")
    shape.on_change = lambda i: paint.set(shape="square" if i else "round")

    def follow() -> None:
        size.value = SIZES.index(paint.size) if paint.size in SIZES else 0
        shape.value = int(paint.shape == "square")

    paint.followers.append(follow)
    follow()
    return [size, shape]


def filling_choice(bench: Workbench) -> Widget:
    """All of a rectangle, or its border."""
    return Segments(["Filled", "Border"], 0, on_change=lambda i: bench.paint.set(filled=i == 0))


def symmetry_choice(bench: Workbench) -> Widget:
    """Where else the same is painted."""
    paint = bench.paint
    names = [SYMMETRY_NAMES[s] for s in SYMMETRIES]
    chosen = Dropdown(names, 0, tip="Paint the same in mirror image, or turned about the middle")
    chosen.on_change = lambda i: paint.set(symmetry=SYMMETRIES[i])

    def follow() -> None:
        chosen.value = SYMMETRIES.index(paint.symmetry)

    paint.followers.append(follow)
    follow()
    return chosen
