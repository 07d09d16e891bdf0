"""Fictitious play: everybody answers best to what the others have done on average.

G. W. Brown, "Iterative Solution of Games by Fictitious Play", Activity Analysis of Production and Allocation, 1951; on
trees with information sets J. Heinrich, M. Lanctot, D. Silver, "Fictitious Self-Play in Extensive-Form Games",
ICML 2015, whose full-width form this is: strategies are averaged by how probably they come to a set.

Departs from them in nothing. It comes to an equilibrium in zero-sum games of two, slowly; elsewhere it may not.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.gametree.general.api import general_engines
from sandbox.gametree.hidden.engine import LearningEngine
from sandbox.gametree.hidden.flat import Tree
from sandbox.gametree.hidden.learning import Fictitious
from sandbox.gametree.hidden.options import Accuracy, Iterations, Lot


@general_engines.register(
    "fictitious-play",
    title="Fictitious play",
    paper="Brown, Iterative Solution of Games by Fictitious Play, 1951",
    order=52,
    strength=3,
)
@dataclass(frozen=True, slots=True)
class FictitiousPlay(LearningEngine):
    """Best responses to averages, averaged."""

    iterations: Iterations = 1_000
    accuracy: Accuracy = 1e-4
    seed: Lot = 0

    def learner(self, tree: Tree) -> Fictitious:
        """Who answers averages."""
        return Fictitious(tree)
