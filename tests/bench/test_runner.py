"""`bench` on a small map: what it measures, checks, writes, and how it goes on after an interruption."""

import csv
import json
import math
import pickle
from dataclasses import replace

import numpy as np
import pytest

from sandbox.bench import runner
from sandbox.bench.report import FLAT_COLUMNS, Sheet, mean_interval, summary
from sandbox.bench.runner import Job, run_job
from sandbox.bench.scenarios import Selection, case_of, map_of
from sandbox.cli.entry import run
from sandbox.errors import BadInput
from sandbox.level import formats
from sandbox.planning.api import Limits, planners
from tests.planning.levels import drawn

MAP = ["type octile", "height 4", "width 8", "map", "........", "..@@@@..", "..@..@..", "........"]
QUERIES = [(0, 0, 7, 0, 7.0), (0, 3, 7, 3, 7.0), (3, 2, 3, 0, 8.0), (1, 0, 1, 0, 0.0)]


@pytest.fixture
def scen(tmp_path):
    (tmp_path / "tiny.map").write_text("\n".join(MAP) + "\n", encoding="utf-8")
    rows = ["\t".join(map(str, (0, "tiny.map", 8, 4, *q))) for q in QUERIES]
    file = tmp_path / "tiny.map.scen"
    file.write_text("version 1\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return file


def job(scen, planner="astar", **changes):
    return replace(Job(planner, (), scen, map_of(scen)), **changes)


def test_the_map_lies_beside_the_scenario(scen):
    assert map_of(scen).name == "tiny.map"
    mapf = scen.rename(scen.with_name("tiny-random-1.scen"))
    assert map_of(mapf).name == "tiny.map"
    (scen.parent / "tiny.map").unlink()
    with pytest.raises(BadInput, match=r"no map tiny\.map beside it"):
        map_of(mapf)
    lone = scen.with_name("lone.map.scen")
    lone.write_text("version 1\n", encoding="utf-8")  # no query names a map either
    with pytest.raises(BadInput, match=r"no map lone\.map beside it"):
        map_of(lone)


def test_selections(scen):
    level = formats.load(map_of(scen))
    assert case_of(scen, level, Selection(longest=1)).optimal.tolist() == [8.0]
    sampled = [case_of(scen, level, Selection(sample=2, seed=s)).start.tolist() for s in (1, 1, 2, 3, 4, 5)]
    assert sampled[0] == sampled[1]
    assert any(s != sampled[0] for s in sampled)
    with pytest.raises(BadInput, match="8 × 4"):
        case_of(scen, formats.Level.empty(9, 9), Selection())


@pytest.mark.parametrize("planner", ["astar", "jps", "bidirectional", "greedy", "theta"])
def test_every_answer_is_checked_and_right(scen, planner):
    results = run_job(job(scen, planner, repeat=2))
    assert results.reason == [""] * 4
    assert results.solved.all()
    facts = summary(results)
    assert (facts["queries"], facts["solved"], facts["wrong"]) == (4, 4, 0)
    assert facts["query_us"]["total"] > 0
    assert pickle.loads(pickle.dumps(results)).job.label == planner


def test_a_wrong_optimum_is_found_out(scen):
    text = scen.read_text(encoding="utf-8")
    scen.write_text(text.replace("\t7.0", "\t6.5", 1), encoding="utf-8")
    reasons = run_job(job(scen)).reason
    assert "the optimum is 6.5" in reasons[0]
    scen.write_text(text.replace("\t7.0", "\t7.5", 1), encoding="utf-8")
    assert "less than the optimum" in run_job(job(scen, "greedy")).reason[0]


def test_an_illegal_path_is_found_out(scen, monkeypatch):
    monkeypatch.setattr("sandbox.planning.grid.planner.write_centres", lambda _ids, _stride, points: points.fill(0.5))
    assert sum(map(bool, run_job(job(scen)).reason)) == 3


def test_a_planner_that_cannot_says_so(scen, tmp_path):
    swamp = tmp_path / "swamp.json"
    formats.save(drawn("........", "..####..", "..#ww#..", "........"), swamp)
    for planner, message in (("jps", "needs terrain of one cost"), ("astar", "")):
        results = run_job(job(scen, planner, map=swamp))
        assert results.message == message
        assert results.reason == [""] * 4
        assert results.solved.tolist() == [not message] * 4
        assert np.isnan(results.optimal).all()  # the file knows only lengths


def test_planners_that_answer_one_by_one_keep_every_answer(scen):
    results = run_job(job(scen, "polyanya"))
    assert results.solved.all()
    around = math.hypot(0.5, 0.5) + 1 + 2 + math.hypot(1.5, 0.5)  # out by the bottom, past the left wall's corners
    assert results.cost == pytest.approx([7.0, 7.0, around, 0.0], abs=1e-4)
    assert results.reason == [""] * 4


def test_a_cancelled_job_stops_at_the_query_it_was_at(scen, monkeypatch):
    stop, asked = np.zeros(1, np.uint8), []
    prepared = planners["polyanya"].create().prepare(formats.load(map_of(scen)))
    case = case_of(scen, prepared.level, Selection())

    def plan(query, limits, _recording=None, answer=prepared.plan):
        asked.append(query)
        stop[0] = len(asked) == 2
        return answer(query, limits)

    monkeypatch.setattr(prepared, "plan", plan)
    work = runner._Answers(case, prepared, Limits(stop=stop))
    work.singly()
    assert (len(asked), len(work.plans), work.ended) == (2, 2, True)
    stop[0] = 0
    asked.clear()
    assert len(prepared.plan_many(work.queries, Limits(stop=stop))) == 2


@pytest.mark.parametrize("planner", ["astar", "hpa", "ta"])
def test_kernels_whole_answers_and_what_is_shared_are_timed_apart(scen, planner):
    results = run_job(job(scen, planner))
    searched = results.ns > 0
    assert searched.sum() == 3  # the fourth begins where it ends
    assert (results.answer_ns > 0).all()
    facts = summary(results)
    assert facts["shared_ms"] > 0
    assert facts["answer_us"]["median"] > 0


@pytest.mark.parametrize("planner", ["astar", "jps", "theta", "hpa", "polyanya"])
def test_queries_that_take_no_search_come_first_or_alone(scen, planner):
    trivial, walled = QUERIES[3], (3, 1, 0, 0, 5.0)
    for rows, solved in (([trivial], [True]), ([trivial, *QUERIES[:2]], [True] * 3), ([walled], [False]), ([], [])):
        rewrite(scen, rows)
        results = run_job(job(scen, planner))
        assert results.solved.tolist() == solved
        assert summary(results)["queries"] == len(rows)
        assert [bool(reason) for reason in results.reason] == [not found for found in solved]


def test_the_warm_up_is_with_a_query_that_takes_a_search(scen, monkeypatch):
    rewrite(scen, [QUERIES[3], QUERIES[3], *QUERIES[:2]])
    prepared, asked = planners["jps"].create().prepare(formats.load(map_of(scen))), []
    case = case_of(scen, prepared.level, Selection())

    def plan(query, limits, recording=None, answer=prepared.plan):
        asked.append(query)
        return answer(query, limits, recording)

    monkeypatch.setattr(prepared, "plan", plan)
    runner._warm_up(prepared, case, Limits())
    first = [runner._query(case, i) for i in range(3)]
    assert asked[:3] == first
    assert asked[3:] in ([], first[2:])


def rewrite(scen, queries):
    rows = ["\t".join(map(str, (0, "tiny.map", 8, 4, *q))) for q in queries]
    scen.write_text("\n".join(["version 1", *rows]) + "\n", encoding="utf-8")


def test_octile_planners_are_held_against_the_file_and_any_angle_ones_against_the_true_optimum(scen, capsys):
    rewrite(scen, [(0, 0, 7, 1, 7 + 2**0.5 - 1)])
    assert bench(scen, "--planner", "astar,jps,theta,polyanya", "--true-optimum", "--json") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["optimum"] for line in lines] == ["file", "file", "any-angle", "any-angle"]
    assert [line["suboptimality"]["max"] for line in lines[:2]] == pytest.approx([0, 0], abs=1e-4)
    assert 0 <= lines[3]["suboptimality"]["max"] <= 1e-6 <= lines[2]["suboptimality"]["max"] + 1e-6


