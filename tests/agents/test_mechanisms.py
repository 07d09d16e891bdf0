"""Every named mechanism does what it is there for: with it switched off, what it is for fails."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sandbox.agents.api import Agents, Settings, policies
from sandbox.agents.clock import Clock
from sandbox.agents.crowd import Presence
from sandbox.agents.muster import Muster
from sandbox.agents.record.facts import facts
from sandbox.agents.resolver import MOST_HITS, Rule
from sandbox.agents.resolver.contact import BAND
from sandbox.agents.run import Run
from sandbox.agents.world import World
from sandbox.level.formats import load
from sandbox.level.model import FLOOR, WALL, Level, Obstacle
from sandbox.level.rect import Rect
from sandbox.level.timed import Door, Drift
from sandbox.planning.api import planners
from sandbox.settings import levels_folder
from tests.agents import jam

ROOT = Path(__file__).resolve().parents[2]


def on_level(name, seconds, policy, agents=0, rule=None, **options):
    """The figures of a run on a level that ships, judged."""
    level = load(levels_folder() / f"{name}.json")
    crowd = Muster(agents=agents).gather(level, 0)
    run = Run(World(level, crowd, _settings(policy, rule, options)), seconds, checked=True)
    run.go()
    assert not run.faults
    return run.facts()


def of_agents(level, policy, *rows, seconds=20.0, **options):
    """A run of agents (place, goal), all equally fast; the world after it."""
    places, goals = (np.array([row[k] for row in rows], float) for k in (0, 1))
    count = len(rows)
    crowd = Agents(places, goals, np.full(count, 0.3), np.full(count, 1.4), np.zeros(count, np.int32))
    run = Run(World(level, crowd, _settings(policy, None, options)), seconds, checked=True)
    run.go()
    assert not run.faults
    return run.world


def _settings(policy, rule, options):
    return Settings(policies[policy].create(options), planners["astar"].create(), rule)


# Rules of contact.


@pytest.mark.parametrize("name", ["corridor", "circle"])
def test_who_turns_right_at_a_contact_gets_through_and_who_slides_does_not(name):
    right, slide = (on_level(name, 60, "keep-right", rule=rule, swerve=False) for rule in (Rule.RIGHT, Rule.SLIDE))
    assert right["arrived"] >= 0.95 * right["agents"]
    assert slide["arrived"] < 0.2 * slide["agents"]


# The resolver's two constants.


def jams(band=BAND, most_hits=MOST_HITS, ticks=20):
    """The jam in a process where the constants can be others."""
    command = [sys.executable, "-m", "tests.agents.jam", str(band), str(most_hits), str(ticks)]
    plain = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_without_the_band_rounding_makes_overlaps():
    without = jams(band=0.0)
    for rule in Rule:
        within = jam.jam(rule, 20)
        assert within["ok"]
        assert within["gap"] > 0.99 * BAND
        assert not without[rule.name]["ok"]
        assert without[rule.name]["gap"] < 0


@pytest.mark.parametrize("rule", ["SLIDE", "PUSH", "PRIORITY"])
def test_without_a_limit_of_contacts_a_jam_does_not_end(rule):
    bound = jam.DISCS * MOST_HITS
    assert jam.jam(Rule[rule], 20)["most"] <= bound
    fifty, hundred = (jams(most_hits=most, ticks=2)[rule]["most"] for most in (50, 100))
    assert fifty > bound
    assert hundred > 1.5 * fifty  # the more are allowed, the more there are


# What policies do.


def test_swerve():
    ends = ((2.5, 3.5), (9.5, 3.5)), ((9.5, 3.5), (2.5, 3.5))
    on, off = (of_agents(Level.empty(12, 7), "keep-right", *ends, swerve=swerve) for swerve in (True, False))
    assert on.done
    assert (on.contacts, on.log.counts()["swerve"]) == (0, 2)
    assert off.contacts > 0
    assert "swerve" not in off.log.counts()


def test_wait():
    ends = ((2.5, 6.5), (10.5, 6.5)), ((6.5, 2.5), (6.5, 10.5))
    on, off = (of_agents(Level.empty(13, 13), "stop-and-wait", *ends, wait=wait) for wait in (True, False))
    assert on.done
    assert on.contacts == 0
    assert facts(on)["conflicts"]["resolution"]["waited"] == 1
    assert off.contacts > 0
    assert facts(off)["conflicts"]["resolution"]["waited"] == 0


def test_turn_round():
    on, off = (on_level("door", 40, "stop-and-wait", agents=40, turn_round=turn) for turn in (True, False))
    assert on["deadlocks_resolved"] >= 0.5 * on["deadlocks"] > 0
    assert off["deadlocks_resolved"] < 0.5 * off["deadlocks"]
    assert on["arrived"] > 1.5 * off["arrived"]


def test_aside():
    on, off = (on_level("knot", 30, "push", aside=aside) for aside in (True, False))
    assert on["arrived"] == on["agents"]
    assert off["arrived"] < 0.5 * off["agents"]
    assert on["log"]["aside"] > 0
    assert "aside" not in off["log"]


def test_around():
    ends = ((2.5, 3.5), (9.5, 3.5)), ((6.0, 3.5), (6.0, 3.5))
    on, off = (of_agents(Level.empty(12, 7), "replan", *ends, around=around) for around in (True, False))
    assert on.done
    assert on.log.counts()["replan"] >= 1
    assert not off.done
    assert "replan" not in off.log.counts()


# Time waits for discs.


def gate():
    """A door that closes after a second, and a block that drifts over where it stood."""
    level = Level.empty(12, 6)
    level.terrain[:, 5] = WALL
    level.terrain[2:4, 5] = FLOOR
    level.polygons[1] = Obstacle.of_cells([(8, 2), (9, 2), (9, 4), (8, 4)], id=1)
    drift = Drift("block", 1, ((0, 0), (2, 0)), period=4.0)
    level.timed = Door("gate", Rect(5, 2, 6, 4), period=60.0, open_for=1.0), drift
    return level


STANDING = ((5.5, 3.0), (5.5, 3.0)), ((10.0, 3.0), (10.0, 3.0))


def buried(world):
    return int((world.crowd.presence == Presence.BURIED).sum())


def timed_world(policy="keep-right"):
    places = np.array([row[0] for row in STANDING])
    crowd = Agents(places, places.copy(), np.full(2, 0.3), np.full(2, 1.0), np.zeros(2, np.int32))
    world = World(gate(), crowd, _settings(policy, None, {}))
    for _ in range(180):
        world.step()
    return world


def test_doors_and_blocks_wait_for_discs(monkeypatch):
    world = timed_world()
    assert buried(world) == 0
    assert world.log.counts()["hold"] > 0
    assert world.level.terrain[2, 5] == FLOOR
    monkeypatch.setattr(Clock, "_anybody", lambda *_: False)
    assert buried(timed_world()) == 2


def test_a_way_round_somebody_is_kept_until_it_is_past():
    on, off = (on_level("circle", 60, "replan", around=around) for around in (True, False))
    assert on["arrived"] >= 0.95 * on["agents"]
    assert off["arrived"] < 0.5 * off["agents"]
