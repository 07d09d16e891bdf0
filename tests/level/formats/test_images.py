"""The PNG codec against a naive twin and an independent reader; what pictures become."""

import io
import struct
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox import png
from sandbox.level.formats import image
from sandbox.level.formats.common.source import Source
from sandbox.level.formats.common.unfilter import LARGE, undo, unfiltered
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
