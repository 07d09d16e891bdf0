"""Small runs by every policy and rule, and their hashes.

`python -m tests.agents.runs > tests/golden/crowd_hashes.json` keeps them, where runs are meant to have changed.
"""

import json
import sys

from sandbox.agents.api import Resolver, Settings, policies
from sandbox.agents.muster import Muster
from sandbox.agents.record.facts import digest
from sandbox.agents.resolver import Rule
from sandbox.agents.world import World
from sandbox.planning.api import planners
from tests.agents.yard import yard

TICKS = 100
AGENTS = 16


def cases():
    """Names of runs: every policy by its own rule, then every rule, and contacts by all pairs."""
    named: dict[str, tuple] = {entry.key: (entry.key, None, None) for entry in policies}
    named |= {f"keep-right, {rule.name.lower()}": ("keep-right", rule, None) for rule in Rule}
    return named | {"push, all pairs": ("push", Rule.PUSH, Resolver.ALL_PAIRS)}


def world_of(name, ticks=TICKS):
    """One of the runs, so many ticks long."""
    policy, rule, resolver = cases()[name]
    level = yard()
    agents = Muster(agents=AGENTS, mixed=True, radius=0.35, speed=2.5).gather(level, 11)
    world = World(
        level, agents, Settings(policies[policy].create(), planners["astar"].create(), rule, resolver, seed=3)
    )
    for _ in range(ticks):
        world.step()
    return world


def hashes(ticks=TICKS):
    """The hash of each."""
    return {name: digest(world_of(name, ticks)) for name in cases()}


if __name__ == "__main__":
    print(json.dumps(hashes(int(sys.argv[1]) if len(sys.argv) > 1 else TICKS), indent=2))
