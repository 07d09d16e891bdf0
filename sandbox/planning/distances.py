"""Distances from one cell to all: Dijkstra's algorithm over the whole grid, for landmarks, fields and curves."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import specialise
from sandbox.kernels.recording import NO_EVENTS, NONE
from sandbox.planning.api import new_stop
from sandbox.planning.batch import OUT_OF_ROOM
from sandbox.planning.bucket_search import (
    G_BITS,
    UNIFORM_SHIFT,
    UNREACHED,
    Rule,
    Work,
    bucket_search,
    new_work,
    with_more_room,
)
from sandbox.planning.grid_graph import Space, weighted_step

weighted_search = specialise(bucket_search, step_cost=weighted_step)
NO_BUDGET = 1 << 62


def shift_for(space: Space, *, weighted: bool) -> int:
    """How wide buckets are: about a third of a cell of the cheapest terrain.

    That is narrower than the shortest step, and the widest step of f (two diagonals at the highest cost)
    spans at most half of the buckets there are.
    """
    return UNIFORM_SHIFT + ((2 * space.lowest8).bit_length() - 1 if weighted else 0)


def distances_from(
    space: Space, source: int, *, weighted: bool, moves: int = 255, work: Work | None = None
) -> NDArray[np.int64]:
    """The cost from `source` to every id, in cost units; UNREACHED where there is no way."""
    work = work or new_work(space.moves.shape[0])
    rule = Rule(0, 0, moves, 0, shift_for(space, weighted=weighted), NO_BUDGET)
    search = weighted_search if weighted else bucket_search
    while search(space, work, rule, source, NONE, new_stop(), NO_EVENTS)[0] == OUT_OF_ROOM:
        work = with_more_room(work)
    stamp = work.stamp[0] << G_BITS
    return np.where(work.key >= stamp, work.key - stamp, UNREACHED)
