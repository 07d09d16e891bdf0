"""What the evaluation makes of the position on the board: every feature and its share, before any search."""

from __future__ import annotations

from typing import Any

from sandbox.gametree.evaluation import Feature, account, best_for
from sandbox.gametree.values import for_people
from sandbox.ui.boards.match import Match
from sandbox.ui.jobs import Job, Stop, Worker
from sandbox.ui.kit import Label, Section, Table, TableColumn

COLUMNS = (
    TableColumn("Feature", 150, grow=1.0),
    TableColumn("Value", 64, number=True, help="The side to move's minus the other's"),
    TableColumn("Weight", 72, number=True),
    TableColumn("Share", 72, number=True, format=lambda share: f"{share:+d}", help="Value × weight"),
)
SIDES = ("the first player", "the second player")


class Estimate(Section):
    """Folded until wanted; judges in a worker, since a small game's kernels may still have to be compiled."""

    def __init__(self, worker: Worker, instead_of: Section) -> None:
        self.worker, self.instead_of = worker, instead_of
        self.match: Match | None = None
        self.sum = Label("", style="mono", role="dim", wrap=True)
        self.table = Table(COLUMNS, placeholder="One row for each feature", height=150, multi=False)
        super().__init__("Estimate", [self.sum, self.table], open=False, on_toggle=self._toggled)

    def follow(self, match: Match, *, ready: bool) -> None:
        """Judge this position when the section is open, and engines may run."""
        self.match = match if ready else None
        self._judge()

    def _toggled(self, opened: bool) -> None:
        if opened == self.instead_of.open:  # there is room for one of them
            self.instead_of.toggle()
        self._judge()

    def _judge(self) -> None:
        match = self.match
        if match is None or not self.open:
            return
        if match.over:
            self._tell("The game is over", ())
            return
        entry, position, side = best_for(match.entry.key), match.position, SIDES[match.to_move]

        def work(stop: Stop) -> tuple[Feature, ...]:  # noqa: ARG001  (it takes microseconds)
            return account(match.game, position, entry.create())

        def done(features: tuple[Feature, ...]) -> None:
            total = sum(f.share for f in features)
            self._tell(f"{entry.title}: {for_people(total):+.3f} for {side}", features)

        self.worker.submit(Job("Judging", "judge", work, done))

    def _tell(self, text: str, features: tuple[Feature, ...]) -> None:
        self.sum.text = text
        ranked = sorted(features, key=lambda f: -abs(f.share))
        rows: list[tuple[Any, ...]] = [(f.name, f.value, f.weight, f.share) for f in ranked]
        self.table.rows = rows
