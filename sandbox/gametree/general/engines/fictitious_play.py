"""Fictitious play: everybody answers best to what the others have done on average.

G. W. Brown, "Iterative Solution of Games by Fictitious Play", Activity Analysis of Production and Allocation, 1951; on
trees with information sets J. Heinrich, M. Lanctot, D. Silver, "Fictitious Self-Play in Extensive-Form Games",
ICML 2015, whose full-width form this is: strategies are averaged by how probably they come to a set.

Departs from them in nothing. It comes to an equilibrium in zero-sum games of two, slowly; elsewhere it may not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sandbox.games.general.api import GeneralGame
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import Answer, general_engines, hidden_and_small
from sandbox.gametree.general.recorder import Recording
from sandbox.gametree.hidden.learning import Fictitious, rehearse, strategy_for, tree_of
from sandbox.gametree.hidden.options import Accuracy, Iterations, Lot
from sandbox.gametree.hidden.telling import answer
from sandbox.gametree.windowed.drivers import with_nodes


@general_engines.register(
    "fictitious-play",
    title="Fictitious play",
    paper="Brown, Iterative Solution of Games by Fictitious Play, 1951",
    needs=hidden_and_small,
    order=52,
    strength=3,
)
@dataclass(frozen=True, slots=True)
class FictitiousPlay:
    """Best responses to averages, averaged."""

    iterations: Iterations = 1_000
    accuracy: Accuracy = 1e-4
    seed: Lot = 0

    def search(self, game: GeneralGame, position: Any, limits: Limits, _kept: Recording | None = None) -> Answer:
        """See general/api.py. A node budget counts iterations; the same game is learnt once, and kept in any case."""
        limits = with_nodes(limits, self.iterations)
        rehearse(Fictitious(tree_of(game, position)))
        mixed = strategy_for(game, position, ("fictitious", self.accuracy), Fictitious, limits)
        enough = mixed.exploitability <= self.accuracy
        return answer(game, position, mixed, limits, self.seed, enough=enough)
