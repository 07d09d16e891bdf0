"""The right side of the Maps tab: planners with their forms, results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from sandbox import figures
from sandbox.planning.api import Metric
from sandbox.ui.forms import OptionButton
from sandbox.ui.kit import (
    Action,
    Button,
    Checkbox,
    Column,
    IconButton,
    Label,
    Scroll,
    Section,
    Segments,
    Spacer,
    Splitter,
    Table,
    Widget,
)
from sandbox.ui.kit import Row as RowBox
from sandbox.ui.maps.entries import Row
from sandbox.ui.maps.panels.measuring import Measuring
from sandbox.ui.maps.panels.results import COLUMNS, Copier, table_rows

if TYPE_CHECKING:
    from sandbox.ui.maps.panels.side_sections import SideSection
    from sandbox.ui.maps.panels.why_panel import Why
    from sandbox.ui.maps.session import Session

WORLDS = {"grid": "Grid", "mesh": "Mesh"}
FIVE, FIVE_TITLE = ("astar", "hpa", "pra", "ta", "tra"), "A*, HPA*, PRA*, TA*, TRA*"


class PlannerList(Column):
    """A line for each registered planner: its tick, its colour, its form behind a button."""

    def __init__(self, rows: Sequence[Row], changed: Callable[[Row], None], focus: Callable[[Row], None]) -> None:
        self.rows, self.changed, self.focus_on = rows, changed, focus
        self.boxes: dict[str, Checkbox] = {}
        self.forms: dict[str, OptionButton] = {}
        self.foot: Callable[[], list[Widget]] = list  # what stands under all of them
        self.below: Callable[[Row], Widget | None] = lambda _: None  # what is said under one of them
        self._said: list[str] = []
        super().__init__(self._lines(), gap=2)

    def rebuild(self) -> None:
        """List what there is now."""
        self.replace_children(self._lines())
        self.relayout()

    def _lines(self) -> list[Widget]:
        tip = "Tick these five, and no others"
        lines: list[Widget] = [
            Button(FIVE_TITLE, on_click=self.tick_five, compact=True, tip=tip, tip_key="Q", name="five")
        ]
        world = ""
        for row in sorted(self.rows, key=_place):
            if (name := _heading(row)) != world:
                world = name
                lines.append(Column([Label(name, style="small", role="dim")], pad=(0, 6, 0, 2)))
            lines.append(self._line(row))
            if (more := self.below(row)) is not None:
                lines.append(more)
        return [*lines, *self.foot()]

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
        form = self.forms[row.key] = OptionButton(row.entry, row.options, lambda: self.changed(row))
        return RowBox([box, record, form], gap=2)

    def _tick(self, row: Row, *, on: bool) -> None:
        """Tick a planner or not."""
        row.ticked = on
        self.changed(row)

    def tick_five(self) -> None:
        """A*, and the planners that abstract: on the grid by sectors and cliques, on the mesh by triangles."""
        for row in self.rows:
            if row.ticked and row.key not in FIVE:
                self._tick(row, on=False)
        for row in self.rows:
            if not row.ticked and row.key in FIVE:
                self._tick(row, on=True)

    def refresh(self) -> None:
        """Follow what is ticked, and in which colours."""
        said = [f"{row.key} {row.answer.trouble}" for row in self.rows if row.answer is not None and row.answer.trouble]
        said += [f"{row.key} {row.plan.refused}" for row in self.rows if row.plan is not None and row.plan.refused]
        if said != self._said:
            self._said = said
            self.rebuild()
        for row in self.rows:
            box, mark = self.boxes[row.key], f"series {row.number}"
            if (box.mark, box.value) != (mark, row.ticked):
                box.mark, box.value = mark, row.ticked
                box.touch()
            self.forms[row.key].follow()

    def actions(self) -> list[Action]:
        """Ticking each planner, for the palette."""
        five = Action(
            "maps.five", f"Tick {FIVE_TITLE}, and no others", ("Q",), self.tick_five, where="maps", icon="list-checks"
        )
        ticks, films = zip(*map(self.actions_of, self.rows), strict=True)
        return [five, *ticks, *films]

    def actions_of(self, row: Row) -> tuple[Action, Action]:
        """Ticking one, and recording it."""
        title, key = row.entry.title, row.key
        return (
            Action(f"maps.planner-{key}", f"Planner: {title}", (), partial(self._toggle, row), where="maps"),
            Action(
                f"maps.record-{key}", f"Record {title}", (), partial(self.focus_on, row), where="maps", icon="video"
            ),
        )

    def _toggle(self, row: Row) -> None:
        self._tick(row, on=not row.ticked)


def _heading(row: Row) -> str:
    return "Your own" if row.entry.info.get("own") else f"{WORLDS[str(row.entry.info['world'])]} world"


def _place(row: Row) -> tuple[bool, bool]:
    return bool(row.entry.info.get("own")), row.entry.info.get("world") == "mesh"


class Pages(Column):
    """Two parts one above the other, with a handle between them; where that is too low, one at a time."""

    def __init__(self, top: Widget, bottom: Widget) -> None:
        self.parts, self.low, self.page = (top, bottom), False, 0
        self.bar = Segments(["Planners", "Results"], 0, on_change=self.turn, align="stretch")
        self.head = Column([self.bar], pad=(12, 8, 12, 0), fill="panel", visible=False)
        self.both = Splitter(top, bottom, axis=1, share=SHARE, least=LEAST)
        super().__init__([self.head, self.both], gap=0, fill="panel")

    def layout(self) -> None:
        """See how high it is."""
        super().layout()
        if (low := self.rect.h < LOW * self.look.theme.control) != self.low:
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
        self.relayout()


SAME = 1e-9  # part of a cost by which two that are the same may differ
SHARE, LEAST = 0.68, (140, 120)  # the lists' part; dp: the least of each
LOW = 20  # lines as high as a button: fewer are too low for both
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
        self.session, self.measuring = session, Measuring(session)
        words = "Tick planners to compare them"
        self.table = Table(COLUMNS, placeholder=words, multi=False, fixed=1, fitted=True, grow=1)
        self.copier = Copier(self.table)
        self._shown: list[Any] = []  # what the rows were made of
        self.table.on_activate = lambda i: self.asking.focus_on(self._listed()[i])
        self.table.on_hover = lambda i: why.light(self._listed()[i] if 0 <= i < len(self._listed()) else why.row)
        self.table.on_select = lambda chosen: why.open(self._listed()[chosen[0]]) if chosen else None
        self.verdict = Label("", style="small", role="dim", wrap=True)
        first = [Section("Level", [level_box]), Section("Planners", [self.planners])]
        own = [Section(s.title, [s.widget], open=s.open) for s in sections]
        body = Column([*first, *own], gap=4, pad=(12, 8))
        title = RowBox([Label("RESULTS", style="section", role="dim"), Spacer(), self.copier.button], gap=6)
        results = Column([title, self.table, self.verdict], gap=6, pad=(12, 8), fill="panel")
        self.lists = Scroll(body, grow=1)
        top = Column([self.lists, why.panel], gap=0, fill="panel", grow=1)
        self.widget = Pages(top, results)
        why.on_show.append(lambda: self.widget.turn(0) if why.row is not None else None)
        why.on_show.append(lambda: setattr(self.lists, "visible", why.row is None))
        self.asking.on_answer.append(self.refresh)
        self.asking.on_measured.append(self.refresh)

    def _listed(self) -> list[Row]:
        return [row for row in self.rows if row.ticked]

    def refresh(self) -> None:
        """Show the latest answers."""
        listed = self._listed()
        shown = [part for row in listed for part in (row, row.answer, row.rested, row.planner, row.number, row.cold)]
        if len(shown) != len(self._shown) or any(a is not b for a, b in zip(shown, self._shown, strict=True)):
            self._shown, self.table.rows = shown, table_rows(listed, self.session.query)
        self.planners.refresh()
        cold = not self.asking.ready and any(row.cold for row in listed)
        self.verdict.text = f"{self.preparing.words}, {WAITING}" if cold else verdict(listed)


def verdict(rows: Sequence[Row]) -> str:
    """The comparison in a sentence."""
    found = [row for row in rows if row.found and row.plan is not None and not row.plan.refused]
    if not found:
        without = [row.entry.title for row in rows if row.plan is not None]
        if without:
            return f"No path by {', '.join(without)}: {next(_reason(row) for row in rows if row.plan is not None)}."
        return "Drag the start or the goal; paths follow." if rows else "Tick a planner above."
    remarks = dict.fromkeys(row.plan.message.rstrip(".") for row in found if row.plan is not None and row.plan.message)
    return " ".join([*map(_compared, _by_metric(found)), *(f"{words[0].upper()}{words[1:]}." for words in remarks)])


def _by_metric(found: Sequence[Row]) -> list[list[Row]]:
    """Those that measure alike, together: lengths are not compared with costs over terrain."""
    groups = [[row for row in found if row.plan is not None and row.plan.metric is metric] for metric in Metric]
    return sorted((group for group in groups if group), key=len, reverse=True)


def _compared(rows: Sequence[Row]) -> str:
    """The quickest against the one of least cost, of planners that measure alike."""
    plans = [(row, row.plan) for row in rows if row.plan is not None]
    quick, plan = min(plans, key=lambda pair: time_of(pair[0]))
    best = min(answer.cost for _, answer in plans)
    unit = "cells" if plan.metric is Metric.LENGTH else "weighted cells"
    if any(row.taken_up for row, _ in plans):  # of that one nobody knows how quick it is
        return f"{min(plans, key=lambda pair: pair[1].cost)[0].entry.title}: {best:.2f} {unit}."
    if len(plans) == 1:
        return f"{quick.entry.title}: {plan.cost:.2f} {unit} in {figures.seconds(1e-9 * time_of(quick))}."
    alike = 1 + SAME
    if plan.cost <= best * alike:
        least, less = ("cheapest", "cheaper") if plan.metric is Metric.WEIGHTED else ("shortest", "shorter")
        alone = sum(other.cost <= best * alike for _, other in plans) == 1
        words = f"quickest and {least}" if alone else f"quickest, and none is {less}"
        spent = figures.seconds(1e-9 * time_of(quick))
        return f"{quick.entry.title} is {words}: {plan.cost:.2f} {unit} in {spent}."
    good = min((row for row, other in plans if other.cost <= best * alike), key=time_of)
    faster = time_of(good) / max(time_of(quick), 1.0)
    speed = f"{faster:.1f}× as fast as" if faster >= 1.05 else "as fast as"
    more = "length" if plan.metric is Metric.LENGTH else "cost"
    return f"{quick.entry.title} is {speed} {good.entry.title}, at {100 * (plan.cost / best - 1):.2f} % more {more}."


def time_of(row: Row) -> float:
    """Nanoseconds of its answer: as the table tells them."""
    assert row.plan is not None
    return row.plan.total_ns if row.rested is None else row.rested.times.median


def _reason(row: Row) -> str:
    assert row.plan is not None
    return row.plan.message.rstrip(".") or row.plan.status.value.replace("-", " ")
