"""The arithmetic of matches."""

from __future__ import annotations

import pytest

from sandbox.bench.match import Player, Score, pairings, random_openings
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
