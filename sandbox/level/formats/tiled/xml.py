"""Tiled's XML notation: `.tmx` maps and `.tsx` tilesets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.level.formats.common import shapes
from sandbox.level.formats.common.format import Format
from sandbox.level.formats.common.source import Source, shown
from sandbox.level.formats.common.xml_tree import Element, parse
from sandbox.level.formats.tiled import reader as tiled
from sandbox.level.formats.tiled.tiled_map import FAR, Chunk, Thing, Tile, TiledMap, TileLayer, bounded
from sandbox.level.formats.tiled.tilesets import external
from sandbox.level.model import Level


def read(source: Source) -> Level:
    """The level of a `.tmx` file."""
    root = parse(source)
    if root.tag != "map":
        raise BadInput(root.where, f"<{shown(root.tag)[1:-1]}>", "<map>")
    tiled.check_orientation(root.where, root.get("orientation"))
    width, height = root.integer("width", 1, 10**6), root.integer("height", 1, 10**6)
    bounded(root.where, "a map", width, height)
    sides = _side(root, "tilewidth"), _side(root, "tileheight")
    found = TiledMap(source, width, height, *sides, infinite=root.get("infinite") == "1")
    for element in root.all("tileset"):
        with source.part():
            _add_tileset(found, element)
    for element in _layers(root):
        with source.part():
            _add(found, element)
    return tiled.level_of(found)


def _side(root: Element, name: str) -> float:
    value = root.number(name)
    if not 1e-3 <= value <= 1e6:
        raise root.wrong(name, "pixels from 0.001 to 1000000")
    return value


def _layers(node: Element) -> Iterator[Element]:
    """All layers in their order, those in groups too."""
    for child in node.children:
        if child.tag == "group":
            yield from _layers(child)
        elif child.tag in ("layer", "objectgroup"):
            yield child


def _add(found: TiledMap, element: Element) -> None:
    if element.tag == "layer":
        found.layers.append(_tile_layer(found, element))
        return
    for child in element.all("object"):
        with found.source.part():
            found.things.append(_thing(child))


def _tile_layer(found: TiledMap, element: Element) -> TileLayer:
    data = element.first("data")
    if data is None:
        raise BadInput(element.where, "a layer without <data>", "one with it")
    chunks = _chunks(found, data) if found.infinite else [_chunk(found, data, element, 0, 0)]
    return TileLayer(element.where, element.get("name"), element.get("class"), properties_of(element), chunks)


def _chunks(found: TiledMap, data: Element) -> list[Chunk]:
    if data.text.strip() or data.first("tile"):
        raise BadInput(data.where, "tiles outside of chunks", "chunks, in an infinite map")
    parts = data.all("chunk")
    return [_chunk(found, data, e, e.integer("x", -FAR, FAR), e.integer("y", -FAR, FAR)) for e in parts]


def _chunk(found: TiledMap, data: Element, sized: Element, x: int, y: int) -> Chunk:
    """The tiles of a chunk, or of a layer that has none."""
    width, height = sized.integer("width", 1, 10**6), sized.integer("height", 1, 10**6)
    count = found.make_room(sized.where, width, height)
    return Chunk(x, y, _ids(data, sized if found.infinite else data, count).reshape(height, width))


def _ids(data: Element, holder: Element, count: int) -> NDArray[np.uint32]:
    if data.get("encoding"):
        return tiled.decode(holder.where, holder.text, data.get("encoding"), data.get("compression"), count)
    ids = [tile.integer("gid", 0, 0xFFFFFFFF) if "gid" in tile.attributes else 0 for tile in holder.all("tile")]
    return tiled.ids_of(holder.where, np.array(ids, np.int64), count)


def properties_of(element: Element) -> dict[str, Any]:
    """Custom properties by name, with their types."""
    holder = element.first("properties")
    return {} if holder is None else {p.get("name"): _value(p) for p in holder.all("property")}


def _value(element: Element) -> Any:
    kind, text = element.get("type", "string"), element.get("value", element.text)
    if kind == "bool":
        return text == "true"
    if kind in ("int", "float"):
        return element.number("value")
    return text


def _add_tileset(found: TiledMap, element: Element) -> None:
    first, name = element.integer("firstgid", 1, 2**28), element.get("source")
    tiles = external(found, element.where, name) if name else tiles_of(element)
    found.add_tiles(element.where, first, tiles)


def tiles_of(tileset: Element) -> dict[int, Tile]:
    """What a tileset says of its tiles, by local id."""
    return {
        tile.integer("id", 0, 2**28): Tile(tile.get("class") or tile.get("type"), properties_of(tile))
        for tile in tileset.all("tile")
    }


def _thing(element: Element) -> Thing:
    shape, points = _shape(element)
    return Thing(
        element.where,
        element.get("name"),
        element.get("class") or element.get("type"),
        element.number("x", 0.0),
        element.number("y", 0.0),
        element.number("width", 0.0),
        element.number("height", 0.0),
        element.number("rotation", 0.0),
        shape,
        points,
    )


def _shape(element: Element) -> tuple[str, tuple[tuple[float, float], ...]]:
    polygon = element.first("polygon")
    if polygon is not None:
        return "polygon", _points(polygon)
    if element.first("polyline") or element.first("text") or element.get("gid"):
        return "other", ()
    return next((word for word in ("ellipse", "point") if element.first(word)), "rectangle"), ()


def _points(element: Element) -> tuple[tuple[float, float], ...]:
    words = element.get("points").split()
    if len(words) > shapes.MAX_RING:
        raise BadInput(element.where, f"{len(words):,} points", f"at most {shapes.MAX_RING:,}")
    return tuple(_point(element, word) for word in words)


def _point(element: Element, word: str) -> tuple[float, float]:
    x, comma, y = word.partition(",")
    try:
        point = float(x), float(y)
    except ValueError:
        comma = ""
        point = 0.0, 0.0
    if not comma or not all(abs(c) <= 1e9 for c in point):
        raise BadInput(element.where, f"point {shown(word)}", "X,Y")
    return point


FORMAT = Format(
    title="Tiled map",
    extensions=(".tmx",),
    help="Tiled, orthogonal; an infinite map is as large as its chunks reach. A tile means what its properties say "
    "(`terrain`, `blocked`, `cost`) or its class; else what its layer's do, or the layer's name or class; if nothing "
    "says anything, tiles above the lowest layer are walls, of a single layer all. Objects become obstacles (cut at "
    "the map's edge), points and `start`, `goal` and `spawn` areas become markers. Tilesets are read from the map's "
    "folder",
    order=60,
    read=read,
)
