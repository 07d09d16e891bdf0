"""Monte Carlo tree search: a tree grown where it matters, judged by games played to their end.

L. Kocsis, C. Szepesvári, "Bandit Based Monte-Carlo Planning", ECML 2006, and what montecarlo/search.py names. Needs no
evaluation (but may use one for priors and for rollouts), and answers the better the longer it runs.

Departs from the papers in what montecarlo/search.py says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np

from sandbox.games.api import Game
from sandbox.games.two_words.rules import LARGEST_UTILITY, WIN
from sandbox.gametree import work as w
from sandbox.gametree.api import Limits, Result, engines
from sandbox.gametree.evaluation.judging import BEST, entry_of
from sandbox.gametree.montecarlo import search as uct
from sandbox.gametree.montecarlo.tree import KeptTree, tell
from sandbox.gametree.options import Epsilon, Evaluation, Rollouts, Seed, Simulations, Weights, policy_of
from sandbox.gametree.recorder import TreeRecording
from sandbox.gametree.report import SearchReport
from sandbox.gametree.windowed.drivers import with_nodes
from sandbox.gametree.windowed.session import Session, Settings, bound_to
from sandbox.kernels.rng import new_rng
from sandbox.registry import Help, Range

_FINAL = {"visits": uct.MOST_VISITS, "mean": uct.BEST_MEAN, "secure": uct.SECURE}


@engines.register(
    "mcts",
    title="MCTS (UCT)",
    paper="Kocsis & Szepesvári, Bandit Based Monte-Carlo Planning, ECML 2006",
    order=22,
    strength=7,
    records=True,
    grows_tree=True,
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
    keep_tree: Annotated[bool, Help("go on with what was learnt of the position at the move before")] = False
    evaluation: Evaluation = BEST
    weights: Weights = ""
    seed: Seed = 1

    def search(
        self, game: Game, position: Any, limits: Limits, report: SearchReport, recording: TreeRecording | None = None
    ) -> Result:
        """See api.Engine."""
        session = Session(game, position, with_nodes(limits, self.simulations), report, None, self.settings())
        found = session.run(self._drive)
        if recording:
            rows = report.memory["tree"].rows if session.moves else np.zeros((0, uct.NODE))
            tell(rows, recording, self.c, float(self.rave), float(self.prior))
        return found

    def _drive(self, session: Session) -> None:
        tree, notes = self._tree(session), session.progress.notes
        tree.move_to(session.face, session.position)
        notes["kept"] = int(tree.rows[0, uct.VISITS]) if tree.used else 0
        session.words[w.TREE_NODES] = tree.used
        grow = bound_to(uct.grow, session.game, session.judge)
        policy, rng = policy_of(self.rollouts, self.epsilon), new_rng(self.seed, session.position.ply)
        tree.used = int(grow(session.a, session.b, self.wishes(session.game), policy, tree.words, session.words, rng))
        if (score := float(tree.words[uct.SCORE])) != uct.UNPROVEN:
            notes["proven"], notes["resolved"] = True, score.is_integer()

    def _tree(self, session: Session) -> KeptTree:
        """The tree of the search before, emptied unless it is to be kept."""
        memory = session.report.memory
        if "tree" not in memory or len(memory["tree"].words) != uct.NODE << self.tree_bits:
            memory["tree"] = KeptTree(np.empty(uct.NODE << self.tree_bits))  # untouched memory costs nothing
        tree: KeptTree = memory["tree"]
        if not self.keep_tree or tree.engine != self:
            tree.used, tree.engine = 0, self
        return tree

    def settings(self) -> Settings:
        """What a session needs to know."""
        return Settings(uct.grow, evaluation=self.evaluation, weights=self.weights, shortest_first=False)

    def wishes(self, game: Game) -> uct.Wishes:
        """The options as the text takes them."""
        largest = entry_of(game).info.get("largest_utility", LARGEST_UTILITY)
        most = float(WIN + largest)
        return uct.Wishes(self.c, float(self.rave), float(self.prior), self.proven, _FINAL[self.final], most)
