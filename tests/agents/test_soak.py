"""Soak: crowds of every policy and rule on levels of all sorts, with doors, blocks and edits, before the judge."""

import itertools

import numpy as np
import pytest

from sandbox.agents.api import Settings, policies
from sandbox.agents.muster import Muster
from sandbox.agents.resolver import Rule
from sandbox.agents.run import judge_of
from sandbox.agents.world import World
from sandbox.errors import BadInput
from sandbox.level.edits import AddPolygon, MovePolygon, Rectangle, RemovePolygon
from sandbox.level.formats import load
from sandbox.level.generators import generators
from sandbox.level.model import FLOOR, WALL, Obstacle
from sandbox.level.rect import Rect
from sandbox.level.timed import Door, Drift
from sandbox.planning.api import planners
from sandbox.settings import levels_folder

POLICIES = [key for key in policies.keys() if key != "alone"]  # noqa: SIM118  (a registry)
SHIPPED = ("circle", "corridor", "crossing", "door", "doors", "doorway", "knot", "squads")
SECONDS = 12.0


def a_level(random):
    """One that ships, or a random one with a door and a block."""
    if random.random() < 0.4:
        return load(levels_folder() / f"{random.choice(SHIPPED)}.json")
    entry = generators[str(random.choice(generators.keys()))]
    level = entry.create().generate(*map(int, random.integers(34, 56, 2)), int(random.integers(1 << 30)))
    level.markers.clear()
    x, y = (int(random.integers(2, side - 8)) for side in (level.width, level.height))
    block = Obstacle.of_cells([(x, y), (x + 1.5, y + 0.25), (x + 1, y + 2)])
    level.apply(AddPolygon(block))
    door = Door("door", Rect(x, y + 3, x + 2, y + 4), period=5.0, open_for=float(random.uniform(1, 4)))
    level.timed = door, Drift("block", max(level.polygons), ((0.0, 0.0), (4.0, 1.0)), period=7.0)
    return level


def an_edit(random, level):
    """A wall or a hole, a polygon that comes, goes or moves."""
    x, y = int(random.integers(0, level.width - 3)), int(random.integers(0, level.height - 3))
    here = list(level.polygons)
    kind = int(random.integers(4)) if here else int(random.integers(2))
    if kind == 0:
        return Rectangle(Rect(x, y, x + int(random.integers(1, 3)), y + 1), int(random.choice([WALL, FLOOR])))
    if kind == 1:
        return AddPolygon(Obstacle.of_cells([(x, y), (x + random.uniform(0.5, 2), y + 0.5), (x + 0.5, y + 2)]))
    chosen = int(random.choice(here))
    return RemovePolygon(chosen) if kind == 2 else MovePolygon(chosen, *map(int, random.integers(-300, 300, 2)))


def soaked(seed, policy, rule):
    """One run; returns how many agent-seconds the judge saw, and its smallest gaps."""
    random = np.random.default_rng([seed, len(policy), int(rule)])
    level = a_level(random)
    crowd = Muster(int(random.integers(20, 160)), float(random.uniform(0.2, 0.35)), mixed=bool(random.random() < 0.7))
    chosen = planners[str(random.choice(["astar", "tra"]))].create()
    settings = Settings(policies[policy].create(), chosen, rule, seed=seed, leave=bool(random.random() < 0.3))
    world = World(level, crowd.gather(level, seed), settings)
    judge = judge_of(world)
    world.witness = judge.tick
    while world.seconds < SECONDS and not world.done:
        if random.random() < 0.02:
            try:
                world.edit(an_edit(random, world.level))
            except BadInput:  # it does not fit
                continue
        world.step()
    assert judge.ok, (seed, policy, rule, {str(k): str(v) for k, v in judge.first.items()})
    assert min(judge.least_gap, judge.least_room) > 0, (seed, policy, rule)
    return judge.agent_seconds


def soak(agent_seconds, seed=0):
    """Runs of every policy and rule in turn, until the judge has seen as much."""
    cases = itertools.cycle(itertools.product(POLICIES, Rule))
    while agent_seconds > 0:
        agent_seconds -= soaked(seed, *next(cases))
        seed += 1


@pytest.mark.parametrize("policy", POLICIES)
def test_a_short_soak(policy):
    for rule in (policies[policy].cls.rule, Rule.PRIORITY):
        soaked(7, policy, rule)


@pytest.mark.slow
def test_a_million_agent_seconds():
    soak(1_000_000)
