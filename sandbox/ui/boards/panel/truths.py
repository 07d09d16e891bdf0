"""What each move is truly worth, found out beside once a search has answered: the panel's column "Loses"."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sandbox.gametree.play.truth import Truth, Worths
from sandbox.ui.jobs import Job, Stop, Worker

if TYPE_CHECKING:
    from sandbox.ui.boards.panel.words import Asked
    from sandbox.ui.boards.thinking import Finding


class Truths:
    """One question at a time; what was found stays with the search, also that nothing could be."""

    def __init__(self, worker: Worker, found: Callable[[], None]) -> None:
        self.worker, self.found = worker, found
        self._asked: Finding | None = None

    def ask(self, asked: Asked) -> None:
        """Find out about the moves of a search that has ended, unless that was done, or its rows say it all."""
        finding = asked.finding
        if finding.running or finding.truth is not None or finding is self._asked or _known(asked):
            return
        self._asked, game, position = finding, asked.game, asked.position

        def work(stop: Stop) -> Worths:
            return Truth(game, stop=stop).of_moves(position) or {}

        def done(worths: Worths) -> None:
            finding.truth = worths
            if worths:
                self.found()

        self.worker.submit(Job("Perfect play", "truth", work, done))


def _known(asked: Asked) -> bool:
    return all(row.loss is not None for row in asked.shown.rows)
