"""What is said of a run beside the map: the conflict at hand in words, charts, the agents, and the one followed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sandbox.agents.api import TICK
from sandbox.agents.record.encounters import NONE, How
from sandbox.agents.record.log import Act
from sandbox.agents.record.series import ALL, ARRIVED, DELAY, LOOKED, MET
from sandbox.agents.record.telling import TITLES
from sandbox.figures import short
from sandbox.ui.crowds.run.film import clock
from sandbox.ui.crowds.run.running import State
from sandbox.ui.crowds.strip import mark_of
from sandbox.ui.kit import (
    Button,
    Cards,
    Column,
    Grid,
    IconButton,
    Label,
    LineChart,
    Row,
    Series,
    Spacer,
    Swatch,
    Table,
    TableColumn,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandbox.kernels.arrays import Floats
    from sandbox.ui.crowds.run.running import Lane
    from sandbox.ui.crowds.session import Session
    from sandbox.ui.kit import Widget

POINTS = 300  # of a line
WINDOW = 30  # ticks over which a rate is measured
LEGEND = 128  # dp wide
CHART = 116  # dp high
CHART_SECONDS, TABLE_SECONDS = 0.5, 0.5  # between two drawings while it plays
MOST_ROWS = 2000
STATES = ("walks", "arrived", "waits", "buried", "left")


class ConflictBox:
    """The conflict at the moment shown, in words; the jumps; what colours mean; who is followed, and why it waits."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.words = Label("", style="small", role="text", wrap=True)
        self.counts = {how: Label("", style="mono_small", role="dim") for how in How}
        self.followed = Label("", style="small", role="text", wrap=True, visible=False)
        before = IconButton(
            "chevron-left", on_click=lambda: session.jump(-1), tip="Previous conflict", tip_key="Shift+N"
        )
        after = Button("Next conflict", icon="chevron-right", on_click=lambda: session.jump(1), tip_key="N")
        after.tip = "To the next conflict"
        self.swatch = Swatch("dim", size=12)
        head = Row([self.swatch, Spacer(), before, after], gap=6)
        self.legend: dict[How, Widget] = {how: self._legend(how) for how in How}
        self.widget = Column(
            [head, self.words, Cards(self.legend.values(), column=LEGEND, gap=4), self.followed],
            gap=8,
        )

    def _legend(self, how: How) -> Widget:
        return Row(
            [Swatch(mark_of(how), size=10), Label(TITLES[how], style="small", role="dim"), self.counts[how]], gap=5
        )

    def refresh(self) -> None:
        """Follow the moment."""
        session = self.session
        run, tick = session.run, session.tick
        if run.state is not State.READY or not run.lanes:
            self.words.text = (
                "Nobody walks yet. Every would-be collision will be described here, and marked over the timeline."
            )
            self.followed.visible = False
            return
        met = session.film.lane.met
        table = met.table
        counts = np.bincount(table.how[: met.count], minlength=len(How))
        for how in How:
            self.legend[how].visible = bool(counts[how])
            self.counts[how].text = short(int(counts[how]))
        row = session.film.shown(tick)
        self.swatch.role = mark_of(How(int(table.how[row]))) if row is not None else "dim"
        lane = f"{session.lane_title(session.film.number)}: " if len(run.lanes) > 1 else ""
        self.words.text = lane + self._described(row, tick)
        self._show_followed()

    def _described(self, row: int | None, tick: int) -> str:
        if self.session.timeline.playing:
            return self._so_far()
        if row is not None:
            return self.session.film.described(row)
        met = self.session.film.lane.met
        if not met.count:
            return "No conflict yet."
        entry = self.session.film.lane.last_said(tick)
        return (
            f"{clock(entry.tick)}  {entry}." if entry is not None else f"{met.count:,} conflicts: N goes to the next."
        )

    def _so_far(self) -> str:
        """What does not change with every tick."""
        locks = self.session.film.lane.deadlocks
        words = f"{self.session.film.lane.met.count:,} so far. Pause, or press N, to read of each."
        return words + (f" {locks} deadlock{'s' * (locks > 1)}." if locks else "")

    def _show_followed(self) -> None:
        session = self.session
        agent, frames = session.followed, session.run.frames(session.tick)
        self.followed.visible = agent >= 0 and frames is not None
        if agent < 0 or frames is None:
            return
        frame, lane = frames[min(session.film.number, len(frames) - 1)], session.film.lane
        if agent < len(frame.x):
            self.followed.text = " ".join(self._of_agent(agent, frame.waits, lane, session.tick))

    def _of_agent(self, agent: int, waits: np.ndarray, lane: Lane, tick: int) -> Iterator[str]:
        delay = f"{lane.delay[agent]:.1f} s behind"
        seen = self.session.run.seen.get(self.session.film.number)
        left = f", {seen.left:.1f} cells to go" if seen is not None and seen.agent == agent and seen.left else ""
        arrived = lane.arrived[agent] != NONE and lane.arrived[agent] < tick
        yield f"Agent {agent} {'has arrived' if arrived else 'is on its way'}: {delay}{left}."
        if waits[agent] >= 0:
            yield chain(agent, waits)
        said = lane.why(agent, tick)
        if said is not None and said.act is not Act.PLAN:
            yield f"Last: {said}, at {clock(said.tick)}."


def chain(agent: int, waits: np.ndarray) -> str:
    """For whom somebody waits, for whom that one waits, and so on."""
    words, seen = [f"It waits for agent {waits[agent]}"], {agent}
    at = int(waits[agent])
    while waits[at] >= 0 and at not in seen and len(words) < 5:
        seen.add(at)
        at = int(waits[at])
        words.append(f"which waits for agent {at}")
    return ", ".join(words) + ("; they wait in a circle." if at in seen else ".")


