"""Cells and edges drawn by kernels look as they do without: same pixels, same choice of what is near."""

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.kernels.pixels import meeting
from sandbox.ui.canvas.camera import Camera
from sandbox.ui.canvas.painters import near_segments
from sandbox.ui.canvas.raster import blit_cells, cells_surface, words, write_cells

pytestmark = pytest.mark.small
SIZE = (60, 40)
scales = st.floats(0.05, 3.99)
corners = st.floats(-30, 30)
seeds = st.integers(0, 2**32)


def some_cells(seed, alpha):
    cells = np.random.default_rng(seed).integers(0, 2**32, (17, 23), dtype=np.uint32)
    surface = cells_surface(23, 17) if alpha else pygame.Surface((23, 17), 0, 32)
    write_cells(surface, cells)
    return surface


def shown(source, camera, opacity, fast):
    target = pygame.Surface(SIZE, 0, 32)
    target.fill((40, 80, 120))
    blit_cells(target, source, camera, (0, 0), opacity, fast=fast)
    return words(target).copy()


@given(seeds, scales, corners, corners, st.booleans(), st.floats(0, 1))
def test_stretched_cells_are_the_same_without_the_kernel(seed, scale, x, y, alpha, opacity):
    source, camera = some_cells(seed, alpha), Camera(*SIZE, scale).moved_to(x, y)
    fast, slow = (shown(source, camera, opacity, fast) for fast in (True, False))
    assert (fast & 0xFFFFFF == slow & 0xFFFFFF).all()


@given(seeds, scales, corners, corners)
def test_a_pixel_shows_the_cell_under_its_centre(seed, scale, x, y):
    source, camera = some_cells(seed, alpha=False), Camera(*SIZE, scale).moved_to(x, y)
    pixels = shown(source, camera, 1.0, fast=True)
    for px, py in ((0, 0), (30, 20), (59, 39)):
        wx, wy = (px + 0.5) / scale + camera.x, (py + 0.5) / scale + camera.y
        near_edge = min(abs(v - round(v)) for v in (wx, wy)) < 1e-6
        if 0 <= wx < 23 and 0 <= wy < 17 and not near_edge:
            assert pixels[py, px] & 0xFFFFFF == words(source)[int(wy), int(wx)] & 0xFFFFFF


@given(seeds, st.integers(0, 30))
def test_edges_near_a_box_are_the_same_without_the_kernel(seed, count):
    random = np.random.default_rng(seed)
    ends = random.integers(0, 12, (count, 4)).astype(np.float64)
    low = random.integers(0, 12, 2)
    box = np.concatenate([low, low + random.integers(0, 6, 2)]).astype(np.float64)
    assert (meeting(ends, box) == near_segments(ends, box)).all()
