"""Which discs are near which: lists made through a grid, and used until somebody has moved half the slack.

Discs are sorted into square cells by counting; the cells of a row lie side by side, so the three cells beside each
other are one run. A disc's list has those with higher numbers first: each pair is foreseen once at the start of a
tick, by the lower of the two. (L. Verlet, Physical Review 159, 1967, for lists with slack.)
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.crowd import Crowd
from sandbox.kernels.arrays import Floats
from sandbox.kernels.jit import kernel

MOST_BINS = 1 << 22


class Nearby(NamedTuple):
    """Lists by disc: `who[starts[i] : ends[i]]` are near i; from `starts[i]` to `middle[i]` have higher numbers."""

    starts: NDArray[np.int64]  # [agents]
    middle: NDArray[np.int64]  # [agents]
    ends: NDArray[np.int64]  # [agents]
    who: NDArray[np.int32]
    x: Floats  # [agents] where they were when the lists were made
    y: Floats


class Neighbours:
    """Keeps the lists of a crowd up to date. `reach` is the gap up to which two discs are near each other."""

    def __init__(self, crowd: Crowd, reach: float, slack: float) -> None:
        self.crowd, self.reach, self.slack = crowd, reach, slack
        self.builds = 0
        self._lists = _room(crowd.size, 16 * crowd.size + 64)
        self._fresh = False

    def lists(self) -> Nearby:
        """The lists, made anew if somebody has moved half the slack."""
        if not self._fresh or moved(self.crowd, self._lists) > self.slack / 2:
            self._build()
        return self._lists

    def forget(self) -> None:
        """Agents came, went or were put elsewhere."""
        self._fresh = False

    def _build(self) -> None:
        crowd, gap = self.crowd, self.reach + self.slack
        widest = float(crowd.radius.max(initial=0.0))
        left, top = float(crowd.x.min(initial=0.0)), float(crowd.y.min(initial=0.0))
        across, down = float(crowd.x.max(initial=0.0)) - left, float(crowd.y.max(initial=0.0)) - top
        side = max(2 * widest + gap, np.sqrt((across + 1) * (down + 1) / MOST_BINS))
        box = np.array([left, top, side])
        columns, rows = int(across / side) + 1, int(down / side) + 1
        needed = list_nearby(crowd, gap, box, columns, rows, self._lists)
        if needed > self._lists.who.shape[0]:
            self._lists = _room(crowd.size, needed + needed // 4)
            list_nearby(crowd, gap, box, columns, rows, self._lists)
        self._fresh = True
        self.builds += 1


def _room(agents: int, entries: int) -> Nearby:
    starts, middle, ends = (np.zeros(agents, np.int64) for _ in range(3))
    return Nearby(starts, middle, ends, np.zeros(entries, np.int32), np.zeros(agents), np.zeros(agents))


@kernel
def moved(crowd: Crowd, lists: Nearby) -> float:
    """The farthest anybody has come since the lists were made."""
    most = 0.0
    for i in range(crowd.x.shape[0]):
        dx, dy = crowd.x[i] - lists.x[i], crowd.y[i] - lists.y[i]
        most = max(most, dx * dx + dy * dy)
    return np.sqrt(most)


@kernel
def list_nearby(crowd: Crowd, gap: float, box: Floats, columns: int, rows: int, lists: Nearby) -> int:
    """Make the lists; return how many entries they have, or need: with less room they are of no use. Modified: lists.

    `box` is left, top and side of the bins.
    """
    count = crowd.x.shape[0]
    starts = np.zeros(columns * rows + 1, np.int64)
    bin_of = np.empty(count, np.int64)
    for i in range(count):
        column = min(max(int((crowd.x[i] - box[0]) / box[2]), 0), columns - 1)
        row = min(max(int((crowd.y[i] - box[1]) / box[2]), 0), rows - 1)
        bin_of[i] = row * columns + column
        starts[bin_of[i] + 1] += 1
        lists.x[i], lists.y[i] = crowd.x[i], crowd.y[i]
    for b in range(columns * rows):
        starts[b + 1] += starts[b]
    fill = starts.copy()
    order = np.empty(count, np.int64)
    x, y = np.empty(count), np.empty(count)
    for i in range(count):
        at = fill[bin_of[i]]
        fill[bin_of[i]] = at + 1
        order[at], x[at], y[at] = i, crowd.x[i], crowd.y[i]
    room = lists.who.shape[0]
    lower = np.empty(count, np.int64)
    entries = 0
    for i in range(count):
        lists.starts[i], lists.middle[i], lists.ends[i] = entries, entries, entries
        if crowd.presence[i] != 1:
            continue
        lowers = 0
        row = bin_of[i] // columns
        column = bin_of[i] - row * columns
        first, last = max(column - 1, 0), min(column + 1, columns - 1)
        for r in range(max(row - 1, 0), min(row + 1, rows - 1) + 1):
            for at in range(starts[r * columns + first], starts[r * columns + last + 1]):
                dx, dy = x[at] - crowd.x[i], y[at] - crowd.y[i]
                j = order[at]
                apart = crowd.radius[i] + crowd.radius[j] + gap
                if dx * dx + dy * dy >= apart * apart or j == i or crowd.presence[j] != 1:
                    continue
                if j < i:
                    lower[lowers] = j
                    lowers += 1
                    continue
                if entries < room:
                    lists.who[entries] = j
                entries += 1
        lists.middle[i] = entries
        for k in range(lowers):
            if entries + k < room:
                lists.who[entries + k] = lower[k]
        entries += lowers
        lists.ends[i] = entries
    return entries
