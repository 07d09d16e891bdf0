"""Counterfactual regret minimisation, and CFR+.

M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, "Regret Minimization in Games with Incomplete Information",
NIPS 2007; O. Tammelin, "Solving Large Imperfect Information Games Using CFR+", 2014. The text is in
hidden/regrets.py.

Departs from them in what that says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from sandbox.gametree.general.api import general_engines
from sandbox.gametree.hidden.engine import LearningEngine
from sandbox.gametree.hidden.flat import Tree
from sandbox.gametree.hidden.learning import Minimiser
from sandbox.gametree.hidden.options import Accuracy, Iterations, Lot
from sandbox.registry import Help


@general_engines.register(
    "cfr",
    title="CFR and CFR+",
    paper="Zinkevich et al., Regret Minimization in Games with Incomplete Information, NIPS 2007",
    order=51,
    strength=6,
)
@dataclass(frozen=True, slots=True)
class CFR(LearningEngine):
    """Minimise regret at every information set; the average of all strategies is the answer."""

    plus: Annotated[bool, Help("CFR+: regrets never below 0, later strategies count for more")] = True
    iterations: Iterations = 10_000
    accuracy: Accuracy = 1e-4
    seed: Lot = 0

    def learner(self, tree: Tree) -> Minimiser:
        """Who minimises regret."""
        return Minimiser(tree, plus=self.plus)

    @property
    def rule(self) -> tuple[Any, ...]:
        """The two learn different strategies."""
        return CFR, self.plus
