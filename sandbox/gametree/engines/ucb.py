"""UCB at the root: the moves are the arms of a bandit, and rollouts go where a good move may still hide.

P. Auer, N. Cesa-Bianchi, P. Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem", Machine
Learning 47, 2002 (UCB1). The step from flat Monte Carlo to UCT: montecarlo/bandit.py compares its regret with that of
uniform and of greedy arms.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from sandbox.gametree.api import engines
from sandbox.gametree.montecarlo.bandit import RULES, Bandit
from sandbox.registry import Help, Range


@engines.register(
    "ucb",
    title="UCB at the root",
    paper="Auer, Cesa-Bianchi & Fischer, Finite-time Analysis of the Multiarmed Bandit Problem, 2002",
    order=21,
    strength=3,
)
@dataclass(frozen=True, slots=True)
class Ucb(Bandit):
    """Rollouts for the moves that may yet be best."""

    c: Annotated[float, Range(0.0, 4.0, 0.05), Help("exploration: how much a little-tried move is favoured")] = 1.0
    arms: Annotated[Literal["ucb", "greedy", "uniform"], Help("how the next move to simulate is chosen")] = "ucb"

    @property
    def rule(self) -> tuple[int, float]:
        """One of three."""
        return RULES[self.arms], self.c
