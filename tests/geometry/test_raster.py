"""Which cells a polygon covers: shapely's relation of interiors is the judge."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from sandbox.geometry.raster import covered_cells

SIDE = 9


def judged(rings):
    shape = shapely.Polygon(rings[0], rings[1:])
    squares = [[shapely.box(512 * x, 512 * y, 512 * x + 512, 512 * y + 512) for x in range(SIDE)] for y in range(SIDE)]
    return np.array([[shapely.relate(shape, s)[0] == "2" for s in row] for row in squares]).astype(int)


def ring(*points):
    return np.array(points, np.int32)


@given(st.integers(0, 2**32 - 1), st.sampled_from([1, 37, 128, 256, 512]))
def test_covered_cells_share_interior_with_the_polygon(seed, step):
    """Vertices on multiples of a step: coarse steps put vertices and edges on cell borders, corners and centres."""
    r = np.random.default_rng(seed)
    n = int(r.integers(3, 10))
    angles = np.sort(r.random(n)) * 2 * math.pi
    far = r.integers(200, 2300, n)
    points = np.column_stack((2304 + far * np.cos(angles), 2304 + far * np.sin(angles)))
    outer = np.rint(points / step).astype(np.int32) * step
    hole = np.rint((points - 2304) / 3 / step).astype(np.int32) * step + 2304 // step * step
    for rings in ([outer], [outer, hole], [outer[::-1], hole]):
        if shapely.Polygon(rings[0], rings[1:]).is_valid and shapely.Polygon(outer).area:
            assert np.array_equal(covered_cells(rings, 0, 0, SIDE, SIDE), judged(rings))


@pytest.mark.small
@pytest.mark.parametrize(
    "rings",
    [
        [ring((512, 512), (1536, 512), (1536, 1024), (512, 1024))],  # exactly two cells
        [ring((511, 511), (513, 511), (513, 513), (511, 513))],  # a corner's four cells
        [ring((600, 600), (601, 600), (600, 601))],  # within one cell
        [ring((0, 0), (4608, 4608), (4608, 4607), (1, 0))],  # a sliver along the diagonal
        [ring((0, 2304), (2304, 0), (4608, 2304), (2304, 4608))],  # through corners and centres
        [ring((0, 0), (4608, 0), (4608, 4608), (0, 4608)), ring((512, 512), (512, 4096), (4096, 4096), (4096, 512))],
        [ring((0, 0), (4608, 0), (4608, 4608), (0, 4608)), ring((700, 700), (700, 3900), (3900, 3900), (3900, 700))],
        [ring((0, 768), (4608, 768), (4608, 769), (0, 769))],  # a hair through the centres of a row
    ],
)
def test_awkward_polygons(rings):
    assert np.array_equal(covered_cells(rings, 0, 0, SIDE, SIDE), judged(rings))


@pytest.mark.small
def test_the_largest_coordinates():
    top = 2048 * 512
    triangle = [ring((top, top), (top - 1, top), (top, top - 1))]
    assert covered_cells(triangle, 2040, 2040, 2048, 2048).sum() == 1
    whole = [ring((0, 0), (top, 0), (top, top), (0, top))]
    assert covered_cells(whole, 0, 0, 2048, 2048).all()
