"""Backgammon searched: equal to the twin, with every cut; and looking beats not looking."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from sandbox.bench.general.match import Contender, LineUp, play
from sandbox.games.general.api import general_games
from sandbox.games.general.binding import bound_to
from sandbox.games.general.library.backgammon.face import Board
from sandbox.games.general.perft import laid_out
from sandbox.games.general.rules import evaluate
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import Answer, general_engines
from tests.oracles import general as twin
from tests.strategies.general import playout

GAME = general_games["backgammon"].create()
FACE: Any = GAME.face()


def find(position: Any, depth: int, **options: Any) -> Answer:
    return general_engines["expectiminimax"].create(options).search(GAME, position, Limits(depth=depth))


def estimate(position: Any) -> tuple[Fraction, ...]:
    """What the kernels say."""
    data, s, f = laid_out(GAME, position, 1)
    bound_to(evaluate, GAME.kernels())(data, s, f)
    return tuple(map(Fraction, data[f : f + 2].view(np.float64).tolist()))


def side(points: dict[int, int]) -> tuple[int, ...]:
    return (15 - sum(points.values()), *(points.get(point, 0) for point in range(1, 26)))


LATE = [
    Board((side({3: 1, 5: 1}), side({2: 1, 4: 1})), 0, (2, 1)),
    Board((side({6: 1, 20: 1}), side({4: 2})), 1, (5, 3)),
    Board((side({1: 2}), side({25: 1, 3: 1})), 1, (6, 6)),
]
CONTACT = [
    Board((side({6: 2, 5: 2, 4: 1, 22: 1}), side({6: 2, 4: 2, 3: 1, 20: 1})), 0, (3, 1)),
    Board((side({6: 2, 2: 2, 8: 1, 25: 1}), side({5: 2, 3: 2, 1: 1})), 1, (6, 2)),
]


@pytest.mark.parametrize("number", range(len(LATE)))
def test_searches_equal_the_twin(number: int) -> None:
    position = LATE[number]
    for depth in (1, 2):
        value = twin.worth(FACE, position, depth, position.mover, estimate)
        for star in ("off", "star1", "star2"):
            for table, order in product((False, True), repeat=2):
                found = find(position, depth, star=star, table=table, order=order)
                assert found.of(position.mover) == pytest.approx(float(value), abs=1e-9)
        vector = twin.vector(FACE, position, depth, estimate)
        everybody = general_engines["maxn"].create().search(GAME, position, Limits(depth=depth))
        assert everybody.of(position.mover) == pytest.approx(float(vector[position.mover]), abs=1e-9)


def test_cuts_keep_the_value_and_save_nodes() -> None:
    spent = {"off": 0, "star1": 0, "star2": 0}
    for seed in range(3):
        for position in playout(GAME, seed, longest=60)[9::24]:
            if FACE.to_move(position) < 0:
                continue
            values = []
            for star in spent:
                found = find(position, 2, star=star, table=False)
                spent[star] += found.counts.nodes
                values.append(found.of(position.mover))
            assert max(values) - min(values) < 1e-9  # type: ignore[operator, type-var]
    assert spent["star2"] < spent["star1"] <= spent["off"]


def test_three_decisions_are_what_they_are_and_ordered_moves_save_most_nodes() -> None:
    """Near the end, where the whole tree is small enough to be searched, too."""
    options: list[dict[str, Any]] = [{"cuts": False, "star": "off"}, {"star": "star2", "order": False}, {}]
    spent, estimates = [0] * len(options), [0] * len(options)
    for position in CONTACT:
        values = []
        for at, more in enumerate(options):
            found = find(position, 3, table=False, **more)
            spent[at] += found.counts.nodes
            estimates[at] += found.counts.estimates
            values.append(found.of(position.mover))
        assert max(values) - min(values) < 1e-9  # type: ignore[operator, type-var]
    assert spent[0] > 2 * spent[1] > 4 * spent[2]
    assert estimates[0] == estimates[1] == 0 < estimates[2]


def test_bearing_off_for_certain_is_proven() -> None:
    last = find(Board((side({1: 1}), side({1: 1})), 0, (2, 1)), 1)
    assert (last.best, last.of(0), last.exact) == ("1/off", 1, True)
    gammon = find(Board((side({1: 1}), side({7: 15})), 0, (2, 1)), 1)
    assert gammon.of(0) == 2


def test_looking_beats_chance() -> None:
    contenders = (Contender("expectiminimax", depth=1), Contender("any-move"))
    won = [play(LineUp("backgammon", (), "-", contenders, n, 1)) for n in range(20)]
    assert sum(game.points[0] for game in won) >= 18
    assert {len(game.worth) for game in won} == {2}


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("depth", [2, 3])
def test_every_decision_looked_ahead_beats_one_less(depth: int) -> None:
    """One is the best reply by the evaluation, without search. Error bars apart, dice shared, from both seats."""
    contenders = (Contender("expectiminimax", depth=depth), Contender("expectiminimax", depth=depth - 1))
    won = [play(LineUp("backgammon", (), "-", contenders, n, 1)).points[0] for n in range(2000)]
    assert np.mean(won) - 1.96 * 0.5 / np.sqrt(len(won)) > 0.5, np.mean(won)
