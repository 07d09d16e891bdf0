"""The judge itself: one broken path per rule, and none of them gets by."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString, box

from sandbox.planning.api import Metric, Plan, Query, Status
from sandbox.planning.check.grid import Checker, Steps, crossed
from sandbox.planning.grid.graph import DX, DY, id_of
from tests.planning.levels import drawn, random_level

pytestmark = pytest.mark.small

LEVEL = drawn(
    ".....",
    "..#..",
    ".....",
    "..ww.",
)
QUERY = Query((0.5, 0.5), (4.5, 2.5))
POINTS = [(0, 0), (0, 1), (1, 2), (2, 2), (3, 2), (4, 2)]


def plan(cells=POINTS, cost=None, **changes):
    points = np.array(cells, float) + 0.5
    length = float(np.hypot(*np.diff(points, axis=0).T).sum()) if cost is None else cost
    return replace(Plan(Status.FOUND, points, length, Metric.LENGTH, 0.0), **changes)


def judged(cells=POINTS, query=QUERY, steps=None, **changes):
    return Checker(LEVEL).check(query, plan(cells, **changes), steps)


def test_a_good_path_passes():
    cells = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (3, 2), (4, 2)]
    assert judged(cells) == ""
    assert judged(cells, steps=Steps(moves=4)) == ""


BROKEN = {
    "stands on blocked": [(0, 0), (1, 1), (2, 1), (3, 1), (4, 2)],
    "cuts the corner": [(0, 0), (1, 1), (2, 2), (3, 2), (4, 2)],
    "jumps": [(0, 0), (0, 2), (1, 2), (2, 2), (3, 2), (4, 2)],
    "goes nowhere": [(0, 0), (0, 1), (0, 1), (0, 2), (1, 2), (2, 2), (3, 2), (4, 2)],
    "the start is": POINTS[1:],
    "the goal is": POINTS[:-1],
    "is outside": [(0, 0), (0, -1), (1, 0)],
    "not the centre": [(0, 0), (0.25, 1), (0, 2), (1, 2)],
}


@pytest.mark.parametrize("reason", BROKEN)
def test_a_broken_path_is_refused(reason):
    assert reason in judged(BROKEN[reason])


def test_a_diagonal_is_refused_where_four_moves_are_allowed():
    assert "diagonal" in judged([(0, 1), (1, 2)], Query((0.5, 1.5), (1.5, 2.5)), Steps(moves=4))


def test_wrong_numbers_are_refused():
    good = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (3, 2), (4, 2)]
    assert "claimed" in judged(good, cost=5.9)
    assert "lower bound" in judged(good, lower_bound=6.5)
    assert "proven" in judged(good, proven=True, lower_bound=5.0)
    assert judged(good, proven=True, lower_bound=6.0) == ""


def test_a_path_with_nan_or_without_points_is_refused():
    assert "finite" in judged([(0, 0), (math.nan, 1)], cost=1.0)
    assert "shape" in Checker(LEVEL).check(QUERY, Plan(Status.FOUND, np.zeros((0, 2)), 0.0))
    assert "with a path" in judged(status=Status.NO_PATH)


def test_terrain_is_added_up():
    query = Query((0.5, 3.5), (4.5, 3.5))
    cells = [(x, 3) for x in range(5)]
    assert judged(cells, query, cost=1 + 2 + 3 + 2, metric=Metric.WEIGHTED) == ""
    assert "claimed" in judged(cells, query, cost=4.0, metric=Metric.WEIGHTED)


def test_a_disc_needs_room():
    query = Query((0.5, 2.5), (4.5, 2.5), 0.5)
    cells = [(x, 2) for x in range(5)]
    assert judged(cells, query) == ""
    assert "does not fit" in judged(cells, replace(query, radius=0.75))


def test_a_disc_needs_room_all_along():
    level = drawn("#..", "...")
    query = Query((0.5, 1.5), (2.5, 0.5), 0.5)
    reason = Checker(level).check(query, plan([(0, 1), (2, 0)]), Steps(any_angle=True))
    assert "(1.1, 1.2): 0.223607" in reason
    assert Checker(level).check(query, plan([(0, 1), (1, 1), (2, 0)]), Steps(any_angle=True)) == ""
    reason = Checker(level).check(replace(query, radius=0.6), plan([(0, 1), (1, 1), (2, 0)]), Steps(any_angle=True))
    assert "(1, 1.5): 0.5" in reason  # below the wall
    one_row, line = drawn("..."), plan([(0, 0), (1, 0), (2, 0)])
    reason = Checker(one_row).check(Query((0.5, 0.5), (2.5, 0.5), 0.6), line)
    assert "does not fit" in reason


radii = st.floats(0.01, 4) | st.sampled_from([0.5, math.sqrt(0.5), 1.0, 1.5, math.sqrt(2.5)])


@given(seed=st.integers(0, 2**32 - 1), radius=radii)
def test_a_step_is_clear_where_the_grid_of_a_radius_allows_it(seed, radius):
    """Walls are nearest to the square of four cells' centres at one of those centres: no step clips one."""
    level = random_level(seed, longest=12, fill=0.1)
    grid, checker = level.derived.disc(radius).grid, Checker(level)
    for y in range(level.height):
        for x in range(level.width):
            for d in range(8):
                if grid.moves[id_of((x, y), grid.stride)] >> d & 1:
                    ends = [(x, y), (x + DX[d], y + DY[d])]
                    a, b = ((cx + 0.5, cy + 0.5) for cx, cy in ends)
                    assert checker.check(Query(a, b, radius), plan(ends)) == ""


def test_straight_lines_are_judged_by_all_they_touch():
    any_angle = Steps(any_angle=True)
    assert judged([(0, 0), (1, 2), (4, 2)], steps=any_angle) == ""
    assert "cuts" in judged([(0, 0), (4, 2)], steps=any_angle)
    assert "cuts" in judged([(1, 0), (3, 1)], Query((1.5, 0.5), (3.5, 1.5)), any_angle)  # only grazes


@given(*[st.integers(-7, 7)] * 4)
def test_crossed_cells_are_those_the_line_meets(ax, ay, bx, by):
    line = LineString([(ax + 0.5, ay + 0.5), (bx + 0.5, by + 0.5)])
    near = range(-8, 9)
    meets = {(x, y) for x in near for y in near if line.distance(box(x, y, x + 1, y + 1)) < 1e-9}
    assert set(map(tuple, crossed(np.array([ax, ay]), np.array([bx, by])).tolist())) == meets
