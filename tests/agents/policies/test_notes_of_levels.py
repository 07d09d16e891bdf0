"""What the notes of the example levels say of the rules of contact."""

import pytest

from sandbox import load
from sandbox.agents.api import Resolver, Settings, policies
from sandbox.agents.muster import Muster
from sandbox.agents.resolver import Rule
from sandbox.agents.world import World
from sandbox.planning.api import planners
from sandbox.settings import levels_folder


def arrived(name, rule, seconds):
    level = load(levels_folder() / f"{name}.json")
    each_alone, astar = policies["alone"].create(), planners["astar"].create()
    settings = Settings(each_alone, astar, rule=rule, resolver=Resolver.EVENTS)
    world = World(level, Muster().gather(level, 0), settings)
    while world.seconds < seconds and not world.done:
        world.step()
    return int((world.arrived >= 0).sum())


@pytest.mark.parametrize("rule", Rule)
def test_head_on_only_stopping_freezes_both(rule):
    assert arrived("head-on", rule, 20.0) == (0 if rule is Rule.STOP else 2)


@pytest.mark.parametrize("rule", [Rule.STOP, Rule.SLIDE])
def test_on_the_circle_rules_that_only_take_speed_away_stay_in_a_knot(rule):
    assert arrived("circle", rule, 40.0) < 10
