"""HPA*'s query: insert both ends, find a way on the highest level, refine it level by level to cells, smooth.

Near ends are tried on the cells first (see `near`).

The highest level is one on which the ends lie in different sectors that do not touch; nearer ends start lower
down, where no detour over a far crossing is needed. A way is a list of *legs*, from goal to start, one per
sector it passes through on its level:

    leg_slot [legs]   the slot by which the sector is entered, -1 in the start's
    leg_exit [legs]   the exit by which it is left, -1 in the goal's

All levels' legs stand one after the other, the highest first; `part[level]` is where a level's begin.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandbox.kernels.arrays import Bytes, Int32s, Int64s, Stop
from sandbox.kernels.clock import nanoseconds
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import LEVEL, NONE, STAGE, Events, record_when_asked
from sandbox.kernels.stamps import UNREACHED
from sandbox.planning.batch import FOUND, PROVEN, STOPPED
from sandbox.planning.grid.bucket_search import Rule as CellRule
from sandbox.planning.grid.graph import Space, any_step, norm, trace_directions
from sandbox.planning.grid.near import search_near
from sandbox.planning.grid.smoothing import Smoother, smooth
from sandbox.planning.planners.hpa.graph import (
    ANYWHERE,
    EXPANDED,
    GENERATED,
    REOPENED,
    Frontier,
    Rule,
    Task,
    flood,
    search,
)
from sandbox.planning.planners.hpa.sectors import (
    ACROSS,
    FIRST,
    GOAL,
    NEVER_FAR,
    REST,
    START,
    Local,
    Sectors,
    base_of,
    corner_of,
    crossing,
    end_row,
    enter,
    local_of,
    local_step,
    measure,
    row_of,
    sector_at,
    sector_of,
    spread,
)
from sandbox.planning.search import Work as Searched

record = record_when_asked

INSERT, SEARCH, REFINE, SMOOTH, DIRECT = range(5)  # columns of `spent`, and the numbers of the recorded stages
STAGES_RECORDED = ("insert", "abstract search", "refine", "smooth", "direct search")  # their names, in this order
NEAR = 1  # sectors apart, in rows or columns, at which a level does not yet pay


class Work(NamedTuple):
    """The memory of queries."""

    sectors: Sectors
    frontier: Frontier
    local: Local  # the goal's own search, until the refinement
    near_start: Local  # the start's own search, kept for the refinement
    leg_slot: Int32s
    leg_exit: Int32s
    leg_ns: Int64s  # what refining each leg took, if `timed`
    part: Int64s  # [levels + 2] a level's legs are part[level] … part[level - 1]; 0 above those searched
    path: Int32s  # from goal to start
    length: Int64s  # [1] of the path
    spent: Int64s  # [5] nanoseconds per stage
    smoother: Smoother
    attempt: Searched  # the search of cells between near ends


@kernel(counted=False)
def hpa_search(
    space: Space, work: Work, rule: Rule, start: int, goal: int, stop: Stop, events: Events
) -> tuple[int, int, int, int, int]:
    """Answer one query; afterwards `work.path` holds the cells. Returns as every grid search does."""
    tally = work.frontier.tally
    work.spent[:] = 0
    began = nanoseconds()
    record(events, STAGE, DIRECT, NONE, 0, 0, 0)
    record(events, LEVEL, 0, NONE, 0, 0, 0)
    cells = CellRule(rule.along, rule.across, 255, 1, 1 - rule.weighted, rule.shift - 1, rule.budget)
    ended, best, tally[EXPANDED], tally[GENERATED], tally[REOPENED] = search_near(
        space, work.attempt, cells, rule.near, start, goal, stop, events
    )
    work.part[:] = 0
    work.spent[DIRECT] = nanoseconds() - began
    if ended in (FOUND, STOPPED):
        if ended == FOUND:
            ended = PROVEN
            work.length[0] = trace_directions(work.attempt.came, space.stride, start, goal, work.path)
        return ended, best, tally[EXPANDED], tally[GENERATED], tally[REOPENED]
    began = nanoseconds()
    top = highest_level(work.sectors, space.stride, start, goal)
    record(events, STAGE, INSERT, NONE, 0, 0, 0)
    ended, direct = insert(space, work, rule, start, goal, top, stop, events)
    work.spent[INSERT] = nanoseconds() - began
    if ended != FOUND:
        return ended, UNREACHED, tally[EXPANDED], tally[GENERATED], tally[REOPENED]
    record(events, STAGE, SEARCH, NONE, 0, 0, 0)
    ended, best = find_legs(space, work, rule, start, goal, top, direct, stop, events)
    if ended != FOUND:
        return ended, best, tally[EXPANDED], tally[GENERATED], tally[REOPENED]
    began = nanoseconds()
    record(events, LEVEL, 0, NONE, 0, 0, 0)
    draw_cells(space, work, rule, start, goal)
    now = nanoseconds()
    work.spent[REFINE] += now - began
    if rule.smooth:
        record(events, STAGE, SMOOTH, NONE, 0, 0, 0)
        best = smooth(space, work.smoother, work.path, work.length, rule.smooth, rule.weighted)
        best *= 1 if rule.weighted else 2 * space.lowest8
        work.spent[SMOOTH] = nanoseconds() - now
    return FOUND, best, tally[EXPANDED], tally[GENERATED], tally[REOPENED]


@kernel(counted=False)
def highest_level(sectors: Sectors, stride: int, start: int, goal: int) -> int:
    """The highest level on which the sectors of the ends do not touch; the first if there is none."""
    for level in range(sectors.levels, 1, -1):
        across = sectors.shape[level, ACROSS]
        a = sector_at(sectors, level, stride, start) - sectors.shape[level, FIRST]
        b = sector_at(sectors, level, stride, goal) - sectors.shape[level, FIRST]
        if max(abs(a // across - b // across), abs(a % across - b % across)) > NEAR:
            return level
    return 1


@kernel(counted=False)
def insert(
    space: Space, work: Work, rule: Rule, start: int, goal: int, top: int, stop: Stop, events: Events
) -> tuple[int, int]:
    """Fill the ends' rows on all levels up to `top`; how it ended, and the cost inside a common sector."""
    sectors, cost, S = work.sectors, work.sectors.cost, space.stride
    direct = UNREACHED
    for end in range(2):
        u = goal if end else start
        inside = distances_inside(space, work, rule, u, NONE if end else goal, work.local if end else work.near_start)
        direct = direct if end else inside
        base = base_of(sectors, 1, sector_at(sectors, 1, S, u))
        row, rest = end_row(sectors, 1, end) - base, end_row(sectors, 1, REST) - base
        for e in range(base, base + sectors.exits[sector_at(sectors, 1, S, u)]):
            cost[row + e] = min(cost[rest + sectors.exit_node[e]] + crossing(space, sectors, e), UNREACHED)
    for i in range(2 * (top - 1)):
        level, end = 1 + (i >> 1), i & 1
        u = goal if end else start
        within = sector_at(sectors, level + 1, S, u)
        sector = sector_at(sectors, level, S, u)
        row, out = end_row(sectors, level, end), end_row(sectors, level + 1, end)
        record(events, LEVEL, level, NONE, 0, 0, 0)
        ended = flood(space, sectors, work.frontier, rule, level, NONE, row, sector, within, out, stop, events)
        if ended != FOUND:
            return ended, UNREACHED
    for level in range(2, top + 1):
        rest_of_nodes(space, sectors, level, sector_at(sectors, level, S, goal))
    return FOUND, direct


