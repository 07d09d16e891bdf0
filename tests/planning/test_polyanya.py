"""Polyanya's nodes: which one makes another needless, and how many are left."""

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.level.edits import PaintCells, Resize
from sandbox.level.model import FLOOR, WALL, Level
from sandbox.mesh.arrays import NONE, TRIANGLES
from sandbox.planning.api import Limits, Query, Status, planners
from sandbox.planning.planners.polyanya import memory
from sandbox.planning.planners.polyanya.memory import (
    AFTER,
    AT,
    BEYOND,
    DEAD,
    FACE,
    LEFT,
    ORG,
    RIGHT,
    TURN,
    G,
    new_ground,
    repair,
)
from sandbox.planning.planners.polyanya.search import EQUAL, never_longer
from tests.mesh import convex
from tests.planning.levels import drawn
from tests.planning.worlds import edit, mixed, random_points, scattered

spot = st.tuples(st.integers(-20, 20), st.integers(-20, -1))  # above the line on which intervals lie


@st.composite
def two_nodes(draw):
    """Cones over the same interval, and how much longer the way to the second root is."""
    left, width = draw(st.integers(-20, 20)), draw(st.integers(1, 20))
    one, other = draw(spot), draw(spot)
    between = float(np.hypot(*np.subtract(one, other)))
    later = draw(st.sampled_from([0.0, 1.0, between, 0.9 * between, 0.5 * between, -0.5 * between]))
    cone = np.zeros((2, 8))
    for row, root in zip(cone, (one, other), strict=True):
        row[[LEFT, RIGHT]] = left, left + width
        row[[AT, AT + 1]] = root
    cone[1, G] = later
    return cone


def lengths(row, x):
    """Of the ways to places of the line y = 0."""
    return row[G] + np.hypot(row[AT] - x, row[AT + 1])


@pytest.mark.small
@given(cone=two_nodes())
@settings(max_examples=400)
def test_a_node_makes_another_needless_if_its_ways_are_never_longer(cone):
    places = np.linspace(cone[0, LEFT], cone[0, RIGHT], 400)
    gained = lengths(cone[1], places) - lengths(cone[0], places)
    if never_longer(cone, 0, 1):
        assert gained.min() >= -2 * EQUAL
    else:
        assert gained.min() < 0.05  # places between those, and what lies before the second root


@pytest.mark.small
def test_few_ways_through_a_field_of_pillars_are_followed():
    """Every pillar can be passed on both sides: the ways are countless, those worth following are not."""
    level = drawn(*["." * 25 if y % 3 else ".##" * 8 + "." for y in range(25)])
    planner = planners["polyanya"].cls().prepare(level)
    for goal in ((24.3, 23.6), (24.3, 20.6), (24.3, 13.6)):
        plan = planner.plan(Query((0.5, 1.5), goal), Limits(expansions=200))
        assert plan.status is Status.FOUND


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=10)
def test_the_channel_leads_from_face_to_face(seed):
    level = scattered(seed, count=12)
    planner = planners["polyanya"].cls().prepare(level)
    mesh, face = planner.mesh, planner.face
    for a, b in random_points(level, seed, 10):
        ends = planner._ends(Query(a, b))
        if isinstance(ends, str) or face[ends.start] == face[ends.goal]:
            continue
        found = planner.solve(ends, Limits(), None)
        at = face[ends.start]
        for e in found.channel.tolist():
            assert mesh.con[e] == 0
            assert face[mesh.twin[e] // 3] == at
            at = face[e // 3]
        assert at == face[ends.goal]
        assert len(found.channel) >= 1


def same_from_walls(seed):
    """As long as the way over corners, from and to corners of cells, middles of their sides, and cells' middles."""
    r = np.random.default_rng(seed)
    width, height = (int(n) for n in r.integers(3, 9, 2))
    level = Level(np.where(r.random((height, width)) < 0.25, WALL, FLOOR).astype(np.uint8))
    one, other = (planners[key].cls().prepare(level) for key in ("polyanya", "visibility"))
    for a, b in (r.integers(0, [2 * width + 1, 2 * height + 1], (12, 2, 2)) / 2.0).tolist():
        query = Query(tuple(a), tuple(b))
        mine, other_s = one.plan(query, Limits()), other.plan(query, Limits())
        assert mine.status is other_s.status
        assert mine.cost == pytest.approx(other_s.cost, abs=1e-6)


@pytest.mark.parametrize("seed", [26, 56, 152])
def test_a_root_on_the_line_of_an_edge_gives_way_to_its_nearer_end(seed):
    """Ways that came out too long where such a root was taken to see the face."""
    same_from_walls(seed)


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=25)
def test_ways_from_walls_along_straight_corners_are_the_shortest(seed):
    same_from_walls(seed)


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=12)
def test_after_edits_it_knows_the_mesh_as_if_it_were_new(seed):
    r = np.random.default_rng(seed)
    level = mixed(seed)
    with patch.object(memory, "SPARE", int(r.choice([0, 1024]))):  # without, the memory is soon too small
        prepared = planners["polyanya"].cls().prepare(level)
        for _ in range(6):
            edit(r, level)
            prepared.follow()
            knows_the_mesh(prepared)


