"""PVS (NegaScout): the first move gets the window, the others only have to prove that they are not better.

A. Reinefeld, "An Improvement to the Scout Tree-Search Algorithm", ICCA Journal 6(4), 1983; T. A. Marsland,
M. Campbell, "Parallel Search of Strongly Ordered Game Trees", Computing Surveys 14(4), 1982. The text is in
windowed/search.py.

Departs from them in searching again from the value found, and in doing so at the last two plies as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from sandbox.games.api import Game
from sandbox.gametree.api import Limits, Result, engines
from sandbox.gametree.books import advice
from sandbox.gametree.options import ExpectingOptions, Seed
from sandbox.gametree.recorder import TreeRecording
from sandbox.gametree.report import SearchReport
from sandbox.gametree.solving import endings
from sandbox.registry import Help, Range


@engines.register(
    "pvs",
    title="PVS (NegaScout)",
    paper="Reinefeld, An Improvement to the Scout Tree-Search Algorithm, ICCA Journal 1983",
    order=7,
    strength=10,
    records=True,
)
@dataclass(frozen=True, slots=True)
class PrincipalVariationSearch(ExpectingOptions):
    """Null windows for all moves but the first."""

    endings: Annotated[bool, Help("play exactly as soon as the game's solver can be expected to come to an end")] = (
        False
    )

    opening: Annotated[bool, Help("play from the game's book of lines where it knows the position")] = False
    opening_within: Annotated[
        float, Range(0.0, 8.0, 0.5), Help("... one of the moves that give away at most so much, at random; 0: the best")
    ] = 0.0
    opening_learned: Annotated[bool, Help("... by what games came to that were learned from, too")] = False
    opening_seed: Seed = 1

    null_windows: ClassVar[bool] = True

    def search(
        self, game: Game, position: Any, limits: Limits, report: SearchReport, recording: TreeRecording | None = None
    ) -> Result:
        """See api.Engine."""
        if self.opening and recording is None:
            choice = advice.Choice(self.opening_within, self.opening_learned, self.opening_seed)
            if (known := advice.tried(game, position, report, choice)) is not None:
                return known
        if self.endings and recording is None:
            found, limits = endings.tried(game, position, limits, report)
            if found is not None:
                return found
        return ExpectingOptions.search(self, game, position, limits, report, recording)
