"""What minimax and negamax share: the whole tree to one depth, no windows, no table, no ordering."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sandbox.games.api import Game
from sandbox.gametree import work as w
from sandbox.gametree.api import Limits, Result
from sandbox.gametree.evaluation.judging import BEST
from sandbox.gametree.options import Cycles, Depth, Evaluation
from sandbox.gametree.recorder import TreeRecording
from sandbox.gametree.report import SearchReport
from sandbox.gametree.windowed.session import Session, Settings, full_window, one_depth

SIGNATURE = "int64(uint64, uint64, int64, int64, int64, int64, uint64[::1])"
"""Of such a text: state, depth left, ply, and for the recorder the parent and the move that came."""


@dataclass(frozen=True, slots=True)
class WholeTree:
    """The controls."""

    depth: Depth = 5
    cycles: Cycles = True
    evaluation: Evaluation = BEST

    def by(
        self,
        text: Callable[..., int],
        game: Game,
        position: Any,
        limits: Limits,
        report: SearchReport,
        recording: TreeRecording | None,
    ) -> Result:
        """Search with one of the two texts."""
        options = {w.CYCLES: int(self.cycles)}
        settings = Settings(text, options, evaluation=self.evaluation, windows=False)
        session = Session(game, position, limits, report, recording, settings)
        return session.run(one_depth(limits.depth or self.depth, full_window))
