"""Curves of game-tree search: how the leaves grow with the depth, for minimax and for alpha-beta."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from sandbox.bench.curves import Growth, Measured, curves
from sandbox.bench.match import random_openings
from sandbox.games.api import games
from sandbox.gametree.api import Limits, engines
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
