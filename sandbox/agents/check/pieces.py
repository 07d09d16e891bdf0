"""A tick as it was: each disc's way in straight pieces, put together from where it started and its contacts."""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandbox.kernels.arrays import Floats, Int32s, Int64s
from sandbox.kernels.jit import kernel

Rows = Int32s


class Pieces(NamedTuple):
    """The pieces of disc i are `starts[i] : starts[i + 1]`, in the order of time; each lasts until the next begins."""

    starts: Int64s  # [agents + 1]
    time: Floats  # [pieces] when it begins, seconds of the tick
    place: Floats  # [pieces, 2]
    speed: Floats  # [pieces, 2] velocity


def pieces_of(place: Floats, velocity: Floats, first: Rows, second: Rows, time: Floats, after: Floats) -> Pieces:
    """The pieces of a tick: [n, 2] places and velocities at its start, and its contacts' rows."""
    count = len(place)
    both = np.concatenate([first, second[second < count]])
    starts = np.zeros(count + 1, np.int64)
    np.cumsum(np.bincount(both, minlength=count) + 1, out=starts[1:])
    total = int(starts[-1])
    pieces = Pieces(starts, np.zeros(total), np.zeros((total, 2)), np.zeros((total, 2)))
    lay_out(place, velocity, first, second, time, after, pieces)
    return pieces


@kernel
def lay_out(
    place: Floats, velocity: Floats, first: Rows, second: Rows, time: Floats, after: Floats, pieces: Pieces
) -> None:
    """Fill the pieces. Modified: pieces."""
    count = place.shape[0]
    at = np.empty(count, np.int64)
    for i in range(count):
        at[i] = pieces.starts[i] + 1
        pieces.place[pieces.starts[i]] = place[i]
        pieces.speed[pieces.starts[i]] = velocity[i]
    for row in range(time.shape[0]):
        for side in range(2):
            i = first[row] if side == 0 else second[row]
            if i >= count:
                continue
            pieces.time[at[i]] = time[row]
            pieces.place[at[i], 0], pieces.place[at[i], 1] = after[row, 4 * side], after[row, 4 * side + 1]
            pieces.speed[at[i], 0], pieces.speed[at[i], 1] = after[row, 4 * side + 2], after[row, 4 * side + 3]
            at[i] += 1


@kernel
def worst_break(pieces: Pieces, end: float, last: Floats) -> tuple[float, int]:
    """The longest jump: from where a piece ends to where the next begins, or to where the tick ended; and whose."""
    worst, who = -1.0, -1
    for i in range(last.shape[0]):
        for k in range(pieces.starts[i], pieces.starts[i + 1]):
            ends = k + 1 == pieces.starts[i + 1]
            span = (end if ends else pieces.time[k + 1]) - pieces.time[k]
            x = pieces.place[k, 0] + pieces.speed[k, 0] * span
            y = pieces.place[k, 1] + pieces.speed[k, 1] * span
            dx = x - (last[i, 0] if ends else pieces.place[k + 1, 0])
            dy = y - (last[i, 1] if ends else pieces.place[k + 1, 1])
            jump = np.sqrt(dx * dx + dy * dy)
            if span < 0.0 or not jump <= worst:
                worst, who = (np.inf if span < 0.0 or np.isnan(jump) else jump), i
    return worst, who


@kernel
def worst_haste(pieces: Pieces, most: Floats) -> tuple[float, int]:
    """By how much somebody was faster than it may be; and who."""
    worst, who = -np.inf, -1
    for i in range(most.shape[0]):
        for k in range(pieces.starts[i], pieces.starts[i + 1]):
            vx, vy = pieces.speed[k, 0], pieces.speed[k, 1]
            over = np.sqrt(vx * vx + vy * vy) - most[i]
            if over > worst:
                worst, who = over, i
    return worst, who
