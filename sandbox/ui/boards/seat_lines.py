"""A seat's controls: who sits there, their clock, and behind a button how they play and when they stop thinking."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from sandbox.ui.boards.area import Wrapped
from sandbox.ui.boards.seats import DEPTH, NODES, TIME, WEIGHTS, Seat
from sandbox.ui.boards.weights import WeightsRow
from sandbox.ui.forms import fields_of, open_options
from sandbox.ui.kit import Button, Column, Dropdown, Field, Form, Label, Row, Section, Swatch, Widget
from sandbox.ui.kit.style.theme import Colour

PERSON = "You"
WHO_WIDE = 178  # dp of the list of engines: of its longest title
LOW = 10.0  # seconds left from which on a clock is red
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


class Choice(Column):
    """Who, from a list, and behind a button how they play; what stands beside the two says `controls`."""

    nobody = PERSON  # the first of the list, who is no engine
    who_wide: float | None = None  # dp of the list, where it is not as wide as there is room

    def __init__(self, seat: Seat, changed: Callable[[Seat], None]) -> None:
        self.seat, self.changed = seat, changed
        self.who = Dropdown([self.nobody], 0, on_change=self._pick, grow=1, width=self.who_wide)
        self.how = Button("", icon="sliders-horizontal", compact=True, on_click=self._open, kind="quiet", width=82)
        self.how.tip = "Options of this engine, and when it stops thinking"
        super().__init__([self.controls()], gap=4)

    def controls(self) -> Widget:
        """The controls in their places."""
        return Row([self.who, self.how], gap=8)

    def refresh(self) -> None:
        """Follow the seat."""
        self.who.show(self.seat.title if self.seat.entry is not None else self.nobody, self._listed)
        self.how.enabled = self.seat.entry is not None
        self.how.text = self.seat.budget_words

    def _listed(self) -> tuple[list[str], int]:
        levels, engines = self.seat.levels, self.seat.engines
        titles = [self.nobody, *(level.title for level in levels), *(engine.title for engine in engines)]
        return titles, self._place_of(self.seat.chosen)

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
            note = f"{level.title} {level.summary}: {entry.title}, with settings of its own. "
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
        if any(option.name == WEIGHTS for option in self.seat.offered):
            parts.append(WeightsRow(self.seat.game, values, partial(setter(values), WEIGHTS)))
        return parts


class SeatLine(Choice):
    """One seat's line: the side, who plays it, and the time used."""

    who_wide = WHO_WIDE

    def __init__(self, number: int, seat: Seat, changed: Callable[[Seat], None]) -> None:
        self.number = number
        self.name_label = Label("", width=86)
        self.clock = Label("", style="mono", role="dim", width=36, justify="end", tip="Time used for all its moves")
        self.swatch = Swatch(f"series {number}", size=12)
        super().__init__(seat, changed)

    def controls(self) -> Widget:
        """Side, name and clock beside them; in two lines where it is narrow."""
        who = Row([self.swatch, self.name_label], gap=8)
        return Wrapped([who, self.who, Row([self.clock, self.how], gap=8)], gap=8)

    def show(self, name: str) -> None:
        """Follow the seat; `name` is what the side is called."""
        self.refresh()
        self.name_label.text = name.removesuffix(" player")

    def show_clock(self, used: float, left: float | None) -> None:
        """How long this side has thought; or may still, where the game has a clock."""
        self.clock.text = clock_words(used if left is None else max(left, 0.0))
        self.clock.role = "bad" if left is not None and left < LOW else "dim"
        self.clock.tip = "Time used for all its moves" if left is None else "Time left for all its moves"


class Players(Section):
    """Both seats."""

    def __init__(self, seats: Sequence[Seat], changed: Callable[[Seat], None]) -> None:
        self.lines = [SeatLine(number, seat, changed) for number, seat in enumerate(seats)]
        super().__init__("Players", self.lines)

    def show(self, colours: Sequence[Colour], names: Sequence[str]) -> None:
        """Follow the seats: what each side is called, and the colour of its stones."""
        for line, colour, name in zip(self.lines, colours, names, strict=True):
            line.show(name)
            line.swatch.role = colour

    def show_clocks(self, used: Sequence[float], left: Sequence[float] | None) -> None:
        """How long each side has thought, or may still."""
        for number, line in enumerate(self.lines):
            line.show_clock(used[number], None if left is None else left[number])
