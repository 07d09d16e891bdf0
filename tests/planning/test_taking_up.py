"""A search taken up after an edit is the search from the beginning: path, cost, counts, also of those after it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.kernels.recording import Recording
from sandbox.level.edits import PaintCells
from sandbox.level.model import FLOOR, WALL, Level
from sandbox.planning.api import Limits, Query, Status, planners
from sandbox.planning.planners.astar import AStar
from sandbox.planning.planners.bidirectional.planner import Bidirectional
from tests.planning.levels import SWAMP

pytestmark = pytest.mark.small

WIDE, HIGH = 60, 45
PLANNERS = [
    AStar(), AStar(moves=4), AStar(pruning=False), Bidirectional(),
    AStar(queue="heap"), AStar(heuristic="landmarks"),
]  # fmt: skip
QUERY = Query((1.5, 1.5), (WIDE - 1.5, HIGH - 1.5))


def ground(seed, *, weighted, fill=0.25):
    """Walls, and terrain in patches; both ends are free."""
    random = np.random.default_rng(seed)
    terrain = np.where(random.random((HIGH, WIDE)) < fill, WALL, FLOOR)
    if weighted:
        patches = np.kron(random.random((HIGH // 5, WIDE // 5)) < 0.4, np.ones((5, 5))) > 0
        terrain[patches & (terrain == FLOOR)] = SWAMP
    terrain[:4, :4] = terrain[-4:, -4:] = FLOOR
    return Level(terrain.astype(np.uint8))


def told(plan):
    """Everything of an answer that is no time."""
    return plan.status, plan.cost, plan.points.tolist(), plan.expanded, plan.generated, plan.reopened, plan.metric


def again(prepared, query=QUERY):
    """An answer for which a search may be taken up."""
    return prepared.plan(query, Limits(taking_up=True))


spots = st.tuples(st.integers(0, WIDE - 1), st.integers(0, HIGH - 1), st.sampled_from([FLOOR, WALL, SWAMP]))
scripts = st.lists(st.lists(spots, min_size=1, max_size=4), min_size=2, max_size=10)


@settings(max_examples=120)
@given(scripts, st.integers(0, 9), st.booleans(), st.sampled_from(PLANNERS),
       st.sampled_from([0.0, 0.0, 1.2]))  # fmt: skip
def test_after_edits_it_is_the_answer_of_a_search_from_the_beginning(script, seed, weighted, planner, radius):
    level = ground(seed, weighted=weighted, fill=0.05 if radius else 0.25)
    query = Query(QUERY.start, QUERY.goal, radius)
    prepared = planner.prepare(level)
    again(prepared, query)
    for part in script:
        for x, y, code in part:
            if 4 <= x < WIDE - 4:
                level.apply(PaintCells.one(x, y, code))
        fresh = planner.prepare(level.copy()).plan(query, Limits())
        assert told(again(prepared, query)) == told(fresh)
    assert told(prepared.plan(query, Limits())) == told(fresh)


@pytest.mark.parametrize("weighted", [False, True])
def test_much_of_a_search_is_kept_where_an_edit_is_met_late(weighted):
    level = ground(3, weighted=weighted, fill=0.1)
    prepared = AStar().prepare(level)
    for x in (40, 41, 42):
        level.apply(PaintCells.one(x, 30, WALL))
        plan = again(prepared)
    level.apply(PaintCells.one(WIDE - 6, HIGH - 6, WALL))
    plan = again(prepared)
    assert 0 < plan.kept <= plan.expanded
    assert told(plan) == told(AStar().prepare(level.copy()).plan(QUERY, Limits()))


@pytest.mark.parametrize("planner", [AStar(), Bidirectional()])
def test_an_answer_stands_while_nothing_it_saw_has_changed(planner):
    level = ground(1, weighted=False, fill=0.0)
    prepared = planner.prepare(level)
    for x in range(6, 10):
        level.apply(PaintCells.one(x, HIGH - 2, WALL))
        plan = again(prepared)
    assert plan.kept == plan.expanded > 0
    fresh = planner.prepare(level.copy()).plan(QUERY, Limits())
    assert (told(plan), fresh.kept) == (told(fresh), 0)


def test_nothing_is_kept_for_a_recording_for_other_ends_or_without_an_edit():
    level = ground(2, weighted=True)
    prepared = AStar().prepare(level)

    def edited(x):
        level.apply(PaintCells.one(x, HIGH - 2, WALL))

    for x in range(6, 9):
        edited(x)
        assert again(prepared).status is Status.FOUND
    assert again(prepared).kept == 0  # it is timed
    edited(10)
    recording = Recording(100_000)
    assert prepared.plan(QUERY, Limits(taking_up=True), recording).kept == 0
    assert recording.count > prepared.plan(QUERY, Limits()).expanded
    edited(11)
    assert again(prepared).kept > 0  # also of one that was recorded, or only timed
    edited(12)
    other = Query(QUERY.goal, QUERY.start)
    assert again(prepared, other).kept == 0
    assert told(again(prepared)) == told(AStar().prepare(level.copy()).plan(QUERY, Limits()))


@pytest.mark.parametrize("budget", [1, 40, 300, 700])
def test_a_search_that_was_stopped_is_taken_up_too(budget):
    level = ground(5, weighted=True, fill=0.1)
    prepared = AStar().prepare(level)
    for number, x in enumerate(range(6, 30, 4)):
        level.apply(PaintCells.one(x, HIGH - 5, SWAMP))
        limits = Limits(expansions=budget * (number + 1), taking_up=True)
        plan, fresh = prepared.plan(QUERY, limits), AStar().prepare(level.copy()).plan(QUERY, limits)
        assert told(plan) == told(fresh)
        level.apply(PaintCells.one(x, HIGH - 6, SWAMP))
        assert told(again(prepared)) == told(AStar().prepare(level.copy()).plan(QUERY, Limits()))


@pytest.mark.parametrize("key", [e.key for e in planners])
def test_who_takes_nothing_up_can_be_asked_to(key):
    level = ground(4, weighted=True, fill=0.1)
    prepared = planners[key].create().prepare(level)
    for x in (30, 31, 32):
        level.apply(PaintCells.one(x, 20, SWAMP))
        plan = again(prepared)
        assert plan.cost == pytest.approx(prepared.plan(QUERY, Limits()).cost)
