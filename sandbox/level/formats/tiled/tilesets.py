"""External tilesets of Tiled maps: only what they say of tiles is read, never their images.

A map may name any file; read is only a tileset that lies in the map's folder or below.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sandbox.errors import BadInput
from sandbox.level.formats.common.source import Source, shown
from sandbox.level.formats.tiled.reader import Tile


def external(source: Source, where: str, name: str) -> Mapping[int, Tile]:
    """The tiles of a tileset file, by local id; a missing one is remarked on, for its tiles may need no words."""
    path = _inside(source.folder, name)
    if path is None:
        source.remark(where, f"tileset {shown(name)} is not read: not found in the map's folder")
        return {}
    inner = Source.open(path)
    inner.found = source.found
    tiles = _read(inner, where)
    source.remarks += inner.remarks
    return tiles


def _inside(folder: Path | None, name: str) -> Path | None:
    if folder is None or "\x00" in name:
        return None
    path = (folder / name.replace("\\", "/")).resolve()
    return path if path.is_relative_to(folder.resolve()) and path.is_file() else None


def _read(inner: Source, where: str) -> Mapping[int, Tile]:
    from sandbox.level.formats.common import json_tree, xml_tree
    from sandbox.level.formats.tiled import json as tiled_json
    from sandbox.level.formats.tiled import xml as tiled_xml

    suffix = Path(inner.name).suffix.lower()
    if suffix in (".tsj", ".json"):
        return tiled_json.tiles_of(json_tree.parse(inner))
    if suffix in (".tsx", ".xml"):
        return tiled_xml.tiles_of(xml_tree.parse(inner))
    raise BadInput(where, f"tileset {shown(Path(inner.name).name)}", "a .tsx or .tsj file")
