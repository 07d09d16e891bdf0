"""Every refusal names its place, what was found, and what was expected: one broken file per rule."""

import contextlib
import json
import os
import re

import numpy as np
import pytest

from sandbox import png
from sandbox.errors import BadInput
from sandbox.level import formats
from sandbox.level.formats import level_json, movingai
from sandbox.level.formats.common import json_tree, xml_tree
from sandbox.level.formats.common.source import Source
from sandbox.level.markers import Marker
from sandbox.level.model import Level
from sandbox.level.obstacles import Obstacle
from tests.level.formats import fuzz

pytestmark = pytest.mark.small


def refusal(extension, data, **options):
    source = Source(f"f{extension}", data if isinstance(data, bytes) else data.encode())
    with pytest.raises(BadInput) as caught:
        formats.read(source, formats.FORMATS[extension], **options)
    return str(caught.value)


def healthy():
    level = fuzz.sample_level()
    return json.loads(level_json.write(level))


def broken(change):
    root = healthy()
    change(root)
    return json.dumps(root)


def put(*path, value):
    def change(root):
        for key in path[:-1]:
            root = root[key]
        root[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put("format", value="other"), "key format: 'other', expected 'game-ai-sandbox level'"),
        (put("version", value=2), "key version: 2, expected 1; a newer sandbox wrote this file"),
        (put("width", value=10**9), "key width: 1000000000, expected a whole number from 1 to 2048"),
        (put("width", value=True), "key width: True, expected a whole number from 1 to 2048"),
        (put("height", value=17), "key terrain: a list of 18, expected a list of 17 rows"),
        (put("terrain", 3, value="."), "key terrain[3]: 1 letters, expected a row of 24 letters"),
        (put("terrain", 3, value="?" + "." * 23), "key terrain[3]: '?' in column 0, expected a letter of the palette"),
        (put("palette", 1, "letter", value="ab"), "key palette[1].letter: 'ab', expected text of at most 1 characters"),
        (put("palette", 1, "letter", value="."), "key palette[1].letter: '.', expected one printable letter"),
        (put("palette", 1, "name", value="floor"), "key palette[1].name: 'floor', expected every name once"),
        (put("palette", 1, "cost", value="high"), "key palette[1].cost: 'high', expected \"blocked\" or a number"),
        (put("palette", 1, "cost", value=1.3), "key palette[1]: terrain 'wall', cost: 1.3, expected"),
        (
            put("polygons", 1, "ring", value=[[0, 0], [4, 4], [4, 0], [0, 4]]),
            "key polygons[1].ring: self-intersection at (2, 2)",
        ),
        (put("polygons", 1, "ring", value=[[0, 0], [4, 4], [8, 8]]), "key polygons[1].ring: a ring without area"),
        (
            put("polygons", 1, "ring", value=[[0, 0], [40, 4], [0, 8]]),
            "key polygons[1].ring: a polygon from (0, 0) to (40, 8)",
        ),
        (put("polygons", 1, "ring", 0, value=[1]), "key polygons[1].ring[0]: [1], expected [x, y]"),
        (put("polygons", 1, "id", value=1), "key polygons[1].ring: id 1 again, expected every id once"),
        (put("polygons", 1, "shape", value="blob"), "key polygons[1].shape: 'blob', expected one of polygon, circle"),
        (put("polygons", value=7), "key polygons: 7, expected a list"),
        (put("markers", "start", "at", value=[99, 1]), "key markers.start: a marker around (99, 1), expected inside"),
        (put("markers", "west", "kind", value="x"), "key markers.west.kind: 'x', expected spawn or goal"),
        (put("timed", 0, "area", value=[1, 2, 3]), "key timed[0].area: a list of 3, expected [x0, y0, x1, y1]"),
        (put("timed", 0, "open", value="lava"), "key timed[0]: terrain: 'lava', expected one of floor"),
        (put("timed", 1, "polygon", value=99), "key timed[1]: polygon 99: no such polygon"),
        (put("timed", 0, "kind", value="bomb"), "key timed[0].kind: 'bomb', expected door or drift"),
        (put("view", value=[1]), "key view: a list of 1, expected an object"),
        (put("title", value="\ud800"), "key title: '\\ud800', expected text without lone surrogates"),
    ],
)
def test_our_json(change, message):
    assert f"f.json: {message}" in refusal(".json", broken(change))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{\n"a": 1,\n"b" 2}', "f.json:3: expecting ':' delimiter"),
        ("[" * 100_000, "f.json:1: brackets nested too deep"),
        ("[\n" * 100_000, "f.json:201: brackets nested too deep"),
        ('{"a":\n' + "7" * 5000 + "}", "f.json:2: a number of thousands of digits"),
        ("[" + "[]," * 400_000 + "1]", "f.json: 400,001 brackets"),
        (b"{\n\xff}", "f.json:2: byte 0xff, expected UTF-8 text"),
        ("[]", "f.json: a list of 0, expected an object"),
    ],
)
def test_broken_json(text, message):
    assert message in refusal(".json", text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f.map:1: '', expected 'type octile'"),
        ("type octile\nheight 2\nheight 2\nmap\n", "f.map:3: 'height 2', expected both"),
        ("type octile\nheight x\nwidth 2\nmap\n", "f.map:2: height 'x', expected a whole number from 1 to 2048"),
        ("type octile\nheight 2\nwidth 9999\nmap\n", "f.map:3: width '9999', expected a whole number from 1 to 2048"),
        ("type octile\nheight 2\nwidth 2\npam\n", "f.map:4: 'pam', expected 'map'"),
        ("type octile\nheight 2\nwidth 2\nmap\n..\n", "f.map:6: 1 rows, expected 2 as the header says"),
        ("type octile\nheight 2\nwidth 2\nmap\n..\n..\n..\n", "f.map:7: more rows, expected 2 as the header says"),
        ("type octile\nheight 2\nwidth 2\nmap\n..\n...\n", "f.map:6: a row of 3 letters, expected 2"),
        (
            "type octile\nheight 2\nwidth 2\nmap\n..\n.x\n",
            "f.map:6: letter 'x' in column 2, expected one of . G @ O T S W",
        ),
    ],
)
def test_maps(text, message):
    assert message in refusal(".map", text)


