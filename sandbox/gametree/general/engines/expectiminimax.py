"""Expectiminimax: minimax where dice decide too, with every cut on its own switch.

D. Michie, "Game-Playing and Game-Learning Automata", in Advances in Programming and Non-Numerical Computation, 1966;
the cuts below chance B. W. Ballard, "The *-Minimax Search Procedure for Trees Containing Chance Nodes", Artificial
Intelligence 21, 1983. The text is in general/expecting.py.

Departs from it in what that says. Where both could gain, the other side is an enemy all the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from sandbox.games.general.api import GeneralGame
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import Answer, general_engines, two_players
from sandbox.gametree.general.one_player import ForOne, Order
from sandbox.gametree.general.recorder import Recording
from sandbox.gametree.general.session import Session, depths
from sandbox.gametree.options import Depth
from sandbox.registry import Help, Range

_STAR = {"off": 0, "star1": 1, "star2": 2}


@general_engines.register(
    "expectiminimax",
    title="Expectiminimax",
    paper="Michie, Game-Playing and Game-Learning Automata, 1966; Ballard, Artificial Intelligence 21, 1983",
    needs=two_players,
    order=40,
    records=True,
    strength=8,
)
@dataclass(frozen=True, slots=True)
class Expectiminimax:
    """Search decisions to one depth, and take the mean over dice."""

    depth: Depth = 5
    cuts: Annotated[bool, Help("alpha-beta: cut off what cannot matter")] = True
    star: Annotated[
        Literal["off", "star1", "star2"],
        Help("cut below dice: by what any outcome is worth at most; or also by one move of each outcome, tried before"),
    ] = "star2"
    order: Order = True
    table: Annotated[bool, Help("remember positions")] = True
    table_bits: Annotated[int, Range(8, 22), Help("log2 of the number of places")] = 16

    def search(self, game: GeneralGame, position: Any, limits: Limits, recording: Recording | None = None) -> Answer:
        """See general/api.py."""
        bits = self.table_bits if self.table else 0
        looking = ForOne(cuts=self.cuts, star=_STAR[self.star], order=self.order, table_bits=bits)
        return Session(game, position, limits, looking, recording).run(depths(self.depth, limits))