class Charts:
    """Arrived, delay, conflicts a second, and what the contacts cost against asking every pair."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._drawn, self._at = (0, 0), -1.0

        def chart(title: str, *, log: bool = False) -> LineChart:
            made = LineChart(title=title, log_y=log, height=CHART, placeholder="Play to see it grow")
            made.zero = not log
            return made

        self.arrived = chart("Arrived")
        self.delay = chart("Delay, s")
        self.rate = chart("Conflicts/s")
        self.work = chart("Pairs/s", log=True)
        self.widget = Grid([1, 1], [self.arrived, self.delay, self.rate, self.work], gap=(8, 8))

    def refresh(self, *, force: bool = False) -> None:
        """Draw anew, if something came and the last time is long enough ago."""
        run, now = self.session.run, self.session.root.clock()
        of = (run.length, len(run.lanes))
        if not force and (of == self._drawn or 0 <= now - self._at < CHART_SECONDS):
            return
        self._drawn, self._at = of, now
        names = [self.session.lane_title(number) for number in range(len(run.lanes))]
        tables = [lane.rows for lane in run.lanes if len(lane.rows) > 1]
        picked = [picked_rows(len(rows)) for rows in tables]
        whole = list(zip(names, tables, picked, strict=False))
        self.arrived.series = [Series.of(name, rows[at, ARRIVED], at * TICK) for name, rows, at in whole]
        self.delay.series = [Series.of(name, in_ms(rows[at, DELAY]), at * TICK) for name, rows, at in whole]
        self.rate.series = [Series.of(name, per_second(rows[:, MET], at), at * TICK) for name, rows, at in whole]
        looked = [
            Series.of(name, np.maximum(per_second(rows[:, LOOKED], at), 1.0), at * TICK) for name, rows, at in whole
        ]
        naive = [
            Series.of("every pair", np.maximum(per_second(rows[:, ALL], at), 1.0), at * TICK, role="bad")
            for _, rows, at in whole[:1]
        ]
        self.work.series = [*looked, *naive]


def picked_rows(count: int) -> np.ndarray:
    """So many that a line has no more points than can be seen."""
    return np.unique(np.linspace(0, count - 1, POINTS).astype(np.int64))


def in_ms(seconds: Floats) -> Floats:
    """To the millisecond: what sums leave of rounding is no delay."""
    return np.round(seconds, 3) + 0.0


def per_second(total: Floats, at: np.ndarray) -> Floats:
    """How fast a sum grew in the second before each of these ticks."""
    before = np.maximum(at - WINDOW, 0)
    return np.asarray((total[at] - total[before]) / np.maximum((at - before) * TICK, TICK))


class AgentTable:
    """A row for each agent of the lane looked at; of too many, those furthest behind. A click follows one."""

    def __init__(self, session: Session) -> None:
        self.session = session
        columns = (
            TableColumn("Agent", 56, number=True),
            TableColumn("Group", 58, number=True),
            TableColumn("Does", 62, grow=1.0),
            TableColumn("For", 46, number=True, help="For whom it waits"),
            TableColumn("Behind", 74, number=True, format=lambda v: f"{v:.1f} s", unit="s"),
            TableColumn("Speed", 58, number=True, format=lambda v: f"{v:.2f}", help="Cells a second, at this moment"),
        )
        self.table = Table(columns, placeholder="Nobody walks yet", height=220, multi=False, on_select=self._selected)
        self.note = Label("", style="small", role="dim", visible=False)
        self.widget = Column([self.table, self.note], gap=4)
        self._drawn, self._at = (-1, -1), -1.0

    def _selected(self, rows: list[int]) -> None:
        if rows and rows[0] < len(self.table.rows):
            self.session.follow(int(self.table.rows[rows[0]][0]))

    def refresh(self, *, force: bool = False) -> None:
        """Follow the moment."""
        session, now = self.session, self.session.root.clock()
        of = (session.tick, session.run.length)
        playing = session.timeline.playing
        if not force and (of == self._drawn or (playing and 0 <= now - self._at < TABLE_SECONDS)):
            return
        self._drawn, self._at = of, now
        frames, agents = session.run.frames(session.tick), session.run.agents
        if frames is None or agents is None:
            if session.run.state is not State.READY:
                self.table.rows = []
            return
        frame, lane = frames[min(session.film.number, len(frames) - 1)], session.film.lane
        order = np.arange(len(frame.x))
        if len(order) > MOST_ROWS:
            order = np.sort(np.argsort(-lane.delay, kind="stable")[:MOST_ROWS])
        self.note.visible = len(order) < len(frame.x)
        self.note.text = f"The {MOST_ROWS:,} furthest behind of {len(frame.x):,}"
        state = np.where(frame.waits >= 0, 2, 0)
        state[(lane.arrived != NONE) & (lane.arrived < frame.tick)] = 1
        state[frame.presence == 3], state[frame.presence == 2] = 3, 4
        pace = np.hypot(frame.vx, frame.vy)
        columns = (agents.group[order] + 1, state[order], frame.waits[order], lane.delay[order], pace[order])
        group, does, waits, behind, speed = (column.tolist() for column in columns)
        names = [STATES[k] for k in does]
        for_whom = [None if k < 0 else k for k in waits]
        self.table.rows = list(zip(order.tolist(), group, names, for_whom, behind, speed, strict=True))

    def mark(self, agent: int) -> None:
        """Select who is followed."""
        rows = [i for i, row in enumerate(self.table.rows) if row[0] == agent]
        self.table.selected = rows
