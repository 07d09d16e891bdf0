"""Running a grid planner's kernels: buffers, budgets, repeats for want of room, and what came out."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import specialise
from sandbox.kernels.recording import NO_EVENTS
from sandbox.planning import batch
from sandbox.planning.api import Limits, Status
from sandbox.planning.grid.graph import Space
from sandbox.planning.grid.run_costs import NO_TOLLS

if TYPE_CHECKING:
    from sandbox.kernels.recording import Recording

NO_BUDGET = 1 << 62
PATH_ROOM = 1 << 18  # ids of path that are kept before they are fetched
OUT_OF_TIME = 2  # what the watch writes into `stop`; a person's cancel is 1
STATUS_OF = {
    batch.FOUND: Status.FOUND,
    batch.NO_PATH: Status.NO_PATH,
    batch.OUT_OF_BUDGET: Status.BUDGET,
    batch.STOPPED: Status.CANCELLED,
}


Kernels = Callable[..., int]
"""`batch.answer_all` over a planner's search, for clean and recorded runs alike."""


def kernels_of(search: Callable[..., Any], trace: Callable[..., Any]) -> Kernels:
    """The batch loop over one text (compiled when first called)."""
    return specialise(batch.answer_all, search=search, trace=trace)


class Engine(NamedTuple):
    """A planner's kernels with what they work on."""

    kernels: Kernels
    work: Any
    rule: Any
    unit: float  # cost units per cell


class Batch(NamedTuple):
    """The answers to many queries: a row each (columns as in `batch`), and the paths as flat ids."""

    rows: NDArray[np.int64]
    paths: list[NDArray[np.int32]]
    unit: float

    def costs(self) -> NDArray[np.float64]:
        """Cost in cells, infinite where nothing was found."""
        found = self.rows[:, batch.STATUS] == batch.FOUND
        return np.where(found, self.rows[:, batch.COST] / self.unit, np.inf)

    def status(self, i: int) -> Status:
        """How query i ended."""
        return STATUS_OF[int(self.rows[i, batch.STATUS])]


@dataclass(slots=True)
class Ground:
    """The grid for discs of one radius, and what a planner built on it."""

    radius: float
    space: Space
    components: NDArray[np.int32]  # [ids]
    tables: Any = None
    tolls: NDArray[np.uint32] = field(default_factory=lambda: NO_TOLLS)  # of weighted terrain, once asked for


class Driver(Protocol):
    """Who owns the memory of a search."""

    def engine(self, ground: Ground, limits: Limits) -> Engine:
        """Kernels and memory for the next queries."""

    def grow(self) -> None:
        """Make room: the last search ran out of it."""


class Runner:
    """Answers pairs of ids on one ground after another, with buffers that are kept."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self._path = np.zeros(PATH_ROOM, np.int32)
        self._scratch = np.zeros(0, np.int32)

    def run(
        self, ground: Ground, pairs: NDArray[np.int64], limits: Limits, recording: Recording | None = None
    ) -> Batch:
        """Answer all pairs, in as many rounds as memory asks for. A recording is of one pair."""
        self._make_room(ground.space)
        rows = np.zeros((len(pairs), batch.COLUMNS), np.int64)
        paths: list[NDArray[np.int32]] = []
        events = NO_EVENTS if recording is None else recording.events
        before = int(events.happened[0])
        with watched(limits):
            first = 0
            while first < len(pairs):
                engine = self.driver.engine(ground, limits)
                answers = batch.Answers(rows, self._path, self._scratch)
                after = engine.kernels(
                    ground.space, engine.work, engine.rule, pairs, first, answers, limits.stop, events
                )
                self._fetch(rows[first:after, batch.LENGTH], paths)
                if after < len(pairs) and rows[after, batch.STATUS] == batch.OUT_OF_ROOM:
                    self.driver.grow()
                    events.happened[0] = before
                first = after
        if recording is not None:
            recording.unit = engine.unit
        return Batch(rows, paths, engine.unit)

    def _make_room(self, space: Space) -> None:
        ids = space.moves.shape[0]
        if len(self._scratch) < ids:
            self._scratch = np.zeros(ids, np.int32)
        if len(self._path) < ids:  # any one path must fit
            self._path = np.zeros(ids, np.int32)

    def _fetch(self, lengths: NDArray[np.int64], paths: list[NDArray[np.int32]]) -> None:
        ends = np.cumsum(lengths)
        kept = self._path[: int(ends[-1]) if len(ends) else 0].copy()
        paths.extend(np.split(kept, ends[:-1]) if len(ends) else [])


@contextlib.contextmanager
def watched(limits: Limits) -> Iterator[None]:
    """Raise the stop flag when the seconds are over."""
    if limits.seconds <= 0:
        yield
        return
    watch = threading.Timer(limits.seconds, _time_is_up, [limits.stop])
    watch.daemon = True
    watch.start()
    try:
        yield
    finally:
        watch.cancel()


def _time_is_up(stop: NDArray[np.uint8]) -> None:
    if stop[0] == 0:
        stop[0] = OUT_OF_TIME


def expansions(limits: Limits) -> int:
    """The budget as kernels take it."""
    return limits.expansions if limits.expansions > 0 else NO_BUDGET


def status_of(code: int, limits: Limits) -> Status:
    """How a search ended; one that was stopped by the watch ran out of budget."""
    status = STATUS_OF[code]
    if status is Status.CANCELLED and limits.stop[0] == OUT_OF_TIME:
        return Status.BUDGET
    return status
