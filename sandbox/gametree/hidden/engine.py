"""What engines of games with hidden information share: they learn a strategy of the whole game, or sample worlds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from sandbox.games.general.api import GeneralGame
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import Answer, hidden_and_small, something_hidden
from sandbox.gametree.general.recorder import Recording
from sandbox.gametree.hidden.flat import Tree
from sandbox.gametree.hidden.learning import Learner, rehearse, strategy_for, tree_of
from sandbox.gametree.hidden.options import Exploration
from sandbox.gametree.hidden.sampled import searched
from sandbox.gametree.hidden.telling import answer
from sandbox.gametree.options import Seed, Simulations
from sandbox.gametree.windowed.drivers import with_nodes


class LearningEngine(ABC):
    """Learns a strategy for every information set, and answers with what it says of the position's."""

    __slots__ = ()
    facts: ClassVar[dict[str, Any]] = {"needs": hidden_and_small, "mixes": True}

    iterations: int
    accuracy: float
    seed: int

    @abstractmethod
    def learner(self, tree: Tree) -> Learner:
        """Who learns."""

    @property
    def rule(self) -> tuple[Any, ...]:
        """What tells apart who learns, beside the accuracy."""
        return (type(self),)

    def search(self, game: GeneralGame, position: Any, limits: Limits, _kept: Recording | None = None) -> Answer:
        """See general/api.py. A node budget counts iterations; the same game is learnt once, and kept in any case."""
        limits = with_nodes(limits, self.iterations)
        rehearse(self.learner(tree_of(game, position)))
        mixed = strategy_for(game, position, (*self.rule, self.accuracy), self.learner, limits)
        enough = mixed.exploitability <= self.accuracy
        return answer(game, position, mixed, limits, self.seed, enough=enough)


@dataclass(frozen=True, slots=True)
class SamplingEngine(ABC):
    """Guesses what is hidden, simulation after simulation."""

    simulations: Simulations = 20_000
    c: Exploration = 0.7
    seed: Seed = 1

    facts: ClassVar[dict[str, Any]] = {"needs": something_hidden, "records": True}

    @property
    @abstractmethod
    def how(self) -> int:
        """What the table is kept by, and how moves are selected: see hidden/sampling.py."""

    def search(self, game: GeneralGame, position: Any, limits: Limits, recording: Recording | None = None) -> Answer:
        """See general/api.py. A node budget counts simulations."""
        limits, keep = with_nodes(limits, self.simulations), recording is not None
        return searched(game, position, limits, self.how, self.c, self.seed, keep=keep)
