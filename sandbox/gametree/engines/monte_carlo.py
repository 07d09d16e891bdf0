"""Flat Monte Carlo: every move gets the same number of games played to their end; the best average is played.

B. Brügmann, "Monte Carlo Go", 1993, without its annealing; B. Abramson (see montecarlo/rollouts.py). For seeing what
averages alone can and cannot tell: they assume an opponent who errs at random.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.gametree.api import engines
from sandbox.gametree.montecarlo.bandit import Bandit


@engines.register(
    "monte-carlo",
    title="Flat Monte Carlo",
    paper="Abramson, Expected-Outcome, IEEE PAMI 12(2), 1990",
    order=20,
    strength=2,
)
@dataclass(frozen=True, slots=True)
class MonteCarlo(Bandit):
    """The same number of rollouts for every move."""
