"""Tiled's JSON notation: `.tmj` maps and `.tsj` tilesets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.level.formats.common import shapes
from sandbox.level.formats.common.format import Format
from sandbox.level.formats.common.json_tree import Node, parse
from sandbox.level.formats.common.source import Source
from sandbox.level.formats.tiled import reader as tiled
from sandbox.level.formats.tiled.tiled_map import FAR, Chunk, Thing, Tile, TiledMap, TileLayer, bounded
from sandbox.level.formats.tiled.tilesets import external
from sandbox.level.model import Level

MAX_MEMBERS = 100_000
MAX_DEPTH = 16
MAX_TILES = 4_500_000  # one layer of the largest map as a list of numbers; more layers of that size want base64


def read(source: Source) -> Level:
    """The level of a `.tmj` file."""
    root = parse(source, MAX_TILES).object()
    tiled.check_orientation(source.name, root["orientation"].value)
    width, height = root["width"].integer(1, 10**6), root["height"].integer(1, 10**6)
    bounded(source.name, "a map", width, height)
    sides = root["tilewidth"].number(1e-3, 1e6), root["tileheight"].number(1e-3, 1e6)
    found = TiledMap(source, width, height, *sides, infinite=root.get("infinite", False).value is True)
    for node in root.get("tilesets", []).items(MAX_MEMBERS):
        with source.part():
            _add_tileset(found, node)
    for layer in _layers(root, 0):
        with source.part():
            _add(found, layer)
    return tiled.level_of(found)


def _layers(node: Node, depth: int) -> Iterator[Node]:
    """All layers, those in groups too."""
    if depth > MAX_DEPTH:
        raise BadInput(node.where, "groups nested too deep", f"at most {MAX_DEPTH}")
    for layer in node.get("layers", []).items(MAX_MEMBERS):
        if layer["type"].value == "group":
            yield from _layers(layer, depth + 1)
        else:
            yield layer


def _add(found: TiledMap, layer: Node) -> None:
    kind = layer["type"].value
    if kind == "tilelayer":
        found.layers.append(_tile_layer(found, layer))
    elif kind == "objectgroup":
        for node in layer.get("objects", []).items(MAX_MEMBERS):
            with found.source.part():
                found.things.append(_thing(node))
    elif kind != "imagelayer":
        raise layer["type"].wrong("tilelayer, objectgroup, imagelayer or group")


def _tile_layer(found: TiledMap, layer: Node) -> TileLayer:
    chunks = _chunks(found, layer) if found.infinite else [_chunk(found, layer, layer, 0, 0)]
    return TileLayer(layer.where, _text(layer, "name"), _class(layer), properties_of(layer), chunks)


def _chunks(found: TiledMap, layer: Node) -> list[Chunk]:
    parts = layer["chunks"].items(MAX_MEMBERS)
    return [_chunk(found, layer, n, n["x"].integer(-FAR, FAR), n["y"].integer(-FAR, FAR)) for n in parts]


def _chunk(found: TiledMap, layer: Node, sized: Node, x: int, y: int) -> Chunk:
    """The tiles of a chunk, or of a layer that has none."""
    width, height = sized["width"].integer(1, 10**6), sized["height"].integer(1, 10**6)
    count = found.make_room(sized.where, width, height)
    return Chunk(x, y, _ids(layer, sized["data"], count).reshape(height, width))


def _ids(layer: Node, data: Node, count: int) -> NDArray[np.uint32]:
    if isinstance(data.value, str):
        compression = _text(layer, "compression")
        return tiled.decode(data.where, data.value, _text(layer, "encoding", "csv"), compression, count)
    if not isinstance(data.value, list) or set(map(type, data.value)) - {int}:
        raise data.wrong("a list of whole numbers")
    try:
        ids = np.array(data.value, np.int64)
    except OverflowError:
        raise data.wrong(f"{count} tiles from 0 to 4294967295") from None
    return tiled.ids_of(data.where, ids, count)


def _text(node: Node, key: str, default: str = "") -> str:
    value = node.get(key, default)
    return default if value.value is None else value.text(1000)


def _class(node: Node) -> str:
    """The class, which some versions of Tiled call type (a layer's type is something else)."""
    kind = _text(node.object(), "class")
    return kind or ("" if node.has("layers") or node.has("data") else _text(node, "type"))


def properties_of(node: Node) -> dict[str, Any]:
    """Custom properties by name."""
    entries = node.get("properties", []).items(1000)
    return {entry["name"].text(1000): entry.get("value", None).value for entry in entries}


def _add_tileset(found: TiledMap, node: Node) -> None:
    first = node["firstgid"].integer(1, 2**28)
    tiles = external(found, node.where, node["source"].text(1000)) if node.has("source") else tiles_of(node)
    found.add_tiles(node.where, first, tiles)


def tiles_of(tileset: Node) -> dict[int, Tile]:
    """What a tileset says of its tiles, by local id."""
    tiles = {}
    for node in tileset.get("tiles", []).items(MAX_MEMBERS):
        tiles[node["id"].integer(0, 2**28)] = Tile(_class(node), properties_of(node))
    return tiles


def _thing(node: Node) -> Thing:
    """One object."""
    shape = next((word for word in ("ellipse", "point") if node.get(word, False).value is True), "rectangle")
    points: tuple[tuple[float, float], ...] = ()
    if node.has("polygon"):
        shape, points = "polygon", tuple(_point(p) for p in node["polygon"].items(shapes.MAX_RING))
    elif any(node.has(word) for word in ("polyline", "text", "gid")):
        shape = "other"
    x, y, width, height = (node.get(key, 0).number() for key in ("x", "y", "width", "height"))
    turn = node.get("rotation", 0).number()
    return Thing(node.where, _text(node, "name"), _class(node), x, y, width, height, turn, shape, points)


def _point(node: Node) -> tuple[float, float]:
    return node["x"].number(), node["y"].number()


FORMAT = Format(
    title="Tiled map (JSON)",
    extensions=(".tmj",),
    help="the same in Tiled's other notation",
    order=61,
    read=read,
)
