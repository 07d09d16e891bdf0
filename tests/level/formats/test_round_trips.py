"""Parse, print, parse is a fixed point in every format that is read and written."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.level import formats
from sandbox.level.formats import geojson, image, level_json, movingai, wkt
from sandbox.level.formats.common.letters import letters_for
from sandbox.level.formats.common.source import Source
from sandbox.level.formats.common.vector import VectorOptions
from sandbox.level.model import Level
from sandbox.level.terrain import DEFAULT_PALETTE, Palette, Terrain
from tests.strategies.levels import levels, palettes

pytestmark = pytest.mark.small


def read_json(data):
    source = Source("level.json", data)
    level = level_json.read(source)
    assert source.remarks == []
    return level


@given(levels())
def test_our_json_keeps_everything_and_prints_the_same_again(level):
    printed = level_json.write(level)
    again = read_json(printed)
    assert again.same_as(level)
    assert level_json.write(again) == printed


@given(palettes())
def test_every_terrain_gets_a_letter_of_its_own(palette):
    letters = letters_for(palette)
    assert len(set(letters)) == len(palette)
    assert all(len(letter) == 1 and letter.isprintable() for letter in letters)


def test_the_largest_palette_has_letters():
    palette = Palette(Terrain(f"kind {i}", "#000000") for i in range(256))
    level = Level(np.arange(256, dtype=np.uint8).reshape(16, 16), palette=palette)
    assert read_json(level_json.write(level)).same_as(level)


@given(st.integers(0, 2**32), st.integers(1, 30), st.integers(1, 30))
def test_movingai_maps_keep_every_letter_through_our_json(seed, width, height):
    codes = np.random.default_rng(seed).integers(0, len(movingai.LETTERS), (height, width), np.uint8)
    file = movingai.write_letters(codes)
    level = movingai.read(Source("a.map", file))
    assert movingai.write(read_json(level_json.write(level))) == file


@given(levels(palette=DEFAULT_PALETTE))
def test_polygons_survive_geojson_and_wkt(level):
    if not level.polygons:
        return
    shapes = [level.polygons[number] for number in sorted(level.polygons)]
    for module in (geojson, wkt):
        again = module.read(Source("a", module.write(level)), VectorOptions(fit="cells"))
        assert [a.same_shape(b) for a, b in zip(again.polygons.values(), shapes, strict=True)] == [True] * len(shapes)


@given(levels(palette=DEFAULT_PALETTE, polygons=False))
def test_pictures_keep_every_terrain(level):
    again = image.read(Source("a.png", image.write(level)), image.ImageOptions())
    assert np.array_equal(again.terrain, level.terrain)


@given(levels(polygons=False), st.sampled_from(["auto", "palette"]))
def test_pictures_keep_terrain_of_ones_own(level, mode):
    source = Source("a.png", image.write(level))
    again = image.read(source, image.ImageOptions(mode=mode))
    kinds = [[at.palette[code] for code in at.terrain.ravel().tolist()] for at in (level, again)]
    assert kinds[0] == kinds[1]
    assert source.remarks == []
    assert not [text for text in formats.losses(level, formats.FORMATS[".png"]) if "terrain" in text]


def test_geojson_keeps_the_size():
    level = Level.empty(30, 20)
    level.polygons = {1: shape_at(3)}
    again = geojson.read(Source("a", geojson.write(level)), VectorOptions())
    assert (again.width, again.height) == (30, 20)


def shape_at(x):
    from sandbox.level.obstacles import Obstacle

    return Obstacle.of_cells([(x, 3), (x + 2, 3), (x, 5)], id=1)


def test_maps_show_polygons_as_the_cells_they_block(tmp_path):
    level = Level.empty(12, 10)
    level.polygons = {1: shape_at(3)}
    lost = formats.save(level, tmp_path / "a.map")
    assert lost == ["not in a MovingAI map: 1 polygons (as the cells they block)"]
    grid = level.derived.grid
    blocked = grid.image(grid.cost8) == 0
    assert blocked.any()
    again = formats.load(tmp_path / "a.map")
    assert np.array_equal(again.palette.cost8()[again.terrain] == 0, blocked)


def test_every_map_of_the_collection_round_trips(movingai_maps, tmp_path):
    for path in movingai_maps:
        level = formats.load(path)
        formats.save(level, tmp_path / "a.json")
        formats.save(formats.load(tmp_path / "a.json"), tmp_path / "a.map")
        original = path.read_bytes().replace(b"\r\n", b"\n").rstrip()
        assert (tmp_path / "a.map").read_bytes().rstrip() == original, path


@pytest.fixture
def movingai_maps(request):
    return sorted(request.getfixturevalue("movingai").rglob("*.map"))


def test_saving_keeps_the_old_file(tmp_path):
    path = tmp_path / "a.json"
    formats.save(Level.empty(3, 3), path)
    first = path.read_bytes()
    formats.save(Level.empty(4, 4), path)
    assert (tmp_path / "a.json~").read_bytes() == first