ROW = "0\ta.map\t9\t7\t1\t1\t2\t5\t4.5"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("version 2\n", "f.scen:1: 'version 2', expected 'version 1'"),
        (f"version 1\n{ROW}\n\n1 2 3\n", "f.scen:4: 3 columns, expected 9: bucket, map"),
        (f"version 1\n{ROW}\n{ROW.replace('9', 'x')}\n", "f.scen:3: 'x' in column 3, expected a whole number"),
        (f"version 1\n{ROW}\n{ROW.replace('4.5', 'y')}\n", "f.scen:3: 'y' in column 9, expected a length"),
        (f"version 1\n{ROW}\n{ROW.replace('4.5', 'nan')}\n", "f.scen:3: length nan, expected"),
        (f"version 1\n\n{ROW.replace('5', '7')}\n", "f.scen:3: goal (2, 7), expected a cell of the 9 × 7 map"),
    ],
)
def test_scenarios(text, message):
    with pytest.raises(BadInput) as caught:
        movingai.parse_scenario(Source("f.scen", text.encode()))
    assert message in str(caught.value)


def test_a_scenario_reaches_into_every_corner_of_its_map():
    corners = "0\ta.map\t9\t7\t0\t0\t8\t6\t10.5"
    found = movingai.parse_scenario(Source("f.scen", f"version 1\n{corners}\n".encode()))
    assert (found.start.tolist(), found.goal.tolist()) == ([[0, 0]], [[8, 6]])
    for outside in ("9\t7\t-1\t0\t8\t6", "9\t7\t0\t-1\t8\t6", "9\t7\t0\t0\t9\t6", "9\t7\t0\t0\t8\t7"):
        with pytest.raises(BadInput, match="expected a cell of the 9 × 7 map"):
            movingai.parse_scenario(Source("f.scen", f"version 1\n0\ta.map\t{outside}\t10.5\n".encode()))


