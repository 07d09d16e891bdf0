"""Who takes part in a duel: engines and levels with options and budgets of their own, or perfect play."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from sandbox.bench.duel import Entrant
from sandbox.bench.solving import EXACT
from sandbox.games.api import Game
from sandbox.gametree.api import Limits
from sandbox.registry import Entry
from sandbox.ui.boards.seat_lines import Choice, budget_fields
from sandbox.ui.boards.seats import TIME, Seat
from sandbox.ui.forms import changed_from_default, open_options, text_pairs
from sandbox.ui.kit import Button, Column, Form, IconButton, Label, Row, Spacer, Swatch, Widget
from sandbox.ui.kit.events import nothing

PERFECT = "Exact play"
FIRST = ("alphabeta", "mcts")
MOST = 24


class Contender(Seat):
    """A seat at which perfect play sits where a person would: people take no part."""

    @property
    def title(self) -> str:
        """Who it is, in words."""
        return PERFECT if self.entry is None else super().title

    @property
    def stops(self) -> tuple[str, ...]:
        """Perfect play is stopped by time alone."""
        return (TIME,) if self.entry is None else super().stops

    @property
    def name(self) -> str:
        """With what is not as usual: "Alpha-beta, table=off"."""
        changed = changed_from_default(self.offered, self.settings) if self.level is None else ""
        return f"{self.title}, {changed}" if changed else self.title

    def entrant(self) -> Entrant:
        """As a duel knows it."""
        limits: Limits = self.limits()
        if self.entry is None:
            return Entrant(self.name, EXACT, {}, limits)
        return Entrant(self.name, self.entry.key, dict(text_pairs(self.settings)), limits)

    def to_json(self) -> dict[str, Any]:
        """To be remembered."""
        return {"who": self.key, "options": self.options, "budget": self.budget}


class ContenderLine(Choice):
    """One of them, and a button to take it out."""

    nobody = PERFECT

    def __init__(self, seat: Contender, changed: Callable[[Seat], None], drop: Callable[[], None]) -> None:
        self.swatch = Swatch("series 0", size=12)
        self.drop = IconButton("x", compact=True, on_click=drop, tip="Take out")
        super().__init__(seat, changed)

    def controls(self) -> Widget:
        """Swatch, who, how, and out."""
        return Row([self.swatch, self.who, self.how, self.drop], gap=8)

    def refresh(self) -> None:
        """Perfect play has a budget, too."""
        super().refresh()
        self.how.enabled = True

    def _open(self) -> None:
        if self.seat.entry is not None:
            super()._open()
            return

        def put(name: str, value: Any) -> None:
            self.seat.budget[name] = value
            self.changed(self.seat)

        note = "The value by perfect play to the end of the game, and a best move; may take very long early in a game."
        parts = [Form(budget_fields((TIME,), simulates=False), self.seat.budget, on_change=put)]
        open_options(self.how, Label(PERFECT, style="strong"), note, parts)


class Contenders(Column):
    """The list of them. A new one is a copy of the last, so that one thing can be switched."""

    def __init__(self, changed: Callable[[], None] = nothing) -> None:
        self.changed = changed
        self.seats: list[Contender] = []
        self.lines = Column(gap=6)
        self.add_button = Button("Add", icon="plus", compact=True, on_click=self.add_one)
        self.add_button.tip = "One more, like the last: then change what is to differ"
        super().__init__([self.lines, Row([self.add_button, Spacer()], gap=8)], gap=8)

    def begin(self, game: Entry[Game], keys: Sequence[str] = FIRST) -> None:
        """Seat the first ones."""
        self.seats = [Contender() for _ in keys]
        for seat, key in zip(self.seats, keys, strict=True):
            seat.suit(game, key)
        self._rebuild()

    def suit(self, game: Entry[Game]) -> None:
        """Another game: who fits it stays, with its usual options."""
        for seat in self.seats:
            if seat.game != game.key:
                seat.options = {}
                seat.suit(game, seat.key)
        self._rebuild()

    def take(self, seats: Sequence[Contender]) -> None:
        """These take part, as they were remembered."""
        self.seats = list(seats)
        self._rebuild()

    def add_one(self) -> None:
        """A copy of the last."""
        last = self.seats[-1]
        new = Contender(last.game, last.entry, last.level)
        new.options, new.budget = copy.deepcopy(last.options), dict(last.budget)
        self.seats.append(new)
        self._rebuild()
        self.changed()

    def drop(self, seat: Contender) -> None:
        """Take one out; one always stays."""
        if len(self.seats) > 1:
            self.seats = [other for other in self.seats if other is not seat]
            self._rebuild()
            self.changed()

    def _rebuild(self) -> None:
        lines = [ContenderLine(seat, self._reseated, partial(self.drop, seat)) for seat in self.seats]
        self.lines.replace_children(lines)
        self.refresh()

    def _reseated(self, _seat: Seat) -> None:
        self.refresh()
        self.changed()

    def refresh(self) -> None:
        """Show who sits where."""
        for number, line in enumerate(self.lines.children):
            if isinstance(line, ContenderLine):
                line.refresh()
                line.swatch.role = f"series {number}"
                line.drop.enabled = len(self.seats) > 1
        self.add_button.enabled = len(self.seats) < MOST

    def entrants(self) -> list[Entrant]:
        """As a duel knows them."""
        return [seat.entrant() for seat in self.seats]

    def to_json(self) -> list[Mapping[str, Any]]:
        """To be remembered."""
        return [seat.to_json() for seat in self.seats]