def knows_the_mesh(prepared):
    """All that a new planner knows, and faces that are as they should be."""
    mesh, ways_out = prepared.mesh, prepared.level_mesh.ways_out
    new = new_ground(mesh)
    repair(new, mesh, ways_out)
    count = int(mesh.counts[TRIANGLES])
    lives = np.flatnonzero(mesh.org[: 3 * count] != NONE)
    known = prepared.known
    columns = [ORG, BEYOND, DEAD, TURN]
    assert (known.mesh.edge[lives][:, columns] == new.mesh.edge[lives][:, columns]).all()
    assert (known.mesh.edge[lives, AFTER] == known.faces.after[lives]).all()
    assert (known.mesh.edge[lives, FACE] == known.faces.face[lives // 3]).all()
    assert (known.mesh.spot[mesh.org[lives]] == mesh.xy[mesh.org[lives]]).all()
    assert (prepared.ground.ways_out[:count] == ways_out).all()
    convex.are_convex_and_make_up_the_free_space(mesh, known.faces, ways_out)
    convex.leave_no_edge_that_could_go(mesh, known.faces, ways_out)


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=8)
def test_after_edits_its_ways_are_as_long_as_a_new_ones(seed):
    r = np.random.default_rng(seed)
    level = mixed(seed)
    prepared = planners["polyanya"].cls().prepare(level)
    for _ in range(5):
        edit(r, level)
        new = planners["polyanya"].cls().prepare(level)
        for a, b in random_points(level, int(r.integers(1000)), 4):
            plan, fresh = (each.plan(Query(a, b), Limits()) for each in (prepared, new))
            assert plan.status is fresh.status
            assert plan.cost == pytest.approx(fresh.cost, rel=1e-9)


def test_a_level_made_smaller_and_larger_again_is_known():
    level = scattered(7)
    prepared = planners["polyanya"].cls().prepare(level)
    as_it_was = level.apply(Resize(9, 9))
    prepared.follow()
    knows_the_mesh(prepared)
    level.apply(PaintCells.one(2, 2, WALL))
    prepared.follow()
    level.apply(as_it_was)
    prepared.follow()
    knows_the_mesh(prepared)


def test_an_edit_leaves_faces_elsewhere_as_they_are():
    level = scattered(5, side=40, count=40)
    prepared = planners["polyanya"].cls().prepare(level)
    before = prepared.face.copy()
    level.apply(PaintCells.one(20, 20, WALL))
    prepared.follow()
    same = np.count_nonzero(prepared.face[: len(before)] == before)
    assert same > 0.8 * len(before)
