"""The duel beside the board: who takes part, what each answered, and the nodes of each beside the others'."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sandbox.bench.duel import Bout, Entrant, chain, verdict
from sandbox.ui.boards.area import Wrapped
from sandbox.ui.boards.duel.contenders import Contenders
from sandbox.ui.boards.duel.words import COLUMNS, rows_of
from sandbox.ui.kit import (
    BarChart,
    Button,
    Column,
    IconButton,
    Label,
    NumberField,
    Row,
    Section,
    Series,
    Spacer,
    Table,
    Widget,
)

PLACE = "duel"
DEPTH = 8  # of the ladder of refinements
LADDER = (
    "One search with everything off, to which order, killers, history, table, deepening, null windows and the order "
    "by few replies are added, one after the other"
)


class Deeds(NamedTuple):
    """What its buttons do."""

    run: Callable[[], None]
    ablate: Callable[[], None]
    stop: Callable[[], None]
    save: Callable[[], None]
    close: Callable[[], None]
    play_out: Callable[[tuple[str, ...]], None]


class DuelPane(Column):
    """Everything to be seen of a duel. A row under the mouse has its best line played out on the board."""

    def __init__(self, contenders: Contenders, deeds: Deeds) -> None:
        self.contenders, self.deeds = contenders, deeds
        self.where = Label("", style="small", role="dim", grow=1)
        self.run = Button("Run", icon="play", kind="primary", on_click=deeds.run, tip_key="F5")
        self.run.tip = "Each searches this position, one after the other"
        self.stop = Button("Stop", icon="square", on_click=deeds.stop, enabled=False)
        self.stop.tip = "Keeps the answers so far"
        self.depth = NumberField(DEPTH, least=1, most=20, width=64)
        self.ablate = Button("Ablation", icon="layers", on_click=deeds.ablate, tip=LADDER)
        self.save = IconButton("save", on_click=deeds.save, tip="Save the answers as JSON", tip_key="Ctrl+S")
        self.note = Label("", style="small", role="dim", wrap=True)
        self.table = Table(
            COLUMNS, multi=False, fixed=1, fitted=True, placeholder="Run, and every engine's answer stands here",
            on_hover=self._hovered, on_select=lambda rows: self._hovered(rows[0] if rows else -1),
        )  # fmt: skip
        self.table.most_rows = 8
        self.chain = Label("", style="mono", role="dim", wrap=True, visible=False)
        self.chart = BarChart(title="Nodes", height=150, visible=False)
        self._bouts: Sequence[Bout] = ()
        self._shown: object = None
        super().__init__(self._parts(), gap=8, pad=(12, 8))
        self.scope = PLACE

    def _parts(self) -> list[Widget]:
        away = IconButton("x", on_click=self.deeds.close, tip="Back to the panel", tip_key="D", compact=True)
        head = Row([Label("Duel", style="title"), self.where, self.save, away], gap=8)
        refined = Row([Label("to depth", role="dim"), self.depth, self.ablate], gap=8)
        begin = Wrapped([self.run, self.stop, Spacer(), refined], gap=8)
        engines = Section("Engines", [self.contenders])
        return [head, engines, begin, self.note, self.table, self.chain, self.chart]

    def _hovered(self, row: int) -> None:
        self.deeds.play_out(self._bouts[row].pv if 0 <= row < len(self._bouts) else ())

    def _switch(self, *, running: bool) -> None:
        """What can be pressed now; the keyboard stays in the pane, and pressing Enter twice stops nothing."""
        begin, end = (self.run, self.ablate), (self.stop,)
        now, before = (end, begin) if running else (begin, end)
        for button in now:
            button.enabled = True
        if any(button.focused for button in before):
            self.root.focus.set(self.table if running else self.run)
        for button in before:
            button.enabled = False

    def show(
        self, where: str, entrants: Sequence[Entrant], bouts: Sequence[Bout], *, running: bool, ladder: bool
    ) -> None:
        """Follow a duel."""
        self.where.text = where
        shown = tuple(entrants), tuple(bouts), running, ladder
        if shown != self._shown:
            self._shown, self._bouts = shown, bouts
            self._draw(entrants, bouts, running=running, ladder=ladder)

    def _draw(self, entrants: Sequence[Entrant], bouts: Sequence[Bout], *, running: bool, ladder: bool) -> None:
        self._switch(running=running)
        self.save.enabled = bool(bouts)
        count = len(self.table.rows)
        self.table.rows = rows_of(entrants, bouts, running=running)
        if len(self.table.rows) != count:
            self.table.relayout()
        words = verdict(bouts)
        self.note.text = "" if running else words[:1].upper() + words[1:]
        self.chain.visible = ladder and bool(bouts)
        self.chain.text = chain(bouts) if ladder else ""
        self.chart.visible = bool(bouts)
        nodes = Series.of("nodes", [bout.nodes for bout in bouts])
        self.chart.show([bout.entrant.name for bout in bouts], [nodes] if bouts else [])
