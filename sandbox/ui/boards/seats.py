"""Who plays: a person, or an engine with its options and its budget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sandbox.games.api import Axes
from sandbox.gametree.api import Engine, Limits, engines_for
from sandbox.gametree.report import SearchReport
from sandbox.registry import Entry
from sandbox.ui.forms import fields_of
from sandbox.ui.kit import Column, Dropdown, Field, Floating, Form, IconButton, Label, Row, Swatch

PERSON = "You"
BUDGET = (
    Field(
        "seconds", "Time a move", "float", 1.0, 0.05, 60.0, 0.05, unit="s", log=True, help="The longest it may think"
    ),
    Field("depth", "Depth", "int", 0, 0, 60, 1, unit="plies", help="0: as deep as time allows"),
    Field("nodes", "Nodes", "int", 0, 0, 100_000_000, 1000, help="0: as many as time allows; a seed then decides all"),
)


@dataclass
class Seat:
    """One side of the board."""

    number: int
    engines: tuple[Entry[Engine], ...] = ()
    chosen: int = 0  # 0 is the person, 1 … the engines
    options: dict[str, dict[str, Any]] = field(default_factory=dict)
    budget: dict[str, Any] = field(default_factory=lambda: {f.name: f.default for f in BUDGET})
    report: SearchReport = field(default_factory=SearchReport)

    @property
    def entry(self) -> Entry[Engine] | None:
        """The engine that sits here, if any."""
        return self.engines[self.chosen - 1] if 0 < self.chosen <= len(self.engines) else None

    @property
    def engine(self) -> Engine | None:
        """It, with its options."""
        return self.entry.create(self.options.get(self.entry.key, {})) if self.entry else None

    def limits(self) -> Limits:
        """A fresh budget for one move."""
        return Limits(
            depth=int(self.budget["depth"]), seconds=float(self.budget["seconds"]), nodes=int(self.budget["nodes"])
        )

    def suit(self, axes: Axes, favourite: str = "") -> None:
        """Offer the engines that fit a game, keeping the one that sits here if it does."""
        before = self.entry.key if self.entry else favourite
        self.engines = engines_for(axes)
        keys = [e.key for e in self.engines]
        self.chosen = keys.index(before) + 1 if before in keys else 0
        self.report = SearchReport()


class SeatLine(Column):
    """The controls of a seat: who, and behind a button how."""

    def __init__(self, seat: Seat, changed: Callable[[Seat], None]) -> None:
        self.seat, self.changed = seat, changed
        self.who = Dropdown([PERSON], 0, on_change=self._pick, grow=1)
        self.how = IconButton("sliders-horizontal", tip="Options and budget of this engine", on_click=self._open)
        self.time = Label("", style="mono_small", role="dim", width=64)
        name = ("First", "Second")[seat.number]
        self.swatch = Swatch(f"series {seat.number}", size=12)
        line = Row([self.swatch, Label(name, width=52), self.who, self.time, self.how], gap=8)
        super().__init__([line], gap=4)
        self.refresh()

    def refresh(self) -> None:
        """Follow the seat."""
        choices = [PERSON, *(e.title for e in self.seat.engines)]
        if list(self.who.choices) != choices:
            self.who.choices = choices
        self.who.value = self.seat.chosen
        self.how.enabled = self.seat.entry is not None
        self.time.text = f"{self.seat.budget['seconds']:g} s" if self.seat.entry else ""

    def _pick(self, at: int) -> None:
        self.seat.chosen = at
        self.refresh()
        self.changed(self.seat)

    def _open(self) -> None:
        entry = self.seat.entry
        if entry is None:
            return
        values = self.seat.options.setdefault(entry.key, {})

        def option(name: str, value: Any) -> None:
            values[name] = value
            self.changed(self.seat)

        def budget(name: str, value: Any) -> None:
            self.seat.budget[name] = value
            self.refresh()
            self.changed(self.seat)

        parts = [
            Label(entry.title, style="strong"),
            Label(f"{entry.summary} {entry.paper}".strip(), style="small", role="dim", wrap=True),
            Form(BUDGET, self.seat.budget, on_change=budget),
            Label("OPTIONS", style="section", role="dim"),
            Form(fields_of(entry.options), values, on_change=option),
        ]
        self.root.open(Floating(Column(parts, gap=10, pad=16, width=400), anchor=self.how.rect, side="left"))
