"""Matches with a seat for every player: who sits where, what a game gives whom, and what a match comes to."""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from sandbox.bench.general import match
from sandbox.bench.general.match import Contender, GamePlayed, LineUp, document_of, play, played, scores
from sandbox.games.general.words import CHANCE
from sandbox.gametree.api import Limits, new_stop

pytestmark = pytest.mark.small


class Last:
    """Plays the last of its moves, and keeps what it was given to think with."""

    def search(self, game: Any, position: Any, limits: Limits) -> Any:
        GIVEN.append(limits)
        return SimpleNamespace(best=game.face().moves(position)[-1])


GIVEN: list[Limits] = []


@pytest.fixture
def without_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines that need no kernels."""
    GIVEN.clear()
    monkeypatch.setattr(Contender, "seated", lambda self, *_: (Last(), self.limits))


def line_up(game: str = "pig", many: int = 3, number: int = 0, opening: str = "-") -> LineUp:
    options = (("players", str(many)), ("goal", "10")) if game == "pig" else ()
    contenders = tuple(Contender(f"engine-{n}", nodes=n + 1) for n in range(many))
    return LineUp(game, options, opening, contenders, number, 7)


def test_seats_turn_from_game_to_game_where_they_are_alike() -> None:
    assert [line_up(number=n).seats for n in range(4)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]
    assert [line_up("pacman", 2, number=n).seats for n in range(3)] == [(0, 1)] * 3
    assert [line_up("tic-tac-toe", 2, number=n).seats for n in range(2)] == [(0, 1), (1, 0)]


def test_a_budget_says_only_what_is_limited() -> None:
    assert Contender("maxn").budget == {}
    assert Contender("maxn", (), 0.5, 20, 3).budget == {"seconds": 0.5, "nodes": 20, "depth": 3}
    assert Contender("maxn", depth=2).budget == {"depth": 2}


def test_an_engine_with_a_seed_gets_one_of_each_game() -> None:
    game = match.general_game("pig", ())
    engine: Any = Contender("vector-mcts").seated(game, game.face().start(), 12)[0]
    assert engine.seed == 12
    chosen: Any = Contender("vector-mcts", (("seed", "3"),)).seated(game, game.face().start(), 12)[0]
    assert chosen.seed == 3


@pytest.mark.usefixtures("without_thought")
@pytest.mark.parametrize("number", [0, 1, 2])
def test_the_point_goes_to_whoever_sat_in_the_seat_that_won(number: int) -> None:
    game = play(line_up(number=number))
    assert sorted(game.worth) == [0, 0, 1]
    assert game.points == tuple(float(game.seats[game.worth.index(1)] == contender) for contender in range(3))
    assert game.to_json()["result"] == game.points[0]
    assert {limits.nodes for limits in GIVEN} == {1, 2, 3}


@pytest.mark.usefixtures("without_thought")
def test_dice_are_the_same_until_every_seat_was_turned() -> None:
    def thrown(lined: LineUp) -> list[str]:
        return [move for move in play(lined).moves if move.isdigit()]

    games = [thrown(line_up(number=n)) for n in range(6)]
    assert games[0] == games[1] == games[2] != games[3] == games[4] == games[5]
    assert thrown(replace(line_up(), seed=8)) != games[0]


@pytest.mark.usefixtures("without_thought")
def test_a_game_that_is_not_finished_is_everybody_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "LONGEST", 4)
    endless = play(line_up())
    assert (len(endless.moves), endless.worth, endless.points) == (4, (), (1 / 3, 1 / 3, 1 / 3))
    stop = new_stop()
    stop[0] = 1
    stopped = play(line_up(many=2), stop)
    assert (stopped.moves, stopped.worth, stopped.points) == ((), (), (0.5, 0.5))
    assert list(played([line_up()], 1, stop)) == []


@pytest.mark.usefixtures("without_thought")
def test_a_stop_that_comes_is_seen_by_the_game_and_its_engines() -> None:
    game = play(line_up(), stop := new_stop())
    assert game.moves
    assert all(limits.stop is stop for limits in GIVEN)


def test_equals_share_a_point_and_a_game_may_name_its_winners() -> None:
    alike = SimpleNamespace()
    named = SimpleNamespace(winners=lambda position: position)
    assert match._won(alike, None, (1.0, 3.0, 3.0)) == [False, True, True]
    assert match._won(alike, None, ()) == match._won(named, [0], ()) == []
    assert match._won(named, [0], (1.0, 3.0, 3.0)) == [True, False, False]
    assert match._points([False, True, True], (2, 0, 1)) == (0.5, 0.5, 0.0)
    assert match._points([False, False], (0, 1)) == (0.0, 0.0)  # a game may have no winner


def one(number: int, seats: tuple[int, ...], worth: tuple[float, ...], points: tuple[float, ...]) -> GamePlayed:
    return GamePlayed(number, "-", seats, (), worth, points, 0.0)


def test_what_a_match_of_two_comes_to() -> None:
    games = [
        one(0, (0, 1), (5.0, -5.0), (1.0, 0.0)),
        one(1, (1, 0), (2.0, -2.0), (0.0, 1.0)),
        one(2, (0, 1), (0.0, 0.0), (0.5, 0.5)),
        one(3, (1, 0), (), (0.5, 0.5)),
    ]
    first, second = scores(games, (Contender("maxn", (("depth", "2"),)), Contender("any-move")))
    assert (first["contender"], first["games"], first["share"]) == ("maxn:depth=2", 4, 0.5)
    assert first["error"] == pytest.approx(1.96 * math.sqrt(0.5) / 4)
    assert (first["worth"], second["worth"]) == (1.0, -1.0)  # of three games: one was not finished
    assert (first["wins"], first["draws"], first["losses"]) == (1, 2, 1)


def test_a_clean_score_and_none_at_all() -> None:
    three = tuple(Contender(name) for name in "abc")
    clean, none, _ = scores([one(n, (0, 1, 2), (1.0, 0.0, 0.0), (1.0, 0.0, 0.0)) for n in range(2)], three)
    assert (clean["share"], none["share"]) == (1.0, 0.0)
    assert clean["error"] == none["error"] == pytest.approx(1.96 * 0.25)
    assert "wins" not in clean  # there is no first against the rest
    assert [dict(row) for row in scores([], three)] == [
        {"contender": name, "games": 0, "share": 0.0, "error": math.inf, "worth": None} for name in "abc"
    ]


@pytest.mark.usefixtures("without_thought")
def test_a_kept_game_names_players_in_the_order_of_their_seats() -> None:
    lined = line_up(number=4)
    game = play(lined)
    document = document_of(lined, game)
    assert (document.key, document.options, document.seed) == ("pig", {"players": 3, "goal": 10}, 7)
    assert [(p.engine, p.budget) for p in document.players] == [(f"engine-{n}", {"nodes": n + 1}) for n in (1, 2, 0)]
    assert (document.title, document.moves, document.result) == ("pig 005", game.moves, game.worth)


@pytest.mark.usefixtures("without_thought")
def test_dice_fall_as_often_as_they_are_probable(monkeypatch: pytest.MonkeyPatch) -> None:
    class Coin:
        """Heads three times in four, then the game is over."""

        def parse(self, _: str) -> str:
            return ""

        def to_move(self, position: str) -> int:
            return CHANCE if not position else -2

        def moves(self, _: str) -> tuple[str, ...]:
            return ("heads", "tails")

        def chances(self, _: str) -> tuple[float, ...]:
            return (0.75, 0.25)

        def play(self, _: str, move: str) -> str:
            return move

        def utility(self, _: str) -> tuple[float, ...]:
            return (0.0, 0.0)

    monkeypatch.setattr(match, "general_game", lambda *_: SimpleNamespace(face=Coin))
    heads = sum(play(line_up(many=2, number=2 * n)).moves == ("heads",) for n in range(200))
    assert 130 <= heads <= 170  # of a fixed seed
