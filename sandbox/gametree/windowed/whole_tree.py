"""What minimax and negamax share: the whole tree to one depth, no windows, no table, no ordering."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from sandbox.gametree import work as w
from sandbox.gametree.evaluation.judging import BEST
from sandbox.gametree.options import Cycles, Depth, Evaluation, Weights
from sandbox.gametree.windowed.drivers import driver, full_window
from sandbox.gametree.windowed.session import Searching, Session, Settings

SIGNATURE = "int64(uint64, uint64, int64, int64, int64, int64, uint64[::1])"
"""Of such a text: state, depth left, ply, and for the recorder the parent and the move that came."""


@dataclass(frozen=True, slots=True)
class WholeTree(Searching):
    """The controls."""

    depth: Depth = 5
    cycles: Cycles = True
    evaluation: Evaluation = BEST
    weights: Weights = ""

    text: ClassVar[Callable[..., int]]

    def settings(self) -> Settings:
        """The text, without windows."""
        cycles, judge = {w.CYCLES: int(self.cycles)}, self.evaluation
        return Settings(self.text, cycles, evaluation=judge, windows=False, weights=self.weights)

    def drive(self, session: Session) -> None:
        """One depth."""
        driver(self.depth, session.limits, full_window, deepens=False)(session)
