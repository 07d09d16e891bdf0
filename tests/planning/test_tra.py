"""TRA*: every way start and goal can lie in the reduced mesh, the optimum, and what is said of it."""

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.kernels.recording import CLOSE, STAGE, Recording
from sandbox.mesh.arrays import NONE
from sandbox.mesh.reduction import CORRIDOR, DECISION, ROOT, TREE, UP
from sandbox.planning.api import Limits, Query, Status, planners
from sandbox.planning.check.mesh import MeshChecker
from sandbox.planning.planners.tra import memory as tra_memory
from tests.oracles.visibility import Sight
from tests.planning.levels import cave, drawn, random_level
from tests.planning.worlds import mixed, random_points, scattered

seeds = st.integers(0, 2**32 - 1)
CAVE = cave()
ACROSS = Query((30.5, 30.5), (80.5, 60.5))


def prepared(key, level, **options):
    return replace(planners[key].cls(), **options).prepare(level)


def relation(tra, ends):
    """How start and goal lie in the reduced mesh."""
    r = tra.reduction
    start, goal = ends.start, ends.goal
    a, b = int(r.tree[start, ROOT]), int(r.tree[goal, ROOT])
    if start == goal:
        return "same triangle"
    if a == b:
        return "tree and its root" if a in (start, goal) else "same tree"
    if r.level[a] == CORRIDOR and r.corridor[a] == r.corridor[b]:
        first, last, _ = r.rows[r.corridor[a]]
        if last == NONE:
            return "same ring"
        return "same loop" if first // 3 == last // 3 else "same corridor"
    return "decisions" if DECISION in (r.level[a], r.level[b]) else "two corridors"


@pytest.mark.small
def test_every_relation_of_start_and_goal_has_its_shortest_way():
    met = Counter()
    for seed in range(10):
        level = scattered(seed, side=14, count=1 + seed % 6)
        tra, sight = prepared("tra", level), Sight(MeshChecker(level).free)
        pairs = random_points(level, seed, 12)
        close_by = [(a, (0.9 * a[0] + 0.1 * b[0], 0.9 * a[1] + 0.1 * b[1])) for a, b in pairs]
        for a, b in pairs + close_by:
            plan, expected = tra.plan(Query(a, b), Limits()), sight.distance(a, b)
            assert plan.cost == pytest.approx(expected, rel=1e-9)
            if plan.status is Status.FOUND:
                assert plan.proven
                met[relation(tra, tra._ends(Query(a, b)))] += 1
    assert set(met) >= {
        "same triangle", "tree and its root", "same ring", "same corridor", "decisions", "two corridors"
    }  # fmt: skip


DRAWN = {
    "same loop": (".....###.....", ".###.###.###.", ".###.....###.", ".###.###.###.", ".....###....."),
    "same tree": (".....#.#.#", ".###.#.#..", ".###......", ".....#.#.#"),  # a ring, and a room with branches
}


@pytest.mark.small
@pytest.mark.parametrize("wanted", DRAWN)
def test_drawn_relations_have_their_shortest_ways(wanted):
    level = drawn(*DRAWN[wanted])
    tra, sight = prepared("tra", level), Sight(MeshChecker(level).free)
    met = Counter()
    for a, b in random_points(level, 3, 80):
        if math.isfinite(expected := sight.distance(a, b)):
            assert tra.plan(Query(a, b), Limits()).cost == pytest.approx(expected, rel=1e-9)
            met[relation(tra, tra._ends(Query(a, b)))] += 1
    assert met[wanted] > 2


@given(seed=seeds, kind=st.sampled_from(["scattered", "mixed", "cells"]))
@settings(max_examples=30)
def test_the_optimum_is_that_of_ta_and_polyanya(seed, kind):
    makers = {
        "scattered": lambda: scattered(seed, count=14),
        "mixed": lambda: mixed(seed, 24),
        "cells": lambda: random_level(seed, longest=40, fill=0.2),
    }
    level = makers[kind]()
    tra, ta, polyanya = prepared("tra", level), prepared("ta", level), prepared("polyanya", level)
    for a, b in random_points(level, seed, 5) + random_points(level, seed, 5, centres=True):
        plan, other, least = (p.plan(Query(a, b), Limits()) for p in (tra, ta, polyanya))
        assert plan.status is least.status
        if plan.status is Status.FOUND:
            assert plan.proven
            assert plan.cost == pytest.approx(least.cost, rel=1e-9)
            assert plan.lower_bound == pytest.approx(plan.cost, rel=1e-9)
            assert not other.proven or plan.cost == pytest.approx(other.cost, rel=1e-9)


@given(seed=seeds, radius=st.floats(0.1, 0.9))
@settings(max_examples=15)
def test_a_disc_goes_as_ta_lets_it_go(seed, radius):
    level = scattered(seed, side=16, count=10)
    tra, ta = prepared("tra", level), prepared("ta", level, effort=5000)
    for a, b in random_points(level, seed, 6):
        plan, other = (p.plan(Query(a, b, radius), Limits()) for p in (tra, ta))
        assert max(plan.lower_bound, other.lower_bound) <= min(plan.cost, other.cost) * (1 + 1e-9)
        if plan.proven and other.proven:
            assert plan.cost == pytest.approx(other.cost, rel=1e-6)


