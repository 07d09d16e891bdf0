"""The window's side of a run: asks the engine, takes its news, and keeps what is needed to show any tick.

A run is begun, wanted up to a tick, edited, cut. Nothing here waits: what is not known yet is shown when it comes.
"""

from __future__ import annotations

from collections import OrderedDict
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from sandbox.agents.record.film import CHUNK, Frame
from sandbox.agents.record.log import Act, Entry
from sandbox.agents.record.series import NAMES
from sandbox.ui.crowds.run.engine import LaneNews, News, Seen, Start, Stepper, Verdict
from sandbox.ui.crowds.run.meetings import Meetings
from sandbox.ui.jobs import Job

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from sandbox.agents.api import Agents
    from sandbox.agents.record.script import Done
    from sandbox.kernels.arrays import Floats
    from sandbox.level.edits.effect import Edit
    from sandbox.ui.jobs import Failure, Worker

Kind = TypeVar("Kind", np.float64, np.int32)
SLOT = "crowd"
MOST_KEPT = 48 << 20  # bytes of pictures, besides those the film keeps
MOST_SAID = 400  # rows of the log looked through for the last thing said


class State(StrEnum):
    """How far a run is."""

    NONE = "none"
    GATHERING = "gathering"  # agents are drawn, and their ways planned
    READY = "ready"
    BROKEN = "broken"


class Rows(Generic[Kind]):
    """Rows of a table that grows at its end, and may be cut."""

    def __init__(self, columns: int, kind: type[Kind]) -> None:
        self._room: NDArray[Kind] = np.zeros((256, columns), kind)
        self._count = 0

    @property
    def all(self) -> NDArray[Kind]:
        """[n, columns]."""
        return self._room[: self._count]

    def take(self, rows: NDArray[Kind], first: int) -> None:
        """Put rows at a place; what came after them is none any more."""
        end = first + len(rows)
        while end > len(self._room):
            self._room = np.concatenate([self._room, np.zeros_like(self._room)])
        self._room[first:end] = rows
        self._count = end


class Lane:
    """What the window knows of one film."""

    def __init__(self) -> None:
        self.arrived: NDArray[np.int64] = np.zeros(0, np.int64)
        self.delay: Floats = np.zeros(0)
        self.met = Meetings()
        self.edits: list[Done] = []  # another list after a cut
        self.verdict = Verdict()
        self.deadlocks = 0
        self.walking = 0
        self.wayless = 0  # who found no way, ever
        self._series = Rows(len(NAMES), np.float64)
        self._log = Rows(4, np.int32)

    @property
    def rows(self) -> Floats:
        """The series, a row for each tick."""
        return self._series.all

    @property
    def log(self) -> NDArray[np.int32]:
        """[n, 4] tick, Act, who, other."""
        return self._log.all

    def take(self, news: LaneNews, cut: int | None) -> None:
        """Follow the run."""
        self.arrived, self.delay, self.verdict = news.arrived, news.delay, news.verdict
        self.deadlocks, self.walking = news.deadlocks, news.walking
        self.met.take(news.met)
        if cut is None:
            self.edits += news.edits
        else:
            self.edits = news.edits
        self._series.take(news.series, news.series_from)
        self._log.take(news.log, news.log_from)
        if (news.log[:, 1] == Act.NO_WAY).any() or cut is not None:
            self.wayless = len(np.unique(self.log[self.log[:, 1] == Act.NO_WAY, 2]))

    def last_said(self, tick: int) -> Entry | None:
        """The last thing that somebody did before a tick ended; arrivals and ways of the start are no news."""
        end = int(np.searchsorted(self.log[:, 0], tick, side="left"))
        for row in self.log[max(0, end - MOST_SAID) : end][::-1].tolist():
            if Act(row[1]) not in (Act.PLAN, Act.LEAVE):
                return Entry(row[0], Act(row[1]), row[2], row[3])
        return None

    def why(self, agent: int, tick: int) -> Entry | None:
        """The last thing that an agent did before a tick ended."""
        end = int(np.searchsorted(self.log[:, 0], tick, side="left"))
        rows = np.flatnonzero(self.log[:end, 2] == agent)
        if not len(rows):
            return None
        when, act, who, other = self.log[rows[-1]].tolist()
        return Entry(when, Act(act), who, other)


