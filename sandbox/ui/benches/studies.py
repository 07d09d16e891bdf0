"""Experiments about learning: their curves as they grow, and what came out in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sandbox.bench.learning.studies.api import Piece, Point, Study, curves_of, figure, studies
from sandbox.bench.learning.studies.api import measured as measured_here
from sandbox.ui.benches.chosen import ChosenPage
from sandbox.ui.kit import Column, Label, LineChart, Series, Table, TableColumn, Widget
from sandbox.ui.services import Services

Item = tuple[str, dict[str, Any], Piece]


def measure(item: Item) -> Sequence[Point]:
    """A piece, in another process."""
    return measured_here(item, np.zeros(1, np.uint8))


class StudyPage(ChosenPage[Study]):
    """A question about learning, and its answer."""

    title = "Studies"

    def __init__(self, services: Services) -> None:
        super().__init__(services, studies)
        self.found: list[Point] = []
        self.chart = LineChart(placeholder="Run, and the curves grow here", grow=1)
        self.verdict = Label("", wrap=True)
        self.place = Column(gap=0, grow=0.6)
        self.suit()

    def suit(self) -> None:
        """The axes of the one chosen."""
        super().suit()
        entry = self.entry
        x, y = (str(entry.info[name]) for name in ("x", "y"))
        self.chart.title, self.chart.x_label = y.capitalize(), x
        self.chart.log_y = bool(entry.info.get("log_y"))
        value = TableColumn(y.capitalize(), 110, number=True, format=figure)
        columns = (TableColumn("Curve", 110, grow=1.0), TableColumn(x.capitalize(), 80, number=True), value)
        self.table = Table(columns, multi=False, placeholder="A row for each figure")
        self.place.replace_children([self.table])
        self.found = []
        self._show()

    def results(self) -> list[Widget]:
        """Curves, words, figures."""
        return [self.chart, self.verdict, self.place]

    def run(self) -> None:
        """Every piece."""
        items = self.items_of(lambda study: list(study.pieces()))
        if items is None:
            return
        self.start_anew(measure, items)

    def _came(self, number: int, found: Sequence[Point]) -> None:  # noqa: ARG002
        self.found += found
        self._show()

    def _show(self) -> None:
        curves = curves_of(self.found)
        self.chart.series = [
            Series.of(line, [p.value for p in points], [p.at for p in points]) for line, points in curves.items()
        ]
        self.table.rows = [(p.line, p.at, p.value) for points in curves.values() for p in points]
        study = self.entry.create(self.options[self.entry.key]) if self.found else None
        self.verdict.text = study.verdict(self.found) if study else ""