def test_a_scenario_without_its_map(tmp_path):
    path = tmp_path / "a.map.scen"
    path.write_text(f"version 1\n{ROW}\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"map 'a\.map', not found beside the file"):
        formats.load(path)
    (tmp_path / "a.map").write_bytes(movingai.write_letters(np.zeros((7, 9), np.uint8)))
    level = formats.load(path)
    assert level.start == Marker.at(1.5, 1.5)
    assert level.goal == Marker.at(2.5, 5.5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("POINT(1 2)", "f.wkt:1: 'POINT', expected POLYGON"),
        ("POLYGON((0 0, 4 0,\n 4 x, 0 0))", "f.wkt:1: '4 x' in this ring, expected X Y"),
        ("\n\nPOLYGON((0 0, 4 0, 4 4", "f.wkt:3: a bracket that is not closed"),
        ("POLYGON((0 0, 1 1))", "f.wkt:1: a ring of 2 points"),
        ("GEOMETRYCOLLECTION(" * 50, "f.wkt:1: collections nested too deep"),
        ("POLYGON EMPTY", "f.wkt: no polygon"),
    ],
)
def test_wkt(text, message):
    assert message in refusal(".wkt", text)


def test_elements_are_bounded_in_depth_and_in_number(monkeypatch):
    def nested(depth):
        return xml_tree.parse(Source("a.tmx", b"<a>" * depth + b"</a>" * depth))

    def wide(count):
        return xml_tree.parse(Source("a.tmx", b"<a>" + b"<b/>" * (count - 1) + b"</a>"))

    monkeypatch.setattr(xml_tree, "MAX_ELEMENTS", 100)
    assert nested(64).tag == "a"
    assert sum(1 for _ in wide(100).all("b")) == 99
    with pytest.raises(BadInput, match="65 levels, 65 elements"):
        nested(65)
    with pytest.raises(BadInput, match="2 levels, 101 elements"):
        wide(101)


@pytest.mark.parametrize(
    ("root", "message"),
    [
        ({"type": "Feature", "geometry": {"type": "Blob"}}, "key geometry.type: 'Blob', expected a type of GeoJSON"),
        ({"type": "Polygon", "coordinates": [[[0, 0], [9, "x"], [1, 1], [0, 0]]]}, "key coordinates[0][1]: [9, 'x']"),
        ({"type": "Polygon", "coordinates": [], "bbox": [1]}, "key coordinates: a list of 0"),
        ({"type": "FeatureCollection"}, "no key 'features'"),
    ],
)
def test_geojson(root, message):
    assert f"f.geojson: {message}" in refusal(".geojson", json.dumps(root))


DOCTYPE = '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><map>&c;</map>'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("<?xml", DOCTYPE, "f.tmx:2: a document type definition, expected XML without one"),
        ('infinite="0"', 'infinite="1"', "f.tmx:5: tiles outside of chunks, expected chunks, in an infinite map"),
        ("orthogonal", "hexagonal", "f.tmx:2: orientation 'hexagonal', expected orthogonal"),
        ('width="6" height="4" tile', 'width="6000" height="4" tile', "f.tmx:2: a map of 6000 × 4"),
        ('"csv"', '"morse"', "f.tmx:6: encoding 'morse', expected csv or base64"),
        ('"zlib"', '"zstd"', "f.tmx:5: compression 'zstd', expected zlib, gzip or none"),
        ("0,1,2,0", "0,1,x,0", "f.tmx:6: 'x' in the tiles, expected 24 numbers and commas"),
        ("0,1,2,0", "0,1,2", "f.tmx:6: 23 tiles, expected 24"),
        ("</map>", "", "f.tmx"),
        ('points="0,0 ', 'points="zero ', "f.tmx:8: point 'zero', expected X,Y"),
    ],
)
def test_tiled(old, new, message):
    assert message in refusal(".tmx", fuzz.tmx().decode().replace(old, new, 1))


