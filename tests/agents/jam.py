"""A jam: 25 discs that all want to one point, by every rule; what it costs in contacts, and the smallest gap.

`python -m tests.agents.jam BAND MOST_HITS TICKS` prints it as JSON. The two constants are compiled into the kernels, so
another value is tried in a process without the JIT.
"""

import json
import sys

import numpy as np

from sandbox.agents.check import Judge
from sandbox.agents.crowd import new_crowd
from sandbox.agents.resolver import Neighbours, Rule, contact, events, rules
from sandbox.agents.space.walls import walls_of
from sandbox.level.model import Level

SIDE, TICK, SPEED = 5, 1 / 30, 2.0
DISCS = SIDE * SIDE


def jam(rule, ticks):
    """Most contacts in a tick, and what the judge says."""
    level, random, number = Level.empty(12, 12), np.random.default_rng(1), np.arange(DISCS)
    grid = np.column_stack([number % SIDE, number // SIDE])
    places = grid * 0.62 + 4.0 + random.uniform(0, 0.005, (DISCS, 2))
    crowd = new_crowd(places, np.full(DISCS, 0.3), np.full(DISCS, SPEED))
    crowd.rank[:] = random.permutation(DISCS)
    walls, work, judge = walls_of(level, 0.5), events.new_workspace(DISCS), Judge(level)
    neighbours = Neighbours(crowd, 2.02 * SPEED * TICK + 1e-6, 0.25)
    most = 0
    for _ in range(ticks):
        way = np.array([5.5, 5.5]) - np.column_stack([crowd.x, crowd.y])
        length = np.maximum(np.sqrt((way * way).sum(axis=1)), 1e-9)
        crowd.vx[:], crowd.vy[:] = (way * (SPEED / length)[:, None]).T
        before = crowd.copy()
        most = max(most, int(events.resolve(crowd, neighbours.lists(), walls, work, int(rule), TICK)))
        judge.tick(before, work.contacts, crowd, TICK)
    return {"most": most, "ok": judge.ok, "gap": float(judge.least_gap)}


def main(band, most_hits, ticks):
    """All rules, with these constants."""
    contact.BAND = rules.BAND = band
    rules.MOST_HITS = events.MOST_HITS = most_hits
    print(json.dumps({rule.name: jam(rule, ticks) for rule in Rule}))


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
