"""The horizon effect: positions that an engine misjudges at one depth, and what cures it at the same depth."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from sandbox.games.api import games
from sandbox.gametree.api import Limits
from sandbox.gametree.play import exact
from sandbox.gametree.report import SearchReport
from tests.gametree.searching import find

PLAIN: dict[str, Any] = {"table": "off", "deepening": False}
CURES: tuple[dict[str, Any], ...] = ({"extension": 2}, {"quiet_delta": 150})


class Example(NamedTuple):
    """Where the other side's threat lies one ply beyond the horizon."""

    position: str
    depth: int
    looks_best: str
    wins: str


EXAMPLES = (Example("1553135535337", 2, "6", "4"), Example("2212544425426", 3, "1", "5"))


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_example_flips(example: Example) -> None:
    game = games["connect-four"].create()
    position = game.face().parse(example.position)
    limits = Limits(depth=example.depth)
    assert find("alphabeta", game, position, limits, **PLAIN).best == example.looks_best
    for cure in CURES:
        assert find("alphabeta", game, position, limits, **PLAIN, **cure).best == example.wins


def test_the_horizon_effect_costs_the_game() -> None:
    example = EXAMPLES[0]
    game = games["connect-four"].create()
    found = exact.solve(game, game.face().parse(example.position), Limits(every_move=True), SearchReport())
    values = {m.move: m.value or 0 for m in found.root}
    assert values[example.looks_best] < 0 < values[example.wins]
