"""MTD(f): null windows only, each telling whether the guess was too high or too low, until both meet.

A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "Best-First Fixed-Depth Minimax Algorithms", Artificial
Intelligence 87, 1996. The table makes each pass go on from what the last one learnt; without it the passes
start from nothing. The text is in windowed/search.py.

Departs from it in that the root's best move is that of the last pass that failed high.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sandbox.games.api import Game
from sandbox.games.two_words.rules import INFINITE
from sandbox.gametree.api import Limits, Result, engines, two_sided
from sandbox.gametree.options import WindowOptions
from sandbox.gametree.recorder import TreeRecording
from sandbox.gametree.report import SearchReport
from sandbox.gametree.windowed.search import search
from sandbox.gametree.windowed.session import Session, Settings, driver


def passes(session: Session, depth: int, guess: int) -> tuple[int, int]:
    """Null windows around the guess until the bounds meet; the value, and how many more than one it took."""
    low, high, count, value = -INFINITE, INFINITE, 0, guess
    while low < high:
        beta = value + 1 if value == low else value
        value = session.window(depth, beta - 1, beta)
        if session.stopped:
            break
        count += 1
        low, high = (low, value) if value < beta else (value, high)
    return value, count - 1


@engines.register(
    "mtdf",
    title="MTD(f)",
    paper="Plaat, Schaeffer, Pijls & de Bruin, Best-First Fixed-Depth Minimax Algorithms, AI 87, 1996",
    needs=two_sided,
    order=8,
    strength=9,
    records=True,
)
@dataclass(frozen=True, slots=True)
class MTDf(WindowOptions):
    """Close in on the value with null windows and a table."""

    def search(
        self, game: Game, position: Any, limits: Limits, report: SearchReport, recording: TreeRecording | None = None
    ) -> Result:
        """See api.Engine."""
        settings = Settings(search, self.words(), self.layout(), self.evaluation)
        session = Session(game, position, limits, report, recording, settings)
        return session.run(driver(self.depth, limits, passes, deepens=self.deepening))
