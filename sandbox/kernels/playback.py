"""From a recording to pictures: what was open and what was closed after any event, for whoever scrubs.

Time is the number of the last event that happened; -1 is before all of them. A recording falls into *acts*:
one begins with each STAGE or LEVEL event (with several in a row, one), since another search may visit the same
subjects anew. Within an act every subject gets the number of the event that opened it and of the one that closed
it, so the picture at time t is two comparisons; what was opened again after closing, and closed again, is kept in
a side list of flips.
So any jump in time costs the same, and no keyframes are needed.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cached_property, lru_cache
from typing import Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Bytes, Int32s, Int64s
from sandbox.kernels.recording import CLOSE, EXPAND, GENERATE, LEVEL, NONE, REOPEN, STAGE, Recording

T = TypeVar("T", bound=np.generic)
NEVER: Final = int(np.iinfo(np.int32).max)
OPENING = (GENERATE, REOPEN)
CLOSING = (EXPAND, CLOSE)
_DENSE = 1 << 23  # subjects numbered below this are looked up in a table, others by sorting


class State(IntEnum):
    """What a subject is at a moment."""

    UNSEEN = 0
    OPEN = 1
    CLOSED = 2


class Flips(NamedTuple):
    """Openings and closings after the first, in the order of time."""

    at: Int32s  # [n] index into the act's subjects
    number: Int32s  # [n] of the event
    state: Bytes  # [n] OPEN or CLOSED from then on


class Act:
    """A stretch of a recording whose events speak of the same subjects: those numbered start to stop - 1."""

    def __init__(self, recording: Recording, start: int, stop: int, stage: str, level: int) -> None:
        self.start, self.stop, self.stage, self.level = start, stop, stage, level
        self._recording = recording

    def __repr__(self) -> str:
        return f"<act {self.stage!r} level {self.level}, events {self.start} to {self.stop - 1}>"

    @cached_property
    def subjects(self) -> Int32s:
        """All that were ever open or closed in this act, ascending."""
        return self._sides[0]

    @cached_property
    def opened(self) -> Int32s:
        """For each of `subjects`, the event that opened it first (the closing one if nothing did before)."""
        number = self._first(self._opens)
        return np.minimum(number, self.closed)

    @cached_property
    def closed(self) -> Int32s:
        """For each of `subjects`, the event that closed it first, or NEVER."""
        return self._first(~self._opens)

    @cached_property
    def flips(self) -> Flips:
        """What happened to them after they were closed: reopenings, and the closings that followed."""
        position, numbers = self._sides[1], self._turning
        later = (numbers > self.closed[position]) & (self._recording.kind[numbers] != GENERATE)
        state = np.where(self._opens[later], np.uint8(State.OPEN), np.uint8(State.CLOSED))
        return Flips(position[later], numbers[later], state)

    def states_at(self, time: int) -> Bytes:
        """The State of each of `subjects` after event number `time`."""
        states = (self.opened <= time).astype(np.uint8)
        states += self.closed <= time
        past = np.searchsorted(self.flips.number, time, side="right")
        states[self.flips.at[:past]] = self.flips.state[:past]  # of several, the last one stays
        return states

    def field_at(self, time: int, size: int) -> Bytes:
        """The State of every subject below `size` after event number `time`."""
        return _spread(self.subjects, self.states_at(time), size, np.uint8(State.UNSEEN))

    def numbers(self, size: int) -> tuple[Int32s, Int32s]:
        """`opened` and `closed` for every subject below `size`, NEVER where nothing happened."""
        never = np.int32(NEVER)
        return _spread(self.subjects, self.opened, size, never), _spread(self.subjects, self.closed, size, never)

    @cached_property
    def _turning(self) -> Int32s:
        """The numbers of the events that open or close something."""
        return self._of_kinds(OPENING + CLOSING)

    @cached_property
    def _opens(self) -> NDArray[np.bool_]:
        """Whether each of those opens (or else closes)."""
        return _is_any(self._recording.kind[self._turning], OPENING)

    def _of_kinds(self, kinds: tuple[int, ...]) -> Int32s:
        """The numbers of this act's events of some kinds that have a subject."""
        rows = slice(self.start, self.stop)
        found = _is_any(self._recording.kind[rows], kinds) & (self._recording.subject[rows] >= 0)
        return (np.flatnonzero(found) + self.start).astype(np.int32)

    @cached_property
    def _sides(self) -> tuple[Int32s, Int32s]:
        """The subjects of those events, each once, and for every event the index of its subject."""
        return _index(self._recording.subject[self._turning])

    def _first(self, chosen: NDArray[np.bool_]) -> Int32s:
        """For each subject the first of the chosen events, NEVER if there is none."""
        subjects, position = self._sides
        first = np.full(len(subjects), NEVER, np.int32)
        first[position[chosen][::-1]] = self._turning[chosen][::-1]  # of several, the last written stays
        return first


