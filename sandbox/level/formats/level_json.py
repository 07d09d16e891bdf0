"""Our own format: JSON laid out for people and for diffs.

One row of cells is one line of letters, one polygon, marker or terrain is one line, keys have one order. The
format is described in docs/level-format.md and docs/level.schema.json. Version 1 is the first; a file of a
later version is refused by name, one with unknown keys is read with a remark.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.level.formats.common import shapes
from sandbox.level.formats.common.format import ALL, Format
from sandbox.level.formats.common.json_tree import Node, parse
from sandbox.level.formats.common.letters import FORBIDDEN, letters_for
from sandbox.level.formats.common.source import Source, errors_from, shown
from sandbox.level.markers import MAX_NAMED, Marker, MarkerKind
from sandbox.level.model import MAX_SIDE, Level
from sandbox.level.obstacles import POLYGON, SHAPES, DrawnAs, Obstacle
from sandbox.level.rect import Rect
from sandbox.level.terrain import MAX_COST, MAX_TERRAINS, Palette, Pattern, Terrain
from sandbox.level.timed import Door, Drift, Timed

NAME = "game-ai-sandbox level"
VERSION = 1
MAX_VIEW = 65_536  # bytes of JSON
_KEYS = {"format", "version", "title", "notes", "width", "height", "palette", "terrain"}
_KEYS |= {"polygons", "markers", "timed", "view"}
_OF_AN_ORIGIN = {"shape", "parameters", "tolerance"}
_OF_A_POLYGON = {"id", "name", "ring", "holes"} | _OF_AN_ORIGIN


def read(source: Source) -> Level:
    """The level in a file."""
    root = parse(source).object()
    _check_format(root)
    root.remark_unknown(_KEYS)
    width, height = root["width"].integer(1, MAX_SIDE), root["height"].integer(1, MAX_SIDE)
    palette, letters = _palette(root["palette"])
    level = Level(_terrain(root["terrain"], letters, width, height), palette=palette)
    for fill in (_read_words, _read_polygons, _read_markers, _read_timed, _read_view):
        with source.part():
            fill(level, root)
    return level


def _check_format(root: Node) -> None:
    if root["format"].value != NAME:
        raise root["format"].wrong(repr(NAME))
    version = root["version"].integer(1, 10**6)
    if version > VERSION:
        raise BadInput(root["version"].where, str(version), f"{VERSION}; a newer sandbox wrote this file")


def _palette(node: Node) -> tuple[Palette, dict[str, int]]:
    terrains: list[Terrain] = []
    letters: dict[str, int] = {}
    for code, entry in enumerate(node.items(MAX_TERRAINS)):
        with node.source.part():
            terrain = _terrain_kind(entry)
            if terrain.name in (t.name for t in terrains):
                raise entry["name"].wrong("every name once")
            terrains.append(terrain)
            letter = entry["letter"].text(1)
            if not letter or letter in FORBIDDEN or not letter.isprintable() or letter in letters:
                raise entry["letter"].wrong('one printable letter, none of " \\ [ ] { } , and none twice')
            letters[letter] = code
    with errors_from(node.where):
        return Palette(terrains), letters


def terrains_in(source: Source) -> Palette:
    """The terrains that `terrains_written` wrote."""
    return _palette(parse(source))[0]


def _terrain_kind(entry: Node) -> Terrain:
    entry.remark_unknown({"letter", "name", "colour", "pattern", "cost"})
    pattern = entry.get("pattern", Pattern.PLAIN.value)
    if pattern.value not in list(Pattern):
        raise pattern.wrong("one of " + ", ".join(Pattern))
    cost = 0.0 if entry["cost"].value == "blocked" else _cost(entry["cost"])
    with errors_from(entry.where):
        return Terrain(entry["name"].text(40), entry["colour"].text(7), Pattern(pattern.value), cost)


def _cost(node: Node) -> float:
    if isinstance(node.value, str):
        raise node.wrong('"blocked" or a number')
    return node.number(1, MAX_COST)


def _terrain(node: Node, letters: dict[str, int], width: int, height: int) -> NDArray[np.uint8]:
    """Codes [height, width] of rows of letters."""
    rows = node.value
    if not isinstance(rows, list) or len(rows) != height:
        raise node.wrong(f"a list of {height} rows")
    if any(type(row) is not str or len(row) != width for row in rows):
        return _with_bad_rows(node, letters, width)
    codes = _codes("".join(rows), letters).reshape(height, width)
    if codes.max() > 255:
        return _with_bad_rows(node, letters, width)
    return codes.astype(np.uint8)


def _codes(text: str, letters: dict[str, int]) -> NDArray[np.uint16]:
    """The code of each letter; 256 for a letter that has none."""
    table = np.full(0x110000 if max(letters, default="") > "ɏ" else 0x250, 256, np.uint16)
    table[[ord(letter) for letter in letters]] = list(letters.values())
    if text.isascii():  # a quarter of the memory, and as much faster
        return table[np.frombuffer(text.encode(), np.uint8)]
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    return table[np.minimum(points, len(table) - 1)]


def _with_bad_rows(node: Node, letters: dict[str, int], width: int) -> NDArray[np.uint8]:
    """Row by row: each bad one is an error at its place and, when errors are gathered, left empty."""
    codes = np.zeros((len(node.value), width), np.uint8)
    for y, row in enumerate(node.items(MAX_SIDE)):
        with node.source.part():
            if not isinstance(row.value, str) or len(row.value) != width:
                found = f"{len(row.value)} letters" if isinstance(row.value, str) else shown(row.value)
                raise BadInput(row.where, found, f"a row of {width} letters")
            line = _codes(row.value, letters)
            if line.max() > 255:
                x = int(np.argmax(line > 255))
                raise BadInput(row.where, f"{shown(row.value[x])} in column {x}", "a letter of the palette")
            codes[y] = line
    return codes


def _read_words(level: Level, root: Node) -> None:
    level.title = root.get("title", "").text(200)
    notes = root.get("notes", "")
    if isinstance(notes.value, list):
        level.notes = "\n".join(line.text(10_000) for line in notes.items(1000))
    else:
        level.notes = notes.text(100_000)


def _read_polygons(level: Level, root: Node) -> None:
    nodes = root.get("polygons", []).items(shapes.MAX_POLYGONS)
    level.polygons = shapes.keep_sound(root.source, _obstacles(nodes), level.width, level.height)


def _obstacles(nodes: list[Node]) -> Iterator[tuple[str, Obstacle]]:
    for node in nodes:
        with node.source.part():
            node.remark_unknown(_OF_A_POLYGON)
            ring = node["ring"]
            rings = [ring, *node["holes"].items(10_000)] if node.has("holes") else [ring]
            points = [r.points(3, shapes.MAX_RING, shapes.LIMIT) for r in rings]
            number, name = node["id"].integer(1, 2**31 - 1), node["name"].text(200) if node.has("name") else ""
            shape = shapes.obstacle(ring.where, number, points, name=name, origin=_origin(node))
            yield ring.where, shape


def _origin(node: Node) -> DrawnAs:
    if not _OF_AN_ORIGIN & node.value.keys():  # a level may have ten thousand such
        return POLYGON
    shape = node.get("shape", "polygon")
    if shape.value not in SHAPES:
        raise shape.wrong("one of " + ", ".join(SHAPES))
    parameters = tuple(v.number() for v in node.get("parameters", []).items(5))
    expected = {"circle": 3, "ellipse": 5}.get(shape.value, 0)
    if len(parameters) != expected:
        raise node.get("parameters", []).wrong(f"{expected} numbers for a {shape.value}")
    return DrawnAs(shape.value, parameters, node.get("tolerance", 0).number(0, 1e6))


def _read_markers(level: Level, root: Node) -> None:
    for name, node in root.get("markers", {}).entries(MAX_NAMED):
        with node.source.part():
            if not 1 <= len(name) <= 100 or any("\ud800" <= c <= "\udfff" for c in name):
                raise BadInput(node.where, f"the name {shown(name)}", "1 to 100 characters")
            level.markers[name] = _marker(node, level)


def _marker(node: Node, level: Level) -> Marker:
    if node.object().has("at"):
        node.remark_unknown({"at"})
        ((x, y),) = Node(node.source, node["at"].path, [node["at"].value]).points(1, 1).tolist()
        return _placed(node, Marker.at(x, y), level)
    node.remark_unknown({"kind", "ring", "target", "agents"})
    if node["kind"].value not in (MarkerKind.SPAWN, MarkerKind.GOAL):
        raise node["kind"].wrong("spawn or goal")
    ring = node["ring"].points(3, 10_000)
    target, agents = node.get("target", "").text(100), node.get("agents", 0).integer(0, 1_000_000)
    marker = Marker(tuple((x, y) for x, y in ring.tolist()), MarkerKind(node["kind"].value), target, agents)
    return _placed(node, marker, level)


def _placed(node: Node, marker: Marker, level: Level) -> Marker:
    if not marker.inside(level.width, level.height):
        x, y = marker.point
        raise BadInput(node.where, f"a marker around ({x:g}, {y:g})", f"inside {level.width} × {level.height} cells")
    return marker


def _read_timed(level: Level, root: Node) -> None:
    timed: list[Timed] = []
    for node in root.get("timed", []).items(MAX_NAMED):
        with node.source.part():
            change = _door(node, level) if node["kind"].value == "door" else _drift(node)
            with errors_from(node.where):
                change.check(level)
            timed.append(change)
    level.timed = tuple(timed)


def _door(node: Node, level: Level) -> Door:
    node.remark_unknown({"kind", "name", "area", "period", "open_for", "phase", "open", "closed"})
    corners = [v.integer(0, MAX_SIDE) for v in node["area"].items(4)]
    if len(corners) != 4:
        raise node["area"].wrong("[x0, y0, x1, y1], the cells from x0 to x1 - 1 and y0 to y1 - 1")
    with errors_from(node.where):
        return Door(
            node.get("name", "").text(100),
            Rect(*corners),
            node["period"].number(),
            node["open_for"].number(),
            node.get("phase", 0).number(),
            level.palette.code(node.get("open", "floor").text(40)),
            level.palette.code(node.get("closed", "wall").text(40)),
        )


def _drift(node: Node) -> Drift:
    if node["kind"].value != "drift":
        raise node["kind"].wrong("door or drift")
    node.remark_unknown({"kind", "name", "polygon", "path", "period", "phase", "step"})
    path = tuple((x, y) for x, y in node["path"].points(1, 10_000).tolist())
    with errors_from(node.where):
        return Drift(
            node.get("name", "").text(100),
            node["polygon"].integer(1, 2**31 - 1),
            path,
            node["period"].number(),
            node.get("phase", 0).number(),
            node.get("step", 0.25).number(),
        )


def _read_view(level: Level, root: Node) -> None:
    view = root.get("view", {}).object()
    try:
        size = len(json.dumps(view.value, allow_nan=False, ensure_ascii=False).encode())
    except ValueError:  # lone surrogates are one too
        raise BadInput(view.where, "a number or text that JSON cannot say", "finite numbers and Unicode text") from None
    if size > MAX_VIEW:
        raise BadInput(view.where, f"{size:,} bytes", f"at most {MAX_VIEW:,}")
    level.view = view.value


def write(level: Level) -> bytes:
    """The file of a level."""
    letters = letters_for(level.palette)
    head = {"format": NAME, "version": VERSION, "title": level.title}
    parts = [f"  {_json(key)}: {_json(value)}" for key, value in head.items() if value != ""]
    parts += [_notes(level.notes), f'  "width": {level.width}', f'  "height": {level.height}']
    kinds = zip(level.palette, letters, strict=True)
    parts.append(_block("palette", "[]", (_json(_kind_entry(terrain, letter)) for terrain, letter in kinds)))
    parts.append(_block("terrain", "[]", _rows(level.terrain, letters)))
    parts.append(_block("polygons", "[]", (_json(_polygon_entry(p)) for _, p in sorted(level.polygons.items()))))
    markers = ((name, level.markers[name]) for name in sorted(level.markers, key=_marker_order))
    parts.append(_block("markers", "{}", (f"{_json(name)}: {_json(_marker_entry(m))}" for name, m in markers)))
    timed = (t for t in level.timed if t.fits(level))  # a drift whose polygon is gone could not be read again
    parts.append(_block("timed", "[]", (_json(_timed_entry(t, level.palette)) for t in timed)))
    if level.view:
        parts.append('  "view": ' + _json(level.view, indent=2).replace("\n", "\n  "))
    return ("{\n" + ",\n".join(part for part in parts if part) + "\n}\n").encode()


def terrains_written(palette: Palette) -> bytes:
    """The terrains alone, for a format that has a place for them."""
    letters = letters_for(palette)
    return _json([_kind_entry(*kind) for kind in zip(palette, letters, strict=True)]).encode()


def _json(value: Any, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent, sort_keys=indent is not None)


def _block(key: str, brackets: str, lines: Iterable[str]) -> str:
    """One entry a line; nothing at all if there are none."""
    text = ",\n    ".join(lines)
    return f"  {_json(key)}: {brackets[0]}\n    {text}\n  {brackets[1]}" if text else ""


def _notes(notes: str) -> str:
    return _block("notes", "[]", map(_json, notes.split("\n"))) if notes else ""


def _kind_entry(terrain: Terrain, letter: str) -> dict[str, Any]:
    cost = "blocked" if terrain.blocked else _short(terrain.cost)
    pattern = {"pattern": terrain.pattern.value} if terrain.pattern is not Pattern.PLAIN else {}
    return {"letter": letter, "name": terrain.name, "colour": terrain.colour, **pattern, "cost": cost}


def _short(value: float) -> float:
    return int(value) if value == int(value) else value


def _rows(terrain: NDArray[np.uint8], letters: list[str]) -> Iterator[str]:
    points = np.zeros(256, np.uint32)
    points[: len(letters)] = [ord(letter) for letter in letters]
    for row in terrain:
        yield '"' + points[row].tobytes().decode("utf-32-le") + '"'


def _polygon_entry(shape: Obstacle) -> dict[str, Any]:
    entry: dict[str, Any] = {"id": shape.id, **({"name": shape.name} if shape.name else {})}
    if shape.origin.shape != "polygon":
        entry["shape"] = shape.origin.shape
    if shape.origin.parameters:
        entry["parameters"] = [_short(v) for v in shape.origin.parameters]
    if shape.origin.tolerance:
        entry["tolerance"] = _short(shape.origin.tolerance)
    entry["ring"] = shapes.cells_of(shape.outer)
    if shape.holes:
        entry["holes"] = [shapes.cells_of(hole) for hole in shape.holes]
    return entry


def _marker_order(name: str) -> tuple[int, str]:
    return {"start": 0, "goal": 1}.get(name, 2), name


def _marker_entry(marker: Marker) -> dict[str, Any]:
    points = [[_short(x), _short(y)] for x, y in marker.points]
    if marker.kind is MarkerKind.POINT:
        return {"at": points[0]}
    target = {"target": marker.target} if marker.target else {}
    agents = {"agents": marker.agents} if marker.agents else {}
    return {"kind": marker.kind.value, "ring": points, **target, **agents}


def _timed_entry(change: Timed, palette: Palette) -> dict[str, Any]:
    clock = {"period": _short(change.period), "phase": _short(change.phase)}
    if isinstance(change, Door):
        codes = {"open": palette[change.open_code].name, "closed": palette[change.closed_code].name}
        area = {"area": list(change.area), "open_for": _short(change.open_for)}
        return {"kind": "door", "name": change.name, **area, **clock, **codes}
    path = [[_short(x), _short(y)] for x, y in change.path]
    drift = {"polygon": change.polygon, "path": path, "step": _short(change.step)}
    return {"kind": "drift", "name": change.name, **drift, **clock}


FORMAT = Format(
    title="Level",
    extensions=(".json",),
    help="ours, described above",
    order=0,
    read=read,
    write=write,
    keeps=ALL,
)
