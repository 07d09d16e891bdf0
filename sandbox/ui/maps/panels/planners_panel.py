"""The right side of the Maps tab: planners with their forms, results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from sandbox import figures
from sandbox.planning.api import Metric
from sandbox.ui.forms import OptionButton
from sandbox.ui.kit import (
    Action,
    Checkbox,
    Column,
    IconButton,
    Label,
    Scroll,
    Section,
    Segments,
    Table,
    TableColumn,
    Widget,
)
from sandbox.ui.kit import Row as RowBox
from sandbox.ui.maps.entries import Row, best_cost, table_row, tell_apart

if TYPE_CHECKING:
    from sandbox.ui.maps.panels.side_sections import SideSection
    from sandbox.ui.maps.panels.why_panel import Why
    from sandbox.ui.maps.session import Session

WORLDS = {"grid": "Grid", "mesh": "Mesh"}


RESULT_COLUMNS = (
    TableColumn("Planner", 100, grow=1.0),
    TableColumn(
        "Cost", 64, number=True, format=figures.cost, help="In cells, times terrain where the metric is weighted"
    ),
    TableColumn(
        "Over", 62, number=True, format=lambda v: figures.above(v / 100), help="Longer than the best of those shown"
    ),
    TableColumn("Time", 72, number=True, format=figures.micro, help="One query, without recording"),
    TableColumn("Expanded", 84, number=True),
    TableColumn("Result", 96),
    TableColumn("First move", 82, number=True, format=figures.micro, help="Until the first step is known"),
    TableColumn("Prepared", 76, number=True, format=figures.milli, help="Once per level; edits repair it"),
)


class PlannerList(Column):
    """A line for each registered planner: its tick, its colour, its form behind a button."""

    def __init__(self, rows: Sequence[Row], changed: Callable[[Row], None], focus: Callable[[Row], None]) -> None:
        self.rows, self.changed, self.focus_on = rows, changed, focus
        self.boxes: dict[str, Checkbox] = {}
        super().__init__(self._lines(), gap=2)

    def _lines(self) -> list[Widget]:
        lines: list[Widget] = []
        world = ""
        for row in sorted(self.rows, key=lambda r: r.entry.info.get("world") == "mesh"):
            name = WORLDS.get(str(row.entry.info.get("world")), "Other")
            if name != world:
                world = name
                lines.append(Label(f"{name} world", style="small", role="dim"))
            lines.append(self._line(row))
        return lines

    def _line(self, row: Row) -> Widget:
        box = Checkbox(
            row.entry.title,
            row.ticked,
            mark=f"series {row.number}",
            on_change=lambda on: self._tick(row, on=on),
            tip=f"{row.entry.summary}\n{row.entry.paper}".strip(),
            grow=1,
        )
        self.boxes[row.key] = box
        record = IconButton("video", compact=True, on_click=lambda: self.focus_on(row), tip="Record and play this one")
        form = OptionButton(row.entry, row.options, lambda: self.changed(row))
        return RowBox([box, record, form], gap=2)

    def _tick(self, row: Row, *, on: bool) -> None:
        """Tick a planner or not; a ticked one gets a colour of its own."""
        row.ticked = on
        if on:
            tell_apart(self.rows, row)
        self.changed(row)

    def refresh(self) -> None:
        """Follow what is ticked, and in which colours."""
        for row in self.rows:
            box, mark = self.boxes[row.key], f"series {row.number}"
            if (box.mark, box.value) != (mark, row.ticked):
                box.mark, box.value = mark, row.ticked
                box.touch()

    def actions(self) -> list[Action]:
        """Ticking each planner, for the palette."""
        named = [(row, f"Planner: {row.entry.title}") for row in self.rows]
        ticks = [Action(f"maps.planner-{r.key}", t, (), partial(self._toggle, r), where="maps") for r, t in named]
        films = [(row, f"Record {row.entry.title}") for row in self.rows]
        return ticks + [
            Action(f"maps.record-{r.key}", t, (), partial(self.focus_on, r), where="maps", icon="video")
            for r, t in films
        ]

    def _toggle(self, row: Row) -> None:
        self._tick(row, on=not row.ticked)


class Pages(Column):
    """Two parts one above the other; where that is too low for both, one at a time."""

    def __init__(self, top: Widget, bottom: Widget, table: Table) -> None:
        self.parts, self.table, self.low, self.page = (top, bottom), table, False, 0
        self.bar = Segments(["Planners", "Results"], 0, on_change=self.turn, align="stretch")
        self.head = Column([self.bar], pad=(12, 8, 12, 0), fill="panel", visible=False)
        super().__init__([self.head, top, bottom], gap=0, fill="panel")
        table.height = TABLE

    def layout(self) -> None:
        """See how high it is."""
        super().layout()
        if (low := self.rect.h < self.dp(LOW)) != self.low:
            self.low = low
            self.root.after(0.0, self._show)

    def turn(self, page: int) -> None:
        """Show one of them, where they do not stand together."""
        self.page = self.bar.value = page
        self._show()

    def _show(self) -> None:
        self.head.visible = self.low
        for number, part in enumerate(self.parts):
            part.visible = not self.low or number == self.page
        self.parts[1].grow = self.table.grow = float(self.low)
        self.table.height = None if self.low else TABLE
        self.relayout()


SAME = 1e-9  # part of a cost by which two that are the same may differ
TABLE, LOW = 168, 500  # dp: the table beside the lists, and what is too low for both
WAITING = "once: every path appears as soon as its planner is ready."


class MapPanel:
    """The panel as a whole."""

    def __init__(
        self,
        session: Session,
        level_box: Widget,
        sections: Sequence[SideSection],
        why: Why,
    ) -> None:
        self.asking, self.rows, self.preparing = session.asking, session.rows, session.preparing
        self.planners = PlannerList(self.rows, self.asking.row_changed, self.asking.focus_on)
        self.table = Table(RESULT_COLUMNS, placeholder="Tick planners to compare them", multi=False)
        self.table.on_activate = lambda i: self.asking.focus_on(self._listed()[i])
        self.table.on_hover = lambda i: why.light(self._listed()[i] if 0 <= i < len(self._listed()) else why.row)
        self.table.on_select = lambda chosen: why.open(self._listed()[chosen[0]]) if chosen else None
        self.verdict = Label("", style="small", role="dim", wrap=True)
        first = [Section("Level", [level_box]), Section("Planners", [self.planners])]
        own = [Section(s.title, [s.widget], open=s.open) for s in sections]
        body = Column([*first, *own], gap=4, pad=(12, 8))
        title = Label("RESULTS", style="section", role="dim")
        results = Column([title, self.table, self.verdict], gap=6, pad=(12, 8), fill="panel")
        self.lists = Scroll(body, grow=1)
        top = Column([self.lists, why.panel], gap=0, fill="panel", grow=1)
        self.widget = Pages(top, results, self.table)
        why.on_show.append(lambda: self.widget.turn(0) if why.row is not None else None)
        why.on_show.append(lambda: setattr(self.lists, "visible", why.row is None))
        self.asking.on_answer.append(self.refresh)

    def _listed(self) -> list[Row]:
        return [row for row in self.rows if row.ticked]

    def refresh(self) -> None:
        """Show the latest answers."""
        listed = self._listed()
        by_metric = {metric: best_cost(listed, metric) for metric in Metric}
        self.table.rows = [table_row(r, by_metric[r.plan.metric] if r.plan is not None else None) for r in listed]
        self.planners.refresh()
        cold = not self.asking.ready and any(row.cold for row in listed)
        self.verdict.text = f"{self.preparing.words}, {WAITING}" if cold else verdict(listed)


def verdict(rows: Sequence[Row]) -> str:
    """The comparison in a sentence."""
    found = [row for row in rows if row.found and row.plan is not None]
    if not found:
        without = [row.entry.title for row in rows if row.plan is not None]
        if without:
            return f"No path by {', '.join(without)}: {next(_reason(row) for row in rows if row.plan is not None)}."
        return "Drag the start or the goal; paths follow." if rows else "Tick a planner above."
    return " ".join(map(_compared, _by_metric(found)))


def _by_metric(found: Sequence[Row]) -> list[list[Row]]:
    """Those that measure alike, together: lengths are not compared with costs over terrain."""
    groups = [[row for row in found if row.plan is not None and row.plan.metric is metric] for metric in Metric]
    return sorted((group for group in groups if group), key=len, reverse=True)


def _compared(rows: Sequence[Row]) -> str:
    """The quickest against the one of least cost, of planners that measure alike."""
    plans = [(row, row.plan) for row in rows if row.plan is not None]
    quick, plan = min(plans, key=lambda pair: pair[1].total_ns)
    best = min(answer.cost for _, answer in plans)
    unit = "cells" if plan.metric is Metric.LENGTH else "weighted cells"
    if len(plans) == 1:
        return f"{quick.entry.title}: {plan.cost:.2f} {unit} in {figures.seconds(1e-9 * plan.total_ns)}."
    alike = 1 + SAME
    if plan.cost <= best * alike:
        least, less = ("cheapest", "cheaper") if plan.metric is Metric.WEIGHTED else ("shortest", "shorter")
        alone = sum(other.cost <= best * alike for _, other in plans) == 1
        words = f"quickest and {least}" if alone else f"quickest, and none is {less}"
        spent = figures.seconds(1e-9 * plan.total_ns)
        return f"{quick.entry.title} is {words}: {plan.cost:.2f} {unit} in {spent}."
    good, least_plan = min((p for p in plans if p[1].cost <= best * alike), key=lambda pair: pair[1].total_ns)
    faster = least_plan.total_ns / max(plan.total_ns, 1)
    speed = f"{faster:.1f}× as fast as" if faster >= 1.05 else "as fast as"
    more = "length" if plan.metric is Metric.LENGTH else "cost"
    return f"{quick.entry.title} is {speed} {good.entry.title}, at {100 * (plan.cost / best - 1):.2f} % more {more}."


def _reason(row: Row) -> str:
    assert row.plan is not None
    return row.plan.message.rstrip(".") or row.plan.status.value.replace("-", " ")
