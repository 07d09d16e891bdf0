"""The paranoid search: all others are taken for one enemy, so that alpha-beta cuts in games of many players.

N. R. Sturtevant, R. E. Korf, "On Pruning Techniques for Multi-Player Games", AAAI 2000. The text is expectiminimax's
(general/expecting.py).

Departs from it in taking dice as they come, with Star2's cuts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from sandbox.games.general.api import GeneralGame
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import Answer, general_engines, nothing_hidden
from sandbox.gametree.general.one_player import ForOne, Order
from sandbox.gametree.general.recorder import Recording
from sandbox.gametree.general.session import Session, depths
from sandbox.gametree.options import Depth
from sandbox.registry import Help, Range


@general_engines.register(
    "paranoid",
    title="Paranoid",
    paper="Sturtevant & Korf, On Pruning Techniques for Multi-Player Games, AAAI 2000",
    needs=nothing_hidden,
    order=42,
    records=True,
    strength=5,
)
@dataclass(frozen=True, slots=True)
class Paranoid:
    """Everybody else is against me."""

    depth: Depth = 5
    cuts: Annotated[bool, Help("alpha-beta, and Star2 below dice: cut off what cannot matter")] = True
    order: Order = True
    table: Annotated[bool, Help("remember positions")] = True
    table_bits: Annotated[int, Range(8, 22), Help("log2 of the number of places")] = 16

    def search(self, game: GeneralGame, position: Any, limits: Limits, recording: Recording | None = None) -> Answer:
        """See general/api.py."""
        bits = self.table_bits if self.table else 0
        looking = ForOne(cuts=self.cuts, star=2 * self.cuts, order=self.order, table_bits=bits)
        return Session(game, position, limits, looking, recording).run(depths(self.depth, limits))
