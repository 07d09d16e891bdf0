"""A Tiled map as either of its notations tells it: layers of tiles, objects in pixels, what tilesets say of tiles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.level.formats.common.source import Source
from sandbox.level.model import MAX_SIDE

Properties = Mapping[str, Any]
MAX_TILES = 24_000_000  # in all layers together: 4 bytes each
MAX_SAID = 500_000  # tiles of all tilesets together that are spoken of, at 100 bytes
FAR = 10**6  # tiles from the origin, of a chunk


@dataclass(frozen=True, slots=True)
class Chunk:
    """Tiles of a layer from (x, y) on: all of them, or a part of an infinite map."""

    x: int
    y: int
    tiles: NDArray[np.uint32]  # [height, width] global tile ids with flip bits, 0 empty

    @property
    def end(self) -> tuple[int, int]:
        """The tile behind its last one, in both directions."""
        return self.x + self.tiles.shape[1], self.y + self.tiles.shape[0]


@dataclass(frozen=True, slots=True)
class TileLayer:
    """One layer of tiles, lowest first."""

    where: str
    name: str
    kind: str  # its class
    properties: Properties
    chunks: list[Chunk]


@dataclass(frozen=True, slots=True)
class Thing:
    """One object, in pixels."""

    where: str
    name: str
    kind: str
    x: float
    y: float
    width: float = 0.0
    height: float = 0.0
    rotation: float = 0.0  # degrees, clockwise
    shape: str = "rectangle"  # polygon, ellipse, point, other
    points: tuple[tuple[float, float], ...] = ()  # of a polygon, relative to x, y


@dataclass(frozen=True, slots=True)
class Tile:
    """What a tileset says of one of its tiles."""

    kind: str
    properties: Properties


@dataclass
class TiledMap:
    """What the two notations of the format have in common."""

    source: Source
    width: int
    height: int
    tile_width: float
    tile_height: float
    infinite: bool = False
    left: int = 0  # the first column and row of tiles
    top: int = 0
    title: str = ""
    layers: list[TileLayer] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)
    tiles: dict[int, Tile] = field(default_factory=dict)  # by global id
    tilesets: dict[Path, Mapping[int, Tile]] = field(default_factory=dict)  # files read so far, by local id
    tileset_bytes: int = 0  # of those files
    tiles_read: int = 0  # in all layers
    named: dict[str, int] = field(default_factory=dict)  # the number last given to a name that several have

    def make_room(self, where: str, width: int, height: int) -> int:
        """How many tiles there are next; refuses those that together with all others would fill the memory."""
        if not self.infinite and (width, height) != (self.width, self.height):
            raise BadInput(where, f"a layer of {width} × {height}", f"{self.width} × {self.height}, as the map")
        self.tiles_read += width * height
        if self.tiles_read > MAX_TILES:
            raise BadInput(where, f"{self.tiles_read:,} tiles in the layers up to here", f"at most {MAX_TILES:,}")
        return width * height

    def add_tiles(self, where: str, first: int, tiles: Mapping[int, Tile]) -> None:
        """What a tileset says of its tiles, from this global id on."""
        if len(self.tiles) + len(tiles) > MAX_SAID:
            raise BadInput(where, f"{len(self.tiles) + len(tiles):,} tiles spoken of", f"at most {MAX_SAID:,}")
        self.tiles.update({first + number: tile for number, tile in tiles.items()})

    def fit_to_chunks(self) -> None:
        """Be as large as what was read of an infinite map."""
        chunks = [chunk for layer in self.layers for chunk in layer.chunks]
        if chunks:
            self.left, self.top = min(c.x for c in chunks), min(c.y for c in chunks)
            self.width = max(c.end[0] for c in chunks) - self.left
            self.height = max(c.end[1] for c in chunks) - self.top
        bounded(self.source.name, "an infinite map with chunks", self.width, self.height)
        if len(self.layers) * self.width * self.height > MAX_TILES:
            found = f"{len(self.layers)} layers of {self.width} × {self.height} tiles"
            raise BadInput(self.source.name, found, f"at most {MAX_TILES:,} tiles in all")

    def whole(self, layer: TileLayer) -> NDArray[np.uint32]:
        """All tiles of a layer, [height, width]."""
        if not self.infinite:
            return layer.chunks[0].tiles
        tiles = np.zeros((self.height, self.width), np.uint32)
        for chunk in layer.chunks:
            height, width = chunk.tiles.shape
            y, x = chunk.y - self.top, chunk.x - self.left
            tiles[y : y + height, x : x + width] = chunk.tiles
        return tiles

    def cells(self, pixels: NDArray[np.float64]) -> NDArray[np.float64]:
        """Places in pixels as places in cells."""
        return pixels / [self.tile_width, self.tile_height] - [self.left, self.top]


def bounded(where: str, what: str, width: int, height: int) -> None:
    """Refuse sizes no level has."""
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise BadInput(where, f"{what} of {width} × {height}", f"1 to {MAX_SIDE} a side")
