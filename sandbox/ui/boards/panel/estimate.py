"""What the evaluation makes of the position on the board: every feature and its share, before any search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandbox.figures import percent
from sandbox.gametree.evaluation import Feature, account, chance_of, those_for
from sandbox.gametree.evaluation.board import Fields, by_field
from sandbox.gametree.values import for_people
from sandbox.ui.boards.game.match import Match
from sandbox.ui.boards.marks import side_names
from sandbox.ui.forms import fields_of
from sandbox.ui.jobs import Failure, Job, Stop, Worker
from sandbox.ui.kit import Column, Dropdown, Form, Label, Section, Table, TableColumn

COLUMNS = (
    TableColumn("Feature", 150, grow=1.0),
    TableColumn("Value", 64, number=True, help="The side to move's minus the other's"),
    TableColumn("Weight", 72, number=True),
    TableColumn("Share", 72, number=True, format=lambda share: f"{share:+d}", help="Value × weight"),
)


class Estimate(Section):
    """Folded until wanted; judges in a worker, since a small game's kernels may still have to be compiled."""

    def __init__(self, worker: Worker, instead_of: Section, show_fields: Callable[[Fields], None]) -> None:
        self.worker, self.instead_of, self.show_fields = worker, instead_of, show_fields
        self.fields: dict[str, Fields] = {}  # of the position judged: by feature, and all together
        self.match: Match | None = None
        self._offered = ""  # the game whose evaluations are listed
        self.chosen: dict[str, str] = {}  # by game: the evaluation looked at
        self.options: dict[str, dict[str, Any]] = {}  # by evaluation
        self.which = Dropdown([""], 0, on_change=self._pick)
        self.form = Column(gap=0)
        self.sum = Label("", style="mono", role="dim", wrap=True)
        self.table = Table(
            COLUMNS, placeholder="One row for each feature", height=150, on_select=self._chose, multi=False
        )
        self.key = Label("Framed on the board: light blue for the side to move, red against it", role="dim", wrap=True)
        self.key.visible = False
        parts = [self.which, self.form, self.sum, self.key, self.table]
        super().__init__("Estimate", parts, open=False, on_toggle=self._toggled)

    def follow(self, match: Match, *, ready: bool) -> None:
        """Judge this position when the section is open, and engines may run."""
        self.match = match if ready else None
        self._judge()

    def _offer(self, game: str) -> None:
        if game == self._offered:
            return
        self._offered = game
        entries = those_for(game)
        keys = [entry.key for entry in entries]
        self.which.choices = [entry.title for entry in entries]
        self.which.value = keys.index(self.chosen[game]) if self.chosen.get(game) in keys else 0
        self._show_form(game)

    def _show_form(self, game: str) -> None:
        entry = those_for(game)[self.which.value]
        values = self.options.setdefault(entry.key, {})

        def put(name: str, value: Any) -> None:
            values[name] = value
            self._judge()

        self.form.replace_children([Form(fields_of(entry.options), values, on_change=put)] if entry.options else [])

    def _pick(self, at: int) -> None:
        if self.match is not None:
            game = self.match.entry.key
            self.chosen[game] = those_for(game)[at].key
            self._show_form(game)
            self._judge()

    def _toggled(self, opened: bool) -> None:
        if opened == self.instead_of.open:  # there is room for one of them
            self.instead_of.toggle()
        self._judge()
        if not opened:
            self._lay_out({})

    def _judge(self) -> None:
        match = self.match
        if match is None or not self.open:
            return
        self._offer(match.entry.key)
        if match.over:
            self._tell("The game is over", ())
            self._lay_out({})
            return
        entry, position = those_for(match.entry.key)[self.which.value], match.position
        options, side = dict(self.options.get(entry.key, {})), side_names(match.face.picture(position))[match.to_move]

        def work(stop: Stop) -> tuple[tuple[Feature, ...], str, dict[str, Fields]]:  # noqa: ARG001  (it takes microseconds)
            evaluation = entry.create(options)
            features = account(match.game, position, evaluation)
            chance = chance_of(evaluation, sum(f.share for f in features))
            fields = {name: by_field(evaluation, position.words, name) for name in ("", *(f.name for f in features))}
            return features, f", {percent(chance)} to win" if chance is not None else "", fields

        def done(found: tuple[tuple[Feature, ...], str, dict[str, Fields]]) -> None:
            features, chance, fields = found
            total = sum(f.share for f in features)
            self._tell(f"{entry.title}: {for_people(total):+.3f} for {side}{chance}", features)
            self._lay_out(fields)

        def failed(failure: Failure) -> None:
            self._tell(failure.line.partition(": ")[2], ())
            self._lay_out({})

        self.worker.submit(Job("Judging", "judge", work, done, failed))

    def _lay_out(self, fields: dict[str, Fields]) -> None:
        """On the board, as long as the section is open."""
        self.fields = fields if self.open else {}
        self.key.visible = bool(self.fields.get(""))
        self._chose(self.table.selected)

    def _chose(self, rows: list[int]) -> None:
        """What the feature of the selected row adds, field by field; without one, all of them."""
        chosen = str(self.table.rows[rows[0]][0]) if rows else ""
        self.show_fields(self.fields.get(chosen, {}))

    def _tell(self, text: str, features: tuple[Feature, ...]) -> None:
        self.sum.text = text
        ranked = sorted(features, key=lambda f: -abs(f.share))
        rows: list[tuple[Any, ...]] = [(f.name, f.value, f.weight, f.share) for f in ranked]
        self.table.rows = rows
