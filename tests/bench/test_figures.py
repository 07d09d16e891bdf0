"""Figures of benchmarks by hand: their units, what is left out of them, where charts draw them, and duels in words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from sandbox.bench.duel import DEEPEST_TREE as TOO_DEEP
from sandbox.bench.duel import MARK, Bout, Entrant, _compared, budget_words, chain, matrix, summary, verdict
from sandbox.bench.learning.studies.api import studies
from sandbox.bench.report import flat, mean_interval, query_rows
from sandbox.bench.report import summary as summed_up
from sandbox.bench.runner import UNKNOWN, Job, Results
from sandbox.bench.shown import paper
from sandbox.bench.shown.plot import BOTTOM, HIGH, LEFT, RIGHT, TOP, WIDE, Plot, scaled, table_of
from sandbox.figures import significant
from sandbox.gametree.api import Bound, Limits

pytestmark = pytest.mark.small


def results(**facts: Any) -> Results:
    """Three queries; the last was never answered."""
    usual: dict[str, Any] = {
        "job": Job("astar", (), Path("a.scen"), Path("a.map")),
        "prepare_ns": 5_000_000,
        "shared_ns": 2_000_000,
        "ns": np.array([4_000, 2_000, UNKNOWN]),
        "answer_ns": np.array([9_000, 7_000, UNKNOWN]),
        "first_move_ns": np.array([1_000, 3_000, UNKNOWN]),
        "cost": np.array([11.0, 10.0, np.inf]),
        "optimal": np.array([10.0, 10.0, 7.0]),
        "expanded": np.array([20, 10, 0]),
        "solved": np.array([True, True, False]),
        "reason": ["", "", "too long"],
    }
    return Results(**usual | facts)


def test_a_summary_is_in_the_units_of_its_names() -> None:
    found = summed_up(results())
    assert (found["queries"], found["solved"], found["wrong"], found["expanded"]) == (3, 2, 1, 30)
    assert (found["prepare_ms"], found["shared_ms"]) == (5.0, 2.0)
    times = found["query_us"]
    assert (times["median"], times["mean"], times["total"]) == (3.0, 3.0, 6.0)
    assert (found["answer_us"]["median"], found["answer_us"]["total"]) == (8.0, 16.0)
    assert found["ns_per_expansion"] == pytest.approx(200.0)
    assert found["first_move_us"] is None  # one query was not answered
    whole = results(ns=np.array([4_000, 2_000, 3_000]), first_move_ns=np.array([1_000, 3_000, 2_500]))
    assert summed_up(whole)["first_move_us"] == 2.5
    assert (found["suboptimality"]["mean"], found["suboptimality"]["max"]) == pytest.approx((0.05, 0.1))
    assert found["reasons"] == ["too long"]
    assert summed_up(results(reason=[str(n) for n in range(9)]))["reasons"] == list("01234")
    assert summed_up(results(expanded=np.zeros(3, np.int64)))["ns_per_expansion"] is None


def test_what_has_no_optimum_or_costs_nothing_is_not_compared() -> None:
    some = results(optimal=np.array([np.nan, 0.0, 7.0]))
    assert set(summed_up(some)["suboptimality"].values()) == {None}
    below = results(cost=np.array([9.999999, 10.0, np.inf]))
    assert summed_up(below)["suboptimality"]["max"] == 0.0


def test_rows_of_queries_are_those_that_were_answered() -> None:
    rows = query_rows(results())
    assert [(row["query"], row["us"], row["first_move_us"], row["cost"]) for row in rows] == [
        (0, 4.0, 1.0, 11.0),
        (1, 2.0, 3.0, 10.0),
    ]


def test_a_mean_of_one_has_no_interval_and_flat_rows_have_plain_words() -> None:
    assert mean_interval(np.array([3.0])) == (3.0, 3.0)
    low, high = mean_interval(np.array([1.0, 2.0, 3.0, 10.0]))
    assert 1 <= low < 4 < high <= 10
    assert mean_interval(np.array([1.0, 2.0, 3.0, 10.0]), 0.5)[0] > low
    row = flat({"query_us": {"median": 3.0}, "run": {"versions": {"numpy": "2", "python": "3"}}})
    assert (row["query_us.median"], row["run.versions"], row["expanded"]) == (3.0, "numpy=2 python=3", None)


class Drawn:
    """Keeps what would be drawn."""

    def __init__(self) -> None:
        self.lines: list[tuple[float, ...]] = []
        self.marks: list[tuple[str, dict[str, Any]]] = []
        self.drawing = SimpleNamespace(add=lambda kind, **facts: self.marks.append((kind, facts)))

    def line(self, x0: float, y0: float, x1: float, y1: float, *_: Any) -> None:
        self.lines.append((x0, y0, x1, y1))


def test_a_box_has_its_quartiles_whiskers_and_the_rest() -> None:
    plot: Any = Drawn()
    values = np.array([0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 200.0])
    paper._box(plot, values, lambda value: -value, 100.0, 8.0, "ink")
    q1, q2, q3 = np.percentile(values, [25, 50, 75])
    assert plot.lines == [
        (100, 0, 100, -q1), (100, -q3, 100, -50), (96, 0, 104, 0), (96, -50, 104, -50), (92, -q2, 108, -q2),
    ]  # fmt: skip
    (box, dot) = plot.marks
    assert (box[0], box[1]["x"], box[1]["width"], box[1]["y"], box[1]["height"]) == ("rect", 92, 16, -q3, q3 - q1)
    assert (dot[0], dot[1]["cx"], dot[1]["cy"]) == ("circle", 100, -200)
    plot = Drawn()
    paper._box(plot, np.full(5, 3.0), lambda value: -value, 0.0, 8.0, "ink")
    assert [facts["height"] for _, facts in plot.marks] == [1.0]  # so that it is seen
    plot = Drawn()
    far = np.concatenate([np.arange(10.0 * paper.MOST_OUTSIDE), np.full(paper.MOST_OUTSIDE + 9, 1e6)])
    paper._box(plot, far, lambda value: -value, 0.0, 8.0, "ink")
    assert len(plot.marks) == 1 + paper.MOST_OUTSIDE


def test_a_chart_has_its_lines_and_numbers_within_its_frame() -> None:
    plot = Plot("Title", "across", "up")
    at = plot.upright(np.array([0.0, 100.0]), log=False)
    x = plot.across(np.array([1.0, 1000.0]), log=True)
    assert (at(0.0), x(1.0), x(1000.0)) == (HIGH - BOTTOM, LEFT, WIDE - RIGHT)
    assert TOP <= at(100.0) < HIGH - BOTTOM
    assert x(10.0) == pytest.approx(LEFT + (WIDE - RIGHT - LEFT) / 3)
    _, ticks = scaled(np.array([1.0, 1000.0]), 0.0, 1.0, log=True)
    assert ticks == [1.0, 10.0, 100.0, 1000.0]
    _, ticks = scaled(np.array([0.0, 100.0]), 0.0, 1.0, log=False)
    assert ticks == [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]
    drawn = plot.drawing.text()
    assert all(f">{word}<" in drawn for word in ("Title", "across", "up", *map(significant, (20, 100, 10))))


def test_tables_of_markdown_keep_bars_and_say_what_is_a_number() -> None:
    assert table_of(("a", "b", "c"), [("x|y", "1", "2")], words=2) == [
        "| a | b | c |", "|---|---|---:|", "| x\\|y | 1 | 2 |",
    ]  # fmt: skip
    assert table_of(("a", "b"), [])[1] == "|---|---:|"


def bout(name: str, **facts: Any) -> Bout:
    shown: Any = SimpleNamespace(worth=facts.pop("worth", 0.5), side="X")
    usual: dict[str, Any] = {
        "best": "a1", "value": 0.5, "exact": False, "bound": Bound.EXACT, "depth": 4, "nodes": 1000, "simulations": 0,
        "leaves": 10, "fewest_leaves": 9.0, "seconds": 0.1, "pv": (), "first_move_share": 1.0, "regret": None,
    }  # fmt: skip
    return Bout(Entrant(name, name), shown=shown, **usual | facts)


def test_bouts_are_compared_with_the_first_that_tells_and_the_one_before() -> None:
    silent = bout("random", worth=None, best="b2", value=0.0, depth=0, nodes=0)
    fought = [_compared(silent, [])]
    for one in (bout("a"), bout("b", nodes=250), bout("c", value=0.25, depth=5, best="b2")):
        fought.append(_compared(one, fought))
    assert [one.differs for one in fought] == [(), ("best",), ("best",), ("value", "depth")]
    assert [one.ratio for one in fought] == [None, None, 0.25, 4.0]
    assert verdict(fought) == f"values that differ from the first ({MARK.strip()}): 1; values for X"
    assert verdict(fought[:3]) == "all values agree; values for X"
    assert verdict([]) == ""
    assert summary(fought) == {"summary": True, "bouts": 4, "values_agree": False}
    assert summary(fought[:3])["values_agree"]
    assert chain(fought[1:3]) == "a 1,000 → b 250"


def test_a_minimal_tree_is_told_where_a_depth_was_searched() -> None:
    for depth, told in ((0, False), (1, True), (TOO_DEEP - 1, True), (TOO_DEEP, False)):
        assert (bout("a", depth=depth).minimal_tree == 9.0) is told
    assert bout("a", simulations=1).minimal_tree is None


def test_budgets_in_words_and_moves_that_are_valued_on_request() -> None:
    assert budget_words(Limits(8, 1.0, 100_000)) == "depth 8, 100 k nodes, 1 s"
    assert [budget_words(limits) for limits in (Limits(), Limits(depth=3))] == ["", "depth 3"]
    (quiet,), (telling,) = matrix([("pvs", {})], [Limits(4)]), matrix([("pvs", {})], [Limits(4)], every_move=True)
    assert (quiet.limits.every_move, telling.limits.every_move) == (False, True)
    assert replace(telling.limits, every_move=False) == quiet.limits


def test_what_no_game_teaches_is_measured_once() -> None:
    """Each way of learning with each number of games; what is set by hand has no number."""
    pieces = studies["labels-and-data"].create({"games": "100,300,1000"}).pieces()
    lines = [piece.line for piece in pieces]
    counts = {line: lines.count(line) for line in lines}
    assert sorted(counts.values()) == [1, 3, 3, 3, 3]
    assert len(pieces) == len(set(pieces))