def test_any_angle_answers_are_held_against_the_true_optimum(scen, monkeypatch):
    rewrite(scen, [(0, 0, 7, 1, 7 + 2**0.5 - 1)])
    for factor, said in ((0.9, "the optimum is"), (1.1, "less than the optimum"), (1.0, "")):
        monkeypatch.setattr(runner, "_optima", lambda *_, f=factor: np.array([f * math.hypot(7, 1)]))
        assert said in run_job(job(scen, "visibility", true_optimum=True)).reason[0]
    assert run_job(job(scen, "visibility")).reason == [""]


def bench(*words):
    return run(["bench", *map(str, words)])


def test_the_command_writes_what_it_prints(scen, tmp_path, capsys):
    out, queries = tmp_path / "out.csv", tmp_path / "queries.csv"
    status = bench(scen, "--planner", "astar,jps", "--out", out, "--per-query", queries, "--json")
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert status == 0
    assert [line["planner"] for line in lines] == ["astar", "jps"]
    assert lines[0]["ratio"] == 1
    assert {"commit", "machine", "seed", "versions"} == set(lines[0]["run"])
    rows = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
    assert tuple(rows[0]) == FLAT_COLUMNS
    assert [r["planner"] for r in rows] == ["astar", "jps"]
    assert len(list(csv.DictReader(queries.read_text(encoding="utf-8").splitlines()))) == 8


