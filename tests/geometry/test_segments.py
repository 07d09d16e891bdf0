"""Hit tests against shapely, and the cases of their own."""

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from sandbox.geometry.segments import (
    NOWHERE,
    crossing_segments,
    inside_rings,
    meeting_box,
    nearest_on_ring,
    nearest_on_segments,
    nearest_vertex,
    path_crosses_itself,
)

pytestmark = pytest.mark.small
SQUARE = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]])
HOLE = np.array([[1.0, 1.0], [3.0, 1.0], [3.0, 3.0], [1.0, 3.0]])

coordinates = st.integers(-6, 6).map(float)
points = st.tuples(coordinates, coordinates)


def test_nothing_is_near_where_there_is_nothing():
    none = np.zeros((0, 2))
    assert nearest_vertex(none, (0, 0)) == NOWHERE
    assert nearest_on_segments(none, none, (0, 0)) == NOWHERE


def test_the_nearest_vertex_and_edge():
    assert nearest_vertex(SQUARE, (3.9, 0.2)).number == 1
    near = nearest_on_ring(SQUARE, (-1.0, 2.5))
    assert (near.number, near.point, near.distance) == (3, (0.0, 2.5), 1.0)


@given(st.lists(points, min_size=2, max_size=9), points)
def test_the_nearest_point_of_segments_is_shapelys(path, at):
    line = np.array(path)
    near = nearest_on_segments(line[:-1], line[1:], at)
    assert near.distance == pytest.approx(shapely.LineString(line).distance(shapely.Point(at)))


def test_inside_a_ring_but_not_in_its_hole():
    assert inside_rings([SQUARE, HOLE], (0.5, 2.0))
    assert not inside_rings([SQUARE, HOLE], (2.0, 2.0))
    assert not inside_rings([SQUARE, HOLE], (5.0, 2.0))


@given(points, points, points, points)
def test_segments_cross_as_shapely_says(a, b, c, d):
    assume(a != b and c != d)
    ours = crossing_segments(a, b, np.array([c]), np.array([d]))[0]
    assert ours == shapely.LineString([a, b]).intersects(shapely.LineString([c, d]))


@given(st.lists(points, min_size=3, max_size=7))
def test_a_path_is_simple_exactly_when_no_step_crosses_it(path):
    assume(len(set(path)) == len(path))
    line = np.array(path)
    steps = [path_crosses_itself(line[: i + 1]) for i in range(2, len(line))]
    assert any(steps) != shapely.LineString(line).is_simple


@pytest.mark.parametrize(
    ("box", "meets"),
    [((1, 1, 2, 2), True), ((-1, -1, 9, 9), True), ((3, 1, 6, 2), True), ((5, 5, 6, 6), False), ((-1, 1, 9, 2), True),
     ((5, -1, 6, 1), False), ((-1, 5, 1, 6), False), ((-3, -1, -1, 5), False), ((-1, -3, 5, -1), False),
     ((4, 1, 5, 2), True), ((4, 4, 5, 5), True), ((-1, 0, 0, 3), True)],
)  # fmt: skip
def test_a_ring_meets_a_box(box, meets):
    assert meeting_box(SQUARE, box) == meets


@given(st.lists(points, min_size=3, max_size=6, unique=True), points, st.integers(1, 5), st.integers(1, 5))
def test_a_ring_meets_a_box_where_shapely_says(ring, corner, wide, high):
    outline = shapely.Polygon(ring)
    assume(outline.is_valid and outline.area > 0)
    box = (*corner, corner[0] + wide, corner[1] + high)
    assert meeting_box(np.array(ring), box) == outline.intersects(shapely.box(*box))
