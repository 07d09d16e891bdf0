"""Multi-ProbCut in plain Python on a game's face: fail-soft alpha-beta or PVS, moves by their bits, no table.

The error model is a function of a position and a depth: slope in thousandths, offset, standard error; None without one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sandbox.games.two_words.rules import INFINITE

SHALLOW = {3: 1, 4: 2, 5: 1, 6: 2, 7: 3, 8: 4, 9: 3, 10: 4, 11: 3, 12: 4, 13: 5, 14: 6, 15: 7}
Model = Callable[[Any, int], tuple[int, int, int] | None]


@dataclass
class ProbCut:
    face: Any
    judge: Callable[[Any], int]  # an estimate for the side to move
    score: Callable[[Any], int]  # a finished game's
    model: Model
    spare: int  # standard errors, in hundredths; 0: no cuts
    limit: int  # estimates lie below it
    narrow: bool = False  # null windows for all moves but the first, and cuts only there
    counts: Counter[str] = field(default_factory=Counter)

    def value(self, position: Any, depth: int, alpha: int, beta: int, ply: int = 0) -> int:
        self.counts["nodes"] += 1
        moves = sorted(self.face.moves(position), key=lambda m: self.face.bit_of(position, m))
        if not moves:
            return self.score(position)
        if depth == 0:
            return self.judge(position)
        end = self._foretold(position, depth, alpha, beta, ply)
        if end:
            self.counts["foretold"] += 1
            return beta if end > 0 else alpha
        best, low = -INFINITE, alpha
        for tried, move in enumerate(moves):
            after = self.face.play(position, move)
            null = self.narrow and tried > 0 and low + 1 < beta and low > -INFINITE
            value = -self.value(after, depth - 1, -(low + 1 if null else beta), -low, ply + 1)
            if null and low < value < beta:
                value = -self.value(after, depth - 1, -beta, -(value - 1), ply + 1)
            best = max(best, value)
            low = max(low, best)
            if low >= beta:
                break
        return best

    def _foretold(self, position: Any, depth: int, alpha: int, beta: int, ply: int) -> int:
        """1: it will be beta or more; -1: alpha or less; 0: nobody knows."""
        if not self.spare or ply == 0 or depth < 3 or (self.narrow and beta != alpha + 1):
            return 0
        fit = self.model(position, depth)
        if fit is None:
            return 0
        slope, offset, error = fit
        guess, margin = self.judge(position), self.spare * error // 100
        if guess >= beta - error and abs(beta) < self.limit:
            least = math.ceil(Fraction(1000 * (beta - offset + margin), slope))
            if abs(least - 1) < self.limit and self._shallow(position, depth, least - 1, ply) >= least:
                return 1
        elif guess <= alpha + error and abs(alpha) < self.limit:
            most = math.floor(Fraction(1000 * (alpha - offset - margin), slope))
            if abs(most) < self.limit and self._shallow(position, depth, most, ply) <= most:
                return -1
        return 0

    def _shallow(self, position: Any, depth: int, low: int, ply: int) -> int:
        """A null window's value, without cuts of its own where little depth is left."""
        spare = self.spare
        self.spare = spare if depth >= 8 else 0
        value = self.value(position, SHALLOW[depth], low, low + 1, ply)
        self.spare = spare
        return value
