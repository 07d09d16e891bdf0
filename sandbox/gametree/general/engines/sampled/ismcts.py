"""Information-set MCTS: guess what is hidden, but remember by what the mover knows.

P. I. Cowling, E. J. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4 (2), 2012; by
regret, M. Lanctot, V. Lisý, M. H. M. Winands, "Monte Carlo Tree Search in Simultaneous Move Games", CGW 2013. The
text is in hidden/sampling.py.

Departs from them in what that says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from sandbox.games.general.api import GeneralGame
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import Answer, general_engines, something_hidden
from sandbox.gametree.general.recorder import Recording
from sandbox.gametree.hidden.options import Exploration
from sandbox.gametree.hidden.sampled import searched
from sandbox.gametree.hidden.sampling import BY_REGRET
from sandbox.gametree.options import Seed, Simulations
from sandbox.gametree.windowed.drivers import with_nodes
from sandbox.registry import Help


@general_engines.register(
    "ismcts",
    title="Information-set MCTS",
    paper="Cowling, Powley & Whitehouse, Information Set Monte Carlo Tree Search, IEEE TCIAIG 2012",
    needs=something_hidden,
    order=54,
    strength=2,
    records=True,
)
@dataclass(frozen=True, slots=True)
class InformationSetMCTS:
    """One tree of what everybody knows; by regret, moves are mixed."""

    simulations: Simulations = 20_000
    selection: Annotated[Literal["bounds", "regret"], Help("upper confidence bounds, or regret matching")] = "bounds"
    c: Exploration = 0.7
    seed: Seed = 1

    def search(self, game: GeneralGame, position: Any, limits: Limits, recording: Recording | None = None) -> Answer:
        """See general/api.py. A node budget counts simulations."""
        how = BY_REGRET if self.selection == "regret" else 0
        limits, keep = with_nodes(limits, self.simulations), recording is not None
        return searched(game, position, limits, how, self.c, self.seed, keep=keep)
