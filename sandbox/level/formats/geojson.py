"""GeoJSON (RFC 7946) polygons in and out.

Departs from the standard where a level must: coordinates we write are cells, y down, and `bbox` is the level's
size. Read are Polygon and MultiPolygon, alone, in features and in collections; other geometry is skipped with
a remark.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from sandbox.level.formats.common import shapes
from sandbox.level.formats.common.format import Format
from sandbox.level.formats.common.json_tree import Node, parse
from sandbox.level.formats.common.source import Source
from sandbox.level.formats.common.vector import Found, VectorOptions, closed, level_of
from sandbox.level.model import Level
from sandbox.level.obstacles import Obstacle

MAX_MEMBERS = 100_000


def read(source: Source, options: VectorOptions) -> Level:
    """The level of a GeoJSON file's polygons."""
    root = parse(source).object()
    found: list[Found] = []
    for name, geometry in _geometries(root, "", 0):
        with source.part():
            found += _polygons(geometry, name)
    level = level_of(source, found, options, _box(root))
    level.title = root.get("name", "").text(200)
    return level


def _box(root: Node) -> tuple[float, float, float, float] | None:
    if not root.has("bbox"):
        return None
    sides = [side.number() for side in root["bbox"].items(6)]
    if len(sides) != 4:
        raise root["bbox"].wrong("[x0, y0, x1, y1]")
    return sides[0], sides[1], sides[2], sides[3]


def _geometries(node: Node, name: str, depth: int) -> Iterator[tuple[str, Node]]:
    """Every geometry below, with the name of its feature."""
    kind = node["type"].value
    if kind == "FeatureCollection":
        for member in node["features"].items(MAX_MEMBERS):
            yield from _geometries(member, name, depth + 1)
    elif kind == "Feature":
        if node["geometry"].value is not None:
            yield from _geometries(node["geometry"], _name(node), depth + 1)
    elif kind == "GeometryCollection":
        if depth > 8:
            raise node.wrong("collections nested less deep")
        for member in node["geometries"].items(MAX_MEMBERS):
            yield from _geometries(member, name, depth + 1)
    else:
        yield name, node


def _name(feature: Node) -> str:
    properties = feature.get("properties", None)
    name = properties.value.get("name", "") if isinstance(properties.value, dict) else ""
    return Node(feature.source, properties.path + ".name", name).text(200) if isinstance(name, str) else ""


def _polygons(geometry: Node, name: str) -> list[Found]:
    kind = geometry["type"].value
    if kind == "Polygon":
        return [_polygon(geometry["coordinates"], name)]
    if kind == "MultiPolygon":
        return [_polygon(part, name) for part in geometry["coordinates"].items(shapes.MAX_POLYGONS)]
    if kind in ("Point", "MultiPoint", "LineString", "MultiLineString"):
        geometry.source.remark(geometry.where, f"{kind} is skipped: only polygons become obstacles")
        return []
    raise geometry["type"].wrong("a type of GeoJSON")


def _polygon(node: Node, name: str) -> Found:
    rings = node.items(10_000)
    if not rings:
        raise node.wrong("an outer ring")
    flat = [Node(r.source, r.path, _without_heights(r.value)) for r in rings]
    return Found(node.where, [ring.points(4, shapes.MAX_RING, 1e12) for ring in flat], name)


def _without_heights(ring: object) -> object:
    """Positions may have a third number, the altitude."""
    if not isinstance(ring, list):
        return ring
    return [point[:2] if isinstance(point, list) and len(point) == 3 else point for point in ring]


def write(level: Level) -> bytes:
    """The polygons as a FeatureCollection, one feature a line."""
    head = {"type": "FeatureCollection", "name": level.title, "bbox": [0, 0, level.width, level.height]}
    features = ",\n    ".join(_feature(shape) for _, shape in sorted(level.polygons.items()))
    lines = [f"  {json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in head.items() if v != ""]
    body = f"[\n    {features}\n  ]" if features else "[]"
    return ("{\n" + ",\n".join([*lines, f'  "features": {body}']) + "\n}\n").encode()


def _feature(shape: Obstacle) -> str:
    geometry = {"type": "Polygon", "coordinates": [closed(shapes.cells_of(ring)) for ring in shape.rings]}
    properties = {"name": shape.name} if shape.name else {}
    return json.dumps(
        {"type": "Feature", "id": shape.id, "properties": properties, "geometry": geometry}, ensure_ascii=False
    )


FORMAT = Format(
    title="GeoJSON polygons",
    extensions=(".geojson",),
    help="polygons: coordinates are cells when they can be (always when `bbox` goes from 0, 0 to whole numbers, as "
    "ours), otherwise `fit=scale` turns a map into `size` cells, north up; `width` and `height` set the level's size",
    order=30,
    read=read,
    write=write,
    options_class=VectorOptions,
    keeps=frozenset({"polygons", "names", "size"}),
)
