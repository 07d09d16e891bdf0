"""Squads: a formation that narrows before a door and opens behind it, whose leader alone plans."""

import numpy as np
import pytest

from sandbox.agents.api import Settings, policies
from sandbox.agents.muster import Muster
from sandbox.agents.record.log import Act
from sandbox.agents.world import World
from sandbox.level.edits import AddPolygon, Rectangle
from sandbox.level.markers import Marker, MarkerKind
from sandbox.level.model import FLOOR, WALL, Level, Obstacle
from sandbox.level.rect import Rect
from sandbox.planning.api import planners


def hall(agents=9, door=True):
    level = Level.empty(40, 14)
    if door:
        level.terrain[:, 20] = WALL
        level.terrain[6, 20] = FLOOR
    level.markers["squad"] = Marker.area(MarkerKind.SPAWN, Rect(2, 4, 7, 10), target="goal", agents=agents)
    level.markers["goal"] = Marker.area(MarkerKind.GOAL, Rect(33, 4, 38, 10))
    return level


def world_of(level, **options):
    agents = Muster().gather(level, 1)
    return World(level, agents, Settings(policies["squad"].create(options), planners["astar"].create()))


def run(world, until=60.0, each=lambda: None):
    while world.seconds < until and not world.done:
        world.step()
        each()
    return world


def acts(world, act):
    rows = world.log.rows
    return rows[rows[:, 1] == act]


def spread(world):
    """How wide the squad is across its direction, along y."""
    walking = world.walking
    return float(np.ptp(world.crowd.y[walking])) if walking.sum() > 5 else 0.0


def test_it_narrows_before_the_door_and_opens_behind_it():
    world = run(world_of(hall()))
    assert world.done
    (narrow,), (widen,) = acts(world, Act.NARROW), acts(world, Act.WIDEN)
    assert narrow[0] < widen[0]


def test_in_the_open_it_stays_as_wide_as_it_is():
    world = run(world_of(hall(door=False)))
    assert world.done
    assert not len(acts(world, Act.NARROW))


def test_without_narrowing_it_has_to_be_wide_before_the_door():
    assert not len(acts(run(world_of(hall(), narrows=False), 20.0), Act.NARROW))


def test_only_the_leader_plans_until_the_goal():
    world = world_of(hall())
    run(world, 25.0)
    planned = acts(world, Act.PLAN)[:, 2].tolist() + acts(world, Act.REPLAN)[:, 2].tolist()
    assert planned == [int(world.driver.squads.leader[0])]


def test_an_edit_on_the_way_has_the_leader_plan_anew_and_nobody_jumps():
    world = run(world_of(hall()), 12.0)
    before = world.crowd.copy()
    world.edit(Rectangle(Rect(15, 2, 16, 12), WALL))
    world.step()
    moved = np.hypot(world.crowd.x - before.x, world.crowd.y - before.y)
    assert moved.max() <= world.fastest * world.settings.tick + 1e-9
    assert acts(world, Act.REPLAN)[:, 2].tolist() == [int(world.driver.squads.leader[0])]
    assert run(world, 90.0).done


def test_when_its_leader_is_buried_another_leads():
    world = run(world_of(hall()), 10.0)
    leader = int(world.driver.squads.leader[0])
    x, y = float(world.crowd.x[leader]), float(world.crowd.y[leader])
    d = 0.05
    world.edit(AddPolygon(Obstacle.of_cells([(x - d, y - d), (x + d, y - d), (x + d, y + d), (x - d, y + d)])))
    world.step()
    assert acts(world, Act.BURIED)[:, 2].tolist() == [leader]
    assert int(world.driver.squads.leader[0]) != leader
    assert run(world, 90.0).done


@pytest.mark.parametrize("agents", [1, 2, 40])
def test_any_number_arrives(agents):
    assert run(world_of(hall(agents)), 200.0).done
