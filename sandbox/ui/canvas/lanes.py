"""Paths that run over the same line are drawn side by side: which pieces coincide, and in which lane each goes.

Pieces on one line are cut where any of them begins or ends; over each of the stretches that result the paths that
share it are ranked in the order given. All of it in arrays, since it is done anew with every answer of a drag.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Floats, Int64s

Ids = Int64s
FINE = 1e-4  # cells: lines nearer than this are one
MOST_PIECES = 20_000  # of all paths together; more are drawn one over the other
MOST_PATHS = 32


class Pieces(NamedTuple):
    """The pieces of all paths, one after the other, on the lines they lie on."""

    ends: Floats  # [n, 4]
    owner: Ids  # [n] the path
    line: Ids  # [n] the number of its line
    forward: NDArray[np.bool_]  # [n] whether it goes along its line, or against it
    low: Floats  # [n] from here on its line ...
    high: Floats  # [n] ... to here


def side_by_side(paths: Sequence[Floats]) -> list[tuple[Floats, Floats]]:
    """Every path, cut where it begins or ends to coincide with another, and the lane of each of its pieces.

    Lanes are counted in widths from the middle, to one side of their line whichever way a path goes along it; the
    sign is of the path's own direction: positive lies on its right hand with y down.
    """
    plain = [(path, np.zeros(max(len(path) - 1, 0))) for path in paths]
    lengths = [max(len(path) - 1, 0) for path in paths]
    if sum(length > 0 for length in lengths) < 2 or len(paths) > MOST_PATHS or sum(lengths) > MOST_PIECES:
        return plain
    p = _on_lines(np.concatenate([np.concatenate([a[:-1], a[1:]], axis=1) for a in paths if len(a) > 1]), lengths)
    cuts, first, last = _cuts(p)
    count = last - first
    piece = np.repeat(np.arange(len(count)), count)
    stretch = np.arange(len(piece)) - np.repeat(np.cumsum(count) - count, count) + first[piece]
    lanes = _ranked(stretch, p.owner[piece], len(cuts), len(paths))
    if not lanes.any():
        return plain
    forward = p.forward[piece]
    lanes = np.where(forward, lanes, -lanes)
    order = np.lexsort((np.where(forward, stretch, -stretch), piece))
    piece, stretch, lanes, forward = piece[order], stretch[order], lanes[order], forward[order]
    begins = np.where(
        forward, cuts[stretch] - p.low[piece], p.high[piece] - cuts[np.minimum(stretch + 1, len(cuts) - 1)]
    )
    share = begins / (p.high - p.low)[piece]
    start = p.ends[piece, :2] + (p.ends[piece, 2:] - p.ends[piece, :2]) * share[:, None]
    new = np.concatenate(([True], (piece[1:] != piece[:-1]) | (lanes[1:] != lanes[:-1])))
    parts = [np.flatnonzero(new & (p.owner[piece] == number)) for number in range(len(paths))]
    return [
        (np.concatenate([start[some], path[-1:]]), lanes[some]) if len(some) else whole
        for path, some, whole in zip(paths, parts, plain, strict=True)
    ]


def _on_lines(ends: Floats, lengths: Sequence[int]) -> Pieces:
    """Which pieces lie on one line, and where on it."""
    step = ends[:, 2:] - ends[:, :2]
    u = step / np.maximum(np.hypot(step[:, 0], step[:, 1]), 1e-12)[:, None]
    forward = (u[:, 0] > FINE / 2) | ((np.abs(u[:, 0]) <= FINE / 2) & (u[:, 1] > 0))
    u = np.where(forward[:, None], u, -u)
    offset = ends[:, 0] * u[:, 1] - ends[:, 1] * u[:, 0]
    key = np.rint(np.stack([u[:, 0] / FINE, u[:, 1] / FINE, offset / (10 * FINE)], axis=1)).astype(np.int64)
    line = np.unique(key, axis=0, return_inverse=True)[1].reshape(-1).astype(np.int64)
    along = np.stack([(ends[:, :2] * u).sum(axis=1), (ends[:, 2:] * u).sum(axis=1)])
    low, high = along.min(axis=0), along.max(axis=0)
    base = line * (float(high.max() - low.min()) + 1.0) - float(low.min())  # lines one after the other
    return Pieces(ends, np.repeat(np.arange(len(lengths)), lengths), line, forward, low + base, high + base)


def _cuts(p: Pieces) -> tuple[Floats, Ids, Ids]:
    """Where lines are cut, line by line; for every piece its first cut and its last."""
    cuts = np.unique(np.concatenate([p.low, p.high]))
    cuts = cuts[np.concatenate(([True], np.diff(cuts) > FINE / 2))]
    return cuts, np.searchsorted(cuts, p.low - FINE / 2), np.searchsorted(cuts, p.high - FINE / 2)


def _ranked(stretch: Ids, owner: Ids, stretches: int, paths: int) -> Floats:
    """The lane of each path on each stretch it covers: ranks among those that share it, their middle at 0."""
    there = np.zeros((paths, stretches), np.bool_)
    there[owner, stretch] = True
    before: Ids = np.cumsum(there, axis=0) - there
    lanes: Floats = before[owner, stretch] - (there.sum(axis=0)[stretch] - 1) / 2.0
    return lanes
