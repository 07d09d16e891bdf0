"""The planners on the list: ticked or not, their options, their last answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox.layers import Layer, Role, Segments
from sandbox.planning.api import Plan, Planner, Status, planners
from sandbox.registry import Entry
from sandbox.ui.canvas.lanes import side_by_side
from sandbox.ui.chosen import Chosen
from sandbox.ui.forms import changed_from_default
from sandbox.ui.maps.worker_side import Answer, Rest


@dataclass(slots=True, eq=False)
class Row:
    """One planner of the registry."""

    entry: Entry[Planner]
    ticked: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    answer: Answer | None = None
    colours: Mapping[str, int] = field(default_factory=dict)  # of the series, by planner
    rest: tuple[Answer, Rest] | None = None  # measured once nothing moved, and of which answer
    cold: bool = False  # it could not be asked: what it needs is being compiled
    _made: tuple[dict[str, Any], Planner] | None = None
    _layers: tuple[Sequence[Layer], bool, list[Layer]] | None = None

    @property
    def key(self) -> str:
        """The registry's key."""
        return self.entry.key

    def renew(self, entry: Entry[Planner]) -> None:
        """Its code was read again: nothing that it said before holds."""
        self.entry, self.answer, self.rest, self._made = entry, None, None, None

    @property
    def number(self) -> int:
        """Which colour of the series is its."""
        return self.colours.get(self.key, 0)

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
    def rested(self) -> Rest | None:
        """What was measured of the answer that holds."""
        return self.rest[1] if self.rest is not None and self.rest[0] is self.answer else None

    @property
    def taken_up(self) -> bool:
        """Whether its time is that of a part: the rest was searched before an edit."""
        return self.plan is not None and self.plan.kept > 0 and self.rested is None

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
    return [
        Row(entry, entry.key in chosen.ticked, chosen.options[entry.key], colours=chosen.colours) for entry in planners
    ]


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