@kernel(counted=False)
def rest_of_nodes(space: Space, sectors: Sectors, level: int, sector: int) -> None:
    """What remains to the goal from the nodes of its sector, out of its row of exits. Modifies `sectors`."""
    cost = sectors.cost
    base = base_of(sectors, level, sector)
    rest, row = end_row(sectors, level, REST) - base, end_row(sectors, level, GOAL) - base
    for slot in range(base, base + sectors.nodes[sector]):
        cost[rest + slot] = UNREACHED
    for e in range(base, base + sectors.exits[sector]):
        if cost[row + e] < UNREACHED:
            at = rest + sectors.exit_node[e]
            cost[at] = min(cost[at], cost[row + e] - crossing(space, sectors, e))


@kernel(counted=False)
def distances_inside(space: Space, work: Work, rule: Rule, u: int, other: int, local: Local) -> int:
    """Fill row REST with the costs from a cell to the nodes of its sector; the cost to another cell (or NONE) there.

    By a look-up with fields, else by one search that stops when all are settled. `local` is modified.
    """
    sectors, S = work.sectors, space.stride
    sector = sector_at(sectors, 1, S, u)
    corner = corner_of(sectors, S, sector)
    base, n = base_of(sectors, 1, sector), np.int64(sectors.nodes[sector])
    out = end_row(sectors, 1, REST)
    same = other >= 0 and sector_at(sectors, 1, S, other) == sector
    at = local_of(sectors, S, corner, u)
    if sectors.fields and sectors.unmeasured[sector]:
        measure(space, sectors, sector, work.frontier.local, rule.local_shift)
    if sectors.fields and not same:
        field = sector * sectors.size * sectors.size * 2 * sectors.size + at * n
        for i in range(n):
            there = np.int64(sectors.far[field + i])
            sectors.cost[out + i] = there if there < NEVER_FAR else UNREACHED
        return UNREACHED
    enter(space, sectors, sector, local)
    wanted = n
    for slot in range(base, base + n):
        local.wanted[local_of(sectors, S, corner, np.int64(sectors.cell[slot]))] = 1
    there = local_of(sectors, S, corner, other) if same else at
    if local.wanted[there] == 0:
        local.wanted[there] = 1
        wanted += 1
    spread(sectors, local, at, wanted, rule.local_shift)
    for i in range(n):
        sectors.cost[out + i] = local.dist[local_of(sectors, S, corner, np.int64(sectors.cell[base + i]))]
    return local.dist[there] if same else UNREACHED


