"""Commands on games of one's own: what is asked of whom, and how answers stand beside each other."""

from __future__ import annotations

import json
from argparse import Namespace
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from sandbox.bench.duel import MARK
from sandbox.cli import own_games
from sandbox.cli.entry import run
from sandbox.cli.output import NOTHING, Output
from sandbox.errors import BadInput
from sandbox.games.own.game import Asked, Depth, Thought
from sandbox.gametree.api import Limits

pytestmark = pytest.mark.small


def budget(**more: Any) -> Namespace:
    return Namespace(**{"time": 0.0, "nodes": 0, "depth": 0} | more)


def test_a_budget_is_what_is_said_or_else_the_usual_moment() -> None:
    def spent(text: str, **more: Any) -> tuple[int, float, int]:
        asked = own_games._asked(budget(**more), text, 0.5)
        return asked.depth, asked.seconds, asked.nodes

    assert spent("alphabeta") == (0, 0.5, 0)
    assert spent("alphabeta:depth=3") == (3, 0.0, 0)
    assert spent("alphabeta", depth=4) == (4, 0.0, 0)
    assert spent("alphabeta:depth=3", depth=4) == (3, 0.0, 0)
    assert spent("mcts", nodes=90) == (0, 0.0, 90)
    assert spent("mcts", time=2.0, nodes=90) == (0, 2.0, 90)


def test_in_a_duel_an_engines_own_depth_goes_before() -> None:
    found = [own_games._within(text, Limits(6, 1.5, 70)) for text in ("alphabeta", "alphabeta:depth=2")]
    assert [(asked.depth, asked.seconds, asked.nodes) for asked in found] == [(6, 1.5, 70), (2, 1.5, 70)]


@pytest.mark.parametrize("text", ["alphabeta:depth=two", "alphabeta:weight=2", "alphabeta:depth=2:weight=1", "pvs"])
def test_what_such_an_engine_has_not_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        own_games.seated(text)


def thought(move: str, value: float | None, *, exact: bool = False, depth: int = 2, nodes: int = 1234) -> Thought:
    last: Any = Depth(depth=depth, value=value, exact=exact, nodes=nodes, line=(move,))
    return Thought(move, nodes, True, () if value is None else (last,))


def test_rows_of_a_duel_mark_what_is_not_as_in_the_first() -> None:
    rows: list[list[Any]] = []
    values: list[float | None] = []
    for answer in (thought("a", None), thought("a", 0.5), thought("b", 0.5, exact=True), thought("a", -1.0, depth=7)):
        values.append(answer.depths[-1].value if answer.depths else None)
        rows.append(own_games._bout(Asked(depth=3, nodes=50), "alphabeta", answer, {"seconds": 0.25}, rows, values))
    assert [row[2] for row in rows] == ["a", "a", MARK + "b", "a"]
    assert [row[3] for row in rows] == [NOTHING, "+0.5", "+0.5 (proven)", MARK + "-1"]
    assert [row[4] for row in rows] == [NOTHING, "2", "2", "7"]
    assert [row[1] for row in rows] == ["depth 3, 50 nodes"] * 4
    assert {row[5] for row in rows} == {"1,234"}


@pytest.mark.parametrize(
    ("found", "agree"),
    [([0.5], True), ([0.5, 0.5], True), ([0.5, None], True), ([None, None], True), ([0.5, None, -0.5], False)],
)
def test_values_agree_where_all_that_are_told_are_the_same(found, agree, monkeypatch, capsys) -> None:
    answers = iter([thought("a", value) for value in found])
    table = SimpleNamespace(look=lambda *_: None, think=lambda *_, **__: next(answers))

    @contextmanager
    def opened(_: Namespace) -> Any:
        yield table

    monkeypatch.setattr(own_games, "_table", opened)
    usual = {"game": "own-x", "position": "-", "ablate": False, "regret": 0, "stop": None, "engine": ["mcts"]}
    budgets = [Limits(depth=depth) for depth in range(1, len(found) + 1)]
    assert own_games.duel(Namespace(out=Output(json=True), **usual), budgets) == 0
    *bouts, summary = map(json.loads, capsys.readouterr().out.splitlines())
    assert summary == {"summary": True, "bouts": len(found), "values_agree": agree}
    assert [bout["budget"]["depth"] for bout in bouts] == [limits.depth for limits in budgets]


def counted(monkeypatch: pytest.MonkeyPatch, **more: Any) -> list[tuple[Any, ...]]:
    """What a table is asked to count by perft."""
    asked: list[tuple[Any, ...]] = []
    table = SimpleNamespace(
        count=lambda moves, depth, finished, stop: asked.append((list(moves), depth, finished)) or 9,
        look=lambda *_: SimpleNamespace(moves=("x", "y")),
    )

    @contextmanager
    def opened(_: Namespace) -> Any:
        yield table

    monkeypatch.setattr(own_games, "_table", opened)
    usual = {"game": "own-x", "position": "-", "depth": 2, "finished": "drop", "divide": False, "stop": None}
    assert own_games.perft(Namespace(out=Output(json=True), **usual | more)) == 0
    return asked


def test_perft_counts_each_length_and_behind_each_move_if_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    assert counted(monkeypatch) == [([], 0, False), ([], 1, False), ([], 2, False)]
    assert counted(monkeypatch, depth=0, divide=True) == [([], 0, False)]
    told = counted(monkeypatch, position="a, b", finished="count", divide=True)
    assert told == [
        *((["a", "b"], depth, True) for depth in range(3)),
        (["a", "b", "x"], 1, True),
        (["a", "b", "y"], 1, True),
    ]
    for wrong in (-1, 1001):
        with pytest.raises(BadInput, match="a number of plies from 0 to 1000"):
            counted(monkeypatch, depth=wrong)
    assert len(counted(monkeypatch, depth=1000)) == 1001


def test_a_game_of_ones_own_that_is_not_there_is_one_line(capsys: Any) -> None:
    assert run(["perft", "own-nowhere", "--depth", "1"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
