"""Proof-number search: node for node as its paper has it, and never wrong about who wins."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.gametree.api import Bound, Limits, Status
from sandbox.gametree.play import exact
from sandbox.gametree.report import SearchReport
from tests.gametree.searching import check, find
from tests.oracles.negamax import value_of
from tests.oracles.proof_number import Search
from tests.strategies.engines import endings
from tests.strategies.games import ALL_GAMES, game_of

MOST = 400
LEFT = {"othello": 4, "connect-four": 7, "tic-tac-toe": 9}


@pytest.mark.parametrize("mobility", [True, False])
@pytest.mark.parametrize(("question", "threshold"), [("win", 1), ("no loss", 0)])
@pytest.mark.parametrize("key", ALL_GAMES)
def test_it_grows_the_tree_of_the_paper(key: str, question: str, threshold: int, mobility: bool) -> None:
    game = game_of(key)
    for position in endings(key, 8, LEFT.get(key, 0)):
        twin = Search(game.face(), position, threshold, mobility=mobility)
        verdict = twin.run(MOST)
        found = find("proof-number", game, position, Limits(nodes=MOST), question=question, mobility=mobility)
        if verdict is None:
            assert found.status is Status.BUDGET
            continue
        assert found.report.nodes == twin.nodes
        low, high = found.report.notes["bounds"]
        assert (low >= threshold, high < threshold) == (verdict, not verdict)


@pytest.mark.parametrize("mobility", [True, False])
def test_what_recurs_on_the_way_is_a_draw(mobility: bool) -> None:
    """In a game that needs it: without, nothing is proven; and what only looks alike to one side is no recurrence."""
    game = game_of("morris")
    position = game.face().parse("XXO--X--O O")
    twin = Search(game.face(), position, 0, mobility=mobility)
    assert twin.run(3000)
    options: dict[str, Any] = {"question": "no loss", "mobility": mobility}
    found = find("proof-number", game, position, Limits(nodes=3000), **options)
    assert found.report.nodes == twin.nodes
    assert found.report.notes["bounds"] == (0, 1)
    assert found.report.repetitions > 0
    endless = find("proof-number", game, position, Limits(nodes=3000), cycles=False, **options)
    assert (endless.status, endless.report.repetitions) == (Status.BUDGET, 0)


@pytest.mark.parametrize("key", ["connect-four", "tic-tac-toe", "nim", "tree"])
@given(st.data())
def test_what_it_proves_is_true(key: str, data: st.DataObject) -> None:
    game = game_of(key)
    position = data.draw(st.sampled_from(endings(key, 30, LEFT.get(key, 0))))
    limits = Limits(nodes=data.draw(st.integers(1, 5000)))
    found = find("proof-number", game, position, limits, mobility=data.draw(st.booleans()))
    known: dict[Any, float] = {}
    check(game.face(), lambda p: value_of(game.face(), p, known), position, found, game.face().print(position))
    low, high = found.report.notes["bounds"]
    assert low <= value_of(game.face(), position, known) <= high


def test_it_proves_a_long_win_with_few_nodes() -> None:
    """Narrow lines are what it is for: forced replies cost it next to nothing."""
    game = game_of("connect-four")
    position = game.face().parse("4455324")
    found = find("proof-number", game, position, question="win")
    truth = exact.solve(game, position, Limits(), SearchReport())
    assert (found.report.notes["bounds"][0] == 1) == (truth.value > 0)
    assert found.report.bound is not Bound.EXACT or truth.value == 0


def test_no_room_is_said() -> None:
    game = game_of("connect-four")
    found = find("proof-number", game, game.face().start(), tree_bits=10)
    assert (found.status, found.exact, found.report.notes["full"]) == (Status.BUDGET, False, True)
    assert found.best in game.face().moves(game.face().start())


def test_small_games_are_settled() -> None:
    for key, value in (("tic-tac-toe", 0), ("nim", 1)):
        found = find("proof-number", game_of(key), game_of(key).face().start())
        truth = exact.solve(game_of(key), game_of(key).face().start(), Limits(), SearchReport())
        assert (found.value, found.exact, found.status) == (truth.value, True, Status.DONE), (key, value)
