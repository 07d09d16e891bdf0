"""Search over jump points, written once for scanned (JPS) and tabulated (JPS+) jumps.

Finds optimal octile paths on uniform terrain. Only cells reached by a *straight* jump become nodes: the
diagonal part of a jump is walked in place, which prunes intermediate jump points (the "P" of JPS (B+P),
Harabor, Grastien, "Improving Jump Point Search", ICAPS 2014). The goal is not a jump point; instead every
expanded node asks whether a diagonal and then a straight line lead to it. The straight part is answered from
the four free runs out of the goal, measured once a query.

Departs from the paper in: a bucket queue, last in, first out; whole-number costs; stamps instead of clearing.
The loop is its own: bound to `planning/search.py` it takes a fifth longer on mazes (docs/adr/0008).

    record  [ids, 2]    stamp << 44 | g;   parent << 5 | CLOSED | direction of arrival
    head    [2 ** n]    newest entry of a bucket, in a ring; valid up to the highest pushed to in this search
    entry   [3 * room]  next entry (of those taken out: next free one), low 32 bits of g, node
    found   [3 * room]  successors of one node: cell, g, direction of arrival
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"
# ruff: noqa: ARG001  (free_runs, reaches, successors and foresee are only shapes)

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Int64s, index
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import EXPAND, GENERATE, INCUMBENT, NONE, RELAX, REOPEN, Events, record_when_asked
from sandbox.kernels.stamps import UNREACHED, next_stamp
from sandbox.planning.batch import FOUND, NO_PATH, OUT_OF_BUDGET, OUT_OF_ROOM, STOPPED
from sandbox.planning.grid.graph import (
    DIAGONAL,
    NO_DIRECTION,
    STRAIGHT,
    TURN,
    Space,
    norm,
    row_of,
    share_of,
    write_run,
)  # fmt: skip
from sandbox.planning.search import CLOSED, LOOK_EVERY

TO_GOAL = 9  # direction of arrival at the goal: a diagonal, then a straight line
SHIFT = 13  # buckets 8192 / STRAIGHT = 1.4 cells wide

record = record_when_asked


class Rule(NamedTuple):
    """What is asked of one search."""

    shift: int
    budget: int  # expansions


class Work(NamedTuple):
    """The memory of a search, kept from query to query, and the planner's tables."""

    record: NDArray[np.int64]
    head: NDArray[np.int32]
    entry: NDArray[np.int32]
    found: NDArray[np.int64]
    stamp: NDArray[np.int64]  # [1]
    tables: Any


