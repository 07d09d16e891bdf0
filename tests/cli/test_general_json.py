"""What the commands tell of general games as JSON has the fields it has for games of two."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.cli.test_general import said

FIXED = {
    "game", "engine", "best", "value", "exact", "pv", "depth", "nodes", "leaves",
    "seconds", "root", "table", "deepening",
}  # fmt: skip
OF_A_MOVE = {"move", "value", "bound", "nodes", "visits", "win_rate", "pv"}


@pytest.mark.parametrize(
    "words",
    [
        ("rolit:players=3", "-", "--engine", "maxn", "--depth", "2"),
        ("pig", "-", "--engine", "expectiminimax", "--depth", "3"),
        ("backgammon", "-", "--engine", "vector-mcts", "--nodes", "300"),
        ("kuhn", "-", "--engine", "cfr"),
        ("othello", "-", "--engine", "expectiminimax", "--depth", "2"),
    ],
)
def test_general_searches_have_the_fields_of_every_search(capsys: Any, words: tuple[str, ...]) -> None:
    (found,) = said(capsys, "solve", *words)
    assert set(found) >= FIXED
    assert isinstance(found["values"], list)
    assert all(set(row) >= OF_A_MOVE for row in found["root"])
    assert all(set(row) >= {"depth", "value", "nodes", "seconds", "best"} for row in found["deepening"])


@pytest.mark.parametrize("engine", ["expectiminimax", "maxn", "vector-mcts"])
def test_a_value_is_the_mover_s_own_wherever_it_is_told(capsys: Any, engine: str) -> None:
    budget = ("--nodes", "300") if engine == "vector-mcts" else ("--depth", "3")
    (found,) = said(capsys, "solve", "pig", "20,30 B+5", "--engine", engine, *budget)
    assert found["player"] == "B"
    told = [found, *found["root"], *found["deepening"]]
    assert all(row["value"] == row["values"][1] > 0.5 for row in told)
    assert {row["move"] for row in found["root"]} == {"roll", "hold"}


@pytest.mark.parametrize("words", [("pig", "20,30 B+5", "vector-mcts"), ("kuhn", "QK", "determinised"),
                                   ("kuhn", "QK", "ismcts")])  # fmt: skip
def test_visits_are_the_simulations_that_began_with_a_move(capsys: Any, words: tuple[str, str, str]) -> None:
    game, position, engine = words
    (found,) = said(capsys, "solve", game, position, "--engine", engine, "--nodes", "200")
    visits = [row["visits"] for row in found["root"]]
    assert sum(visits) == found["nodes"] == 200
    assert min(visits) > 0
    assert all(row["win_rate"] is None for row in found["root"])


def test_where_nothing_is_simulated_nothing_was_visited_and_the_table_is_counted(capsys: Any) -> None:
    (found,) = said(capsys, "solve", "pig", "20,30 B+5", "--engine", "expectiminimax", "--depth", "4")
    assert [row["visits"] for row in found["root"]] == [0, 0]
    assert found["table"]["hits"] == found["table_hits"] > 0
    assert sum(row["nodes"] for row in found["root"]) == found["nodes"] - 1  # all but the root lie below a move
    (over,) = said(capsys, "solve", "pig", "3,100")
    assert (over["player"], over["best"], over["value"], over["values"]) == ("nobody", "", 0.0, [0.0, 1.0])


def test_lines_are_told_to_their_end_and_bounds_as_what_they_are(capsys: Any) -> None:
    (found,) = said(capsys, "solve", "any-tree", "three-players", "--engine", "maxn")
    assert (found["pv"], [row["pv"] for row in found["root"]]) == (["1", "1", "1"], [["1", "1", "1"], ["2", "1", "2"]])
    (bounded,) = said(capsys, "solve", "pig", "20,30 B+5", "--engine", "expectiminimax", "--depth", "4")
    assert [row["bound"] for row in bounded["root"]] == ["exact", "upper"]
    assert all("worth" not in row for row in (*found["deepening"], *bounded["deepening"]))


def test_a_plan_says_what_it_begins_with(capsys: Any) -> None:
    (found,) = said(capsys, "solve", "vacuum")
    assert found["best"] == found["plan"][next(iter(found["plan"]))]
    assert found["nodes"] == found["states"]


def test_a_match_of_two_ends_with_what_it_came_to_for_the_first(capsys: Any) -> None:
    words = ("match", "pig:goal=30", "--first", "hold-at", "--second", "any-move", "--games", "12")
    *rounds, first, second, whole = said(capsys, *words)
    assert [game["result"] for game in rounds] == [game["points"][0] for game in rounds]
    assert (whole["wins"], whole["draws"], whole["losses"]) == (first["wins"], 0, second["wins"])
    assert whole["wins"] == sum(game["result"] for game in rounds)
    assert whole["elo"] == -second["elo"] > 0 < whole["elo_error"]
    assert (whole["contender"], whole["games"], whole["score"]) == ("hold-at", 12, first["share"])
    assert (first["summary"], second["summary"], whole["summary"]) == (True, True, True)
    assert "share" not in whole


def test_of_three_there_is_no_first_against_the_rest(capsys: Any) -> None:
    words = ("match", "pig:goal=12:players=3", *("--player", "any-move") * 3, "--games", "3")
    rows = said(capsys, *words)
    assert len(rows) == 3 + 3
    for row in rows[3:]:
        assert row["games"] == 3
        assert "elo" not in row
    assert all(game["result"] == game["points"][0] for game in rows[:3])


@pytest.mark.parametrize(
    ("matrix", "many"),
    [
        ("battle-of-the-sexes", 3),
        ("chicken", 3),
        ("penalty-kick", 1),
        ("prisoners-dilemma", 1),
        ("rock-paper-scissors", 1),
    ],
)
def test_a_matrix_is_worth_what_the_first_of_its_equilibria_brings(capsys: Any, matrix: str, many: int) -> None:
    (found,) = said(capsys, "solve", "matrix", matrix)
    first = found["equilibria"][0]
    assert len(found["equilibria"]) == many
    assert found["values"] == pytest.approx([float(Fraction(worth)) for worth in first["worth"]])
    played = {row["move"]: row["often"] for row in found["root"] if row["often"]}
    assert played == pytest.approx({move: float(Fraction(share)) for move, share in first["row"].items()})
