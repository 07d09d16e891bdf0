"""`simulate` and `render` of what it recorded, as a person types them."""

import json

import pytest

from sandbox.agents.api import policies
from sandbox.agents.record.facts import digest
from sandbox.agents.record.saved import Saved
from sandbox.cli.entry import run
from sandbox.level import formats
from sandbox.planning.api import planners
from sandbox.settings import levels_folder

FIELDS = {
    "policy", "agents", "arrived", "ticks", "seconds_simulated", "seconds_wall", "steps_per_second", "makespan",
    "sum_of_costs", "conflicts", "overlaps", "wall_violations", "deadlocks", "mean_delay", "messages", "hash",
}  # fmt: skip


def simulated(capsys, *words, status=0):
    assert run(["simulate", *words, "--json"]) == status, capsys.readouterr().err
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_fields_that_stay_fixed(capsys):
    (found,) = simulated(capsys, "door", "--policy", "keep-right", "--agents", "20", "--seconds", "40", "--check")
    assert set(found) >= FIELDS
    assert (found["agents"], found["arrived"], found["overlaps"], found["wall_violations"]) == (20, 20, 0, 0)
    assert found["seconds_simulated"] == pytest.approx(found["ticks"] / 30)
    assert 0 < found["makespan"] <= found["seconds_simulated"]
    assert found["makespan"] <= found["sum_of_costs"] <= 20 * found["makespan"]
    kinds, ways = found["conflicts"]["kind"], found["conflicts"]["resolution"]
    assert sum(kinds.values()) == sum(ways.values()) == ways["turned"] > 0


def test_nobody_alone_is_resolved_and_the_judge_says_so(capsys):
    (found,) = simulated(capsys, "crossing", "--policy", "alone", "--seconds", "20", "--check", status=1)
    assert found["overlaps"] > 0
    assert found["wall_violations"] == 0
    assert found["conflicts"]["resolution"]["overlapped"] > 0
    assert "overlap by" in found["faults"][0]
    assert run(["simulate", "crossing", "--policy", "alone", "--seconds", "20", "--check"]) == 1
    assert "CHECK FAILED" in capsys.readouterr().out
    (found,) = simulated(capsys, "crossing", "--policy", "alone", "--seconds", "1")
    assert (found["overlaps"], found["makespan"]) == (None, None)


def test_options_reach_crowd_policy_planner_and_rule(capsys, tmp_path):
    words = ("--option", "radius=0.4", "--option", "mixed=on", "--option", "leave=on", "--option", "speed=2")
    more = ("--option", "push.horizon=0.5", "--planner", "tra", "--rule", "priority")
    file = tmp_path / "a.npz"
    rest = ("--resolver", "all-pairs", "--dt", "0.05", "--seed", "7", "--record", str(file))
    (found,) = simulated(capsys, "door", "--policy", "push", "--seconds", "5", *words, *more, *rest)
    assert (found["rule"], found["resolver"], found["ticks"]) == ("priority", "all-pairs", 100)
    saved = Saved.load(file)
    assert saved.agents.radius.max() == 0.4
    assert sorted(set(saved.agents.radius.tolist())) == pytest.approx([0.2, 0.3, 0.4])
    assert 1.9 < saved.agents.speed.max() <= 2.0
    settings = saved.settings
    assert (settings.leave, settings.seed, settings.tick) == (True, 7, 0.05)
    assert settings.planner == planners["tra"].create()
    assert settings.policy == policies["push"].create({"horizon": 0.5})
    (found,) = simulated(capsys, "head-on", "--policy", "keep-right,push", "--option", "push.horizon=0.5")[1:]
    assert found["policy"] == "push"


def test_the_same_seed_is_the_same_run_and_another_is_another(capsys):
    words = ("circle", "--policy", "keep-right", "--seconds", "3", "--option", "spread=0.5")
    hashes = [simulated(capsys, *words, "--seed", seed)[0]["hash"] for seed in ("1", "1", "2")]
    assert hashes[0] == hashes[1] != hashes[2]
    twin = simulated(capsys, *words, "--seed", "1", "--resolver", "all-pairs")[0]["hash"]
    assert twin == hashes[0]


def test_a_recorded_run_is_drawn(capsys, tmp_path):
    file = tmp_path / "run.npz"
    simulated(capsys, "corridor", "--policy", "keep-right", "--agents", "30", "--seconds", "4", "--record", str(file))
    sizes = []
    for name, words in {
        "start.svg": ("--at", "0"),
        "end.svg": (),
        "all.svg": ("--layers", "all"),
        "discs.svg": ("--layers", "agents"),
        "end.png": ("--size", "200x40"),
        "film.gif": ("--frames", "4", "--size", "200x40"),
    }.items():
        out = tmp_path / name
        assert run(["render", str(file), "-o", str(out), *words]) == 0, capsys.readouterr().err
        sizes.append(out.stat().st_size)
    start, end, everything, discs = sizes[:4]
    assert discs < end < everything
    assert start != end
    assert (tmp_path / "film.gif").read_bytes()[:6] == b"GIF89a"
    level = formats.load(levels_folder() / "corridor.json")
    centre = level.markers["start"].point
    assert f'cx="{centre[0]:g}" cy="{centre[1]:g}"' not in (tmp_path / "all.svg").read_text(encoding="utf-8")


def test_a_recording_that_was_tampered_with_is_refused(capsys, tmp_path):
    file = tmp_path / "run.npz"
    simulated(capsys, "head-on", "--policy", "push", "--seconds", "1", "--record", str(file))
    saved = Saved.load(file)
    film = saved.film()
    assert digest(film.world) == saved.hash
    saved.agents.speed[0] *= 0.9
    saved.save(file)
    assert run(["render", str(file), "-o", str(tmp_path / "x.svg")]) == 2
    assert "run again, its hash is" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--policy", "walk"], "policy: 'walk' is not registered, expected one of alone"),
        (["--policy", "push", "--agents", "50001"], "agents: 50,001, expected at most 50,000"),
        (["--policy", "push", "--agents", "-1"], "--agents: '-1', expected 0 or more"),
        (["--policy", "push", "--dt", "1"], "dt: 1 s, expected 0.001 to 0.25 s"),
        (["--policy", "push", "--seconds", "1e9"], "--seconds: 1e+09, expected 1,000,000 at most"),
        (["--policy", "push", "--planner", "polyanya"], "one that plans for points only"),
        (["--policy", "push", "--planner", "nobody"], "planner: 'nobody' is not registered"),
        (["--policy", "push", "--option", "radius=9"], "--option radius: 9.0, expected a number from 0.05 to 4"),
        (["--policy", "push", "--option", "push.hurry=1"], "push.hurry: no such option"),
        (["--policy", "push", "--option", "other.x=1"], "'other' is not among the chosen"),
        (["--policy", "push,alone", "--record", "x.npz"], "--record: 2 policies, expected one"),
        (["--policy", "push", "--record", "x.txt"], "--record: x.txt, expected a .npz file"),
        (["--policy", "push", "--rule", "fight"], "invalid choice: 'fight'"),
    ],
)
def test_what_cannot_be_is_one_line(words, said, capsys):
    assert run(["simulate", "head-on", *words]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ")
    assert said in error
    assert error.count("\n") == 1
