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


def line(start, goal, size=(6, 4)):
    return "\t".join(map(str, [0, "room.map", *size, *start, *goal, 5.0])) + "\n"


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


def test_the_lower_bound_is_a_time_and_who_stands_at_the_goal_needs_none(scen):
    scen.write_text("version 1\n" + line((0, 0), (5, 0)) + line((2, 3), (2, 3)), encoding="utf-8")
    facts = run_instance(instance(scen, agents=2, radius=0.49, speed=2.0))
    assert facts["lower_bound"] == pytest.approx((5 - math.sqrt(2) * 2 * 0.49) / 2)
    assert (facts["solved"], facts["checked"]) == (True, True)
    assert facts["lower_bound"] <= facts["sum_of_costs"]


def test_who_has_no_time_has_not_solved_it(scen):
    facts = run_instance(instance(scen, seconds=0.5))
    assert (facts["arrived"], facts["solved"], facts["makespan"]) == (0, False, None)
    assert (facts["sum_of_costs"], facts["seconds_simulated"]) == (pytest.approx(1.5), pytest.approx(0.5))
    planned = run_instance(instance(scen, seconds=0.0))
    assert planned["seconds"] == planned["seconds_first"] > 0  # no tick, and the first ways all the same


def test_a_stopped_run_ends(scen):
    facts = run_instance(instance(scen), np.ones(1, np.uint8))
    assert not facts["solved"]
    assert (facts["lower_bound"], facts["seconds_simulated"]) == (None, 0)


@pytest.fixture
def lane(tmp_path):
    """One behind another in a lane a cell wide; the first one's goal is in the way of the second."""
    (tmp_path / "room.map").write_text("type octile\nheight 1\nwidth 6\nmap\n......\n", encoding="utf-8")
    file = tmp_path / "lane.scen"
    file.write_text("version 1\n" + line((1, 0), (3, 0), (6, 1)) + line((0, 0), (5, 0), (6, 1)), encoding="utf-8")
    return file


