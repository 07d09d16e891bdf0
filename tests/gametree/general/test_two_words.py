"""Through the adapter the general engines give what minimax gives on every two-word game."""

from __future__ import annotations

import pytest

from sandbox.games.api import games
from sandbox.games.general.perft import divide, perft
from sandbox.games.two_words.perft import perft as two_word_perft
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import general_engines
from sandbox.gametree.general.two_words import general
from tests.gametree.searching import find
from tests.strategies.games import ALL_GAMES, game_of, random_positions

DEPTHS = {"connect-four": 4, "othello": 3, "tic-tac-toe": 5, "nim": 4, "morris": 4, "tree": 3}
LONGEST = {"connect-four": 36, "othello": 58, "tic-tac-toe": 7, "nim": 6, "morris": 20, "tree": 1}
OFF = {"table": False}


@pytest.mark.parametrize("key", DEPTHS)
def test_values_are_minimax_values(key: str) -> None:
    game = game_of(key)
    as_general, depth = general(game), DEPTHS[key]
    for position in random_positions(game, 40, LONGEST[key], seed=5):
        expected = find("minimax", game, position, Limits(depth=depth), cycles=False)
        mover = game.face().to_move(position)
        where = game.face().print(position)
        for engine, options in (
            ("expectiminimax", {}),
            ("expectiminimax", OFF | {"cuts": False}),
            ("maxn", {}),
            ("maxn", {"cuts": False}),
        ):
            found = general_engines[engine].create(options).search(as_general, position, Limits(depth=depth))
            assert as_general.shown(found.of(mover) or 0.0) == expected.value, (engine, where)
            assert expected.exact >= found.exact, (engine, where)
            assert found.best in {m.move for m in expected.root if m.value == expected.value}, (engine, where)
        every = general_engines["maxn"].create().search(as_general, position, Limits(depth=depth, every_move=True))
        assert [(r.move, as_general.shown(r.worth[mover] or 0.0)) for r in every.rows] == [
            (r.move, r.value) for r in sorted(expected.root, key=lambda r: [m.move for m in every.rows].index(r.move))
        ]


def test_the_six_are_all() -> None:
    assert set(DEPTHS) == set(ALL_GAMES)


@pytest.mark.parametrize("key", DEPTHS)
def test_move_sequences_are_counted_alike(key: str) -> None:
    game = game_of(key)
    as_general, start = general(game), game.face().start()
    for depth in range(5):
        for finished in (False, True):
            counted = perft(as_general, start, depth, finished=finished)
            assert counted == two_word_perft(game, start, depth, finished=finished)
    assert sum(divide(as_general, start, 3, finished=True).values()) == perft(as_general, start, 3, finished=True)


def test_a_cut_costs_nothing_it_should_not() -> None:
    """Alpha-beta looks at fewer nodes than the whole tree, and at as many as negamax without cuts."""
    game = game_of("connect-four")
    start = game.face().start()
    whole = general_engines["expectiminimax"].create({"cuts": False, "table": False})
    cut = general_engines["expectiminimax"].create({"table": False})
    limits = Limits(depth=5)
    nodes = find("negamax", game, start, limits).report.nodes
    assert whole.search(general(game), start, limits).counts.nodes == nodes
    assert cut.search(general(game), start, limits).counts.nodes < nodes / 4


def test_axes_are_the_games_own() -> None:
    for entry in games:
        assert general(entry.create()).axes() == entry.info["axes"]
