"""The results: every ticked planner's answer in a row of a table, each column explained; to be copied.

Costs stand with their metric and are compared with their own kind only. Times are medians of repeated clean runs taken
at rest; until there are some, the last run's, pale.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from sandbox import figures
from sandbox.planning.compare.standing import best_of, kind_of, longer
from sandbox.ui.kit import Action, IconButton, Marked, MenuItem, Table, TableColumn, Worded

if TYPE_CHECKING:
    from sandbox.planning.api import Query
    from sandbox.ui.maps.entries import Row

PALE = "faint"


def _over(percent: float) -> str:
    return figures.above(percent / 100)


def _spread(micro: float) -> str:
    return f"± {figures.micro(micro)}"


COLUMNS = (
    TableColumn("Planner", grow=1.0, help="With the options that are not at their default; a double click records it"),
    TableColumn("Cost", number=True, format=figures.cost, unit="cells", help="Of its path, in the metric beside it"),
    TableColumn(
        "Metric",
        help="length: in cells. weighted: length times what the terrain costs. Costs are compared with their own kind",
    ),
    TableColumn(
        "Over best", number=True, format=_over, unit="%",
        help="How much longer than the best of those shown that have the same metric and the same ends",
    ),
    TableColumn(
        "Over optimum", number=True, format=_over, unit="%",
        help="How much longer than the true shortest way at any angle among walls and polygons; of lengths only, and "
        "not on levels of more than 262,144 cells",
    ),
    TableColumn(
        "Time", number=True, format=figures.micro, unit="µs",
        help="Of one query: the median of repeated clean runs, once nothing moves; pale: the last run. Nothing is "
        "prepared or recorded meanwhile. Taken up: of an earlier search, only what an edit changed was done again",
    ),
    TableColumn(
        "Spread", number=True, format=_spread, unit="µs", help="Half the width of the middle half of those runs"
    ),
    TableColumn("Expanded", number=True, help="What the search took from its open list: cells, triangles, nodes"),
    TableColumn("Result", help="optimal: proven the best of its own world and moves; found: a path, without a promise"),
    TableColumn("First move", number=True, format=figures.micro, unit="µs", help="Until the first step is known"),
    TableColumn("Prepared", number=True, format=figures.milli, unit="ms", help="Once per level; edits repair it"),
)  # fmt: skip
TAKEN_UP = "taken up"  # instead of a time
WORD = next(number for number, column in enumerate(COLUMNS) if column.title == "Result")


def table_rows(rows: Sequence[Row], query: Query | None) -> list[tuple[Any, ...]]:
    """What the table shows of the planners listed."""
    if query is None:
        return [_without(row, "no start or goal") for row in rows]
    kinds = [_kind(row, query) for row in rows]
    best = best_of((kind, row.plan) for kind, row in zip(kinds, rows, strict=True) if row.plan is not None)
    return [_line(row, best.get(kind)) for kind, row in zip(kinds, rows, strict=True)]


def _kind(row: Row, query: Query) -> Hashable:
    return None if row.plan is None else kind_of(row.plan.metric, row.planner.promises, query)


def _line(row: Row, best: float | None) -> tuple[Any, ...]:
    plan, rest = row.plan, row.rested
    if row.answer is not None and row.answer.trouble:
        return _without(row, row.answer.trouble)
    if plan is None:
        return _without(row, "preparing" if row.cold else "…")
    time, first = (
        Worded(ns / 1000, TAKEN_UP if row.taken_up else figures.micro(ns / 1000), PALE)
        for ns in (plan.total_ns, plan.first_move_ns)
    )
    if plan.refused:
        return (_name(row), *(None,) * 4, time, None, plan.expanded, f"refused: {plan.refused}", None, _prepare_ms(row))
    if not row.found:
        word = plan.message or plan.status.value.replace("-", " ")
        return (_name(row), *(None,) * 4, time, None, plan.expanded, word, None, _prepare_ms(row))
    by_steps = row.entry.info.get("world") == "grid" and not row.entry.info.get("any_angle")
    bound = f", {row.options.get('moves', 8)} moves" if by_steps else ""
    word = f"optimal{bound}" if plan.proven else "found"
    over = None if best is None else 100 * longer(plan.cost, best)
    optimum = None if rest is None or rest.best is None else 100 * max(longer(plan.cost, rest.best.cost), 0.0)
    times = (time, None) if rest is None else (rest.times.median / 1000, (rest.times.high - rest.times.low) / 2000)
    first_move = first if rest is None else rest.times.first_move / 1000
    costs = (plan.cost, str(plan.metric), over, optimum)
    return (_name(row), *costs, *times, plan.expanded, word, first_move, _prepare_ms(row))


def _without(row: Row, word: str) -> tuple[Any, ...]:
    return (_name(row), *(word if number == WORD else None for number in range(1, len(COLUMNS))))


def _name(row: Row) -> Marked:
    return Marked(row.title, f"series {row.number}")


def _prepare_ms(row: Row) -> float | None:
    return row.answer.prepare_ns / 1e6 if row.answer else None


class Copier:
    """The table's way out: as CSV, with units in its heads and numbers unrounded, or as Markdown."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.button = IconButton("copy", compact=True, on_click=self._offer, tip="Copy the table", name="copy-results")

    def _offer(self) -> None:
        lines = [
            MenuItem("Copy as CSV", self.csv, "clipboard-copy"),
            MenuItem("Copy as Markdown", self.table.copy_markdown, "table"),
        ]
        self.button.root.menu(lines, self.button.rect)

    def csv(self) -> None:
        """All rows, in the order shown."""
        self.table.copy(everything=True)

    def actions(self) -> list[Action]:
        """The same by name."""
        spec = [("csv", "CSV", self.csv), ("markdown", "Markdown", self.table.copy_markdown)]
        return [
            Action(f"maps.results-{key}", f"Copy the results as {name}", (), run, where="maps", icon="copy")
            for key, name, run in spec
        ]
