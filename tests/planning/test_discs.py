"""Discs on the mesh: they get wherever they fit and nowhere else, and their ways are neither too near nor too long."""

import math
from dataclasses import replace

import numpy as np
import pytest
import shapely
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sandbox.kernels.recording import NO_EVENTS, Recording
from sandbox.level.edits.paint import PaintCells
from sandbox.level.edits.reshape import AddPolygon
from sandbox.level.model import FLOOR, WALL
from sandbox.level.obstacles import UNITS, Obstacle
from sandbox.mesh.arrays import NONE
from sandbox.mesh.of_level import mesh_of
from sandbox.mesh.widths import SEARCH_ROOM, exits, together
from sandbox.planning.api import Limits, Query, Status, planners
from sandbox.planning.check.mesh import MeshChecker
from sandbox.planning.mesh import channel_planner
from sandbox.planning.mesh.channel_search import LENGTH
from sandbox.planning.mesh.disc_way import FAR, LEG, kink, leg_distance2, piece_distance2, tighten
from tests.oracles.visibility import Sight
from tests.planning.levels import drawn, random_level
from tests.planning.worlds import mixed, random_points, scattered

ENTRIES = [e for e in planners if e.info["world"] == "mesh"]
FOR_DISCS = [e for e in ENTRIES if e.info["radius"]]
EVERY = pytest.mark.parametrize("entry", FOR_DISCS, ids=lambda e: e.key)
seeds = st.integers(0, 2**32 - 1)
QUARTER = 4  # segments that stand for a quarter of a circle
WIDEST_STEP = 1.5 * math.pi / 2 / QUARTER  # of an arc: GEOS rounds how many steps it takes


def room(free, radius, quarter=32):
    """Where a disc's centre may be: a little more than that, and a little less."""
    wide = free.buffer(-(radius - 1e-4), quad_segs=quarter)
    return wide, free.buffer(-(radius + 1e-4) / math.cos(math.pi / (4 * quarter)), quad_segs=quarter)


def joined(free, a, b):
    """Whether both points lie in one part of a free space."""
    ends = shapely.MultiPoint([a, b])
    return any(part.covers(ends) for part in shapely.get_parts(free))


def worlds(seed):
    if seed % 3 == 0:
        return scattered(seed, side=16, count=12)
    return mixed(seed, longest=16) if seed % 3 == 1 else random_level(seed, longest=24, fill=0.08)


def near_and_far(level, seed, r):
    """Pairs of points anywhere, half of them near each other, where triangles are shared."""
    for a, b in random_points(level, seed, 4) + random_points(level, seed + 1, 2, centres=True):
        yield a, b
        x, y = np.add(a, r.normal(0, 0.7, 2)).tolist()
        yield a, (min(max(x, 0.0), float(level.width)), min(max(y, 0.0), float(level.height)))


@EVERY
@given(seed=seeds)
@example(46947)  # a corner that a later one makes needless
@example(176)  # a channel wide enough by its widths, and still too narrow
@settings(max_examples=10)
def test_a_disc_gets_wherever_it_fits_and_nowhere_else(entry, seed):
    level, r = worlds(seed), np.random.default_rng(seed)
    planner, checker = entry.cls().prepare(level), MeshChecker(level)
    for radius in (0.5, float(r.uniform(0.1, 1.2))):
        wide, narrow = room(checker.free, radius)
        for a, b in near_and_far(level, seed, r):
            query = Query(a, b, radius)
            plan = planner.plan(query, Limits())
            assert checker.check(query, plan) == ""
            if joined(narrow, a, b):
                assert plan.status is Status.FOUND
            if not joined(wide, a, b):
                assert (plan.status, plan.expanded > 0 and bool(plan.message)) == (Status.NO_PATH, False)


@given(seed=seeds)
@settings(max_examples=8)
@example(272)  # the way turns around a corner that lies behind the last tangent
@example(1706530)  # an arc that GEOS rounds to fewer steps
def test_a_way_is_as_long_as_it_must_be(seed):
    level, r = scattered(seed, side=9, count=4), np.random.default_rng(seed)
    free, radius = MeshChecker(level).free, float(r.uniform(0.1, 0.7))
    shortest = Sight(free.buffer(-radius, quad_segs=QUARTER))  # arcs cut short
    longest = Sight(free.buffer(-radius / math.cos(WIDEST_STEP / 2), quad_segs=QUARTER))  # arcs overdone
    planner = replace(planners["ta"].cls(), effort=20_000).prepare(level)
    for a, b in random_points(level, seed, 6):
        plan = planner.plan(Query(a, b, radius), Limits())
        if plan.status is Status.FOUND:
            least = shortest.distance(a, b)
            assert plan.cost >= least * (1 - 1e-9)
            assert plan.lower_bound <= longest.distance(a, b) * (1 + 1e-9)
            if plan.proven and longest.sees(a, a) and longest.sees(b, b):
                assert plan.cost <= longest.distance(a, b) * (1 + 1e-9)


