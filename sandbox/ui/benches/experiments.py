"""Experiments that ship, cell by cell: a line for each column over the rows, and every cell's games."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from sandbox.bench.experiments import Cell, Experiment, experiments
from sandbox.figures import percent
from sandbox.registry import Entry
from sandbox.ui.benches.chosen import ChosenPage
from sandbox.ui.kit import Column, LineChart, Series, Table, TableColumn, Widget
from sandbox.ui.services import Services

Item = tuple[str, dict[str, Any], tuple[int, int]]


def measure(item: Item) -> Cell:
    """One cell, in another process."""
    key, options, (row, column) = item
    found: Cell = experiments[key].create(options).measure(row, column, np.zeros(1, np.uint8))
    return found


def columns_of(entry: Entry[Experiment]) -> tuple[TableColumn, ...]:
    """What a cell is named by."""
    row, column, value = (str(entry.info[name]).capitalize() for name in ("row", "column", "value"))
    counts = [TableColumn(name, 76, number=True) for name in ("Games", "Wins", "Draws", "Losses")]
    elo = TableColumn("Elo", 76, number=True, format=lambda x: f"{x:+.0f}", help="Above the fixed player")
    error = TableColumn("±", 76, number=True, format=lambda x: f"{x:.0f}", help="Half of its 95 % interval")
    points = TableColumn(value, 120, number=True, format=lambda x: percent(x, 1))
    return (TableColumn(row, 90, number=True), TableColumn(column, 90, number=True), points, *counts, elo, error)


class ExperimentPage(ChosenPage[Experiment]):
    """A grid of matches that answers a question."""

    title = "Experiments"

    def __init__(self, services: Services) -> None:
        super().__init__(services, experiments)
        self.items: list[Item] = []
        self.found: list[Cell] = []
        self.chart = LineChart(placeholder="Run, and each column's line grows here", grow=1)
        self.chart.y_range = (0.0, 1.0)
        self.place = Column(gap=0, grow=1)
        self.suit()

    def suit(self) -> None:
        """Rows and columns of the one chosen."""
        super().suit()
        entry = self.entry
        self.table = Table(columns_of(entry), multi=False, placeholder="A row for each cell")
        self.place.replace_children([self.table])
        self.chart.title = str(entry.info["value"]).capitalize()
        self.chart.x_label = str(entry.info["row"])
        self.found = []
        self._show()

    def results(self) -> list[Widget]:
        """Chart and cells."""
        return [self.chart, self.place]

    def run(self) -> None:
        """Every cell."""
        items = self.items_of(lambda experiment: list(product(experiment.rows(), experiment.columns())))
        if items is None:
            return
        self.items = items
        self.start_anew(measure, items)

    def _show(self) -> None:
        self.table.rows = [
            (c.row, c.column, c.score.score, c.score.games, c.score.wins, c.score.draws, c.score.losses, c.score.elo,
             c.score.elo_error)
            for c in self.found
        ]  # fmt: skip
        self.chart.series = [self._line(column) for column in dict.fromkeys(c.column for c in self.found)]

    def _line(self, column: int) -> Series:
        cells = sorted((c for c in self.found if c.column == column), key=lambda c: c.row)
        name = f"{self.entry.info['column']} {column}"
        return Series.of(name, [c.score.score for c in cells], [c.row for c in cells])
