"""Maps of the Tiled editor (mapeditor.org, TMX format 1.x), as far as they say what is ground and what blocks.

Read are orthogonal maps: tile layers in every encoding but Zstandard, and objects. An infinite map is as large as
its chunks reach. What a tile means:

1. the tile's own properties or class: `terrain` names one of our terrains, or `blocked` (also `solid`,
   `collides`) is true, or `cost` is a number, or its class is the name of a terrain;
2. else the same properties of its layer, or the layer's name or class;
3. else, when nothing in the map says anything: the lowest layer is ground, tiles above it are walls; of a single
   layer every tile is a wall.

Points become markers, and so do areas whose name or class is start, goal or spawn; other polygons, rectangles and
ellipses become obstacles, cut at the map's edge. Layers above paint over layers below.
"""

from __future__ import annotations

import base64
import binascii
import math
import re
import zlib
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.level.formats.common import shapes
from sandbox.level.formats.common.source import shown
from sandbox.level.formats.tiled.tiled_map import Properties, Thing, TiledMap, TileLayer
from sandbox.level.markers import MAX_NAMED, Marker, MarkerKind
from sandbox.level.model import Level
from sandbox.level.obstacles import Obstacle
from sandbox.level.terrain import DEFAULT_PALETTE, FLOOR, WALL

TILE_BITS = 0x0FFFFFFF  # the upper four say how a tile is flipped
UNSAID = -1
MAX_TABLE = 1 << 22
_CSV = re.compile(r"\s*\d{1,10}(?:\s*,\s*\d{1,10})*+\s*,?\s*", re.ASCII)


def check_orientation(where: str, orientation: object) -> None:
    """Refuse the kinds of map that have no grid of squares."""
    if orientation != "orthogonal":
        raise BadInput(where, f"orientation {shown(orientation)}", "orthogonal (tiles are the squares of a grid here)")


def decode(where: str, text: str, encoding: str, compression: str, count: int) -> NDArray[np.uint32]:
    """The ids of a layer's data; never takes more than `count` of them need."""
    if encoding == "csv":
        return _from_csv(where, text, count)
    if encoding != "base64":
        raise BadInput(where, f"encoding {shown(encoding)}", "csv or base64")
    try:
        raw = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise BadInput(where, "broken base64", "base64 data") from None
    raw = _inflated(where, raw, compression, 4 * count)
    if len(raw) != 4 * count:
        raise BadInput(where, f"{len(raw)} bytes of tiles", f"{4 * count}")
    return np.frombuffer(raw, "<u4").astype(np.uint32)


def _from_csv(where: str, text: str, count: int) -> NDArray[np.uint32]:
    found = text.count(",") + 1 - text.rstrip().endswith(",")
    if found != count or not _CSV.fullmatch(text):
        odd = re.search(r"[^\d\s,]", text, re.ASCII)
        raise BadInput(
            where, f"{shown(odd[0])} in the tiles" if odd else f"{found} tiles", f"{count} numbers and commas"
        )
    ids = np.fromstring(text.rstrip().rstrip(","), np.int64, sep=",")
    return ids_of(where, ids, count)


def ids_of(where: str, ids: NDArray[np.int64], count: int) -> NDArray[np.uint32]:
    """Global ids, checked."""
    if len(ids) != count:
        raise BadInput(where, f"{len(ids)} tiles", str(count))
    if count and (ids.min() < 0 or ids.max() > 0xFFFFFFFF):
        raise BadInput(where, f"tile {int(ids.min()) if ids.min() < 0 else int(ids.max())}", "0 to 4294967295")
    return ids.astype(np.uint32)


def _inflated(where: str, raw: bytes, compression: str, size: int) -> bytes:
    if compression == "":
        return raw
    if compression not in ("zlib", "gzip"):
        raise BadInput(where, f"compression {shown(compression)}", "zlib, gzip or none")
    try:
        return zlib.decompressobj(47).decompress(raw, size + 1)  # 47: zlib or gzip, whichever it is
    except zlib.error as error:
        raise BadInput(where, str(error), f"{compression} data") from None


