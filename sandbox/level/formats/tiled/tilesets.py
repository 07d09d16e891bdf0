"""External tilesets of Tiled maps: only what they say of tiles is read, never their images.

A map may name any file; read is only a tileset that lies in the map's folder or below, once, however often it is named.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sandbox.errors import BadInput
from sandbox.level.formats.common.source import Source, shown
from sandbox.level.formats.tiled.tiled_map import Tile, TiledMap

MAX_BYTES = 24 << 20  # of all different tilesets of a map; the tiles of a file of 4 MB take 50


def external(found: TiledMap, where: str, name: str) -> Mapping[int, Tile]:
    """The tiles of a tileset file, by local id; a missing one is remarked on, for its tiles may need no words."""
    path = _inside(found.source.folder, name)
    if path is None:
        found.source.remark(where, f"tileset {shown(name)} is not read: not found in the map's folder")
        return {}
    if path not in found.tilesets:
        found.tilesets[path] = {}  # of one that is refused nothing is known
        found.tilesets[path] = _read(found, path, where)
    return found.tilesets[path]


def _inside(folder: Path | None, name: str) -> Path | None:
    if folder is None or "\x00" in name:
        return None
    path = (folder / name.replace("\\", "/")).resolve()
    return path if path.is_relative_to(folder.resolve()) and path.is_file() else None


def _read(found: TiledMap, path: Path, where: str) -> Mapping[int, Tile]:
    from sandbox.level.formats.common import json_tree, xml_tree
    from sandbox.level.formats.tiled import json as tiled_json
    from sandbox.level.formats.tiled import xml as tiled_xml

    inner = Source.open(path)
    inner.found, inner.remarks = found.source.found, found.source.remarks
    found.tileset_bytes += len(inner.data)
    if found.tileset_bytes > MAX_BYTES:
        raise BadInput(where, f"tilesets of {found.tileset_bytes:,} bytes", f"at most {MAX_BYTES:,} in all")
    suffix = path.suffix.lower()
    if suffix in (".tsj", ".json"):
        return tiled_json.tiles_of(json_tree.parse(inner))
    if suffix in (".tsx", ".xml"):
        return tiled_xml.tiles_of(xml_tree.parse(inner))
    raise BadInput(where, f"tileset {shown(path.name)}", "a .tsx or .tsj file")