def test_pictures():
    image = png.encode(np.zeros((4, 4), np.uint8))
    assert "f.png: starts with b'GIF89a', expected the PNG signature" in refusal(".png", b"GIF89a")
    assert "byte 8: chunk b'IHDR' has a wrong checksum" in refusal(
        ".png", image.replace(b"IHDR\0\0\0\x04", b"IHDR\0\0\0\x05")
    )
    huge = fuzz.repaired_png(image.replace(b"IHDR\0\0\0\x04", b"IHDR\0\1\0\x04"))
    assert "chunk IHDR: an image of 65540 × 4 pixels, expected 1 to 2048" in refusal(".png", huge)
    assert "option threshold: 3, expected a number from 0 to 1" in refusal(".png", image, threshold=3)
    assert "option colour: unknown for this format, expected one of mode, threshold" in refusal(".png", image, colour=1)


def test_a_decompression_bomb_stops_at_the_promised_size():
    import struct
    import zlib

    head = struct.pack(">IIBBBBB", 4, 4, 8, 0, 0, 0, 0)
    bomb = png.SIGNATURE + png._chunk(b"IHDR", head) + png._chunk(b"IDAT", zlib.compress(bytes(10**7)))
    assert formats.read(Source("a.png", bomb + png._chunk(b"IEND", b"")), formats.FORMATS[".png"]).width == 4


def test_unknown_extensions_and_folders(tmp_path):
    with pytest.raises(BadInput, match=r"extension '.xyz', expected one of .json, .map"):
        formats.load(tmp_path / "a.xyz")
    (tmp_path / "folder.json").mkdir()
    with pytest.raises(BadInput, match="a folder, expected a level file"):
        formats.load(tmp_path / "folder.json")
    with pytest.raises(BadInput, match="can only be read"):
        formats.save(Level.empty(2, 2), tmp_path / "a.tmx")


def test_unknown_keys_and_doubled_keys_are_remarked_on(tmp_path):
    path = tmp_path / "a.json"
    root = healthy()
    root["mood"] = root["palette"][0]["mood"] = "good"
    path.write_text(json.dumps(root).replace('"version": 1', '"version": 1, "version": 1'), encoding="utf-8")
    _, remarks = formats.load_with_report(path)
    assert [r.removeprefix(f"{path}") for r in remarks] == [
        ": key 'version' occurs twice in one object; the last one counts",
        ": unknown key 'mood' is ignored",
        ": key palette[0]: unknown key 'mood' is ignored",
    ]


def test_lint_tells_every_problem_not_only_the_first(tmp_path):
    path = tmp_path / "a.json"
    root = healthy()
    root["terrain"][2] = "?"
    root["polygons"][0]["ring"] = [[0, 0], [4, 4], [4, 0], [0, 4]]
    root["markers"]["goal"]["at"] = [-1, 0]
    root["timed"][0]["period"] = 0
    root["notes"] = ""
    path.write_text(json.dumps(root), encoding="utf-8")
    found = "\n".join(formats.problems(path))
    for text in (
        "terrain[2]",
        "polygons[0]",
        "markers.goal",
        "timed[0]",
        "timed[1]",
        "marker goal: missing",
        "notes: missing",
    ):
        assert text in found, found


def test_lint_of_a_level_that_loads(tmp_path):
    level = Level.empty(20, 20)
    level.terrain[:, 10] = 1
    shapes = [[(2, 2), (6, 2), (6, 6)], [(3, 2), (6, 3), (5, 6)], [(15, 3), (15.05, 3), (15, 3.05)]]
    level.polygons = {i: Obstacle.of_cells(points, id=i) for i, points in enumerate(shapes, start=1)}
    level.markers = {"start": Marker.at(5.5, 3.5), "goal": Marker.at(10.5, 4.5)}
    formats.save(level, tmp_path / "a.json")
    found = formats.problems(tmp_path / "a.json")
    assert [text.split(": ", 1)[1] for text in found] == [
        "polygon 3: its area is less than 0.01 cells",
        "polygons 1 and 2 overlap",
        "marker start: (5.5, 3.5) is inside polygon 1",
        "marker start: (5.5, 3.5) is inside polygon 2",
        "marker goal: (10.5, 4.5) is on wall, which is blocked",
        "title: missing",
        "notes: missing; say what to look for",
    ]
    level.markers = {"start": Marker.at(1.5, 1.5), "goal": Marker.at(12.5, 4.5)}
    formats.save(level, tmp_path / "a.json")
    assert f"{tmp_path / 'a.json'}: no way leads from start to goal on the grid" in formats.problems(
        tmp_path / "a.json"
    )


