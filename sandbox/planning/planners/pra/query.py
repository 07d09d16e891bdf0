"""PRA*'s query: choose a level, search it, and refine its path inside corridors, level by level, to the cells.

The parents of both ends are climbed until they meet or touch; the first search runs on a level below. Its
path, with its neighbours where the rule says so, is the corridor: only what those nodes stand for may be used
below. With partial refinement only the first steps of every path are refined; the way goes on
from there with a query of its own, and loops are cut out at the end. Near ends are tried on the cells
first (see `near`).
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.clock import nanoseconds
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import (
    EXPAND,
    GENERATE,
    INCUMBENT,
    LEVEL,
    NONE,
    RELAX,
    REOPEN,
    STAGE,
    Events,
    record_when_asked,
)
from sandbox.planning.batch import FOUND, NO_PATH, OUT_OF_BUDGET, OUT_OF_ROOM, STOPPED
from sandbox.planning.grid.bucket_search import BUCKETS, LOOK_EVERY, STAMPS, UNREACHED, UNSEEN, bucket_search
from sandbox.planning.grid.bucket_search import Rule as CellRule
from sandbox.planning.grid.graph import Space, trace_directions
from sandbox.planning.grid.near import search_near
from sandbox.planning.grid.smoothing import smooth
from sandbox.planning.planners.pra.cells import append_leg, without_loops
from sandbox.planning.planners.pra.memory import (
    ABSTRACT,
    CELLS,
    CHOOSE,
    DIRECT,
    EXPANDED,
    FIRST,
    GENERATED,
    REOPENED,
    SMOOTH,
    TWO_THIRDS_UP,
    WHERE_THEY_MEET,
    Rule,
    Work,
    level_below,
    next_stamp,
    open_corridor,
    spot_of_cell,
    spot_of_node,
)
from sandbox.planning.planners.pra.pool import CHUNK, Cliques, adjacent

record = record_when_asked


@kernel(counted=False)
def pra_search(
    space: Space, work: Work, rule: Rule, start: int, goal: int, stop: NDArray[np.uint8], events: Events
) -> tuple[int, int, int, int, int]:
    """Answer one query; afterwards `work.path` holds the cells. Returns as every grid search does."""
    work.tally[:] = 0
    work.spent[:] = 0
    work.length[0] = 0
    began = nanoseconds()
    record(events, STAGE, DIRECT, NONE, 0, 0, 0)
    record(events, LEVEL, 0, NONE, 0, 0, 0)
    cells = CellRule(rule.along, rule.across, 255, rule.weighted, 0, rule.shift, rule.budget)
    tally = work.tally
    ended, cost, tally[EXPANDED], tally[GENERATED], tally[REOPENED] = search_near(
        space, work.attempt, cells, rule.near, start, goal, stop, events
    )
    work.spent[DIRECT] = nanoseconds() - began
    if ended in (FOUND, STOPPED):
        if ended == FOUND:
            work.part[:] = 0
            work.spent[FIRST] = work.spent[DIRECT]
            work.leg_length[0] = trace_directions(work.attempt.came, space.stride, start, goal, work.leg)
            append_leg(work)
        return ended, cost, tally[EXPANDED], tally[GENERATED], tally[REOPENED]
    since = work.cells.stamp[0]
    cost, legs, here, steps = 0, 0, start, rule.steps
    while True:
        ended, over, end = one_leg(space, work, rule, here, goal, steps, legs == 0, stop, events)
        if ended != FOUND:
            return ended, cost, work.tally[EXPANDED], work.tally[GENERATED], work.tally[REOPENED]
        cost += over
        legs += 1
        append_leg(work)
        if legs == 1:
            work.spent[FIRST] = nanoseconds() - began
        if end == goal:
            break
        if work.cells.stamp[0] <= since or work.left[end] > since:
            steps = 0  # it has been here before: refine the whole rest
        work.left[end] = work.cells.stamp[0]
        here = end
    if legs > 1:
        cost = without_loops(space, work, rule.weighted)
    return FOUND, cost, work.tally[EXPANDED], work.tally[GENERATED], work.tally[REOPENED]


@kernel(counted=False)
def one_leg(
    space: Space,
    work: Work,
    rule: Rule,
    start: int,
    goal: int,
    steps: int,
    first: bool,
    stop: NDArray[np.uint8],
    events: Events,
) -> tuple[int, int, int]:
    """Refine to cells, all the way or only the first steps of every level: how it ended, the cost, and where."""
    stamp = next_stamp(work)
    S, lineage = space.stride, work.lineage
    here = spot_of_cell(S, start)
    began = nanoseconds()
    record(events, STAGE, CHOOSE, NONE, 0, 0, 0)
    level = choose_level(work.cliques, rule, start, goal, lineage)
    work.spent[CHOOSE] += nanoseconds() - began
    began = nanoseconds()
    record(events, STAGE, ABSTRACT, NONE, 0, 0, 0)
    end, at, restricted = NONE, 0, False
    if first:
        work.part[:] = 0
    else:
        at = work.part[0]  # what the first leg used stays to be shown
    while level > 0:
        record(events, LEVEL, level, NONE, 0, 0, 0)
        target = end if end >= 0 else lineage[2 * level + 1]
        there = spot_of_cell(S, goal) if end < 0 else spot_of_node(work.cliques.place, target)
        ended, n = level_search(
            work, rule, level, lineage[2 * level], here, target, there, stamp, restricted, at, stop, events
        )
        if ended != FOUND:
            return ended, 0, goal
        cut = steps > 0 and n > steps + 1
        if cut:
            n = steps + 1
        below = level_below(rule, level)
        end = open_corridor(S, work, rule, level, below, at, n, stamp)
        if not cut and target == lineage[2 * level + 1]:
            end = NONE
        if first:
            work.part[2 * level], work.part[2 * level + 1] = at, n
        at += n
        restricted = True
        level = below
    if first:
        work.part[0] = at
    work.spent[ABSTRACT] += nanoseconds() - began
    began = nanoseconds()
    record(events, STAGE, CELLS, NONE, 0, 0, 0)
    record(events, LEVEL, 0, NONE, 0, 0, 0)
    end = end if end >= 0 else goal
    ended, cost = search_cells(space, work, rule, start, end, stop, events)
    if ended != FOUND:
        return ended, cost, goal
    work.spent[CELLS] += nanoseconds() - began
    if rule.smooth:
        began = nanoseconds()
        record(events, STAGE, SMOOTH, NONE, 0, 0, 0)
        cost = smooth(space, work.smoother, work.leg, work.leg_length, rule.smooth, rule.weighted)
        work.spent[SMOOTH] += nanoseconds() - began
    return FOUND, cost, end


@kernel(counted=False)
def search_cells(
    space: Space, work: Work, rule: Rule, start: int, end: int, stop: NDArray[np.uint8], events: Events
) -> tuple[int, int]:
    """A* over the cells of the corridor, and its path in `leg`, from the end back: how it ended, and the cost."""
    if start == end:
        work.leg[0], work.leg_length[0] = start, 1
        return FOUND, 0
    inside = CellRule(rule.along, rule.across, 255, rule.weighted, 0, rule.shift, rule.budget - work.tally[EXPANDED], 1)
    ended, cost, expanded, generated, reopened = bucket_search(space, work.cells, inside, start, end, stop, events)
    work.tally[EXPANDED] += expanded
    work.tally[GENERATED] += generated
    work.tally[REOPENED] += reopened
    if ended == FOUND:
        work.leg_length[0] = trace_directions(work.cells.came, space.stride, start, end, work.leg)
    return ended, cost


@kernel(counted=False)
def choose_level(cliques: Cliques, rule: Rule, start: int, goal: int, lineage: NDArray[np.int64]) -> int:
    """Climb from both ends until they meet or touch, then go halfway down (Sturtevant, Buro: start level).

    There have to be 2 √N nodes; when only first moves are wanted, √N, and two thirds of the way up.
    `lineage` receives the ancestors of start and goal, level by level.
    """
    a, b = np.int64(cliques.parent_of_cell[start]), np.int64(cliques.parent_of_cell[goal])
    level = 1
    while True:
        lineage[2 * level], lineage[2 * level + 1] = a, b
        if a == b or cliques.parent[a] < 0 or cliques.parent[b] < 0:
            break
        if adjacent(cliques.place, cliques.near, cliques.more, a, b):
            break
        a, b = np.int64(cliques.parent[a]), np.int64(cliques.parent[b])
        level += 1
    if rule.begin != WHERE_THEY_MEET:
        fewest = 4  # nodes, as a multiple of √N, squared
        if rule.begin == TWO_THIRDS_UP:
            fewest, level = 1, level + level // 3
        level = max(1, min(level // 2, rule.highest))
        while level > 1 and cliques.count[level] * cliques.count[level] < fewest * cliques.count[0]:
            level -= 1  # too coarse
    return level


@kernel(counted=False)
def between(scale: int, dx: int, dy: int) -> int:
    """The cost of an octile distance, for twice a weight."""
    dx, dy = abs(dx), abs(dy)
    return ((5741 * max(dx, dy) + 2378 * min(dx, dy)) * scale) >> 8


@kernel(counted=False)
def level_search(
    work: Work,
    rule: Rule,
    level: int,
    source: int,
    here: int,
    target: int,
    there: int,
    stamp: int,
    restricted: bool,
    at: int,
    stop: NDArray[np.uint8],
    events: Events,
) -> tuple[int, int]:
    """A* between two nodes of a level, from one spot to another.

    Returns how it ended, and how many nodes of its path stand in `way` from `at` on.
    """
    place, near, more = work.cliques.place, work.cliques.near, work.cliques.more
    label, way = work.label, work.way
    head, entry = work.cells.head, work.cells.entry
    low = (1 << 32) - 1
    room = entry.shape[0]
    scale, weighted, shift = rule.scale, rule.weighted, rule.shift + level - 1
    lowest = -UNREACHED * STAMPS if restricted else stamp  # labels below are free to be used
    gx, gy = there & 0xFFFF, there >> 16
    f0 = between(scale, (here & 0xFFFF) - gx, (here >> 16) - gy)
    expanded, generated, reopened = 0, 1, 0
    best = np.int64(UNREACHED)
    label[2 * source], label[2 * source + 1] = stamp, here << 32
    record(events, GENERATE, source, NONE, 0, f0, level)
    entry[0], entry[1], entry[2] = -1, 0, source
    head[0] = 0
    now, most, top, free, waiting = 0, 0, 3, -1, 1
    ended = FOUND
    if source == target:
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
        gu = label[2 * u] - stamp
        if (gu & low) != (np.int64(entry[e + 1]) & low):
            continue  # a better way here came later and went first
        if work.tally[EXPANDED] + expanded >= rule.budget:
            ended = OUT_OF_BUDGET
            break
        if (expanded & LOOK_EVERY) == 0 and stop[0] != 0:
            ended = STOPPED
            break
        expanded += 1
        spot = label[2 * u + 1] >> 32
        label[2 * u + 1] |= 1
        record(events, EXPAND, u, u, gu, 0, level)
        ux, uy = spot & 0xFFFF, spot >> 16
        price = 2 * np.int64(place[4 * u + 2]) if weighted else 16
        piece = u
        for i in range(place[4 * u + 3]):
            if i > 0 and i & (CHUNK - 1) == 0:
                piece = np.int64(more[piece])
            v = np.int64(near[2 * (CHUNK * piece + (i & (CHUNK - 1)))])
            seen = label[2 * v]
            if seen >= lowest and seen <= stamp | gu:
                continue  # outside the corridor, or no farther than u
            spot = np.int64(near[2 * (CHUNK * piece + (i & (CHUNK - 1))) + 1])
            vx, vy = spot & 0xFFFF, spot >> 16
            g = gu + between(price, ux - vx, uy - vy)
            if seen >= lowest and seen <= stamp | g:
                continue
            kind = RELAX
            if seen < stamp or seen == stamp | UNSEEN:
                kind = GENERATE
                generated += 1
            elif label[2 * v + 1] & 1:
                kind = REOPEN
                reopened += 1
            label[2 * v] = stamp | g
            label[2 * v + 1] = spot << 32 | u << 1
            if v == target:
                best = g + between(2 * np.int64(place[4 * v + 2]) if weighted else 16, vx - gx, vy - gy)
                record(events, kind, v, u, g, best, level)
                record(events, INCUMBENT, v, u, g, best, level)
                continue
            f = g + between(scale, vx - gx, vy - gy)
            record(events, kind, v, u, g, f, level)
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
            b = min(max((f - f0) >> shift, now), now + BUCKETS - 1)
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
    if ended != FOUND or best == UNREACHED:
        return (ended if ended != FOUND else NO_PATH), 0
    n = 1
    u = target
    while u != source:
        u = (label[2 * u + 1] & low) >> 1
        n += 1
    u = target
    for i in range(n - 1, -1, -1):
        way[at + i] = u
        u = (label[2 * u + 1] & low) >> 1
    return FOUND, n


@kernel(counted=False)
def pra_trace(space: Space, work: Work, start: int, goal: int, path: NDArray[np.int32]) -> int:  # noqa: ARG001
    """The path the last query found, from goal back to start."""
    n = work.length[0]
    for i in range(n):
        path[i] = work.path[n - 1 - i]
    return n
