"""Why a path is longer than it need be, and its search more work: a ledger whose terms are marked on the map."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sandbox.layers import Segments
from sandbox.planning.api import Metric, Status
from sandbox.planning.why.marks import cell_layer, term_layers
from sandbox.ui.jobs import Job
from sandbox.ui.kit import Action, Button, Column, IconButton, Label, Row, Rule, Scroll, Widget, Wrap

if TYPE_CHECKING:
    from sandbox.layers import Layer
    from sandbox.planning.why.ledger import Ledger, Term
    from sandbox.planning.why.work import Share, WorkLedger
    from sandbox.ui.jobs import Failure
    from sandbox.ui.maps.entries import Row as Planned
    from sandbox.ui.maps.session import Session
    from sandbox.ui.maps.worker_side import Reasons

QUIET = 0.3  # seconds without another answer before it is asked anew
DUST = 5e-10  # cells: less is a rounding
COLUMN = 84  # dp, for the figures
ASKING = "Solving the freer worlds, one after the other …"


class Entry(NamedTuple):
    """One line of a ledger: how much, of what, in words, and what shows it on the map."""

    figure: str
    name: str
    words: str
    between: str
    layers: Callable[[int, int, int], list[Layer]]


def headline(ledger: Ledger) -> str:
    """What the answer costs, what the best would, and the difference."""
    if ledger.status is not Status.FOUND:
        return str(ledger.status).replace("-", " ")
    unit = "cells long" if ledger.metric is Metric.LENGTH else "weighted cells"
    best = f"at least {ledger.optimum_low:.6g}, at most" if ledger.optimum_low < ledger.optimum else "exactly"
    lost = figure(ledger.loss).removeprefix("+")  # as it stands under the terms
    return f"{ledger.cost:.9g} {unit}; the true optimum is {best} {ledger.optimum:.9g}; {lost} lost"


def figure(value: float) -> str:
    """Cells, with as many places as the terms need to add up; with its sign."""
    return f"{value:+.6f}" if math.isfinite(value) else "no way"


def terms_of(ledger: Ledger) -> list[Entry]:
    """The terms that come to anything."""
    return [_term(term) for term in ledger.terms if abs(term.value) > DUST or not term.exact]


def _term(term: Term) -> Entry:
    between = "" if term.exact else f"between {figure(term.low)} and {figure(term.high)}"
    return Entry(figure(term.value), term.name, term.words, between, partial(term_layers, term))


def shares_of(work: WorkLedger) -> list[Entry]:
    """Where the expansions went."""
    return [_share(share) for share in work.shares]


def _share(share: Share) -> Entry:
    return Entry(f"{share.value:+,}", share.name, share.words, "", partial(_marked, share))


def _marked(share: Share, width: int, height: int, version: int) -> list[Layer]:
    return [cell_layer(share.name, share.words, share.cells, width, height, version)]


class Why:
    """Which planner's answer is explained, and which of the terms the map shows."""

    def __init__(self, session: Session, light: Callable[[Planned | None], None]) -> None:
        self.session, self.asking, self.light = session, session.asking, light
        self.row: Planned | None = None
        self.reasons: Reasons | None = None
        self.layers: list[Layer] = []
        self.on_show: list[Callable[[], None]] = []  # what the map shows has changed
        self.panel = WhyPanel(self)
        self._of: object = None  # the answer that is explained
        self._due = 0.0
        self.asking.on_answer.append(self._answered)
        session.editing.taken.append(self.close)

    @property
    def settled(self) -> bool:
        """Whether nothing is about to be asked."""
        return not self._due

    def open(self, row: Planned) -> None:
        """Explain a planner's answer."""
        self.row, self.reasons = row, None
        self.light(row)
        self._show([])
        self.panel.visible = True
        self.panel.refresh()
        self._ask()

    def close(self) -> None:
        """Explain nothing."""
        if self.row is None:
            return
        self.row, self.reasons, self._of, self._due = None, None, None, 0.0
        self.light(None)
        self._show([])
        self.panel.visible = False

    def toggle(self) -> None:
        """The key: of the planner looked at closely; again, close."""
        if self.row is not None:
            self.close()
        elif self.asking.focus is not None:
            self.open(self.asking.focus)

    def _answered(self) -> None:
        if self.row is None:
            return
        if not self.row.ticked:
            self.close()
        elif self.row.answer is not None and self.row.answer is not self._of:
            self._due = time.perf_counter() + QUIET
            self.session.root.after(QUIET + 0.01, lambda: None)

    def tick(self, now: float) -> None:
        """Ask anew once the answers rest."""
        if self._due and now >= self._due and not self.session.history.in_gesture:
            self._ask()

    def _ask(self) -> None:
        self._due = 0.0
        row, query = self.row, self.session.query
        if row is None or query is None or not self.asking.can_all(row):
            return
        self._of = row.answer
        worker, desk = self.asking.desks.of(row.key, row.planner)
        work = partial(desk.why, row.key, row.planner, query)
        taken, failed = partial(self._taken, row), partial(self._failed, row)
        self.asking.desks.cancel("why")
        worker.submit(Job(f"Why {row.entry.title}", "why", work, taken, failed))

    def _taken(self, row: Planned, reasons: Reasons) -> None:
        if row is not self.row:
            return
        self.reasons = reasons
        terms = terms_of(reasons.ledger)
        main = reasons.ledger.main
        chosen = next((entry for entry in terms if main is not None and entry.name == main.name), None)
        self.panel.refresh()
        self.mark(chosen)

    def _failed(self, row: Planned, failure: Failure) -> None:
        if row is self.row:
            self.panel.say(failure.line)

    def mark(self, entry: Entry | None) -> None:
        """Show where a term arises, and the way without it."""
        level, reasons = self.session.level, self.reasons
        made = entry.layers(level.width, level.height, reasons.version) if entry is not None and reasons else []
        if entry is not None:
            words = f"Where it arises: {entry.name}", f"The way without it: {entry.name}"
            made = [replace(layer, legend=words[isinstance(layer, Segments)]) for layer in made]
        self.panel.mark(entry)
        self._show(made)

    def _show(self, layers: list[Layer]) -> None:
        self.layers = layers
        for follower in self.on_show:
            follower()

    def actions(self) -> list[Action]:
        """One key."""
        return [
            Action(
                "maps.why", "Why is this path longer?", ("W",), self.toggle, where="maps", icon="help-circle", once=True
            )
        ]


