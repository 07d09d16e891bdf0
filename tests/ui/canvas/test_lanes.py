"""Paths side by side: where two run over the same ground, each has a lane; elsewhere they stay where they are."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.ui.canvas.lanes import side_by_side

pytestmark = pytest.mark.small
steps = st.sampled_from([(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1)])
walks = st.lists(st.tuples(steps, st.integers(1, 3)), min_size=1, max_size=6)


def walk(moves):
    at, points = (5, 5), [(5.5, 5.5)]
    for (dx, dy), times in moves:
        at = at[0] + dx * times, at[1] + dy * times
        points.append((at[0] + 0.5, at[1] + 0.5))
    return np.array(points)


def units(points, lanes=None):
    """Single steps of a walk, whichever way round, with their lanes seen from one side."""
    found = {}
    for i, (a, b) in enumerate(itertools.pairwise(points)):
        count = max(round(float(np.abs(b - a).max())), 1)
        for k in range(count):
            p, q = (tuple(np.round(a + (b - a) * t / count, 6).tolist()) for t in (k, k + 1))
            forward = (q[0] > p[0]) or (q[0] == p[0] and q[1] > p[1])
            lane = 0.0 if lanes is None else float(lanes[i]) * (1 if forward else -1)
            found[min(p, q), max(p, q)] = lane
    return found


@given(st.lists(walks, min_size=1, max_size=5))
def test_every_step_two_paths_share_has_lanes_of_its_own(moves):
    paths = [walk(some) for some in moves]
    laid = [units(points, lanes) for points, lanes in side_by_side(paths)]
    for path, own in zip(paths, laid, strict=True):
        assert own.keys() == units(path).keys(), "the same way"
    for step in set().union(*laid):
        lanes = sorted(own[step] for own in laid if step in own)
        assert lanes == [k - (len(lanes) - 1) / 2 for k in range(len(lanes))]


def test_ends_stay_and_a_path_alone_is_as_it_was():
    path = np.array([[0.5, 0.5], [7.5, 0.5], [7.5, 3.0]])
    far = path + 20
    for (points, lanes), before in zip(side_by_side([path, far]), (path, far), strict=True):
        assert np.array_equal(points, before)
        assert not lanes.any()
    (points, lanes), _ = side_by_side([path, path[::-1]])
    assert np.array_equal(points, path)
    assert np.abs(lanes).tolist() == [0.5, 0.5]


def test_lines_that_cross_or_only_touch_share_nothing():
    a, b = np.array([[0.0, 0.0], [4.0, 4.0]]), np.array([[0.0, 4.0], [4.0, 0.0]])
    c = np.array([[4.0, 4.0], [8.0, 8.0]])
    assert all(not lanes.any() for _, lanes in side_by_side([a, b, c]))
