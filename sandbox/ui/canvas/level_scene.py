"""A level as a scene: its tiles, its polygons, and what follows from an edit."""

from __future__ import annotations

import numpy as np

from sandbox.level.model import Level
from sandbox.level.rect import Rect
from sandbox.level.signs import signs_of, version_of
from sandbox.ui.canvas.colours import Lut, Palette, mixed, packed, rgb
from sandbox.ui.canvas.obstacle_rings import ObstacleRings
from sandbox.ui.canvas.raster import Tiles
from sandbox.ui.canvas.scene import Scene

PAPER = (0xF4, 0xF5, 0xF8)
INK = (0x30, 0x36, 0x44)


def scene_of(level: Level, palette: Palette) -> Scene:
    """A new scene that shows a level."""
    return Scene(
        tiles=Tiles(level.terrain, terrain_colours(level, palette)),
        rings=ObstacleRings(level),
        signs=tuple(signs_of(level)),
        signs_version=version_of(level),
        patterns=tuple(str(t.pattern) for t in level.palette),
        coloured=(level.palette, palette),
    )


def follow(scene: Scene, level: Level, palette: Palette, dirty: Rect, *, cells: bool = True) -> None:
    """Bring a scene up to date with an edit of its level that, unless `cells`, left the terrain as it was."""
    tiles = scene.tiles
    recoloured = scene.coloured[0] is not level.palette or scene.coloured[1] is not palette
    if tiles is None or tiles.codes is not level.terrain or recoloured:
        scene.tiles = Tiles(level.terrain, terrain_colours(level, palette))
        scene.patterns = tuple(str(t.pattern) for t in level.palette)
        scene.coloured = (level.palette, palette)
        scene.changes += 1
    elif dirty:
        scene.cells_changed((dirty.x0, dirty.y0, dirty.width, dirty.height), terrain=cells)
    if scene.rings is None:
        scene.rings = ObstacleRings(level)
    if scene.rings.follow(level):
        scene.changes += not dirty
    if version_of(level) != scene.signs_version:
        scene.signs, scene.signs_version = tuple(signs_of(level)), version_of(level)
        scene.changes += 1


def terrain_colours(level: Level, palette: Palette) -> Lut:
    """A colour for each of the 256 codes. Light themes show the palette on paper: passable pale, blocked dark."""
    lut = np.full(256, packed(palette.outside), np.uint32)
    for code, terrain in enumerate(level.palette):
        colour = rgb(terrain.colour)
        if not palette.dark:
            colour = mixed(colour, INK, 0.35) if terrain.blocked else mixed(colour, PAPER, 0.72)
        lut[code] = packed(colour)
    return lut
