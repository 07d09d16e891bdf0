"""Random queries on a level: their optima, what is written, what is refused; the command that writes them."""

import json

import numpy as np
import pytest

from sandbox.bench.random_queries import write_case
from sandbox.bench.scenarios import Selection, case_of, level_at, map_of
from sandbox.cli.entry import run
from sandbox.errors import BadInput
from sandbox.level import formats
from sandbox.level.formats.movingai import read_scenario
from sandbox.level.model import WALL, Level
from sandbox.planning.api import Limits, Query, planners


def level():
    made = Level.empty(24, 16)
    made.terrain[3:12, 10] = WALL
    return made


def case_in(folder, count=40, seed=1):
    scen, at = folder / "caves.scen", folder / "caves.json"
    assert write_case(level(), at, scen, count, Limits(), seed)
    return case_of(scen, level_at(at), Selection(0, 0))


def test_the_optima_are_those_of_a_star_one_by_one(tmp_path):
    case = case_in(tmp_path)
    assert len(case.start) == 40
    assert (case.start != case.goal).any(axis=1).all()
    prepared = planners["astar"].create().prepare(level())
    for start, goal, optimum in zip(case.start, case.goal, case.optimal, strict=True):
        plan = prepared.plan(Query(tuple(start.tolist()), tuple(goal.tolist())), Limits())
        assert plan.cost == pytest.approx(optimum, abs=1e-6)


def test_queries_come_by_length_in_movingais_buckets(tmp_path):
    case_in(tmp_path)
    scenario = read_scenario(tmp_path / "caves.scen")
    lengths = scenario.optimal
    assert (np.diff(lengths) >= 0).all()
    assert scenario.bucket.tolist() == (lengths // 4).astype(int).tolist()
    assert len(set(scenario.bucket.tolist())) > 3


def test_the_same_seed_gives_the_same_queries(tmp_path):
    first, again, other = (case_in(tmp_path / name, 10, seed) for name, seed in (("a", 1), ("b", 1), ("c", 2)))
    assert (first.start == again.start).all()
    assert (first.start != other.start).any()


def test_a_map_that_was_written_anew_is_read_anew(tmp_path):
    at, scen = tmp_path / "level.json", tmp_path / "level.scen"
    for size in ((24, 16), (9, 31)):
        at.unlink(missing_ok=True)
        assert write_case(Level.empty(*size), at, scen, 5, Limits())
        assert len(case_of(scen, level_at(at), Selection())) == 5
        assert (level_at(at).width, level_at(at).height) == size
    assert level_at(at) is level_at(at)


def test_when_stopped_nothing_is_written(tmp_path):
    stopped = Limits(stop=np.ones(1, np.uint8))
    assert not write_case(level(), tmp_path / "a.json", tmp_path / "a.scen", 40, stopped)
    assert list(tmp_path.iterdir()) == []


def test_a_level_without_ways_is_refused(tmp_path):
    full = Level.empty(8, 8)
    full.terrain[:] = WALL
    with pytest.raises(BadInput, match="open"):
        write_case(full, tmp_path / "a.json", tmp_path / "a.scen", 5, Limits())


def test_the_command_writes_what_bench_reads(tmp_path, capsys):
    scen = tmp_path / "queries.scen"
    assert run(["queries", "caves", "--count", "7", "-o", str(scen), "--json"]) == 0
    (said,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (said["count"], said["map"]) == (7, str(tmp_path / "queries.json"))
    assert map_of(scen) == tmp_path / "queries.json"
    assert run(["bench", str(scen), "--planner", "astar", "--json"]) == 0
    (row,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (row["queries"], row["solved"], row["wrong"]) == (7, 7, 0)


def test_a_level_that_lies_there_is_left_as_it_is(tmp_path, capsys):
    formats.save(level(), tmp_path / "mine.json")
    before = (tmp_path / "mine.json").read_bytes()
    assert run(["queries", str(tmp_path / "mine.json"), "--count", "3", "-o", str(tmp_path / "q.scen")]) == 0
    assert (tmp_path / "mine.json").read_bytes() == before
    assert {p.name for p in tmp_path.iterdir()} == {"mine.json", "q.scen"}
    capsys.readouterr()
    assert run(["queries", "caves", "-o", str(tmp_path / "mine.scen")]) == 2
    assert "mine.json" in capsys.readouterr().err
    assert (tmp_path / "mine.json").read_bytes() == before


@pytest.mark.parametrize("words", [["--count", "0"], ["--seed", "-1"], ["-o", "x.json"]])
def test_a_wrong_wish_is_one_line(words, tmp_path, capsys):
    assert run(["queries", "caves", "-o", str(tmp_path / "a.scen"), *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