def level_of(found: TiledMap) -> Level:
    """The level of a map."""
    if found.infinite:
        found.fit_to_chunks()
    level = Level.empty(found.width, found.height)
    level.title = found.title[:200]
    level.terrain[:] = _terrain(found)
    placed: list[tuple[str, Obstacle]] = []
    for thing in found.things:
        with found.source.part():
            _place(found, thing, level, placed)
    placed = [part for where, shape in placed for part in _cut(found, where, shape)]
    numbered = [(where, replace(shape, id=number)) for number, (where, shape) in enumerate(placed, start=1)]
    level.polygons = shapes.keep_sound(found.source, numbered, level.width, level.height)
    return level


def _cut(found: TiledMap, where: str, shape: Obstacle) -> list[tuple[str, Obstacle]]:
    """What of an obstacle lies in the map; all of one that is no polygon, for whoever checks those."""
    if shape.fits(found.width, found.height):
        return [(where, shape)]
    from sandbox.geometry.polygons import problem_of

    if problem_of(shape.rings):
        return [(where, shape)]
    parts = shape.cut(found.width, found.height)
    done = "cut there" if parts else "skipped"
    found.source.remark(where, f"object {shown(shape.name)} reaches beyond the map's edge; it is {done}")
    return [(where, part) for part in parts]


def _terrain(found: TiledMap) -> NDArray[np.uint8]:
    codes = np.full((found.height, found.width), FLOOR, np.uint8)
    meaning = _meaning_of_tiles(found)
    said = any(code != UNSAID for code in meaning.values()) or any(_meaning_of_layer(y) != UNSAID for y in found.layers)
    if not said and found.layers:
        found.source.remark(
            found.source.name,
            "nothing says which tiles block: tiles above the lowest layer become walls"
            if len(found.layers) > 1
            else "nothing says which tiles block: every tile becomes a wall",
        )
    for number, layer in enumerate(found.layers):
        unsaid = UNSAID if said else (FLOOR if number == 0 and len(found.layers) > 1 else WALL)
        _paint(codes, layer, found.whole(layer), meaning, unsaid)
    return codes


def _meaning_of_tiles(found: TiledMap) -> dict[int, int]:
    return {number: _meaning(tile.kind, tile.properties) for number, tile in found.tiles.items()}


def _meaning_of_layer(layer: TileLayer) -> int:
    own = _meaning(layer.kind, layer.properties)
    return own if own != UNSAID else _named(layer.name)


def _meaning(kind: str, properties: Properties) -> int:
    """The terrain code that properties and class speak of, or UNSAID."""
    lower = {str(name).lower(): value for name, value in properties.items()}
    code = _named(str(lower.get("terrain", "")))
    if code != UNSAID:
        return code
    for name in ("blocked", "solid", "collides", "collision"):
        if isinstance(lower.get(name), bool):
            return WALL if lower[name] else FLOOR
    cost = lower.get("cost")
    if isinstance(cost, (int, float)) and not isinstance(cost, bool) and -1e9 <= cost <= 1e9:
        return _nearest_cost(cost)
    return _named(kind)


_WORDS = {
    "walls": "wall",
    "collision": "wall",
    "collisions": "wall",
    "obstacles": "wall",
    "ground": "floor",
    "roads": "road",
}
_WORDS |= {"tree": "trees", "forest": "trees", "floors": "floor", "mud": "swamp", "path": "road"}


def _named(name: str) -> int:
    word = name.strip().lower()
    word = _WORDS.get(word, word)
    return DEFAULT_PALETTE.names.index(word) if word in DEFAULT_PALETTE.names else UNSAID


def _nearest_cost(cost: float) -> int:
    """The passable terrain that costs about this; 0 and less mean blocked."""
    if cost <= 0:
        return WALL
    open_codes = [code for code, terrain in enumerate(DEFAULT_PALETTE) if not terrain.blocked]
    return min(open_codes, key=lambda code: (abs(DEFAULT_PALETTE[code].cost - cost), code))


def _paint(
    codes: NDArray[np.uint8], layer: TileLayer, tiles: NDArray[np.uint32], meaning: Mapping[int, int], unsaid: int
) -> None:
    """Paint the layer's tiles over what is there. Modified in place."""
    of_layer = _meaning_of_layer(layer)
    ids, which = _distinct(tiles & np.uint32(TILE_BITS))
    code_of_id = [_code(int(i), meaning, of_layer, unsaid) for i in ids]
    painted = np.array(code_of_id, np.int16)[which].reshape(codes.shape)
    np.copyto(codes, painted, where=painted >= 0, casting="unsafe")


