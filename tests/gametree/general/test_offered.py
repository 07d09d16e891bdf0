"""Which engines a game is offered: those that its players, dice and hidden cards allow, and those made for it."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.games.general.api import general_games
from sandbox.gametree.general.api import general_engines_for

pytestmark = pytest.mark.small

OPEN = ("any-move", "maxn", "paranoid", "vector-mcts", "fallible")
HIDDEN = ("any-move", "cfr", "fictitious-play", "determinised", "ismcts")
PACMAN = ("pacman-chase", "pacman-reflex", "pacman-expectimax")


@pytest.mark.parametrize(
    ("key", "options", "text", "expected"),
    [
        ("any-tree", {}, "[1,2]", {*OPEN, "expectiminimax"}),
        ("any-tree", {}, "fallible", {*OPEN, "expectiminimax"}),
        ("any-tree", {}, "three-players", {*OPEN}),
        ("rolit", {"players": 2}, "", {*OPEN, "expectiminimax"}),
        ("rolit", {"players": 3}, "", {*OPEN}),
        ("rolit", {"players": 4}, "", {*OPEN}),
        ("pig", {"players": 2}, "", {*OPEN, "expectiminimax", "hold-at", "value-iteration"}),
        ("pig", {"players": 3}, "", {*OPEN, "hold-at"}),
        ("pacman", {}, "", {*OPEN, *PACMAN, "pacman-minimax"}),
        ("pacman", {"ghosts": "dice"}, "", {*OPEN, *PACMAN, "expectiminimax"} - {"fallible"}),
        ("backgammon", {}, "", {*OPEN, "expectiminimax"}),
        ("matrix", {}, "", {*HIDDEN, "nash"}),
        ("kuhn", {}, "", {*HIDDEN}),
        ("phantom", {}, "", {"any-move", "determinised", "ismcts"}),
    ],
)
def test_the_engines_that_fit(key: str, options: dict[str, Any], text: str, expected: set[str]) -> None:
    game = general_games[key].create(options)
    face = game.face()
    offered = general_engines_for(game, face.parse(text) if text else face.start())
    assert {entry.key for entry in offered} == expected
    assert len(offered) == len(expected)
