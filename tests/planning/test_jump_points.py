"""JPS and JPS+: costs against a naive twin, tables repaired after edits equal to fresh ones."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sandbox.level.edits.paint import PaintCells
from sandbox.level.model import FLOOR, WALL, Level
from sandbox.planning.api import Limits, Query, Status
from sandbox.planning.grid.graph import row_of, share_of, space_of
from sandbox.planning.planners.astar import AStar
from sandbox.planning.planners.jump.jps import JumpPointSearch, Tables
from sandbox.planning.planners.jump.jps_plus import JumpPointSearchPlus
from tests.planning.levels import random_cells, random_level
from tests.planning.test_best_first import compare

seeds = st.integers(0, 2**32 - 1)
PLANNERS = [JumpPointSearch(), JumpPointSearchPlus()]


@pytest.mark.parametrize("planner", PLANNERS, ids=str)
@given(seed=seeds, longest=st.sampled_from([6, 14, 90]))
def test_costs_equal_the_naive_twin(planner, seed, longest):
    level = random_level(seed, longest=longest)
    compare(planner, level, random_cells(level, seed, 3))


@pytest.mark.small
@pytest.mark.parametrize("planner", PLANNERS, ids=str)
def test_a_few_levels_by_hand(planner):
    for seed in range(40):
        level = random_level(seed, longest=9, fill=0.25)
        compare(planner, level, random_cells(level, seed, 3))


@pytest.mark.parametrize("planner", PLANNERS, ids=str)
def test_terrain_of_different_costs_is_refused(planner):
    level = random_level(1, weighted=True, longest=20)
    plan = planner.prepare(level).plan(Query((0.5, 0.5), (3.5, 3.5)), Limits())
    assert plan.status is Status.UNSUPPORTED
    assert "one cost" in plan.message


@pytest.mark.parametrize("planner", PLANNERS, ids=str)
@given(seed=seeds)
def test_tables_repaired_after_edits_equal_fresh_ones(planner, seed):
    r = np.random.default_rng(seed)
    rock = r.random((r.integers(3, 60), r.integers(3, 90))) < r.choice([0.05, 0.3])
    level = Level(np.where(rock, WALL, FLOOR).astype(np.uint8))
    prepared = planner.prepare(level)
    for _ in range(4):
        x, y = int(r.integers(level.width)), int(r.integers(level.height))
        level.apply(PaintCells.one(x, y, WALL if level.terrain[y, x] == FLOOR else FLOOR))
        prepared.follow()
        fresh = planner.prepare(level)
        same(prepared.ground(0.0), fresh.ground(0.0))


def same(a, b):
    for name in ("moves", "around"):
        assert np.array_equal(getattr(a.space, name), getattr(b.space, name))
    tables = (a.tables, b.tables)
    if isinstance(a.tables, Tables):
        words = [np.concatenate([t.across.ravel(), t.down.ravel(), t.signs]) for t in tables]
        assert np.array_equal(*words)
    else:
        assert np.array_equal(*tables)


@given(seed=seeds)
def test_what_scanning_knows_of_a_cell_is_what_the_table_says(seed):
    level = random_level(seed, longest=90)
    signs = JumpPointSearch().prepare(level).ground(0.0).tables.signs
    ground = JumpPointSearchPlus().prepare(level).ground(0.0)
    for d in range(4):
        assert np.array_equal(signs >> d & 1, ground.tables[d::8] > 0)
    assert np.array_equal(signs & 240, ground.space.moves & 240)


@given(stride=st.integers(3, 5000), y=st.integers(0, 5000), x=st.integers(0, 4999))
def test_rows_are_told_without_a_division(stride, y, x):
    assume(x < stride)
    assert row_of(y * stride + x, share_of(stride)) == y


def test_a_single_edit_touches_little():
    level = Level(np.full((200, 200), FLOOR, np.uint8))
    prepared = JumpPointSearchPlus().prepare(level)
    level.apply(PaintCells.one(100, 100, WALL))
    note = prepared.follow()
    assert note.endswith("jumps turned")
    assert int(note.split()[0]) < 3000
    assert space_of(level.derived.grid, level.derived.lowest8).cost8.sum() == 8 * (200 * 200 - 1)


def serpentine(side):
    """One way, along every second row and back along the next but one."""
    terrain = np.full((side, side), FLOOR, np.uint8)
    terrain[1::2] = WALL
    terrain[1::4, -1] = terrain[3::4, 0] = FLOOR
    return Level(terrain)


@pytest.mark.parametrize("planner", PLANNERS, ids=str)
def test_a_long_way_with_few_jumps_needs_no_more_room(planner):
    level = serpentine(401)
    prepared = planner.prepare(level)
    work = prepared.memory(prepared.ground(0.0))
    room = [a.nbytes for a in (work.head, work.entry)]
    plan = prepared.plan(Query((0.5, 0.5), (0.5, 400.5)), Limits())
    assert plan.cost == 200 * 400 + 400
    assert plan.expanded < 401
    assert [a.nbytes for a in (prepared.work.head, prepared.work.entry)] == room


@pytest.mark.parametrize("planner", PLANNERS, ids=str)
@given(seed=seeds)
def test_entries_taken_out_are_used_again_and_grow_only_as_needed(planner, seed):
    level = random_level(seed, longest=60, fill=0.2)
    prepared, little = planner.prepare(level), planner.prepare(level)
    for a, b in random_cells(level, seed, 4):
        query = Query((a[0] + 0.5, a[1] + 0.5), (b[0] + 0.5, b[1] + 0.5))
        plan = prepared.plan(query, Limits())
        little.work = little.memory(little.ground(0.0))._replace(entry=np.zeros(6, np.int32))
        again = little.plan(query, Limits())
        assert (again.cost, again.expanded, again.points.tolist()) == (plan.cost, plan.expanded, plan.points.tolist())
        assert len(little.work.entry) <= max(6, 6 * (plan.generated + plan.reopened) + 6)


@pytest.mark.parametrize("planner", PLANNERS, ids=str)
def test_jumps_far_away_from_a_goal_that_is_near_find_their_buckets(planner):
    """Around the end of a long wall: the first jumps add nearly twice their length to f."""
    for seed in range(12):
        rock = np.random.default_rng(seed).random((9, 700)) < 0.004
        rock[4, :-1] = True
        rock[:, :2] = rock[:, -1] = rock[4, -1] = False
        rock[4, :2] = True
        level = Level(np.where(rock, WALL, FLOOR).astype(np.uint8))
        prepared, other = planner.prepare(level), AStar().prepare(level)
        for y in range(4):
            query = Query((0.5, y + 0.5), (0.5, 8.5))
            assert prepared.plan(query, Limits()).cost == other.plan(query, Limits()).cost


@pytest.mark.parametrize("planner", PLANNERS, ids=str)
@pytest.mark.parametrize("shape", [(3, 500), (500, 3), (1, 300), (130, 130)])
def test_jumps_as_long_as_the_level_find_their_buckets(planner, shape):
    for seed in range(3):
        rock = np.random.default_rng(seed).random(shape) < 8 / max(shape)
        level = Level(np.where(rock, WALL, FLOOR).astype(np.uint8))
        prepared, other = planner.prepare(level), AStar().prepare(level)
        for a, b in random_cells(level, seed, 40):
            query = Query((a[0] + 0.5, a[1] + 0.5), (b[0] + 0.5, b[1] + 0.5))
            assert prepared.plan(query, Limits()).cost == other.plan(query, Limits()).cost


@pytest.mark.small
def test_an_edit_that_turns_no_jump_is_repaired_all_the_same():
    """A cell is opened deep in rock: nobody can jump there, nor from there."""
    level = Level(np.where(np.add.outer(np.arange(60), np.arange(60)) < 80, FLOOR, WALL).astype(np.uint8))
    prepared = JumpPointSearchPlus().prepare(level)
    level.apply(PaintCells.one(57, 57, FLOOR))
    assert prepared.follow() == "0 jumps turned"
    same(prepared.ground(0.0), JumpPointSearchPlus().prepare(level).ground(0.0))
