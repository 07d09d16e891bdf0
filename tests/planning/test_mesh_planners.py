"""What every planner of the mesh world promises, and how they compare with each other and with oracles."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.errors import BadInput
from sandbox.kernels.recording import EXPAND, GENERATE, LEVEL, Recording
from sandbox.level import formats
from sandbox.level.edits.paint import PaintCells
from sandbox.level.edits.reshape import AddPolygon, RemovePolygon
from sandbox.level.model import FLOOR, WALL, Level
from sandbox.level.obstacles import UNITS, Obstacle
from sandbox.planning.api import Limits, Query, Status, planners
from sandbox.planning.check.contacts import contacts_of
from sandbox.planning.check.mesh import MeshChecker
from tests.oracles.visibility import Sight
from tests.planning.levels import cave, drawn, random_level
from tests.planning.touching import touching_level
from tests.planning.worlds import mixed, random_points, scattered

ENTRIES = [e for e in planners if e.info["world"] == "mesh"]
EVERY = pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.key)
seeds = st.integers(0, 2**32 - 1)
CAVE = cave()
ACROSS = Query((30.5, 30.5), (80.5, 60.5))
RIGHT = Query((0.5, 0.5), (3.5, 0.5))


def prepared(key, level, **options):
    return replace(planners[key].cls(), **options).prepare(level)


@EVERY
def test_a_recorded_run_equals_the_clean_one(entry):
    for level, query in ((CAVE, ACROSS), (scattered(3), Query((0.2, 0.3), (23.1, 23.7)))):
        planner = entry.cls().prepare(level)
        clean, recording = planner.plan(query, Limits()), Recording(1 << 18)
        recorded = planner.plan(query, Limits(), recording)
        for name in ("status", "cost", "expanded", "generated", "proven", "lower_bound"):
            assert getattr(clean, name) == getattr(recorded, name), name
        assert clean.status is Status.FOUND
        assert np.array_equal(clean.points, recorded.points)
        kinds = np.bincount(recording.kind, minlength=128)
        assert (kinds[EXPAND], kinds[GENERATE]) == (clean.expanded, clean.generated)


@EVERY
def test_subjects_of_a_recording_have_places(entry):
    planner, recording = entry.cls().prepare(CAVE), Recording(1 << 18)
    planner.plan(ACROSS, Limits(), recording)
    level = 0
    for kind, subject in zip(recording.kind.tolist(), recording.subject.tolist(), strict=True):
        if kind == LEVEL:
            level = subject
        elif kind in (EXPAND, GENERATE):
            assert np.isfinite(planner.places(level)[subject]).all()
            break


@EVERY
@given(seed=seeds)
@settings(max_examples=15)
def test_every_path_passes_the_judge(entry, seed):
    level = mixed(seed)
    planner, checker = entry.cls().prepare(level), MeshChecker(level)
    for a, b in random_points(level, seed, 3) + random_points(level, seed, 2, centres=True):
        plan = planner.plan(Query(a, b), Limits())
        assert checker.check(Query(a, b), plan) == ""
        assert plan.status in (Status.FOUND, Status.NO_PATH)
        assert plan.lower_bound <= plan.cost


BAD = {
    "outside": (Query((-0.5, 0.5), (3.5, 0.5)), "inside 4 × 2 cells"),
    "beyond": (Query((0.5, 0.5), (4.1, 0.5)), "inside 4 × 2 cells"),
    "nan": (Query((0.5, float("nan")), (3.5, 0.5)), "finite"),
    "infinite": (Query((0.5, 0.5), (float("inf"), 0.5)), "finite"),
    "negative radius": (replace(RIGHT, radius=-1.0), "0 or more"),
    "nan radius": (replace(RIGHT, radius=float("nan")), "0 or more"),
}


@EVERY
@pytest.mark.parametrize("name", BAD)
def test_a_query_that_cannot_be_meant_is_refused(entry, name):
    query, expected = BAD[name]
    with pytest.raises(BadInput, match=expected):
        entry.cls().prepare(drawn("....", ".##.")).plan(query, Limits())


@EVERY
def test_what_cannot_be_answered_is_said(entry):
    planner = entry.cls().prepare(drawn("..#.", "..#."))
    for query in (RIGHT, Query((2.5, 0.5), (0.5, 0.5))):
        plan = planner.plan(query, Limits())
        assert (plan.status, plan.expanded, len(plan.points)) == (Status.NO_PATH, 0, 0)
        assert plan.message
    if not entry.info["radius"]:
        assert planner.plan(replace(RIGHT, radius=0.4), Limits()).status is Status.UNSUPPORTED


@EVERY
def test_ends_may_lie_anywhere(entry):
    level = drawn("....", ".##.", "....")
    planner, checker = entry.cls().prepare(level), MeshChecker(level)
    places = [(0.0, 0.0), (4.0, 3.0), (1.0, 1.0), (2.0, 1.0), (3.0, 1.5), (0.1 + 0.2, 0.7), (1.0, 0.0), (2.5, 2.0)]
    for a in places:
        for b in places:
            plan = planner.plan(Query(a, b), Limits())
            assert plan.status is Status.FOUND
            assert checker.check(Query(a, b), plan) == ""
            assert (plan.cost == 0) == (a == b)


@EVERY
def test_it_follows_edits(entry):
    level = random_level(11, longest=30, fill=0.2)
    planner, r = entry.cls().prepare(level), np.random.default_rng(0)
    for i in range(12):
        x, y = int(r.integers(level.width)), int(r.integers(level.height))
        level.apply(PaintCells.one(x, y, int(r.choice([FLOOR, WALL]))))
        if i % 4 == 0 and min(level.width, level.height) > 4:
            level.apply(AddPolygon(Obstacle.of_cells([(1, 1), (3.3, 1.2), (2, 3.4)], id=1)))
        if i % 4 == 2 and 1 in level.polygons:
            level.apply(RemovePolygon(1))
        checker, fresh = MeshChecker(level), entry.cls().prepare(level)
        for a, b in random_points(level, i, 3):
            plan, anew = planner.plan(Query(a, b), Limits()), fresh.plan(Query(a, b), Limits())
            assert checker.check(Query(a, b), plan) == ""
            assert plan.status is anew.status
            if plan.proven:
                assert plan.cost == pytest.approx(anew.cost, rel=1e-6)


@EVERY
def test_budgets_and_cancelling_end_a_search(entry):
    planner = entry.cls().prepare(CAVE)
    full = planner.plan(ACROSS, Limits())
    assert full.expanded > 2
    assert planner.plan(ACROSS, Limits(expansions=1)).status is Status.BUDGET
    stopped = Limits()
    stopped.stop[0] = 1
    assert planner.plan(ACROSS, stopped).status is Status.CANCELLED
    assert planner.plan(ACROSS, Limits()).cost == full.cost


# -- where obstacles touch ---------------------------------------------------------------------------------

CORNER_TO_CORNER = drawn("#..", ".#.", "...")


@EVERY
def test_a_way_begins_and_ends_on_every_side_of_a_corner_obstacles_meet_in(entry):
    planner, checker = entry.cls().prepare(CORNER_TO_CORNER), MeshChecker(CORNER_TO_CORNER)
    for there in ((2.5, 0.5), (0.5, 2.5)):  # on one side of (1, 1), and on the other
        for query in (Query((1.0, 1.0), there), Query(there, (1.0, 1.0))):
            plan = planner.plan(query, Limits())
            assert checker.check(query, plan) == ""
            assert plan.cost < 2  # the other way round it is 3.58
            assert plan.cost == pytest.approx(math.hypot(1.5, 0.5)) or entry.key == "naive-triangles"
            assert plan.lower_bound <= plan.cost
    plan = planner.plan(Query((1.5, 0.5), (0.5, 1.5)), Limits())
    assert plan.cost > 3.4  # around the wall, not between the two


@EVERY
def test_no_way_leads_through_a_gap_without_width(entry):
    level, query = drawn("...", ".#.", "..."), Query((1.5, 0.5), (2.5, 2.5))
    level.apply(AddPolygon(Obstacle.of_cells([(3, 2), (3, 3), (2, 1)])))
    plan = entry.cls().prepare(level).plan(query, Limits())
    assert MeshChecker(level).check(query, plan) == ""
    assert plan.cost >= 3.288245
    if entry.info["optimal"]:
        assert plan.cost == pytest.approx(3.2882456)


@EVERY
def test_hundreds_of_obstacles_may_meet_in_an_end(entry):
    """More free triangles than there is room for at first, each on a side of its own."""
    level, spokes = Level(np.full((40, 40), FLOOR, np.uint8)), 150
    for angle in np.arange(spokes) * 2 * math.pi / spokes:
        rim = [(20 + 18 * math.cos(a), 20 + 18 * math.sin(a)) for a in (angle, angle + math.pi / spokes)]
        level.apply(AddPolygon(Obstacle.of_cells([(20, 20), *rim])))
    planner, checker = entry.cls().prepare(level), MeshChecker(level)
    between = 20 + 15 * math.cos(-math.pi / spokes / 2), 20 + 15 * math.sin(-math.pi / spokes / 2)
    for query in (Query((20.0, 20.0), between), Query(between, (20.0, 20.0))):
        plan = planner.plan(query, Limits())
        assert checker.check(query, plan) == ""
        assert plan.cost == pytest.approx(15)
    assert planner.plan(Query((20.0, 20.0), (0.5, 0.5)), Limits()).status is Status.FOUND


@EVERY
def test_what_is_searched_on_several_sides_is_recorded_on_all(entry):
    planner, recording = entry.cls().prepare(CORNER_TO_CORNER), Recording(1 << 12)
    query = Query((1.0, 1.0), (2.5, 2.25))
    clean, recorded = planner.plan(query, Limits()), planner.plan(query, Limits(), recording)
    kinds = np.bincount(recording.kind, minlength=128)
    assert (kinds[EXPAND], kinds[GENERATE]) == (clean.expanded, clean.generated)
    assert (clean.cost, clean.expanded, clean.proven) == (recorded.cost, recorded.expanded, recorded.proven)
    assert np.array_equal(clean.points, recorded.points)


@EVERY
def test_a_corner_reached_on_one_side_is_not_reached_on_the_other(entry):
    """From inside a wedge its tip is near; the way around comes by there on the other side, much later."""
    pillars = ["#" * 20 + (".#.##.#.#." if y % 3 == 0 else "." * 10) for y in range(8)]
    level = drawn(*["." * 30] * 4, "#" * 20 + "." * 10, *pillars)
    level.apply(AddPolygon(Obstacle.of_cells([(20, 4), (18, 2.5), (14, 1), (15, 0.7), (18.5, 2.0)])))
    planner, query = entry.cls().prepare(level), Query((18.12, 2.735), (21.097, 6.626))
    plan = planner.plan(query, Limits())
    assert MeshChecker(level).check(query, plan) == ""
    shortest = prepared("visibility", level).plan(query, Limits()).cost
    assert plan.cost >= shortest - 1e-9
    assert plan.lower_bound <= shortest + 1e-9
    if plan.proven:
        assert plan.cost == pytest.approx(shortest, rel=1e-9)


@EVERY
def test_a_budget_counts_on_all_sides_together(entry):
    level = drawn("........", ".......#", "......#.", "..##....", "...##...", "........")
    planner, query = entry.cls().prepare(level), Query((7.0, 2.0), (0.5, 4.5))
    full = planner.plan(query, Limits())
    assert full.status is Status.FOUND
    for budget in range(1, full.expanded):
        plan = planner.plan(query, Limits(expansions=budget))
        assert plan.expanded <= budget
        assert plan.lower_bound <= full.cost
        assert not (plan.proven and plan.cost > full.cost)


@EVERY
def test_the_same_query_has_the_same_answer(entry, movingai):
    level = formats.load(movingai / "dao/brc202d.map")
    planner = entry.cls().prepare(level)
    touched = sorted(contacts_of(MeshChecker(level).free))
    edges = [(66.5, 150.5), (100.25, 259.0), (60.5, 140.5)]  # as centres often do, these lie on edges of the mesh
    for query in (Query(touched[0], touched[1]), Query(touched[2], edges[0]), Query(edges[1], edges[2])):
        first = planner.plan(query, Limits())
        for _ in range(10):
            again = planner.plan(query, Limits())
            assert (again.status, again.cost, again.lower_bound) == (first.status, first.cost, first.lower_bound)
            assert np.array_equal(again.points, first.points)


@EVERY
@pytest.mark.parametrize("seed", [13, 55, 62, 66])
def test_there_is_room_on_outlines_that_cross_between_points_of_the_grid(entry, seed):
    level = mixed(seed) if seed % 2 else touching_level(seed, exact=False)
    planner, checker = entry.cls().prepare(level), MeshChecker(level)
    corners = np.unique(shapely.get_coordinates(checker.free), axis=0)
    crossings = corners[(corners * UNITS % 1 != 0).any(axis=1)].tolist()
    assert crossings
    for a, b in itertools.pairwise(map(tuple, crossings)):
        plan = planner.plan(Query(a, b), Limits())
        assert checker.check(Query(a, b), plan) == ""
        assert "room" not in plan.message


@EVERY
def test_inside_a_wall_there_is_no_room_however_near_its_outline(entry):
    level = drawn("....", ".##.", "....")
    level.apply(AddPolygon(Obstacle.of_cells([(1, 2), (2, 2), (1, 2.5)])))
    planner = entry.cls().prepare(level)
    for at in ((1.0001, 1.5), (2.9999, 1.9999), (1.5, 2.0), (1.0 + 1e-7, 1.5), (1.0001, 2.0)):
        assert "no room" in planner.plan(Query(at, (0.5, 0.5)), Limits()).message
    for at in ((1.0, 1.5), (2.0, 2.0), (1.0, 2.0), (1.0 + 1e-10, 1.5)):
        assert planner.plan(Query(at, (0.5, 0.5)), Limits()).status is Status.FOUND


# -- oracles -----------------------------------------------------------------------------------------------


@given(seed=seeds)
@settings(max_examples=25)
def test_the_optimum_is_that_of_the_visibility_graph(seed):
    level = scattered(seed, side=16, count=7)
    free = MeshChecker(level).free
    sight = Sight(free)
    optimal = [e.cls().prepare(level) for e in ENTRIES if e.info["optimal"]]
    ta = prepared("ta", level, effort=20_000)
    for a, b in random_points(level, seed, 6) + random_points(level, seed, 6, centres=True):
        expected = sight.distance(a, b)
        for planner in optimal:
            assert planner.plan(Query(a, b), Limits()).cost == pytest.approx(expected, rel=1e-9)
        plan = ta.plan(Query(a, b), Limits())
        assert plan.lower_bound <= expected * (1 + 1e-9)
        assert plan.cost >= expected * (1 - 1e-9)
        if plan.proven:
            assert plan.cost == pytest.approx(expected, rel=1e-9)


@given(seed=seeds)
@settings(max_examples=25)
def test_better_planners_find_shorter_ways(seed):
    level = random_level(seed, longest=30, fill=0.3)
    keys = ("polyanya", "ta", "naive-triangles", "waypoint", "astar")
    polyanya, best, naive, waypoints, octile = (prepared(key, level) for key in keys)
    first = prepared("ta", level, effort=0)
    for a, b in random_points(level, seed, 8, centres=True):
        query = Query(a, b)
        least = polyanya.plan(query, Limits())
        chain = [least.cost] + [p.plan(query, Limits()).cost for p in (best, first)]
        assert all(x <= y * (1 + 1e-9) for x, y in itertools.pairwise(chain))
        for worse in (naive, waypoints):
            assert least.cost <= worse.plan(query, Limits()).cost * (1 + 1e-9)
        assert least.cost <= octile.plan(query, Limits()).cost * (1 + 1e-6)  # which counts in whole units
        answer = best.plan(query, Limits())
        if answer.proven and math.isfinite(least.cost):
            assert answer.cost == pytest.approx(least.cost, rel=1e-9)


def test_effort_proves_what_the_first_path_does_not():
    first, best = prepared("ta", CAVE, effort=0), prepared("ta", CAVE, effort=50_000)
    optimum = prepared("polyanya", CAVE).plan(ACROSS, Limits()).cost
    assert not first.plan(ACROSS, Limits()).proven
    answer = best.plan(ACROSS, Limits())
    assert answer.proven
    assert answer.cost == pytest.approx(optimum, rel=1e-9)


def test_ends_on_edges_and_corners_of_the_mesh_are_no_exception():
    level = drawn(".....", ".#.#.", ".....", "..##.")
    sight, planner = Sight(MeshChecker(level).free), prepared("polyanya", level)
    places = [(x / 2, y / 2) for x in range(11) for y in range(9) if sight.sees((x / 2, y / 2), (x / 2, y / 2))]
    for a, b in itertools.permutations(places[::2], 2):
        assert planner.plan(Query(a, b), Limits()).cost == pytest.approx(sight.distance(a, b), rel=1e-9)


@EVERY
@given(seed=seeds)
@settings(max_examples=6)
def test_mirrors_and_transposes_cost_the_same(entry, seed):
    level = random_level(seed, longest=20, fill=0.2)
    ((a, b),) = random_points(level, seed)
    w, h = level.width, level.height
    turns = [
        (level.terrain, lambda p: p),
        (level.terrain[:, ::-1], lambda p: (w - p[0], p[1])),
        (level.terrain[::-1], lambda p: (p[0], h - p[1])),
        (level.terrain.T, lambda p: (p[1], p[0])),
    ]
    plans = [entry.cls().prepare(Level(t.copy())).plan(Query(f(a), f(b)), Limits()) for t, f in turns]
    assert len({plan.status for plan in plans}) == 1
    if all(plan.proven for plan in plans):
        assert [plan.cost for plan in plans] == pytest.approx([plans[0].cost] * 4, rel=1e-9)


GRAZED = [
    (93, (5.5, 27.5), (33.5, 37.5), 30.51912400805699),
    (219, (5.5, 5.5), (0.5, 21.5), 17.173794475304298),
    (249, (25.5, 34.5), (0.5, 13.5), 33.60625121615848),
    (807, (1.5, 16.5), (22.5, 21.5), 22.982604390376746),
]


@pytest.mark.parametrize(("seed", "start", "goal", "length"), GRAZED)
def test_a_cone_that_grazes_a_corner_may_turn_there(seed, start, goal, length):
    level = random_level(seed, longest=40, fill=0.15)
    assert prepared("polyanya", level).plan(Query(start, goal), Limits()).cost == pytest.approx(length, rel=1e-9)


@pytest.mark.parametrize("seed", [6, 93, 99, 153])
def test_what_ta_calls_proven_is_the_optimum(seed):
    level = random_level(seed, longest=40, fill=0.15)
    polyanya, ta = prepared("polyanya", level), prepared("ta", level, effort=5000)
    proven = 0
    for a, b in random_points(level, seed, 12, centres=True):
        plan = ta.plan(Query(a, b), Limits())
        if plan.proven:
            proven += 1
            assert plan.cost == pytest.approx(polyanya.plan(Query(a, b), Limits()).cost, rel=1e-9)
    assert proven > 3
