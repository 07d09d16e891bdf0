"""The arithmetic of matches."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any, Self

import pytest

from sandbox.bench import match
from sandbox.bench.match import Pairing, Player, Score, pairings, random_openings
from sandbox.gametree.api import new_stop
from tests.strategies.games import game_of


def test_elo_of_known_scores() -> None:
    assert Score(50, 0, 50).elo == pytest.approx(0)
    assert Score(75, 0, 25).elo == pytest.approx(190.8, abs=0.1)
    assert Score(25, 0, 75).elo == pytest.approx(-190.8, abs=0.1)
    assert Score(50, 0, 50).elo_error == pytest.approx(1.96 * 0.05 * 400 / 2.302585 / 0.25, rel=1e-3)
    assert Score(10, 80, 10).elo_error < Score(50, 0, 50).elo_error
    assert Score(100, 0, 0).elo < 1000


def test_every_opening_is_played_from_both_sides() -> None:
    player = Player("pvs")
    rounds = pairings("tic-tac-toe", (), (player, player), ["a", "b"], 8)
    assert [(r.opening, r.first_begins) for r in rounds[:4]] == [("a", True), ("a", False), ("b", True), ("b", False)]


def test_random_openings_are_different_and_open() -> None:
    game = game_of("connect-four")
    found = random_openings(game, 20, 5, seed=1)
    assert len(set(found)) == 20
    assert found == random_openings(game, 20, 5, seed=1)
    assert all(game.face().moves(game.face().parse(text)) for text in found)


class Pool:
    """Plays in the same process, and tells what became of the games nobody waited for."""

    def __init__(self, workers: int, context: object, *begin: object) -> None:
        self.workers, self.context, self.futures = workers, context, list[Future[Any]]()
        self.cancelled = False

    def __enter__(self) -> Self:
        POOLS.append(self)
        return self

    def __exit__(self, *failure: object) -> None:
        """Nothing to wait for."""

    def submit(self, play: Callable[..., Any], pairing: Pairing, *more: object) -> Future[Any]:
        self.futures.append(Future())
        self.futures[-1].set_result(play(pairing, *more))
        return self.futures[-1]

    def shutdown(self, *, cancel_futures: bool = False) -> None:
        self.cancelled = cancel_futures


POOLS: list[Pool] = []


def test_a_match_that_is_stopped_waits_for_no_further_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", Pool)
    player, stop = Player("random"), new_stop()
    rounds = pairings("tic-tac-toe", (), (player, player), ["-"], 6)
    games = match.played(rounds, 2, stop)
    next(games)
    assert not POOLS[-1].cancelled
    stop[0] = 1
    assert list(games) == []
    assert POOLS[-1].cancelled


def test_every_job_plays_and_all_games_arrive() -> None:
    player = Player("random")
    rounds = pairings("tic-tac-toe", (), (player, player), ["-"], 4)
    assert sorted(game.number for game in match.played(rounds, 2, new_stop())) == [0, 1, 2, 3]


class Endless:
    """A game of two who move in turn for ever; the positions are numbers, and so is what a player has of them."""

    def face(self) -> Endless:
        return self

    def parse(self, text: str) -> int:
        return int(text)

    def to_move(self, position: int) -> int:
        return position % 2

    def moves(self, position: int) -> list[str]:
        return ["on"]

    def play(self, position: int, _: str) -> int:
        return position + 1

    def utility(self, position: int, player: int) -> None:
        return None

    def search(self, *_: Any) -> Any:
        return SimpleNamespace(best="on", seconds=0.25)


def test_a_game_that_never_ends_is_a_draw_after_400_plies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "game_of", lambda *_: Endless())
    monkeypatch.setattr(Player, "seated", lambda self, *_: (Endless(), self.limits))
    found = match.play(Pairing("endless", (), "7", (Player("one"), Player("other")), first_begins=True, number=3))
    assert found.moves == ("on",) * 400
    assert (found.result, found.on_time, found.longest_move, found.number) == (0.5, False, 0.25, 3)


@pytest.mark.parametrize(("key", "plies"), [("tic-tac-toe", 5), ("connect-four", 9), ("morris", 6)])
def test_no_opening_is_won_with_the_next_move(key: str, plies: int) -> None:
    game = game_of(key)
    face = game.face()
    decided = 0
    for text in random_openings(game, 40, plies, seed=2):
        position = face.parse(text)
        assert face.moves(position)
        assert all(face.moves(face.play(position, move)) for move in face.moves(position))
    draw = random.Random(2)
    for _ in range(200):
        position = face.start()
        for _ in range(plies):
            position = face.play(position, draw.choice(face.moves(position))) if face.moves(position) else position
        decided += any(not face.moves(face.play(position, move)) for move in face.moves(position))
    assert decided  # so that there was something to leave out
