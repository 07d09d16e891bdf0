"""How strong an evaluation is beside another: a match at equal depth, both sides of even openings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sandbox.bench.match import Player, Score, pairings, played
from sandbox.bench.openings import EVEN_ONES, openings_of
from sandbox.games.api import games
from sandbox.kernels.arrays import Stop

SHORTEST: Final = 3  # random moves of an opening: with fewer a small game has not enough of them


@dataclass(frozen=True, slots=True)
class Side:
    """An evaluation with weights from a file; those that ship, if none is named."""

    evaluation: str
    file: str = ""

    def player(self, depth: int) -> Player:
        """As a match knows it."""
        own = (("weights", self.file),) if self.file else ()
        return Player("pvs", (("evaluation", self.evaluation), ("table_bits", "14"), *own), depth=depth)


@dataclass(frozen=True, slots=True)
class Gauge:
    """What is played to find out."""

    game: str
    games: int = 60
    depth: int = 4
    seed: int = 1

    def scores(self, first: Side, second: Side, jobs: int, stop: Stop) -> Iterator[Score]:
        """The first side's score, game after game."""
        game, plies = games[self.game].create(), max(int(games[self.game].info.get("opening_plies", 0)), SHORTEST)
        openings = openings_of(game, EVEN_ONES, (self.games + 1) // 2, plies, self.seed)
        rounds = pairings(self.game, (), (first.player(self.depth), second.player(self.depth)), openings, self.games)
        results: list[float] = []
        for one in played(rounds, jobs, stop):
            results.append(one.result)
            yield Score.of(results)
