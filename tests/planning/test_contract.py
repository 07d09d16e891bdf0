"""What every planner of the grid world promises, whoever wrote it."""

import resource
import threading
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox import layers
from sandbox.bench.scenarios import Selection, case_of
from sandbox.errors import BadInput
from sandbox.kernels.recording import EXPAND, GENERATE, REOPEN, Recording
from sandbox.level import formats
from sandbox.level.derived import REMEMBERED_RADII
from sandbox.level.edits.paint import PaintCells
from sandbox.level.model import FLOOR, WALL, Level
from sandbox.planning.api import Limits, Query, Status, planners
from sandbox.planning.check.grid import Checker, Steps
from sandbox.planning.grid.planner import GridPrepared
from tests.planning.levels import GRASS, cave, drawn, random_cells, random_level
from tests.planning.near_optimal import check_parents

ENTRIES = [e for e in planners if e.info["world"] == "grid"]
OPTIMAL = [e for e in ENTRIES if e.info["optimal"]]
EVERY = pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.key)
EVERY_OPTIMAL = pytest.mark.parametrize("entry", OPTIMAL, ids=lambda e: e.key)
seeds = st.integers(0, 2**32 - 1)
CAVE = cave()
RIGHT = Query((0.5, 0.5), (3.5, 0.5))


def centre(cell):
    return cell[0] + 0.5, cell[1] + 0.5


def far_query(level):
    ids = np.argwhere(level.terrain == FLOOR)
    label = level.derived.grid.image(level.derived.components)
    largest = np.bincount(label[label > 0]).argmax()
    ids = ids[label[tuple(ids.T)] == largest]
    (ay, ax), (by, bx) = ids[0].tolist(), ids[-1].tolist()
    return Query((ax + 0.5, ay + 0.5), (bx + 0.5, by + 0.5))


def steps(entry):
    return Steps(any_angle=entry.info["any_angle"])


@EVERY
def test_a_recorded_run_equals_the_clean_one(entry):
    levels = [CAVE, drawn("....", ".##.", "...."), random_level(7, weighted=True, longest=30, fill=0.15)]
    for level in levels:
        prepared = entry.cls().prepare(level)
        query = far_query(level) if level is CAVE else Query((0.5, 0.5), centre((level.width - 1, level.height - 1)))
        clean = prepared.plan(query, Limits())
        recording = Recording(1 << 18)
        recorded = prepared.plan(query, Limits(), recording)
        for name in ("status", "cost", "expanded", "generated", "reopened", "proven", "lower_bound"):
            assert getattr(clean, name) == getattr(recorded, name), name
        assert np.array_equal(clean.points, recorded.points)
        if clean.status is Status.FOUND:
            assert recording.happened > 0


@pytest.mark.parametrize(
    "key", ["bfs", "dijkstra", "greedy", "astar", "bidirectional", "jps", "jps-plus", "theta", "lazy-theta"]
)
def test_counts_are_those_of_the_events(key):
    level = CAVE
    prepared = planners[key].cls().prepare(level)
    recording = Recording(1 << 18)
    plan = prepared.plan(far_query(level), Limits(), recording)
    kinds = np.bincount(recording.kind, minlength=16)
    assert not recording.truncated
    assert (kinds[EXPAND], kinds[GENERATE], kinds[REOPEN]) == (plan.expanded, plan.generated, plan.reopened)
    reached = recording.kind == GENERATE
    assert plan.status is Status.FOUND
    check_parents(recording, elsewhere=planners[key].info["any_angle"])
    assert recording.f.max() <= 40 * plan.cost  # in cells, not in cost units
    inside = recording.subject[reached]
    assert (level.derived.grid.cost8[inside] > 0).all()


