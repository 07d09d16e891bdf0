"""Where runs differ: the first expansion that is not the same, and where their paths part and join again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Floats
from sandbox.planning.compare.run import Run

SAME = 1e-6  # cells: places nearer than this are one


class First(NamedTuple):
    """The first expansion that differs: its number from 1; for each run how many events have happened with it."""

    expansion: int
    times: tuple[int | None, ...]  # None for a run that made no expansion of that number


class Parting(NamedTuple):
    """Two paths: they run together for a length from the start, part, and join for good before the goal."""

    at: tuple[float, float]
    after: float  # cells along both, from the start
    joined: tuple[float, float]
    before: tuple[float, float]  # cells along each, from where they have joined to the goal


def first_difference(runs: Sequence[Run]) -> First | None:
    """The first expansion that one makes elsewhere, or not at all; None if all of them are the same."""
    trails = [run.trail for run in runs]
    number = first_unlike(trails)
    if number is None:
        return None
    times = [int(run.expansions[number]) + 1 if number < len(run.expansions) else None for run in runs]
    return First(number + 1, tuple(times))


def first_unlike(trails: Sequence[Floats]) -> int | None:
    """The first row in which lists of places differ, or one of them has ended."""
    shortest = min((len(trail) for trail in trails), default=0)
    unlike = np.zeros(shortest, np.bool_)
    for trail in trails[1:]:
        unlike |= ~_same_places(trails[0][:shortest], trail[:shortest])
    found = np.flatnonzero(unlike)
    if len(found):
        return int(found[0])
    return shortest if any(len(trail) > shortest for trail in trails) else None


def _same_places(a: Floats, b: Floats) -> NDArray[np.bool_]:
    """Row by row; what lies nowhere is like what lies nowhere."""
    near = (np.abs(a - b) <= SAME) | (np.isnan(a) & np.isnan(b))
    both: NDArray[np.bool_] = near[:, 0] & near[:, 1]
    return both


def parting(a: Floats, b: Floats) -> Parting | None:
    """Where two polylines [n, 2] part and join again; None if they are the same way, or one is none."""
    if len(a) == 0 or len(b) == 0:
        return None
    after, at = together(a, b)
    if at is None:
        return None
    back, joined = together(a[::-1], b[::-1])
    assert joined is not None
    return Parting(at, after, joined, (back, back))


def together(a: Floats, b: Floats) -> tuple[float, tuple[float, float] | None]:
    """How far two polylines run together from their beginnings, and the place where they part, if they do.

    On a common beginning both have gone equally far; so they are looked at where either has a corner, and between two
    such places their distance changes evenly.
    """
    lengths = [_along(line) for line in (a, b)]
    shorter = min(lengths[0][-1], lengths[1][-1])
    corners = np.unique(np.concatenate(lengths))
    corners = corners[corners <= shorter]
    places = [_at(line, along, corners) for line, along in zip((a, b), lengths, strict=True)]
    apart = np.flatnonzero(np.hypot(*(places[0] - places[1]).T) > SAME)
    if len(apart) == 0 and abs(lengths[0][-1] - lengths[1][-1]) <= SAME:
        return float(shorter), None
    last = max(int(apart[0]) - 1, 0) if len(apart) else len(corners) - 1
    x, y = places[0][last].tolist()
    return float(corners[last]), (x, y)


def _along(line: Floats) -> Floats:
    """How far each corner lies from the beginning."""
    steps = np.hypot(*np.diff(line, axis=0).T) if len(line) > 1 else np.zeros(0)
    return np.concatenate(([0.0], np.cumsum(steps)))


def _at(line: Floats, along: Floats, wanted: Floats) -> Floats:
    """Places so far along a line."""
    return np.stack([np.interp(wanted, along, line[:, axis]) for axis in (0, 1)], axis=1)