@pytest.mark.parametrize(
    ("seed", "level"),
    [
        (4, scattered(4, side=14, count=1)),
        (6, scattered(6, side=14, count=3)),
        (43, scattered(43, side=14, count=4)),
        (4, mixed(4, 16)),
        (17, mixed(17, 16)),
    ],
)
def test_whatever_ta_proves_is_the_shortest_way(seed, level):
    """It tries triangles again and again, each once on a way, and has the time to come to an end."""
    ta, sight = prepared("ta", level, effort=50_000), Sight(MeshChecker(level).free)
    proven = 0
    for a, b in random_points(level, seed, 10):
        plan = ta.plan(Query(a, b), Limits())
        if plan.proven and plan.status is Status.FOUND:
            proven += 1
            assert plan.cost == pytest.approx(sight.distance(a, b), rel=1e-9)
    assert proven > 2


@pytest.mark.small
def test_a_narrow_corridor_is_not_entered():
    """A ring, narrow above and wide below; both ends hang on it, nearer to its upper half."""
    level = drawn(".........", "..#####..", "..#####..", "..#####..", ".........", ".........")
    tra, checker = prepared("tra", level), MeshChecker(level)
    plans = []
    for radius in (0.0, 0.8):
        query = Query((1.0, 2.0), (8.0, 2.0), radius)
        plans.append(tra.plan(query, Limits()))
        assert checker.check(query, plans[-1]) == ""
        assert plans[-1].proven
    assert plans[0].points[:, 1].max() == 2
    assert plans[1].points[:, 1].max() > 4.5


@given(seed=seeds)
@settings(max_examples=10)
def test_the_channel_leads_from_start_to_goal(seed):
    level = scattered(seed, count=12)
    tra = prepared("tra", level)
    mesh = tra.mesh
    for a, b in random_points(level, seed, 10):
        ends = tra._ends(Query(a, b))
        if isinstance(ends, str):
            continue
        at = ends.start
        for e in tra.solve(ends, Limits(), None).channel.tolist():
            assert mesh.con[e] == 0
            assert mesh.twin[e] // 3 == at
            at = e // 3
        assert at == ends.goal


def test_what_is_said_before_the_end_is_true():
    level = scattered(4, count=14)
    searches = [prepared("tra", level, effort=effort) for effort in (0, 3, 10, 2000)]
    improved = 0
    for a, b in random_points(level, 4, 60):
        plans = [tra.plan(Query(a, b), Limits()) for tra in searches]
        if plans[-1].status is not Status.FOUND:
            continue
        optimum, costs = plans[-1].cost, [p.cost for p in plans]
        assert plans[-1].proven
        assert costs == sorted(costs, reverse=True)
        assert all(p.lower_bound <= optimum * (1 + 1e-9) for p in plans)
        assert all(p.proven == (p.lower_bound == p.cost) for p in plans)
        improved += costs[0] > 1.001 * optimum
    assert improved > 1


def test_a_search_without_room_begins_again_with_more():
    tra = prepared("tra", CAVE)
    expected, recording = tra.plan(ACROSS, Limits()), Recording(1 << 16)
    tra._make_room(2)
    plan = tra.plan(ACROSS, Limits(), recording)
    assert tra.room > 2
    assert (plan.cost, plan.expanded) == (expected.cost, expected.expanded)
    assert not recording.truncated


def test_the_peeling_comes_first_in_a_recording():
    tra, recording = prepared("tra", CAVE), Recording(1 << 16)
    tra.plan(ACROSS, Limits(), recording)
    assert recording.stages == ["peel trees", "search", "funnel"]
    peeled = recording.kind[1 : 1 + len(tra.reduction.order)]
    assert (peeled == CLOSE).all()
    assert recording.kind[1 + len(peeled)] == STAGE


def test_searches_forget_those_before_them():
    tra = prepared("tra", CAVE)
    queries = [Query(a, b) for a, b in random_points(CAVE, 5, 40)]
    forth = [tra.plan(q, Limits()).cost for q in queries]
    back = [tra.plan(q, Limits()).cost for q in reversed(queries)]
    assert forth == back[::-1]
    assert int(tra.work.counts[tra_memory.STAMP]) > 20


def test_layers_show_the_reduced_mesh():
    layers = {layer.name: layer for layer in prepared("tra", CAVE).layers()}
    tra = prepared("tra", CAVE)
    levels = tra.reduction.level
    degrees = layers["triangles by degree"]
    assert np.bincount(degrees.values.astype(int)).tolist() == np.bincount(levels[levels != NONE]).tolist()
    assert len(layers["decisions"].xy) == (levels == DECISION).sum()
    assert len(layers["trees"].ends) == 2 * (tra.reduction.tree[:, UP] != NONE).sum()
    assert ((levels == TREE).sum() - (tra.reduction.tree[:, UP] != NONE).sum()) >= 0
    corridors = layers["corridors"]
    assert len(corridors.ends) == len(corridors.values)
    crossed = (levels == CORRIDOR).sum() + (tra.reduction.rows[:, 1] != NONE).sum()
    assert len(corridors.ends) == 2 * crossed
