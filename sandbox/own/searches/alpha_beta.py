"""Alpha-beta in plain Python, depth after depth: what an evaluation of the user's own is tried in.

Paper: Knuth, Moore, "An Analysis of Alpha-Beta Pruning", AI 6, 1975. Departs from it in trying the best move of the
depth before first. Values are from the mover's side: games won or lost are worth ±1 more than the rules say, drawn ones
0; estimates lie strictly between -1 and 1, so that none passes for a win.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from sandbox.own.thinking import Thinking

LARGEST: Final = 1.0 - 1e-4  # of an estimate
Estimate = Callable[[Any, Any], float]
Line = tuple[str, ...]


class Found(NamedTuple):
    """What a depth found."""

    depth: int
    value: float
    exact: bool  # every line ended with the game: looking deeper changes nothing
    line: tuple[str, ...]
    nodes: int  # in all, so far
    leaves: int = 0  # that were judged, of all these
    terminals: int = 0  # that the rules scored
    interior: int = 0  # whose moves were tried
    generated: int = 0  # legal moves of those


class AlphaBeta:
    """One search of one position."""

    def __init__(self, game: Any, estimate: Estimate, report: Thinking) -> None:
        self.game, self.estimate, self.report = game, estimate, report
        self._cut_short = False  # an estimate was asked for in this depth
        self._leaves = self._terminals = self._interior = self._generated = 0

    def deepen(self, position: Any, most: int, tell: Callable[[Found], object]) -> str:
        """Search to one depth after the other; the best move."""
        first: tuple[str, ...] = ()
        for depth in range(1, most + 1):
            self._cut_short = False
            value, line = self._best(position, depth, -math.inf, math.inf, first, at_root=True)
            first = line
            self.report.best(line[0])
            counts = self._leaves, self._terminals, self._interior, self._generated
            tell(Found(depth, value, not self._cut_short, line, self.report.nodes, *counts))
            if not self._cut_short:
                break
        return first[0]

    def _best(
        self,
        position: Any,
        depth: int,
        alpha: float,
        beta: float,
        first: tuple[str, ...] = (),
        *,
        at_root: bool = False,
    ) -> tuple[float, tuple[str, ...]]:
        """The value of a position within a window, and the line that leads to it."""
        self.report.node()
        result = self.game.utility(position, self.game.to_move(position))
        if result is not None:
            self._terminals += 1
            return result + math.copysign(1.0, result) if result else 0.0, ()
        if depth == 0:
            return self._guess(position), ()
        best, line = -math.inf, tuple[str, ...]()
        for move in self._ordered(position, first):
            rest = first[1:] if first and move == first[0] else ()
            value, below = self._best(self.game.play(position, move), depth - 1, -beta, -max(alpha, best), rest)
            if -value > best:
                best, line = -value, (move, *below)
                if at_root:
                    self.report.best(move)
            if best >= beta:
                break
        return best, line

    def _ordered(self, position: Any, first: tuple[str, ...]) -> list[str]:
        moves = list(self.game.moves(position))
        self._interior, self._generated = self._interior + 1, self._generated + len(moves)
        return sorted(moves, key=lambda move: move != first[0]) if first else moves

    def _guess(self, position: Any) -> float:
        self._cut_short, self._leaves = True, self._leaves + 1
        value = float(self.estimate(self.game, position))
        if math.isnan(value):
            raise ValueError("estimate returned nan, expected a number from -1 to 1")
        return min(max(value, -LARGEST), LARGEST)
