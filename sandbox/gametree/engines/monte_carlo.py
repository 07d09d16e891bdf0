"""Flat Monte Carlo: every move gets the same number of games played to their end; the best average is played.

B. Brügmann, "Monte Carlo Go", 1993, without its annealing; B. Abramson (see montecarlo/rollouts.py). For seeing what
averages alone can and cannot tell: they assume an opponent who errs at random.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sandbox.games.api import Game
from sandbox.gametree.api import Limits, Result, engines, two_sided
from sandbox.gametree.montecarlo import arms
from sandbox.gametree.montecarlo.bandit import Bandit
from sandbox.gametree.recorder import TreeRecording
from sandbox.gametree.report import SearchReport


@engines.register(
    "monte-carlo",
    title="Flat Monte Carlo",
    paper="Abramson, Expected-Outcome, IEEE PAMI 12(2), 1990",
    needs=two_sided,
    order=20,
    strength=2,
    records=False,
)
@dataclass(frozen=True, slots=True)
class MonteCarlo(Bandit):
    """The same number of rollouts for every move."""

    def search(
        self,
        game: Game,
        position: Any,
        limits: Limits,
        report: SearchReport,
        recording: TreeRecording | None = None,  # noqa: ARG002  (there is no tree)
    ) -> Result:
        """See api.Engine."""
        return self.by(arms.UNIFORM, 0.0, game, position, limits, report)
