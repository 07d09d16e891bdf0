"""PVS (NegaScout): the first move gets the window, the others only have to prove that they are not better.

A. Reinefeld, "An Improvement to the Scout Tree-Search Algorithm", ICCA Journal 6(4), 1983; T. A. Marsland,
M. Campbell, "Parallel Search of Strongly Ordered Game Trees", Computing Surveys 14(4), 1982. The text is in
windowed/search.py.

Departs from them in searching again from the value found, and in doing so at the last two plies as well.
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
    "pvs",
    title="PVS (NegaScout)",
    paper="Reinefeld, An Improvement to the Scout Tree-Search Algorithm, ICCA Journal 1983",
    needs=two_sided,
    order=7,
    strength=10,
    records=True,
)
@dataclass(frozen=True, slots=True)
class PrincipalVariationSearch(WindowOptions):
    """Null windows for all moves but the first."""

    aspiration: Annotated[
        int, Range(0, 5000), Help("expect the value this close to the last depth's (0: no expectation)")
    ] = 0

    def search(
        self, game: Game, position: Any, limits: Limits, report: SearchReport, recording: TreeRecording | None = None
    ) -> Result:
        """See api.Engine."""
        settings = Settings(search, self.words(null_windows=True), self.layout(), self.evaluation)
        step = aspiration(self.aspiration) if self.aspiration else full_window
        session = Session(game, position, limits, report, recording, settings)
        return session.run(driver(self.depth, limits, step, deepens=self.deepening))
