"""Pig by a rule of thumb: roll until the turn has brought so many points, then hold.

R. Knizia, Dice Games Properly Explained, 1999: holding at 20 brings most points a turn on average. That is not yet what
wins most often: who plays to win beats it.

Departs from it in nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from sandbox.games.general.api import GeneralGame
from sandbox.games.general.library.pig import Pig, Turn
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import Answer, answered, general_engines, nothing_hidden
from sandbox.registry import Help, Range


@general_engines.register(
    "hold-at",
    title="Hold at so many points",
    paper="Knizia, Dice Games Properly Explained, 1999",
    needs=nothing_hidden,
    plays=Pig,
    order=44,
    strength=0,
)
@dataclass(frozen=True, slots=True)
class HoldAt:
    """Roll until the turn has brought enough."""

    at: Annotated[int, Range(1, 1000), Help("the points of a turn that are enough")] = 20

    def search(self, game: GeneralGame, position: Turn, limits: Limits) -> Answer:  # noqa: ARG002
        """See general/api.py."""
        return answered(game, position, lambda *_: "hold" if position.points >= self.at else "roll")
