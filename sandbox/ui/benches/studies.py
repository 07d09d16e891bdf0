"""Experiments about learning: their curves as they grow, and what came out in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sandbox.bench.learning.studies.api import Piece, Point, Study, curves_of, figure, studies
from sandbox.bench.learning.studies.api import measured as measured_here
from sandbox.errors import SandboxError
from sandbox.registry import Entry
from sandbox.ui.benches.page import Page
from sandbox.ui.forms import fields_of
from sandbox.ui.kit import Column, Dropdown, Form, Label, LineChart, Section, Series, Table, TableColumn, Widget
from sandbox.ui.services import Services

Item = tuple[str, dict[str, Any], Piece]


def measure(item: Item) -> Sequence[Point]:
    """A piece, in another process."""
    return measured_here(item, np.zeros(1, np.uint8))


class StudyPage(Page):
    """A question about learning, and its answer."""

    title = "Studies"

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.entries = list(studies)
        self.options: dict[str, dict[str, Any]] = {entry.key: {} for entry in self.entries}
        self.which = Dropdown([entry.title for entry in self.entries], 0, on_change=lambda _: self._suit())
        self.about = Label("", role="dim", wrap=True, style="small")
        self.form = Column(gap=0)
        self.found: list[Point] = []
        self.chart = LineChart(placeholder="Run, and the curves grow here", grow=1)
        self.verdict = Label("", wrap=True)
        self.place = Column(gap=0, grow=0.6)
        self._suit()

    @property
    def entry(self) -> Entry[Study]:
        """The one chosen."""
        return self.entries[self.which.value]

    def _suit(self) -> None:
        entry = self.entry
        values = self.options[entry.key]
        self.about.text = f"{entry.summary} {entry.paper}".strip()
        self.form.replace_children([Form(fields_of(entry.options), values, on_change=values.__setitem__)])
        x, y = (str(entry.info[name]) for name in ("x", "y"))
        self.chart.title, self.chart.x_label = y.capitalize(), x
        self.chart.log_y = bool(entry.info.get("log_y"))
        value = TableColumn(y.capitalize(), 110, number=True, format=figure)
        columns = (TableColumn("Curve", 110, grow=1.0), TableColumn(x.capitalize(), 80, number=True), value)
        self.table = Table(columns, multi=False, placeholder="A row for each figure")
        self.place.replace_children([self.table])
        self.found = []
        self._show()

    def settings(self) -> list[Widget]:
        """Which, and how."""
        return [Section("Study", [self.which, self.about, self.form])]

    def results(self) -> list[Widget]:
        """Curves, words, figures."""
        return [self.chart, self.verdict, self.place]

    def run(self) -> None:
        """Every piece."""
        entry, options = self.entry, dict(self.options[self.entry.key])
        try:
            items: list[Item] = [(entry.key, options, piece) for piece in entry.create(options).pieces()]
        except SandboxError as error:
            self.note.text = str(error)
            return
        self.found = []
        self._show()
        self.start(measure, items, self._came)

    def _came(self, _number: int, points: Sequence[Point]) -> None:
        self.found += points
        self._show()

    def _show(self) -> None:
        curves = curves_of(self.found)
        self.chart.series = [
            Series.of(line, [p.value for p in points], [p.at for p in points]) for line, points in curves.items()
        ]
        self.table.rows = [(p.line, p.at, p.value) for points in curves.values() for p in points]
        study = self.entry.create(self.options[self.entry.key]) if self.found else None
        self.verdict.text = study.verdict(self.found) if study else ""
