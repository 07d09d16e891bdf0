"""Drives the arms of arms.py, for the engines that spend rollouts on them; measures the regret of three rules.

Regret after t simulations is what they have lost against always pulling the best arm: the sum over all arms
of pulls × (best mean - own mean). Uniform arms lose a constant share for ever, greedy ones may never find the
best, UCB1's regret grows with log t (Auer, Cesa-Bianchi, Fischer 2002).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from sandbox.games.api import Game
from sandbox.gametree.api import Limits
from sandbox.gametree.evaluation.judging import BEST
from sandbox.gametree.montecarlo import arms
from sandbox.gametree.montecarlo.rollouts import RANDOM, Policy
from sandbox.gametree.options import Epsilon, Evaluation, Rollouts, Seed, Simulations, Weights, policy_of
from sandbox.gametree.report import SearchReport
from sandbox.gametree.windowed.drivers import with_nodes
from sandbox.gametree.windowed.session import Searching, Session, Settings, bound_to
from sandbox.kernels.rng import new_rng

RULES = {"uniform": arms.UNIFORM, "greedy": arms.GREEDY, "ucb": arms.UCB}
NO_MARKS = np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True)
class Bandit(Searching):
    """What flat Monte Carlo and UCB share: the controls of their rollouts."""

    simulations: Simulations = 10_000
    rollouts: Rollouts = "random"
    epsilon: Epsilon = 0.2
    evaluation: Evaluation = BEST
    weights: Weights = ""
    seed: Seed = 1
    recorded: ClassVar[bool] = False  # there is no tree

    @property
    def rule(self) -> tuple[int, float]:
        """How the next arm is chosen, and the C of UCB."""
        return arms.UNIFORM, 0.0

    def settings(self) -> Settings:
        """The arms."""
        return Settings(arms.pull_arms, evaluation=self.evaluation, weights=self.weights, shortest_first=False)

    def budget(self, limits: Limits) -> Limits:
        """So many simulations, unless told otherwise."""
        return with_nodes(limits, self.simulations)

    def drive(self, session: Session) -> None:
        """The whole budget is spent on the root's arms."""
        pull(session, *self.rule, policy_of(self.rollouts, self.epsilon), self.seed, NO_MARKS)


def pull(
    session: Session, rule: int, c: float, policy: Policy, seed: int, marks: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The arms afterwards, [moves, 3], and their pulls at each mark, [marks, moves]."""
    table, pulls_at = np.zeros((64, 3)), np.zeros((len(marks), 64))
    kernel = bound_to(arms.pull_arms, session.game, session.judge)
    count = kernel(session.a, session.b, rule, c, policy, table, marks, pulls_at, session.words, new_rng(seed))
    return table[:count], pulls_at[:, :count]


@dataclass(frozen=True, slots=True)
class Regret:
    """How much each rule has lost by each number of simulations, averaged over seeds."""

    simulations: NDArray[np.int64]
    by_rule: dict[str, NDArray[np.float64]]
    runs: dict[str, NDArray[np.float64]]  # the same of each seed, [seeds, simulations]
    means: dict[str, float]  # what each move is worth on average, by all simulations of all rules


def regret(
    game: Game, position: Any, simulations: int = 10_000, c: float = 1.0, seeds: Sequence[int] = range(1, 21)
) -> Regret:
    """Compare the three rules on one position."""
    marks = np.unique(np.geomspace(1, simulations, 60).astype(np.int64))
    runs = {
        name: [_run(game, position, rule, c, simulations, seed, marks) for seed in seeds]
        for name, rule in RULES.items()
    }
    tables = np.array([table for rows in runs.values() for table, _ in rows])
    means = tables[:, :, 1].sum(0) / np.maximum(tables[:, :, 0].sum(0), 1)
    gaps = means.max() - means
    face = game.face()
    names = [face.move_of(position, 1 << int(index)) for index in tables[0, :, 2]]
    each = {name: np.array([pulls @ gaps for _, pulls in rows]) for name, rows in runs.items()}
    by_rule = {name: lost.mean(axis=0) for name, lost in each.items()}
    return Regret(marks, by_rule, each, dict(zip(names, means.tolist(), strict=True)))


def _run(
    game: Game, position: Any, rule: int, c: float, simulations: int, seed: int, marks: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    found: list[tuple[NDArray[np.float64], NDArray[np.float64]]] = []
    settings = Settings(arms.pull_arms, evaluation=BEST)
    session = Session(game, position, Limits(nodes=simulations), SearchReport(), None, settings)
    session.run(lambda s: found.append(pull(s, rule, c, Policy(RANDOM, 0.0), seed, marks)))
    return found[0]
