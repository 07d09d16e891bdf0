"""Pig solved is solved: its equations hold everywhere, and what is known of it and what searches find agrees."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from sandbox.errors import BadInput
from sandbox.games.general.api import general_games
from sandbox.games.general.words import TERMINAL
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import Answer, general_engines
from sandbox.gametree.general.engines.pig_solved import iterate, solved
from tests.strategies.general import playout


def find(position: str, goal: int = 100) -> Answer:
    game = general_games["pig"].create({"goal": goal})
    return general_engines["value-iteration"].create().search(game, game.face().parse(position), Limits())


def test_the_first_player_wins_53_06_percent() -> None:
    found = find("-")
    assert found.of(0) == pytest.approx(0.53059273, abs=1e-8)
    assert found.of(1) == pytest.approx(0.46940727, abs=1e-8)


def test_known_decisions() -> None:
    """At 0:0 hold at 21 (as in the paper's figure); where the other wins at once, and at the goal's edge, roll."""
    assert [find(f"0,0 A+{points}").best for points in (19, 20, 21, 25)] == ["roll", "roll", "hold", "hold"]
    assert find("80,99 A+19").best == "roll"
    assert find("99,0 A").best == "roll"


@pytest.mark.small
@pytest.mark.parametrize("goal", [2, 7, 12])
def test_the_equations_hold_everywhere(goal: int) -> None:
    """By the game's own face: a decision is worth its better move, dice their mean, a finished game what it says."""
    game = general_games["pig"].create({"goal": goal})
    face, engine = game.face(), general_engines["value-iteration"].create()

    def worth(position: Any) -> float:
        return engine.search(game, position, Limits()).worth[0] or 0.0

    for seed in range(20):
        for position in playout(game, seed):
            who = face.to_move(position)
            if who == TERMINAL:
                assert worth(position) == (face.utility(position) or (0,))[0]
                continue
            below = [worth(face.play(position, move)) for move in face.moves(position)]
            if who < 0:
                mean = math.fsum(float(p) * v for p, v in zip(face.chances(position), below, strict=True))
            else:
                mean = max(below) if who == 0 else min(below)
            assert worth(position) == pytest.approx(mean, abs=1e-8)


@pytest.mark.small
def test_any_order_of_sweeping_comes_to_the_same() -> None:
    values = solved(9)
    plain = np.zeros((9, 9, 9))
    for _ in range(200):
        for own in range(9):
            for other in range(9):
                for points in range(9 - own):
                    over = [1.0 if own + points + s >= 9 else plain[own, other, points + s] for s in range(2, 7)]
                    roll = (1 - plain[other, own, 0] + sum(over)) / 6
                    hold = 1 - plain[other, own + points, 0] if points else 0.0
                    plain[own, other, points] = max(roll, hold)
    assert np.abs(values - plain).max() < 1e-8
    again = np.zeros((9, 9, 9))
    assert iterate(again, 9, 1e-10) > 0
    assert np.array_equal(again, values)


def test_playing_to_win_beats_playing_for_points() -> None:
    """Where the two differ, playing to win is worth more, by more than rounding in most cases."""
    game = general_games["pig"].create({"goal": 30})
    perfect, thumb = general_engines["value-iteration"].create(), general_engines["hold-at"].create()
    differ = [
        position
        for seed in range(60)
        for position in playout(game, seed)
        if game.face().to_move(position) >= 0
        and perfect.search(game, position, Limits()).best != thumb.search(game, position, Limits()).best
    ]
    gains = []
    for position in differ:
        found = perfect.search(game, position, Limits())
        worth = {row.move: row.worth[found.player] or 0.0 for row in found.rows}
        gains.append(worth[found.best] - worth[thumb.search(game, position, Limits()).best])
    assert min(gains) >= 0
    assert sum(gain > 0.001 for gain in gains) > len(gains) / 2


def test_searches_come_near() -> None:
    """Looking far enough ahead near the end of a short game finds the true decision and nearly its worth."""
    game = general_games["pig"].create({"goal": 12})
    engine = general_engines["expectiminimax"].create({"depth": 9})
    for text in ("5,9 A+4", "10,11 B", "8,3 A+3"):
        truth = find(text, 12)
        found = engine.search(game, game.face().parse(text), Limits())
        assert found.best == truth.best
        assert found.of(found.player) == pytest.approx(truth.of(truth.player), abs=0.02)


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(BadInput, match="250 at most"):
        find("-", goal=1000)
