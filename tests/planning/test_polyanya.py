"""Polyanya's nodes: which one makes another needless, and how many are left."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.level.model import FLOOR, WALL, Level
from sandbox.planning.api import Limits, Query, Status, planners
from sandbox.planning.planners.polyanya.memory import AT, LEFT, RIGHT, G
from sandbox.planning.planners.polyanya.search import EQUAL, never_longer
from tests.planning.levels import drawn
from tests.planning.worlds import random_points, scattered

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
