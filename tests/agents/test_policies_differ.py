"""Every two policies differ in a stated way: on a level that ships, one does something that the other never does.

A policy's mark is an act in its log, or how collisions were resolved. A new policy needs one that no other has, or rows
in `BETWEEN` for those that have it too.
"""

import itertools
from functools import cache

import pytest

from sandbox.agents.api import Settings, policies
from sandbox.agents.muster import Muster
from sandbox.agents.record.facts import facts
from sandbox.agents.world import World
from sandbox.level.formats import load
from sandbox.planning.api import planners
from sandbox.settings import levels_folder

LEVEL, SECONDS = "door", 20
KEYS = policies.keys()
MARKS = {
    "alone": "overlapped",
    "push": "pushed",
    "keep-right": "swerve",
    "squad": "narrow",
    "orca": "avoid",
    "whca": "window",
}
BETWEEN = {
    ("stop-and-wait", "replan"): "wait",
    ("pibt", "replan"): "aside",
    ("stop-and-wait", "pibt"): "slid",
}


@cache
def counts(policy):
    """How often each act happened, and each way of resolving."""
    level = load(levels_folder() / f"{LEVEL}.json")
    crowd = Muster().gather(level, 0)
    world = World(level, crowd, Settings(policies[policy].create(), planners["astar"].create()))
    world.prepare()
    while world.seconds < SECONDS:
        world.step()
    found = facts(world)
    return found["log"] | found["conflicts"]["resolution"]


def marked(one, two):
    """Who does what the other does not, and what."""
    for has, lacks in ((one, two), (two, one)):
        if (has, lacks) in BETWEEN:
            return has, lacks, BETWEEN[has, lacks]
    for has, lacks in ((one, two), (two, one)):
        if has in MARKS:
            return has, lacks, MARKS[has]
    pytest.fail(f"nothing is said of how {one} and {two} differ")
    return None


@pytest.mark.parametrize(("one", "two"), list(itertools.combinations(KEYS, 2)))
def test_one_does_what_the_other_does_not(one, two):
    has, lacks, what = marked(one, two)
    assert counts(has).get(what, 0) > 0, (has, what, counts(has))
    assert counts(lacks).get(what, 0) == 0, (lacks, what, counts(lacks))
