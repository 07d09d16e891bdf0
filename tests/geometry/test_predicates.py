"""Exact predicates against Python's unbounded integers, with the hardest cases: on the circle, and one unit off."""

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from sandbox.geometry.predicates import GRID, in_circle, orient

C = st.one_of(st.integers(0, GRID), st.sampled_from([0, 1, GRID // 2, GRID - 1, GRID]))
P = st.tuples(C, C)
NUDGE = st.sampled_from([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)])


def naive_orient(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def naive_in_circle(a, b, c, d):
    """The sign of the 3 × 3 determinant of the lifted points."""
    (ax, ay), (bx, by), (cx, cy) = ((p[0] - d[0], p[1] - d[1]) for p in (a, b, c))
    value = (
        (ax * ax + ay * ay) * (bx * cy - cx * by)
        + (bx * bx + by * by) * (cx * ay - ax * cy)
        + (cx * cx + cy * cy) * (ax * by - bx * ay)
    )
    return (value > 0) - (value < 0)


@given(P, P, P)
def test_orient(a, b, c):
    assert orient(*a, *b, *c) == naive_orient(a, b, c)


@given(P, P, P, P)
@example((0, 0), (GRID, 0), (0, GRID), (GRID, GRID))
@example((0, 0), (GRID, 0), (GRID, GRID), (0, GRID - 1))
@example((0, 0), (GRID, GRID), (0, GRID), (1, 0))
def test_in_circle(a, b, c, d):
    turn = naive_orient(a, b, c)
    assume(turn != 0)
    if turn < 0:
        b, c = c, b
    assert in_circle(*a, *b, *c, *d) == naive_in_circle(a, b, c, d)


@given(st.integers(1, 1 << 18), st.integers(1, 1 << 18), st.permutations(range(4)), NUDGE, P)
def test_in_circle_at_and_beside_the_circle(u, v, order, nudge, corner):
    """Four corners of a rectangle turned by a whole-number vector lie on one circle exactly."""
    x, y = corner[0] // 2, corner[1] // 2
    corners = [(x + v, y), (x + v + u, y + v), (x + u, y + u + v), (x, y + u)]
    a, b, c, d = (corners[i] for i in order)
    if naive_orient(a, b, c) < 0:
        b, c = c, b
    assert in_circle(*a, *b, *c, *d) == 0
    moved = (d[0] + nudge[0], d[1] + nudge[1])
    assume(min(moved) >= 0)
    assert in_circle(*a, *b, *c, *moved) == naive_in_circle(a, b, c, moved)


@pytest.mark.small
def test_small_cases():
    assert orient(0, 0, 4, 0, 0, 3) == 12
    assert orient(0, 0, 0, 3, 4, 0) == -12
    assert in_circle(0, 0, 4, 0, 0, 4, 1, 1) == 1
    assert in_circle(0, 0, 4, 0, 0, 4, 4, 4) == 0
    assert in_circle(0, 0, 4, 0, 0, 4, 5, 5) == -1
