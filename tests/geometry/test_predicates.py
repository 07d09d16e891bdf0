"""The exact predicates against Python's integers, cocircular points and their neighbours above all."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.geometry.predicates import GRID, in_circle, orient

coordinate = st.integers(0, GRID)
point = st.tuples(coordinate, coordinate)


def exact_orient(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def exact_in_circle(a, b, c, d):
    rows = [(x - d[0], y - d[1]) for x, y in (a, b, c)]
    lifts = [x * x + y * y for x, y in rows]
    (ax, ay), (bx, by), (cx, cy) = rows
    det = lifts[0] * (bx * cy - cx * by) + lifts[1] * (cx * ay - ax * cy) + lifts[2] * (ax * by - bx * ay)
    return (det > 0) - (det < 0)


def signs(points):
    return in_circle(*(int(v) for p in points for v in p))


@pytest.mark.small
@given(point, point, point)
def test_orient_is_twice_the_signed_area(a, b, c):
    assert orient(*a, *b, *c) == exact_orient(a, b, c)


@pytest.mark.small
@given(point, point, point, point)
def test_in_circle_agrees_with_python(a, b, c, d):
    assert signs((a, b, c, d)) == exact_in_circle(a, b, c, d)


@pytest.mark.small
def test_the_far_corners_of_the_grid():
    corners = [(0, 0), (GRID, 0), (GRID, GRID), (0, GRID)]
    assert signs(corners) == 0
    for dx, dy in ((1, 0), (0, 1), (1, 1)):
        inside = (0 + dx, GRID - dy)
        assert signs((*corners[:3], inside)) == exact_in_circle(*corners[:3], inside) == 1


def cocircular(rng, count):
    """Four points of one circle each: signs and swaps of a lattice vector, turned counter-clockwise."""
    half = GRID // 2
    a, b = rng.integers(1, half, (2, count))
    ring = [(a, b), (-b, a), (-a, -b), (b, -a), (b, a), (-a, b), (-b, -a), (a, -b)]
    chosen = rng.permuted(np.tile(np.arange(8), (count, 1)), axis=1)[:, :4]
    xs, ys = np.array([r[0] for r in ring]), np.array([r[1] for r in ring])
    rows = np.arange(count)[:, None]
    return np.stack((xs[chosen, rows], ys[chosen, rows]), axis=2) + half


def test_cocircular_and_one_beside_it():
    rng = np.random.default_rng(7)
    ties = 0
    for quad in cocircular(rng, 4000):
        nudged = quad.copy()
        nudged[3] += rng.integers(-1, 2, 2)
        for points in (quad, np.clip(nudged, 0, GRID)):
            rows = [tuple(map(int, p)) for p in points]
            if exact_orient(*rows[:3]) < 0:
                rows[0], rows[1] = rows[1], rows[0]
            expected = exact_in_circle(*rows)
            ties += expected == 0
            assert signs(rows) == expected
    assert ties > 4000


@pytest.mark.small
def test_small_cases():
    assert orient(0, 0, 4, 0, 0, 3) == 12
    assert orient(0, 0, 0, 3, 4, 0) == -12
    assert [in_circle(0, 0, 4, 0, 0, 4, at, at) for at in (1, 4, 5)] == [1, 0, -1]


@pytest.mark.small
def test_tiny_circles_far_out():
    """Determinants near 0, where only the low sum decides."""
    rng = np.random.default_rng(3)
    seen = set()
    for quad in rng.integers(0, 6, (3000, 4, 2)):
        rows = [(int(x) + GRID - 5, int(y)) for x, y in quad]
        expected = exact_in_circle(*rows)
        seen.add(expected)
        assert signs(rows) == expected
    assert seen == {-1, 0, 1}
