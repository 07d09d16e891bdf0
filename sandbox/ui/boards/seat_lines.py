"""A seat's controls: who sits there, and behind a button how they play and how long they may think."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandbox.ui.boards.seats import Seat
from sandbox.ui.forms import fields_of, open_options
from sandbox.ui.kit import Column, Dropdown, Field, Form, IconButton, Label, Row, Swatch

PERSON = "You"
SIDES = ("First", "Second")
BUDGET = (
    Field(
        "seconds", "Time a move", "float", 1.0, 0.05, 60.0, 0.05, unit="s", log=True, help="The longest it may think"
    ),
    Field("depth", "Depth", "int", 0, 0, 60, 1, unit="plies", help="0: as deep as its options and the time allow"),
    Field("nodes", "Nodes", "int", 0, 0, 100_000_000, 1000, help="0: as many as time allows; a seed then decides all"),
)


class SeatLine(Column):
    """One seat's line."""

    def __init__(self, number: int, seat: Seat, changed: Callable[[Seat], None]) -> None:
        self.seat, self.changed = seat, changed
        self.who = Dropdown([PERSON], 0, on_change=self._pick, grow=1)
        self.how = IconButton("sliders-horizontal", tip="Options and budget of this engine", on_click=self._open)
        self.time = Label("", style="mono_small", role="dim", width=48)
        self.swatch = Swatch(f"series {number}", size=12)
        line = Row([self.swatch, Label(SIDES[number], width=52), self.who, self.time, self.how], gap=8)
        super().__init__([line], gap=4)

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
        self.changed(self.seat)

    def _open(self) -> None:
        entry, budget = self.seat.entry, self.seat.budget
        if entry is None:
            return
        values = self.seat.options.setdefault(entry.key, {})

        def setter(of: dict[str, Any]) -> Callable[[str, Any], None]:
            def put(name: str, value: Any) -> None:
                of[name] = value
                self.changed(self.seat)

            return put

        parts = [
            Form(BUDGET, budget, on_change=setter(budget)),
            Label("OPTIONS", style="section", role="dim"),
            Form(fields_of(self.seat.offered), values, on_change=setter(values)),
        ]
        note = f"{entry.summary} {entry.paper}".strip()
        open_options(self.how, Label(entry.title, style="strong"), note, parts)
