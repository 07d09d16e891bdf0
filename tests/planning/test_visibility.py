"""The visibility graph: exactly the corners that see each other, and Polyanya's oracle where shapely is too slow."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.kernels.recording import EXPAND, Recording
from sandbox.level.edits.paint import PaintCells
from sandbox.level.model import WALL
from sandbox.mesh.arrays import NONE
from sandbox.mesh.of_level import mesh_of
from sandbox.planning.api import Limits, Query, Status, planners
from sandbox.planning.check.mesh import MeshChecker
from sandbox.planning.mesh.graph import BENDS, bends_at, corners_of
from tests.oracles.visibility import Sight
from tests.planning.levels import cave, drawn, random_level
from tests.planning.worlds import mixed, random_points, scattered

seeds = st.integers(0, 2**32 - 1)


def prepared(level, key="visibility", **options):
    return planners[key].create(options).prepare(level)


def worlds(seed):
    if seed % 3 == 0:
        return scattered(seed, side=16, count=7)
    return mixed(seed) if seed % 3 == 1 else random_level(seed, longest=40, fill=0.2)


@pytest.mark.small
@given(seed=seeds)
@settings(max_examples=8)
def test_corners_see_each_other_as_shapely_says(seed):
    level = scattered(seed, side=12, count=5) if seed % 2 else random_level(seed, longest=9, fill=0.2)
    planner, sight = prepared(level, edges="kept"), Sight(MeshChecker(level).free)
    at = {v: tuple((planner.mesh.xy[v] / 512).tolist()) for v in np.flatnonzero(planner.corners.seat >= 0).tolist()}
    found = {frozenset((at[u], at[v])) for u, v in planner.known_edges().tolist()}
    assert all(sight.sees(*pair) for pair in found)
    needed = {frozenset(p) for p in itertools.combinations(at.values(), 2) if sight.sees(*p)}
    assert all(meets_another(pair, sight.corners) for pair in needed - found)


def meets_another(pair, corners):
    """Whether a corner lies between two: then their edge is the sum of two others."""
    (ax, ay), (bx, by) = pair
    among = ((x - ax, y - ay, x - bx, y - by) for x, y in corners)
    return any(dx * ey == dy * ex and dx * ex + dy * ey < 0 for dx, dy, ex, ey in among)


@pytest.mark.small
def test_a_corner_is_recorded_with_its_distance_from_the_goal():
    planner, recording = prepared(drawn("......", ".##.#.", ".#....", "......")), Recording(1000)
    goal = np.array((5.5, 3.25))
    plan = planner.plan(Query((0.5, 0.5), tuple(goal)), Limits(), recording)
    rows = recording.events.rows[: recording.count]
    expanded = [row for row in rows if row["kind"] == EXPAND and row["subject"] >= 0]
    assert len(expanded) > 2
    for row in expanded:
        ahead = np.hypot(*(planner.mesh.xy[row["subject"]] - goal * 512))
        assert row["f"] - row["g"] == pytest.approx(ahead)
    assert plan.status is Status.FOUND


def agree(seed, queries):
    level = worlds(seed)
    polyanya, visibility = prepared(level, "polyanya"), prepared(level)
    for a, b in random_points(level, seed, queries) + random_points(level, seed, queries, centres=True):
        one, other = polyanya.plan(Query(a, b), Limits()), visibility.plan(Query(a, b), Limits())
        assert one.status is other.status
        if one.status is Status.FOUND:
            assert one.cost == pytest.approx(other.cost, rel=1e-9, abs=1e-9)


@given(seed=seeds)
@settings(max_examples=60)
def test_polyanya_finds_what_the_visibility_graph_finds(seed):
    agree(seed, 8)


@pytest.mark.slow
def test_polyanya_finds_what_the_visibility_graph_finds_in_thousands_of_worlds():
    for seed in range(4000):
        agree(seed, 6)


def test_edges_found_beforehand_are_those_found_on_the_way():
    level = cave()
    kept, on_demand = prepared(level, edges="kept"), prepared(level)
    query = Query((30.5, 30.5), (80.5, 60.5))
    one, other = kept.plan(query, Limits()), on_demand.plan(query, Limits())
    assert (one.cost, one.expanded, one.generated) == (other.cost, other.expanded, other.generated)
    everything = set(map(tuple, kept.known_edges().tolist()))
    some = set(map(tuple, on_demand.known_edges().tolist()))
    assert some < everything
    assert kept.prepare_ns > on_demand.prepare_ns


def test_kept_edges_follow_edits():
    level = drawn(*["......."] * 5)
    planner, query = prepared(level, edges="kept"), Query((0.5, 2.5), (6.5, 2.5))
    assert planner.plan(query, Limits()).cost == 6
    for x, y in ((3, 1), (3, 2), (3, 3)):
        level.apply(PaintCells.one(x, y, WALL))
    plan, fresh = planner.plan(query, Limits()), prepared(level).plan(query, Limits())
    assert plan.cost == fresh.cost > 6


def test_it_shows_what_it_knows():
    planner = prepared(drawn("......", "..##..", "......"), edges="kept")
    edges = next(layer for layer in planner.layers() if layer.name == "visibility edges")
    assert edges.ends.tolist() != []
    assert edges.legend == "4 pairs of corners that see each other"
    plan = planner.plan(Query((0.5, 1.5), (5.5, 1.5)), Limits())
    assert {layer.name for layer in plan.layers} == {"apexes", "visibility edges"}


@given(seed=seeds)
def test_a_corner_looked_for_is_what_marking_all_of_them_says(seed):
    level = scattered(seed, side=12, count=6)
    mesh = mesh_of(level).mesh
    marked = corners_of(mesh).turn
    asked = np.zeros_like(marked)
    for h in np.random.default_rng(seed).permutation(np.flatnonzero(np.repeat(mesh.depth[: len(marked) // 3] == 0, 3))):
        if mesh.org[h] != NONE:
            assert bends_at(mesh, asked, h) == (marked[h] == BENDS)