class WhyPanel(Column):
    """The ledger, term by term; a click on one shows it on the map."""

    def __init__(self, why: Why) -> None:
        self.why = why
        self.title = Label("", style="strong", grow=1)
        close = IconButton("x", compact=True, tip="Close", tip_key="W", on_click=why.close)
        self.body = Column(gap=6, pad=(12, 0, 12, 10))
        self.buttons: dict[str, Button] = {}
        head = Row([self.title, close], gap=8, pad=(12, 10, 8, 4))
        super().__init__([head, Scroll(self.body, grow=1)], gap=0, grow=1, fill="panel", visible=False)

    def say(self, words: str) -> None:
        """Nothing but words."""
        self.buttons.clear()
        self.body.replace_children([Label(words, style="small", role="dim", wrap=True)])

    def refresh(self) -> None:
        """Show the ledgers, or that they are being made."""
        row, reasons = self.why.row, self.why.reasons
        self.title.text = f"Why? {row.title}" if row is not None else ""
        if reasons is None:
            self.say(ASKING)
            return
        self.buttons.clear()
        parts = self._ledger(reasons.ledger)
        if reasons.ledger.over_terrain is not None:
            parts += [Rule(), Label("The same way, weighed by the terrain", style="strong")]
            parts += self._ledger(reasons.ledger.over_terrain)
        self.body.replace_children([*parts, Rule(), *self._work(reasons.work)])

    def _ledger(self, ledger: Ledger) -> list[Widget]:
        entries = terms_of(ledger)
        parts: list[Widget] = [Label(headline(ledger), style="small", wrap=True)]
        parts += [self._line(entry) for entry in entries]
        if entries and math.isfinite(ledger.loss):
            parts.append(self._sum(figure(ledger.loss), "longer than the true optimum"))
        elif not entries and ledger.status is Status.FOUND:
            parts.append(Label("Nothing is lost: it is the true optimum.", style="small", role="good", wrap=True))
        if ledger.says:
            parts.append(Label(ledger.says, style="small", role="dim", wrap=True))
        return parts

    def _work(self, work: WorkLedger) -> list[Widget]:
        if not work.shares and not work.more and not work.says:
            same = f"As much work as A*'s: {work.expanded:,} expansions"
            return [Label(same, style="small", role="dim", wrap=True)]
        words = f"{work.expanded:,} expansions, {work.reference:,} of A*"
        parts: list[Widget] = [Label("More work than A*?", style="strong"), Label(words, style="small", wrap=True)]
        parts += [self._line(entry) for entry in shares_of(work)]
        parts.append(self._sum(f"{work.more:+,}", "expansions more than A*"))
        if work.says:
            parts.append(Label(work.says, style="small", role="dim", wrap=True))
        return parts

    def _line(self, entry: Entry) -> Widget:
        show = Button(entry.name, icon="eye", kind="quiet", on=False, grow=1)
        show.centred = False
        show.on_click = lambda: self.why.mark(None if show.on else entry)
        show.tip = "Where it arises, and the way that would be taken without it"
        self.buttons[entry.name] = show
        head = Wrap([Label(entry.figure, style="mono", width=COLUMN, justify="end"), show])
        words = Label(entry.words, style="small", role="dim", wrap=True)
        more = [Label(entry.between, style="mono_small", role="dim", wrap=True)] if entry.between else []
        return Column([head, Column([words, *more], gap=0, pad=(16, 0, 0, 4))], gap=0)

    @staticmethod
    def _sum(number: str, words: str) -> Widget:
        return Row(
            [Label(number, style="mono", width=COLUMN, justify="end"), Label(words, style="small", wrap=True, grow=1)]
        )

    def mark(self, entry: Entry | None) -> None:
        """Show which term is on the map."""
        for name, button in self.buttons.items():
            button.on = entry is not None and name == entry.name