@EVERY
def test_a_corridor_takes_what_is_as_wide_as_it_is(entry):
    level = drawn("......", "##.###", "##.###", "......")
    planner, checker = entry.cls().prepare(level), MeshChecker(level)
    for radius, status in ((0.3, Status.FOUND), (0.5, Status.FOUND), (0.5001, Status.NO_PATH)):
        query = Query((2.5, 0.502), (2.5, 3.497), radius)
        plan = planner.plan(query, Limits())
        assert plan.status is status
        assert checker.check(query, plan) == ""


SMALLEST = [1e-300, 1e-200, 1e-15, 1e-13, 1e-12, 1e-11, 1e-9, 1e-7]


@EVERY
@pytest.mark.parametrize("seed", [0, 1, 7, 11])
def test_the_smallest_discs_go_where_points_go(entry, seed):
    level = scattered(seed, side=16, count=7) if seed % 2 else mixed(seed)
    planner, checker = entry.cls().prepare(level), MeshChecker(level)
    for a, b in random_points(level, seed, 4) + random_points(level, seed, 2, centres=True):
        of_a_point = planner.plan(Query(a, b), Limits())
        for radius in SMALLEST:
            plan = planner.plan(Query(a, b, radius), Limits())
            assert checker.check(Query(a, b, radius), plan) == ""
            assert (plan.status, plan.proven) == (of_a_point.status, of_a_point.proven)
            if plan.proven:
                assert plan.cost == pytest.approx(of_a_point.cost, abs=1e-4)


@EVERY
def test_the_smallest_disc_has_no_room_on_an_outline(entry):
    planner = entry.cls().prepare(drawn("....", ".##.", "...."))
    for at in ((1.0, 1.0), (2.5, 1.0), (0.0, 2.0)):
        for radius in SMALLEST:
            plan = planner.plan(Query(at, (0.5, 2.5), radius), Limits())
            assert plan.status is Status.NO_PATH
            assert "no room" in plan.message


@EVERY
def test_no_room_is_told_at_once(entry):
    planner = entry.cls().prepare(drawn("....", "....", "....", "...."))
    for query in (Query((0.4, 2.0), (2.0, 2.0), 0.5), Query((2.0, 2.0), (2.0, 3.6), 0.5), Query((2, 2), (2.1, 2), 3)):
        plan = planner.plan(query, Limits())
        assert (plan.status, plan.expanded) == (Status.NO_PATH, 0)
        assert "no room for a disc of radius" in plan.message


@EVERY
def test_several_sizes_on_one_mesh(entry):
    level = scattered(5, side=20, count=12)
    planner, checker, before = entry.cls().prepare(level), MeshChecker(level), mesh_of(level).edit
    costs = []
    for radius in (0.0, 0.1, 0.3, 0.6, 0.9):
        query = Query((1.0, 1.0), (19.0, 18.5), radius)
        plan = planner.plan(query, Limits())
        assert checker.check(query, plan) == ""
        costs.append(plan.cost)
    assert np.isfinite(costs[:3]).all()
    if entry.key == "ta":
        assert costs == sorted(costs)
    assert mesh_of(level).edit == before


@EVERY
def test_widths_follow_edits(entry):
    level = drawn(*["......."] * 5)
    planner, query = entry.cls().prepare(level), Query((1.5, 2.5), (5.5, 2.5), 0.9)
    assert planner.plan(query, Limits()).status is Status.FOUND
    for y in (0, 1, 4):
        level.apply(PaintCells.one(3, y, WALL))
    assert planner.plan(query, Limits()).status is Status.FOUND
    level.apply(AddPolygon(Obstacle.of_cells([(3.2, 2.0), (3.6, 2.0), (3.4, 2.3)], id=1)))
    assert planner.plan(query, Limits()).status is Status.NO_PATH
    level.apply(PaintCells.one(3, 4, FLOOR))
    plan = planner.plan(query, Limits())
    assert plan.status is Status.FOUND
    assert MeshChecker(level).check(query, plan) == ""


