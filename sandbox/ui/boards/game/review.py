"""The whole game looked through in a worker, ply by ply, while one goes on playing or stepping."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandbox.gametree.api import Limits, engines, engines_for, searches_tree
from sandbox.gametree.document.analysis import EXACT, Analysis, PlyReport, Settings
from sandbox.registry import Entry
from sandbox.ui.arriving import Arriving
from sandbox.ui.boards.game.match import Match
from sandbox.ui.jobs import Failure, Worker

FAVOURITE = "alphabeta"
DEPTH = 8
SIMULATIONS = 20_000


def sources_for(game: Entry[Any]) -> dict[str, str]:
    """Who may look through a game, by key: engines that look at values, or exact play."""
    thinkers = [e for e in engines_for(game) if searches_tree(e.key)]
    return {entry.key: entry.title for entry in thinkers} | {EXACT: "Exact play"}


def settings_of(source: str, depth: int) -> Settings:
    """Who looks, and how far."""
    if source == EXACT:
        return Settings(EXACT, None)
    entry = engines[source]
    simulates = any(option.name == "simulations" for option in entry.options)
    return Settings(source, entry.create(), Limits(nodes=SIMULATIONS) if simulates else Limits(depth=depth))


class Review(Arriving[PlyReport]):
    """One analysis at a time."""

    job, slot = "Analysing the game", "review"

    def __init__(self, worker: Worker, changed: Callable[[], None], failed: Callable[[Failure], None]) -> None:
        super().__init__(worker, changed, failed)
        self.source, self.depth = FAVOURITE, DEPTH
        self.match: Match | None = None
        self.line: list[int] = []

    @property
    def reports(self) -> list[PlyReport]:
        """Those of the line it was begun for, as far as it has come."""
        return self.found

    @property
    def title(self) -> str:
        """Whose values they are."""
        return "exact play" if self.source == EXACT else engines[self.source].title

    def begin(self, match: Match) -> None:
        """Look through the line that is shown."""
        if self.source not in sources_for(match.entry):
            self.source = next(iter(sources_for(match.entry)))
        analysis = Analysis(match.document, settings_of(self.source, self.depth), match.line[-1])
        self.match, self.line = match, list(analysis.line)
        self.start(analysis.plies)

    def forget(self, match: Match) -> None:
        """Another game is on the board."""
        if self.match is not None and self.match is not match:
            self.stop()
            self.match, self.found, self.line = None, [], []

    def of(self, match: Match) -> list[PlyReport]:
        """What is known of the line shown: of its plies that were looked at."""
        if self.match is not match:
            return []
        line = match.line
        return [r for r in list(self.reports) if r.number < len(line) and line[r.number] == r.ply]

    def grades(self, match: Match) -> dict[int, str]:
        """By the ply a move led to: what the move is called."""
        if self.match is not match:
            return {}
        found = list(self.reports)
        return {self.line[r.number + 1]: r.grade for r in found if r.grade and r.number + 1 < len(self.line)}

    @property
    def words(self) -> str:
        """How far it is."""
        done, all_of_them = len(self.reports), len(self.line)
        of_all = "" if done == all_of_them else f" of {all_of_them}"
        return f"Analysed {done}{of_all} positions" if done else ""
