"""Bidirectional A*, after NBA*: a search from each end, and an exact rule for when to stop.

Finds optimal paths on any terrain. Stopping when the two searches meet is *not* optimal; here every cell is
expanded by one side only, a cell is set aside when either side's bound shows that no path through it can beat
the best meeting so far, and the search ends when one side has nothing left.

Paper: Pijls, Post, "Yet Another Bidirectional Algorithm for Finding the Shortest Path", Econometric Institute
Report EI 2009-10 (NBA*). Departs from it in: the side with the shorter open list goes next; ties go to the
smaller estimate.

    side 0 from the start, 1 from the goal; both need a consistent heuristic
    record  [ids, 4]   of each side stamp << 44 | g; of each side direction of arrival, | CLOSED once expanded (or
                       set aside) by that side: what is asked of a cell lies in half a cache line
    heap's key         f << 16 | estimate >> 12
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import index
from sandbox.kernels.heap import Heap, heap_pop, heap_push, new_heap
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import CLOSE, EXPAND, GENERATE, INCUMBENT, NONE, RELAX, Events, record_when_asked
from sandbox.kernels.stamps import UNREACHED, next_stamp
from sandbox.planning.batch import FOUND, NO_PATH, OUT_OF_BUDGET, OUT_OF_ROOM, STOPPED
from sandbox.planning.grid.graph import NO_DIRECTION, Space, any_step, norm, row_of, share_of, step_cost
from sandbox.planning.search import CLOSED, LOOK_EVERY

record = record_when_asked
CAME = 2  # the first of the columns that say how a cell was reached
SIDE = 16  # added to the direction in an event's aux by the search from the goal


class Rule(NamedTuple):
    """What is asked of one search."""

    along: int  # heuristic = along * max(dx, dy) + across * min(dx, dy), in cost units
    across: int
    moves: int  # mask of directions
    weighted: int  # 1: terrain counts
    budget: int  # expansions


class Work(NamedTuple):
    """The memory of a search, kept from query to query."""

    record: NDArray[np.int64]
    front: Heap
    back: Heap
    state: NDArray[np.int64]  # [2] number of the last search, where its two sides met


def new_work(ids: int) -> Work:
    """Memory for a grid of so many ids."""
    front, back = new_heap(ids + 64, np.int64), new_heap(ids + 64, np.int64)
    return Work(np.full((ids, 4), 0, np.int64), front, back, np.zeros(2, np.int64))


def with_more_room(work: Work) -> Work:
    """The same memory with twice the open lists."""
    room = 2 * len(work.front.key)
    return work._replace(front=new_heap(room, np.int64), back=new_heap(room, np.int64))


@kernel(counted=False, inlined=True)
def is_closed(rec: NDArray[np.int64], stamp: int, u: int) -> bool:
    """Whether either side is done with a cell."""
    front = rec[index(u), 0] >= stamp and rec[index(u), CAME] & CLOSED != 0
    return front or (rec[index(u), 1] >= stamp and rec[index(u), CAME + 1] & CLOSED != 0)


@kernel(counted=False)
def least(heap: Heap, rec: NDArray[np.int64], stamp: int) -> int:
    """The least f of a side; -1 when nothing is left. Entries of closed cells are dropped on the way."""
    while heap.size[0] > 0:
        if not is_closed(rec, stamp, np.int64(heap.item[0])):
            return heap.key[0] >> 16
        heap_pop(heap)
    return -1


@kernel(counted=False)
def two_ended_search(
    space: Space, work: Work, rule: Rule, start: int, goal: int, stop: NDArray[np.uint8], events: Events
) -> tuple[int, int, int, int, int]:
    """Search from both ends; both open and different.

    Returns how it ended, the cost, and how many cells were expanded, generated and reopened (none). `work` is
    modified in place: afterwards `two_ended_trace` gives the path.
    """
    S = space.stride
    rec = work.record
    share = share_of(S)
    stamp = next_stamp(work.state, rec)
    sx, sy = start % S, start // S
    tx, ty = goal % S, goal // S
    apart = norm(rule.along, rule.across, sx - tx, sy - ty)
    best = np.int64(UNREACHED)
    expanded, generated = 0, 2
    work.front.size[0] = 0
    work.back.size[0] = 0
    for side in range(2):
        u = goal if side else start
        rec[u, side] = stamp
        rec[u, CAME + side] = NO_DIRECTION
        heap_push(work.back if side else work.front, (apart << 16) | min(apart >> 12, 65535), u)
        record(events, GENERATE, u, NONE, 0, apart, NO_DIRECTION + SIDE * side)
    bound0, bound1 = apart, apart  # the least f of either side
    while True:
        bound0 = least(work.front, rec, stamp)
        bound1 = least(work.back, rec, stamp)
        if bound0 < 0 or bound1 < 0 or max(bound0, bound1) >= best:
            break
        side = 1 if work.back.size[0] < work.front.size[0] else 0
        other = 1 - side
        heap = work.back if side else work.front
        u = np.int64(heap_pop(heap))
        gu = rec[index(u), index(side)] - stamp
        uy = row_of(u, share)
        ux = u - uy * S
        # what is left to our target, and what the other side has to come at least
        ox, oy = (sx, sy) if side else (tx, ty)
        ahead = norm(rule.along, rule.across, ux - ox, uy - oy)
        ox, oy = (tx, ty) if side else (sx, sy)
        behind = norm(rule.along, rule.across, ux - ox, uy - oy)
        d = rec[index(u), index(CAME + side)]
        rec[index(u), index(CAME + side)] = d | CLOSED
        from_cell = u if d == NO_DIRECTION else u - any_step(d, S)
        if gu + ahead >= best or gu + (bound0 if side else bound1) - behind >= best:
            record(events, CLOSE, u, from_cell, gu, gu + ahead, d + SIDE * side)
            continue
        if expanded >= rule.budget:
            return OUT_OF_BUDGET, best, expanded, generated, 0
        if (expanded & LOOK_EVERY) == 0 and stop[0] != 0:
            return STOPPED, best, expanded, generated, 0
        expanded += 1
        record(events, EXPAND, u, from_cell, gu, gu + ahead, d + SIDE * side)
        ox, oy = (sx, sy) if side else (tx, ty)
        mask = np.int64(space.moves[index(u)]) & rule.moves
        for d in range(8):
            if (mask >> d) & 1:
                v = u + any_step(d, S)
                if is_closed(rec, stamp, v):
                    continue
                ng = gu + step_cost(space, u, v, d, rule.weighted)
                kind = GENERATE
                seen = rec[index(v), index(side)]
                if seen >= stamp:
                    if seen <= stamp | ng:
                        continue
                    kind = RELAX
                else:
                    generated += 1
                rec[index(v), index(side)] = stamp | ng
                rec[index(v), index(CAME + side)] = d
                vy = row_of(v, share)
                h = norm(rule.along, rule.across, v - vy * S - ox, vy - oy)
                record(events, kind, v, u, ng, ng + h, d + SIDE * side)
                met = rec[index(v), index(other)]
                if met >= stamp and ng + met - stamp < best:
                    best = ng + met - stamp
                    work.state[1] = v
                    record(events, INCUMBENT, v, u, best, best, d + SIDE * side)
                if not heap_push(heap, ((ng + h) << 16) | min(h >> 12, 65535), v):
                    return OUT_OF_ROOM, best, expanded, generated, 0
    return FOUND if best < UNREACHED else NO_PATH, best, expanded, generated, 0


@kernel(counted=False)
def two_ended_trace(space: Space, work: Work, start: int, goal: int, path: NDArray[np.int32]) -> int:
    """The path the last search found, from goal back to start: goal to the meeting, meeting to start."""
    S = space.stride
    met = work.state[1]
    n = 0
    u = met
    while u != goal:
        u -= any_step(np.int64(work.record[u, CAME + 1] & 15), S)
        path[n] = u
        n += 1
    for i in range(n // 2):
        path[i], path[n - 1 - i] = path[n - 1 - i], path[i]
    u = met
    while u != start:
        path[n] = u
        n += 1
        u -= any_step(np.int64(work.record[u, CAME] & 15), S)
    path[n] = start
    return n + 1
