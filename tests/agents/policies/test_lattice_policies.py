"""WHCA* and PIBT in a world: nobody touches anybody once they have fallen in, and obstacles wait for who comes."""

import numpy as np
import pytest

from sandbox.agents.api import Settings, policies
from sandbox.agents.muster import Muster
from sandbox.agents.record.log import Act
from sandbox.agents.run import Run
from sandbox.agents.world import World
from sandbox.errors import BadInput
from sandbox.level.edits import Rectangle
from sandbox.level.model import FLOOR, WALL, Level
from sandbox.level.rect import Rect
from sandbox.level.timed import Door
from sandbox.planning.api import planners

POLICIES = ["whca", "pibt"]


def world_of(policy, level, agents, seed=0, *, leave=False, **options):
    crowd = Muster(agents=agents).gather(level, seed)
    settings = Settings(policies[policy].create(options), planners["astar"].create(), seed=seed, leave=leave)
    return World(level, crowd, settings)


def run(world, until=90.0):
    watched = Run(world, until, checked=True)
    watched.go()
    assert not watched.faults
    return world


def fell_in(world):
    """The tick before which all were in their cells."""
    rows = world.log.rows
    return int(rows[rows[:, 1] == Act.WINDOW][0, 0])


@pytest.mark.parametrize("policy", POLICIES)
def test_all_arrive_in_a_hall(policy):
    world = run(world_of(policy, Level.empty(14, 10), 40))
    assert world.done
    assert world.book.lost == 0


def test_nobody_touches_anybody_in_lockstep():
    world = run(world_of("whca", Level.empty(14, 10), 40))
    start, met = fell_in(world), world.book.table
    touched = [k for k in range(world.book.count) if met.last[k] > start and met.how[k] != 6]
    assert not touched


def test_too_wide_for_a_lattice_is_said():
    level = Level.empty(8, 8)
    crowd = Muster(agents=2, radius=0.4).gather(level, 0)
    with pytest.raises(BadInput, match=r"at most 0\.354"):
        World(level, crowd, Settings(policies["whca"].create(), planners["astar"].create()))


@pytest.mark.parametrize("policy", POLICIES)
def test_doors_wait_for_who_comes(policy):
    level = Level.empty(15, 7)
    level.terrain[:, 7] = WALL
    level.terrain[3, 7] = FLOOR
    level.timed = (Door("gate", Rect(7, 3, 8, 4), period=3.0, open_for=1.5),)
    world = run(world_of(policy, level, 20), 60.0)
    assert not (world.crowd.presence == 3).any()
    assert np.count_nonzero(world.arrived >= 0) > 10


@pytest.mark.parametrize("policy", POLICIES)
def test_an_edit_under_way_is_followed(policy):
    world = run(world_of(policy, Level.empty(14, 10), 20), 6.0)
    world.edit(Rectangle(Rect(6, 0, 7, 8), WALL))
    assert np.count_nonzero(world.crowd.presence == 1) >= 14  # some may stand where the wall is now
    world = run(world, 120.0)
    assert world.done


def test_who_has_arrived_may_leave():
    world = run(world_of("whca", Level.empty(10, 8), 12, leave=True))
    assert (world.crowd.presence == 2).all()


def test_the_same_seed_the_same_run():
    one, two = (run(world_of("pibt", Level.empty(9, 9), 30, 5), 20.0) for _ in range(2))
    assert np.array_equal(one.crowd.x, two.crowd.x)
    assert np.array_equal(one.log.rows, two.log.rows)


def test_nobody_at_all():
    world = world_of("whca", Level.empty(4, 4), 0)
    world = World(world.level, Muster(agents=1).gather(Level.empty(1, 1), 0), world.settings)
    world.step()
