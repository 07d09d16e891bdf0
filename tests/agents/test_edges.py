"""Odd crowds: nobody, too many, no room, no way, a door too narrow; and a jam that ends."""

import numpy as np
import pytest

from sandbox.agents.api import Agents, Settings, policies
from sandbox.agents.crowd import MOST, new_crowd
from sandbox.agents.guide import Guide
from sandbox.agents.muster import Muster
from sandbox.agents.record.facts import digest, facts
from sandbox.agents.resolver import MOST_HITS, Rule
from sandbox.agents.run import Run
from sandbox.agents.world import World
from sandbox.errors import BadInput
from sandbox.level.markers import Marker, MarkerKind
from sandbox.level.model import FLOOR, WALL, Level
from sandbox.level.rect import Rect
from sandbox.planning.api import planners
from tests.agents.jam import DISCS, jam

POLICIES = [entry.key for entry in policies]


def run_of(level, agents, policy, seconds=6.0, **more):
    run = Run(
        World(level, agents, Settings(policies[policy].create(), planners["astar"].create(), **more)), seconds, True
    )
    run.go()
    if policy != "alone":
        assert not run.faults
    return run


def divided(gap):
    """Two rooms with an opening of so many cells between them; those of the left want to the right."""
    level = Level.empty(14, 8)
    level.terrain[:, 7] = WALL
    level.terrain[3 : 3 + gap, 7] = FLOOR
    level.markers["from"] = Marker.area(MarkerKind.SPAWN, Rect(1, 1, 6, 7), target="to", agents=6)
    level.markers["to"] = Marker.area(MarkerKind.GOAL, Rect(8, 1, 13, 7))
    return level


@pytest.mark.parametrize("policy", POLICIES)
def test_nobody(policy):
    level = Level.empty(5, 5)
    none = np.zeros((0, 2))
    agents = Agents(none, none, np.zeros(0), np.zeros(0), np.zeros(0, np.int32))
    run = run_of(level, agents, policy)
    found = run.facts()
    assert (found["agents"], found["ticks"], found["makespan"], found["sum_of_costs"]) == (0, 0, 0.0, 0.0)
    run.world.step()
    assert run.world.tick == 1


@pytest.mark.parametrize("policy", POLICIES)
def test_goals_nobody_can_reach(policy):
    level = divided(0)
    run = run_of(level, Muster().gather(level, 1), policy)
    found = run.facts()
    assert (found["agents"], found["arrived"], found["makespan"]) == (6, 0, None)
    assert found["sum_of_costs"] == pytest.approx(6 * run.world.seconds)


@pytest.mark.parametrize("policy", ["keep-right", "push", "replan", "stop-and-wait", "squad"])
@pytest.mark.parametrize("planner", ["astar", "tra"])
def test_a_radius_wider_than_the_door(policy, planner):
    for radius, arrive in ((0.4, True), (0.5, False), (0.6, False)):  # exactly as wide is too wide
        level = divided(1)
        agents = Muster(agents=1, radius=radius).gather(level, 1)  # two may wedge each other in
        settings = Settings(policies[policy].create(), planners[planner].create())
        run = Run(World(level, agents, settings), 40.0, checked=True)
        run.go()
        assert not run.faults
        assert (run.facts()["arrived"] > 0) is arrive, radius


def test_areas_on_each_other_and_rooms_too_small_say_so():
    level = divided(2)
    level.markers["also"] = Marker.area(MarkerKind.SPAWN, Rect(1, 1, 6, 7), target="to", agents=6)
    agents = Muster(agents=200).gather(level, 3)
    assert 20 < len(agents) < 200
    apart = np.sqrt(((agents.places[:, None] - agents.places[None]) ** 2).sum(axis=2))
    reach = agents.radius[:, None] + agents.radius[None]
    assert (apart + np.eye(len(agents)) * 9 > reach).all()
    assert any("found room in from" in message for message in agents.messages)
    assert any("found room in also" in message for message in agents.messages)
    assert any("share a goal" in message for message in agents.messages)
    run_of(level, agents, "keep-right")


