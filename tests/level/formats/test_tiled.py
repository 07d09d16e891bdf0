"""Tiled maps: every encoding, what tiles mean, what objects become."""

import base64
import gzip
import json
import math
import zlib

import numpy as np
import pytest

from sandbox.errors import BadInput
from sandbox.level import formats
from sandbox.level.formats.common import xml_tree
from sandbox.level.formats.common.source import Source
from sandbox.level.formats.tiled import reader, tiled_map, tilesets
from sandbox.level.markers import MarkerKind
from sandbox.level.obstacles import UNITS
from tests.level.formats import fuzz

pytestmark = pytest.mark.small
IDS = np.array([[0, 1, 2], [2, 1, 0x80000002]], "<u4")
RAW = IDS.tobytes()
BLOCKED = '<tile id="1"><properties><property name="blocked" type="bool" value="true"/></properties></tile>'


def tmx(data, *, tileset=BLOCKED, layers=None, objects="", first=1):
    layer = f'<layer name="tiles" width="3" height="2">{data}</layer>' if layers is None else layers
    return (
        '<map orientation="orthogonal" width="3" height="2" tilewidth="16" tileheight="8">'
        f'<tileset firstgid="{first}">{tileset}</tileset>{layer}<objectgroup>{objects}</objectgroup></map>'
    ).encode()


def read(data, extension=".tmx", folder=None):
    source = Source(f"a{extension}", data, folder)
    return formats.read(source, formats.FORMATS[extension]), source.remarks


def b64(raw):
    return base64.b64encode(raw).decode()


@pytest.mark.parametrize(
    "data",
    [
        f'<data encoding="csv">{",".join(map(str, IDS.ravel()))}</data>',
        f'<data encoding="csv">\n{",".join(map(str, IDS.ravel()))},\n</data>',
        f'<data encoding="base64">\n  {b64(RAW)}\n</data>',
        f'<data encoding="base64" compression="zlib">{b64(zlib.compress(RAW))}</data>',
        f'<data encoding="base64" compression="gzip">{b64(gzip.compress(RAW, mtime=0))}</data>',
        "<data>" + "".join(f'<tile gid="{i}"/>' for i in IDS.ravel()) + "</data>",
    ],
)
def test_every_encoding_and_flipped_tiles(data):
    level, remarks = read(tmx(data))
    assert level.terrain.tolist() == [[0, 0, 1], [1, 0, 1]]
    assert remarks == []


def names(level):
    return [[level.palette[code].name for code in row] for row in level.terrain]


CSV = '<data encoding="csv">{}</data>'


def layer(name, tiles, extra=""):
    return f'<layer name="{name}" width="3" height="2" {extra}>{CSV.format(tiles)}</layer>'


def test_layers_named_like_terrains_paint_over_each_other():
    layers = layer("grass", "1,1,1,1,1,1") + layer("Walls", "0,0,1,0,0,0") + layer("x", "0,1,0,0,0,0", 'class="water"')
    assert names(read(tmx("", layers=layers, tileset=""))[0]) == [["grass", "water", "wall"], ["grass"] * 3]


def test_costs_become_the_terrain_that_costs_about_as_much():
    tiles = '<tile id="0"><properties><property name="cost" type="float" value="2.9"/></properties></tile>'
    assert names(read(tmx(CSV.format("1,0,0,0,0,0"), tileset=tiles))[0])[0][0] == "swamp"


def test_when_nothing_says_what_blocks_the_lowest_layer_is_ground_and_a_remark_says_so():
    level, remarks = read(tmx("", layers=layer("a", "1,1,1,1,1,1") + layer("b", "0,5,0,0,0,0"), tileset=""))
    assert names(level) == [["floor", "wall", "floor"], ["floor"] * 3]
    assert remarks == ["a.tmx: nothing says which tiles block: tiles above the lowest layer become walls"]


