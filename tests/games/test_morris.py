"""Repetition: a loopy game ends when a position has occurred often enough."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.games.api import games

pytestmark = pytest.mark.small


def face(repetitions: int) -> Any:
    return games["morris"].create({"repetitions": repetitions}).face()


@pytest.mark.parametrize("repetitions", [2, 3, 4])
def test_a_position_may_occur_once_less_than_the_option_says(repetitions: int) -> None:
    rules = face(repetitions)
    position = rules.parse("X-O-O-XOX X")
    for round_ in range(1, repetitions):
        assert rules.moves(position), f"over after {round_} occurrences"
        assert position.occurrences == round_
        for move in ("a1-a2", "c1-c2", "a2-a1", "c2-c1"):
            position = rules.play(position, move)
    assert position.occurrences == repetitions
    assert rules.moves(position) == ()
    assert rules.utility(position, 0) == rules.utility(position, 1) == 0
    assert "repetition" in rules.picture(position).caption


def test_setting_a_stone_forgets_what_was() -> None:
    rules = face(2)
    position = rules.start()
    for move in ("b2", "a1", "c3", "c1", "b1"):
        position = rules.play(position, move)
        assert position.occurrences == 1
    assert position.earlier == ()


def test_who_cannot_move_has_lost() -> None:
    rules = games["morris"].create({"diagonals": False}).face()
    position = rules.parse("XXOXO-O-- X")
    assert rules.moves(position) == ()
    assert rules.utility(position, 0) == -1


def test_the_last_move_is_marked_and_then_the_line() -> None:
    rules = games["morris"].create().face()
    position = rules.parse("X-O-O-XOX X")
    assert rules.picture(rules.play(position, "a1-a2")).highlights == ((0.0, 0.0), (0.0, 1.0))
    won = rules.play(rules.parse("X-O-O-XOX O"), "c1-c2")
    assert rules.picture(won).highlights == ((2.0, 0.0), (2.0, 1.0))