def new_work(space: Space, tables: Any) -> Work:
    """Memory for a grid; entries grow when a search needs more.

    A jump is a diagonal and a straight run, and adds at most twice its cost to f: so far apart are the buckets in use.
    """
    ids = space.moves.shape[0]
    short, long = sorted((space.width, space.height))
    spread = 2 * (DIAGONAL * short + STRAIGHT * long) >> SHIFT
    return Work(
        record=np.full((ids, 2), 0, np.int64),
        head=np.full(1 << (spread + 2).bit_length(), NONE, np.int32),
        entry=np.full(3 * (ids // 8 + 1024), 0, np.int32),
        found=np.full(3 * (8 * min(space.width, space.height) + 16), 0, np.int64),
        stamp=np.zeros(1, np.int64),
        tables=tables,
    )


def with_more_room(work: Work) -> Work:
    """The same memory with twice the entries."""
    return work._replace(entry=np.full(2 * len(work.entry), 0, np.int32))


@kernel(counted=False)
def free_runs(space: Space, tables: Any, goal: int) -> tuple[int, int, int, int]:
    """Bound: how many cells are free from the goal to the east, west, south, north."""
    return 0, 0, 0, 0


@kernel(counted=False)
def reaches(space: Space, tables: Any, u: int, d: int, steps: int) -> bool:
    """Bound: whether so many diagonal steps are legal."""
    return False


@kernel(counted=False)
def successors(space: Space, tables: Any, u: int, y: int, mask: int, g: int, found: NDArray[np.int64]) -> int:
    """Bound: write the jump points seen from a cell of row y into `found`; return how many numbers."""
    return 0


@kernel(counted=False)
def foresee(tables: Any, v: int) -> None:
    """Bound: ask for what a node's expansion will read, while there is time."""


@kernel(counted=False, inlined=True)
def sees_goal(space: Space, tables: Any, u: int, mask: int, hx: int, hy: int, runs: tuple[int, int, int, int]) -> bool:
    """Whether a diagonal and then a straight line lead from u to the goal, which is hx, hy away."""
    ax, ay = abs(hx), abs(hy)
    if ax >= ay:
        run = runs[1] if hx > 0 else runs[0]
    else:
        run = runs[3] if hy > 0 else runs[2]
    k = min(ax, ay)
    if run < max(ax, ay) - k:
        return False
    if k == 0:
        return True
    diagonal = 4 + (1 if hx < 0 else 0) + (2 if hy < 0 else 0)
    return (mask >> diagonal) & 1 == 1 and reaches(space, tables, u, diagonal, k)


@kernel(counted=False, inlined=True)
def note(found: Int64s, n: int, v: int, g: int, d: int) -> int:
    """Write a jump point down; where the next goes. `found` is modified in place."""
    found[index(n)] = v
    found[index(n + 1)] = g
    found[index(n + 2)] = d
    return n + 3


@kernel(counted=False)
def jump_search(
    space: Space, work: Work, rule: Rule, start: int, goal: int, stop: NDArray[np.uint8], events: Events
) -> tuple[int, int, int, int, int]:
    """Search from start to goal; both open and different.

    Returns how it ended, the cost, and how many jump points were expanded, generated and reopened. `work` is
    modified in place: afterwards `jump_trace` gives the path.
    """
    S = space.stride
    rec, head, entry, found, shift = work.record, work.head, work.entry, work.found, rule.shift
    stamp = next_stamp(work.stamp, rec)
    low = (1 << 32) - 1
    share = share_of(S)
    gy = goal // S
    gx = goal - gy * S
    runs = free_runs(space, work.tables, goal)
    f0 = norm(STRAIGHT, TURN, start % S - gx, start // S - gy)
    best = np.int64(UNREACHED)
    expanded, generated, reopened = 0, 1, 0
    rec[start, 0] = stamp
    rec[start, 1] = (start << 5) | NO_DIRECTION
    head[0] = 0
    entry[0] = NONE
    entry[1] = 0
    entry[2] = start
    cur, highest, top, free = 0, 0, 3, NONE
    ring = head.shape[0] - 1
    record(events, GENERATE, start, NONE, 0, f0, NO_DIRECTION)
    while True:
        while cur <= highest and head[index(cur & ring)] < 0:
            cur += 1
        if cur > highest or (best < UNREACHED and (best - f0) >> shift < cur):
            break
        e = np.int64(head[index(cur & ring)])
        head[index(cur & ring)] = entry[index(e)]
        entry[index(e)] = free
        free = e
        u = np.int64(entry[index(e + 2)])
        gu = rec[index(u), 0] - stamp
        if (gu & low) != (np.int64(entry[index(e + 1)]) & low):
            continue  # a better way here came later and went first
        y = row_of(u, share)
        hx = gx - (u - y * S)
        hy = gy - y
        through = gu + norm(STRAIGHT, TURN, hx, hy)
        if through >= best:
            continue
        if expanded >= rule.budget:
            return OUT_OF_BUDGET, best, expanded, generated, reopened
        if (expanded & LOOK_EVERY) == 0 and stop[0] != 0:
            return STOPPED, best, expanded, generated, reopened
        expanded += 1
        arrived = rec[index(u), 1] & 15
        mask = np.int64(space.moves[index(u)] & space.canon[arrived, space.around[index(u)]])
        record(events, EXPAND, u, rec[index(u), 1] >> 5, gu, through, arrived)
        rec[index(u), 1] |= CLOSED
        if sees_goal(space, work.tables, u, mask, hx, hy, runs):
            if best == UNREACHED:
                generated += 1
                record(events, GENERATE, goal, u, through, through, TO_GOAL)
            best = through
            rec[index(goal), 0] = stamp | best
            rec[index(goal), 1] = (u << 5) | TO_GOAL
            record(events, INCUMBENT, goal, u, best, best, TO_GOAL)
            continue
        n = successors(space, work.tables, u, y, mask, gu, found)
        i = 0
        while i < n:
            v = found[index(i)]
            ng = found[index(i + 1)]
            d = found[index(i + 2)]
            i += 3
            seen = rec[index(v), 0]
            if seen >= stamp and seen <= stamp | ng:
                continue
            y = row_of(v, share)
            f = ng + norm(STRAIGHT, TURN, v - y * S - gx, y - gy)
            if f >= best:
                continue
            if seen < stamp:
                kind = GENERATE
                generated += 1
            elif rec[index(v), 1] & CLOSED:
                kind = REOPEN
                reopened += 1
            else:
                kind = RELAX
            rec[index(v), 0] = stamp | ng
            rec[index(v), 1] = (u << 5) | d
            record(events, kind, v, u, ng, f, d)
            b = (f - f0) >> shift
            e = free
            if e >= 0:
                free = np.int64(entry[index(e)])
            elif top + 3 <= entry.shape[0]:
                e = top
                top += 3
            else:
                return OUT_OF_ROOM, best, expanded, generated, reopened
            while highest < b:
                highest += 1
                head[index(highest & ring)] = NONE
            entry[index(e)] = head[index(b & ring)]
            entry[index(e + 1)] = np.int32(ng & low)
            entry[index(e + 2)] = v
            head[index(b & ring)] = e
            foresee(work.tables, v)
    return FOUND if best < UNREACHED else NO_PATH, best, expanded, generated, reopened


@kernel(counted=False)
def jump_trace(space: Space, work: Work, start: int, goal: int, path: NDArray[np.int32]) -> int:
    """The path the last search found, cell by cell, from goal back to start.

    Forwards a jump goes diagonally first; so backwards the straight part comes first.
    """
    S = space.stride
    share = share_of(S)
    n = 0
    v = goal
    y = v // S
    x = v - y * S
    while v != start:
        p = work.record[v, 1] >> 5
        dy, dx = y, x
        y = row_of(p, share)
        x = p - y * S
        dy, dx = y - dy, x - dx
        k = min(abs(dx), abs(dy))
        sx = 1 if dx > 0 else -1
        sy = S if dy > 0 else -S
        straight = sx if abs(dx) > abs(dy) else sy
        n, v = write_run(path, n, v, straight, max(abs(dx), abs(dy)) - k)
        n, v = write_run(path, n, v, sx + sy, k)
    path[n] = start
    return n + 1
