"""The whole tree to a depth with what lies beyond its horizon, on a game's face: its value, and how much there was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass
class WholeTree:
    """Promising leaves are looked at `extend` plies deeper, unquiet ones, of up to `plies` in a row, one ply deeper."""

    face: Any
    judge: Callable[[Any], int]  # an estimate for the side to move
    score: Callable[[Any], int]  # a finished game's
    extend: int = 0
    delta: int = 0
    plies: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    def value(self, position: Any, depth: int, above: int | None = None, beyond: int = 0) -> int:
        """For the side to move; `above` is the estimate one ply before, `beyond` how often this line was lengthened."""
        self.counts["nodes"] += 1
        moves = self.face.moves(position)
        if not moves:
            self.counts["terminals"] += 1
            return self.score(position)
        here = self.judge(position)
        if depth <= 0:
            depth, beyond = self._further(here, above, beyond)
            if depth == 0:
                self.counts["leaves"] += 1
                return here
        self.counts["interior"] += 1
        self.counts["generated"] += len(moves)
        return max(-self.value(self.face.play(position, m), depth - 1, here, beyond) for m in moves)

    def _further(self, here: int, above: int | None, beyond: int) -> tuple[int, int]:
        if self.extend and not beyond:
            self.counts["extensions"] += 1
            return self.extend, 1
        if self.delta and above is not None and beyond < self.plies and abs(here + above) >= self.delta:
            self.counts["quiescent"] += 1
            return 1, beyond + 1
        return 0, beyond
