"""What agents see coming does not depend on when their lists were made; a deadlock is resolved once."""

import numpy as np
import pytest

from sandbox.agents.api import Agents, Settings, policies
from sandbox.agents.crowd import new_crowd
from sandbox.agents.deadlocks import Deadlocks
from sandbox.agents.foresight import (
    FARTHEST,
    MOST_ROOM,
    SLACK,
    ahead,
    collision,
    first_oncoming,
    opposed,
    sooner,
    stands,
    watch,
)  # fmt: skip
from sandbox.agents.policies.stop_and_wait import give_way
from sandbox.agents.record.encounters import NONE
from sandbox.agents.record.log import Act
from sandbox.agents.resolver.nearby import Nearby
from sandbox.agents.world import World
from sandbox.level.model import Level
from sandbox.planning.api import planners


def world_of(places, goals, policy="stop-and-wait", speed=1.4):
    count = len(places)
    agents = Agents(
        np.array(places, float), np.array(goals, float), np.full(count, 0.3), np.full(count, speed),
        np.zeros(count, np.int32),
    )  # fmt: skip
    return World(Level.empty(20, 8), agents, Settings(policies[policy].create(), planners["astar"].create()))


@pytest.mark.parametrize("policy", ["stop-and-wait", "keep-right", "push"])
def test_old_lists_and_new_ones_show_the_same(policy):
    horizon = 1.0
    world = world_of([(2.0, 4.0), (6.42, 4.0)], [(18, 4), (1, 4)], policy)
    crowd = world.crowd
    seen = watch(world, horizon)
    seen.lists()  # a gap of 3.82 cells: farther than anybody looks, slack and all
    crowd.x[:] += np.array([0.495, -0.495]) * SLACK  # not so much that the lists are made anew
    crowd.vx[:] = 1.4, -1.4
    found = []
    for lists in (seen.lists(), watch(world, horizon).lists()):
        waits = np.full(2, NONE)
        crowd.vx[:] = 1.4, -1.4
        give_way(crowd, lists, horizon, waits)
        found.append(waits.tolist())
    assert found[0] == found[1] == [NONE, 0]
    assert MOST_ROOM >= 0.1


def going(*agents):
    """A crowd of discs of radius 0.5: places and velocities."""
    columns = np.array(agents, float)
    crowd = new_crowd(columns[:, :2], np.full(len(columns), 0.5), np.ones(len(columns)))
    crowd.vx[:], crowd.vy[:] = columns[:, 2], columns[:, 3]
    return crowd


def first(crowd, i, others, horizon=10.0):
    """Who comes against one, if it has these in its list."""
    starts, ends = np.zeros(crowd.size, np.int64), np.zeros(crowd.size, np.int64)
    ends[i] = len(others)
    return first_oncoming(crowd, Nearby(starts, ends, ends, np.array(others, np.int32), crowd.x, crowd.y), i, horizon)


@pytest.mark.parametrize(
    ("other", "comes"),
    [
        ((3, 0, -1, 0), True),  # against it
        ((3, 0, 0, 0), True),  # stands in its way
        ((3, 0, 0.5, 0), False),  # goes the same way, slower
        ((3, 0, 0, 1), False),  # crosses
        ((-3, 0, 1, 0), False),  # comes from behind
        ((-3, 0, 0, 0), False),  # stands behind
        ((3, 3, -1, 0), False),  # against it, and passes by
        ((3, 1.2, -1, 0), False),  # nearly a touch
        ((3, 1.05, -1, 0), True),  # nearer than is spoken of as room
    ],
)
def test_who_comes_against_one_is_whom_it_would_run_into(other, comes):
    assert first(going((0, 0, 1, 0), other), 0, [1]) == (1 if comes else NONE)


def test_of_those_who_come_the_soonest_counts_and_of_equals_the_lowest_number():
    crowd = going((0, 0, 1, 0), (3, 0, -1, 0), (2.5, 0, -1, 0), (2.5, 0, -1, 0))
    assert [first(crowd, 0, others) for others in ([1, 2, 3], [3, 2, 1], [1, 3], [1])] == [2, 2, 3, 1]
    assert first(crowd, 0, []) == NONE
    assert first(crowd, 0, [1], horizon=0.9) == NONE  # 1.9 cells at a speed of 2
    assert first(crowd, 0, [1], horizon=1.0) == 1


def test_nobody_looks_farther_than_it_is_said():
    for apart, seen in ((FARTHEST + 1 - 0.01, True), (FARTHEST + 1 + 0.01, False)):
        crowd = going((0, 0, 1, 0), (apart, 0, -1, 0))
        assert np.isfinite(collision(crowd, 0, 1, 99.0, MOST_ROOM)) == seen
    assert collision(going((0, 0, 1, 0), (3, 0, -1, 0)), 0, 1, 9.0, 0.0) == pytest.approx(1.0)


def test_the_small_questions():
    crowd = going((0, 0, 1, 1), (2, -1, -1, 0.5), (2, -2, -1, 1), (0, 1, 1e-4, 1e-4))
    assert [bool(opposed(crowd, 0, j)) for j in (1, 2, 3)] == [True, False, False]
    assert [bool(ahead(crowd, 0, j)) for j in (1, 2, 3)] == [True, False, True]
    assert [bool(stands(crowd, i)) for i in (0, 3)] == [False, True]
    cases = {(1.0, 5, 2.0, 1): True, (2.0, 5, 1.0, 9): False, (1.0, 1, 1.0, 5): True, (1.0, 5, 1.0, 1): False}
    cases |= {(np.inf, 1, np.inf, 5): False, (1.0, 5, 1.0, 5): False}
    assert {case: bool(sooner(*case)) for case in cases} == cases


def test_a_deadlock_whose_members_change_is_resolved_once():
    world = world_of([(2, 2), (3, 2), (4, 2), (5, 2)], [(10, 2)] * 4)
    locks = Deadlocks(world)
    world.book.prepare(0, 15, 8)

    def met(*pairs):
        table = world.book.table
        for row, (i, j) in enumerate(pairs):
            table.first[row], table.second[row], table.last[row] = i, j, world.tick
        table.count[0] = len(pairs)

    def look(*stuck):
        held = np.isin(np.arange(4), stuck)
        locks._note_resolved(held)
        locks._name(held)

    met((0, 1), (1, 2))
    look(0, 1, 2)
    met((1, 2), (2, 3))
    look(0, 1, 2, 3)  # 0 touches nobody now: the others are a group, and it is still one of theirs
    look()
    assert world.log.counts() == {"deadlock": 1, "resolved": 1}
    assert (locks.group == NONE).all()
    assert Act.RESOLVED in world.log.rows[:, 1]
