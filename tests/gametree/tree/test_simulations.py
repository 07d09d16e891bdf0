"""Simulations one by one: the engine's own tree to the last bit, every path, every rollout to its end."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sandbox.gametree.api import Limits, engines
from sandbox.gametree.montecarlo import search as uct
from sandbox.gametree.report import SearchReport
from sandbox.gametree.tree.simulations import Simulations
from tests.strategies.games import game_of

CASES = [
    ("connect-four", "4453", {}),
    ("connect-four", "4453", {"rollouts": "greedy", "epsilon": 0.5, "rave": 200}),
    ("othello", "f5d6c3", {"rollouts": "random", "prior": 4}),
    ("tic-tac-toe", "-", {"tree_bits": 10}),
    ("nim", "7", {}),
    ("connect-four", "414141", {}),
]


@pytest.mark.parametrize(("key", "text", "options"), CASES)
def test_they_are_the_engine_s_own(key, text, options):
    game, engine, report = game_of(key), engines["mcts"].create(options), SearchReport()
    position = game.face().parse(text)
    engine.search(game, position, Limits(nodes=600), report)
    grown = Simulations(game, position, engine, 600)
    rows = report.memory["tree"].rows
    assert np.array_equal(grown._rows, rows)
    assert len(grown) == rows[0, uct.VISITS]
    tree, end = grown.tree, len(grown)
    assert np.array_equal(grown.visits(end), tree.visits)
    mean = grown.rewards(end)[1:] / tree.visits[1:]
    assert mean == pytest.approx(2 * tree.win_rate[1:] - 1)
    assert np.array_equal(grown.visits(0), np.zeros(len(tree)))


@pytest.mark.parametrize(("key", "text", "options"), CASES)
def test_every_simulation_is_played_to_its_end(key, text, options):
    game, engine = game_of(key), engines["mcts"].create(options)
    face, start = game.face(), game.face().parse(text)
    grown = Simulations(game, start, engine, 200)
    for number in (1, 2, 3, 17, 60, 199):
        if number > len(grown):
            break
        told, position = grown.simulation(number), start
        assert told.rows[0] == 0
        assert [grown.tree.parent[r] for r in told.rows] == [-1, *told.rows[:-1]]
        changed = grown.visits(number) - grown.visits(number - 1)
        assert np.flatnonzero(changed).tolist() == sorted(told.rows)
        for move in (*told.moves, *told.rollout):
            position = face.play(position, move)
        result = face.utility(position, face.to_move(start))
        if result is not None:
            assert told.result == np.sign(result)
        else:  # a decided position in the tree, beyond which nothing need be played
            assert told.rollout == ()


def test_terms_of_the_choice_at_any_time():
    game, engine = game_of("connect-four"), engines["mcts"].create({"c": 1.5})
    grown = Simulations(game, game.face().parse("4453"), engine, 400)
    for number in (10, 100, 399):
        visits = grown.visits(number)
        choices = grown.choices(0, number)
        assert sum(c.visits for c in choices) == number
        for c in choices:
            assert c.explore == pytest.approx(1.5 * math.sqrt(math.log(visits[0] + 1) / c.visits)) if c.visits else True
        best = max(choices, key=lambda c: c.exploit + c.explore)
        if number > 10 and all(c.visits for c in choices):
            assert grown.path(number + 1)[1] == best.row


def test_they_can_be_stopped():
    game, stop = game_of("nim"), np.ones(1, np.uint8)
    assert len(Simulations(game, game.face().start(), engines["mcts"].create(), 100, stop)) == 0
