"""The planners on the list: ticked or not, their options, their last answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox.layers import Layer, Role, Segments
from sandbox.planning.api import Metric, Plan, Planner, Status, planners
from sandbox.registry import Entry
from sandbox.ui.canvas.lanes import side_by_side
from sandbox.ui.chosen import Chosen
from sandbox.ui.forms import changed_from_default
from sandbox.ui.kit import Marked
from sandbox.ui.maps.worker_side import Answer

SERIES = 8  # colours a theme has for lines


@dataclass(slots=True, eq=False)
class Row:
    """One planner of the registry."""

    entry: Entry[Planner]
    ticked: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    answer: Answer | None = None
    number: int = 0  # which colour of the series is its
    cold: bool = False  # it could not be asked: what it needs is being compiled
    _made: tuple[dict[str, Any], Planner] | None = None
    _layers: tuple[Sequence[Layer], bool, list[Layer]] | None = None

    @property
    def key(self) -> str:
        """The registry's key."""
        return self.entry.key

    @property
    def planner(self) -> Planner:
        """The planner with its options; kept, for a drag asks for it with every frame."""
        if self._made is None or self._made[0] != self.options:
            self._made = dict(self.options), self.entry.create(self.options)
        return self._made[1]

    @property
    def plan(self) -> Plan | None:
        """The last answer's plan."""
        return self.answer.plan if self.answer else None

    def layers(self, *, close: bool) -> list[Layer]:
        """What it knows and found, under names of its own; looked at closely, some are shown unasked."""
        layers = self.answer.layers if self.answer is not None else ()
        if self._layers is None or self._layers[0] is not layers or self._layers[1] is not close:
            own = [
                replace(a, name=f"{self.key}/{a.name}", group=self.entry.title, visible=a.visible and close)
                for a in layers
            ]
            self._layers = layers, close, own
        return list(self._layers[2])

    @property
    def found(self) -> bool:
        """Whether there is a path to show."""
        return self.plan is not None and self.plan.status is Status.FOUND

    @property
    def title(self) -> str:
        """Its name and whatever is not at its default."""
        extra = changed_from_default(self.entry.options, self.options)
        return f"{self.entry.title} ({extra})" if extra else self.entry.title


def all_rows(chosen: Chosen) -> list[Row]:
    """Every planner there is; those ticked that were last time, or a few for a start."""
    rows = [Row(entry, options=chosen.options[entry.key], number=i % SERIES) for i, entry in enumerate(planners)]
    for row in rows:
        row.ticked = row.key in chosen.ticked
    if rows and not any(row.ticked for row in rows):
        rows[0].ticked = True
    for row in rows:
        if row.ticked:
            tell_apart(rows, row)
    return rows


def tell_apart(rows: Sequence[Row], row: Row) -> None:
    """Give a ticked planner a colour that no other ticked one has, as long as there are enough."""
    taken = {other.number for other in rows if other.ticked and other is not row}
    usual = rows.index(row) % SERIES
    free = [(usual + step) % SERIES for step in range(SERIES)]
    row.number = next((number for number in free if number not in taken), usual)


def best_cost(rows: Iterable[Row], metric: Metric) -> float | None:
    """The least cost found with a metric."""
    costs = [row.plan.cost for row in rows if row.plan is not None and row.found and row.plan.metric is metric]
    return min(costs) if costs else None


def table_row(row: Row, best: float | None) -> tuple[Any, ...]:
    """What the results table shows of one planner."""
    plan, name = row.plan, Marked(row.title, f"series {row.number}")
    if row.answer is not None and row.answer.trouble:
        return (name, None, None, None, None, row.answer.trouble, None, None)
    if plan is None:
        return (name, None, None, None, None, "preparing" if row.cold else "…", None, None)
    status = plan.message or plan.status.value.replace("-", " ")
    time = plan.total_ns / 1000
    if not row.found:
        return (name, None, None, time, plan.expanded, status, None, _prepare_ms(row))
    over = 100 * (plan.cost / best - 1) if best else 0.0
    by_steps = row.entry.info.get("world") == "grid" and not row.entry.info.get("any_angle")
    bound = f", {row.options.get('moves', 8)} moves" if by_steps else ""
    word = f"optimal{bound}" if plan.proven else "found"
    return (name, plan.cost, over, time, plan.expanded, word, plan.first_move_ns / 1000, _prepare_ms(row))


def _prepare_ms(row: Row) -> float | None:
    return row.answer.prepare_ns / 1e6 if row.answer else None


def path_name(row: Row) -> str:
    """The name of the layer that shows a row's path."""
    return f"path {row.key}"


def path_layers(rows: Iterable[Row]) -> list[Segments]:
    """The paths found, side by side where they coincide."""
    found = [(row, row.plan) for row in rows if row.ticked and row.found and row.plan is not None]
    laid = side_by_side([without_straight(plan.points) for _, plan in found])
    return [
        Segments(name=path_name(row), legend=row.title, role=Role.PATH, series=row.number, ends=points, chained=True,
                 width=3.0, version=row.answer.version if row.answer else 0, lanes=lanes if lanes.any() else None)
        for (row, _), (points, lanes) in zip(found, laid, strict=True)
    ]  # fmt: skip


def without_straight(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """A path without the points it goes straight through: the same picture of fewer strokes."""
    if len(points) < 3:
        return points
    steps = np.diff(points, axis=0)
    a, b = steps[:-1], steps[1:]
    straight = (a[:, 0] * b[:, 1] == a[:, 1] * b[:, 0]) & ((a * b).sum(axis=1) >= 0)
    return points[np.concatenate(([True], ~straight, [True]))]
