"""Tables."""

from __future__ import annotations

import random

from sandbox.ui.kit import Column, Container, Label, Table, TableColumn, Widget


def table_columns() -> list[TableColumn]:
    """Return the columns of a made-up benchmark."""
    return [
        TableColumn("Query", 110, help="The number in the scenario file"),
        TableColumn("Planner", 110, 1),
        TableColumn("Status", 100),
        TableColumn("Cost", 90, number=True, format="{:.2f}".format),
        TableColumn("Expanded", 96, number=True),
        TableColumn("Time (µs)", 96, number=True, format="{:,.1f}".format),
    ]


def table_rows(count: int) -> list[tuple[object, ...]]:
    """Return as many rows."""
    rng = random.Random(1)
    planners = ("A*", "Dijkstra", "JPS", "HPA*", "Theta*", "TRA*")
    rows: list[tuple[object, ...]] = []
    for i in range(count):
        found = rng.random() < 0.95
        cost = rng.random() * 900 if found else None
        status = "found" if found else "no path"
        rows.append((f"query {i:05d}", rng.choice(planners), status, cost, rng.randrange(90_000), rng.random() * 4000))
    return rows


def data() -> Widget:
    """Return the page."""
    full = _titled("100,000 rows: sort, resize, select, copy", Table(table_columns(), table_rows(100_000)))
    empty = Table(table_columns(), placeholder="Run a benchmark to fill this table", height=110)
    full.grow = 1
    return Container([Column([full, _titled("Empty", empty)], gap=12)], pad=16)


def _titled(title: str, child: Widget) -> Column:
    child.grow = child.grow or (0 if child.height else 1)
    return Column([Label(title, style="medium", role="dim"), child], gap=8, grow=1 if child.grow else 0)
