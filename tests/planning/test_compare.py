"""Runs in lockstep and where they differ, against naive twins that walk through every event, cell and point."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sandbox.kernels.recording import CLOSE, EXPAND, GENERATE, STAGE, Recording
from sandbox.level.edits import Line
from sandbox.level.model import WALL, Level
from sandbox.planning.api import Limits, Metric, Plan, Query, Status, planners
from sandbox.planning.compare import difference
from sandbox.planning.compare.difference import first_difference, first_unlike, parting
from sandbox.planning.compare.ground import NEVER, Coverage, cells_in, reached_by
from sandbox.planning.compare.lock import Lock, Lockstep
from sandbox.planning.compare.run import recorded
from sandbox.planning.compare.standing import best_of, centred, kind_of, longer, optimum, timed
from tests.oracles import comparing

pytestmark = pytest.mark.small
UNIT = 4.0
events = st.lists(st.tuples(st.sampled_from([GENERATE, EXPAND, EXPAND, CLOSE, STAGE]), st.integers(0, 30)), max_size=30)
several = st.lists(events, min_size=1, max_size=4)
clocks = st.lists(st.integers(1, 10**9), min_size=4, max_size=4)


def recording_of(story):
    recording = Recording(max(len(story), 1), unit=UNIT)
    for number, (kind, f) in enumerate(story):
        recording.add(kind, number, -1, 0, f)
    return recording


def lockstep_of(stories, ns):
    return Lockstep([recording_of(story) for story in stories], ns[: len(stories)])


@given(several, clocks, st.sampled_from(list(Lock)))
def test_time_never_runs_back_and_every_run_comes_to_its_end(stories, ns, lock):
    step = lockstep_of(stories, ns)
    length = step.length(lock)
    assert step.times(lock, 0) == tuple(0 for _ in stories)
    assert step.times(lock, length) == tuple(len(story) for story in stories)
    some = sorted({0, 1, length // 3, length // 2, length - 1, length})
    found = [step.times(lock, moment) for moment in some if 0 <= moment <= length]
    assert all(a <= b for one, other in itertools.pairwise(found) for a, b in zip(one, other, strict=True))


@given(several, clocks)
def test_by_expansions(stories, ns):
    step = lockstep_of(stories, ns)
    kinds = [[kind for kind, _ in story] for story in stories]
    for moment in range(step.length(Lock.EXPANSIONS)):
        assert step.times(Lock.EXPANSIONS, moment) == comparing.times_by_expansions(kinds, moment)
    most = max(kind.count(EXPAND) for kind in kinds)
    assert step.length(Lock.EXPANSIONS) == (max(most, 1) if any(stories) else 0)


@given(several, clocks)
def test_by_f(stories, ns):
    step = lockstep_of(stories, ns)
    for moment in range(1, step.length(Lock.F)):
        height = step.reached(Lock.F, moment)
        told = [[(kind, f / UNIT) for kind, f in story] for story in stories]
        assert step.times(Lock.F, moment) == tuple(comparing.time_by_f(story, height) for story in told)


@given(several, clocks)
def test_by_share_and_by_time(stories, ns):
    step = lockstep_of(stories, ns)
    for lock in (Lock.SHARE, Lock.TIME):
        length = step.length(lock)
        for moment in sorted({1, length // 2, length - 1} & set(range(1, length))):
            for story, own, time in zip(stories, ns, step.times(lock, moment), strict=False):
                slowest = max(ns[: len(stories)]) if lock is Lock.TIME else own
                exact = len(story) * (moment * slowest) // (length * own)
                assert time == min(exact, len(story))


@given(several, clocks, st.sampled_from(list(Lock)), st.data())
def test_the_moment_of_an_event_is_the_first_that_has_it(stories, ns, lock, data):
    step = lockstep_of(stories, ns)
    run = data.draw(st.integers(0, len(stories) - 1))
    time = data.draw(st.integers(0, len(stories[run])))
    moment = step.moment_of(lock, run, time)
    assert step.times(lock, moment)[run] >= time
    assert moment == 0 or step.times(lock, moment - 1)[run] < time


# Differences ------------------------------------------------------------------------------------------------

place = st.tuples(*[st.sampled_from([0.5, 1.5, 2.5, math.nan])] * 2)
trails = st.lists(st.lists(place, max_size=8), min_size=1, max_size=4)


@given(trails)
def test_the_first_expansion_that_differs(found):
    arrays = [np.array(trail, float).reshape(-1, 2) for trail in found]
    assert first_unlike(arrays) == comparing.first_unlike(found)


corner = st.tuples(st.integers(0, 4), st.integers(0, 4)).map(lambda p: (p[0] + 0.5, p[1] + 0.5))
lines = st.lists(corner, min_size=1, max_size=6)


@given(lines, lines, lines)
def test_where_paths_part(start, a, b):
    one, other = start + a, start + b
    found = parting(np.array(one), np.array(other))
    apart = comparing.together_until(one, other)
    if found is None:
        assert abs(comparing.length_of(one) - comparing.length_of(other)) < 1e-6
        assert apart >= comparing.length_of(one) - 0.01
        return
    assert apart - 0.0101 <= found.after <= apart + 1e-6
    for line in (one, other):
        assert math.dist(comparing.along(line, found.after), found.at) < 1e-6
    back = comparing.together_until(one[::-1], other[::-1])
    assert back - 0.0101 <= found.before[0] <= back + 1e-6


def test_a_path_that_is_none_parts_from_nothing():
    line = np.array([[0.5, 0.5], [3.5, 0.5]])
    assert parting(np.zeros((0, 2)), line) is None
    assert parting(line, line) is None
    assert parting(line, np.array([[0.5, 0.5], [2.0, 0.5], [3.5, 0.5]])) is None, "a corner on a straight is none"
    found = parting(line, np.array([[0.5, 0.5], [2.5, 0.5], [2.5, 1.5], [3.5, 0.5]]))
    assert found is not None
    assert (found.at, found.after) == ((2.5, 0.5), 2.0)


# Coverage -----------------------------------------------------------------------------------------------------

WIDE, HIGH = 6, 5
point = st.tuples(st.floats(-1, 7), st.floats(-1, 6)) | st.tuples(st.integers(0, 6), st.integers(0, 5)).map(
    lambda p: (p[0] + 0.0, p[1] + 0.5)
)


@given(st.lists(st.tuples(point, point, point), max_size=5))
def test_the_cells_in_triangles(shapes):
    def area(t):
        (ax, ay), (bx, by), (cx, cy) = t
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    assume(all(abs(area(t)) > 1e-3 for t in shapes))
    owner, cells = cells_in(np.array(shapes, float).reshape(-1, 3, 2), WIDE, HIGH)
    found = set(zip(owner.tolist(), cells.tolist(), strict=True))
    assert len(found) == len(owner)
    for number, shape in enumerate(shapes):
        for cell in range(WIDE * HIGH):
            x, y = cell % WIDE + 0.5, cell // WIDE + 0.5
            if comparing.holds(list(shape), x, y, -1e-6):
                assert (number, cell) in found
            elif not comparing.holds(list(shape), x, y, 1e-6):
                assert (number, cell) not in found


reaches = st.lists(st.lists(st.sampled_from([*range(1, 9), NEVER]), min_size=12, max_size=12), min_size=1, max_size=4)


@given(reaches, st.lists(st.lists(st.integers(0, 10), min_size=4, max_size=4), max_size=6))
def test_ground_at_any_moment_in_whatever_order(reached, moments):
    ground = Coverage([np.array(numbers, np.int32) for numbers in reached])
    for times in moments:
        before = ground.codes.copy()
        touched = ground.move_to(times[: len(reached)])
        naive = comparing.codes_at(reached, times)
        assert ground.codes.tolist() == naive
        assert set(np.flatnonzero(before != ground.codes)) <= set(touched.tolist())
        assert ground.counts.tolist() == [naive.count(code) for code in range(1 << len(reached))]
        assert ground.everybody == naive.count((1 << len(reached)) - 1)
        assert [ground.only(run) for run in range(len(reached))] == [
            naive.count(1 << run) for run in range(len(reached))
        ]


# Of real searches -------------------------------------------------------------------------------------------


def level():
    made = Level.empty(24, 18)
    for wall in (Line(8, 0, 8, 12, WALL), Line(15, 5, 15, 17, WALL)):
        made.apply(wall)
    return made


def run_of(key, made, **options):
    prepared = planners[key].create(options).prepare(made)
    return recorded(prepared, Query((2, 3), (21, 15)), Limits(), key)


def test_the_same_planner_twice_parts_where_its_weight_begins_to_tell():
    made = level()
    one, same, greedy = run_of("astar", made), run_of("astar", made), run_of("astar", made, weight=3.0)
    assert first_difference([one, same]) is None
    found = first_difference([one, greedy])
    assert found is not None
    number = found.expansion - 1
    assert (one.trail[:number] == greedy.trail[:number]).all()
    assert number == len(greedy.trail) or (one.trail[number] != greedy.trail[number]).any()
    for run, time in zip([one, greedy], found.times, strict=True):
        assert time is None or run.recording.kind[time - 1] == EXPAND
    assert first_difference([one]) is None


def test_ground_of_cells_is_what_was_expanded():
    made = level()
    run = run_of("astar", made)
    cells = {(int(x), int(y)) for x, y in run.trail}
    reached = reached_by(run).reshape(made.height, made.width)
    assert {(x, y) for y, x in np.argwhere(reached < NEVER)} == cells
    for number, (x, y) in zip(run.expansions, run.trail, strict=True):
        assert reached[int(y), int(x)] <= number + 1


@pytest.mark.parametrize("key", ["ta", "tra", "hpa", "pra", "polyanya", "jps"])
def test_any_planner_has_ground_and_a_trail(key):
    run = run_of(key, level())
    assert len(run.trail) == len(run.expansions)
    reached = reached_by(run)
    assert (reached < NEVER).any()
    assert reached[reached < NEVER].max() <= run.events
    for level_number in np.unique(run.levels).tolist():
        shapes = run.shapes.get(level_number)
        if shapes is None:
            continue
        for subject in np.unique(run.recording.subject[run.expansions[run.levels == level_number]])[:6]:
            for cell in np.flatnonzero(reached == NEVER)[:40]:
                assert not comparing.holds(shapes[subject].tolist(), cell % 24 + 0.5, cell // 24 + 0.5, -1e-6)


# How planners stand -----------------------------------------------------------------------------------------


def test_costs_are_compared_with_their_own_kind_only():
    query, off = Query((2, 3), (5, 5)), Query((2.5, 3.25), (5.5, 5.5))
    grid, mesh = planners["astar"].create().promises, planners["ta"].create().promises
    assert kind_of(Metric.LENGTH, grid, query) == kind_of(Metric.LENGTH, mesh, query)
    assert kind_of(Metric.LENGTH, grid, query) != kind_of(Metric.WEIGHTED, grid, query)
    assert kind_of(Metric.LENGTH, grid, off) != kind_of(Metric.LENGTH, mesh, off), "they lead between other ends"
    assert centred(off).start == (2.5, 3.5)
    none, some, more = (
        Plan(s, np.zeros((0, 2)), c) for s, c in ((Status.NO_PATH, 1), (Status.FOUND, 4), (Status.FOUND, 5))
    )
    assert best_of([("a", none), ("a", more), ("a", some), ("b", more)]) == {"a": 4, "b": 5}
    assert (longer(5, 4), longer(0, 0)) == (0.25, 0)


def test_times_are_of_clean_runs_and_their_spread_holds_the_median():
    prepared = planners["astar"].create().prepare(level())
    times = timed(prepared, Query((2, 3), (21, 15)), Limits(), runs=7)
    assert times is not None
    assert times.runs == 7
    assert 0 < times.low <= times.median <= times.high
    limits = Limits()
    limits.stop[0] = 1
    assert timed(prepared, Query((2, 3), (21, 15)), limits) is None


def test_the_true_optimum_is_polyanyas():
    made = level()
    query = Query((2, 3), (21, 15))
    shortest = planners["polyanya"].create().prepare(made).plan(query, Limits()).cost
    found = optimum(planners["astar"].create().prepare(made), query, Limits())
    assert found is not None
    assert found.cost == pytest.approx(shortest)
    made.apply(Line(0, 9, 23, 9, WALL))
    assert optimum(planners["astar"].create().prepare(made), query, Limits()) is None
    assert difference.SAME < 1e-3
