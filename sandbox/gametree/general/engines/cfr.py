"""Counterfactual regret minimisation, and CFR+.

M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, "Regret Minimization in Games with Incomplete Information",
NIPS 2007; O. Tammelin, "Solving Large Imperfect Information Games Using CFR+", 2014. The text is in
hidden/regrets.py.

Departs from them in what that says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from sandbox.games.general.api import GeneralGame
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import Answer, general_engines, hidden_and_small
from sandbox.gametree.general.recorder import Recording
from sandbox.gametree.hidden.learning import Minimiser, rehearse, strategy_for, tree_of
from sandbox.gametree.hidden.options import Accuracy, Iterations, Lot
from sandbox.gametree.hidden.telling import answer
from sandbox.gametree.windowed.drivers import with_nodes
from sandbox.registry import Help


@general_engines.register(
    "cfr",
    title="CFR and CFR+",
    paper="Zinkevich et al., Regret Minimization in Games with Incomplete Information, NIPS 2007",
    needs=hidden_and_small,
    order=51,
    strength=6,
)
@dataclass(frozen=True, slots=True)
class CFR:
    """Minimise regret at every information set; the average of all strategies is the answer."""

    plus: Annotated[bool, Help("CFR+: regrets never below 0, later strategies count for more")] = True
    iterations: Iterations = 10_000
    accuracy: Accuracy = 1e-4
    seed: Lot = 0

    def search(self, game: GeneralGame, position: Any, limits: Limits, _kept: Recording | None = None) -> Answer:
        """See general/api.py. A node budget counts iterations; the same game is learnt once, and kept in any case."""
        limits = with_nodes(limits, self.iterations)
        rehearse(Minimiser(tree_of(game, position), plus=self.plus))
        how = ("cfr", self.plus, self.accuracy)
        mixed = strategy_for(game, position, how, lambda tree: Minimiser(tree, plus=self.plus), limits)
        enough = mixed.exploitability <= self.accuracy
        return answer(game, position, mixed, limits, self.seed, enough=enough)