def test_who_has_arrived_is_in_the_way_unless_all_leave(lane, capsys):
    found = [run_instance(instance(lane, agents=2, seconds=20.0, radius=0.4, leave=leave)) for leave in (False, True)]
    assert [(facts["arrived"], facts["solved"]) for facts in found] == [(1, False), (2, True)]
    words = ("bench", str(lane), "--policy", "keep-right", "--agents", "2", "--seconds", "20", "--json")
    assert run([*words, "--option", "leave=on", "--option", "radius=0.4"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["sum_of_costs"] == found[1]["sum_of_costs"]


def test_arriving_through_others_solves_nothing_and_the_judge_is_heard(lane, capsys):
    facts = run_instance(instance(lane, "alone", agents=2))
    assert (facts["arrived"], facts["solved"]) == (2, False)
    assert "overlap" in facts["checked"]
    words = ("bench", str(lane), "--policy", "alone,keep-right", "--agents", "2", "--seconds", "9")
    assert run(words) == 1
    told = capsys.readouterr().out
    assert f"alone on lane.scen: CHECK FAILED: {facts['checked'].split()[0]}" in told
    assert told.count("CHECK FAILED") == told.count("WRONG") == 1
    assert [row.split()[4] for row in told.splitlines() if " lane.scen " in row and "CHECK" not in row] == ["no", "yes"]


def test_who_interrupts_gets_what_was_finished_and_no_summary(scen, capsys, monkeypatch):
    def interrupted(work, todo, jobs, stop):
        for item in todo:
            yield work(item, None)
            stop[0] = 1
            yield None

    monkeypatch.setattr("sandbox.cli.crowds.shared_out", interrupted)
    words = ["bench", str(scen), "--policy", "pibt,whca", "--agents", "3", "--json"]
    assert run(words) == 130
    (row,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert (row["policy"], row["solved"]) == ("pibt", True)


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
    scen.write_text(scen.read_text(encoding="utf-8") + line((0, 0), (0, 1)), encoding="utf-8")
    with pytest.raises(BadInput, match=r"agent 1.*a start of two agents, \(0, 0\)"):
        run_instance(instance(scen, agents=4))
    assert run_instance(instance(scen, agents=3))["solved"]  # who does not walk is in nobody's way


def test_two_agents_with_one_goal_are_named_and_the_first_such_pair(scen):
    more = line((0, 1), (4, 3)) + line((1, 3), (0, 1)) + line((2, 0), (4, 3)) + line((3, 0), (0, 1))
    scen.write_text(scen.read_text(encoding="utf-8") + more, encoding="utf-8")
    with pytest.raises(BadInput, match=r"agent 2: a goal of two agents, \(0, 1\)"):
        run_instance(instance(scen, agents=7))


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


def test_a_summary_is_the_mean_of_what_was_solved_and_has_a_bound():
    row = {"solved": True, "checked": True, "arrived": 2, "agents": 2, "seconds": 1.5, "lower_bound": 10.0}
    costs = {"a": [11.0, 14.0], "b": [30.0, 9.0]}
    rows = [row | {"policy": policy, "sum_of_costs": cost} for policy in costs for cost in costs[policy]]
    rows[2] |= {"solved": False}
    rows[3] |= {"lower_bound": 0.0}  # all stand where they are to go
    mixed = [rows[2], rows[0], rows[3], rows[1]]
    b, a = summaries(mixed)
    assert (a["policy"], a["seconds"], a["above_lower_bound"]) == ("a", 3.0, pytest.approx(0.25))
    assert (b["policy"], b["solved"], b["wrong"], b["above_lower_bound"]) == ("b", 1, 0, None)


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


def test_the_tables_say_what_the_lines_say(scen, capsys):
    words = ["bench", str(scen), "--policy", "pibt", "--agents", "3", "--option", "speed=2"]
    assert run([*words, "--json"]) == 0
    one, summary = map(json.loads, capsys.readouterr().out.splitlines())
    assert summary["above_lower_bound"] == pytest.approx(one["sum_of_costs"] / one["lower_bound"] - 1)
    assert one["seconds"] >= one["seconds_first"] > 0
    assert (one["folder"], one["deadlocks"]) == (str(scen.parent), 0)
    assert one["makespan"] <= one["seconds_simulated"]
    assert run(words) == 0
    _, _, row, _, _, last = (line.split() for line in capsys.readouterr().out.splitlines())
    assert (row[0], row[2:5], row[-1]) == ("pibt", ["3", "3", "yes"], "ok")
    assert [float(cell) for cell in row[-4:-1]] == pytest.approx(
        [one["sum_of_costs"], one["makespan"], one["lower_bound"]], abs=0.01
    )
    assert last[:4] == ["pibt", "1", "1", "3"]
    assert float(last[-1]) == pytest.approx(100 * summary["above_lower_bound"], abs=0.1)


def test_the_map_may_lie_elsewhere(scen, tmp_path, capsys):
    (tmp_path / "elsewhere").mkdir()
    there = scen.with_name("room.map").rename(tmp_path / "elsewhere" / "other.map")
    words = ["bench", str(scen), "--policy", "pibt", "--agents", "3", "--json"]
    assert run(words) == 2
    assert run([*words, "--map", str(there)]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["solved"]


def test_another_seed_is_another_run(tmp_path, capsys):
    rows = [(x, y) for y in range(5) for x in range(7)]
    (tmp_path / "room.map").write_text(
        "type octile\nheight 5\nwidth 7\nmap\n" + "\n".join(["." * 7] * 5) + "\n", encoding="utf-8"
    )
    file = tmp_path / "full.scen"
    file.write_text(
        "version 1\n" + "".join(line(*ends, (7, 5)) for ends in zip(rows, rows[::-1], strict=True)), encoding="utf-8"
    )
    found = []
    for seed in ("0", "1", "1"):
        words = ("bench", str(file), "--policy", "pibt", "--agents", "20", "--seconds", "60", "--seed", seed, "--json")
        assert run(words) == 0
        found.append(json.loads(capsys.readouterr().out.splitlines()[0])["sum_of_costs"])
    assert found[0] != found[1] == found[2]


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
        (("--jobs", "0"), "--jobs"),
        (("--seed", "-1"), "--seed"),
        (("--resume",), "--resume"),
        (("--per-query", "x.csv"), "--per-query"),
        (("--option", "radius=wide"), "radius"),
        (("--option", "leave=perhaps"), "leave"),
        (("--option", "mixed=on"), "mixed"),
        (("--planner", "astar,jps"), "2 planners"),
        (("--seconds", "inf"), "--seconds"),
        (("--seconds", "1000001"), "--seconds"),
        (("--seconds", "-1"), "--seconds"),
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
