"""The reflex agent: every step is judged by the position it leads to, and nothing further is looked at.

S. Russell, P. Norvig, Artificial Intelligence: A Modern Approach, 4th ed., 2021, section 2.4: a simple reflex agent.

Departs from it in nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sandbox.games.general.api import GeneralGame
from sandbox.games.general.library.pacman.face import Moment
from sandbox.games.general.library.pacman.game import PacMan
from sandbox.games.general.library.pacman.judging import Evaluation, Reweigh
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import Answer, general_engines, nothing_hidden
from sandbox.gametree.general.session import Session
from sandbox.gametree.general.sides import Ties, TwoSides, judged_by, searched
from sandbox.gametree.options import Seed


@general_engines.register(
    "pacman-reflex",
    title="Reflex",
    paper="Russell & Norvig, Artificial Intelligence: A Modern Approach, 2021",
    needs=nothing_hidden,
    plays=PacMan,
    order=49,
    strength=2,
)
@dataclass(frozen=True, slots=True)
class PacManReflex:
    """Take the step after which things look best."""

    evaluation: Evaluation = "careful"
    reweigh: Reweigh = ""
    ties: Ties = "first"
    seed: Seed = 1

    def search(self, game: GeneralGame, position: Moment, limits: Limits) -> Answer:
        """See general/api.py."""
        own = judged_by(game, self.evaluation, self.reweigh)
        one = replace(limits, depth=1, seconds=0.0, nodes=0)
        return searched(Session(own, position, one, TwoSides(cuts=True)), range(1, 2), self.ties, self.seed)