def test_objects_become_obstacles_and_markers():
    objects = (
        '<object name="start" x="8" y="4"><point/></object>'
        '<object x="16" y="0" width="16" height="8"/>'
        '<object x="0" y="8" name="rock"><polygon points="0,0 16,0 0,8"/></object>'
        '<object class="goal" x="32" y="8" width="16" height="8"/>'
        '<object x="1" y="1"><polyline points="0,0 1,1"/></object>'
    )
    level, remarks = read(tmx(CSV.format("0,0,0,0,0,0"), objects=objects))
    assert level.start.point == (0.5, 0.5)
    assert level.markers["goal area"].kind is MarkerKind.GOAL
    rings = [(shape.outer / UNITS).tolist() for shape in level.polygons.values()]
    assert rings == [[[1, 0], [2, 0], [2, 1], [1, 1]], [[0, 1], [1, 1], [0, 2]]]
    assert level.polygons[2].name == "rock"
    assert "neither area nor point" in remarks[0]


def test_a_turned_rectangle_turns_about_its_corner():
    objects = '<object x="32" y="0" width="8" height="16" rotation="90"/>'
    level, _ = read(tmx(CSV.format("0,0,0,0,0,0"), objects=objects))
    assert sorted((level.polygons[1].outer / UNITS).tolist()) == [[1, 0], [1, 1], [2, 0], [2, 1]]


def test_an_external_tileset_in_the_maps_folder_is_read(tmp_path):
    (tmp_path / "t.tsx").write_text(f"<tileset>{BLOCKED}</tileset>", encoding="utf-8")
    data = tmx(CSV.format("2,0,0,0,0,0")).replace(b'"1">' + BLOCKED.encode(), b'"1" source="t.tsx">')
    level, remarks = read(data, folder=tmp_path)
    assert names(level)[0][0] == "wall"
    assert remarks == []


@pytest.mark.parametrize("name", ["none.tsx", "../t.tsx", "/etc/passwd"])
def test_tilesets_elsewhere_are_not_read(tmp_path, name):
    (tmp_path / "t.tsx").write_text(f"<tileset>{BLOCKED}</tileset>", encoding="utf-8")
    (tmp_path / "maps").mkdir()
    data = tmx(CSV.format("2,0,0,0,0,0"), tileset="").replace(b'firstgid="1"', f'firstgid="1" source="{name}"'.encode())
    _, remarks = read(data, folder=tmp_path / "maps")
    assert "is not read: not found in the map's folder" in remarks[0]


def test_objects_of_the_json_notation_have_the_shape_they_say():
    """What says nothing is a rectangle; what says that it is no ellipse is none either."""
    usual = {"id": 1, "name": "", "x": 16, "y": 8, "width": 16, "height": 8}
    corners = []
    for more in (
        {},
        {"ellipse": False},
        {"ellipse": True},
        {"polygon": [{"x": 0, "y": 0}, {"x": 16, "y": 0}, {"x": 0, "y": 8}]},
    ):
        root = {
            "orientation": "orthogonal", "width": 3, "height": 2, "tilewidth": 16, "tileheight": 8, "tilesets": [],
            "layers": [{"type": "objectgroup", "name": "o", "objects": [usual | more]}],
        }  # fmt: skip
        level, _ = read(json.dumps(root).encode(), ".tmj")
        (obstacle,) = level.polygons.values()
        corners.append(len(obstacle.outer))
        box = obstacle.outer.min(axis=0).tolist(), obstacle.outer.max(axis=0).tolist()
        assert box == ([UNITS, UNITS], [2 * UNITS, 2 * UNITS])
    rectangle, no_ellipse, ellipse, polygon = corners
    assert (rectangle, no_ellipse, polygon) == (4, 4, 3)
    assert ellipse > 8


