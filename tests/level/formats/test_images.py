"""The PNG codec against a naive twin and an independent reader; what pictures become."""

import io
import struct
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox import png
from sandbox.errors import BadInput
from sandbox.level import formats
from sandbox.level.formats import image, level_json
from sandbox.level.formats.common.source import Source
from sandbox.level.formats.common.unfilter import LARGE, undo, unfiltered
from sandbox.level.model import Level
from sandbox.level.terrain import DEFAULT_PALETTE, Palette, Terrain
from tests.oracles.png_filters import unfilter

pytestmark = pytest.mark.small
KINDS = [
    (0, 1),
    (0, 2),
    (0, 4),
    (0, 8),
    (0, 16),
    (2, 8),
    (2, 16),
    (3, 1),
    (3, 4),
    (3, 8),
    (4, 8),
    (4, 16),
    (6, 8),
    (6, 16),
]
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}


def file_of(width, height, colour_type, depth, rows):
    head = struct.pack(">IIBBBBB", width, height, depth, colour_type, 0, 0, 0)
    palette = png._chunk(b"PLTE", bytes(range(240)) * 3 + bytes(48)) if colour_type == 3 else b""
    data = png._chunk(b"IDAT", zlib.compress(rows.tobytes()))
    return png.SIGNATURE + png._chunk(b"IHDR", head) + palette + data + png._chunk(b"IEND", b"")


def random_rows(seed, width, height, colour_type, depth):
    dice = np.random.default_rng(seed)
    row_bytes = (width * CHANNELS[colour_type] * depth + 7) // 8
    rows = dice.integers(0, 256, (height, 1 + row_bytes), np.uint8)
    rows[:, 0] = dice.integers(0, 5, height)
    return rows


