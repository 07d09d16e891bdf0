"""Alpha-beta: the minimax value from a fraction of its nodes, with every refinement on its own switch.

D. E. Knuth, R. W. Moore, "An Analysis of Alpha-Beta Pruning", Artificial Intelligence 6, 1975. The text is in
windowed/search.py; this engine drives it depth after depth with full windows, or with an aspiration window (D. Slate,
L. Atkin, "CHESS 4.5", in Chess Skill in Man and Machine, 1977).

Departs from it in being fail-soft and in what windowed/search.py says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from sandbox.games.api import Game
from sandbox.gametree.api import Limits, Result, engines, two_sided
from sandbox.gametree.options import WindowOptions
from sandbox.gametree.recorder import TreeRecording
from sandbox.gametree.report import SearchReport
from sandbox.gametree.windowed.search import search
from sandbox.gametree.windowed.session import Session, Settings, aspiration, driver, full_window
from sandbox.registry import Help, Range


@engines.register(
    "alphabeta",
    title="Alpha-beta",
    paper="Knuth & Moore, An Analysis of Alpha-Beta Pruning, Artificial Intelligence 6, 1975",
    needs=two_sided,
    order=6,
    strength=8,
    records=True,
)
@dataclass(frozen=True, slots=True)
class AlphaBeta(WindowOptions):
    """Cut off what cannot matter."""

    aspiration: Annotated[
        int, Range(0, 5000), Help("expect the value this close to the last depth's (0: no expectation)")
    ] = 0

    def search(
        self, game: Game, position: Any, limits: Limits, report: SearchReport, recording: TreeRecording | None = None
    ) -> Result:
        """See api.Engine."""
        settings = Settings(search, self.words(), self.layout(), self.evaluation)
        step = aspiration(self.aspiration) if self.aspiration else full_window
        session = Session(game, position, limits, report, recording, settings)
        return session.run(driver(self.depth, limits, step, deepens=self.deepening))
