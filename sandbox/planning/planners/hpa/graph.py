"""HPA*'s search over transitions, on any level, in one sector of the level above or anywhere.

Only cells *entered* across a border are states, so an expansion reads one dense row of costs and knows
everything about leaving its sector. Buckets are emptied last in, first out and states expanded again when a
better way comes later, as in `bucket_search`. The same text finds

    a way from a slot, or from an end of the query, to the goal or out by a given exit: A*;
    the costs to all exits of the sector of the level above: Dijkstra's algorithm (a `flood`).

    key    [slots]                stamp << 44 | g
    parent [slots]                the slot it was reached from, -1 for an end of the query
    door   [slots]                the exit by which that slot's sector was left
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import EXPAND, GENERATE, RELAX, Events, record_when_asked
from sandbox.planning.batch import FOUND, NO_PATH, OUT_OF_BUDGET, OUT_OF_ROOM, STOPPED
from sandbox.planning.planners.hpa.sectors import INSIDE, UNREACHED, Sectors, base_of, row_of, sector_of

record = record_when_asked

G_BITS = 44
STAMPS = 1 << (63 - G_BITS)
BUCKETS = 1 << 14  # what lies farther ahead waits in the last of them
LOOK_EVERY = 255
ANYWHERE = -1  # instead of a sector of the level above
EXPANDED, GENERATED = 0, 1  # in `tally`


class Rule(NamedTuple):
    """What is asked of one search."""

    along: int  # octile heuristic in cost units
    across: int
    local_shift: int  # buckets of the search inside a sector
    shift: int  # buckets of the abstract search
    smooth: int  # window of the smoother, 0: none
    timed: int  # 1: each refined leg is
    near: int  # how far apart ends are that are tried on the cells first
    budget: int


class Frontier(NamedTuple):
    """The memory of searches, one after another."""

    key: NDArray[np.int64]
    parent: NDArray[np.int32]
    door: NDArray[np.int32]
    head: NDArray[np.int32]  # [BUCKETS]
    entry: NDArray[np.int64]  # next, g, slot
    stamp: NDArray[np.int64]  # [1]
    tally: NDArray[np.int64]  # [2] expanded, generated, by all searches of a query


class Task(NamedTuple):
    """One search. Places in `cost` are offsets; exits and slots are numbered as in `Sectors`."""

    level: int
    source: int  # the slot it starts from, -1: an end of the query
    row: int  # where that one's costs to the exits of its sector lie
    sector: int
    within: int  # the sector of the level above that is not left, or ANYWHERE
    flood: int  # where the costs to that sector's exits are written; 0: there is a goal
    target: int  # the exit by which to leave, or -1
    rest: int  # else where the costs from the nodes of the goal's sector lie
    last: int  # the sector of the goal, or of the target
    x: int  # of the goal's cell
    y: int
    ahead: int  # the guess from the source to there
    direct: int  # cost from start to goal inside one sector of the first level


def new_frontier(slots: int) -> Frontier:
    """Memory for so many slots."""
    return Frontier(
        key=np.zeros(slots, np.int64),
        parent=np.zeros(slots, np.int32),
        door=np.zeros(slots, np.int32),
        head=np.full(BUCKETS, -1, np.int32),
        entry=np.zeros(3 * (4 * slots + 64), np.int64),
        stamp=np.zeros(1, np.int64),
        tally=np.zeros(2, np.int64),
    )


def with_more_room(frontier: Frontier) -> Frontier:
    """Twice the entries."""
    return frontier._replace(entry=np.zeros(2 * len(frontier.entry), np.int64))


@kernel(counted=False)
def guess(along: int, across: int, dx: int, dy: int) -> int:
    """Octile distance."""
    dx, dy = abs(dx), abs(dy)
    return along * max(dx, dy) + across * min(dx, dy)


@kernel(counted=False)
def fresh_stamp(frontier: Frontier) -> int:
    """The number of this search, where keys have it. Modifies `frontier`."""
    frontier.stamp[0] += 1
    if frontier.stamp[0] >= STAMPS:
        frontier.key[:] = 0
        frontier.stamp[0] = 1
    return frontier.stamp[0] << G_BITS


@kernel(counted=False)
def search(
    sectors: Sectors, frontier: Frontier, rule: Rule, task: Task, stop: NDArray[np.uint8], events: Events
) -> tuple[int, int, int]:
    """Do a task: how it ended, the cost, and the slot from which goal or target were reached. Modifies all memory."""
    level, cost, behind, xy = task.level, sectors.cost, sectors.behind, sectors.xy
    key, head, entry = frontier.key, frontier.head, frontier.entry
    stamp = fresh_stamp(frontier)
    along, across = (0, 0) if task.flood else (rule.along, rule.across)
    u, gu, row, sector = task.source, 0, task.row, task.sector
    best, last = task.direct, u
    written = task.flood - (base_of(sectors, level + 1, task.within) if task.flood else 0)
    now, most, top, waiting = 0, -1, 0, 0
    ended = FOUND
    while True:
        base = base_of(sectors, level, sector)
        row -= base
        if sector == task.last:
            rest = UNREACHED
            if task.target >= 0:
                rest = cost[row + task.target]
            elif u >= 0:
                rest = cost[task.rest + u - base]
            if rest < UNREACHED and gu + rest < best:
                best, last = gu + rest, u
        for e in range(base, base + sectors.exits[sector]):
            g = gu + cost[row + e]
            if g >= UNREACHED:
                continue
            if task.within >= 0 and sectors.beyond[e] != INSIDE:
                if task.flood and sectors.beyond[e] >= 0:
                    at = written + sectors.beyond[e]
                    cost[at] = min(cost[at], g)
                continue
            p = np.int64(behind[e])
            seen = key[p]
            if seen >= stamp and seen <= stamp | g:
                continue
            f = g + guess(along, across, (xy[p] & 65535) - task.x, (xy[p] >> 16) - task.y)
            if f >= best:
                continue
            kind = GENERATE
            if seen >= stamp:
                kind = RELAX
            else:
                frontier.tally[GENERATED] += 1
            key[p] = stamp | g
            frontier.parent[p] = u
            frontier.door[p] = e
            record(events, kind, p, u, g, f, 0)
            b = min(max((f - task.ahead) >> rule.shift, now), now + BUCKETS - 1)
            if top + 3 > entry.shape[0]:
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
            if best < UNREACHED and (best - task.ahead) >> rule.shift < now:
                break
            e = np.int64(head[now & (BUCKETS - 1)])
            head[now & (BUCKETS - 1)] = entry[e]
            waiting -= 1
            p, g = entry[e + 2], entry[e + 1]
            if (
                key[p] - stamp == g
                and g + guess(along, across, (xy[p] & 65535) - task.x, (xy[p] >> 16) - task.y) < best
            ):
                u, gu = p, g
                break
        if u < 0:
            break
        if frontier.tally[EXPANDED] >= rule.budget:
            ended = OUT_OF_BUDGET
            break
        if (frontier.tally[EXPANDED] & LOOK_EVERY) == 0 and stop[0] != 0:
            ended = STOPPED
            break
        sector, row = sector_of(sectors, level, u), row_of(sectors, level, u)
        frontier.tally[EXPANDED] += 1
        record(events, EXPAND, u, np.int64(frontier.parent[u]), gu, 0, 0)
    if ended == FOUND and best >= UNREACHED and not task.flood:
        ended = NO_PATH
    return ended, best, last