@given(st.integers(0, 2**32), st.integers(1, 12), st.integers(1, 9), st.sampled_from(KINDS))
def test_all_filters_at_once_are_undone_like_one_byte_at_a_time(seed, width, height, kind):
    colour_type, depth = kind
    rows = random_rows(seed, width, height, colour_type, depth)
    wide = max(1, CHANNELS[colour_type] * depth // 8)
    header = png._Header(width, height, depth, colour_type)
    assert png._unfilter(rows, header, "a", png.by_diagonals).tolist() == unfilter(rows.tolist(), wide)
    kept = np.empty((height, header.row_bytes), np.uint8)
    undo(np.ascontiguousarray(rows[:, 0]), np.ascontiguousarray(rows[:, 1:]), wide, kept)
    assert kept.tolist() == unfilter(rows.tolist(), wide)


@pytest.mark.parametrize(("colour_type", "depth"), [(0, 8), (2, 8), (6, 8), (3, 8)])
def test_decoding_agrees_with_an_independent_reader(colour_type, depth):
    pygame = pytest.importorskip("pygame")
    data = file_of(37, 23, colour_type, depth, random_rows(5, 37, 23, colour_type, depth))
    theirs = pygame.surfarray.array3d(pygame.image.load(io.BytesIO(data), "a.png").convert(24)).swapaxes(0, 1)
    assert np.array_equal(png.decode(data, "a", longest_side=64).rgb(), theirs)


def test_large_pictures_come_out_the_same_either_way():
    rows = random_rows(3, 300, 310, 2, 8)
    body = rows[:, 1:]
    assert body.size > LARGE
    assert np.array_equal(unfiltered(rows[:, 0], body, 3), png.by_diagonals(rows[:, 0], body, 3))


@given(st.integers(0, 2**32), st.integers(1, 20), st.integers(1, 20), st.sampled_from([(), (3,), (4,)]))
def test_encode_then_decode(seed, width, height, channels):
    samples = np.random.default_rng(seed).integers(0, 256, (height, width, *channels), np.uint8)
    again = png.decode(png.encode(samples), "a", longest_side=64).samples
    assert np.array_equal(again.reshape(samples.shape), samples)


def test_small_depths_unpack_from_the_left():
    rows = np.array([[0, 0b10110000]], np.uint8)
    assert png.decode(file_of(4, 1, 0, 1, rows), "a", longest_side=9).brightness().tolist() == [[1, 0, 1, 1]]


def level_of(samples, **options):
    return image.read(Source("a.png", png.encode(samples)), image.ImageOptions(**options))


def test_dark_is_wall_by_threshold():
    samples = np.array([[0, 100, 140, 255]], np.uint8)
    assert level_of(samples).terrain.tolist() == [[1, 1, 0, 0]]
    assert level_of(samples, threshold=0.3).terrain.tolist() == [[1, 0, 0, 0]]
    assert level_of(samples, invert=True).terrain.tolist() == [[0, 0, 1, 1]]


def test_a_height_field_blocks_what_is_too_steep():
    ramp = np.tile(np.arange(20, dtype=np.uint8) * 2, (20, 1))  # rises 2/255 of the relief a cell
    ramp[8:12, 8:12] = 255
    level = level_of(ramp, mode="height", relief=51.0, slope=35.0)  # 0.4 a cell: 22 degrees
    blocked = level.terrain == 1
    assert blocked[7:13, 7:13].sum() == 36 - 4  # the rim on both sides; the top is flat
    assert blocked.sum() == 36 - 4
    assert (level_of(ramp, mode="height", relief=51.0, slope=20.0).terrain == 1).mean() > 0.9


def test_unknown_colours_become_the_nearest_terrain_with_a_remark():
    source = Source("a.png", png.encode(np.array([[[0x2F, 0x6F, 0xB2], [0x20, 0x60, 0xE0]]], np.uint8)))
    level = image.read(source, image.ImageOptions(mode="palette"))
    assert [level.palette[code].name for code in level.terrain[0]] == ["water", "water"]
    assert source.remarks == ["a.png: colour #2060e0 is no terrain's; the nearest is taken"]


LAVA, SAND = Terrain("lava", "#cc3311", cost=0), Terrain("sand", "#e0d040", cost=2.5)


def of_lava(samples=((0, 1),), colours=None):
    """A picture that names lava and sand, in these colours."""
    palette = Palette([LAVA, SAND])
    words = {image.TERRAINS: level_json.terrains_written(palette)}
    return png.encode(np.array(samples, np.uint8), image.colours_of(palette) if colours is None else colours, words)


def test_a_picture_says_what_its_colours_stand_for_only_where_that_is_not_known():
    usual, own = Level.empty(3, 3), Level.empty(3, 3, palette=Palette([SAND, LAVA]))
    assert image.TERRAINS not in image.write(usual)
    assert image.TERRAINS in image.write(own)


def test_a_picture_that_was_painted_on_is_still_of_its_terrains():
    """Other numbers for the colours, and lava a little lighter."""
    colours = np.array([[0xE0, 0xD0, 0x40], [0xCF, 0x35, 0x14]], np.uint8)
    level = image.read(Source("a.png", of_lava(colours=colours)), image.ImageOptions())
    assert [level.palette[code].name for code in level.terrain[0]] == ["sand", "lava"]
    assert level.palette == Palette([LAVA, SAND])


def test_a_picture_in_other_colours_than_it_names_is_read_by_brightness_and_says_so():
    source = Source("a.png", of_lava(colours=np.array([[10, 20, 200], [250, 250, 250]], np.uint8)))
    level = image.read(source, image.ImageOptions())
    assert [level.palette[code].name for code in level.terrain[0]] == ["wall", "floor"]
    assert source.remarks == ["a.png: has colours that are none of its terrains': dark ones are walls"]
    by_threshold = image.read(Source("a.png", of_lava()), image.ImageOptions(mode="threshold"))
    assert by_threshold.palette == DEFAULT_PALETTE


@pytest.mark.parametrize("words", [b"", b"{}", b"[]", b"\xff", b'[{"letter": ".", "name": "", "colour": 3}]'])
def test_terrains_that_cannot_be_read_are_refused_in_one_line(words):
    data = png.encode(np.zeros((2, 2), np.uint8), np.zeros((1, 3), np.uint8), {image.TERRAINS: words})
    with pytest.raises(BadInput, match=r"^a\.png: chunk teRr"):
        formats.read(Source("a.png", data), image.FORMAT)


def test_a_number_beyond_the_terrains_is_the_last_of_them():
    level = image.read(Source("a.png", of_lava(samples=((0, 9),))), image.ImageOptions())
    assert level.terrain.tolist() == [[0, 1]]
