"""Polygons: what is wrong with them is said, curves stay within their tolerance, set operations keep the area."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from sandbox.geometry import polygons

SQUARE = np.array([(0, 0), (4, 0), (4, 4), (0, 4)], np.int32) * 512


def area(rings):
    return sum(shapely.Polygon(r[0], r[1:]).area for r in rings) / 512**2


@pytest.mark.small
@pytest.mark.parametrize(
    ("ring", "problem"),
    [
        (SQUARE, ""),
        (SQUARE[::-1], ""),
        (SQUARE[[0, 2, 1, 3]], "Self-intersection"),
        (SQUARE[[0, 1, 2, 1]], "Self-intersection"),
        (np.array([(0, 0), (5, 5), (9, 9)], np.int32), "without area"),
        (np.array([(0, 0), (8, 0), (8, 8), (4, 0), (0, 8)], np.int32), "Self-intersection"),
    ],
)
def test_problems_are_named(ring, problem):
    found = polygons.problem_of([ring])
    assert problem in found
    assert bool(problem) == bool(found)


@pytest.mark.small
def test_a_hole_outside_is_a_problem():
    assert "Hole" in polygons.problem_of([SQUARE, SQUARE + 8192])


@given(st.floats(0.1, 100), st.floats(0.1, 100), st.floats(-7, 7), st.floats(0.002, 0.5), st.floats(0, 1))
def test_ellipses_stay_within_their_tolerance(along, across, angle, tolerance, share):
    ring = polygons.ellipse(5, 6, along, across, angle, tolerance)
    if len(ring) == 4096:
        return
    c, s = math.cos(angle), math.sin(angle)
    flat = (ring - (5, 6)) @ np.array([[c, -s], [s, c]])
    assert np.allclose((flat[:, 0] / along) ** 2 + (flat[:, 1] / across) ** 2, 1)
    middles = (ring + np.roll(ring, -1, axis=0)) / 2
    t = 2 * np.pi * (np.arange(len(ring)) + 0.5) / len(ring)
    u, v = along * np.cos(t), across * np.sin(t)
    on_curve = np.column_stack((5 + c * u - s * v, 6 + s * u + c * v))
    assert (
        np.hypot(*(middles - on_curve).T).max() <= max(tolerance, 0.08 * max(along, across) * (len(ring) == 8)) + 1e-9
    )


@pytest.mark.small
def test_a_finer_tolerance_takes_more_corners():
    assert [polygons.corners_for(10, t) for t in (20, 0.5, 0.05, 0.005)] == [8, 10, 32, 100]
    assert len(polygons.circle(0, 0, 10, 0.05)) == 32


@pytest.mark.small
def test_set_operations():
    other = SQUARE + 1024
    assert area(polygons.union([[SQUARE], [other]])) == 28
    assert area(polygons.union([[SQUARE], [SQUARE + 8192]])) == 32
    assert area(polygons.difference([SQUARE], [other])) == 12
    (ring_shape,) = polygons.difference([SQUARE], [SQUARE // 2 + 512])
    assert len(ring_shape) == 2
    halves = polygons.split([SQUARE], np.array([(-512, 1024), (4096, 1024)]))
    assert sorted(area([h]) for h in halves) == [8, 8]


@pytest.mark.small
def test_clipping_puts_the_largest_part_first():
    u_shape = np.array([(0, 0), (1, 0), (1, 6), (4, 6), (4, 0), (9, 0), (9, 8), (0, 8)], np.int32) * 512
    parts = polygons.clipped([u_shape], 6 * 512, 4 * 512)
    assert [area([p]) for p in parts] == [8, 4]
    assert polygons.clipped([SQUARE + 8192], 512, 512) == []


@given(st.integers(0, 2**32 - 1))
def test_snapped_results_are_valid(seed):
    r = np.random.default_rng(seed)
    stars = []
    for _ in range(2):
        angles = np.sort(r.random(7)) * 2 * math.pi
        far = r.integers(1, 60, 7)
        star = np.rint(np.column_stack((100 + far * np.cos(angles), 100 + far * np.sin(angles)))).astype(np.int32)
        if polygons.problem_of([star]):
            return
        stars.append([star])
    for parts in (polygons.union(stars), polygons.difference(*stars), polygons.clipped(stars[0], 100, 100)):
        assert [polygons.problem_of(p) for p in parts] == [""] * len(parts)
        assert all(r.dtype == np.int32 for p in parts for r in p)


@given(st.integers(0, 2**32 - 1), st.floats(2, 60), st.floats(200, 3000))
def test_strokes_stay_within_their_tolerance(seed, tolerance, width):
    steps = np.random.default_rng(seed).normal(0, 300, (60, 2))
    points = 20_000 + np.cumsum(steps, axis=0)
    parts = polygons.stroke_outline(points, width, tolerance)
    drawn = shapely.union_all([shapely.Polygon(p[0], p[1:]) for p in parts])
    exact = shapely.buffer(shapely.LineString(points), width / 2, quad_segs=64)
    slack = tolerance + 1.5  # rounding to units
    assert drawn.within(exact.buffer(slack))
    assert exact.buffer(-slack).within(drawn.buffer(slack))


@pytest.mark.small
@pytest.mark.parametrize("tolerance", [2, 7, 20, 60, 200])
def test_the_round_ends_of_a_stroke_keep_to_half_its_tolerance(tolerance):
    (outer,), *more = polygons.stroke_outline(np.array([(20_000.0, 20_000.0)]), 2000, tolerance)
    assert not more
    middles = (outer + np.roll(outer, -1, axis=0)) / 2 - 20_000
    assert np.hypot(*middles.T).min() >= 1000 - tolerance / 2 - 1  # rounding to units


@pytest.mark.small
def test_a_freehand_outline_that_crosses_itself_keeps_every_loop():
    knot = np.array([(0, 0), (10, 10), (20, 0), (20, 10), (10, 0), (0, 10)], float) * 512
    parts = polygons.freehand_ring(knot, 1.0)
    assert len(parts) == 3
    assert polygons.freehand_ring(knot[:2], 1.0) == []


@pytest.mark.small
def test_repeated_vertices_go():
    ring = np.array([(0, 0), (0.2, 0.3), (5, 0), (5, 5), (4.9, 5.2), (0.4, 0)])
    assert polygons.without_repeats(ring).tolist() == [[0, 0], [5, 0], [5, 5]]
