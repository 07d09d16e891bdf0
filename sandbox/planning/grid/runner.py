"""Running a grid planner's kernels: buffers, budgets, runs repeated with larger buffers, and the answers."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import specialise
from sandbox.kernels.recording import NO_EVENTS, Recording
from sandbox.level.derived.discs import DiscGrid
from sandbox.planning import batch
from sandbox.planning.api import Limits
from sandbox.planning.grid.graph import Space, space_of
from sandbox.planning.grid.run_costs import NO_TOLLS

PATH_ROOM = 1 << 18  # ids of path that are kept before they are fetched


Kernels = Callable[..., int]
"""`batch.answer_all` over a planner's search, for clean and recorded runs alike."""


def kernels_of(search: Callable[..., Any], trace: Callable[..., Any]) -> Kernels:
    """The batch loop over one text (compiled when first called)."""
    return specialise(batch.answer_all, search=search, trace=trace)


class Searcher(NamedTuple):
    """A planner's kernels with what they work on."""

    kernels: Kernels
    work: Any
    rule: Any
    unit: float  # cost units per cell


class Answers(NamedTuple):
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
        self.tolls = NO_TOLLS  # of weighted terrain, once asked for

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

    def ready(self, ground: Ground, limits: Limits) -> Searcher:
        """Kernels and memory for the next queries."""

    def grow(self) -> None:
        """Make room: the last search ran out of it."""


class Runner:
    """Answers pairs of ids on one ground after another, with buffers that are kept."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self._path = np.zeros(PATH_ROOM, np.int32)
        self._scratch = np.zeros(0, np.int32)
        self._pair = np.zeros((1, 2), np.int64)
        self._row = np.zeros((1, batch.COLUMNS), np.int64)

    def one(
        self, ground: Ground, start: int, goal: int, limits: Limits, recording: Recording | None
    ) -> tuple[list[int], NDArray[np.int32], float]:
        """Answer one pair: its row, its path until the next answer, and the cost units per cell."""
        self._make_room(ground.space)
        self._pair[0] = start, goal
        events = NO_EVENTS if recording is None else recording.events
        before = 0 if recording is None else recording.happened
        answers, answered = batch.Answers(self._row, self._path, self._scratch), 0
        while not answered:
            kernels, work, rule, unit = self.driver.ready(ground, limits)
            answered = kernels(ground.space, work, rule, self._pair, 0, answers, limits.stop, events)
            if not answered:
                self.driver.grow()
                events.happened[0] = before
        if recording is not None:
            recording.unit = unit
        row = self._row[0].tolist()
        return row, self._path[: row[batch.LENGTH]], unit

    def run(self, ground: Ground, pairs: NDArray[np.int64], limits: Limits) -> Answers:
        """Answer all pairs, in as many rounds as memory asks for."""
        self._make_room(ground.space)
        rows = np.zeros((len(pairs), batch.COLUMNS), np.int64)
        paths: list[NDArray[np.int32]] = []
        first, engine = 0, self.driver.ready(ground, limits)
        while first < len(pairs):
            answers = batch.Answers(rows, self._path, self._scratch)
            after = engine.kernels(
                ground.space, engine.work, engine.rule, pairs, first, answers, limits.stop, NO_EVENTS
            )
            self._fetch(rows[first:after, batch.LENGTH], paths)
            if after < len(pairs) and rows[after, batch.STATUS] == batch.OUT_OF_ROOM:
                self.driver.grow()
                engine = self.driver.ready(ground, limits)
            first = after
        return Answers(rows, paths, engine.unit)

    def _make_room(self, space: Space) -> None:
        ids = space.moves.shape[0]
        if len(self._scratch) < ids:
            self._scratch = np.zeros(ids, np.int32)
        if len(self._path) < ids:  # any one path must fit
            self._path = np.zeros(ids, np.int32)

    def _fetch(self, lengths: NDArray[np.int64], paths: list[NDArray[np.int32]]) -> None:
        ends = [0, *np.cumsum(lengths).tolist()]
        kept = self._path[: ends[-1]].copy()
        paths.extend(kept[begin:end] for begin, end in itertools.pairwise(ends))
