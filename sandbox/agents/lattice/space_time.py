"""A* over cells and steps: the cheapest way for one agent from a step to a horizon, past all that is reserved.

A step costs 1, to wait costs 1, to rest at the goal is free. The estimate at the horizon, and everywhere, is the true
distance to the goal (D. Silver, "Cooperative Pathfinding", AIIDE 2005, who finds it by a backward search as needed;
here it is a table). It is consistent, and f grows by 0 (nearer), 1 (wait) or 2 (farther), so that a queue of buckets,
newest first, needs no comparisons. A cell at a step may be found more cheaply after it was found, since there are ways
that rested; then it is entered again, at most three times in all, which bounds the room.

    mark[cell, step]  number of the search << 8 | 255 - f: a newer search and a cheaper way are both greater
    entry[4 * room]   next in its bucket, from where (an entry), cell, step
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.lattice.graph import Lattice
from sandbox.agents.lattice.reservations import CLOSED, FREE, Table, swaps
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import EXPAND, GENERATE, NONE, Events, record_when_asked

MOST_STEPS: Final = 127  # the highest f, two for each step, has to fit into eight bits
TIMES_FOUND: Final = 3
NONE_OF_THEM: Final = 0
ALL_BUT_RISEN: Final = 1
ALL: Final = 2
EXPANDED: Final = 0  # in `counts`
SEARCHES: Final = 1

record = record_when_asked


class Search(NamedTuple):
    """The memory of searches, kept from one to the next."""

    mark: NDArray[np.int64]  # [cells, steps]
    head: NDArray[np.int32]  # [2 * steps + 1] newest entry of each bucket; NONE between searches
    entry: NDArray[np.int32]  # [4 * room]
    path: NDArray[np.int32]  # [steps] the last way found, from its first step on
    stamp: NDArray[np.int64]  # [1] number of the last search
    counts: NDArray[np.int64]  # [2] EXPANDED, SEARCHES


def new_search(lattice: Lattice, horizon: int) -> Search:
    """Memory for searches up to a horizon of at most MOST_STEPS."""
    within = sum(2 * t * t + 2 * t + 1 for t in range(horizon + 1))  # cells at most t steps away, for every t
    room = TIMES_FOUND * min(lattice.cells * (horizon + 1), within)
    return Search(
        mark=np.zeros((lattice.cells, horizon + 1), np.int64),
        head=np.full(2 * horizon + 3, NONE, np.int32),
        entry=np.zeros(4 * room, np.int32),
        path=np.zeros(horizon + 1, np.int32),
        stamp=np.zeros(1, np.int64),
        counts=np.zeros(2, np.int64),
    )


@kernel(counted=False)
def passes(through: int, risen: NDArray[np.uint8], holder: int) -> bool:
    """Whether a way may lead through somebody."""
    return holder != CLOSED and (through == ALL or (through == ALL_BUT_RISEN and risen[holder] == 0))


@kernel(counted=False)
def find(
    lattice: Lattice,
    far: NDArray[Any],
    row: int,
    table: Table,
    start: int,
    first: int,
    last: int,
    edges: int,
    through: int,
    risen: NDArray[np.uint8],
    search: Search,
    events: Events,
) -> int:
    """Find a way from `start` at step `first` to step `last`, into `search.path`.

    With `edges` nobody is swapped with. `through` says through whom the way may lead, as if they had reserved nothing:
    NONE_OF_THEM, ALL_BUT_RISEN (those for whom `risen` is 1), or ALL; never through what is CLOSED. Returns what it
    costs more than the distance there was at first, or NONE. The start itself need not be free.
    """
    mark, head, entry = search.mark, search.head, search.entry
    neighbours, degree = lattice.neighbours, lattice.degree
    search.stamp[0] += 1
    search.counts[SEARCHES] += 1
    stamp = search.stamp[0] << 8
    mark[start, first] = stamp | 255
    entry[0], entry[1], entry[2], entry[3] = NONE, NONE, start, first
    head[0] = 0
    now, most, top, expanded = 0, 0, 4, 0
    found, end = NONE, NONE
    at_first = np.int64(far[row, start])
    record(events, GENERATE, start, NONE, 0, at_first, first)
    while now <= most:
        e = np.int64(head[now])
        if e < 0:
            now += 1
            continue
        head[now] = entry[e]
        v, t = np.int64(entry[e + 2]), np.int64(entry[e + 3])
        if mark[v, t] != stamp | (255 - now):
            continue  # found more cheaply since
        expanded += 1
        left = np.int64(far[row, v])
        record(events, EXPAND, v, v, at_first + now - left, at_first + now, t)
        if t == last:
            found, end = now, e
            break
        for k in range(degree[v], -1, -1):
            u = v
            if k < degree[v]:
                u = np.int64(neighbours[v, k])
            holder = table[u, t + 1]
            if holder != FREE and not passes(through, risen, holder):
                continue
            f = now + (0 if u == v and left == 0 else 1) + np.int64(far[row, u]) - left
            if mark[u, t + 1] >= stamp | (255 - f):
                continue
            if edges and u != v and swaps(table, v, u, t) and not passes(through, risen, table[u, t]):
                continue
            mark[u, t + 1] = stamp | (255 - f)
            entry[top], entry[top + 1], entry[top + 2], entry[top + 3] = head[f], e, u, t + 1
            head[f] = top
            top += 4
            most = max(most, f)
            record(events, GENERATE, u, v, at_first + f - np.int64(far[row, u]), at_first + f, t + 1)
    search.counts[EXPANDED] += expanded
    for f in range(now, most + 1):
        head[f] = NONE
    while end >= 0:
        search.path[entry[end + 3] - first] = entry[end + 2]
        end = np.int64(entry[end + 1])
    return found
