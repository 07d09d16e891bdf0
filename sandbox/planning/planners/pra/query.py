"""PRA*'s query: choose a level, search it, and refine its path inside corridors, level by level, to the cells.

The parents of both ends are climbed until they meet or touch; the first search runs on a level below. Its
path, with its neighbours where the rule says so, is the corridor: only what those nodes stand for may be used
below. With partial refinement only the first steps of every path are refined; the way goes on
from there with a query of its own, and loops are cut out at the end. Near ends are tried on the cells
first (see `near`).
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"
# ruff: noqa: ARG001  (every graph's kernels take the same)

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandbox.kernels.arrays import Int32s, Int64s, Stop, index
from sandbox.kernels.clock import nanoseconds
from sandbox.kernels.jit import kernel, specialise
from sandbox.kernels.recording import LEVEL, NONE, STAGE, Events, record_when_asked
from sandbox.kernels.stamps import EARLIER, UNREACHED
from sandbox.planning.batch import FOUND, PROVEN, STOPPED
from sandbox.planning.grid.bucket_search import Rule as CellRule
from sandbox.planning.grid.bucket_search import bucket_search
from sandbox.planning.grid.graph import STRAIGHT, TURN, Space, norm, trace_directions
from sandbox.planning.grid.near import search_near
from sandbox.planning.grid.smoothing import smooth
from sandbox.planning.planners.pra import memory as m
from sandbox.planning.planners.pra.cells import append_leg, without_loops
from sandbox.planning.planners.pra.memory import (
    Rule,
    Work,
    level_below,
    next_leg,
    open_corridor,
    spot_of_cell,
    spot_of_node,
)
from sandbox.planning.planners.pra.pool import CHUNK, Cliques, adjacent
from sandbox.planning.search import HERE, Quest, search

record = record_when_asked


@kernel(counted=False)
def pra_search(
    space: Space, work: Work, rule: Rule, start: int, goal: int, stop: Stop, events: Events
) -> tuple[int, int, int, int, int]:
    """Answer one query; afterwards `work.path` holds the cells. Returns as every grid search does."""
    work.tally[:] = 0
    work.spent[:] = 0
    work.length[0] = 0
    began = nanoseconds()
    record(events, STAGE, m.DIRECT, NONE, 0, 0, 0)
    record(events, LEVEL, 0, NONE, 0, 0, 0)
    cells = CellRule(rule.along, rule.across, 255, rule.weighted, 0, rule.shift, rule.budget)
    tally = work.tally
    ended, cost, tally[m.EXPANDED], tally[m.GENERATED], tally[m.REOPENED] = search_near(
        space, work.attempt, cells, rule.near, start, goal, stop, events
    )
    work.spent[m.DIRECT] = nanoseconds() - began
    if ended in (FOUND, STOPPED):
        if ended == FOUND:
            ended = PROVEN
            work.part[:] = 0
            work.spent[m.FIRST] = work.spent[m.DIRECT]
            work.leg_length[0] = trace_directions(work.attempt.came, space.stride, start, goal, work.leg)
            append_leg(work)
        return ended, cost, tally[m.EXPANDED], tally[m.GENERATED], tally[m.REOPENED]
    since = work.cells.stamp[0]
    cost, legs, here, steps = 0, 0, start, rule.steps
    while True:
        ended, over, end = one_leg(space, work, rule, here, goal, steps, legs == 0, stop, events)
        if ended != FOUND:
            return ended, cost, work.tally[m.EXPANDED], work.tally[m.GENERATED], work.tally[m.REOPENED]
        cost += over
        legs += 1
        append_leg(work)
        if legs == 1:
            work.spent[m.FIRST] = nanoseconds() - began
        if end == goal:
            break
        if work.cells.stamp[0] <= since or work.left[end] > since:
            steps = 0  # it has been here before: refine the whole rest
        work.left[end] = work.cells.stamp[0]
        here = end
    if legs > 1:
        cost = without_loops(space, work, rule.weighted)
    return FOUND, cost, work.tally[m.EXPANDED], work.tally[m.GENERATED], work.tally[m.REOPENED]


@kernel(counted=False)
def one_leg(
    space: Space, work: Work, rule: Rule, start: int, goal: int, steps: int, first: bool, stop: Stop, events: Events
) -> tuple[int, int, int]:
    """Refine to cells, all the way or only the first steps of every level: how it ended, the cost, and where."""
    stamp = next_leg(work)
    S, lineage = space.stride, work.lineage
    here = spot_of_cell(S, start)
    began = nanoseconds()
    record(events, STAGE, m.CHOOSE, NONE, 0, 0, 0)
    level = choose_level(work.cliques, rule, start, goal, lineage)
    work.spent[m.CHOOSE] += nanoseconds() - began
    began = nanoseconds()
    record(events, STAGE, m.ABSTRACT, NONE, 0, 0, 0)
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
    work.spent[m.ABSTRACT] += nanoseconds() - began
    began = nanoseconds()
    record(events, STAGE, m.CELLS, NONE, 0, 0, 0)
    record(events, LEVEL, 0, NONE, 0, 0, 0)
    end = end if end >= 0 else goal
    ended, cost = search_cells(space, work, rule, start, end, stop, events)
    if ended != FOUND:
        return ended, cost, goal
    work.spent[m.CELLS] += nanoseconds() - began
    if rule.smooth:
        began = nanoseconds()
        record(events, STAGE, m.SMOOTH, NONE, 0, 0, 0)
        cost = smooth(space, work.smoother, work.leg, work.leg_length, rule.smooth, rule.weighted)
        work.spent[m.SMOOTH] += nanoseconds() - began
    return FOUND, cost, end


@kernel(counted=False)
def search_cells(
    space: Space, work: Work, rule: Rule, start: int, end: int, stop: Stop, events: Events
) -> tuple[int, int]:
    """A* over the cells of the corridor, and its path in `leg`, from the end back: how it ended, and the cost."""
    if start == end:
        work.leg[0], work.leg_length[0] = start, 1
        return FOUND, 0
    budget = rule.budget - work.tally[m.EXPANDED]
    inside = CellRule(rule.along, rule.across, 255, rule.weighted, 0, rule.shift, budget, 1)
    ended, cost, expanded, generated, reopened = bucket_search(space, work.cells, inside, start, end, stop, events)
    work.tally[m.EXPANDED] += expanded
    work.tally[m.GENERATED] += generated
    work.tally[m.REOPENED] += reopened
    if ended == FOUND:
        work.leg_length[0] = trace_directions(work.cells.came, space.stride, start, end, work.leg)
    return ended, cost


@kernel(counted=False)
def choose_level(cliques: Cliques, rule: Rule, start: int, goal: int, lineage: Int64s) -> int:
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
    if rule.begin != m.WHERE_THEY_MEET:
        fewest = 4  # nodes, as a multiple of √N, squared
        if rule.begin == m.TWO_THIRDS_UP:
            fewest, level = 1, level + level // 3
        level = max(1, min(level // 2, rule.highest))
        while level > 1 and cliques.count[level] * cliques.count[level] < fewest * cliques.count[0]:
            level -= 1  # too coarse
    return level


@kernel(counted=False)
def between(scale: int, a: int, b: int) -> int:
    """The cost of the octile distance of two spots, for twice a weight."""
    return (norm(STRAIGHT, TURN, (a & 0xFFFF) - (b & 0xFFFF), (a >> 16) - (b >> 16)) * scale) >> 8


class Task(NamedTuple):
    """One search of a level."""

    scale: int  # of the estimate, for `between`
    weighted: int
    target: int
    there: int  # the spot to come to


@kernel(counted=False)
def leave(cliques: Cliques, task: Task, came: Int64s, u: int) -> tuple[int, int, int, int]:
    """Neighbours of a node; the spot it was entered at, its cost, and the piece of its list that comes first."""
    price = 2 * np.int64(cliques.place[index(4 * u + 2)]) if task.weighted else 16
    return np.int64(cliques.place[index(4 * u + 3)]), came[index(u)] >> 32, price, u


@kernel(counted=False)
def edge(
    cliques: Cliques, task: Task, u: int, gu: int, spot: int, price: int, piece: int, i: int
) -> tuple[int, int, int, int]:
    """The next neighbour, entered at the crossing."""
    if i > 0 and i & (CHUNK - 1) == 0:
        piece = np.int64(cliques.more[index(piece)])
    at = 2 * (CHUNK * piece + (i & (CHUNK - 1)))
    crossing = np.int64(cliques.near[index(at + 1)])
    return np.int64(cliques.near[index(at)]), gu + between(price, spot, crossing), crossing << 32 | u << 5, piece


@kernel(counted=False)
def ahead(cliques: Cliques, task: Task, v: int, via: int, spot: int, price: int) -> int:
    """From the spot a node is entered at to where the way ends; from the last one there what it costs."""
    if via == HERE:
        return between(task.scale, spot, task.there)
    if v != task.target:
        return between(task.scale, via >> 32, task.there)
    return between(2 * np.int64(cliques.place[4 * v + 2]) if task.weighted else 16, via >> 32, task.there)


over_cliques = specialise(search, leave=leave, edge=edge, ahead=ahead)


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
    stop: Stop,
    events: Events,
) -> tuple[int, int]:
    """A* between two nodes of a level, from one spot to another.

    Returns how it ended, and how many nodes of its path stand in `way` from `at` on.
    """
    way, came = work.way, work.nodes.came
    f0, best = between(rule.scale, here, there), 0 if source == target else UNREACHED
    lowest, budget = EARLIER if restricted else stamp, rule.budget - work.tally[m.EXPANDED]
    quest = Quest(source, target, here << 32, f0, best, stamp, lowest, rule.shift + level - 1, budget, 0, 0)
    task = Task(rule.scale, rule.weighted, target, there)
    ended, _, expanded, generated, reopened, _ = over_cliques(work.cliques, task, work.nodes, quest, stop, events)
    work.tally[m.EXPANDED] += expanded
    work.tally[m.GENERATED] += generated
    work.tally[m.REOPENED] += reopened
    if ended != FOUND:
        return ended, 0
    n = 1
    u = target
    while u != source:
        u = (came[u] & 0xFFFFFFFF) >> 5
        n += 1
    u = target
    for i in range(n - 1, -1, -1):
        way[at + i] = u
        u = (came[u] & 0xFFFFFFFF) >> 5
    return FOUND, n


@kernel(counted=False)
def pra_trace(space: Space, work: Work, start: int, goal: int, path: Int32s) -> int:
    """The path the last query found, from goal back to start."""
    n = work.length[0]
    for i in range(n):
        path[i] = work.path[n - 1 - i]
    return n
