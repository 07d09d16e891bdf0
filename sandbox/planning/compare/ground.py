"""On which ground runs have expanded: cell by cell, which of them have been there by any moment.

A search over cells expands cells. A triangle stands for the cells whose middles it holds, its rim included; a node for
the cell it lies in. So searches of both worlds can be laid over one another.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sandbox.kernels.arrays import Floats, Int32s, Int64s
from sandbox.planning.compare.run import Run

Ids = Int64s
NEVER = int(np.iinfo(np.int32).max)
RIM = 1e-9  # cells


def reached_by(run: Run) -> Int32s:
    """[height * width] after how many events a cell is ground on which the run has expanded, or NEVER."""
    reached = np.full(run.height * run.width, NEVER, np.int32)
    subjects = run.recording.subject[run.expansions].astype(np.int64)
    for level in np.unique(run.levels).tolist():
        of_level = run.levels == level
        numbers, whom = run.expansions[of_level] + 1, subjects[of_level]
        shapes = run.shapes.get(level)
        if shapes is None:
            cells = cells_at(run.spots(level, whom.astype(np.int32)), run.width, run.height)
            np.minimum.at(reached, cells[cells >= 0], numbers[cells >= 0].astype(np.int32))
        else:
            known = (whom >= 0) & (whom < len(shapes))
            who, first = np.unique(whom[known], return_index=True)
            owner, cells = cells_in(shapes[who], run.width, run.height)
            np.minimum.at(reached, cells, numbers[known][first][owner].astype(np.int32))
    return reached


def cells_at(spots: Floats, width: int, height: int) -> Ids:
    """[n] y * width + x of the cells that places lie in, those on the far borders included; -1 outside."""
    there = np.nan_to_num(spots, nan=-1.0)
    x, y = np.floor(there[:, 0]), np.floor(there[:, 1])
    x, y = np.where(there[:, 0] == width, width - 1, x), np.where(there[:, 1] == height, height - 1, y)
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    return np.where(inside, y * width + x, -1).astype(np.int64)


def cells_in(shapes: Floats, width: int, height: int) -> tuple[Ids, Ids]:
    """The cells whose middles lie in convex outlines [n, corners, 2]: (index of the outline, y * width + x) of each."""
    low = np.clip(np.ceil(shapes[:, :, 1].min(axis=1) - 0.5 - RIM), 0, height).astype(np.int64)
    high = np.clip(np.floor(shapes[:, :, 1].max(axis=1) - 0.5 + RIM), -1, height - 1).astype(np.int64)
    owner, row = _spans(low, high)
    left, right = _across(shapes[owner], row.astype(np.float64) + 0.5)
    first = np.clip(np.ceil(left - 0.5 - RIM), 0, width).astype(np.int64)
    last = np.clip(np.floor(right - 0.5 + RIM), -1, width - 1).astype(np.int64)
    line, column = _spans(first, last)
    return owner[line], row[line] * width + column


def _spans(low: Ids, high: Ids) -> tuple[Ids, Ids]:
    """Every whole number of some ranges, ends included: (index of the range, number)."""
    count = np.maximum(high - low + 1, 0)
    owner = np.repeat(np.arange(len(low)), count)
    begins = np.repeat(np.cumsum(count) - count, count)
    return owner, low[owner] + np.arange(len(owner)) - begins


def _across(shapes: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Where the line at a height enters and leaves each outline; entering after leaving where it misses it."""
    a, b = shapes, np.roll(shapes, -1, axis=1)
    low, high = np.minimum(a[..., 1], b[..., 1]), np.maximum(a[..., 1], b[..., 1])
    meets = (low - RIM <= y[:, None]) & (y[:, None] <= high + RIM)
    rise = b[..., 1] - a[..., 1]
    flat = np.abs(rise) <= RIM
    share = np.clip((y[:, None] - a[..., 1]) / np.where(flat, 1.0, rise), 0.0, 1.0)
    x = a[..., 0] + share * (b[..., 0] - a[..., 0])
    left = np.where(flat, np.minimum(a[..., 0], b[..., 0]), x)
    right = np.where(flat, np.maximum(a[..., 0], b[..., 0]), x)
    return np.where(meets, left, np.inf).min(axis=1), np.where(meets, right, -np.inf).max(axis=1)


def in_order(reached: Int32s) -> Int32s:
    """The cells that are ever reached, the first ones first."""
    cells = np.flatnonzero(reached < NEVER)
    return cells[np.argsort(reached[cells], kind="stable")].astype(np.int32)


class Coverage:
    """Which runs have been where, as bits: run i is 1 << i. Going to another moment touches what lies between."""

    def __init__(self, reached: Sequence[Int32s], order: Sequence[Int32s] | None = None) -> None:
        self.reached = list(reached)
        self.codes = np.zeros(len(reached[0]) if reached else 0, np.uint8)
        self.counts = np.zeros(1 << len(self.reached), np.int64)  # how many cells have each code
        self.counts[0] = len(self.codes)
        self.times = tuple(0 for _ in self.reached)
        self._order = list(map(in_order, self.reached) if order is None else order)
        self._sorted = [numbers[cells] for numbers, cells in zip(self.reached, self._order, strict=True)]

    def move_to(self, times: Sequence[int]) -> Int32s:
        """Show the moment after so many events of each; the cells whose code may have changed, each once."""
        parts = [self._between(run, *sorted((self.times[run], time))) for run, time in enumerate(times)]
        self.times = tuple(times)
        if not any(len(part) for part in parts):
            return np.zeros(0, np.int32)
        cells = _once(parts, len(self.codes))
        self.counts -= np.bincount(self.codes[cells], minlength=len(self.counts))
        for run, part in enumerate(parts):
            self.codes[part] ^= np.uint8(1 << run)
        self.counts += np.bincount(self.codes[cells], minlength=len(self.counts))
        return cells

    def _between(self, run: int, low: int, high: int) -> Int32s:
        """The cells a run reaches after more than `low` events and no more than `high`."""
        first, stop = np.searchsorted(self._sorted[run], (low, high), side="right")
        return self._order[run][first:stop]

    def only(self, run: int) -> int:
        """How many cells no other run has expanded on."""
        return int(self.counts[1 << run])

    @property
    def everybody(self) -> int:
        """How many cells all of them have expanded on."""
        return int(self.counts[-1])

    @property
    def anybody(self) -> int:
        """How many cells any of them has expanded on."""
        return int(self.counts[1:].sum())


def _once(parts: Sequence[Int32s], size: int) -> Int32s:
    """Cells of several lists, each once; to tick off many costs a fraction of sorting them."""
    cells = np.concatenate(parts)
    if len(cells) * 32 < size:
        return np.unique(cells)
    met = np.zeros(size, np.bool_)
    met[cells] = True
    return np.flatnonzero(met).astype(np.int32)