@kernel(counted=False)
def find_legs(
    space: Space, work: Work, rule: Rule, start: int, goal: int, top: int, direct: int, stop: Stop, events: Events
) -> tuple[int, int]:
    """Find the legs on level `top`, then those of every leg on the level below: how it ended, and the cost."""
    work.leg_slot[0] = work.leg_exit[0] = -1  # the whole way, as one leg
    begin, end, best = 0, 1, UNREACHED
    work.part[:] = 0
    for level in range(top, 0, -1):
        began = nanoseconds()
        work.part[level + 1] = begin
        record(events, LEVEL, level, NONE, 0, 0, 0)
        at = end
        for i in range(begin, end):
            before = nanoseconds() if rule.timed else 0
            task = leg_task(space, work, rule, start, goal, level, i, level == top, direct)
            ended, cost, last = search(space, work.sectors, work.frontier, rule, task, stop, events)
            if ended != FOUND:
                return ended, cost
            best = cost if level == top else best
            at = write_legs(work, task, last, at)
            if rule.timed:
                work.leg_ns[i] = nanoseconds() - before
        begin, end = end, at
        work.spent[SEARCH if level == top else REFINE] += nanoseconds() - began
        if level == top:
            record(events, STAGE, REFINE, NONE, 0, 0, 0)
    work.part[1], work.part[0] = begin, end
    return FOUND, best


