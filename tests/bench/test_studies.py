"""Studies: parity's tables hold on every input, over-fitting shows and is cured, more data and exact labels help."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from sandbox.bench.learning.studies import fitting, parity
from sandbox.bench.learning.studies.api import Piece, Point, curves_of, last_of, measured, studies
from sandbox.bench.learning.studies.lessons import counts_of
from sandbox.cli import main
from sandbox.errors import BadInput
from sandbox.gametree.api import new_stop

GUIDE = (Path(__file__).parents[2] / "docs" / "learning.md").read_text(encoding="utf-8").splitlines()


@pytest.mark.small
@pytest.mark.parametrize("n", range(2, 11))
def test_parity_built_four_ways_is_right_for_every_input_up_to_ten(n):
    units = {line: parity.units_of(build(n)) for line, build in parity.BUILT.items()}
    assert all(parity.wrong_of(build(n), n) == 0 for build in parity.BUILT.values())
    carried = (n - 1) * (n - 2) // 2
    assert list(units.values())[:3] == [2 ** (n - 1), n, 2 * (n - 1) + carried]
    row = next([int(cell) for cell in line.strip("| ").split(" | ")] for line in GUIDE if line.startswith(f"| {n} |"))
    assert row == [n, *units.values()]


def test_a_network_that_is_wrong_about_one_input_is_found_out():
    layers = parity.named(4)
    layers[1][0][0] = 0
    assert parity.wrong_of(layers, 4) == 1


def test_descent_finds_parity_of_four_with_as_many_units_as_counting():
    study = parity.Parity(learned=3)
    found = [p for n in (2, 3) for p in study.measure(Piece(parity.LEARNED, n), new_stop())]
    assert [(p.at, p.value) for p in found] == [(2, 2), (3, 3)]
    assert "3 inputs" in study.verdict(found)
    stopped = np.ones(1, np.uint8)
    assert list(study.measure(Piece(parity.LEARNED, 3), stopped)) == []


def test_over_fitting_shows_and_is_cured():
    study = fitting.OverFitting()
    points = [p for piece in study.pieces() for p in study.measure(piece, new_stop())]
    curves, ends = curves_of(points), last_of(points)
    best = min(p.value for p in curves[fitting.HELD])
    assert ends[fitting.SEEN] < best < ends[fitting.HELD]  # better by heart, worse in truth, than at its best
    assert ends[fitting.RIDGED] < ends[fitting.HELD]
    assert ends[fitting.SMALLER] < ends[fitting.HELD]
    assert ends[fitting.THRASHED] > best
    assert f"{best:.3f}" in study.verdict(points)


def test_more_games_do_not_harm_and_exact_labels_teach_more_than_results():
    options = {"games": "100,400"}
    study = studies["labels-and-data"].create(options)
    kinds = ("set by hand", "results", "exact", "td")
    pieces = [p for p in study.pieces() if p.line in kinds and (p.at == 400 or p.line in kinds[:2])]
    points = [p for piece in pieces for p in measured(("labels-and-data", options, piece), new_stop())]
    ends = last_of(points)
    assert set(ends) == set(kinds)
    assert all(0.6 < share <= 1 for share in ends.values())
    assert ends["exact"] >= ends["results"] - 0.01
    assert "Best at the end" in study.verdict(points)


def test_a_book_is_a_graph_whose_values_are_handed_back():
    """Values at the edge are a search's, inside they are the best of what follows."""
    from sandbox.bench.learning.studies import book as books
    from sandbox.learn.playing import Searching, searched

    results, values = (books.book_of(kind, 60, 2, 1) for kind in (books.RESULTS, books.VALUES))
    assert set(results) == set(values)
    assert (0, 0) not in results or len(values[0, 0]) == 7
    states = books.States(books.games[books.GAME].create())
    for state in list(values)[::9]:
        for bit, worth in values[state].items():
            child = states.played(state, bit)
            if values.get(child):
                assert worth == -max(values[child].values())
            elif child not in values:
                rows = np.array([child], np.uint64)
                assert worth == -searched(Searching(books.JUDGE, rows, 2))[0]
        assert set(results[state]) <= set(values[state])
        assert all(-1 <= mean <= 1 for mean in results[state].values())


def test_who_has_no_book_wins_half_against_itself():
    study = studies["learned-book"].create({"games": 4, "learned": 20, "depth": 1, "edge": 1})
    points = [p for piece in study.pieces() for p in study.measure(piece, new_stop())]
    assert last_of(points)["no book"] == 0.5
    assert len(points) == 4
    assert "no book 0.500" in study.verdict(points)


def test_models_are_set_beside_each_other():
    study = studies["linear-or-logistic"].create({"games": "100"})
    assert [p.line for p in study.pieces()] == ["set by hand", "linear", "logistic", "network"]
    points = [p for piece in study.pieces()[1:3] for p in study.measure(piece, new_stop())]
    assert all(0.6 < p.value <= 1 for p in points)


def test_depth_and_quality_make_up_for_each_other():
    study = studies["depth-and-learning"].create({"games": 8, "depths": 2, "against": 1})
    assert {"othello-discs", "othello-positional", "othello-patterns", "othello-network"} == {
        p.line for p in study.pieces()
    }
    points = [p for piece in study.pieces() if piece.line == "othello-discs" for p in study.measure(piece, new_stop())]
    assert all(p.value < 0.5 for p in points)
    assert study.verdict(points).startswith("Points won a game")


@pytest.mark.parametrize("text", ["", "x", "99", "100,", "1e9", "-100"])
def test_numbers_of_games_are_numbers(text):
    with pytest.raises(BadInput, match="games"):
        counts_of(text)


def test_the_command(capsys):
    words = ["study", "parity", "--option", "inputs=3", "--option", "learned=0"]
    assert main([*words, "--json"]) == 0
    *points, last = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(points) == 8
    assert {p["study"] for p in points} == {"parity"}
    assert "verdict" in last
    assert main(words) == 0
    assert "one layer, named" in capsys.readouterr().out
    assert main(["study", "list"]) == 0
    listed = capsys.readouterr().out
    assert all(e.key in listed for e in studies)
    assert main(["study", "nosuch"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.small
def test_curves_go_from_left_to_right():
    points = [Point("a", 2, 1.0), Point("b", 1, 5.0), Point("a", 1, 3.0)]
    assert [p.value for p in curves_of(points)["a"]] == [3.0, 1.0]
    assert last_of(points) == {"a": 1.0, "b": 5.0}


@pytest.mark.parametrize("entry", list(studies), ids=lambda e: e.key)
def test_every_study_has_axes_and_says_nothing_of_nothing(entry):
    assert entry.info["x"]
    assert entry.info["y"]
    assert entry.create().pieces()
    assert entry.create().verdict([]) == ""
