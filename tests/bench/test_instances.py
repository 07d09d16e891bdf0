"""Crowds on instances of multi-agent path finding: who walks, what is counted, what is refused."""

import json
import math

import numpy as np
import pytest

from sandbox.agents.api import policies
from sandbox.bench.crowds.instances import Instance, agents_of, numbers_of, run_instance, summaries
from sandbox.bench.scenarios import Selection, case_of, level_at
from sandbox.cli.entry import run
from sandbox.errors import BadInput
from sandbox.planning.api import planners

ROOM = ["......", "......", "..@@..", "......"]
ENDS = [((0, 0), (5, 0)), ((5, 1), (0, 1)), ((0, 3), (5, 3))]


@pytest.fixture
def scen(tmp_path):
    """Three agents in a room of 6 x 4."""
    (tmp_path / "room.map").write_text(
        "type octile\nheight 4\nwidth 6\nmap\n" + "\n".join(ROOM) + "\n", encoding="utf-8"
    )
    file = tmp_path / "room-random-1.scen"
    file.write_text("version 1\n" + "".join(line(*ends) for ends in ENDS), encoding="utf-8")
    return file


def line(start, goal):
    return f"0\troom.map\t6\t4\t{start[0]}\t{start[1]}\t{goal[0]}\t{goal[1]}\t5.0\n"


def instance(scen, policy="keep-right", **facts):
    usual = {"agents": 3, "seconds": 60.0, "radius": 0.24, "speed": 1.0}
    made = policies[policy].create(), planners["astar"].create()
    return Instance(policy, *made, scen, scen.with_name("room.map"), **usual | facts)


def test_agent_i_stands_and_goes_as_line_i_says(scen):
    level = level_at(scen.with_name("room.map"))
    case = case_of(scen, level, Selection())
    agents = agents_of(instance(scen, agents=2, radius=0.3, speed=2.0), level, case)
    assert agents.places.tolist() == [[0.5, 0.5], [5.5, 1.5]]
    assert agents.goals.tolist() == [[5.5, 0.5], [0.5, 1.5]]
    assert (agents.radius.tolist(), agents.speed.tolist()) == ([0.3, 0.3], [2.0, 2.0])


@pytest.mark.parametrize("policy", ["keep-right", "pibt", "whca", "orca", "replan"])
def test_a_run_is_judged_and_never_beats_its_lower_bound(scen, policy):
    facts = run_instance(instance(scen, policy))
    assert (facts["arrived"], facts["solved"], facts["checked"]) == (3, True, True)
    assert facts["lower_bound"] == pytest.approx(15 - 3 * math.sqrt(2) * 2 * 0.24)
    assert facts["lower_bound"] <= facts["sum_of_costs"] <= 3 * facts["makespan"]


def test_who_has_no_time_has_not_solved_it(scen):
    facts = run_instance(instance(scen, seconds=0.5))
    assert (facts["arrived"], facts["solved"], facts["makespan"]) == (0, False, None)
    assert facts["sum_of_costs"] == pytest.approx(1.5)


def test_a_stopped_run_ends(scen):
    facts = run_instance(instance(scen), np.ones(1, np.uint8))
    assert not facts["solved"]


@pytest.mark.parametrize(
    ("more", "said_of", "expected"),
    [({"agents": 4}, "3 agents", "at least 4"), ({"radius": 0.5}, "0.5", "at most 0.49")],
)
def test_what_cannot_be_is_refused(scen, more, said_of, expected):
    with pytest.raises(BadInput) as error:
        run_instance(instance(scen, **more))
    assert said_of in str(error.value)
    assert expected in str(error.value)


def test_two_agents_in_one_cell_are_named(scen):
    scen.write_text(scen.read_text(encoding="utf-8") + line((0, 0), (3, 3)), encoding="utf-8")
    with pytest.raises(BadInput, match=r"agent 1.*\(0, 0\)"):
        run_instance(instance(scen, agents=4))


