"""Expectiminimax, max^n and the paranoid search on Pig equal their twins, estimates and all."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from sandbox.games.general.api import general_games
from sandbox.games.general.words import TERMINAL
from sandbox.gametree.api import Limits, Status, new_stop
from sandbox.gametree.general.api import general_engines
from tests.oracles import general as twin
from tests.strategies.general import playout


def share(position: Any, goal: int) -> tuple[Fraction, ...]:
    """The estimate: an even share, and more for who is ahead of the others' mean."""
    own = [s + position.points * (p == position.mover) for p, s in enumerate(position.scores)]
    many = len(own)
    return tuple(Fraction(1, many) + Fraction(many * x - sum(own), many * goal * (many - 1)) for x in own)


@pytest.mark.parametrize("players", [2, 3])
def test_engines_equal_their_twins(players: int) -> None:
    game = general_games["pig"].create({"goal": 20, "players": players})
    face = game.face()

    def estimate(position: Any) -> tuple[Fraction, ...]:
        return share(position, 20)

    for seed in range(12):
        for position in playout(game, seed)[::3]:
            if face.to_move(position) == TERMINAL:
                continue
            root = max(face.to_move(position), 0)
            for depth in (1, 2, 3):
                value = twin.worth(face, position, depth, root, estimate)
                for star in ("off", "star1", "star2") if players == 2 else ("",):
                    for table, order in product((False, True), repeat=2):
                        key = "expectiminimax" if star else "paranoid"
                        options = ({"star": star} if star else {}) | {"table": table, "table_bits": 10, "order": order}
                        found = general_engines[key].create(options).search(game, position, Limits(depth=depth))
                        assert found.of(root) == pytest.approx(float(value), abs=1e-12)
                vector = twin.vector(face, position, depth, estimate)
                found = general_engines["maxn"].create().search(game, position, Limits(depth=depth))
                assert found.worth == pytest.approx([float(v) for v in vector], abs=1e-12)
                assert sum(found.worth) == pytest.approx(1)  # type: ignore[arg-type]


def test_looking_ahead_rolls_on_where_holding_would_lose() -> None:
    game = general_games["pig"].create()
    position = game.face().parse("80,99 A+19")
    found = general_engines["expectiminimax"].create({"depth": 3}).search(game, position, Limits(every_move=True))
    assert found.best == "roll"  # otherwise B would win with any roll but a one
    assert found.of(0) > 5 / 6  # type: ignore[operator]
    assert {row.move: row.worth[0] for row in found.rows}["hold"] < 1 / 2  # type: ignore[operator]


def test_budgets_end_a_search_with_an_answer() -> None:
    game = general_games["pig"].create()
    start = game.face().parse("10,20 B+5")
    engine = general_engines["expectiminimax"].create({"table_bits": 10})
    counted = engine.search(game, start, Limits(nodes=5000))
    assert (counted.status, counted.counts.nodes) == (Status.BUDGET, 5000)
    assert [row.depth for row in counted.deepening] == list(range(1, counted.depth + 1))
    assert counted.best in ("roll", "hold")
    again = engine.search(game, start, Limits(nodes=5000))
    assert (again.best, again.worth, again.rows) == (counted.best, counted.worth, counted.rows)
    assert engine.search(game, start, Limits(seconds=0.02)).status is Status.BUDGET
    stop = new_stop()
    stop[0] = 1
    for key in ("expectiminimax", "maxn", "paranoid"):
        found = general_engines[key].create().search(game, start, Limits(depth=9, stop=stop))
        assert (found.status, found.best, found.worth) == (Status.CANCELLED, "roll", ())


def test_a_finished_game_has_no_move() -> None:
    game = general_games["pig"].create({"players": 3})
    found = general_engines["maxn"].create().search(game, game.face().parse("3,101,20"), Limits())
    assert (found.best, found.worth, found.exact, found.rows) == ("", (0, 1, 0), True, ())


def test_a_die_has_no_move_but_a_worth() -> None:
    game = general_games["pig"].create()
    rolling = general_engines["maxn"].create().search(game, game.face().parse("3,4 A+9*"), Limits(depth=2))
    assert (rolling.best, rolling.rows) == ("", ())
    rolled = [
        general_engines["maxn"]
        .create()
        .search(game, game.face().play(game.face().parse("3,4 A+9*"), str(n)), Limits(depth=2))
        for n in range(1, 7)
    ]
    assert rolling.of(0) == pytest.approx(np.mean([found.of(0) for found in rolled]))  # type: ignore[arg-type]
