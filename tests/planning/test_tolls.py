"""Tolls: a run costs what walking it costs; mended sums are those of a fresh level."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.level.edits import PaintCells
from sandbox.level.model import FLOOR, WALL
from sandbox.planning.grid.graph import any_step, id_of, space_of
from sandbox.planning.grid.run_costs import WALLED, new_tolls, sum_tolls, toll_between
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
                assert toll_between(tolls, u, end, d) == total
                continue
            if space.cost8[u] and space.cost8[end + any_step(d, space.stride)]:  # as far as a planner ever asks
                assert toll_between(tolls, u, end + any_step(d, space.stride), d) >= WALLED
            break


edits = st.lists(
    st.tuples(st.integers(0, 18), st.integers(0, 13), st.sampled_from([FLOOR, WALL, SWAMP])), min_size=1, max_size=6
)


@settings(max_examples=20)
@given(edits, st.integers(0, 5))
def test_mended_tolls_are_those_of_a_fresh_level(script, seed):
    level = random_level(seed, weighted=True, longest=19, fill=0.2)
    prepared = AStar().prepare(level)
    prepared.tolls(prepared.ground(0.0))
    for x, y, code in script:
        level.apply(PaintCells.one(x % level.width, y % level.height, code))
        prepared.follow()
    if not level.uniform:
        fresh = new_tolls(space_of(level.copy().derived.grid, level.copy().derived.lowest8))
        assert (prepared.tolls(prepared.ground(0.0)) == fresh).all()


def test_a_line_of_walls_as_long_as_a_level_can_be_never_looks_free():
    space = space_of(random_level(0, longest=1).derived.grid, random_level(0, longest=1).derived.lowest8)
    long = space._replace(width=2048, height=1, stride=2049, moves=np.zeros(3 * 2049 + 2, np.uint8),
                          cost8=np.zeros(3 * 2049 + 2, np.uint8))  # fmt: skip
    tolls = np.zeros(4 * len(long.moves), np.uint32)
    sum_tolls(long, tolls, (0, 0, 2048, 1))
    first = id_of((0, 0), long.stride)
    ahead = tolls[first + 1 : first + 2048].astype(np.int64) - int(tolls[first])
    assert (ahead >= WALLED).all()