def test_the_json_notation():
    root = {
        "orientation": "orthogonal", "width": 3, "height": 2, "tilewidth": 16, "tileheight": 8, "infinite": False,
        "tilesets": [{"firstgid": 1, "tiles": [{"id": 1, "type": "wall"}]}],
        "layers": [
            {"type": "group", "layers": [{"type": "tilelayer", "width": 3, "height": 2, "data": IDS.ravel().tolist()}]},
            {"type": "objectgroup", "objects": [{"name": "goal", "point": True, "x": 24, "y": 4}]},
        ],
    }  # fmt: skip
    level, _ = read(json.dumps(root).encode(), ".tmj")
    assert level.terrain.tolist() == [[0, 0, 1], [1, 0, 1]]
    assert level.goal.point == (1.5, 0.5)


# Ellipses, damage, maps without an end, edges


def thing(rest):
    return read(tmx(CSV.format("0,0,0,0,0,0"), objects=f"<object {rest}"))


def test_an_ellipse_lies_in_its_box_and_nearly_fills_it():
    level, _ = thing('x="8" y="4" width="32" height="8"><ellipse/></object>')
    (shape,) = level.polygons.values()
    assert shape.box == (0.5 * UNITS, 0.5 * UNITS, 2.5 * UNITS, 1.5 * UNITS)
    from sandbox.geometry.polygons import area_of

    ellipse = math.pi * UNITS * UNITS / 2
    assert 0.99 * ellipse < area_of(shape.outer) / 2 < ellipse
    turned, _ = thing('x="24" y="4" width="8" height="8" rotation="90"><ellipse/></object>')
    assert turned.polygons[1].box == (1.0 * UNITS, 0.5 * UNITS, 1.5 * UNITS, 1.5 * UNITS)


@pytest.mark.parametrize(
    "sides", ["", 'width="0" height="0"', 'width="-1" height="0"', 'width="9" height="0"', 'width="0" height="9"']
)
@pytest.mark.parametrize("kind", ["", "<ellipse/>"])
def test_what_has_no_extent_is_no_obstacle(sides, kind):
    level, remarks = thing(f'name="speck" x="8" y="4" {sides}>{kind}</object>')
    assert not level.polygons
    assert "'speck' is neither area nor point" in remarks[0]


@pytest.mark.parametrize("compression", ["zlib", "gzip"])
def test_damaged_data_is_refused_at_its_place(compression):
    raw = zlib.compress(RAW) if compression == "zlib" else gzip.compress(RAW, mtime=0)
    for damaged in (raw[:12] + b"\xff\xff\xff" + raw[15:], raw[:8], b"no" + raw):
        with pytest.raises(BadInput, match=r"^a\.tmx:1: ") as caught:
            read(tmx(f'<data encoding="base64" compression="{compression}">{b64(damaged)}</data>'))
        assert caught.value.expected in (f"{compression} data", "24")


def endless(extension):
    return read(fuzz.endless_tmx() if extension == ".tmx" else fuzz.endless_tmj(), extension)


def test_an_infinite_map_is_as_large_as_its_chunks_reach():
    level, remarks = endless(".tmx")
    w, f = "wall", "floor"
    assert names(level) == [[f, w, f, f, f, f, f, f], [f] * 8, [f, f, w, w, f, f, f, f], [f, f, w, w, f, f, f, f]]
    assert level.start.point == (1.5, 1.5)
    assert remarks == []
    assert endless(".tmj")[0].terrain.shape == (2, 3)


def test_an_infinite_map_without_tiles_has_the_size_it_says():
    data = fuzz.endless_tmx().decode()
    data = data[: data.index("<layer")] + "</map>"
    assert read(data.encode())[0].terrain.shape == (9, 9)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('<chunk x="4"', '<chunk x="4000"', "an infinite map with chunks of 4004 × 4, expected 1 to 2048 a side"),
        ('<chunk x="4"', '<chunk x="4000000"', "<chunk> with x='4000000', expected a whole number from -1000000"),
        ('width="2" height="2"', 'width="200000" height="200000"', "40,000,000,000 tiles in the layers up to here"),
        ("1,2,0,0", "1,2,0", "3 tiles, expected 4 numbers and commas"),
    ],
)
def test_chunks_out_of_bounds_are_refused(old, new, message):
    with pytest.raises(BadInput) as caught:
        read(fuzz.endless_tmx().decode().replace(old, new, 1).encode())
    assert message in str(caught.value)


