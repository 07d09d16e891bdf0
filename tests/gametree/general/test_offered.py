"""Which engines a game is offered: those that its players, dice and hidden cards allow, and those made for it.

And that those which go by a rule alone claim no search.
"""

from __future__ import annotations

from dataclasses import astuple
from typing import Any

import pytest

from sandbox.games.general.api import general_games
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import general_engines, general_engines_for

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


@pytest.mark.parametrize(
    ("engine", "key"),
    [("any-move", "rolit"), ("hold-at", "pig"), ("pacman-chase", "pacman")],
)
def test_an_engine_that_goes_by_a_rule_counts_nothing_and_has_no_depth(engine: str, key: str) -> None:
    game = general_games[key].create()
    position = game.face().start()
    while game.face().to_move(position) < 0:
        position = game.face().play(position, game.face().moves(position)[0])
    answer = general_engines[engine].create().search(game, position, Limits())
    assert answer.best in game.face().moves(position)
    assert not any(astuple(answer.counts))
    assert (answer.depth, answer.exact, answer.deepening) == (0, False, ())
    assert {(row.nodes, row.visits) for row in answer.rows} == {(0, 0)}
