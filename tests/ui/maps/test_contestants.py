"""Who is set beside whom, where nobody has said it; and which points of a path are drawn."""

from types import SimpleNamespace

import numpy as np
import pytest

from sandbox.planning.api import planners
from sandbox.ui.maps.compare.contestant import Contestant, next_contestant, rival_of
from sandbox.ui.maps.entries import without_straight


@pytest.mark.parametrize(
    ("key", "options", "rival"),
    [
        ("astar", {}, "astar:weight=3.0"),
        ("astar", {"weight": 1.5}, "astar:weight=3.0"),
        ("astar", {"weight": 3.0}, "bfs"),
        ("theta", {"weight": 3.0}, "astar"),
        ("bfs", {}, "astar"),
    ],
)
def test_beside_a_planner_stands_itself_greedier_or_another(key, options, rival):
    assert rival_of(Contestant(planners[key], options)).spec == rival


def test_who_comes_next_is_ticked_and_not_there_yet():
    rows = [
        SimpleNamespace(key=key, entry=planners[key], ticked=ticked, options={}, number=number)
        for number, (key, ticked) in enumerate([("bfs", True), ("jps", False), ("hpa", True), ("ta", True)])
    ]
    there = [Contestant(planners["bfs"])]
    for expected in ("hpa", "ta", "astar"):  # and then the rival of the last one
        there.append(next_contestant(there, rows))
        assert there[-1].entry.key == expected
    assert [one.number for one in there[1:3]] == [2, 3]


@pytest.mark.parametrize(
    ("points", "kept"),
    [
        ([(0, 0), (1, 0), (2, 0), (2, 1), (2, 5)], [0, 2, 4]),
        ([(0, 0), (2, 1), (4, 2), (5, 2)], [0, 2, 3]),
        ([(0, 0), (3, 0), (1, 0)], [0, 1, 2]),  # there and back
        ([(0, 0), (1, 0), (1, 0), (2, 0)], [0, 3]),
        ([(0, 0), (1, 1)], [0, 1]),
        ([(4, 4)], [0]),
    ],
)
def test_a_path_goes_through_no_point_that_it_need_not_turn_at(points, kept):
    path = np.array(points, float)
    assert np.array_equal(without_straight(path), path[kept])
