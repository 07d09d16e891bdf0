"""Tolls: a run costs what walking it costs, across blocks and after edits; only blocks asked for are summed."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.level.edits import PaintCells
from sandbox.level.model import FLOOR, WALL, Level
from sandbox.level.rect import Rect
from sandbox.planning.grid.graph import any_step, id_of, space_of
from sandbox.planning.grid.run_costs import BITS, WALLED, forget, new_tolls, toll_between
from sandbox.planning.planners.astar import AStar
from tests.planning.levels import SWAMP, random_level

pytestmark = pytest.mark.small


def walked(space, u, d, count):
    """The prices of so many steps, and where they end; None if one is not legal."""
    total, step = 0, any_step(d, space.stride)
    for _ in range(count):
        if not space.moves[u] >> d & 1:
            return None, u
        total += int(space.cost8[u]) + int(space.cost8[u + step])
        u += step
    return total, u


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("d", range(8))
def test_a_run_costs_what_walking_it_costs(seed, d):
    level = random_level(seed, weighted=True, longest=20, fill=0.15)
    space = space_of(level.derived.grid, level.derived.lowest8)
    tolls = new_tolls(space)
    for x, y in np.random.default_rng(seed).integers(0, [level.width, level.height], (30, 2)).tolist():
        u, most = id_of((x, y), space.stride), 5
        for count in range(most):
            total, end = walked(space, u, d, count)
            if total is not None:
                assert toll_between(space, tolls, u, end, d) == total
                continue
            if space.cost8[u] and space.cost8[end + any_step(d, space.stride)]:  # as far as a planner ever asks
                assert toll_between(space, tolls, u, end + any_step(d, space.stride), d) >= WALLED
            break


@pytest.mark.parametrize("d", range(8))
def test_a_run_across_blocks_costs_what_walking_it_costs(d):
    random = np.random.default_rng(d)
    level = Level(random.choice([FLOOR, SWAMP], (150, 170)).astype(np.uint8))
    level.terrain[random.random(level.terrain.shape) < 0.002] = WALL
    space = space_of(level.derived.grid, level.derived.lowest8)
    tolls, seen = new_tolls(space), 0
    for x, y in random.integers(0, [level.width, level.height], (60, 2)).tolist():
        u = id_of((x, y), space.stride)
        for count in (0, 1, 5, 63, 64, 65, 129):
            total, end = walked(space, u, d, count)
            if total is None:
                break
            assert toll_between(space, tolls, u, end, d) == total
            seen += count > 64
    assert seen > 5


edits = st.lists(
    st.tuples(st.integers(0, 149), st.integers(0, 89), st.sampled_from([FLOOR, WALL, SWAMP])), min_size=1, max_size=6
)


@settings(max_examples=20)
@given(edits, st.integers(0, 5))
def test_after_edits_a_run_costs_what_it_costs_on_a_fresh_level(script, seed):
    """Wherever it was asked for before."""
    random = np.random.default_rng(seed)
    level = Level(np.where(random.random((90, 150)) < 0.02, WALL, SWAMP).astype(np.uint8))
    level.terrain[40:60, 60:70] = FLOOR
    prepared = AStar().prepare(level)
    tolls = prepared.tolls(prepared.ground(0.0))
    for x, y, code in script:
        for cell in ((x, y), (max(x - 1, 0), max(y - 1, 0))):
            toll_between(prepared.ground(0.0).space, tolls, *(id_of(cell, level.width + 2),) * 2, 0)
        level.apply(PaintCells.one(x, y, code))
        prepared.follow()
    space = prepared.ground(0.0).space
    for x, y, _ in script:
        for d in range(8):
            u = id_of((x, y), space.stride) - 3 * any_step(d, space.stride)
            if 3 <= x < 147 and 3 <= y < 87:
                total, _ = walked(space, u, d, 6)
                cost = toll_between(space, tolls, u, u + 6 * any_step(d, space.stride), d)
                assert cost == total if total is not None else cost >= WALLED


def test_only_blocks_that_somebody_asks_for_are_summed():
    level = Level(np.full((4 << BITS, 4 << BITS), SWAMP, np.uint8))
    space = space_of(level.derived.grid, level.derived.lowest8)
    tolls = new_tolls(space)
    toll_between(space, tolls, id_of((10, 10), space.stride), id_of((100, 10), space.stride), 0)
    assert np.flatnonzero(tolls.ready).tolist() == [0, 1]
    forget(tolls, [Rect(20, 20, 30, 30)])
    assert np.flatnonzero(tolls.ready).tolist() == [1]
    forget(tolls, [Rect(10, 10, 1 << BITS, 20)])  # the step from its last column leads into the next block
    assert not tolls.ready.any()


def test_a_line_of_walls_as_long_as_a_level_can_be_never_looks_free():
    space = space_of(random_level(0, longest=1).derived.grid, random_level(0, longest=1).derived.lowest8)
    long = space._replace(width=2048, height=1, stride=2049, moves=np.zeros(3 * 2049 + 2, np.uint8),
                          cost8=np.zeros(3 * 2049 + 2, np.uint8))  # fmt: skip
    tolls, first = new_tolls(long), id_of((0, 0), long.stride)
    for count in (1, 63, 64, 2000, 2047):
        assert toll_between(long, tolls, first, first + count, 0) >= WALLED
