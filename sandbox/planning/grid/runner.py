"""Running a grid planner's kernels: buffers, budgets, repeats for want of room, and what came out."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import specialise
from sandbox.kernels.recording import NO_EVENTS, record_event
from sandbox.planning import batch
from sandbox.planning.grid.graph import Space, space_of
from sandbox.planning.grid.run_costs import NO_TOLLS

if TYPE_CHECKING:
    from sandbox.kernels.recording import Events, Recording
    from sandbox.level.derived.discs import DiscGrid
    from sandbox.planning.api import Limits

PATH_ROOM = 1 << 18  # ids of path that are kept before they are fetched


class Kernels(NamedTuple):
    """A planner's kernels."""

    batch: Callable[..., int]  # `batch.answer_all` over the search
    recorded: Callable[..., tuple[int, int, int, int, int]] | None  # the search, writing events; None: the batch does
    trace: Callable[..., int]


def kernels_of(search: Callable[..., Any], trace: Callable[..., Any]) -> Kernels:
    """The clean batch loop and the recorded search of one text (compiled when first called)."""
    loop = specialise(batch.answer_all, search=search, trace=trace)
    return Kernels(loop, specialise(search, record=record_event), trace)


def kernels_of_one_text(search: Callable[..., Any], trace: Callable[..., Any]) -> Kernels:
    """The batch loop of a text that uses `record_when_asked`, for clean and recorded runs alike."""
    return Kernels(specialise(batch.answer_all, search=search, trace=trace), None, trace)


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
        found = np.isin(self.rows[:, batch.STATUS], (batch.FOUND, batch.PROVEN))
        return np.where(found, self.rows[:, batch.COST] / self.unit, np.inf)


class Ground:
    """The grid for discs of one radius, and what a planner built on it."""

    def __init__(self, disc: DiscGrid, lowest8: int) -> None:
        self.disc = disc
        self.space = space_of(disc.grid, lowest8)
        self.tables: Any = None
        self.tolls: NDArray[np.uint32] = NO_TOLLS  # of weighted terrain, once asked for

    @property
    def radius(self) -> float:
        """Of the discs."""
        return self.disc.radius

    @property
    def components(self) -> NDArray[np.int32]:
        """A number for each cell by flat id: the same where a way leads from one to the other."""
        return self.disc.components


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
        """Answer all pairs, in as many rounds as memory asks for. A recording is of the first one only."""
        self._make_room(ground.space)
        rows = np.zeros((len(pairs), batch.COLUMNS), np.int64)
        paths: list[NDArray[np.int32]] = []
        first, engine = 0, self.driver.engine(ground, limits)
        while first < len(pairs):
            if recording is None:
                after = self._loop(engine, ground.space, pairs, first, rows, limits, NO_EVENTS)
            else:
                after = self._record(engine, ground.space, pairs[:1], rows, limits, recording)
            self._fetch(rows[first:after, batch.LENGTH], paths)
            if after < len(pairs) and rows[after, batch.STATUS] == batch.OUT_OF_ROOM:
                self.driver.grow()
                engine = self.driver.engine(ground, limits)
            first = after
        return Batch(rows, paths, engine.unit)

    def _make_room(self, space: Space) -> None:
        ids = space.moves.shape[0]
        if len(self._scratch) < ids:
            self._scratch = np.zeros(ids, np.int32)
        if len(self._path) < ids:  # any one path must fit
            self._path = np.zeros(ids, np.int32)

    def _loop(
        self,
        engine: Engine,
        space: Space,
        pairs: NDArray[np.int64],
        first: int,
        rows: NDArray[np.int64],
        limits: Limits,
        events: Events,
    ) -> int:
        answers = batch.Answers(rows, self._path, self._scratch)
        loop = engine.kernels.batch
        return int(loop(space, engine.work, engine.rule, pairs, first, answers, limits.stop, events))

    def _record(
        self,
        engine: Engine,
        space: Space,
        pairs: NDArray[np.int64],
        rows: NDArray[np.int64],
        limits: Limits,
        recording: Recording,
    ) -> int:
        """One recorded search; 0 if it has to be repeated with more room."""
        events, before = recording.events, recording.happened
        recording.unit = engine.unit
        if engine.kernels.recorded is None:
            self._loop(engine, space, pairs, 0, rows, limits, events)
        else:
            self._search(engine, space, pairs[0], rows[0], limits, events)
        if rows[0, batch.STATUS] == batch.OUT_OF_ROOM:
            events.happened[0] = before
            return 0
        return 1

    def _search(
        self,
        engine: Engine,
        space: Space,
        pair: NDArray[np.int64],
        row: NDArray[np.int64],
        limits: Limits,
        events: Events,
    ) -> None:
        """One search by the kernel that writes events; fills `row` and the path as the batch does."""
        assert engine.kernels.recorded is not None
        start, goal = int(pair[0]), int(pair[1])
        began = time.perf_counter_ns()
        row[: batch.SEARCH_NS] = engine.kernels.recorded(
            space, engine.work, engine.rule, start, goal, limits.stop, events
        )
        row[batch.SEARCH_NS] = time.perf_counter_ns() - began
        if row[batch.STATUS] == batch.FOUND:
            n = engine.kernels.trace(space, engine.work, start, goal, self._scratch)
            self._path[:n] = self._scratch[:n][::-1]
            row[batch.LENGTH] = n

    def _fetch(self, lengths: NDArray[np.int64], paths: list[NDArray[np.int32]]) -> None:
        ends = np.cumsum(lengths)
        kept = self._path[: int(ends[-1]) if len(ends) else 0].copy()
        paths.extend(np.split(kept, ends[:-1]) if len(ends) else [])