class Playback:
    """A finished recording, ready to be scrubbed."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        kind = recording.kind
        self._numbers: dict[int, Int64s] = {}
        marks = np.flatnonzero((kind == STAGE) | (kind == LEVEL))
        bounds = np.unique(np.concatenate([[0], marks, [recording.count]]))
        self._starts = _without_empty(bounds, marks)
        self._act = lru_cache(maxsize=8)(self._make_act)

    def __len__(self) -> int:
        return self.recording.count

    @property
    def act_starts(self) -> Int64s:
        """The numbers of the events with which the acts begin."""
        return self._starts[:-1]

    def act(self, number: int) -> Act:
        """An act by its place in the order of time."""
        return self._act(number)

    def act_at(self, time: int) -> Act:
        """The act to which an event belongs (the first one, before all events)."""
        last = max(len(self._starts) - 2, 0)
        return self._act(min(max(int(np.searchsorted(self._starts, time, side="right")) - 1, 0), last))

    def field_at(self, time: int, size: int) -> Bytes:
        """The State, in the act of that moment, of every subject below `size`."""
        return self.act_at(time).field_at(time, size)

    def next_of(self, kind: int, time: int) -> int | None:
        """The first event of a kind after `time`."""
        return _after(self._of_kind(kind), time)

    def previous_of(self, kind: int, time: int) -> int | None:
        """The last event of a kind before `time`."""
        return _before(self._of_kind(kind), time)

    def _of_kind(self, kind: int) -> Int64s:
        if kind not in self._numbers:
            self._numbers[kind] = np.flatnonzero(self.recording.kind == kind)
        return self._numbers[kind]

    def _make_act(self, number: int) -> Act:
        if len(self._starts) < 2:
            return Act(self.recording, 0, 0, "", NONE)
        start, stop = int(self._starts[number]), int(self._starts[number + 1])
        return Act(self.recording, start, stop, self._stage_at(stop - 1), self._level_at(stop - 1))

    def _stage_at(self, time: int) -> str:
        mark = _before(self._of_kind(STAGE), time + 1)
        number = NONE if mark is None else int(self.recording.subject[mark])
        return self.recording.stages[number] if 0 <= number < len(self.recording.stages) else ""

    def _level_at(self, time: int) -> int:
        mark = _before(self._of_kind(LEVEL), time + 1)
        return NONE if mark is None else int(self.recording.subject[mark])


def _is_any(kind: Int32s, kinds: tuple[int, ...]) -> NDArray[np.bool_]:
    """Faster than `isin` for so few."""
    found: NDArray[np.bool_] = kind == kinds[0]
    for other in kinds[1:]:
        found |= kind == other
    return found


def _without_empty(bounds: Int64s, marks: Int64s) -> Int64s:
    """Where acts begin, and the end: a STAGE directly followed by a LEVEL (or another STAGE) begins one act."""
    followed = np.isin(bounds - 1, marks) & np.isin(bounds, marks)
    return bounds[~followed]


def _index(subject: Int32s) -> tuple[Int32s, Int32s]:
    """The distinct values, ascending, and the index of each entry's value among them."""
    if len(subject) == 0 or int(subject.max()) >= _DENSE:
        values, inverse = np.unique(subject, return_inverse=True)
        return values, inverse.astype(np.int32)
    place = np.zeros(int(subject.max()) + 1, np.int32)
    place[subject] = 1
    values = np.flatnonzero(place).astype(np.int32)
    place[values] = np.arange(len(values), dtype=np.int32)
    return values, place[subject]


def _spread(subjects: Int32s, values: NDArray[T], size: int, empty: T) -> NDArray[T]:
    whole = np.full(size, empty)
    below = int(np.searchsorted(subjects, size))
    whole[subjects[:below]] = values[:below]
    return whole


def _after(numbers: Int64s, time: int) -> int | None:
    at = int(np.searchsorted(numbers, time, side="right"))
    return int(numbers[at]) if at < len(numbers) else None


def _before(numbers: Int64s, time: int) -> int | None:
    at = int(np.searchsorted(numbers, time, side="left")) - 1
    return int(numbers[at]) if at >= 0 else None