@EVERY
@given(seed=seeds)
@settings(max_examples=15)
def test_every_path_passes_the_judge(entry, seed):
    level = random_level(seed, longest=40, weighted=entry.info["weighted"] and seed % 2 == 0)
    prepared, checker = entry.cls().prepare(level), Checker(level)
    for a, b in random_cells(level, seed, 5):
        query = Query(centre(a), centre(b))
        plan = prepared.plan(query, Limits())
        assert checker.check(query, plan, steps(entry)) == ""
        open_ends = all(level.palette[int(level.terrain[y, x])].cost > 0 for x, y in (a, b))
        joined = open_ends and level.derived.connected(*map(centre, (a, b)))
        assert plan.status is (Status.FOUND if joined else Status.NO_PATH)


@EVERY
@given(seed=seeds, radius=st.sampled_from([0.4, 0.5, 0.6, 1.0, 1.3, 2.5]))
@settings(max_examples=8)
def test_discs_keep_their_distance(entry, seed, radius):
    level = random_level(seed, longest=40, fill=0.04)
    prepared, checker = entry.cls().prepare(level), Checker(level)
    for a, b in random_cells(level, seed, 4):
        query = Query(centre(a), centre(b), radius)
        plan = prepared.plan(query, Limits())
        assert checker.check(query, plan, steps(entry)) == ""
        assert plan.status in (Status.FOUND, Status.NO_PATH)


