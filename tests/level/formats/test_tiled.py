"""Tiled maps: every encoding, what tiles mean, what objects become."""

import base64
import gzip
import json
import zlib

import numpy as np
import pytest

from sandbox.level import formats
from sandbox.level.formats.common.source import Source
from sandbox.level.markers import MarkerKind
from sandbox.level.obstacles import UNITS

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
