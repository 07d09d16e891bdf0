"""Exact play against positions solved by others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandbox.games.api import games
from sandbox.gametree.api import Limits
from sandbox.gametree.play import exact
from sandbox.gametree.report import SearchReport
from tests.oracles.negamax import value_of
from tests.strategies.engines import endings
from tests.strategies.games import game_of, random_positions

CONNECT_FOUR = [("L3_R1.txt", 60), ("L2_R1.txt", 40), ("L2_R2.txt", 3)]
OTHELLO = [("exact_10.txt", 10), ("exact_12.txt", 3)]
ALL = [("L3_R1.txt", 200), ("L2_R1.txt", 200), ("L2_R2.txt", 200)]  # openings want a solver made for them
ALL_OTHELLO = [("exact_10.txt", 100), ("exact_12.txt", 100), ("exact_14.txt", 100)]


def solved(key: str, position: str) -> tuple[float, str]:
    """By alpha-beta: what solvers of one game find is tested with them."""
    game = games[key].create()
    found = exact.played_out(game, game.face().parse(position), Limits(), SearchReport())
    assert found.exact
    return found.value, found.best


def rows(path: Path, number: int) -> list[list[str]]:
    lines = [
        line.split() for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")
    ]
    return lines[:: max(1, len(lines) // number)][:number]


def check_connect_four(folder: Path, file: str, number: int) -> None:
    for position, value in rows(folder / "connect_four" / file, number):
        assert solved("connect-four", position)[0] == int(value), position


def check_othello(folder: Path, file: str, number: int) -> None:
    for board, side, value, best, *_ in rows(folder / "othello" / file, number):
        found, move = solved("othello", f"{board} {side}")
        assert found == int(value), board
        assert move in best.split(","), board


@pytest.mark.parametrize(("file", "number"), CONNECT_FOUR)
def test_connect_four_sample(positions: Path, file: str, number: int) -> None:
    check_connect_four(positions, file, number)


@pytest.mark.parametrize(("file", "number"), OTHELLO)
def test_othello_sample(positions: Path, file: str, number: int) -> None:
    check_othello(positions, file, number)


@pytest.mark.slow
@pytest.mark.parametrize(("file", "number"), ALL)
def test_every_connect_four_value(positions: Path, file: str, number: int) -> None:
    check_connect_four(positions, file, number)


@pytest.mark.slow
@pytest.mark.parametrize(("file", "number"), ALL_OTHELLO)
def test_every_othello_value(positions: Path, file: str, number: int) -> None:
    check_othello(positions, file, number)


@pytest.mark.parametrize("key", ["tic-tac-toe", "nim", "tree"])
def test_small_games_from_any_position(key: str) -> None:
    game = game_of(key)
    for position in random_positions(game, 30, 5, seed=9):
        found = exact.solve(game, position, Limits(), SearchReport())
        assert (found.value, found.exact) == (value_of(game.face(), position), True)


def test_every_move_gets_its_exact_value() -> None:
    game = games["connect-four"].create()
    position = game.face().parse("5554224333234511764415115")
    found = exact.solve(game, position, Limits(every_move=True), SearchReport())
    values: dict[str, Any] = {m.move: m.value for m in found.root}
    assert values == {"1": -8, "2": -8, "3": -8, "4": -8, "6": 4, "7": -8}
    assert (found.best, found.value, found.exact) == ("6", 4, True)


def test_a_budget_is_no_proof() -> None:
    game = games["connect-four"].create()
    found = exact.solve(game, game.face().start(), Limits(nodes=10_000), SearchReport())
    assert not found.exact
    assert found.best in game.face().moves(game.face().start())


def test_a_win_found_before_the_budget_ran_out_is_no_exact_value() -> None:
    """The sign is proven first; the best win takes longer."""
    game = games["connect-four"].create()
    position = game.face().parse("473125476434")
    for nodes, resolved in ((100_000, False), (250_000, False), (500_000, True)):
        found = exact.played_out(game, position, Limits(nodes=nodes), SearchReport())
        assert (found.exact, found.value == 14) == (resolved, resolved)


@pytest.mark.parametrize("play", [exact.solve, exact.played_out])
@pytest.mark.parametrize("key", ["connect-four", "othello"])
def test_what_is_proven_before_the_budget_runs_out_holds(key: str, play: Any) -> None:
    game, narrowed = game_of(key), 0
    for position in endings(key, 12, 10):
        true = exact.played_out(game, position, Limits(), SearchReport()).value
        for nodes in (1, 10, 20, 40, 80, 160, 320, 640, 1280):
            found = play(game, position, Limits(nodes=nodes), SearchReport())
            low, high = found.report.notes["bounds"]
            assert low <= true <= high
            assert found.report.notes["memory"] > 0
            narrowed += not found.exact and high - low < (42 if key == "connect-four" else 128)
            assert not found.exact or found.value == true
    assert narrowed