@pytest.mark.parametrize(("ends", "what"), [(((2, 2), (0, 0)), "start"), (((0, 0), (3, 2)), "goal")])
def test_an_end_in_a_wall_is_named(scen, ends, what):
    scen.write_text("version 1\n" + line(*ENDS[1]) + line(*ends), encoding="utf-8")
    with pytest.raises(BadInput, match=rf"agent 2: a {what} in a wall, \(\d, 2\)"):
        run_instance(instance(scen, agents=2))


def test_a_goal_that_cannot_be_reached_has_no_lower_bound(tmp_path):
    (tmp_path / "room.map").write_text("type octile\nheight 1\nwidth 5\nmap\n..@..\n", encoding="utf-8")
    file = tmp_path / "split.scen"
    file.write_text("version 1\n0\troom.map\t5\t1\t0\t0\t4\t0\t1\n", encoding="utf-8")
    facts = run_instance(instance(file, agents=1, seconds=2.0))
    assert (facts["arrived"], facts["solved"], facts["lower_bound"], facts["checked"]) == (0, False, None, True)


def test_summaries_count_by_policy():
    row = {"policy": "a", "solved": True, "checked": True, "arrived": 3, "agents": 3, "seconds": 1.0}
    one = row | {"sum_of_costs": 12.0, "lower_bound": 10.0}
    two = row | {"solved": False, "arrived": 1, "sum_of_costs": 90.0, "lower_bound": 10.0, "checked": "overlap"}
    (found,) = summaries([one, two])
    assert (found["instances"], found["solved"], found["wrong"], found["arrived"], found["agents"]) == (2, 1, 1, 4, 6)
    assert found["above_lower_bound"] == pytest.approx(0.2)


def test_the_command_says_a_line_an_instance_and_a_policy(scen, capsys):
    words = ("bench", str(scen), "--policy", "pibt,keep-right", "--agents", "3", "--option", "radius=0.3")
    assert run([*words, "--json"]) == 0
    one, two, *summary = map(json.loads, capsys.readouterr().out.splitlines())
    fixed = {
        "policy", "file", "agents", "solved", "seconds_first", "seconds", "sum_of_costs", "makespan", "lower_bound",
        "checked",
    }  # fmt: skip
    assert set(one) >= fixed
    assert [row["policy"] for row in (one, two, *summary)] == ["pibt", "keep-right", "pibt", "keep-right"]
    assert [row["solved"] for row in summary] == [1, 1]
    assert one["lower_bound"] == pytest.approx(15 - 3 * math.sqrt(2) * 2 * 0.3)  # a cell a second


def test_workers_and_words_said_twice_change_nothing(scen, capsys):
    found = []
    for words in (("pibt,keep-right", "--jobs", "1"), ("pibt,keep-right,pibt", "--jobs", "2")):
        assert run(["bench", str(scen), "--agents", "3", "--json", "--policy", *words]) == 0
        rows = [json.loads(row) for row in capsys.readouterr().out.splitlines()]
        found.append([{name: value for name, value in row.items() if "seconds" not in name} for row in rows])
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--longest", "3"), "--longest"),
        (("--out", "x.csv"), "--out"),
        (("--policy", "nobody"), "nobody"),
        (("--agents", "0"), "--agents"),
        (("--option", "radius=wide"), "radius"),
        (("--option", "leave=perhaps"), "leave"),
        (("--option", "mixed=on"), "mixed"),
        (("--planner", "astar,jps"), "2 planners"),
        (("--seconds", "inf"), "--seconds"),
    ],
)
def test_what_does_not_go_with_crowds_is_said_in_one_line(scen, capsys, words, expected):
    assert run(["bench", str(scen), "--policy", "pibt", "--agents", "3", *words]) == 2
    error = capsys.readouterr().err
    assert expected in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("most", "steps", "found"), [(40, 4, [10, 20, 30, 40]), (7, 1, [7]), (2, 5, [1, 2]), (10, 3, [3, 7, 10])]
)
def test_fewer_agents_come_in_equal_steps(most, steps, found):
    assert numbers_of(most, steps) == found


def test_the_command_takes_fewer_agents_first(scen, capsys):
    words = ["bench", str(scen), "--policy", "keep-right", "--agents", "3", "--steps", "3", "--json"]
    assert run(words) == 0
    lines = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    assert [fact["agents"] for fact in lines if "summary" not in fact] == [1, 2, 3]
