"""What a recording tells of one subject: its costs, where it was reached from, when it was opened, closed, re-opened.

A search *reaches* a subject when it generates, relaxes or re-opens it; the costs that hold are those of the last time
it was reached. What a search begins with may never be reached: then the event that closed it speaks for it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.playback import CLOSING, Act, State
from sandbox.kernels.recording import GENERATE, NONE, RELAX, REOPEN, Recording

REACHING = (GENERATE, RELAX, REOPEN)


class Story(NamedTuple):
    """One subject at a moment. Events are named by their numbers; costs in cells, NaN while nobody has said any."""

    state: State = State.UNSEEN
    g: float = float("nan")
    f: float = float("nan")
    parent: int = NONE  # the subject it is reached from
    generated: int = NONE
    relaxed: tuple[int, ...] = ()
    closed: tuple[int, ...] = ()
    reopened: tuple[int, ...] = ()

    @property
    def h(self) -> float:
        """What f adds to g: the estimate of the rest, as the search weighs it."""
        return self.f - self.g


def costs_of(recording: Recording, name: str, numbers: NDArray[np.integer[Any]]) -> NDArray[np.float32]:
    """G or f of some events, in cells: the same as the recording's own columns, without dividing all of them."""
    costs: NDArray[np.float32] = np.asarray(
        recording.events.rows[name][numbers] / np.float32(recording.unit), np.float32
    )
    return costs


def story_at(
    recording: Recording, act: Act, subject: int, time: int, subjects: NDArray[np.int32] | None = None
) -> Story:
    """What is known of a subject after event number `time`, in the act of that moment.

    `subjects`: the recording's own, in one piece, for whoever asks often.
    """
    rows = slice(act.start, min(time + 1, act.stop))
    column = recording.subject if subjects is None else subjects
    numbers = (np.flatnonzero(column[rows] == subject) + act.start).tolist()
    kinds = [(number, int(recording.kind[number])) for number in numbers]
    opened = [number for number, kind in kinds if kind in REACHING]
    shut = [number for number, kind in kinds if kind in CLOSING]
    if not opened and not shut:
        return Story()
    last = opened[-1] if opened else shut[0]
    turns = [kind for _, kind in kinds if kind in (GENERATE, REOPEN, *CLOSING)]
    (g,), (f,) = (costs_of(recording, name, np.array([last])).tolist() for name in "gf")
    return Story(
        _state(turns),
        g,
        f,
        int(recording.parent[last]),
        next((number for number, kind in kinds if kind == GENERATE), last),
        tuple(number for number, kind in kinds if kind == RELAX),
        tuple(shut),
        tuple(number for number, kind in kinds if kind == REOPEN),
    )


def _state(turns: list[int]) -> State:
    """Open or closed, after these events: to be generated once more opens nothing that was closed."""
    state = State.UNSEEN
    for kind in turns:
        if kind in CLOSING:
            state = State.CLOSED
        elif kind == REOPEN or state is State.UNSEEN:
            state = State.OPEN
    return state


class Latest:
    """For every subject of an act below `size`, the event that speaks for its costs; brought to any moment.

    Going on touches what happened in between; going back begins anew, which takes some milliseconds a million events.
    """

    def __init__(self, recording: Recording, act: Act, size: int) -> None:
        self.recording, self.act = recording, act
        self.table = np.full(size, NONE, np.int32)
        self._time = act.start - 1
        kinds = recording.kind[act.start : act.stop]
        subjects = recording.subject[act.start : act.stop]
        reached = np.isin(kinds, REACHING) & (subjects >= 0) & (subjects < size)
        numbers = np.flatnonzero(reached) + act.start
        unreached = act.opened[(act.opened == act.closed) & (act.subjects < size)]
        self._numbers = np.union1d(numbers, unreached)

    def at(self, time: int) -> NDArray[np.int32]:
        """The table after event number `time`; it is changed by the next call."""
        if time < self._time:
            self.table.fill(NONE)
            self._time = self.act.start - 1
        first, stop = np.searchsorted(self._numbers, (self._time, time), side="right")
        rows = self._numbers[first:stop]
        self.table[self.recording.subject[rows]] = rows  # of several, the last one stays
        self._time = max(time, self._time)
        return self.table
