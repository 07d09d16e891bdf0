"""`bench` on a small map: what it measures, checks, writes, and how it goes on after an interruption."""

import csv
import json
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
from sandbox.planning.api import planners

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
    with pytest.raises(BadInput, match="beside it"):
        map_of(mapf)


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
    assert pickle.loads(pickle.dumps(results)).label == planner


def test_a_wrong_optimum_is_found_out(scen):
    text = scen.read_text(encoding="utf-8")
    scen.write_text(text.replace("\t7.0", "\t6.5", 1), encoding="utf-8")
    reasons = run_job(job(scen)).reason
    assert "the optimum is 6.5" in reasons[0]
    scen.write_text(text.replace("\t7.0", "\t7.5", 1), encoding="utf-8")
    assert "less than the optimum" in run_job(job(scen, "greedy")).reason[0]


def test_an_illegal_path_is_found_out(scen, monkeypatch):
    monkeypatch.setattr(runner, "centres", lambda ids, _stride: np.full((len(ids), 2), 0.5))
    assert sum(map(bool, run_job(job(scen)).reason)) == 3


def test_a_planner_that_cannot_says_so(scen):
    (scen.parent / "tiny.map").write_text("\n".join(MAP).replace("........", "...S....", 1) + "\n", encoding="utf-8")
    level = formats.load(map_of(scen))
    results = run_job(job(scen, "jps"))
    assert results.message == ("" if level.uniform else "needs terrain of one cost")


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
    rows = list(csv.DictReader(out.open(encoding="utf-8")))
    assert tuple(rows[0]) == FLAT_COLUMNS
    assert [r["planner"] for r in rows] == ["astar", "jps"]
    assert len(list(csv.DictReader(queries.open(encoding="utf-8")))) == 8


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
        (["--policy", "nobody"], "polic"),
    ],
)
def test_bad_words_end_with_one_line(scen, capsys, words, said):
    if words[0] == "--policy":
        pytest.importorskip("sandbox.bench.crowds", reason="no crowds in this version")
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
