"""The worker's side of a run: one film for each policy shown, in lockstep, and the independent judge beside each.

A `Stepper` lives in a worker's thread. The window puts calls into `requests` and a goal into `goal`; the engine does
the calls between two ticks, steps all its lanes until the goal is reached, and puts what is new into `news`. Nothing
else passes between the two, and nothing that is passed is written to any more.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.api import Agents, Settings
from sandbox.agents.layers import reservations, way_of, ways
from sandbox.agents.own.policy import OwnPolicy
from sandbox.agents.record.encounters import Encounters, columns_of
from sandbox.agents.record.film import CHUNK, Film, Frame
from sandbox.agents.record.series import Series
from sandbox.agents.run import judge_of
from sandbox.agents.world import CALM
from sandbox.errors import BadInput

if TYPE_CHECKING:
    from sandbox.agents.muster import Muster
    from sandbox.agents.record.script import Done
    from sandbox.kernels.arrays import Floats
    from sandbox.layers import Points, Segments
    from sandbox.level.edits.effect import Edit
    from sandbox.level.model import Level

    Stop = NDArray[np.uint8]

EVERY = 0.012  # seconds between two pieces of news
MOST_WAYS = 400  # shown at once


@dataclass(frozen=True, slots=True)
class Start:
    """What a run begins with. `level` is a copy, of no use to anybody else."""

    level: Level
    muster: Muster
    seed: int
    settings: tuple[Settings, ...]  # one for each lane


@dataclass(slots=True)
class Rows:
    """Encounters that are new, and what changed of those that were open."""

    fresh: tuple[NDArray[np.generic], ...]  # columns as those of `Encounters`, without the count
    first: int  # the number of the first fresh one
    open: NDArray[np.int64]
    changed: tuple[NDArray[np.generic], ...]  # columns of the open ones


@dataclass(slots=True)
class Verdict:
    """What the judge says of all that was run so far."""

    agent_seconds: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)
    first: str = ""


@dataclass(slots=True)
class LaneNews:
    """What is new in one lane."""

    frames: list[Frame]
    arrived: NDArray[np.int64]
    delay: Floats
    series: Floats  # rows from `series_from` on
    series_from: int
    met: Rows
    edits: list[Done]
    log: NDArray[np.int32]  # rows from `log_from` on
    log_from: int
    verdict: Verdict
    deadlocks: int
    walking: int


@dataclass(slots=True)
class News:
    """What is new; `cut` is the tick that all later ones were forgotten after, if any were."""

    length: int
    done: bool
    lanes: list[LaneNews]
    cut: int | None = None
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """What was looked up of a moment: somebody's way, everybody's ways."""

    tick: int
    lane: int
    agent: int
    way: Floats
    left: float  # cells
    ways: Segments | None
    reservations: Points | None = None


class Lane:
    """One film with its judge and its series."""

    def __init__(self, start: Start, agents: Agents, settings: Settings) -> None:
        self.film = Film(start.level, agents, settings)
        self.series = Series()
        self.verdict = Verdict()
        self._judge = judge_of(self.film.world)
        self._met = self._edits = self._log = self._rows = self._calm_until = 0
        self._calm = round(CALM / settings.tick) + 1
        self.fresh: list[Frame] = [self.film.frame(0)]
        self.series.note(self.film.world)
        self.attend()

    def attend(self) -> None:
        """Have a judge look at the world that runs from now on."""
        world = self.film.world
        self._take_verdict()
        self._judge = judge_of(world)
        world.witness = self._judge.tick

    def _take_verdict(self) -> None:
        judge, old = self._judge, self.verdict
        faults = old.faults + Counter({str(kind): count for kind, count in judge.counts.items()})
        first = old.first or next((str(fault) for fault in judge.first.values()), "")
        self.verdict = Verdict(old.agent_seconds + judge.agent_seconds, faults, first)
        judge.counts.clear()
        judge.first.clear()
        judge.agent_seconds = 0.0

    def step(self) -> None:
        """Go on by a tick."""
        self.film.step()
        self.series.note(self.film.world)
        self.fresh.append(self.film.frame(self.film.length))

    def cut(self, tick: int) -> None:
        """Forget what came after a tick."""
        self.film.world.witness = None
        self.film.cut(tick)
        self.series.cut(tick)
        self.fresh = [frame for frame in self.fresh if frame.tick <= tick]
        self._rows = min(self._rows, self.series.count)
        self._met = self._edits = self._log = self._calm_until = 0  # sent again: what is left of them is the beginning
        self.attend()

    def hand_edits(self, tick: int) -> list[Edit]:
        """What a hand did from a tick on."""
        script = self.film.world.script
        return [done.edit for done in script.edits[script.edits_from(tick) :] if not done.timed]

    def look(self, tick: int) -> None:
        """Have the ticks around one at hand."""
        first = tick // CHUNK * CHUNK
        for number in range(first, min(first + CHUNK - 1, self.film.length) + 1):
            self.fresh.append(self.film.frame(number))

    def news(self) -> LaneNews:
        """What is new since it was asked last."""
        world, rows = self.film.world, self.series.rows
        self._take_verdict()
        edits, log = world.script.edits[self._edits :], world.log.rows[self._log :].copy()
        frames, self.fresh = self.fresh, []
        news = LaneNews(
            frames, world.arrived.copy(), world.delay.copy(), rows[self._rows :].copy(), self._rows,
            self._met_news(world.book.table, world.book.count), edits, log, self._log,
            self.verdict, world.deadlocks.named, int(world.walking.sum()),
        )  # fmt: skip
        self._edits, self._log, self._rows = len(world.script.edits), world.log.count, len(rows)
        return news

    def _met_news(self, table: Encounters, count: int) -> Rows:
        first, self._met = self._met, count
        since, self._calm_until = self._calm_until - self._calm, self.film.length
        open_ = np.flatnonzero(table.last[:first] >= since)
        return Rows(columns_of(table, slice(first, count)), first, open_, columns_of(table, open_))


class Stepper:
    """All lanes of a run. `progress` says how many first ways are planned, of how many."""

    def __init__(self, start: Start, wake: Callable[[], None]) -> None:
        self.start, self.wake = start, wake
        self.requests: deque[Callable[[], object]] = deque()
        self.news: deque[News | Seen] = deque()
        self.goal = 0
        self.progress = (0, 0)
        self.agents: Agents | None = None
        self._lanes: list[Lane] = []
        self._cut: int | None = None
        self._trouble = ""

    # In the worker's thread ----------------------------------------------------------------------------

    def begin(self, stop: Stop) -> Agents | None:
        """Draw the agents and plan their first ways; None when it was stopped."""
        start = self.start
        agents = start.muster.gather(start.level, start.seed)
        self.progress = (0, len(agents) * len(start.settings))
        for number, settings in enumerate(start.settings):
            lane = Lane(start, agents, settings)
            lane.film.prepare(partial(self._planned, stop, number * len(agents)))
            if stop[0]:
                return None
            self._lanes.append(lane)
        self.agents = agents
        self._publish()
        return agents

    def _planned(self, stop: Stop, before: int, done: int) -> bool:
        self.progress = (before + done, self.progress[1])
        self.wake()
        return not stop[0]

    def serve(self, stop: Stop) -> None:
        """Do what is asked for, and step, until there is nothing left to do."""
        shown = time.perf_counter()
        while not stop[0]:
            if self.requests:
                self.requests.popleft()()
                self._publish()
            elif self.length < self.goal and not self.done:
                for lane in self._lanes:
                    lane.step()
            else:
                break
            if time.perf_counter() - shown >= EVERY:
                self._publish()
                shown = time.perf_counter()
        self._publish()

    @property
    def length(self) -> int:
        """How many ticks there are."""
        return self._lanes[0].film.length if self._lanes else 0

    @property
    def done(self) -> bool:
        """Whether nobody walks any more, in any lane."""
        return all(lane.film.world.done for lane in self._lanes)

    def _publish(self) -> None:
        lanes = [lane.news() for lane in self._lanes]
        self.news.append(News(self.length, self.done, lanes, self._cut, self._trouble))
        self._cut, self._trouble = None, ""
        self.wake()

    @property
    def holds(self) -> bool:
        """Whether there is something to let go of: processes of the user's own code."""
        return any(isinstance(settings.policy, OwnPolicy) for settings in self.start.settings)

    def close(self, stop: Stop) -> None:  # noqa: ARG002
        """Nobody looks at it any more: whatever policies hold goes now, not when memory is next looked through."""
        for lane in self._lanes:
            lane.film.close()

    # What may be asked for -----------------------------------------------------------------------------

    def edit(self, edit: Edit, tick: int) -> None:
        """Change the level at a tick: whatever came after it is forgotten, and the run goes on from there.

        What a hand changed later than that stays, since the drawing has it: it is done at this tick too.
        """
        later = [lane.hand_edits(tick) for lane in self._lanes] if tick < self.length else [[] for _ in self._lanes]
        self.cut(tick)
        try:
            for lane, edits in zip(self._lanes, later, strict=True):
                for done in (*edits, edit):
                    lane.film.edit(done)
        except BadInput as refusal:
            self._trouble = str(refusal)

    def cut(self, tick: int) -> None:
        """Forget what came after a tick."""
        if tick < self.length:
            for lane in self._lanes:
                lane.cut(tick)
            self._cut = tick
            self.goal = tick

    def look(self, tick: int) -> None:
        """Fetch the pictures around a tick."""
        for lane in self._lanes:
            lane.look(min(tick, self.length))

    def see(self, tick: int, lane: int, agent: int, *, all_ways: bool) -> None:
        """Look up what frames do not hold."""
        film = self._lanes[lane].film
        tick = min(tick, film.length)
        world, frame = film.world_at(tick), film.frame(tick)
        way = np.zeros((0, 2))
        if 0 <= agent < world.crowd.size:
            way = way_of(world, agent)
        shown, taken = None, None
        if all_ways:
            shown = ways(world, frame, spread(np.flatnonzero(frame.presence == 1)), version=tick)
            taken = reservations(world, version=tick)
        self.news.append(Seen(tick, lane, agent, way, _length(frame, agent, way), shown, taken))
        self.wake()


def spread(agents: NDArray[np.int64]) -> NDArray[np.int64]:
    """As many of them as are shown, evenly chosen."""
    if len(agents) <= MOST_WAYS:
        return agents
    return agents[np.linspace(0, len(agents) - 1, MOST_WAYS).astype(np.int64)]


def _length(frame: Frame, agent: int, way: Floats) -> float:
    if not len(way):
        return 0.0
    points = np.vstack([[float(frame.x[agent]), float(frame.y[agent])], way])
    return float(np.hypot(*np.diff(points, axis=0).T).sum())