@pytest.mark.parametrize("ending", ["json", "csv"])
def test_resume_runs_only_what_is_missing(scen, tmp_path, capsys, ending):
    out = tmp_path / f"out.{ending}"
    assert bench(scen, "--planner", "astar", "--out", out) == 0
    capsys.readouterr()
    assert bench(scen, "--planner", "astar,jps", "--out", out, "--resume", "--json") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["planner"] for line in lines] == ["jps"]
    assert lines[0]["ratio"] > 0
    assert [row["planner"] for row in Sheet(out, resume=True).rows] == ["astar", "jps"]


def test_results_of_files_of_one_name_are_kept_apart(scen, tmp_path, capsys):
    other = tmp_path / "other"
    other.mkdir()
    (other / "tiny.map").write_text((tmp_path / "tiny.map").read_text(encoding="utf-8"), encoding="utf-8")
    again = other / scen.name
    rewrite(again, QUERIES[:2])
    out = tmp_path / "out.csv"
    assert bench(scen, again, scen, "--planner", "astar,jps", "--out", out) == 0
    assert str(other) in capsys.readouterr().out
    rows = Sheet(out, resume=True).rows
    assert [row["queries"] for row in rows] == [4, 4, 2, 2]
    assert rows[0]["ratio"] == rows[2]["ratio"] == 1


@pytest.mark.parametrize("ending", ["json", "csv"])
@pytest.mark.parametrize(
    ("first", "then"),
    [
        ([], ["--repeat", "2"]),
        (["--true-optimum"], []),
        (["--sample", "2"], ["--sample", "2", "--seed", "5"]),
        ([], ["--map", "copy.map"]),
        (["--option", "weight=2"], []),
    ],
)
def test_resume_takes_only_what_was_run_alike(scen, tmp_path, capsys, monkeypatch, ending, first, then):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "copy.map").write_text((tmp_path / "tiny.map").read_text(encoding="utf-8"), encoding="utf-8")
    out = tmp_path / f"out.{ending}"
    for words, rows in ((first, 1), (first, 1), (then, 2), (then, 2), (first, 2)):
        assert bench(scen, "--planner", "theta", "--out", out, "--resume", *words) == 0
        assert len(Sheet(out, resume=True).rows) == rows


def test_other_processes_give_the_same_answers(scen, capsys):
    assert bench(scen, "--planner", "astar,jps", "--jobs", "2", "--json") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["planner"], line["solved"]) for line in lines] == [("astar", 4), ("jps", 4)]


def test_a_failed_check_ends_with_one(scen, capsys):
    scen.write_text(scen.read_text(encoding="utf-8").replace("\t7.0", "\t6.5", 1), encoding="utf-8")
    assert bench(scen) == 1
    assert "the optimum is 6.5" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--longest", "-1"], "0 or more"),
        (["--resume"], "--out"),
        (["--planner", "nobody"], "not registered"),
        (["--out", "x.txt"], ".json or .csv"),
    ],
)
def test_bad_words_end_with_one_line(scen, capsys, words, said):
    assert bench(scen, *words) == 2
    err = capsys.readouterr().err
    assert err.startswith("error: ")
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.small
def test_the_interval_of_a_mean_holds_it():
    values = np.random.default_rng(1).exponential(1.0, 400)
    low, high = mean_interval(values)
    assert low < values.mean() < high
    assert 0.05 < high - low < 0.4


@pytest.mark.small
def test_all_keys_of_the_grid_are_there():
    promised = {"bfs", "dijkstra", "astar", "greedy", "bidirectional", "jps", "jps-plus", "theta", "lazy-theta"}
    assert promised <= set(planners.keys())
