"""What the status line says of an engine's move is what the list of moves has beside it."""

import numpy as np
import pytest

from sandbox.gametree.api import Limits, engines
from sandbox.gametree.report import SearchReport
from sandbox.ui.boards.panel.words import Asked, ahead_cells, worth_of_move
from sandbox.ui.boards.thinking import Finding
from tests.strategies.games import game_of


def asked_of(engine, nodes, depth=0):
    """A search from the start of Connect Four that so many nodes or plies ended."""
    game, report = game_of("connect-four"), SearchReport()
    position, limits = game.face().parse("4453"), Limits(nodes=nodes, depth=depth, stop=np.zeros(1, np.uint8))
    made = engines[engine].create({})
    found = made.search(game, position, limits, report)
    return Asked(Finding(engine, engine, {}, limits, None, ended=found.report), game, position)


@pytest.mark.parametrize("engine", ["pvs", "alphabeta", "mtdf"])
def test_a_search_that_was_stopped_says_the_newest_value_of_its_move(engine):
    newer = 0
    for nodes in range(500, 12_000, 500):
        asked = asked_of(engine, nodes)
        best, worth = asked.shown.rows[0], asked.shown.worth
        assert best.best
        said = worth_of_move(asked)
        if best.depth > worth.depth:
            newer += 1
            assert said == best.words == ahead_cells(best)[1].words
        else:
            assert said == worth.words
    assert newer or engine == "mtdf", "some of them end amid a depth that has found something"


def test_a_depth_that_is_finished_says_its_own_value():
    asked = asked_of("pvs", 0, depth=6)
    assert worth_of_move(asked) == asked.shown.worth.words