@pytest.mark.parametrize("kind", ["isometric", "staggered", "hexagonal", ""])
@pytest.mark.parametrize("extension", [".tmx", ".tmj"])
def test_maps_of_other_tiles_are_refused_in_a_clear_line(kind, extension):
    data = (fuzz.tmx() if extension == ".tmx" else fuzz.tmj()).replace(b"orthogonal", kind.encode())
    with pytest.raises(BadInput, match=f"orientation '{kind}', expected orthogonal .tiles are the squares of a grid"):
        read(data, extension)


@pytest.mark.parametrize(
    ("rest", "boxes"),
    [
        ('x="-16" y="-8" width="32" height="16"/>', [(0, 0, 1, 1)]),
        ('x="0" y="0" width="4800" height="8"/>', [(0, 0, 3, 1)]),
        ('x="0" y="0"><polygon points="-8,0 8,-8 8,0 8,24 -8,24 -8,16 4,12 4,4 -8,4"/></object>', None),
        ('x="0" y="-40" width="16" height="16"/>', []),
        ('x="8" y="0" width="48" height="16"><ellipse/></object>', None),
    ],
)
def test_an_obstacle_over_the_edge_is_cut_there_and_said(rest, boxes):
    level, remarks = thing(f'name="ledge" {rest}')
    assert all(shape.fits(3, 2) for shape in level.polygons.values())
    assert (
        "object 'ledge' reaches beyond the map's edge; it is " + ("skipped" if boxes == [] else "cut there")
        in remarks[0]
    )
    if boxes is not None:
        assert [tuple(c / UNITS for c in shape.box) for shape in level.polygons.values()] == boxes
    else:
        assert level.polygons


def test_an_area_over_the_edge_is_cut_too():
    level, _ = thing('class="spawn" x="-8" y="-8" width="100" height="100"/>')
    assert level.markers["spawn area"].points == ((0, 0), (3, 0), (3, 2), (0, 2))


# Document types


NAMED = '<?xml version="1.0" encoding="UTF-8"?>\n<!-- old -->\n<!DOCTYPE map {}>\n'


@pytest.mark.parametrize("what", ['SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd"', "PUBLIC 'a' 'b'", 'SYSTEM\n"x"\n'])
def test_a_document_type_that_is_only_named_is_passed_over(what):
    data = (NAMED.format(what)).encode() + tmx(CSV.format("0,0,0,0,0,x"))
    with pytest.raises(BadInput, match=f"^a.tmx:{4 + what.count(chr(10))}: 'x' in the tiles"):
        read(data)
    level, remarks = read(data.replace(b"0,x<", b"0,2<"))
    assert names(level)[1][2] == "wall"
    assert remarks == []


@pytest.mark.parametrize(
    "what",
    [
        "[<!ENTITY b 'c'>]",
        'SYSTEM "map.dtd" [<!ENTITY b "c">]',
        'SYSTEM "a"><!DOCTYPE map SYSTEM "b"',
        "",
    ],
)
def test_a_document_type_that_says_more_is_refused(what):
    with pytest.raises(BadInput, match="a document type definition, expected XML without one"):
        read((NAMED.format(what)).encode() + tmx(CSV.format("0,0,0,0,0,0")))


@pytest.mark.parametrize("place", ['name="&b;"', 'name="x">&b;<a'])
def test_entities_stay_refused(place):
    data = NAMED.format('SYSTEM "http://example.com/map.dtd"') + f"<map {place}></map>"
    with pytest.raises(BadInput, match="undefined entity"):
        read(data.encode())


# External tilesets


