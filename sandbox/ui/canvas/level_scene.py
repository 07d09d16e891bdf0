"""A level as a scene: its tiles, its polygons, and what follows from an edit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandbox.layers import Polygons, Role
from sandbox.level.model import UNITS, Level
from sandbox.level.rect import Rect
from sandbox.level.signs import signs_of, version_of
from sandbox.ui.canvas.colours import Lut, Palette, mixed, packed, rgb
from sandbox.ui.canvas.raster import Tiles
from sandbox.ui.canvas.scene import Scene

PAPER = (0xF4, 0xF5, 0xF8)
INK = (0x30, 0x36, 0x44)


def scene_of(level: Level, palette: Palette) -> Scene:
    """A new scene that shows a level."""
    return Scene(
        tiles=Tiles(level.terrain, terrain_colours(level, palette)),
        obstacles=obstacle_layer(level),
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
    if shapes_of(level) != (scene.obstacles.version if scene.obstacles else None):
        scene.obstacles = obstacle_layer(level)
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


def shapes_of(level: Level) -> int:
    """A number that changes whenever a polygon does (obstacles are immutable, so identity tells)."""
    return hash(tuple((key, id(shape)) for key, shape in level.polygons.items())) & 0x7FFFFFFF


def obstacle_layer(level: Level) -> Polygons:
    """All polygons of a level, holes cut out."""
    rings: list[NDArray[np.float64]] = []
    holes: list[bool] = []
    for shape in level.polygons.values():
        rings.append(np.asarray(shape.outer, float) / UNITS)
        holes.append(False)
        for hole in shape.holes:
            rings.append(np.asarray(hole, float) / UNITS)
            holes.append(True)
    starts = np.cumsum([0, *map(len, rings)]).astype(np.int32)
    points = np.concatenate(rings) if rings else np.zeros((0, 2))
    return Polygons(
        name="obstacles", legend="Polygon obstacles", role=Role.OBSTACLE, xy=points, starts=starts,
        holes=np.array(holes, np.bool_), version=shapes_of(level),
    )  # fmt: skip
