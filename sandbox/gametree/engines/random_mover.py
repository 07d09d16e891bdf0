"""A random move, and one by a single look ahead: the two opponents every other engine must beat.

They are yardsticks of every match table since the first learning programs (A. L. Samuel, "Some Studies in
Machine Learning Using the Game of Checkers", IBM Journal 3(3), 1959).
"""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.gametree import work as w
from sandbox.gametree.api import any_game, engines
from sandbox.gametree.evaluation.judging import BEST
from sandbox.gametree.options import Choosing, Evaluation, Seed, Weights
from sandbox.gametree.windowed.drivers import full_window, one_depth
from sandbox.gametree.windowed.search import search
from sandbox.gametree.windowed.session import Searching, Session, Settings
from sandbox.kernels.rng import new_rng, next_below


@engines.register("random", title="Random", needs=any_game, order=2, strength=0)
@dataclass(frozen=True, slots=True)
class RandomMover(Choosing):
    """Any legal move, all equally likely."""

    seed: Seed = 1

    def chosen(self, session: Session) -> str:
        """The same seed in the same position draws the same move."""
        stream = hash((int(session.a), int(session.b))) & 0xFFFFFFFF
        return session.moves[next_below(new_rng(self.seed, stream), len(session.moves))]


@engines.register("greedy", title="Greedy", order=3, strength=1, records=True)
@dataclass(frozen=True, slots=True)
class Greedy(Searching):
    """The move after which the position is judged best, without looking further."""

    evaluation: Evaluation = BEST
    weights: Weights = ""

    def settings(self) -> Settings:
        """The static order decides among equals."""
        return Settings(search, {w.ORDERING: 1}, evaluation=self.evaluation, weights=self.weights)

    def drive(self, session: Session) -> None:
        """One ply."""
        one_depth(1, full_window)(session)
