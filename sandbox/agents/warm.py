"""Warm-ups of crowds: a few ticks of something tiny by every policy, with all that a run may ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from sandbox.agents.api import Policy, Resolver
    from sandbox.agents.world import World
    from sandbox.registry import Entry

TICKS = 12
ALL_PAIRS, JUDGE, MUSTER = "all pairs", "judge", "muster"


def warmups() -> Iterator[tuple[str, Callable[[], object]]]:
    """Every policy there is, by its key, so that policies added later are warm too. Neighbours share kernels."""
    from sandbox.agents.api import policies

    for entry in (entry for entry in policies if not entry.info.get("own")):
        yield entry.title, lambda key=entry.key: load(policies[key].create())  # type: ignore[misc]
    yield ALL_PAIRS, _all_pairs
    yield JUDGE, _judge
    yield MUSTER, _muster
    yield "agents on a lattice", _lattice


def first_run(policy: Entry[Policy]) -> tuple[str, ...]:
    """The warm-ups before a crowd's first run under a policy; the judge's has what the user's own needs of ours."""
    of_it = () if policy.info.get("own") else (f"agents: {policy.title}",)
    return (*of_it, f"agents: {MUSTER}", f"agents: {JUDGE}")


def load(policy: Policy, resolver: Resolver | None = None) -> None:
    """Have a policy lead a few agents, so that its next ticks are timed without the loading of kernels."""
    world = _world(policy, resolver)
    for _ in range(TICKS):
        world.step()
    world.deadlocks.every = 1
    world.deadlocks.still[:] = 9
    world.step()


def _world(policy: Policy, resolver: Resolver | None = None) -> World:
    """Four against four, so near each other that they meet at once."""
    from sandbox.agents.api import Agents, Settings
    from sandbox.agents.world import World
    from sandbox.level.model import WALL, Level
    from sandbox.planning.api import planners

    level = Level.empty(10, 6)
    level.terrain[0, :] = WALL
    rows = np.arange(8) % 4 + 1.5
    side = np.where(np.arange(8) < 4, 4.5, 5.2)
    goals = np.column_stack([10.0 - side, rows])
    agents = Agents(np.column_stack([side, rows]), goals, np.full(8, 0.3), np.full(8, 1.4), np.zeros(8, np.int32))
    settings = Settings(policy, planners["astar"].create(), resolver=resolver, plans=8)
    return World(level, agents, settings)


def _all_pairs() -> None:
    from sandbox.agents.api import Resolver, policies

    load(policies["keep-right"].create(), Resolver.ALL_PAIRS)


def _judge() -> None:
    from sandbox.agents.api import policies
    from sandbox.agents.run import Run

    Run(_world(policies["keep-right"].create()), 0.2, checked=True).go()


def _muster() -> None:
    from sandbox.agents.muster import Muster
    from sandbox.agents.ways import Roads
    from sandbox.level.model import Level

    Muster(agents=4, mixed=True).gather(Level.empty(6, 6))
    roads = Roads(1)
    for _ in range(2):  # the second time there is no room any more
        roads.assign(0, np.zeros((200, 2)))


def _lattice() -> None:
    """Two who cannot pass each other: windows, a deadlock, steps of PIBT; one with another goal, and then a wall."""
    import numpy as np

    from sandbox.agents.lattice.graph import lattice_of_free
    from sandbox.agents.lattice.windowed import WindowedOptions, new_windowed

    lattice = lattice_of_free(np.ones((1, 4), bool))
    crowd = new_windowed(lattice, np.array([0, 3]), np.array([3, 0]), WindowedOptions(window=4, tries=1))
    crowd.close(1, 2, 3)
    for _ in range(10):
        crowd.advance()
    free = np.ones((3, 3), bool)
    crowd = new_windowed(lattice_of_free(free), np.array([0]), np.array([3]))
    crowd.advance()
    crowd.aim(0, 2)
    free[1, 1] = False
    crowd.follow(lattice_of_free(free))