class Run:
    """One run at a time. `on_news` is called after news was taken, `on_state` when it begins, is ready, or broke."""

    def __init__(self, worker: Worker, wake: Callable[[], None], failed: Callable[[Failure], None]) -> None:
        self.worker, self.wake, self._failed = worker, wake, failed
        self.state = State.NONE
        self.start: Start | None = None
        self.agents: Agents | None = None
        self.lanes: list[Lane] = []
        self.length = 0
        self.done = False
        self.trouble = ""  # why an edit could not be done in the run, or why there is none
        self.details = ""  # where code of the user's own broke, the whole of it
        self.seen: dict[int, Seen] = {}  # by lane
        self.on_news: list[Callable[[], None]] = []
        self.on_state: list[Callable[[], None]] = []
        self._engine: Stepper | None = None
        self._active = False  # a job of the engine runs or waits
        self._frames: OrderedDict[int, tuple[Frame, ...]] = OrderedDict()
        self._halves: dict[int, dict[int, Frame]] = {}  # ticks of which not all lanes came yet
        self._kept = 0
        self._asked = -1  # the chunk asked for

    # Beginning -----------------------------------------------------------------------------------------

    def begin(self, start: Start) -> None:
        """Forget the run there is, and begin another."""
        self._clear()
        self.start, self.state, self.trouble = start, State.GATHERING, ""
        engine = self._engine = Stepper(start, self.wake)
        self._active = True
        begun, broke = partial(self._begun, engine), partial(self._broke, engine)
        self.worker.submit(Job("Gathering the crowd", SLOT, engine.begin, begun, broke))
        self._tell_state()

    def drop(self) -> None:
        """No run."""
        self.worker.cancel(SLOT)
        self._clear()
        self.start, self._engine, self._active = None, None, False
        self.state = State.NONE
        self._tell_state()

    def _clear(self) -> None:
        if self._engine is not None and self._engine.holds:
            self.worker.submit(Job("Ending a run", f"{SLOT} {id(self._engine)}", self._engine.close, _done))
        self.details = ""
        self.lanes, self.length, self.done, self.agents, self.seen = [], 0, False, None, {}
        self._frames.clear()
        self._halves.clear()
        self._kept, self._asked = 0, -1

    def _begun(self, engine: Stepper, agents: Agents | None) -> None:
        if engine is not self._engine:  # done, but not delivered yet, when another was begun
            return
        self._active = False
        if agents is None or self.start is None:
            return
        self.agents = agents
        self.lanes = [Lane() for _ in self.start.settings]
        self.state = State.READY
        self.tick()
        self._tell_state()

    def _broke(self, engine: Stepper, failure: Failure) -> None:
        """It raised: a clear line for what a person asked too much of, and the details of all else."""
        if engine is not self._engine:
            return
        self._active = False
        self.details = failure.details
        self.state, self.trouble = State.BROKEN, failure.line.removeprefix("BadInput: ")
        if not failure.line.startswith("BadInput"):
            self._failed(failure)
        self._tell_state()

    def _tell_state(self) -> None:
        for follower in self.on_state:
            follower()

    @property
    def progress(self) -> tuple[int, int]:
        """How many first ways are planned, of how many."""
        return self._engine.progress if self._engine is not None else (0, 0)

    @property
    def busy(self) -> bool:
        """Whether the engine is at work, or has more to do."""
        return self._active

    # Every frame ---------------------------------------------------------------------------------------

    def tick(self) -> bool:
        """Take the news, and have the engine go on if there is something to do; whether there was news."""
        engine = self._engine
        if engine is None or self.state is not State.READY:
            return False
        heard = False
        while engine.news:
            news = engine.news.popleft()
            heard = True
            if isinstance(news, Seen):
                self.seen[news.lane] = news
            else:
                self._take(news)
        more = bool(engine.requests) or (engine.goal > self.length and not self.done)
        if more and not self._active:
            self._active = True
            served, broke = partial(self._served, engine), partial(self._broke, engine)
            self.worker.submit(Job("The crowd", SLOT, engine.serve, served, broke))
        if heard:
            for follower in self.on_news:
                follower()
        return heard

    def _served(self, engine: Stepper, _: None) -> None:
        if engine is self._engine:
            self._active = False

    def _take(self, news: News) -> None:
        if news.cut is not None:
            for tick in [t for t in self._frames if t > news.cut]:
                self._forget(tick)
            self._halves.clear()
            self.seen = {}
        self.length, self.done = news.length, news.done
        self.trouble = news.trouble or self.trouble
        for number, (lane, lane_news) in enumerate(zip(self.lanes, news.lanes, strict=True)):
            lane.take(lane_news, news.cut)
            for frame in lane_news.frames:
                self._halves.setdefault(frame.tick, {})[number] = frame
        for tick in [t for t, found in self._halves.items() if len(found) == len(self.lanes)]:
            self._keep(tick, self._halves.pop(tick))

    def _keep(self, tick: int, found: dict[int, Frame]) -> None:
        if tick in self._frames:
            return
        frames = self._frames[tick] = tuple(found[k] for k in range(len(found)))
        self._kept += _size(frames)
        while self._kept > MOST_KEPT and len(self._frames) > 2 * CHUNK:
            self._forget(next(iter(self._frames)))

    def _forget(self, tick: int) -> None:
        self._kept -= _size(self._frames.pop(tick))

    # Asking --------------------------------------------------------------------------------------------

    def want(self, tick: int) -> None:
        """Go on up to a tick."""
        if self._engine is not None:
            self._engine.goal = tick

    def frames(self, tick: int) -> tuple[Frame, ...] | None:
        """A tick of every lane; asked for where it is not at hand."""
        found = self._frames.get(tick)
        if found is not None:
            self._frames.move_to_end(tick)
            return found
        self._ask_for(tick)
        return None

    def has(self, tick: int) -> bool:
        """Whether a tick can be shown at once."""
        return tick in self._frames

    def _ask_for(self, tick: int) -> None:
        chunk = tick // CHUNK
        if chunk == self._asked or self._engine is None or not 0 <= tick <= self.length:
            return
        self._asked = chunk
        engine = self._engine

        def look() -> None:
            engine.look(tick)
            self._asked = -1

        engine.requests.append(look)

    def edit(self, edit: Edit, tick: int) -> None:
        """Change the level at a tick: what came after it is forgotten."""
        engine = self._engine
        if engine is not None:
            engine.requests.append(lambda: engine.edit(edit, tick))

    def see(self, tick: int, lane: int, agent: int, *, all_ways: bool) -> None:
        """Look up what pictures do not hold; it comes as `seen`."""
        engine = self._engine
        if engine is not None and self.state is State.READY:
            engine.requests.append(lambda: engine.see(tick, lane, agent, all_ways=all_ways))


def _done(_: object) -> None:
    """Nobody waits for it."""


def _size(frames: tuple[Frame, ...]) -> int:
    return sum(part.nbytes for frame in frames for part in frame[1:])
