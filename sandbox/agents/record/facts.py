"""A run in figures: who arrived, what it cost, what the collisions were and how they were resolved; and its hash.

A collision's kind follows from how the two were going when they first met:

    head-on     against each other, within 45 degrees
    following   the same way, within 45 degrees
    crossing    neither
    standing    one of them stood
    waiting     they never met: one waited for the other
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np

from sandbox.agents.record.encounters import NONE, How
from sandbox.agents.record.log import Act

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandbox.agents.world import World

KINDS = ("head-on", "following", "crossing", "standing", "waiting")
HEAD_ON, FOLLOWING, CROSSING, STANDING, WAITING = range(5)
HALF = 0.7071067811865476  # the cosine of 45 degrees
STILL = 1e-3  # cells a second: who is slower stands


def kinds_of(how: NDArray[np.uint8], scene: NDArray[np.float64]) -> NDArray[np.int64]:
    """[rows] of `KINDS`: what kind of collision each encounter was."""
    one, two = scene[:, 2:4], scene[:, 6:8]
    fast = np.sqrt((one * one).sum(axis=1)), np.sqrt((two * two).sum(axis=1))
    along = (one * two).sum(axis=1)
    both = fast[0] * fast[1]
    kinds = np.where(along <= -HALF * both, HEAD_ON, np.where(along >= HALF * both, FOLLOWING, CROSSING))
    kinds[np.minimum(*fast) < STILL] = STANDING
    kinds[how == How.WAITED] = WAITING
    return kinds


def conflicts(world: World) -> dict[str, dict[str, int]]:
    """How many encounters there were, by kind and by what resolved them."""
    table, count = world.book.table, world.book.count
    how = table.how[:count]
    kinds = np.bincount(kinds_of(how, table.scene[:count]), minlength=len(KINDS))
    ways = np.bincount(how, minlength=len(How))
    return {
        "kind": {name: int(kinds[n]) for n, name in enumerate(KINDS)},
        "resolution": {way.name.lower(): int(ways[way]) for way in How},
    }


def facts(world: World) -> dict[str, Any]:
    """The figures of a run so far. Who has not arrived costs the whole time; only if all have is there a makespan."""
    there = world.arrived != NONE
    seconds = (world.arrived[there] + 1) * world.settings.tick
    walked = world.seconds * int(np.count_nonzero(~there))
    log = world.log.counts()
    return {
        "agents": world.crowd.size,
        "arrived": int(there.sum()),
        "ticks": world.tick,
        "seconds_simulated": world.seconds,
        "makespan": float(seconds.max(initial=0.0)) if there.all() else None,
        "sum_of_costs": float(seconds.sum()) + walked,
        "mean_delay": float(world.delay.mean()) if world.crowd.size else 0.0,
        "contacts": world.contacts,
        "conflicts": conflicts(world),
        "conflicts_lost": world.book.lost,
        "deadlocks": world.deadlocks.named,
        "deadlocks_resolved": log.get(Act.RESOLVED.name.lower(), 0),
        "log": log,
        "messages": list(world.agents.messages),
        "hash": digest(world),
    }


def digest(world: World) -> str:
    """The same for the same run, to the last bit; another for any other."""
    crowd, table, count = world.crowd, world.book.table, world.book.count
    columns = (crowd.x, crowd.y, crowd.rank, crowd.presence, world.arrived, world.delay, world.log.rows)
    met = (column[:count] for column in table[:-1])
    total = hashlib.blake2b(f"{world.tick} {world.contacts} ".encode(), digest_size=16)
    for column in (*columns, *met):
        total.update(np.ascontiguousarray(column).tobytes())
    return total.hexdigest()
