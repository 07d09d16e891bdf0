"""Theta* and lazy Theta*: legal, never longer than promised, straight where there is a line of sight."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.level.edits import PaintCells
from sandbox.level.model import FLOOR, WALL, Level
from sandbox.planning.api import Limits, Plan, Query, Status
from sandbox.planning.check.grid import Checker, Steps, crossed
from sandbox.planning.grid.graph import id_of
from sandbox.planning.planners.astar import AStar
from sandbox.planning.planners.theta.planner import LazyTheta, Theta
from sandbox.planning.planners.theta.search import HAIR, Rule, in_sight, sees
from tests.oracles import grid as oracle
from tests.planning.levels import drawn, random_cells, random_level

seeds = st.integers(0, 2**32 - 1)
PLANNERS = [Theta(), LazyTheta()]
STEPS = Steps(any_angle=True)


def judge(planner, level, pairs):
    cost, prepared, checker = oracle.costs(level), planner.prepare(level), Checker(level)
    for a, b in pairs:
        query = Query((a[0] + 0.5, a[1] + 0.5), (b[0] + 0.5, b[1] + 0.5))
        plan = prepared.plan(query, Limits())
        assert checker.check(query, plan, STEPS) == ""
        reach = oracle.distances(cost, a, weighted=False) if a in cost else {}
        assert (plan.status is Status.FOUND) == (b in reach and b in cost)
        if plan.status is Status.FOUND:
            assert math.dist(a, b) * (1 - 1e-6) <= plan.cost
            yield a, b, plan, reach[b]


@pytest.mark.parametrize("planner", PLANNERS, ids=str)
@given(seed=seeds)
def test_paths_are_legal_and_seldom_longer_than_the_octile_one(planner, seed):
    level = random_level(seed, longest=24)
    for _, _, plan, octile in judge(planner, level, random_cells(level, seed, 4)):
        assert plan.cost <= octile * 1.1 + 1e-6


@pytest.mark.small
@pytest.mark.parametrize("planner", PLANNERS, ids=str)
def test_by_hand(planner):
    level = drawn("......", "......", "..#...", "......")
    (found,) = judge(planner, level, [((0, 0), (5, 3))])
    assert found[2].cost == pytest.approx(math.hypot(2, 1) + math.hypot(3, 2), rel=0.05)
    assert len(found[2].points) == 3
    (straight,) = judge(planner, level, [((0, 0), (5, 1))])
    assert len(straight[2].points) == 2
    assert straight[2].cost == pytest.approx(math.hypot(5, 1), rel=1e-6)
    assert straight[2].proven


@given(seed=seeds)
def test_sight_is_blocked_by_whatever_the_line_touches(seed):
    level = random_level(seed, longest=12, fill=0.1)
    grid = level.derived.grid
    for a, b in random_cells(level, seed, 8):
        free = all(grid.cost8[id_of(tuple(c), grid.stride)] for c in crossed(np.array(a), np.array(b)).tolist())
        start = grid.cost8[id_of(a, grid.stride)] != 0
        seen = sees(grid.cost8, grid.stride, id_of(a, grid.stride), id_of(b, grid.stride))
        assert (seen and start) == free


@given(seed=seeds, across=st.integers(1, 4000), share=st.sampled_from([None, 0, 1 / 4, 1 / 3, 1 / 2, 2 / 3, 1]))
def test_long_lines_touch_what_they_touch_and_no_more(seed, across, share):
    random = np.random.default_rng(seed)
    up = random.integers(0, across, endpoint=True) if share is None else round(across * share)
    apart = np.array([across, up])[:: random.choice([1, -1])] * random.choice([1, -1], 2)
    a = np.maximum(-apart, 0) + 2
    stride, rows = np.abs(apart) + 5
    cost8 = np.full(stride * rows, 8, np.uint8)
    ends = [int(y * stride + x) for x, y in (a, a + apart)]
    touched = (crossed(a, a + apart) @ [1, stride]).tolist()
    around = [u + d for u in touched for d in (1, -1, stride, -stride)]
    assert sees(cost8, stride, *ends)
    for u in random.choice(touched, 20).tolist() + random.choice(around, 20).tolist():
        cost8[u] = 0
        assert sees(cost8, stride, *ends) == (u not in touched)
        cost8[u] = 8


@pytest.mark.small
@pytest.mark.parametrize("planner", PLANNERS, ids=str)
def test_a_disc_does_not_clip_the_corner_it_passes(planner):
    level = drawn("#..", "...")
    query = Query((0.5, 1.5), (2.5, 0.5), 0.5)
    plan = planner.prepare(level).plan(query, Limits())
    assert Checker(level).check(query, plan, STEPS) == ""
    assert plan.cost == pytest.approx(1 + math.sqrt(2), abs=1e-6)


@pytest.mark.small
def test_a_corner_behind_the_end_may_be_beside_the_line():
    """Half a cell back and one and a half aside: 1.58 from the end, 1.41 from the line."""
    level = Level(np.full((12, 12), FLOOR, np.uint8))
    level.apply(PaintCells.one(2, 5, WALL))
    grid, (a, b) = level.derived.grid, (3 * 14 + 3 + 15, 3 * 14 + 3 + 15 + 4 * 15)
    for radius, clear in ((1.4, True), (1.5, False)):
        rule = Rule(0, 64, 1, grid.cost8, 4 * radius**2 - HAIR)
        assert (in_sight(rule, grid.stride, a, b), in_sight(rule, grid.stride, b, a)) == (clear, clear)
    assert AStar().prepare(level).ground(1.5).space.cost8[a]


@pytest.mark.parametrize("planner", PLANNERS, ids=str)
@given(seed=seeds, radius=st.sampled_from([0.1, 0.3, 0.5, 0.7, math.sqrt(0.5), 1.0, 1.5, 2.2]))
def test_discs_keep_off_walls_all_along(planner, seed, radius):
    level = random_level(seed, longest=24, fill=0.1)
    prepared, checker = planner.prepare(level), Checker(level)
    reachable = oracle.with_radius(oracle.costs(level), level, radius)
    for a, b in random_cells(level, seed, 4):
        query = Query((a[0] + 0.5, a[1] + 0.5), (b[0] + 0.5, b[1] + 0.5), radius)
        plan = prepared.plan(query, Limits())
        assert checker.check(query, plan, STEPS) == ""
        reach = oracle.distances(reachable, a, weighted=False) if a in reachable else {}
        assert (plan.status is Status.FOUND) == (b in reach and b in reachable)
        if plan.status is Status.FOUND:
            assert plan.lower_bound - 1e-6 <= plan.cost <= reach[b] * 1.1 + 1e-6


@given(seed=seeds, radius=st.floats(0.01, 3) | st.sampled_from([0.5, math.sqrt(0.5), 1.0, 1.5]))
def test_a_disc_sees_what_it_can_go_straight_to(seed, radius):
    level = random_level(seed, longest=12, fill=0.06)
    room, checker = level.derived.disc(radius).grid, Checker(level)
    rule = Rule(0, 64, 1, level.derived.grid.cost8, 4 * radius**2 - HAIR)
    for a, b in random_cells(level, seed, 12):
        u, v = (id_of(cell, room.stride) for cell in (a, b))
        if a != b and room.cost8[u] and room.cost8[v]:
            points = np.array([a, b]) + 0.5
            plan = Plan(Status.FOUND, points, math.dist(a, b))
            clear = checker.check(Query(tuple(points[0]), tuple(points[1]), radius), plan, STEPS) == ""
            assert in_sight(rule, room.stride, u, v) == clear