HUGE = "1" + "0" * 399


@pytest.mark.parametrize("sign", ["", "-"])
def test_numbers_of_four_hundred_digits_are_refused(sign):
    """Wherever a number may stand, in any format that is JSON."""
    files = [(e, data) for e in (".json", ".tmj", ".geojson") for data in fuzz.seeds()[e]]
    for extension, data in files:
        text = data.decode()
        for match in re.finditer(r"(?<=[ \[:])\d+(\.\d+)?(?=[,\]}\s])", text):
            broken = text[: match.start()] + sign + HUGE + text[match.end() :]
            with contextlib.suppress(BadInput):  # where it is read, it may be one of the unread keys
                formats.read(Source("f", broken.encode()), formats.FORMATS[extension])
    huge = {"properties": [{"name": "cost", "type": "int", "value": int(sign + HUGE)}], "id": 0}
    root = json.loads(fuzz.tmj()) | {"tilesets": [{"firstgid": 1, "tiles": [huge]}]}
    formats.read(Source("f", json.dumps(root).encode()), formats.FORMATS[".tmj"])


@pytest.mark.skipif(os.name != "posix", reason="pipes as POSIX has them")
def test_only_regular_files_are_read(tmp_path):
    os.mkfifo(tmp_path / "x.json")
    (tmp_path / "link.json").symlink_to(tmp_path / "x.json")
    for name in ("x.json", "link.json"):
        with pytest.raises(BadInput, match="no regular file, expected a level file"):
            formats.problems(tmp_path / name)
    with pytest.raises(FileNotFoundError):
        formats.load(tmp_path / "none.json")


@pytest.mark.parametrize("name", ["", "n" * 101, "a\ud800"])
def test_names_of_markers_are_bounded(name):
    def rename(root):
        root["markers"] = {name: {"at": [1, 1]}}

    message = refusal(".json", broken(rename))
    assert "the name " in message
    assert message.endswith("expected 1 to 100 characters")
    assert len(message) < 200


def node(value):
    return json_tree.parse(Source("f.json", json.dumps(value).encode()))


@pytest.mark.parametrize(
    ("reader", "bounds", "good", "bad"),
    [
        ("items", (2,), [[], [1, 2]], [[1, 2, 3], {}, 2]),
        ("text", (3,), ["", "abc"], ["abcd", 3, None]),
        ("integer", (-2, 5), [-2, 0, 5], [-3, 6, 1.0, True, "1"]),
        ("number", (-2, 5), [-2, 4.5, 5], [-2.001, 5.001, True, "1"]),
        ("points", (1, 2, 7), [[[7, -7]], [[0, 0], [1.5, 2]]], [[], [[0, 0]] * 3, [[7.1, 0]], [[0, -7.1]], [[0]], 1]),
        ("entries", (2,), [{}, {"a": 1, "b": 2}], [{"a": 1, "b": 2, "c": 3}, [1]]),
    ],
)
def test_bounds_are_within_what_is_taken(reader, bounds, good, bad):
    def read(value):
        found = getattr(node(value), reader)(*bounds)
        return dict(found) if reader == "entries" else found

    for value in good:
        found = read(value)
        assert len(found) == len(value) if isinstance(value, (list, dict)) else found == value
    for value in bad:
        with pytest.raises(BadInput, match="expected"):
            read(value)
