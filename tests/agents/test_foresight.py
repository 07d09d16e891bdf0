"""What agents see coming does not depend on when their lists were made; a deadlock is resolved once."""

import numpy as np
import pytest

from sandbox.agents.api import Agents, Settings, policies
from sandbox.agents.deadlocks import Deadlocks
from sandbox.agents.foresight import MOST_ROOM, SLACK, watch
from sandbox.agents.policies.stop_and_wait import give_way
from sandbox.agents.record.encounters import NONE
from sandbox.agents.record.log import Act
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
