"""Curves of game-tree search: how leaves grow with the depth, and how the regret of a bandit grows with its pulls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from sandbox.bench.curves import Growth, Measured, curves
from sandbox.bench.match import random_openings
from sandbox.games.api import games
from sandbox.gametree.api import Limits, engines
from sandbox.gametree.montecarlo.bandit import Regret, regret
from sandbox.gametree.report import SearchReport
from sandbox.registry import ChoicesFrom, Help, Range

Game = Annotated[str, ChoicesFrom(games.keys), Help("which game")]
Positions = Annotated[int, Range(1, 50), Help("positions to search, each after a few random moves")]
OPENING = 6  # plies


def leaves(
    key: str, engine: str, options: dict[str, Any], depth: int, positions: int, stop: NDArray[np.uint8]
) -> Measured:
    """Leaves (judged or scored) of a search to this depth, position by position."""
    game = games[key].create()
    face, found = game.face(), []
    for text in random_openings(game, positions, OPENING, seed=1):
        limits = Limits(depth=depth, stop=stop)
        shot = engines[engine].create(options).search(game, face.parse(text), limits, SearchReport()).report
        found.append(float(shot.leaves + shot.terminals))
        if stop[0]:
            break
    return Measured(depth, tuple(found))


@curves.register("alphabeta", title="Alpha-beta leaves by depth", n="depth", value="leaves", growth=Growth.EXPONENTIAL)
@dataclass(frozen=True, slots=True)
class AlphaBetaLeaves:
    """Leaves of alpha-beta; the base of the growth is the effective branching factor."""

    game: Game = "connect-four"
    positions: Positions = 7
    table: Annotated[bool, Help("with a transposition table")] = False
    ordering: Annotated[bool, Help("with killers, history and the game's own order")] = True

    def default_sizes(self) -> Sequence[int]:
        """Depths."""
        return range(2, 11)

    def measure(self, size: int, stop: NDArray[np.uint8]) -> Measured:
        """Search a few positions to this depth."""
        order = dict.fromkeys(("killers", "history", "static"), self.ordering)
        options = {"table": "array" if self.table else "off", "deepening": False, "table_move": self.table} | order
        return leaves(self.game, "alphabeta", options, size, self.positions, stop)


@curves.register("minimax", title="Minimax leaves by depth", n="depth", value="leaves", growth=Growth.EXPONENTIAL)
@dataclass(frozen=True, slots=True)
class MinimaxLeaves:
    """Leaves of minimax; the base of the growth is the branching factor."""

    game: Game = "connect-four"
    positions: Positions = 5

    def default_sizes(self) -> Sequence[int]:
        """Depths."""
        return range(1, 8)

    def measure(self, size: int, stop: NDArray[np.uint8]) -> Measured:
        """Search a few positions to this depth."""
        return leaves(self.game, "minimax", {}, size, self.positions, stop)


REGRET: Final[Mapping[str, Any]] = {"n": "simulations", "value": "wins lost", "growth": Growth.POWER}
SEEDS = 40
GROUP = 5  # seeds that are averaged: single runs of greedy arms either find the best or lose for ever


@lru_cache(maxsize=32)
def _regret(game: str, position: str, simulations: int, c: float) -> Regret:
    """All three rules at once; each curve asks for its own."""
    made = games[game].create()
    return regret(made, made.face().parse(position), simulations, c, range(1, SEEDS + 1))


@dataclass(frozen=True, slots=True)
class RegretOfARule:
    """What a rule of choosing moves to simulate has lost against always simulating the best one.

    P. Auer, N. Cesa-Bianchi, P. Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem", 2002: the regret of
    UCB1 grows with the logarithm of the simulations, that of even shares in proportion to them.
    """

    game: Game = "connect-four"
    position: Annotated[str, Help("where, in the game's notation")] = "414"
    c: Annotated[float, Range(0.0, 4.0, 0.05), Help("exploration of UCB")] = 1.0

    rule: ClassVar[str]

    def default_sizes(self) -> Sequence[int]:
        """Simulations."""
        return (100, 300, 1_000, 3_000, 10_000, 30_000)

    def measure(self, size: int, stop: NDArray[np.uint8]) -> Measured:
        """The regret after so many simulations, averaged over groups of seeds."""
        if stop[0]:
            return Measured(size, (0.0,))
        lost = _regret(self.game, self.position, size, self.c).runs[self.rule][:, -1]
        return Measured(size, tuple(lost.reshape(-1, GROUP).mean(axis=1).tolist()))


@curves.register("regret-ucb", title="Regret of UCB", **REGRET)
@dataclass(frozen=True, slots=True)
class RegretOfUcb(RegretOfARule):
    """Upper confidence bounds."""

    rule: ClassVar[str] = "ucb"


@curves.register("regret-uniform", title="Regret of even shares", **REGRET)
@dataclass(frozen=True, slots=True)
class RegretOfUniform(RegretOfARule):
    """Every move as often."""

    rule: ClassVar[str] = "uniform"


@curves.register("regret-greedy", title="Regret of greed", **REGRET)
@dataclass(frozen=True, slots=True)
class RegretOfGreedy(RegretOfARule):
    """Always the move that looks best so far."""

    rule: ClassVar[str] = "greedy"
