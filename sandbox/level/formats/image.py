"""PNG pictures as levels, one pixel a cell, and levels as pictures.

A drawing becomes walls by a brightness threshold; a picture in a palette's colours becomes its terrain; a
height field becomes ground that is passable where it is not too steep. A picture we write says in a chunk of its own
(`TERRAINS`) what its colours stand for, unless they are those of the default terrains.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from sandbox import png
from sandbox.errors import BadInput
from sandbox.level.formats import level_json
from sandbox.level.formats.common.cells import codes_with_polygons
from sandbox.level.formats.common.format import CELLS, Format
from sandbox.level.formats.common.source import Source
from sandbox.level.formats.common.unfilter import unfiltered
from sandbox.level.model import MAX_SIDE, Level
from sandbox.level.terrain import DEFAULT_PALETTE, FLOOR, WALL, Palette
from sandbox.registry import Help, Range, Unit

G = TypeVar("G", bound=np.generic)
MAX_COLOURS = 4096  # different colours a picture may have and still be one of terrain
TERRAINS = b"teRr"  # by its letters: ancillary, private, and still true of a picture that was painted on
NEAR = 12  # per channel: colours this close are the same to the eye, and to a lossy editor


@dataclass(frozen=True, slots=True)
class ImageOptions:
    """How pixels become cells."""

    mode: Annotated[
        Literal["auto", "threshold", "palette", "height"],
        Help(
            "dark is wall (threshold), colours are terrains (palette), brightness is height; auto: one of the first two"
        ),
    ] = "auto"
    threshold: Annotated[float, Range(0.0, 1.0, 0.01), Help("pixels darker than this are walls")] = 0.5
    invert: Annotated[bool, Help("bright pixels are walls instead")] = False
    relief: Annotated[float, Range(0.0, 2048.0), Unit("cells"), Help("height of white above black")] = 64.0
    slope: Annotated[float, Range(0.0, 90.0), Unit("°"), Help("ground steeper than this is blocked")] = 35.0


def read(source: Source, options: ImageOptions) -> Level:
    """The level of a picture."""
    picture = png.decode(source.data, source.name, longest_side=MAX_SIDE, unfilter=unfiltered)
    title = Path(source.name).stem
    if options.mode == "height":
        return Level(_from_heights(picture.brightness() * options.relief, options.slope), title=title)
    palette = _palette_of(source, picture) if options.mode != "threshold" else None
    if options.mode == "palette" or (palette is not None and _in_colours_of(picture, palette)):
        palette = palette or DEFAULT_PALETTE
        return Level(_codes_in(source, picture, palette), title=title, palette=palette)
    if palette not in (None, DEFAULT_PALETTE):
        source.remark(source.name, "has colours that are none of its terrains': dark ones are walls")
    dark = picture.brightness() < options.threshold
    return Level(np.where(dark != options.invert, WALL, FLOOR).astype(np.uint8), title=title)


def _palette_of(source: Source, picture: png.Picture) -> Palette:
    """The terrains that a picture names, or the default ones."""
    words = picture.private.get(TERRAINS)
    if words is None:
        return DEFAULT_PALETTE
    told = Source(f"{source.name}: chunk {TERRAINS.decode()}", words, remarks=source.remarks)
    return level_json.terrains_in(told)


def _codes_in(source: Source, picture: png.Picture, palette: Palette) -> NDArray[np.uint8]:
    """By the numbers of colours, where they are those of the terrains: two may look alike. Else by nearness."""
    if picture.palette is not None and np.array_equal(picture.palette, colours_of(palette)):
        numbers: NDArray[np.uint8] = np.minimum(picture.samples[:, :, 0], len(palette) - 1)
        return numbers
    return _from_colours(source, picture.rgb(), palette)


def _from_heights(height: NDArray[np.float32], steepest: float) -> NDArray[np.uint8]:
    """Wall where the ground rises or falls more steeply than allowed towards any of the eight neighbours."""
    limit = math.tan(math.radians(min(steepest, 89.9999)))
    steep = np.zeros(height.shape, bool)
    for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1)):
        near, far = _pair(height, dy, dx)
        rise = np.abs(far - near) > limit * math.hypot(dx, dy)
        here, there = _pair(steep, dy, dx)
        here |= rise
        there |= rise
    return np.where(steep, WALL, FLOOR).astype(np.uint8)


def _pair(field: NDArray[G], dy: int, dx: int) -> tuple[NDArray[G], NDArray[G]]:
    """Views of all cells that have this neighbour, and of their neighbours."""
    rows, columns = field.shape
    left, right = max(0, -dx), columns - max(0, dx)
    return field[: rows - dy, left:right], field[dy:, left + dx : right + dx]


def _in_colours_of(picture: png.Picture, palette: Palette) -> bool:
    colours = _distinct(_packed(picture.rgb()))
    return len(colours) <= MAX_COLOURS and bool(_distance(colours, palette).min(axis=1).max() <= NEAR)


def _distinct(packed: NDArray[np.int32]) -> NDArray[np.int32]:
    """The different colours: by marking them in a table of all, as sorting millions takes seconds."""
    seen = np.zeros(1 << 24, bool)
    seen[packed.ravel()] = True
    return np.flatnonzero(seen).astype(np.int32)


def _from_colours(source: Source, rgb: NDArray[np.uint8], palette: Palette) -> NDArray[np.uint8]:
    """The terrain of the nearest colour."""
    packed = _packed(rgb)
    colours = _distinct(packed)
    if len(colours) > MAX_COLOURS:
        raise BadInput(source.name, f"{len(colours):,} colours", f"at most {MAX_COLOURS:,} for a picture of terrain")
    away = _distance(colours, palette)
    odd = away.min(axis=1) > NEAR
    if odd.any():
        colour = f"#{colours[int(np.argmax(odd))]:06x}"
        source.remark(source.name, f"colour {colour} is no terrain's; the nearest is taken")
    codes = np.zeros(1 << 24, np.uint8)
    codes[colours] = away.argmin(axis=1)
    return codes[packed]


def _packed(rgb: NDArray[np.uint8]) -> NDArray[np.int32]:
    parts = rgb.astype(np.int32)
    packed: NDArray[np.int32] = parts[:, :, 0] << 16 | parts[:, :, 1] << 8 | parts[:, :, 2]
    return packed


def _distance(packed: NDArray[np.int32], palette: Palette) -> NDArray[np.int32]:
    """Largest difference of a channel, [colour, terrain]."""
    parts = np.column_stack([packed >> 16, packed >> 8 & 255, packed & 255])
    away: NDArray[np.int32] = np.abs(parts[:, None, :] - colours_of(palette)[None, :, :].astype(np.int32)).max(axis=2)
    return away


def colours_of(palette: Palette) -> NDArray[np.uint8]:
    """The terrains' colours, [n, (red, green, blue)]."""
    return np.array([[int(t.colour[i : i + 2], 16) for i in (1, 3, 5)] for t in palette], np.uint8)


def write(level: Level) -> bytes:
    """One pixel a cell in the terrain's colour; polygons as the cells they block."""
    codes = codes_with_polygons(level)
    own = any(level.palette[code] not in DEFAULT_PALETTE for code in np.unique(codes))
    private = {TERRAINS: level_json.terrains_written(level.palette)} if own else {}
    return png.encode(codes, colours_of(level.palette), private)


FORMAT = Format(
    title="PNG picture",
    extensions=(".png",),
    help="a pixel a cell. In: `mode=threshold` (dark is wall; `threshold`, `invert`), `mode=palette` (the colours of "
    "the default terrains, or of those the picture names, as ours do), `mode=height` (brightness is height, `relief` "
    "cells from black to white; ground steeper than `slope` degrees is blocked)",
    order=50,
    read=read,
    write=write,
    options_class=ImageOptions,
    keeps=CELLS | {"costs"},
)