def many_references(folder, count, tileset, name="t.tsx"):
    (folder / name).write_text(tileset, encoding="utf-8")
    references = "".join(f'<tileset firstgid="{1 + 10 * i}" source="{name}"/>' for i in range(count))
    data = tmx(CSV.format("2,12,0,0,0,0"), tileset="")
    return data.replace(b'<tileset firstgid="1"></tileset>', references.encode())


def test_a_tileset_is_parsed_once_however_often_it_is_named(tmp_path, monkeypatch):
    parsed = []
    parse = xml_tree.parse
    monkeypatch.setattr(xml_tree, "parse", lambda source: parsed.append(source.name) or parse(source))
    level, _ = read(many_references(tmp_path, 25, f"<tileset>{BLOCKED}</tileset>"), folder=tmp_path)
    assert names(level)[0] == ["wall", "wall", "floor"]
    assert len(parsed) == 1


def test_a_broken_tileset_is_told_of_once(tmp_path):
    source = Source("a.tmx", many_references(tmp_path, 25, "<tileset>"), tmp_path, found=[])
    formats.read(source, formats.FORMATS[".tmx"])
    assert len(source.found) == 1


def test_tilesets_are_limited_as_a_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(tilesets, "MAX_BYTES", 300)
    text = f"<tileset>{BLOCKED}</tileset>"
    for number in range(4):
        (tmp_path / f"{number}.tsx").write_text(text, encoding="utf-8")
    data = many_references(tmp_path, 4, text)
    for number in range(4):
        data = data.replace(b"t.tsx", f"{number}.tsx".encode(), 1)
    with pytest.raises(BadInput, match=r"tilesets of 3.. bytes, expected at most 300 in all"):
        read(data, folder=tmp_path)


def test_what_is_said_of_tiles_is_limited_as_a_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(tiled_map, "MAX_SAID", 20)
    with pytest.raises(BadInput, match="21 tiles spoken of, expected at most 20"):
        read(many_references(tmp_path, 25, f"<tileset>{BLOCKED}</tileset>"), folder=tmp_path)


# Numbers


def test_tiles_are_numbers_of_32_bits():
    largest = 2**32 - 1
    assert reader.ids_of("a", np.array([0, largest]), 2).tolist() == [0, largest]
    for wrong in (-1, largest + 1):
        with pytest.raises(BadInput, match=f"a: tile {wrong}, expected 0 to {largest}"):
            reader.ids_of("a", np.array([5, wrong]), 2)


@pytest.mark.parametrize("side", ["width", "height"])
def test_no_side_of_a_layer_is_longer_than_a_million_tiles(side):
    data = fuzz.endless_tmx().decode()
    with pytest.raises(BadInput, match=f"<chunk> with {side}='1000001', expected a whole number from 1 to 1000000"):
        read(data.replace(f'{side}="2"', f'{side}="1000001"', 1).encode())


@pytest.mark.parametrize("digits", ["٣", "３", "߃"])
def test_digits_of_other_scripts_are_no_tiles(digits):
    with pytest.raises(BadInput, match=f"'{digits}' in the tiles, expected 6 numbers and commas"):
        read(tmx(CSV.format(f"0,0,0,0,0,{digits}")))


def crowd(count, name):
    return "".join(f'<object name="{name}" x="1" y="1"><point/></object>' for _ in range(count))


def test_places_of_one_name_are_numbered():
    objects = crowd(3, "a") + crowd(1, "a 2") + crowd(1, "a") + crowd(1, "")
    level, _ = read(tmx(CSV.format("0,0,0,0,0,0"), objects=objects))
    assert list(level.markers) == ["a", "a 2", "a 3", "a 2 2", "a 4", "point"]


def test_a_crowd_of_places_is_read_or_refused_at_once():
    level, _ = read(tmx(CSV.format("0,0,0,0,0,0"), objects=crowd(10_000, "a")))
    assert level.markers.keys() >= {"a", "a 2", "a 10000"}
    with pytest.raises(BadInput, match="more than 10,000 markers"):
        read(tmx(CSV.format("0,0,0,0,0,0"), objects=crowd(10_001, "a")))
