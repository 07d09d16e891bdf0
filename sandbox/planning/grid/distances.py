"""Distances from one cell to all: Dijkstra's algorithm over the whole grid, for landmarks, fields and curves."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.recording import NO_EVENTS, NONE
from sandbox.kernels.stamps import G_BITS
from sandbox.planning.api import new_stop
from sandbox.planning.batch import OUT_OF_ROOM
from sandbox.planning.grid.bucket_search import UNIFORM_SHIFT, Rule, bucket_search, new_work
from sandbox.planning.grid.graph import DIAGONAL, DX, DY, STRAIGHT, Space
from sandbox.planning.search import Work, with_more_room

NO_BUDGET = 1 << 62


def shift_for(space: Space, *, weighted: bool) -> int:
    """How wide buckets are: about a third of a cell of the cheapest terrain.

    That is narrower than the shortest step, and the widest step of f (two diagonals at the highest cost)
    spans at most half of the buckets there are.
    """
    return UNIFORM_SHIFT + ((2 * space.lowest8).bit_length() - 1 if weighted else 0)


def distances_from(
    space: Space, source: int, *, weighted: bool, moves: int = 255, work: Work | None = None
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Which ids there is a way to from `source`, and its cost in cost units (0 where there is none)."""
    work = work or new_work(space.moves.shape[0])
    rule = Rule(0, 0, moves, int(weighted), 0, shift_for(space, weighted=weighted), NO_BUDGET)
    while bucket_search(space, work, rule, source, NONE, new_stop(), NO_EVENTS)[0] == OUT_OF_ROOM:
        work = with_more_room(work)
    stamp = work.stamp[0] << G_BITS
    reached = work.key >= stamp
    return reached, np.where(reached, work.key - stamp, 0)


def steepest_descent(
    space: Space, reached: NDArray[np.bool_], distance: NDArray[np.int64], *, weighted: bool, moves: int = 255
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The tree of shortest paths: each reached id but the source, and the id it is best reached from."""
    parent = np.full(len(distance), NONE, np.int64)
    ids = np.flatnonzero(reached)
    for d in range(8):
        if not moves >> d & 1:
            continue
        before = ids - (DY[d] * space.stride + DX[d])
        step = np.full(len(ids), STRAIGHT if d < 4 else DIAGONAL, np.int64)
        if weighted:
            step *= space.cost8[ids].astype(np.int64) + space.cost8[before]
        best = reached[before] & (space.moves[before] >> d & 1 == 1) & (distance[before] + step == distance[ids])
        parent[ids[best]] = before[best]
    child = np.flatnonzero(parent != NONE)
    return child, parent[child]
