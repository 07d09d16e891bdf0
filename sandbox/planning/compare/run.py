"""One contestant of a comparison: its clean answer, its recording, and where what was expanded lies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from sandbox.kernels.arrays import Floats, Int32s, Int64s
from sandbox.kernels.playback import Playback
from sandbox.kernels.recording import EXPAND, LEVEL, NONE, Recording
from sandbox.planning.api import Limits, Plan, Query
from sandbox.planning.prepared import Prepared

Ids = Int64s
EVENTS = 4_000_000  # that are kept of one run


@dataclass(frozen=True)
class Run:
    """A planner's answer, recorded. `places` and `shapes` are those of its levels, as `Prepared` tells them."""

    title: str
    plan: Plan  # of a clean run: its times are true
    recording: Recording
    width: int
    height: int
    places: Mapping[int, Floats | None] = field(default_factory=dict)
    shapes: Mapping[int, Floats] = field(default_factory=dict)

    @property
    def events(self) -> int:
        """How many were kept."""
        return self.recording.count

    @cached_property
    def expansions(self) -> Ids:
        """[n] the numbers of the events that expand something."""
        return np.flatnonzero(self.recording.kind == EXPAND)

    @cached_property
    def levels(self) -> Ids:
        """[n] the level each of those belongs to."""
        return levels_of(self.recording, self.expansions)

    @cached_property
    def trail(self) -> Floats:
        """[n, 2] where each of them happened, in cells: the middle of a cell or triangle, the place of a node."""
        subjects, trail = self.recording.subject[self.expansions], np.full((len(self.expansions), 2), np.nan)
        for level in np.unique(self.levels).tolist():
            of_level = self.levels == level
            trail[of_level] = self.spots(level, subjects[of_level])
        return trail

    def spots(self, level: int, subjects: Int32s) -> Floats:
        """[n, 2] where subjects of a level lie; NaN for what has no place."""
        places = self.places.get(level)
        if places is None:
            y, x = np.divmod(subjects.astype(np.int64), self.width + 2)
            spots = np.stack([x - 0.5, y - 0.5], axis=1)
            spots[subjects < 0] = np.nan
            return spots
        spots = np.full((len(subjects), 2), np.nan)
        known = (subjects >= 0) & (subjects < len(places))
        spots[known] = places[subjects[known]]
        return spots


def levels_of(recording: Recording, numbers: Ids) -> Ids:
    """[n] the level in force at some events; NONE before any LEVEL event."""
    marks = np.flatnonzero(recording.kind == LEVEL)
    of_mark = np.concatenate(([NONE], recording.subject[marks])).astype(np.int64)
    return of_mark[np.searchsorted(marks, numbers, side="right")]


def recorded(prepared: Prepared, query: Query, limits: Limits, title: str, events: int = EVENTS) -> Run:
    """Answer a query twice: clean, for its times, and recorded."""
    plan = prepared.plan(query, limits)
    recording = Recording(events)
    prepared.plan(query, limits, recording)
    return run_of(prepared, plan, recording, title)


def run_of(prepared: Prepared, plan: Plan, recording: Recording, title: str) -> Run:
    """A recorded answer with the places its events speak of."""
    playback = Playback(recording)
    levels = {playback.act_at(int(start)).level for start in playback.act_starts}
    places = {level: prepared.places(level) for level in levels}
    shapes = {level: shape for level in levels if (shape := prepared.shapes(level)) is not None}
    return Run(title, plan, recording, prepared.level.width, prepared.level.height, places, shapes)
