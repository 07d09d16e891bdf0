"""Bidirectional A*, after NBA*: a search from each end, and an exact rule for when to stop.

Finds optimal paths on any terrain. Stopping when the two searches meet is *not* optimal; here a cell is set aside
by one side when the other has settled it, or when the other's bound shows that no path through it can beat the
best meeting so far, and the search ends when one side has nothing left that could.

Paper: Pijls, Post, "Yet Another Bidirectional Algorithm for Finding the Shortest Path", Econometric Institute
Report EI 2009-10 (NBA*); buckets and canonical successors as in `planning/search.py` and `grid/graph.py`. Departs
from the paper in: the side with the shorter open list goes next; buckets, emptied last in, first out, so that a
cell may be expanded again when a better way comes later. A side's bound is therefore the lower edge of its bucket,
and a cell is settled by a side only if its f lies no higher than that: then no better way to it can be waiting.

    side 0 from the start, 1 from the goal; both need a consistent heuristic
    record  [ids, 4]      of each side stamp << 44 | g; of each side direction of arrival, | CLOSED once expanded (or
                          set aside) by that side: what is asked of a cell lies in half a cache line
    head    [2, buckets]  of each side newest entry of a bucket, in a ring; valid up to the highest bucket used
    entry   [3 * room]    next entry (of those taken out: next free one), low 32 bits of g, cell; of both sides
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import index
from sandbox.kernels.bits import ctz
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import CLOSE, EXPAND, GENERATE, INCUMBENT, NONE, RELAX, REOPEN, Events, record_when_asked
from sandbox.kernels.stamps import G_BITS, UNREACHED, next_stamp
from sandbox.planning.batch import FOUND, NO_PATH, OUT_OF_BUDGET, OUT_OF_ROOM, STOPPED
from sandbox.planning.entries import new_place
from sandbox.planning.grid.graph import NO_DIRECTION, Space, any_step, norm, row_of, share_of, step_cost
from sandbox.planning.search import BUCKETS, CLOSED, LOOK_EVERY

record = record_when_asked
CAME = 2  # the first of the columns that say how a cell was reached
SIDE = 16  # added to the direction in an event's aux by the search from the goal
RING = BUCKETS - 1


class Rule(NamedTuple):
    """What is asked of one search."""

    along: int  # heuristic = along * max(dx, dy) + across * min(dx, dy), in cost units
    across: int
    moves: int  # mask of directions
    weighted: int  # 1: terrain counts
    canonical: int  # 1: generate only canonical successors (uniform terrain, eight moves)
    shift: int  # a bucket is 2 ** shift cost units wide: less than any step
    budget: int  # expansions


class Work(NamedTuple):
    """The memory of a search, kept from query to query."""

    record: NDArray[np.int64]
    head: NDArray[np.int32]
    entry: NDArray[np.int32]
    state: NDArray[np.int64]  # [2] number of the last search, where its two sides met


def new_work(ids: int) -> Work:
    """Memory for a grid of so many ids."""
    head, entry = np.full((2, BUCKETS), NONE, np.int32), np.full(3 * (ids + 64), 0, np.int32)
    return Work(np.full((ids, 4), 0, np.int64), head, entry, np.zeros(2, np.int64))


def with_more_room(work: Work) -> Work:
    """The same memory with twice the entries."""
    return work._replace(entry=np.full(2 * len(work.entry), 0, np.int32))


@kernel(counted=False)
def two_ended_search(
    space: Space, work: Work, rule: Rule, start: int, goal: int, stop: NDArray[np.uint8], events: Events
) -> tuple[int, int, int, int, int]:
    """Search from both ends, open and different; the answer is as `best_first` gives it, the path `two_ended_trace`."""
    S, shift = space.stride, rule.shift
    rec, head, entry = work.record, work.head, work.entry
    share = share_of(S)
    stamp = next_stamp(work.state, rec)
    low = (1 << 32) - 1
    sx, sy = start % S, start // S
    tx, ty = goal % S, goal // S
    apart = norm(rule.along, rule.across, sx - tx, sy - ty)
    best = np.int64(UNREACHED)
    expanded, generated, reopened = 0, 2, 0
    for side in range(2):
        u = goal if side else start
        rec[u, side] = stamp
        rec[u, CAME + side] = NO_DIRECTION
        entry[3 * side], entry[3 * side + 1], entry[3 * side + 2] = -1, 0, u
        head[side, 0] = 3 * side
        record(events, GENERATE, u, NONE, 0, apart, NO_DIRECTION + SIDE * side)
    top, free = 6, -1
    now0, now1, most0, most1, waiting0, waiting1 = 0, 0, 0, 0, 1, 1  # of either side: bucket, highest one, entries
    while waiting0 > 0 and waiting1 > 0:
        side = 1 if waiting1 < waiting0 else 0
        now, most = (now1, most1) if side else (now0, most0)
        while head[index(side), index(now & RING)] < 0:
            now += 1
        if side:
            now1 = now
        else:
            now0 = now
        if apart + (now << shift) >= best:
            break
        e = np.int64(head[index(side), index(now & RING)])
        head[index(side), index(now & RING)] = entry[index(e)]
        entry[index(e)] = free
        free = e
        added = -1
        u = np.int64(entry[index(e + 2)])
        gu = rec[index(u), index(side)] - stamp
        if (gu & low) == (np.int64(entry[index(e + 1)]) & low):  # else a better way here came later and went first
            other = 1 - side
            bound = apart + ((now0 if side else now1) << shift)  # of the other side: what waits there has no lower f
            ox, oy, px, py = (sx, sy, tx, ty) if side else (tx, ty, sx, sy)
            uy = row_of(u, share)
            ux = u - uy * S
            # what is left to our target, and what the other side's estimate is
            ahead = norm(rule.along, rule.across, ux - ox, uy - oy)
            behind = norm(rule.along, rule.across, ux - px, uy - py)
            d = rec[index(u), index(CAME + side)]
            rec[index(u), index(CAME + side)] = d | CLOSED
            d &= 15
            from_cell = u if d == NO_DIRECTION else u - any_step(d, S)
            met = rec[index(u), index(other)]
            settled = met >= stamp and met - stamp + behind <= bound
            if settled or gu + ahead >= best or gu + bound - behind >= best:
                record(events, CLOSE, u, from_cell, gu, gu + ahead, d + SIDE * side)
                mask = 0
            else:
                if expanded >= rule.budget:
                    return OUT_OF_BUDGET, best, expanded, generated, reopened
                if (expanded & LOOK_EVERY) == 0 and stop[0] != 0:
                    return STOPPED, best, expanded, generated, reopened
                expanded += 1
                record(events, EXPAND, u, from_cell, gu, gu + ahead, d + SIDE * side)
                mask = np.int64(space.moves[index(u)]) & rule.moves
                if rule.canonical:
                    mask &= np.int64(space.canon[index(d), space.around[index(u)]])
            while mask != 0:
                d = ctz(mask)
                mask &= mask - 1
                v = u + any_step(d, S)
                ng = gu + step_cost(space, u, v, d, rule.weighted)
                seen = rec[index(v), index(side)]
                if seen >= stamp and seen <= stamp | ng:
                    continue
                vy = row_of(v, share)
                vx = v - vy * S
                f = ng + norm(rule.along, rule.across, vx - ox, vy - oy)
                if f >= best:
                    continue
                if seen < stamp:
                    kind = GENERATE
                    generated += 1
                elif rec[index(v), index(CAME + side)] & CLOSED:
                    kind = REOPEN
                    reopened += 1
                else:
                    kind = RELAX
                rec[index(v), index(side)] = stamp | ng
                rec[index(v), index(CAME + side)] = d
                record(events, kind, v, u, ng, f, d + SIDE * side)
                met = rec[index(v), index(other)]
                if met >= stamp:
                    if ng + met - stamp < best:
                        best = ng + met - stamp
                        work.state[1] = v
                        record(events, INCUMBENT, v, u, best, best, d + SIDE * side)
                    if met - stamp + norm(rule.along, rule.across, vx - px, vy - py) <= bound:
                        continue  # settled: nothing better lies beyond
                e, free, top = new_place(entry, free, top, 3, entry.shape[0])
                if e < 0:
                    return OUT_OF_ROOM, best, expanded, generated, reopened
                b = min((f - apart) >> shift, now + BUCKETS - 1)
                while most < b:
                    most += 1
                    head[index(side), index(most & RING)] = -1
                entry[index(e)] = head[index(side), index(b & RING)]
                entry[index(e + 1)] = np.int32(ng & low)
                entry[index(e + 2)] = v
                head[index(side), index(b & RING)] = e
                added += 1
        if side:
            most1, waiting1 = most, waiting1 + added
        else:
            most0, waiting0 = most, waiting0 + added
    return FOUND if best < UNREACHED else NO_PATH, best, expanded, generated, reopened


@kernel(counted=False)
def saw(work: Work, stride: int, parts: NDArray[np.int64]) -> bool:
    """Whether either side of the last search came to a cell of these rectangles (x0, y0, x1, y1)."""
    stamp = work.state[0] << G_BITS
    for i in range(parts.shape[0]):
        for y in range(parts[i, 1], parts[i, 3]):
            for u in range((y + 1) * stride + parts[i, 0] + 1, (y + 1) * stride + parts[i, 2] + 1):
                if work.record[u, 0] >= stamp or work.record[u, 1] >= stamp:
                    return True
    return False


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
