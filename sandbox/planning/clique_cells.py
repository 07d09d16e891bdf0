"""PRA*'s last level: A* over the cells of a corridor, and the path put together leg by leg."""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import (
    EXPAND,
    GENERATE,
    INCUMBENT,
    NONE,
    RELAX,
    REOPEN,
    Events,
    record_nothing,
)
from sandbox.planning.batch import FOUND, NO_PATH, OUT_OF_BUDGET, OUT_OF_ROOM, STOPPED
from sandbox.planning.clique_memory import (
    BUCKETS,
    CLOSED,
    EXPANDED,
    GENERATED,
    LOOK_EVERY,
    REOPENED,
    UNREACHED,
    UNSEEN,
    Rule,
    Work,
)
from sandbox.planning.grid_graph import NO_DIRECTION, Space, any_step

record = record_nothing  # bound to `record_event` for a recorded run


@kernel(counted=False)
def cell_search(
    space: Space, work: Work, rule: Rule, start: int, goal: int, stamp: int, stop: NDArray[np.uint8], events: Events
) -> tuple[int, int]:
    """A* over the cells of the corridor: how it ended, and the cost."""
    S = space.stride
    moves, cost8 = space.moves, space.cost8
    key, came, head, entry = work.cell_key, work.cell_came, work.head, work.entry
    along, across, shift, weighted = rule.along, rule.across, rule.shift, rule.weighted
    dxs = (1, -1, 0, 0, 1, -1, 1, -1)
    dys = (0, 0, 1, -1, 1, 1, -1, -1)
    low = (1 << 32) - 1
    room = entry.shape[0]
    gy = goal // S
    gx = goal - gy * S
    dx, dy = abs(start % S - gx), abs(start // S - gy)
    f0 = along * max(dx, dy) + across * min(dx, dy)
    expanded, generated, reopened = 0, 1, 0
    best = np.int64(UNREACHED)
    key[start] = stamp
    came[start] = NO_DIRECTION
    record(events, GENERATE, start, NONE, 0, f0, NO_DIRECTION)
    entry[0], entry[1], entry[2] = -1, 0, start
    head[0] = 0
    now, most, top, free, waiting = 0, 0, 3, -1, 1
    ended = FOUND
    if start == goal:
        best, waiting = 0, 0
    while waiting > 0:
        while head[now & (BUCKETS - 1)] < 0:
            now += 1
        if best < UNREACHED and (best - f0) >> shift < now:
            break
        e = np.int64(head[now & (BUCKETS - 1)])
        head[now & (BUCKETS - 1)] = entry[e]
        entry[e] = free
        free = e
        waiting -= 1
        u = np.int64(entry[e + 2])
        gu = key[u] - stamp
        if (gu & low) != (np.int64(entry[e + 1]) & low):
            continue
        if work.tally[EXPANDED] + expanded >= rule.budget:
            ended = OUT_OF_BUDGET
            break
        if (expanded & LOOK_EVERY) == 0 and stop[0] != 0:
            ended = STOPPED
            break
        expanded += 1
        uy = u // S
        ux = u - uy * S
        mask = np.int64(moves[u])
        came[u] |= CLOSED
        record(events, EXPAND, u, u, gu, 0, 0)
        for d in range(8):
            if (mask >> d) & 1:
                ax = dxs[d]
                ay = dys[d]
                v = u + ay * S + ax
                seen = key[v]
                if seen <= stamp | gu:
                    continue  # outside the corridor, or no farther than u
                step = 5741 if d < 4 else 8119
                if weighted:
                    step *= np.int64(cost8[u]) + np.int64(cost8[v])
                g = gu + step
                if seen <= stamp | g:
                    continue
                kind = RELAX
                if seen == stamp | UNSEEN:
                    kind = GENERATE
                    generated += 1
                elif came[v] & CLOSED:
                    kind = REOPEN
                    reopened += 1
                key[v] = stamp | g
                came[v] = d
                dx = abs(ux + ax - gx)
                dy = abs(uy + ay - gy)
                f = g + along * max(dx, dy) + across * min(dx, dy)
                record(events, kind, v, u, g, f, d)
                if v == goal:
                    best = g
                    record(events, INCUMBENT, v, u, g, g, d)
                    continue
                if f >= best:
                    continue
                e = free
                if e >= 0:
                    free = np.int64(entry[e])
                else:
                    e = top
                    top += 3
                    if top > room:
                        ended = OUT_OF_ROOM
                        break
                b = min((f - f0) >> shift, now + BUCKETS - 1)
                while most < b:
                    most += 1
                    head[most & (BUCKETS - 1)] = -1
                slot = b & (BUCKETS - 1)
                entry[e], entry[e + 1], entry[e + 2] = head[slot], np.int32(g & low), v
                head[slot] = e
                waiting += 1
        if ended != FOUND:
            break
    work.tally[EXPANDED] += expanded
    work.tally[GENERATED] += generated
    work.tally[REOPENED] += reopened
    if ended == FOUND and best == UNREACHED:
        ended = NO_PATH
    return ended, best


@kernel(counted=False)
def trace_cells(S: int, work: Work, start: int, end: int) -> None:
    """Write the cells from start to end into `leg`. Modifies `work`."""
    came, leg = work.cell_came, work.leg
    n = 1
    u = end
    while u != start:
        u -= any_step(np.int64(came[u]) & 15, S)
        n += 1
    u = end
    for i in range(n - 1, -1, -1):
        leg[i] = u
        if i > 0:
            u -= any_step(np.int64(came[u]) & 15, S)
    work.leg_length[0] = n


@kernel(counted=False)
def append_leg(work: Work) -> None:
    """Add a leg to the path; it begins where the path ends. Modifies `work`."""
    n = work.length[0]
    if n + work.leg_length[0] > work.path.shape[0]:
        n = cut_loops(work)
    for i in range(0 if n == 0 else 1, work.leg_length[0]):
        work.path[n] = work.leg[i]
        n += 1
    work.length[0] = n


@kernel(counted=False)
def cut_loops(work: Work) -> int:
    """Leave out what lies between two visits of a cell; return the new length. Modifies `work`."""
    path, latest, n = work.path, work.latest, work.length[0]
    for i in range(n):
        latest[path[i]] = i
    i = m = 0
    while i < n:
        u = path[i]
        path[m] = u
        m += 1
        i = np.int64(latest[u]) + 1
    work.length[0] = m
    return m


@kernel(counted=False)
def without_loops(space: Space, work: Work, weighted: int) -> int:
    """The cost of the path once its loops are cut out. Modifies `work`."""
    S, path = space.stride, work.path
    n = cut_loops(work)
    cost = 0
    for i in range(1, n):
        u, v = np.int64(path[i - 1]), np.int64(path[i])
        step = 5741 if abs(v - u) == 1 or abs(v - u) == S else 8119
        if weighted:
            step *= np.int64(space.cost8[u]) + np.int64(space.cost8[v])
        cost += step
    return cost
