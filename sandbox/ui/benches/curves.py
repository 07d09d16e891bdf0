"""Growth curves: measured size by size, fitted, drawn with both axes logarithmic."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from sandbox.bench.curves import Curve, Fit, Growth, Measured, curves, fit
from sandbox.figures import significant
from sandbox.registry import Entry
from sandbox.ui.benches.page import Page
from sandbox.ui.benches.reporting import Reporting, Write, of_curves
from sandbox.ui.chosen import apart
from sandbox.ui.forms import fields_of
from sandbox.ui.kit import (
    Checkbox,
    Column,
    Form,
    Label,
    LineChart,
    Marked,
    Row,
    Section,
    Series,
    Spacer,
    Table,
    TableColumn,
    Widget,
)
from sandbox.ui.services import Services

COLUMNS = (
    TableColumn("Curve", 150, grow=1.0),
    TableColumn("n", 90, number=True),
    TableColumn("Unit", 76),
    TableColumn("Median", 110, number=True, format=significant),
    TableColumn("Least", 110, number=True, format=significant),
    TableColumn("Most", 110, number=True, format=significant),
)
Item = tuple[str, dict[str, Any], int]


def measure(item: Item) -> Measured:
    """One size of one curve, in another process."""
    key, options, size = item
    found: Measured = curves[key].create(options).measure(size, np.zeros(1, np.uint8))
    return found


class CurvePage(Page):
    """How things grow."""

    title = "Curves"
    reporting: Reporting

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.entries = list(curves)
        self.ticks = {e.key: Checkbox(e.title, i < 2, tip=e.summary) for i, e in enumerate(self.entries)}
        self.options: dict[str, dict[str, Any]] = {e.key: {} for e in self.entries}
        self.items: list[Item] = []
        self.points: dict[str, list[Measured]] = {}
        self.table = Table(COLUMNS, placeholder="Tick curves and run", multi=False)
        self.chart = LineChart(title="Growth", x_label="n", log_x=True, log_y=True)
        self.verdict = Label("", role="dim", wrap=True)
        self.reporting = Reporting(services, services.worker("reports"), self._writer)

    def _writer(self) -> Write | None:
        found = {key: list(points) for key, points in self.points.items() if points}
        return of_curves(found) if found else None

    def settings(self) -> list[Widget]:
        """Which curves, with their options."""
        forms = [self._form(entry) for entry in self.entries if entry.options]
        return [Section("Curves", list(self.ticks.values()), gap=2), *forms]

    def _form(self, entry: Entry[Curve]) -> Widget:
        values = self.options[entry.key]
        return Section(entry.title, [Form(fields_of(entry.options), values, on_change=values.__setitem__)], open=False)

    def results(self) -> list[Widget]:
        """Chart, fits, figures."""
        head = Row([Spacer(), self.reporting.button])
        return [head, self.chart, self.verdict, Column([self.table], height=220)]

    def run(self) -> None:
        """Every size of every ticked curve."""
        chosen = [e for e in self.entries if self.ticks[e.key].value]
        self.items = [
            (e.key, dict(self.options[e.key]), size)
            for e in chosen
            for size in e.create(self.options[e.key]).default_sizes()
        ]
        self.points = {e.key: [] for e in chosen}
        if not self.items:
            self.note.text = "Tick a curve first."
            return
        self._show()
        self.start(measure, self.items, self._came)

    def _came(self, number: int, found: Measured) -> None:
        self.points[self.items[number][0]].append(found)
        self._show()

    def _show(self) -> None:
        self.reporting.refresh()
        titles = {e.key: e.title for e in self.entries}
        found = {key: points for key, points in self.points.items() if points}
        kinds = list(found)
        planners = [curves[key].info.get("planner") for key in kinds]
        colours = apart([self.services.chosen.colours.get(str(planner)) for planner in planners])
        marks = {key: f"series {colour}" for key, colour in zip(kinds, colours, strict=True)}
        self.chart.x_label = _shared(str(curves[key].info.get("n", "n")) for key in kinds)
        self.chart.y_label = _shared(_unit(key) for key in kinds)
        self.table.rows = [
            (Marked(titles[key], marks[key]), p.n, _unit(key), p.median, min(p.values), max(p.values))
            for key, points in found.items()
            for p in points
        ]
        self.chart.series = [
            Series.of(titles[key], [p.median for p in points], [p.n for p in points], role=marks[key])
            for key, points in found.items()
        ]
        self.verdict.text = "\n".join(f"{titles[key]}: {law_words(key, points)}" for key, points in found.items())


def _unit(key: str) -> str:
    """What a curve counts."""
    unit = str(curves[key].info.get("value", ""))
    return {"s": "seconds"}.get(unit, unit)


def _shared(words: Iterable[str]) -> str:
    """What all axes are called, if it is the same."""
    found = dict.fromkeys(words)
    return " · ".join(found)


def law_words(key: str, points: list[Measured]) -> str:
    """The law of a curve's kind that fits its points best."""
    growth: Growth = curves[key].info["growth"]
    return fit_words(fit(points, growth), growth)


def fit_words(found: Fit | None, growth: Growth) -> str:
    """The fitted law with its interval."""
    if found is None:
        return "more sizes are needed for a fit"
    span = f"{found.exponent:.2f} ({found.low:.2f} to {found.high:.2f})"
    return f"grows like n^{span}" if growth is Growth.POWER else f"grows like b^n with b = {span}"
