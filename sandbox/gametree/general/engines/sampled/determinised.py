"""Determinised MCTS: guess what is hidden, play as if everything lay open, and let the guesses vote.

M. L. Ginsberg, "GIB: Imperfect Information in a Computationally Challenging Game", JAIR 14, 2001. It never bluffs,
and believes that it will see the other's cards later: it is here so that this can be seen.

Departs from it in searching each guess by UCT, all in one table (hidden/sampling.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sandbox.games.general.api import GeneralGame
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import Answer, general_engines, something_hidden
from sandbox.gametree.general.recorder import Recording
from sandbox.gametree.hidden.options import Exploration
from sandbox.gametree.hidden.sampled import searched
from sandbox.gametree.hidden.sampling import WHOLE
from sandbox.gametree.options import Seed, Simulations
from sandbox.gametree.windowed.drivers import with_nodes


@general_engines.register(
    "determinised",
    title="Determinised MCTS",
    paper="Ginsberg, GIB: Imperfect Information in a Computationally Challenging Game, JAIR 2001",
    needs=something_hidden,
    order=53,
    strength=1,
    records=True,
)
@dataclass(frozen=True, slots=True)
class Determinised:
    """Guesses vote, each searched as if all cards lay open."""

    simulations: Simulations = 20_000
    c: Exploration = 0.7
    seed: Seed = 1

    def search(self, game: GeneralGame, position: Any, limits: Limits, recording: Recording | None = None) -> Answer:
        """See general/api.py. A node budget counts simulations."""
        limits, keep = with_nodes(limits, self.simulations), recording is not None
        return searched(game, position, limits, WHOLE, self.c, self.seed, keep=keep)
