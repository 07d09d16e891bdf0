"""The curves of crowds: measured on the same discs, counted right, refused where nobody fits."""

import json

import numpy as np
import pytest

from sandbox.agents.check import Judge
from sandbox.agents.crowd import MOST
from sandbox.agents.resolver import all_pairs, resolve
from sandbox.bench import crowd_curves
from sandbox.bench.crowd_curves import TICK, TURN, Arena, check_against_all_pairs
from sandbox.bench.curves import curves
from sandbox.cli.entry import run
from sandbox.errors import BadInput, SandboxError

GO = np.zeros(1, np.uint8)
KEYS = [e.key for e in curves if e.key.startswith("collisions-")]


@pytest.mark.parametrize("key", KEYS)
def test_a_curve_measures_as_often_as_asked(key):
    measured = curves[key].create({"repeats": 3}).measure(40, GO)
    assert (measured.n, len(measured.values)) == (40, 3)


@pytest.mark.parametrize("area", [6.0, 25.0, 100.0])
def test_discs_of_an_arena_meet_and_nothing_is_wrong(area):
    arena = Arena(60, area)
    judge = Judge(arena.level)
    for _ in range(60):
        before = arena.crowd.copy()

        def step(*args, before=before):
            before.vx[:], before.vy[:] = args[0].vx, args[0].vy
            return resolve(*args)

        arena.tick(step)
        judge.tick(before, arena.workspace.contacts, arena.crowd, TICK)
    assert judge.ok, judge.first
    assert arena.contacts > 0


def test_a_wrong_answer_is_not_timed(monkeypatch):
    check_against_all_pairs(50)
    monkeypatch.setattr(crowd_curves, "all_pairs", lambda *args: all_pairs(*args[:-1], TICK / 2))
    with pytest.raises(SandboxError, match="not those of all pairs"):
        check_against_all_pairs(50)


@pytest.mark.parametrize(("key", "size", "ticks"), [("events", 600, 33), ("events", 40, 500), ("all-pairs", 600, 1)])
def test_at_most_500_are_checked_and_the_time_is_a_tick_s(key, size, ticks, monkeypatch):
    checked, ticked = [], []
    monkeypatch.setattr(crowd_curves, "check_against_all_pairs", checked.append)
    monkeypatch.setattr(Arena, "tick", lambda self, *_: ticked.append(self.crowd.size))
    monkeypatch.setattr(crowd_curves, "timed", lambda some, repeats, _: some() or (6.0,) * repeats)
    measured = curves[f"collisions-{key}"].create({"repeats": 2}).measure(size, GO)
    assert checked == [min(size, 500)]
    assert ticked == [size] * (TURN + ticks)  # until contacts are usual, and then what is timed
    assert measured.values == (6.0 / ticks,) * 2


def test_everybody_takes_another_direction_every_thirty_ticks():
    arena = Arena(40)
    for number in range(1, 2 * TURN + 2):
        before = arena._ahead
        arena.tick()
        assert (arena._ahead is not before) == (number in (TURN + 1, 2 * TURN + 1))


def test_they_go_every_way_as_often():
    ahead = Arena(800)._ahead
    assert np.allclose(np.linalg.norm(ahead, axis=1), 1.0)
    eighths = np.histogram(np.arctan2(ahead[:, 1], ahead[:, 0]), 8, (-np.pi, np.pi))[0]
    assert 60 < eighths.min() <= eighths.max() < 140


@pytest.mark.parametrize("size", [0, MOST + 1])
def test_too_few_and_too_many(size):
    with pytest.raises(BadInput, match=f"{size} discs"):
        curves["collisions-events"].create({}).measure(size, GO)


def test_the_family_by_one_word(capsys):
    assert run(["curve", "collisions", "--sizes", "30,60", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["curve"] for line in lines} == set(KEYS) == {"collisions-events", "collisions-all-pairs"}
    assert sum("exponent" in line for line in lines) == 2