BAD = {
    "outside": (Query((-0.5, 0.5), (3.5, 0.5)), "inside 4 × 2 cells"),
    "beyond": (Query((0.5, 0.5), (4.0, 0.5)), "inside 4 × 2 cells"),
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


def test_budgets_that_cannot_be_counted_are_refused():
    for wrong in ({"expansions": 10**30}, {"seconds": 1e30}, {"seconds": float("nan")}, {"seconds": -1.0}):
        with pytest.raises(BadInput, match="out of range, expected a number from 0"):
            Limits(**wrong)
    plan = planners["astar"].cls().prepare(drawn("....")).plan(RIGHT, Limits(expansions=1 << 62, seconds=1e6))
    assert plan.status is Status.FOUND


@EVERY
def test_no_path_is_told_without_a_search(entry):
    level = drawn("..#.", "..#.")
    prepared = entry.cls().prepare(level)
    for query in (RIGHT, Query((2.5, 0.5), (0.5, 0.5)), replace(RIGHT, goal=(1.5, 1.5), radius=1.5)):
        plan = prepared.plan(query, Limits())
        assert plan.status is Status.NO_PATH
        assert plan.message
        assert plan.expanded == 0
        assert len(plan.points) == 0


@EVERY
def test_start_is_goal(entry):
    plan = entry.cls().prepare(drawn("..", "..")).plan(Query((0.2, 0.3), (0.9, 0.8)), Limits())
    assert plan.status is Status.FOUND
    assert plan.cost == 0
    assert plan.points.tolist() == [[0.5, 0.5]]


@EVERY
def test_a_batch_may_be_empty(entry):
    answers = entry.cls().prepare(drawn("....", "....")).plan_all(np.zeros((0, 2), np.int64), Limits())
    assert len(answers.rows) == len(answers.paths) == len(answers.costs()) == 0


@EVERY_OPTIMAL
@given(seed=seeds)
@settings(max_examples=15)
def test_mirrors_and_transposes_cost_the_same(entry, seed):
    level = random_level(seed, longest=30, weighted=entry.info["weighted"])
    ((a, b),) = random_cells(level, seed)
    w, h = level.width - 1, level.height - 1
    turns = [
        (level.terrain, lambda c: c),
        (level.terrain[:, ::-1], lambda c: (w - c[0], c[1])),
        (level.terrain[::-1], lambda c: (c[0], h - c[1])),
        (level.terrain.T, lambda c: (c[1], c[0])),
    ]
    costs = [entry.cls().prepare(Level(t)).plan(Query(centre(f(a)), centre(f(b))), Limits()).cost for t, f in turns]
    assert costs == pytest.approx([costs[0]] * 4, rel=1e-9)


@EVERY
def test_it_follows_edits(entry):
    level = random_level(11, longest=30, fill=0.2)
    prepared, r = entry.cls().prepare(level), np.random.default_rng(0)
    for _ in range(12):
        x, y = int(r.integers(level.width)), int(r.integers(level.height))
        undo = level.apply(PaintCells.one(x, y, int(r.choice([FLOOR, WALL]))))
        if r.random() < 0.2:
            level.apply(undo)
        for a, b in random_cells(level, int(r.integers(1000)), 2):
            query = Query(centre(a), centre(b))
            plan, fresh = (p.plan(query, Limits()) for p in (prepared, entry.cls().prepare(level)))
            assert Checker(level).check(query, plan, steps(entry)) == ""
            assert plan.status is fresh.status
            if entry.info["optimal"]:
                assert plan.cost == fresh.cost


@EVERY
def test_what_a_search_needs_is_put_together_once_and_anew_where_something_changed(entry, monkeypatch):
    """Radii, budgets and edits in turn: the answers are those of a planner that was asked nothing before."""
    level = CAVE.copy()
    ends, prepared, made = far_query(level), entry.cls().prepare(level), []
    build = prepared.engine
    monkeypatch.setattr(prepared, "engine", lambda *asked: made.append(asked) or build(*asked))
    for radius, budget, edited in [(0, 0, False), (0.4, 0, False), (0, 9, False), (0, 9, True), (0.4, 0, False)]:
        if edited:
            level.apply(PaintCells.one(int(ends.goal[0]) - 1, int(ends.goal[1]), WALL))
        query, limits = Query(ends.start, ends.goal, radius), Limits(expansions=budget)
        fresh = entry.cls().prepare(level).plan(query, limits)
        before = len(made)
        for _ in range(2):
            plan = prepared.plan(query, limits)
            assert (plan.status, plan.cost, plan.expanded) == (fresh.status, fresh.cost, fresh.expanded)
        assert len(made) - before <= (0 if plan.expanded == 0 else 1)
    assert len(made) >= 3


@pytest.mark.parametrize("key", ["astar", "dijkstra", "bidirectional"])
def test_painting_the_first_terrain_turns_a_uniform_level_into_a_weighted_one(key):
    level = drawn(*["." * 9] * 9)
    prepared = planners[key].cls().prepare(level)
    query = Query((0.5, 4.5), (8.5, 4.5))
    assert prepared.plan(query, Limits()).cost == 8
    level.apply(PaintCells.one(4, 4, GRASS))
    plan = prepared.plan(query, Limits())
    assert Checker(level).check(query, plan) == ""
    assert plan.cost == prepared_cost(key, level, query)


def prepared_cost(key, level, query):
    return planners[key].cls().prepare(level).plan(query, Limits()).cost


@EVERY
def test_budgets_and_cancelling_end_a_search(entry):
    prepared = entry.cls().prepare(CAVE)
    query = far_query(CAVE)
    full = prepared.plan(query, Limits())
    if full.expanded > 2:
        assert prepared.plan(query, Limits(expansions=1)).status is Status.BUDGET
    stopped = Limits()
    stopped.stop[0] = 1
    assert prepared.plan(query, stopped).status is Status.CANCELLED
    assert prepared.plan(query, Limits()).cost == full.cost


def test_seconds_are_a_budget():
    level = Level(np.full((1500, 1500), FLOOR, np.uint8))
    prepared = planners["astar"].parse({"queue": "heap", "heuristic": "zero"}).prepare(level)
    prepared.plan(Query((0.5, 0.5), (3.5, 3.5)), Limits())
    plan = prepared.plan(Query((0.5, 0.5), (1499.5, 1499.5)), Limits(seconds=0.02))
    assert plan.status is Status.BUDGET


def test_another_thread_can_cancel():
    level = Level(np.full((1500, 1500), FLOOR, np.uint8))
    prepared = planners["astar"].parse({"queue": "heap", "heuristic": "zero"}).prepare(level)
    limits = Limits()
    threading.Timer(0.02, lambda: limits.stop.__setitem__(0, 1)).start()
    began = time.monotonic()
    assert prepared.plan(Query((0.5, 0.5), (1499.5, 1499.5)), limits).status is Status.CANCELLED
    assert time.monotonic() - began < 20


@pytest.mark.parametrize("key", ["astar", "jps-plus"])
def test_ten_thousand_queries_leave_memory_flat(key):
    level = drawn(*["....#...."] * 4, ".........")
    check_memory(planners[key].cls().prepare(level), [Query((0.5, 0.5), (8.5, 0.5))])


@pytest.mark.slow
@EVERY
def test_ten_thousand_queries_through_a_cave_leave_memory_flat(entry):
    label = CAVE.derived.grid.image(CAVE.derived.components)
    cells = np.argwhere(label == label[tuple(np.argwhere(label)[0])])
    ends = np.random.default_rng(0).permutation(cells)[:100].reshape(-1, 2, 2) + 0.5
    check_memory(entry.cls().prepare(CAVE), [Query((ax, ay), (bx, by)) for (ay, ax), (by, bx) in ends.tolist()])


def check_memory(prepared, queries):
    """The process is as large after ten thousand answers as it was before."""
    for i in range(1_000):
        prepared.plan(queries[i % len(queries)], Limits())
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for i in range(10_000):
        prepared.plan(queries[i % len(queries)], Limits())
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 1024  # kB on Linux


SCENS = ["dao/arena2", "bg512/AR0072SR", "mazes/maze512-1-0", "rooms/16room_000"]
OF_ANOTHER_MAP = {"battleground.map.scen"}
"""Made on a slightly different map than the one beside it: some ends lie on blocked cells, some lengths would
cut corners. No move rule reproduces all of its lengths."""


@EVERY_OPTIMAL
@pytest.mark.parametrize("name", SCENS)
def test_benchmark_lengths_on_a_sample(entry, name, movingai):
    level, case = benchmark(movingai / f"{name}.map", Selection(sample=25))
    assert farthest_off(entry, level, case.start, case.goal, case.optimal) <= 0.01


@pytest.mark.slow
@EVERY_OPTIMAL
def test_benchmark_lengths_on_every_query_of_every_map(entry, movingai):
    off = {}
    for scen in sorted(movingai.glob("*/*.map.scen")):
        if scen.name not in OF_ANOTHER_MAP:
            level, case = benchmark(scen.with_suffix(""), Selection())
            off[scen.name] = farthest_off(entry, level, case.start, case.goal, case.optimal)
    assert off
    assert {name: d for name, d in off.items() if d > 0.01} == {}


@pytest.mark.slow
@EVERY_OPTIMAL
@pytest.mark.parametrize("name", SCENS)
def test_benchmark_lengths_on_mirrored_and_transposed_maps(entry, name, movingai):
    level, case = benchmark(movingai / f"{name}.map", Selection(sample=200))
    far = np.array([level.width - 1, level.height - 1])
    turns = {
        "left to right": (level.terrain[:, ::-1], lambda ends: ends * [-1, 1] + far * [1, 0]),
        "top to bottom": (level.terrain[::-1], lambda ends: ends * [1, -1] + far * [0, 1]),
        "transposed": (level.terrain.T, lambda ends: ends[:, ::-1]),
    }
    off = {
        how: farthest_off(entry, Level(terrain.copy()), place(case.start), place(case.goal), case.optimal)
        for how, (terrain, place) in turns.items()
    }
    assert {how: d for how, d in off.items() if d > 0.01} == {}


def benchmark(map_file: Path, selection):
    """A map of the benchmarks, and queries of the scenario file beside it."""
    level = formats.load(map_file)
    return level, case_of(map_file.with_name(map_file.name + ".scen"), level, selection)


def farthest_off(entry, level, starts, goals, optimal):
    """How far a planner's lengths are from the right ones, at worst."""
    prepared = entry.cls().prepare(level)
    assert isinstance(prepared, GridPrepared)
    moving = np.flatnonzero((starts != goals).any(axis=1))
    pairs = [(tuple(starts[i].tolist()), tuple(goals[i].tolist())) for i in moving]
    return np.abs(prepared.plan_all(prepared.ids(pairs), Limits()).costs() - optimal[moving]).max()


@EVERY
def test_what_an_answer_shows_is_made_when_looked_at_and_never_of_another_answer(entry, monkeypatch):
    prepared, made = entry.cls().prepare(CAVE), []
    shown = prepared.shown
    monkeypatch.setattr(type(prepared), "shown", lambda _, *a: (made.append(1), shown(*a))[1])
    query = far_query(CAVE)
    first, second = prepared.plan(query, Limits()), prepared.plan(Query(query.goal, query.start), Limits())
    assert made == []
    assert len(first.layers) == 0
    names = [layer.name for layer in second.layers]
    assert names == [layer.name for layer in second.layers]
    assert made == [1]


@EVERY
@given(seed=seeds, radius=st.sampled_from([0.0, 0.4, 0.9]))
@settings(max_examples=10)
def test_many_answers_at_once_are_those_given_one_by_one(entry, seed, radius):
    level = random_level(seed, longest=30, weighted=seed % 3 == 0, fill=0.1)
    queries = [Query(centre(a), centre(b), radius * (i % 2)) for i, (a, b) in enumerate(random_cells(level, seed, 6))]
    queries += [Query(queries[0].start, queries[0].start)]
    prepared = entry.cls().prepare(level)
    for query, plan in zip(queries, prepared.plan_many(queries, Limits()), strict=True):
        alone = prepared.plan(query, Limits())
        for name in ("status", "cost", "lower_bound", "proven", "expanded", "generated", "reopened", "message"):
            assert getattr(plan, name) == getattr(alone, name), name
        assert np.array_equal(plan.points, alone.points)


@EVERY
def test_memory_of_a_radius_goes_when_the_level_forgets_it(entry):
    level = random_level(5, longest=40, fill=0.03)
    prepared, query = entry.cls().prepare(level), Query((0.5, 0.5), (9.5, 9.5))
    for number in range(12):
        prepared.plan(replace(query, radius=0.1 + number / 10), Limits())
        prepared.plan(query, Limits())
        assert len(prepared._grounds) <= 1 + REMEMBERED_RADII
        if number % 3 == 2:
            level.apply(PaintCells.one(number, 0, WALL))
            prepared.follow()
            assert len(prepared._grounds) <= 1 + REMEMBERED_RADII


@pytest.mark.parametrize("entry", list(planners), ids=lambda entry: entry.key)
def test_what_is_drawn_lies_on_the_level_and_every_figure_has_its_place(entry):
    """Whatever a planner shows: rings that are whole, a value for each, and nothing beyond the level's border."""
    prepared = entry.cls().prepare(CAVE)
    plan = prepared.plan(far_query(CAVE), Limits())
    for layer in (*prepared.layers(), *plan.layers):
        size, many = np.array([CAVE.width, CAVE.height]), None
        if isinstance(layer, layers.Polygons):
            many, points = len(layer.starts) - 1, layer.xy
            assert (layer.starts[0], layer.starts[-1]) == (0, len(layer.xy)), layer.name
            assert (np.diff(layer.starts) >= 3).all(), layer.name
        elif isinstance(layer, layers.Segments):
            many, points = len(layer.ends) - layer.chained, layer.ends
        elif isinstance(layer, layers.Points):
            many, points = len(layer.xy), layer.xy
        elif isinstance(layer, layers.Discs):
            many, points = len(layer.xyr), layer.xyr[:, :2]
        elif isinstance(layer, layers.CellField):
            assert layer.values.shape == (CAVE.height, CAVE.width), layer.name
        if many is not None:
            assert layer.values is None or len(layer.values) == many, layer.name
            assert ((points >= 0) & (points <= size)).all(), layer.name