NEAR_THE_ENDS = {
    "a channel is wide enough by its widths, and still too narrow": (
        random_level(176, longest=24, fill=0.08), (1.7791043, 6.5506003), (4.7083418, 11.9743141), 1.0996762,
    ),
    "the goal lies before a corner": (mixed(4, longest=16), (9.0533, 14.1824), (8.4368, 13.723), 0.5),
    "both in one triangle, its corner between them": (
        drawn(".......", ".......", "...#...", ".......", "......."), (1.0, 4.4), (6.1, 4.4), 0.55,
    ),
    "the way around one corner leads past another far ahead": (
        scattered(111, side=16, count=12), (1.264, 6.656), (6.364, 15.02), 0.5,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NEAR_THE_ENDS)
def test_corners_near_the_ends(name):
    level, a, b, radius = NEAR_THE_ENDS[name]
    query = Query(a, b, radius)
    plan = planners["ta"].cls().prepare(level).plan(query, Limits())
    assert plan.status is Status.FOUND
    assert MeshChecker(level).check(query, plan) == ""


def test_a_wall_opposite_a_corner_bars_the_way_between_them():
    level = drawn(".......", ".......", "...#...", "...#...", "...#...", "...#...")  # a bar, two cells from the top
    mesh, stack = mesh_of(level).mesh, np.zeros(SEARCH_ROOM, np.int32)
    t = mesh_of(level).locate(2.4, 0.5).triangle
    ends = 2.4 * 512, 0.5 * 512, 5.0 * 512, 0.5 * 512
    assert together(mesh, t, *ends, 1.9 * 512, stack)
    assert not together(mesh, t, *ends, 2.3 * 512, stack)
    left, right = exits(mesh, t, *ends[:2], 2.3 * 512, stack), exits(mesh, t, *ends[2:], 2.3 * 512, stack)
    assert left & right == 0
    assert exits(mesh, t, *ends[:2], 1.9 * 512, stack) == left | right


place = st.tuples(st.integers(0, 60), st.integers(0, 60))


@pytest.mark.small
@given(leg=st.tuples(place, place), wall=st.tuples(place, place))
def test_a_leg_is_as_far_from_walls_and_corners_as_shapely_says(leg, wall):
    xy, piece = np.array(wall), np.array([LEG, *leg[0], *leg[1], 0, 0], float)
    line = shapely.LineString(leg)
    assert math.sqrt(leg_distance2(xy, 0, piece)) == pytest.approx(line.distance(shapely.Point(wall[0])))
    if wall[0] != wall[1]:
        assert math.sqrt(piece_distance2(xy, 0, 1, piece)) == pytest.approx(line.distance(shapely.LineString(wall)))


def test_a_channel_is_measured_whatever_its_widths_say():
    planner = planners["ta"].cls().prepare(drawn(*["......"] * 3, "###...", "###...", *["......"] * 3))
    plan = planner.plan(Query((1.5, 1.5), (1.5, 6.5)), Limits())
    assert plan.cost > 5
    ends = planner._ends(Query((1.5, 1.5), (1.5, 6.5)))
    lengths = []
    for radius in (0.5, 1.4, 1.49, 1.51, 2.0):
        memory, funnel, portals = planner.disc_memory, planner.work.funnel, planner._lay_out()
        way = tighten(planner.mesh, memory, funnel, portals, ends.xy, ends.start, radius * 512, NO_EVENTS)
        lengths.append(way[1] / 512)
    assert plan.cost < lengths[0] < lengths[1] < lengths[2] < 20
    assert lengths[3:] == [FAR / 512] * 2


def lengths_around(level, a, b, radii):
    """Of the ways discs take through the channel that a point takes, in cells."""
    planner = planners["ta"].cls().prepare(level)
    planner.plan(Query(a, b), Limits())
    ends, portals = planner._ends(Query(a, b)), planner.work.channel[: planner.work.counts[LENGTH]].copy()
    for radius in radii:
        planner.work.channel[: len(portals)] = portals
        memory, funnel, rows = planner.disc_memory, planner.work.funnel, planner._lay_out()
        way = tighten(planner.mesh, memory, funnel, rows, ends.xy, ends.start, radius * UNITS, NO_EVENTS)
        yield way[1] / UNITS


def test_what_an_arc_sweeps_is_measured():
    """Around the tip of a wedge the disc comes nearest to the far wall on the arc; both legs keep away from it."""
    level = drawn(*["......"] * 8)
    level.apply(AddPolygon(Obstacle.of_cells([(0, 3.5), (3, 4), (0, 4.5)])))
    fits, touches = lengths_around(level, (2.0, 1.6), (2.0, 6.4), (1.49, 1.52))
    assert fits < 20
    assert touches == FAR / UNITS


def test_no_way_turns_away_from_a_corner(monkeypatch):
    """Circles overlap in sight, and a later corner makes one before it needless."""
    ways = []

    def watched(mesh, discs, funnel, portals, ends, start, radius, events):
        count, length, rows = tighten(mesh, discs, funnel, portals, ends, start, radius, events)
        ways.append(length < FAR and kink(funnel, count, radius) != NONE)
        return count, length, rows

    monkeypatch.setattr(channel_planner, "tighten", watched)
    query = Query((1.5, 1.5), (16.5, 4.5), 0.387773347674248)
    planners["ta"].cls().prepare(worlds(2)).plan(query, Limits())
    assert len(ways) > 1
    assert not any(ways)


@EVERY
def test_a_recorded_disc_goes_the_same_way(entry):
    level = scattered(5, side=20, count=12)
    planner, query = entry.cls().prepare(level), Query((1.0, 1.0), (19.0, 18.5), 0.3)
    clean, recording = planner.plan(query, Limits()), Recording(1 << 16)
    recorded = planner.plan(query, Limits(), recording)
    assert (clean.cost, clean.expanded, clean.generated) == (recorded.cost, recorded.expanded, recorded.generated)
    assert np.array_equal(clean.points, recorded.points)
    assert np.array_equal(clean.arcs, recorded.arcs)


def test_who_cannot_plan_for_discs_says_so():
    for entry in ENTRIES:
        if not entry.info["radius"]:
            plan = entry.cls().prepare(drawn("....", "....")).plan(Query((0.5, 0.5), (3.5, 0.5), 0.2), Limits())
            assert plan.status is Status.UNSUPPORTED
