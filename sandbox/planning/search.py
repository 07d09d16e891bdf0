"""A* with a bucket queue, written once for every graph: cells, PRA*'s cliques, HPA*'s transitions.

Finds a shortest path for a consistent estimate. What a graph is, it says in four kernels bound in place of those
below (`leave`, `edge`, `ahead`, `finish`); they are inlined. Beside texts written for one graph alone, which there
were, cells take from 13 % less to 7 % longer and the others up to 10 % less (docs/adr/0008).

Paper: Hart, Nilsson, Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths", IEEE
TSSC 1968; buckets after Dial, "Algorithm 360: Shortest-Path Forest with Topological Ordering", CACM 1969.
Departs from them in: buckets wider than the smallest edge and emptied last in, first out (which prefers the
larger g for nothing), so that a node may be expanded again when a better way comes later; stopping when no
bucket can hold anything better than the best way to the goal known so far. The queue is
written out: called, it makes a search an eighth slower.

    key     [nodes]       stamp << 44 | g (see `stamps`)
    came    [nodes]       how a node was reached, as the graph says it: bits 0 … 3 are shown, CLOSED once expanded
    head    [buckets]     newest entry of a bucket, NONE if empty; a circle, valid up to the highest bucket used
    entry   [3 * room]    next entry, node; behind all these, unless the quest is in order, low 32 bits of g

    order   [expansions]  what was expanded, one after the other, as far as there is room (see `planning/taking_up.py`)
    state   [FIELDS]      how a search ended, or where one is taken up again

An entry is out of date once its node was reached more cheaply. In order, the cheaper entry was taken out first and has
closed the node; else g tells.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"
# ruff: noqa: ARG001  (leave, edge, ahead and finish are only shapes)

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import index
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import EXPAND, GENERATE, INCUMBENT, NONE, RELAX, REOPEN, Events, record_when_asked
from sandbox.kernels.stamps import UNREACHED, UNSEEN
from sandbox.planning.batch import FOUND, NO_PATH, OUT_OF_BUDGET, OUT_OF_ROOM, STOPPED

CLOSED = 16
HERE = 8  # instead of how a node was reached: nothing, the node itself is meant
AS_FINISHED = -2  # instead of a goal: there is one, and `finish` knows it
BUCKETS = 1 << 10  # what lies farther ahead waits in the last of them
AGAIN, NOW, MOST, TOP, BEST, LAST, EXPANDED, GENERATED, REOPENED, ENDED, FIELDS = range(11)  # in `state`
LOOK_EVERY = 255  # expansions between two looks at `stop`, as a mask

record = record_when_asked


class Work(NamedTuple):
    """The memory of a search, kept from query to query."""

    key: NDArray[np.int64]
    came: NDArray[Any]
    head: NDArray[np.int32]
    entry: NDArray[np.int32]
    stamp: NDArray[np.int64]  # [1] number of the last search
    order: NDArray[np.int64]  # node << 4 | how it was reached, low 32 bits of g above; empty: nobody asks for it
    state: NDArray[np.int64]


class Quest(NamedTuple):
    """One search."""

    source: int
    goal: int  # another node; NONE: label everything; AS_FINISHED
    came: int  # of the source
    ahead: int  # the estimate from there
    best: int  # cost of a way that is known already, or UNREACHED
    stamp: int  # of this search
    lowest: int  # keys below are free to be used: the stamp, or EARLIER for what was given it, and UNSEEN, alone
    shift: int  # a bucket is 2 ** shift cost units wide
    budget: int  # expansions
    consistent: int = 1  # the estimate is, so that a node may be set aside when it cannot beat the best way known
    outright: int = 0  # 1: the source may be no node, and leaving it is no expansion
    in_order: int = 0  # 1: consistent, and no edge leads as far ahead as there are buckets


def new_work(nodes: int, came: type[np.generic], room: int) -> Work:
    """Memory for so many nodes, written to once so that no query waits for the pages."""
    return Work(
        key=np.full(nodes, 0, np.int64),
        came=np.full(nodes, HERE, came),
        head=np.full(BUCKETS, NONE, np.int32),
        entry=np.full(3 * room, 0, np.int32),
        stamp=np.zeros(1, np.int64),
        order=np.zeros(0, np.int64),
        state=np.zeros(FIELDS, np.int64),
    )


def with_more_room(work: Work) -> Work:
    """The same memory with twice the entries."""
    return work._replace(entry=np.full(2 * len(work.entry), 0, np.int32))


@kernel(counted=False)
def leave(graph: Any, task: Any, came: NDArray[Any], u: int) -> tuple[int, int, int, int]:
    """Bound: how many edges to try at a node, and three numbers about it for the kernels below."""
    return 0, 0, 0, 0


@kernel(counted=False)
def edge(graph: Any, task: Any, u: int, gu: int, x: int, y: int, z: int, i: int) -> tuple[int, int, int, int]:
    """Bound: where edge i leads (NONE: nowhere), the cost up to there, how it is reached, and the new z."""
    return NONE, 0, 0, 0


@kernel(counted=False)
def ahead(graph: Any, task: Any, v: int, via: int, x: int, y: int) -> int:
    """Bound: the estimate for a node reached from one with these numbers, or of that one itself (HERE)."""
    return 0


@kernel(counted=False)
def finish(graph: Any, task: Any, u: int, gu: int, x: int, y: int, z: int) -> int:
    """Bound where the goal is no node: the cost of the way that ends from here, or UNREACHED."""
    return UNREACHED


@kernel(counted=False)
def search(
    graph: Any, task: Any, work: Work, quest: Quest, stop: NDArray[np.uint8], events: Events
) -> tuple[int, int, int, int, int, int]:
    """Search: how it ended, the cost, nodes expanded, generated, reopened, and from where the goal was reached.

    `work` is modified in place.
    """
    key, came, head, entry, order = work.key, work.came, work.head, work.entry, work.order
    goal, stamp, lowest = quest.goal, quest.stamp, quest.lowest
    f0, shift = quest.ahead, quest.shift
    low = (1 << 32) - 1
    room = 2 * (entry.shape[0] // 3)
    in_order = quest.in_order != 0
    u, gu, best, last = np.int64(quest.source), np.int64(0), np.int64(quest.best), np.int64(quest.source)
    expanded, generated, reopened = 0, 0, 0
    now, most, free, top, waiting = 0, -1, -1, 0, 0
    count, x, y, z = 0, 0, 0, 0
    if quest.outright:
        count, x, y, z = leave(graph, task, came, u)
        best = min(best, finish(graph, task, u, gu, x, y, z))
    elif work.state[AGAIN]:
        work.state[AGAIN] = 0
        now, most, top, waiting = work.state[NOW], work.state[MOST], work.state[TOP], work.state[TOP] >> 1
        best, last, expanded = work.state[BEST], work.state[LAST], work.state[EXPANDED]
        generated, reopened = work.state[GENERATED], work.state[REOPENED]
    else:
        key[index(u)], came[index(u)] = stamp, quest.came
        entry[0], entry[1], entry[index(room)] = -1, u, 0
        head[0] = 0
        most, top, waiting, generated = 0, 2, 1, 1
        record(events, GENERATE, u, NONE, 0, f0, quest.came & 15)
    while True:
        for i in range(count):
            v, g, via, z = edge(graph, task, u, gu, x, y, z, i)
            if v < 0:
                continue
            seen = key[index(v)]
            if seen >= lowest and seen <= stamp | g:
                continue
            f = g + ahead(graph, task, v, via, x, y)
            if seen < stamp or seen == stamp | UNSEEN:
                kind = GENERATE
                generated += 1
            elif came[index(v)] & CLOSED:
                kind = REOPEN
                reopened += 1
            else:
                kind = RELAX
            key[index(v)] = stamp | g
            came[index(v)] = via
            record(events, kind, v, u, g, f, via & 15)
            if v == goal:
                best, last = f, u
                record(events, INCUMBENT, v, u, g, f, via & 15)
                continue
            if f >= best:
                continue
            e = free
            if e >= 0:
                free = np.int64(entry[index(e)])
            else:
                e = top
                top += 2
                if top > room:
                    return OUT_OF_ROOM, best, expanded, generated, reopened, last
            b = (f - f0) >> shift
            if b - now < 0 or b - now >= BUCKETS:
                b = now if b < now else now + BUCKETS - 1
            while most < b:
                most += 1
                head[index(most & (BUCKETS - 1))] = -1
            entry[index(e)] = head[index(b & (BUCKETS - 1))]
            entry[index(e + 1)] = v
            if not in_order:
                entry[index(room + (e >> 1))] = np.int32(g & low)
            head[index(b & (BUCKETS - 1))] = e
            waiting += 1
        if waiting == 0:
            break
        while head[index(now & (BUCKETS - 1))] < 0:
            now += 1
        if (best - f0) >> shift < now:
            break
        e = np.int64(head[index(now & (BUCKETS - 1))])
        head[index(now & (BUCKETS - 1))] = entry[index(e)]
        entry[index(e)] = free
        free = e
        waiting -= 1
        u = np.int64(entry[index(e + 1)])
        gu = key[index(u)] - stamp
        count = 0
        if in_order:
            if came[index(u)] & CLOSED:
                continue  # a better way here came later and went first
        elif (gu & low) != (np.int64(entry[index(room + (e >> 1))]) & low):
            continue
        edges, x, y, z = leave(graph, task, came, u)
        if quest.consistent and best < UNREACHED and gu + ahead(graph, task, u, HERE, x, y) >= best:
            continue
        if expanded >= quest.budget:
            return OUT_OF_BUDGET, best, expanded, generated, reopened, last
        if (expanded & LOOK_EVERY) == 0 and stop[0] != 0:
            return STOPPED, best, expanded, generated, reopened, last
        if expanded < order.shape[0]:
            order[index(expanded)] = (gu & low) << 32 | u << 4 | np.int64(came[index(u)]) & 15
        expanded += 1
        came[index(u)] |= CLOSED
        record(events, EXPAND, u, u, gu, 0, 0)
        count = edges
        if goal == AS_FINISHED:
            whole = finish(graph, task, u, gu, x, y, z)
            if whole < best:
                best, last = whole, u
    if best < UNREACHED or goal == NONE:
        return FOUND, best, expanded, generated, reopened, last
    return NO_PATH, best, expanded, generated, reopened, last
