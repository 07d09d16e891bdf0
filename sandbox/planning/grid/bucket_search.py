"""Shortest paths on the grid by A* with a bucket queue: the fast text.

Finds an optimal path for a consistent heuristic of the form `along * max(dx, dy) + across * min(dx, dy)`
(octile, Manhattan, Chebyshev, zero: then it is Dijkstra's algorithm), on uniform or weighted terrain.

Paper: Hart, Nilsson, Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths", IEEE
TSSC 1968; buckets after Dial, "Algorithm 360: Shortest-Path Forest with Topological Ordering", CACM 1969.
Departs from them in: buckets wider than the smallest edge and emptied last in, first out (which prefers the
larger g for nothing), so that a cell may be expanded again when a better way comes later; stopping when no
bucket can hold anything better than the best way to the goal *generated* so far; and canonical successors
on uniform terrain (see `graph`). The queue of `kernels/buckets.py` is written out here: called, it makes a
search an eighth slower.

Nothing is cleared between searches: a node's key packs the number of the search with its g, so "seen in
this search?" and "better?" are one comparison.

    key     [ids]         stamp << 44 | g;  stamp << 44 | UNSEEN: in the corridor, not reached
    came    [ids]         direction of arrival, | CLOSED once expanded
    head    [buckets]     newest entry of a bucket, NONE if empty; used in a circle
    entry   [3 * room]    next entry, low 32 bits of g, node
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import EXPAND, GENERATE, INCUMBENT, NONE, RELAX, REOPEN, Events, record_when_asked
from sandbox.planning.batch import FOUND, NO_PATH, OUT_OF_BUDGET, OUT_OF_ROOM, STOPPED
from sandbox.planning.grid.graph import NO_DIRECTION, Space, trace_directions

G_BITS = 44  # 2048² cells at the highest terrain cost fit
STAMPS = 1 << (63 - G_BITS)
UNSEEN = (1 << G_BITS) - 1
BUCKETS = 1 << 10  # in a circle: more than the widest step of f in buckets
UNREACHED = 1 << (G_BITS - 1)
CLOSED = 16
UNIFORM_SHIFT = 11  # buckets 2048 / 5741 = 0.36 cells wide
LOOK_EVERY = 1023  # expansions between two looks at `stop`, as a mask


record = record_when_asked  # one text for the clean run, the recorded one, and PRA*'s corridors


class Rule(NamedTuple):
    """What is asked of one search."""

    along: int  # heuristic = along * max(dx, dy) + across * min(dx, dy), in cost units
    across: int
    moves: int  # mask of directions: 255, or 15 without diagonals
    weighted: int  # 1: a step costs its length times the sum of both cells' costs in eighths
    canonical: int  # 1: generate only canonical successors (uniform terrain, eight moves)
    shift: int  # a bucket is 2 ** shift cost units wide
    budget: int  # expansions
    corridor: int = 0  # 1: only cells that were given this search's stamp, and UNSEEN, may be used


class Work(NamedTuple):
    """The memory of a search, kept from query to query."""

    key: NDArray[np.int64]
    came: NDArray[np.uint8]
    head: NDArray[np.int32]
    entry: NDArray[np.int32]
    stamp: NDArray[np.int64]  # [1] number of the last search


def new_work(ids: int) -> Work:
    """Memory for a grid of so many ids, written to once so that no query waits for the pages."""
    return Work(
        key=np.full(ids, 0, np.int64),
        came=np.full(ids, NO_DIRECTION, np.uint8),
        head=np.full(BUCKETS, NONE, np.int32),
        entry=np.full(3 * (2 * ids + 64), 0, np.int32),
        stamp=np.zeros(1, np.int64),
    )


def with_more_room(work: Work) -> Work:
    """The same memory with twice the entries."""
    return work._replace(entry=np.full(2 * len(work.entry), 0, np.int32))


@kernel(counted=False)
def next_stamp(stamp: NDArray[np.int64], key: NDArray[np.int64]) -> int:
    """Number a new search; when the numbers run out, clear the keys once and start over."""
    stamp[0] += 1
    if stamp[0] >= STAMPS:
        key[:] = 0
        stamp[0] = 1
    return stamp[0] << G_BITS


@kernel(counted=False)
def bucket_search(
    space: Space,
    work: Work,
    rule: Rule,
    start: int,
    goal: int,
    stop: NDArray[np.uint8],
    events: Events,
) -> tuple[int, int, int, int, int]:
    """Search from start to goal (NONE: label everything).

    Returns how it ended, the cost, and how many cells were expanded, generated and reopened. `work` is
    modified in place: afterwards `trace_directions(work.came, …)` gives the path.
    """
    S = space.stride
    moves, cost8, around, canon = space.moves, space.cost8, space.around, space.canon
    key, came, head, entry = work.key, work.came, work.head, work.entry
    along, across, shift = rule.along, rule.across, rule.shift
    stamp = work.stamp[0] << G_BITS if rule.corridor else next_stamp(work.stamp, key)
    lowest = 0 if rule.corridor else stamp  # keys below are free to be used
    dxs = (1, -1, 0, 0, 1, -1, 1, -1)
    dys = (0, 0, 1, -1, 1, 1, -1, -1)
    low = (1 << 32) - 1
    room = entry.shape[0]
    gy = goal // S
    gx = goal - gy * S
    dy = abs(start // S - gy)
    dx = abs(start % S - gx)
    f0 = along * max(dx, dy) + across * min(dx, dy)
    head[:] = -1
    best = np.int64(UNREACHED)
    expanded, generated, reopened = 0, 1, 0
    key[start] = stamp
    came[start] = NO_DIRECTION
    entry[0] = -1
    entry[1] = 0
    entry[2] = start
    head[0] = 0
    waiting = 1
    cur = 0
    free = -1
    top = 3
    record(events, GENERATE, start, NONE, 0, f0, NO_DIRECTION)
    while waiting > 0:
        while head[cur & (BUCKETS - 1)] < 0:
            cur += 1
        if best < UNREACHED and (best - f0) >> shift < cur:
            break
        e = head[cur & (BUCKETS - 1)]
        head[cur & (BUCKETS - 1)] = entry[e]
        entry[e] = free
        free = e
        waiting -= 1
        u = np.int64(entry[e + 2])
        gu = key[u] - stamp
        if (gu & low) != (np.int64(entry[e + 1]) & low):
            continue  # a better way here came later and went first
        uy = u // S
        ux = u - uy * S
        if best < UNREACHED:
            dx = abs(ux - gx)
            dy = abs(uy - gy)
            if gu + along * max(dx, dy) + across * min(dx, dy) >= best:
                continue
        if expanded >= rule.budget:
            return OUT_OF_BUDGET, best, expanded, generated, reopened
        if (expanded & LOOK_EVERY) == 0 and stop[0] != 0:
            return STOPPED, best, expanded, generated, reopened
        expanded += 1
        mask = moves[u] & rule.moves
        if rule.canonical:
            mask &= canon[came[u] & 15, around[u]]
        came[u] |= CLOSED
        record(events, EXPAND, u, u, gu, 0, 0)
        for d in range(8):
            if (mask >> d) & 1:
                ax = dxs[d]
                ay = dys[d]
                v = u + ay * S + ax
                step = 5741 if d < 4 else 8119
                if rule.weighted:
                    step *= np.int64(cost8[u]) + np.int64(cost8[v])
                ng = gu + step
                seen = key[v]
                if seen >= lowest and seen <= stamp | ng:
                    continue
                if seen < stamp or seen == stamp | UNSEEN:
                    kind = GENERATE
                    generated += 1
                elif came[v] & CLOSED:
                    kind = REOPEN
                    reopened += 1
                else:
                    kind = RELAX
                key[v] = stamp | ng
                came[v] = d
                dx = abs(ux + ax - gx)
                dy = abs(uy + ay - gy)
                f = ng + along * max(dx, dy) + across * min(dx, dy)
                record(events, kind, v, u, ng, f, d)
                if v == goal:
                    best = ng
                    record(events, INCUMBENT, v, u, ng, ng, d)
                    continue
                if f >= best:
                    continue
                e = free
                if e >= 0:
                    free = entry[e]
                else:
                    e = top
                    top += 3
                    if top > room:
                        return OUT_OF_ROOM, best, expanded, generated, reopened
                b = ((f - f0) >> shift) & (BUCKETS - 1)
                entry[e] = head[b]
                entry[e + 1] = np.int32(ng & low)
                entry[e + 2] = v
                head[b] = e
                waiting += 1
    if best < UNREACHED or goal < 0:
        return FOUND, best, expanded, generated, reopened
    return NO_PATH, best, expanded, generated, reopened


@kernel(counted=False)
def bucket_trace(space: Space, work: Work, start: int, goal: int, path: NDArray[np.int32]) -> int:
    """The path the last search found, from goal back to start."""
    return trace_directions(work.came, space.stride, start, goal, path)
