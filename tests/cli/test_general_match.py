"""`match` on general games: what contenders may spend, where games begin, and what is refused before any is played."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sandbox.bench.general.match import GamePlayed, LineUp
from sandbox.cli.entry import run
from sandbox.cli.general import match
from sandbox.errors import BadInput
from sandbox.games.general.api import general_games

pytestmark = pytest.mark.small
PIG = general_games["pig"].create()
TREES = general_games["any-tree"].create()


def words(*seats: str, **more: Any) -> Namespace:
    usual = {"first": "", "second": "", "time": 0.0, "nodes": 0, "depth": 0, "openings": None, "seat": list(seats)}
    return Namespace(**usual | more)


def contenders(*seats: str, **more: Any) -> Any:
    return match._contenders(words(*seats, **more), PIG, PIG.face().start())


def test_without_a_budget_each_thinks_for_a_moment_unless_it_says_how_far_it_looks() -> None:
    found = contenders("maxn", "expectiminimax:depth=2", first="", second="")
    assert [(c.engine, c.seconds, c.nodes, c.depth) for c in found] == [
        ("maxn", match.DEFAULT_SECONDS, 0, 0),
        ("expectiminimax", 0.0, 0, 0),
    ]
    (sampling, _) = contenders("vector-mcts:simulations=50", "maxn")
    assert (sampling.seconds, sampling.options) == (0.0, (("simulations", "50"),))
    (exploring, _) = contenders("vector-mcts:c=1", "maxn")
    assert exploring.seconds == match.DEFAULT_SECONDS


@pytest.mark.parametrize("given", [{"time": 0.25}, {"nodes": 30}, {"depth": 2}])
def test_a_budget_that_is_given_is_everybodys(given: dict[str, Any]) -> None:
    for contender in contenders("maxn", "expectiminimax:depth=2", **given):
        spent = {"time": contender.seconds, "nodes": contender.nodes, "depth": contender.depth}
        assert {name: value for name, value in spent.items() if value} == given


def test_first_and_second_sit_before_those_named_by_their_seats() -> None:
    found = contenders("any-move", first="maxn")
    assert [c.engine for c in found] == ["maxn", "any-move"]
    with pytest.raises(BadInput, match="3 engines, expected 2, one a player"):
        contenders("any-move", "maxn", first="maxn")
    with pytest.raises(BadInput, match="cannot play"):
        contenders("alphabeta", "maxn")


def test_games_begin_at_the_start_or_where_a_file_says(tmp_path: Path) -> None:
    assert match._openings(words(), PIG) == ["-"]
    file = tmp_path / "openings.txt"
    file.write_text("# two of them\n98,98 A\n\n   \n95,0 B\n", encoding="utf-8")
    assert match._openings(words(openings=str(file)), PIG) == ["98,98 A", "95,0 B"]
    file.write_text("# none\n\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"openings\.txt: no positions"):
        match._openings(words(openings=str(file)), PIG)
    file.write_text("98,98 A\n\nrubbish\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"openings\.txt:3"):
        match._openings(words(openings=str(file)), PIG)
    file.write_text("raid\nfallible\n", encoding="utf-8")
    with pytest.raises(BadInput, match="different numbers of players"):
        match._openings(words(openings=str(file)), TREES)


def rounds_of(capsys: Any, monkeypatch: pytest.MonkeyPatch, *more: str) -> tuple[list[LineUp], list[dict[str, Any]]]:
    """The line-ups a command has played, and what it says; every other game is left unfinished."""
    asked: list[LineUp] = []

    def played(rounds: list[LineUp], jobs: int, stop: np.ndarray) -> Any:
        asked.extend(rounds)
        for n, lined in enumerate(rounds):
            worth = (1.0, 0.0) if n % 2 == 0 else ()
            yield GamePlayed(n, lined.opening, lined.seats, (), worth, (1.0, 0.0) if worth else (0.5, 0.5), 0.0)

    monkeypatch.setattr("sandbox.bench.general.match.played", played)
    assert run(["match", "pig", "--first", "maxn", "--second", "any-move", "--depth", "1", "--json", *more]) == 0
    return asked, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_every_opening_is_played_with_the_seats_turned(
    capsys: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("98,98 A\n95,0 B\n", encoding="utf-8")
    asked, said = rounds_of(capsys, monkeypatch, "--games", "5", "--openings", str(file), "--seed", "4")
    assert [lined.opening[:2] for lined in asked] == ["98", "98", "95", "95", "98"]
    assert [(lined.number, lined.seed, lined.seats) for lined in asked] == [
        (n, 4, (n % 2, 1 - n % 2)) for n in range(5)
    ]
    first, second, whole = said[5:]
    assert (first["share"], second["share"]) == pytest.approx((0.8, 0.2))
    assert {name: whole[name] for name in match.OF_TWO} == {name: first[name] for name in match.OF_TWO}
    assert (whole["wins"], whole["draws"], whole["losses"]) == (3, 2, 0)


def test_only_games_that_came_to_an_end_are_kept(capsys: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    kept = []
    monkeypatch.setattr("sandbox.gametree.document.general.save_into", lambda folder, games: kept.extend(games))
    rounds_of(capsys, monkeypatch, "--games", "4", "--save", str(tmp_path))
    assert [document.title for document in kept] == ["pig 001", "pig 003"]


@pytest.mark.parametrize(
    "more",
    [["--games", "0"], ["--jobs", "0"], ["--time", "-1"], ["--nodes", "-1"], ["--depth", "-1"], ["--balanced"],
     ["--ponder"], ["--plies", "2"], ["--regret"]],
)  # fmt: skip
def test_what_makes_no_sense_here_is_one_line(more: list[str], capsys: Any) -> None:
    assert run(["match", "pig", "--first", "any-move", "--second", "any-move", *more]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert more[0] in said.err
