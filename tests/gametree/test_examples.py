"""The positions shipped as examples show what they say."""

from __future__ import annotations

import pytest

from sandbox.games.api import games
from sandbox.gametree.api import Limits
from sandbox.gametree.play import exact
from sandbox.gametree.play.examples import EXAMPLES, Example, example_of
from sandbox.gametree.report import SearchReport
from tests.gametree.searching import find


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.key)
def test_the_example_flips(example: Example) -> None:
    game = games[example.game].create()
    position = game.face().parse(example.position)
    limits = Limits(depth=example.depth)
    assert find(example.engine, game, position, limits, **example.options).best == example.best
    for extra, best in example.cures:
        assert find(example.engine, game, position, limits, **(dict(example.options) | dict(extra))).best == best


def test_the_horizon_effect_costs_the_game() -> None:
    example = example_of("horizon-effect")
    game = games[example.game].create()
    found = exact.solve(game, game.face().parse(example.position), Limits(every_move=True), SearchReport())
    values = {m.move: m.value or 0 for m in found.root}
    assert values[example.best] < 0 < values[example.cures[0][1]]
