"""Levels for people: named engine settings, from one that misses things to the strongest there is.

A weak level is an engine that looks less far, not one that errs on purpose at random: its mistakes are those
a person of that strength might make. Budgets in nodes rather than time keep a level equally strong everywhere;
only "strongest" takes what the machine can give. Each takes at least six games in ten from the one below
(tests/gametree/test_levels.py; docs/engines.md has the figures).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.games.api import Game
from sandbox.gametree.api import Engine, Limits, Result, engines, new_stop
from sandbox.gametree.evaluation.judging import STRONGEST as BY_WHAT_PLAYS_BEST
from sandbox.gametree.report import SearchReport


@dataclass(frozen=True, slots=True)
class Level:
    """An engine with its options and the budget of one move."""

    key: str
    title: str
    summary: str
    engine: str
    options: Mapping[str, Any] = field(default_factory=dict)
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0

    def create(self) -> Engine:
        """The engine."""
        return engines[self.engine].create(self.options)

    def limits(self, stop: NDArray[np.uint8] | None = None) -> Limits:
        """The budget of one move."""
        return Limits(self.depth, self.seconds, self.nodes, stop=new_stop() if stop is None else stop)

    def search(self, game: Game, position: Any, report: SearchReport, stop: NDArray[np.uint8] | None = None) -> Result:
        """Choose a move."""
        return self.create().search(game, position, self.limits(stop), report)


SURE = 1.3  # standard errors to spare when a shallower search cuts, where an evaluation knows its errors
STRONG: Mapping[str, Any] = {
    "deeper_entries": True,
    "keep_table": True,
    "replies": True,
    "internal_deepening": True,
    "forced": True,
    "aspiration": 200,
    "endings": True,
    "opening": True,
    "probcut": SURE,
    "evaluation": BY_WHAT_PLAYS_BEST,
}
CAREFUL: Mapping[str, Any] = {"forced": True, "evaluation": BY_WHAT_PLAYS_BEST, "probcut": SURE}
BEGINNER = Level(
    "beginner", "Beginner", "judges moves by a handful of random games", "monte-carlo", {"simulations": 40}
)
CASUAL = Level("casual", "Casual", "looks at its move and your reply", "alphabeta", {"deepening": False}, depth=2)
CLUB = Level("club", "Club player", "looks five moves ahead", "alphabeta", {}, depth=5)
OF_EXPERT = "looks as far as 20,000 positions go; in Othello and Connect Four learned patterns judge them"
OF_STRONGEST = "takes a second of the best search there is: exact endings, learned patterns, in Othello a book"
EXPERT = Level("expert", "Expert", OF_EXPERT, "pvs", CAREFUL, nodes=20_000)
STRONGEST = Level("strongest", "Strongest", OF_STRONGEST, "pvs", STRONG, seconds=1.0)

LEVELS: tuple[Level, ...] = (BEGINNER, CASUAL, CLUB, EXPERT, STRONGEST)


def level_of(key: str) -> Level:
    """A level by its key."""
    for level in LEVELS:
        if level.key == key:
            return level
    raise BadInput("level", f"{key!r}", "one of " + ", ".join(level.key for level in LEVELS))
