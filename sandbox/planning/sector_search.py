"""HPA*'s query: insert both ends, A* over transitions, refine to cells, smooth.

Only cells *entered* across a border are states, so an expansion reads one dense row of costs and knows
everything about leaving its sector. Buckets are emptied last in, first out and states expanded again when a
better way comes later, as in `bucket_search`.

    from_start, to_goal [room]    costs between the ends and the nodes of their sectors
    key    [slots]                stamp << 44 | g
    parent [slots]                the slot it was reached from, -1 for the start
    door   [slots]                the slot of the node by which that slot's sector was left
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.clock import nanoseconds
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import EXPAND, GENERATE, LEVEL, NONE, RELAX, STAGE, Events, record_when_asked
from sandbox.planning.batch import FOUND, NO_PATH, OUT_OF_BUDGET, OUT_OF_ROOM, STOPPED
from sandbox.planning.grid_graph import Space, any_step
from sandbox.planning.sectors import (
    UNREACHED,
    Local,
    Sectors,
    corner_of,
    enter,
    local_of,
    local_step,
    sector_at,
    spread,
)
from sandbox.planning.smoothing import Smoother, smooth

record = record_when_asked

G_BITS = 44
STAMPS = 1 << (63 - G_BITS)
BUCKETS = 1 << 14
LOOK_EVERY = 255
INSERT, SEARCH, REFINE, SMOOTH = range(4)  # columns of `spent`, and the numbers of the recorded stages
STAGES_RECORDED = ("insert", "abstract search", "refine", "smooth")  # their names, in this order
ABSTRACT = 1  # the recording's level of slots; cells are level 0


class Rule(NamedTuple):
    """What is asked of one search."""

    along: int  # octile heuristic in cost units
    across: int
    local_shift: int  # buckets of the search inside a sector
    shift: int  # buckets of the abstract search
    smooth: int  # window of the smoother, 0: none
    budget: int


class Work(NamedTuple):
    """The memory of queries."""

    sectors: Sectors
    local: Local  # also the goal's own search, until the refinement
    near_start: Local  # the start's own search, kept for the refinement
    from_start: NDArray[np.int64]
    to_goal: NDArray[np.int64]
    key: NDArray[np.int64]
    parent: NDArray[np.int32]
    door: NDArray[np.int32]
    head: NDArray[np.int32]
    entry: NDArray[np.int64]  # next, g, slot
    stamp: NDArray[np.int64]
    path: NDArray[np.int32]  # from goal to start
    length: NDArray[np.int64]  # [1] of the path
    way: NDArray[np.int32]  # abstract path: slots from goal to start
    steps: NDArray[np.int64]  # [1] how many of them
    spent: NDArray[np.int64]  # [4] nanoseconds per stage
    smoother: Smoother


@kernel(counted=False)
def distances_inside(
    space: Space, work: Work, rule: Rule, u: int, other: int, local: Local, out: NDArray[np.int64]
) -> int:
    """Cost from a cell to the nodes of its sector (`out`), and to another cell if it lies there too.

    By a look-up with fields, else by one search that stops when all are settled. `local` is modified.
    """
    sectors, S = work.sectors, space.stride
    sector = sector_at(sectors, S, u)
    corner = corner_of(sectors, S, sector)
    base, n = sector * sectors.room, np.int64(sectors.nodes[sector])
    same = sector_at(sectors, S, other) == sector
    at = local_of(sectors, S, corner, u)
    if sectors.fields and not same:
        for i in range(n):
            out[i] = sectors.far[(base + i) * sectors.size * sectors.size + at]
        return UNREACHED
    enter(space, sectors, sector, local)
    wanted = n
    for i in range(n):
        local.wanted[sectors.inner[base + i]] = 1
    there = local_of(sectors, S, corner, other) if same else at
    if local.wanted[there] == 0:
        local.wanted[there] = 1
        wanted += 1
    spread(sectors, local, at, wanted, rule.local_shift)
    for i in range(n):
        out[i] = local.dist[sectors.inner[base + i]]
    return local.dist[there] if same else UNREACHED


@kernel(counted=False)
def guess(rule: Rule, dx: int, dy: int) -> int:
    """Octile distance."""
    dx, dy = abs(dx), abs(dy)
    return rule.along * max(dx, dy) + rule.across * min(dx, dy)


@kernel(counted=False)
def hpa_search(
    space: Space, work: Work, rule: Rule, start: int, goal: int, stop: NDArray[np.uint8], events: Events
) -> tuple[int, int, int, int, int]:
    """Answer one query; afterwards `work.path` holds the cells. Returns as every grid search does."""
    sectors = work.sectors
    began = nanoseconds()
    record(events, STAGE, INSERT, NONE, 0, 0, 0)
    direct = UNREACHED
    for end in range(2):
        u = goal if end else start
        local, out = (work.local, work.to_goal) if end else (work.near_start, work.from_start)
        inside = distances_inside(space, work, rule, u, goal, local, out)
        direct = direct if end else inside
    work.spent[INSERT] = nanoseconds() - began
    began = nanoseconds()
    record(events, STAGE, SEARCH, NONE, 0, 0, 0)
    record(events, LEVEL, ABSTRACT, NONE, 0, 0, 0)
    ended, best, last, expanded, generated, reopened = abstract_search(
        space, work, rule, start, goal, direct, stop, events
    )
    work.spent[SEARCH] = nanoseconds() - began
    if ended != FOUND:
        return ended, best, expanded, generated, reopened
    began = nanoseconds()
    record(events, STAGE, REFINE, NONE, 0, 0, 0)
    record(events, LEVEL, 0, NONE, 0, 0, 0)
    refine(space, work, sectors, start, goal, last)
    work.spent[REFINE] = nanoseconds() - began
    work.spent[SMOOTH] = 0
    if rule.smooth:
        began = nanoseconds()
        record(events, STAGE, SMOOTH, NONE, 0, 0, 0)
        best = smooth(space, work.smoother, work.path, work.length, rule.smooth, sectors.weighted)
        work.spent[SMOOTH] = nanoseconds() - began
    return FOUND, best, expanded, generated, reopened


@kernel(counted=False)
def abstract_search(
    space: Space, work: Work, rule: Rule, start: int, goal: int, direct: int, stop: NDArray[np.uint8], events: Events
) -> tuple[int, int, int, int, int, int]:
    """A* over entered cells: how it ended, the cost, the last slot (-1: inside one sector), and the counts."""
    sectors, S, room = work.sectors, space.stride, work.sectors.room
    key, head, entry = work.key, work.head, work.entry
    work.stamp[0] += 1
    if work.stamp[0] >= STAMPS:
        key[:] = 0
        work.stamp[0] = 1
    stamp = work.stamp[0] << G_BITS
    goal_sector = sector_at(sectors, S, goal)
    sector = sector_at(sectors, S, start)
    best, last = direct, -1
    gx, gy = goal % S, goal // S
    f0 = guess(rule, start % S - gx, start // S - gy)
    expanded, generated, reopened = 0, 0, 0
    now, most, top, waiting = 0, -1, 0, 0
    u, gu = -1, 0
    ended = FOUND
    while True:
        base = sector * room
        if u >= 0 and sector == goal_sector:
            rest = work.to_goal[u - base]
            if rest < UNREACHED and gu + rest < best:
                best, last = gu + rest, u
        for e in range(sectors.exits[sector]):
            node = np.int64(sectors.exit_node[base + e])
            if u >= 0:
                step = sectors.cost[u * room + e]
            else:
                step = work.from_start[node]
                if step < UNREACHED:
                    step += first_crossing(space, sectors, base, e)
            if step >= UNREACHED:
                continue
            p = np.int64(sectors.behind[base + e])
            g = gu + step
            seen = key[p]
            if seen >= stamp and seen <= stamp | g:
                continue
            f = g + guess(rule, sectors.x[p] - gx, sectors.y[p] - gy)
            if f >= best:
                continue
            kind = GENERATE
            if seen >= stamp:
                kind = RELAX
            else:
                generated += 1
            key[p] = stamp | g
            work.parent[p] = u
            work.door[p] = base + node
            record(events, kind, p, u, g, f, 0)
            b = max((f - f0) >> rule.shift, now)
            if b - now >= BUCKETS or top + 3 > entry.shape[0]:
                ended = OUT_OF_ROOM
                break
            for fresh in range(max(most + 1, now), b + 1):
                head[fresh & (BUCKETS - 1)] = -1
            most = max(most, b)
            entry[top], entry[top + 1], entry[top + 2] = head[b & (BUCKETS - 1)], g, p
            head[b & (BUCKETS - 1)] = top
            top += 3
            waiting += 1
        if ended != FOUND:
            break
        u = -1
        while waiting > 0:
            while now <= most and head[now & (BUCKETS - 1)] < 0:
                now += 1
            if best < UNREACHED and (best - f0) >> rule.shift < now:
                break
            e = np.int64(head[now & (BUCKETS - 1)])
            head[now & (BUCKETS - 1)] = entry[e]
            waiting -= 1
            p = entry[e + 2]
            if (
                key[p] - stamp == entry[e + 1]
                and entry[e + 1] + guess(rule, sectors.x[p] - gx, sectors.y[p] - gy) < best
            ):
                u, gu = p, entry[e + 1]
                break
        if u < 0:
            break
        if expanded >= rule.budget:
            ended = OUT_OF_BUDGET
            break
        if (expanded & LOOK_EVERY) == 0 and stop[0] != 0:
            ended = STOPPED
            break
        sector = u // room
        expanded += 1
        record(events, EXPAND, u, np.int64(work.parent[u]), gu, 0, 0)
    if ended == FOUND and best >= UNREACHED:
        ended = NO_PATH
    return ended, best, last, expanded, generated, reopened


@kernel(counted=False)
def first_crossing(space: Space, sectors: Sectors, base: int, e: int) -> int:
    """What crossing an exit costs."""
    if sectors.weighted == 0:
        return 5741
    u = np.int64(sectors.cell[base + sectors.exit_node[base + e]])
    return 5741 * (np.int64(space.cost8[u]) + np.int64(space.cost8[np.int64(sectors.cell[sectors.behind[base + e]])]))


@kernel(counted=False)
def append(work: Work, u: int) -> None:
    """One more cell of the path, unless it is the one just written. Modifies `work`."""
    n = work.length[0]
    if n == 0 or work.path[n - 1] != u:
        work.path[n] = u
        work.length[0] = n + 1


@kernel(counted=False)
def walk_back(space: Space, work: Work, sector: int, came: NDArray[np.uint8], row: int, u: int) -> None:
    """Write the cells from `u` back to the source of a search inside its sector. Modifies `work`."""
    sectors, S = work.sectors, space.stride
    at = local_of(sectors, S, corner_of(sectors, S, sector), u)
    append(work, u)
    d = np.int64(came[row + at])
    while d < 8:
        at -= local_step(d, sectors.size)
        u -= any_step(d, S)
        append(work, u)
        d = np.int64(came[row + at])


@kernel(counted=False)
def walk_to(space: Space, work: Work, sector: int, came: NDArray[np.uint8], row: int, u: int) -> None:
    """Write the cells from the source of a search inside a sector to `u`. Modifies `work`."""
    first = work.length[0]
    walk_back(space, work, sector, came, row, u)
    i, j = first, work.length[0] - 1
    while i < j:
        work.path[i], work.path[j] = work.path[j], work.path[i]
        i += 1
        j -= 1


@kernel(counted=False)
def refine(space: Space, work: Work, sectors: Sectors, start: int, goal: int, last: int) -> None:
    """Turn the abstract path into cells, from goal to start. Modifies `work`."""
    S, room = space.stride, sectors.room
    work.length[0] = work.steps[0] = 0
    if last < 0:
        walk_back(space, work, sector_at(sectors, S, start), work.near_start.came, 0, goal)
        return
    cells = sectors.size * sectors.size
    if sectors.fields:
        walk_back(space, work, last // room, sectors.came, last * cells, goal)
    else:  # the node's own search stopped at the other nodes; the goal's did not
        walk_to(space, work, last // room, work.local.came, 0, np.int64(sectors.cell[last]))
    slot = np.int64(last)
    while True:
        work.way[work.steps[0]] = slot
        work.steps[0] += 1
        door = np.int64(work.door[slot])
        before = np.int64(work.parent[slot])
        u = np.int64(sectors.cell[door])
        if before >= 0:
            walk_back(space, work, before // room, sectors.came, before * cells, u)
            slot = before
            continue
        if sectors.fields and sector_at(sectors, S, goal) != sector_at(sectors, S, start):
            walk_to(space, work, door // room, sectors.came, door * cells, start)
        else:
            walk_back(space, work, door // room, work.near_start.came, 0, u)
        return


@kernel(counted=False)
def hpa_trace(space: Space, work: Work, start: int, goal: int, path: NDArray[np.int32]) -> int:  # noqa: ARG001
    """The path the last query found, from goal back to start."""
    n = work.length[0]
    for i in range(n):
        path[i] = work.path[i]
    return n
