"""Flat Monte Carlo: every move gets the same number of games played to their end; the best average is played.

B. Brügmann, "Monte Carlo Go", 1993, without its annealing; B. Abramson (see rollouts.py). For seeing what
averages alone can and cannot tell: they assume an opponent who errs at random.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sandbox.games.api import Game
from sandbox.gametree import arms
from sandbox.gametree.api import Limits, Result, engines, two_sided
from sandbox.gametree.bandit import pulling
from sandbox.gametree.judging import BEST
from sandbox.gametree.options import Epsilon, Evaluation, Rollouts, Seed, Simulations, policy_of
from sandbox.gametree.recorder import TreeRecording
from sandbox.gametree.report import SearchReport
from sandbox.gametree.session import Session, Settings, with_nodes


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
class MonteCarlo:
    """The same number of rollouts for every move."""

    simulations: Simulations = 10_000
    rollouts: Rollouts = "random"
    epsilon: Epsilon = 0.2
    evaluation: Evaluation = BEST
    seed: Seed = 1

    def search(
        self,
        game: Game,
        position: Any,
        limits: Limits,
        report: SearchReport,
        recording: TreeRecording | None = None,  # noqa: ARG002  (simulations have no windows to record)
    ) -> Result:
        """See api.Engine."""
        settings = Settings(arms.pull_arms, evaluation=self.evaluation)
        session = Session(game, position, with_nodes(limits, self.simulations), report, None, settings)
        return session.run(pulling(arms.UNIFORM, 0.0, policy_of(self.rollouts, self.epsilon), self.seed))