@kernel(counted=False)
def leg_task(
    space: Space, work: Work, rule: Rule, start: int, goal: int, level: int, i: int, whole: bool, direct: int
) -> Task:
    """What to search for on a level, to do leg `i` of the level above or the whole way."""
    sectors, S = work.sectors, space.stride
    slot, out = np.int64(work.leg_slot[i]), np.int64(work.leg_exit[i])
    source, u = -1, start
    row, sector = end_row(sectors, level, START), sector_at(sectors, level, S, start)
    if slot >= 0:
        source = np.int64(sectors.below[slot])
        u = np.int64(sectors.cell[source])
        row, sector = row_of(sectors, level, source), sector_of(sectors, level, source)
    within = ANYWHERE if whole else sector_at(sectors, level + 1, S, u)
    target, v = -1, goal
    if out >= 0:
        target = np.int64(sectors.under[out])
        v = np.int64(sectors.cell[sectors.exit_node[target]])
    x, y = v % S, v // S
    ahead = norm(rule.along, rule.across, u % S - x, u // S - y)
    last = sector_at(sectors, level, S, v)
    rest = end_row(sectors, level, REST)
    direct = direct if whole else UNREACHED
    return Task(level, source, row, sector, within, 0, rule.along, rule.across, target, rest, last, x, y, ahead, direct)


@kernel(counted=False)
def write_legs(work: Work, task: Task, last: int, at: int) -> int:
    """Write the legs a search found, from its end to its source; where the next go. Modifies `work`."""
    slot, out = last, task.target
    while True:
        work.leg_slot[at], work.leg_exit[at] = slot, out
        at += 1
        if slot == task.source:
            return at
        came = work.frontier.work.came[slot]
        slot, out = came >> 32, (came & 0xFFFFFFFF) >> 5


@kernel(counted=False)
def draw_cells(space: Space, work: Work, rule: Rule, start: int, goal: int) -> None:
    """Turn the legs of the first level into cells, from goal to start. Modifies `work`."""
    sectors, S = work.sectors, space.stride
    cells = sectors.size * sectors.size
    home = sector_at(sectors, 1, S, start)
    by_search = sectors.fields == 0 or home == sector_at(sectors, 1, S, goal)  # the start's own
    work.length[0] = 0
    for i in range(work.part[1], work.part[0]):
        began = nanoseconds() if rule.timed else 0
        slot, out = np.int64(work.leg_slot[i]), np.int64(work.leg_exit[i])
        u = np.int64(sectors.cell[sectors.exit_node[out]]) if out >= 0 else goal
        if slot < 0:
            if by_search:
                walk_back(space, work, home, work.near_start.came, 0, u)
            else:
                walk_to(space, work, home, sectors.came, sectors.exit_node[out] * cells, start)
        elif out >= 0 or sectors.fields:
            walk_back(space, work, sector_of(sectors, 1, slot), sectors.came, slot * cells, u)
        else:  # the node's own search stopped at the other nodes; the goal's did not
            walk_to(space, work, sector_of(sectors, 1, slot), work.local.came, 0, np.int64(sectors.cell[slot]))
        if rule.timed:
            work.leg_ns[i] = nanoseconds() - began


@kernel(counted=False)
def append(work: Work, u: int) -> None:
    """One more cell of the path, unless it is the one just written. Modifies `work`."""
    n = work.length[0]
    if n == 0 or work.path[n - 1] != u:
        work.path[n] = u
        work.length[0] = n + 1


@kernel(counted=False)
def walk_back(space: Space, work: Work, sector: int, came: Bytes, row: int, u: int) -> None:
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
def walk_to(space: Space, work: Work, sector: int, came: Bytes, row: int, u: int) -> None:
    """Write the cells from the source of a search inside a sector to `u`. Modifies `work`."""
    first = work.length[0]
    walk_back(space, work, sector, came, row, u)
    i, j = first, work.length[0] - 1
    while i < j:
        work.path[i], work.path[j] = work.path[j], work.path[i]
        i += 1
        j -= 1


@kernel(counted=False)
def hpa_trace(space: Space, work: Work, start: int, goal: int, path: Int32s) -> int:  # noqa: ARG001
    """The path the last query found, from goal back to start."""
    n = work.length[0]
    for i in range(n):
        path[i] = work.path[i]
    return n