def test_agents_put_on_each_other_part_or_stay_and_nothing_breaks():
    level = Level.empty(8, 8)
    places = np.array([[4.0, 4.0], [4.2, 4.0], [4.1, 4.1]])
    goals = np.array([[1.0, 4.0], [7.0, 4.0], [4.0, 7.0]])
    agents = Agents(places, goals, np.full(3, 0.3), np.full(3, 1.0), np.zeros(3, np.int32))
    for rule in Rule:
        world = World(level.copy(), agents, Settings(policies["keep-right"].create(), planners["astar"].create(), rule))
        for _ in range(150):
            world.step()
        assert np.isfinite(world.crowd.x).all()
        assert facts(world)["arrived"] >= (0 if rule is Rule.STOP else 1), rule
        assert world.contacts <= 150 * 3 * MOST_HITS


def test_exactly_on_one_point():
    places = np.full((2, 2), 4.0)
    agents = Agents(places, places + 1.0, np.full(2, 0.3), np.full(2, 1.0), np.zeros(2, np.int32))
    for entry in policies:
        world = World(Level.empty(8, 8), agents, Settings(entry.create(), planners["astar"].create()))
        for _ in range(60):
            world.step()
        assert np.isfinite(world.crowd.x).all(), entry.key
        assert digest(world)


def test_more_than_fifty_thousand_are_refused_in_one_line():
    level = Level.empty(8, 8)
    with pytest.raises(BadInput, match=r"^agents: 50,001, expected at most 50,000$"):
        Muster(agents=MOST + 1).gather(level, 0)
    many = np.zeros((MOST + 1, 2))
    with pytest.raises(BadInput, match=r"^agents: 50001, expected at most 50,000$"):
        new_crowd(many, np.full(MOST + 1, 0.3), np.ones(MOST + 1))


@pytest.mark.parametrize(
    ("radius", "speed", "said"),
    [(0.0, 1.0, "agent 0, radius: 0"), (9.0, 1.0, "agent 0, radius: 9"), (0.3, -1.0, "speed: -1"),
     (0.3, np.nan, "speed: nan"), (np.inf, 1.0, "radius: inf")],
)  # fmt: skip
def test_what_no_disc_can_be(radius, speed, said):
    with pytest.raises(BadInput, match=said):
        new_crowd(np.ones((1, 2)), np.array([radius]), np.array([speed]))


@pytest.mark.parametrize("rule", Rule)
def test_a_jam_ends(rule):
    found = jam(rule, 60)
    assert found["ok"]
    assert found["most"] <= DISCS * MOST_HITS


def test_of_one_cell():
    level = Level.empty(1, 1)
    run = run_of(level, Muster(agents=3, radius=0.4).gather(level, 0), "keep-right", leave=True)
    assert run.facts()["agents"] == 1


@pytest.mark.parametrize("planner", [e.key for e in planners if e.info["radius"]])
@pytest.mark.parametrize(("x", "y"), [(6.7, 2.0), (0.3, 4.0), (0.3, 0.3), (6.7, 0.3), (7.5, 3.3), (7.7, 3.0 - 0.3)])
def test_who_touches_a_wall_finds_a_way(planner, x, y):
    for gap in (0.0, 1e-7, 1e-6, -1e-12):
        away = [0.0 if c in (2.0, 4.0, 7.5, 7.7) else gap for c in (x, y)]
        place = x + (away[0] if x < 1 else -away[0]), y + (away[1] if y < 1 or y == 3.3 else -away[1])
        guide = Guide(divided(2), planners[planner].create(), 0.3)
        if not guide.ground.free(*(np.array([c]) for c in (*place, 0.3)), -1e-9)[0]:
            continue  # inside the wall by more than any contact leaves it
        way = guide.way(place, (10.5, 4.5), 0.3)
        assert len(way) > 1, place
        assert way[0].tolist() == list(place)
