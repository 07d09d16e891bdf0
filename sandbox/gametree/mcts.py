"""Monte Carlo tree search: a tree grown where it matters, judged by games played to their end.

L. Kocsis, C. Szepesvári, "Bandit Based Monte-Carlo Planning", ECML 2006, and what uct.py names. Needs no
evaluation (but may use one for priors and for rollouts), and answers the better the longer it runs.

Departs from the papers in what uct.py says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np

from sandbox.games.api import Game
from sandbox.gametree import uct
from sandbox.gametree import work as w
from sandbox.gametree.api import Limits, Result, engines, two_sided
from sandbox.gametree.judging import BEST
from sandbox.gametree.options import Epsilon, Evaluation, Rollouts, Seed, Simulations, policy_of
from sandbox.gametree.recorder import TreeRecording
from sandbox.gametree.report import SearchReport
from sandbox.gametree.session import Session, Settings, bound_to, with_nodes
from sandbox.kernels.rng import new_rng
from sandbox.registry import Help, Range

_FINAL = {"visits": uct.MOST_VISITS, "mean": uct.BEST_MEAN, "secure": uct.SECURE}


@engines.register(
    "mcts",
    title="MCTS (UCT)",
    paper="Kocsis & Szepesvári, Bandit Based Monte-Carlo Planning, ECML 2006",
    needs=two_sided,
    order=22,
    strength=7,
    records=False,
)
@dataclass(frozen=True, slots=True)
class MonteCarloTreeSearch:
    """Grow a tree by simulations, where it matters."""

    simulations: Simulations = 20_000
    c: Annotated[float, Range(0.0, 4.0, 0.05), Help("exploration: how much a little-tried move is favoured")] = 2.0
    rollouts: Rollouts = "tactical"
    epsilon: Epsilon = 0.2
    rave: Annotated[
        int, Range(0, 5000), Help("credit moves also where they came later; fades after so many visits (0: off)")
    ] = 0
    prior: Annotated[int, Range(0, 100), Help("virtual visits worth the evaluation's opinion (0: off)")] = 0
    proven: Annotated[bool, Help("carry finished games back as proven values")] = True
    final: Annotated[
        Literal["visits", "mean", "secure"], Help("the move played: most visited, best mean, best lower bound")
    ] = "visits"
    tree_bits: Annotated[int, Range(10, 24), Help("log2 of the nodes there is room for")] = 20
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
        settings = Settings(uct.grow, evaluation=self.evaluation)
        return Session(game, position, with_nodes(limits, self.simulations), report, None, settings).run(self._drive)

    def _drive(self, session: Session) -> None:
        tree = np.empty(uct.NODE << self.tree_bits)  # untouched memory costs nothing until it is used
        wishes = uct.Wishes(self.c, float(self.rave), float(self.prior), self.proven, _FINAL[self.final])
        grow = bound_to(uct.grow, session.game, session.judge)
        path, played = np.zeros(w.MAX_PLY, np.int64), np.zeros(2, np.uint64)
        policy = policy_of(self.rollouts, self.epsilon)
        grow(session.a, session.b, wishes, policy, tree, path, played, session.words, new_rng(self.seed))
        if tree[uct.SCORE] != uct.UNPROVEN:
            session.report.notes["proven"] = True
            children = int(tree[uct.KIN]) >> 7, int(tree[uct.KIN]) & 127
            scores = tree[children[0] * uct.NODE + uct.SCORE :: uct.NODE][: children[1]]
            session.report.notes["resolved"] = bool(np.all(scores != uct.UNPROVEN))