def _distinct(tiles: NDArray[np.uint32]) -> tuple[NDArray[np.uint32], NDArray[np.intp]]:
    """The different ids, and which of them each cell has: by counting where ids are small, as they mostly are."""
    if tiles.max() >= MAX_TABLE:
        ids, inverse = np.unique(tiles, return_inverse=True)
        return ids, inverse
    there = np.zeros(int(tiles.max()) + 1, np.bool_)
    there[tiles.ravel()] = True
    number = np.cumsum(there) - 1
    return np.flatnonzero(there).astype(np.uint32), number[tiles]


def _code(tile: int, meaning: Mapping[int, int], of_layer: int, unsaid: int) -> int:
    if tile == 0:
        return UNSAID
    own = meaning.get(tile, UNSAID)
    return own if own != UNSAID else of_layer if of_layer != UNSAID else unsaid


def _place(found: TiledMap, thing: Thing, level: Level, placed: list[tuple[str, Obstacle]]) -> None:
    role = next((w for w in (thing.kind.lower(), thing.name.lower()) if w in ("start", "goal", "spawn")), "")
    extent = _ring(thing).size > 0
    if thing.shape == "point" or (role and not extent):
        _place_point(found, thing, level)
    elif thing.shape == "other" or not extent:
        found.source.remark(thing.where, f"object {shown(thing.name)} is neither area nor point; it is skipped")
    elif role:
        kind = MarkerKind.GOAL if role == "goal" else MarkerKind.SPAWN
        name = thing.name if thing.name.lower() not in ("", "start", "goal") else f"{role} area"
        ring = np.clip(_cells(found, thing), 0, [level.width, level.height])
        _put_marker(found, thing.where, level, name, Marker(_tuples(ring), kind))
    else:
        shape = shapes.obstacle(thing.where, 1, [_cells(found, thing)], name=thing.name[:200])
        placed.append((thing.where, shape))


def _place_point(found: TiledMap, thing: Thing, level: Level) -> None:
    word = thing.kind.lower() if thing.kind.lower() in ("start", "goal") else thing.name
    x, y = found.cells(np.array([thing.x, thing.y])).tolist()
    if not (0 <= x <= level.width and 0 <= y <= level.height):
        raise BadInput(thing.where, f"a point at ({x:g}, {y:g})", f"inside {level.width} × {level.height} cells")
    name = word.lower() if word.lower() in ("start", "goal") else word
    _put_marker(found, thing.where, level, name, Marker.at(x, y))


def _put_marker(found: TiledMap, where: str, level: Level, name: str, marker: Marker) -> None:
    """Under its name, or with the first number from 2 that nobody has."""
    if len(level.markers) >= MAX_NAMED:
        raise BadInput(where, f"more than {MAX_NAMED:,} markers", "fewer")
    stem = wish = (name or "point")[:80]
    while wish in level.markers:
        found.named[stem] = found.named.get(stem, 1) + 1
        wish = f"{stem} {found.named[stem]}"
    level.markers[wish] = marker


def _cells(found: TiledMap, thing: Thing) -> NDArray[np.float64]:
    """The object's ring in cells: turned about its origin, then moved there."""
    turn = math.radians(thing.rotation % 360)
    c, s = math.cos(turn), math.sin(turn)
    ring = _ring(thing)
    x, y = ring[:, 0], ring[:, 1]
    return found.cells(np.column_stack([thing.x + c * x - s * y, thing.y + s * x + c * y]))


def _ring(thing: Thing) -> NDArray[np.float64]:
    """The object's corners in pixels, relative to its origin; none of a thing without extent."""
    if thing.points:
        return np.array(thing.points, np.float64)
    if thing.width <= 0 or thing.height <= 0:
        return np.zeros((0, 2))
    if thing.shape == "ellipse":
        angle = np.arange(32) * (2 * math.pi / 32)
        return np.column_stack([np.cos(angle) + 1, np.sin(angle) + 1]) * [thing.width / 2, thing.height / 2]
    return np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * [thing.width, thing.height]


def _tuples(ring: NDArray[np.float64]) -> tuple[tuple[float, float], ...]:
    return tuple((x, y) for x, y in ring.tolist())
