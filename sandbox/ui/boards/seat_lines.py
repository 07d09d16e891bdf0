"""A seat's controls: who sits there, their clock, and behind a button how they play and when they stop thinking."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandbox.ui.boards.area import Wrapped
from sandbox.ui.boards.seats import DEPTH, NODES, TIME, Seat
from sandbox.ui.forms import fields_of, open_options
from sandbox.ui.kit import Button, Column, Dropdown, Field, Form, Label, Row, Swatch, Widget

PERSON = "You"
STOPS = {TIME: "time", DEPTH: "depth", NODES: "nodes"}


def budget_fields(stops: tuple[str, ...], *, simulates: bool) -> list[Field]:
    """Stop after: what of, and how much of it."""

    def only(stop: str) -> Callable[[Mapping[str, Any]], bool]:
        return lambda values: values.get("stop", stop) == stop

    what, words = ("Simulations", "simulations") if simulates else ("Nodes", "nodes")
    labels = [words if stop == NODES else STOPS[stop] for stop in stops]
    numbers = {
        TIME: Field("seconds", "Time a move", "float", 1.0, 0.05, 60.0, 0.05, unit="s", log=True, visible=only(TIME)),
        DEPTH: Field("depth", "Depth", "int", 6, 1, 40, 1, unit="plies", visible=only(DEPTH)),
        NODES: Field("nodes", what, "int", 100_000, 10, 100_000_000, 10, log=True, visible=only(NODES)),
    }
    tip = "A number of nodes, or a depth, gives the same answer on every machine"
    choice = Field("stop", "Stop after", "choice", stops[0], choices=stops, choice_labels=labels, help=tip)
    return [choice, *(numbers[stop] for stop in stops)] if len(stops) > 1 else [numbers[stops[0]]]


def clock_words(seconds: float) -> str:
    """A clock: 0:07, 12:30."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


class SeatLine(Column):
    """One seat's line."""

    def __init__(self, number: int, seat: Seat, changed: Callable[[Seat], None]) -> None:
        self.number, self.seat, self.changed = number, seat, changed
        self.who = Dropdown([PERSON], 0, on_change=self._pick, grow=1)
        self.how = Button("", icon="sliders-horizontal", compact=True, on_click=self._open, kind="quiet", width=82)
        self.how.tip = "Options of this engine, and when it stops thinking"
        self.name_label = Label("", width=86)
        self.clock = Label("", style="mono", role="dim", width=36, justify="end", tip="Time used for all its moves")
        self.swatch = Swatch(f"series {number}", size=12)
        who = Row([self.swatch, self.name_label], gap=8)
        line = Wrapped([who, self.who, Row([self.clock, self.how], gap=8)], gap=8)
        super().__init__([line], gap=4)

    def refresh(self, name: str) -> None:
        """Follow the seat; `name` is what the side is called."""
        choices = [PERSON, *(level.title for level in self.seat.levels), *(e.title for e in self.seat.engines)]
        if list(self.who.choices) != choices:
            self.who.choices = choices
        self.who.value = self._place_of(self.seat.chosen)
        self.how.enabled = self.seat.entry is not None
        self.how.text = self.seat.budget_words
        self.name_label.text = name

    def show_clock(self, seconds: float) -> None:
        """How long this side has thought."""
        self.clock.text = clock_words(seconds)

    def _place_of(self, chosen: int) -> int:
        """Levels stand before engines: they are what most people look for."""
        engines, levels = len(self.seat.engines), len(self.seat.levels)
        if chosen == 0:
            return 0
        return chosen - engines if chosen > engines else chosen + levels

    def _pick(self, at: int) -> None:
        engines, levels = len(self.seat.engines), len(self.seat.levels)
        self.seat.chosen = 0 if at == 0 else at + engines if at <= levels else at - levels
        self.changed(self.seat)

    def _open(self) -> None:
        entry, level = self.seat.entry, self.seat.level
        if entry is None:
            return
        if level is not None:
            note = f"{level.title} {level.summary}: {entry.title.lower()}, with settings of its own. "
            note += "To set everything yourself, choose an engine instead."
            open_options(self.how, Label(level.title, style="strong"), note, [])
            return
        note = f"{entry.summary} {entry.paper}".strip()
        open_options(self.how, Label(entry.title, style="strong"), note, self._parts())

    def _parts(self) -> list[Widget]:
        entry, budget = self.seat.entry, self.seat.budget
        assert entry is not None
        values = self.seat.options.setdefault(entry.key, {})

        def setter(of: dict[str, Any]) -> Callable[[str, Any], None]:
            def put(name: str, value: Any) -> None:
                of[name] = value
                self.changed(self.seat)

            return put

        parts: list[Widget] = []
        if self.seat.stops:
            simulates = any(option.name == "simulations" for option in entry.options)
            fields = budget_fields(self.seat.stops, simulates=simulates)
            shown = budget | {"stop": self.seat.stop}
            parts.append(Form(fields, shown, on_change=setter(budget)))
        if self.seat.free:
            parts.append(Label("OPTIONS", style="section", role="dim"))
            parts.append(Form(fields_of(self.seat.free), values, on_change=setter(values)))
        return parts
