"""Several recordings in lockstep: one moment for all, and how far each of them has come by then.

Moments are whole numbers from 0, before anything, to `length`, when all have ended; a run that has ended waits. What a
moment means is the lock's: so many expansions each, the same share of each run, all with f no higher than a level
reached, or the same time on the clock of the clean runs, over which events are taken to be spread evenly.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.recording import EXPAND, Recording
from sandbox.kernels.story import costs_of

MOST_MOMENTS = 1 << 21  # of scaled time: enough for every event of a run of as many


class Lock(StrEnum):
    """What the runs have in common at every moment."""

    EXPANSIONS = "expansions"
    SHARE = "share"
    F = "f"
    TIME = "time"


class Lockstep:
    """Recordings with the times of their clean runs (nanoseconds), in any lock."""

    def __init__(self, recordings: Sequence[Recording], total_ns: Sequence[int]) -> None:
        self.recordings = list(recordings)
        self.events = [recording.count for recording in recordings]
        self.total_ns = [max(int(ns), 1) for ns in total_ns]

    def length(self, lock: Lock) -> int:
        """How many moments there are after the first."""
        most = max(self.events, default=0)
        if lock is Lock.SHARE or not most:
            return most
        if lock is Lock.TIME:
            slowest = max(self.total_ns)
            wanted = max(-(-events * slowest // ns) for events, ns in zip(self.events, self.total_ns, strict=True))
            return min(wanted, MOST_MOMENTS)
        if lock is Lock.F:
            return max(len(self._levels), 1)
        return max(1, *(len(numbers) for numbers in self._expansions))

    def times(self, lock: Lock, moment: int) -> tuple[int, ...]:
        """How many events of each run have happened by a moment."""
        length = self.length(lock)
        if moment >= length:
            return tuple(self.events)
        return tuple(self._time(lock, run, moment, length) if moment > 0 else 0 for run in range(len(self.events)))

    def moment_of(self, lock: Lock, run: int, time: int) -> int:
        """The first moment by which so many events of a run have happened."""
        low, high = 0, self.length(lock)
        while low < high:
            middle = (low + high) // 2
            if self.times(lock, middle)[run] >= time:
                high = middle
            else:
                low = middle + 1
        return low

    def reached(self, lock: Lock, moment: int) -> float:
        """What the lock counts at a moment: expansions, a share of one, f in cells, nanoseconds."""
        length = self.length(lock)
        if lock is Lock.EXPANSIONS:
            return min(moment, length)
        share = min(moment, length) / max(length, 1)
        if lock is Lock.SHARE:
            return share
        if lock is Lock.TIME:
            return share * max(self.total_ns, default=0)
        known = min(moment, len(self._levels))
        return float(self._levels[known - 1]) if known > 0 else float("nan")

    def _time(self, lock: Lock, run: int, moment: int, length: int) -> int:
        events = self.events[run]
        if lock is Lock.SHARE:
            return moment * events // length
        if lock is Lock.TIME:
            slowest = max(self.total_ns)
            return min(events, moment * slowest * events // (length * self.total_ns[run]))
        if lock is Lock.F:
            return int(np.searchsorted(self._heights[run], self._levels[moment - 1], side="right"))
        numbers = self._expansions[run]
        return int(numbers[moment]) if moment < len(numbers) else events

    def prepare(self) -> None:
        """Look through the recordings now, not at the first question."""
        _ = self._expansions, self._levels

    @cached_property
    def _expansions(self) -> list[NDArray[np.int64]]:
        return [np.flatnonzero(recording.kind == EXPAND) for recording in self.recordings]

    @cached_property
    def _heights(self) -> list[NDArray[np.float32]]:
        """For every event of a run the highest f expanded so far; below all before the first."""
        return [
            highest_f(recording, numbers) for recording, numbers in zip(self.recordings, self._expansions, strict=True)
        ]

    @cached_property
    def _levels(self) -> NDArray[np.float32]:
        """The f's at which any run goes on, ascending."""
        levels = np.unique(np.concatenate([np.zeros(0, np.float32), *self._heights]))
        finite: NDArray[np.float32] = levels[np.isfinite(levels)]
        return finite


def highest_f(recording: Recording, expansions: NDArray[np.int64]) -> NDArray[np.float32]:
    """[events] the highest f expanded up to each event, that one included."""
    heights: NDArray[np.float32] = np.full(recording.count, -np.inf, np.float32)
    f = costs_of(recording, "f", expansions)
    heights[expansions] = np.where(np.isfinite(f), f, -np.inf)
    return np.maximum.accumulate(heights)
