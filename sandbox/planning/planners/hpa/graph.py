"""HPA*'s graph of transitions, on any level, and its searches: in one sector of the level above, or anywhere.

Only cells *entered* across a border are states, so an expansion reads one dense row of costs and knows
everything about leaving its sector. The search is that of `planning/search.py`; bound to this graph it finds

    a way from a slot, or from an end of the query, to the goal or out by a given exit: A*;
    the costs to all exits of the sector of the level above: Dijkstra's algorithm (a `flood`).

    came [slots]     the slot it was reached from, NONE for an end of the query << 32 | the exit it was left by << 5

A sector of the first level that nobody has measured yet is measured when one of its nodes is expanded.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"
# ruff: noqa: ARG001  (every graph's kernels take the same)

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import index
from sandbox.kernels.jit import kernel, specialise
from sandbox.kernels.recording import NONE, Events
from sandbox.kernels.stamps import UNREACHED, next_stamp
from sandbox.planning import search as text
from sandbox.planning.grid.graph import Space, norm
from sandbox.planning.planners.hpa.sectors import INSIDE, Local, Sectors, base_of, measure, new_local, row_of, sector_of
from sandbox.planning.search import AS_FINISHED, HERE, Quest, Work

ANYWHERE = -1  # instead of a sector of the level above
EXPANDED, GENERATED, REOPENED = range(3)  # in `tally`


class Rule(NamedTuple):
    """What is asked of one search."""

    along: int  # octile heuristic in cost units, of weighted terrain on every level
    across: int
    weighted: int  # 1: terrain makes a difference on this level
    local_shift: int  # buckets of the search inside a sector
    shift: int  # buckets of the abstract search
    smooth: int  # window of the smoother, 0: none
    timed: int  # 1: each refined leg is
    near: int  # how far apart ends are that are tried on the cells first
    budget: int


class Frontier(NamedTuple):
    """The memory of searches, one after another."""

    work: Work
    tally: NDArray[np.int64]  # [3] expanded, generated, reopened, by all searches of a query
    local: Local  # for measuring sectors


class Graph(NamedTuple):
    """What a search may look at."""

    space: Space
    sectors: Sectors
    local: Local
    local_shift: int


class Task(NamedTuple):
    """One search. Places in `cost` are offsets; exits and slots are numbered as in `Sectors`."""

    level: int
    source: int  # the slot it starts from, NONE: an end of the query
    row: int  # where that one's costs to the exits of its sector lie
    sector: int
    within: int  # the sector of the level above that is not left, or ANYWHERE
    flood: int  # where the costs to that sector's exits are written; 0: there is a goal
    along: int  # the estimate; none in a flood
    across: int
    target: int  # the exit by which to leave, or NONE
    rest: int  # else where the costs from the nodes of the goal's sector lie
    last: int  # the sector of the goal, or of the target
    x: int  # of the goal's cell
    y: int
    ahead: int  # the guess from the source to there
    direct: int  # cost from start to goal inside one sector of the first level


def new_frontier(sectors: Sectors) -> Frontier:
    """Memory to search, and to measure, these."""
    slots = len(sectors.cell)
    return Frontier(text.new_work(slots, np.int64, 4 * slots + 64), np.zeros(3, np.int64), new_local(sectors.size))


def with_more_room(frontier: Frontier) -> Frontier:
    """Twice the entries."""
    return frontier._replace(work=text.with_more_room(frontier.work))


@kernel(counted=False)
def leave(graph: Graph, task: Task, came: NDArray[np.int64], u: int) -> tuple[int, int, int, int]:
    """The exits of the sector; the first of them, where the costs to them lie, and the sector."""
    sectors, sector, row = graph.sectors, task.sector, task.row
    if u >= 0:
        sector, row = sector_of(sectors, task.level, u), row_of(sectors, task.level, u)
        if sectors.unmeasured[index(sector)]:
            measure(graph.space, sectors, sector, graph.local, graph.local_shift)
    base = base_of(sectors, task.level, sector)
    return np.int64(sectors.exits[index(sector)]), base, row - base, sector


@kernel(counted=False)
def finish(graph: Graph, task: Task, u: int, gu: int, base: int, row: int, sector: int) -> int:
    """In the last sector, the cost by the target, or to the goal."""
    sectors = graph.sectors
    if sector != task.last:
        return UNREACHED
    if task.target >= 0:
        return gu + sectors.cost[index(row + task.target)]
    return gu + sectors.cost[index(task.rest + u - base)] if u >= 0 else UNREACHED


@kernel(counted=False)
def edge(
    graph: Graph, task: Task, u: int, gu: int, base: int, row: int, sector: int, i: int
) -> tuple[int, int, int, int]:
    """The slot behind an exit. A flood writes down the costs of exits of the sector above."""
    sectors, e = graph.sectors, base + i
    g = gu + sectors.cost[index(row + e)]
    if g >= UNREACHED:
        return NONE, g, 0, sector
    if task.within >= 0 and sectors.beyond[index(e)] != INSIDE:
        if task.flood and sectors.beyond[e] >= 0:
            at = task.flood - base_of(sectors, task.level + 1, task.within) + sectors.beyond[e]
            sectors.cost[at] = min(sectors.cost[at], g)
        return NONE, g, 0, sector
    return np.int64(sectors.behind[index(e)]), g, u << 32 | e << 5, sector


@kernel(counted=False)
def ahead(graph: Graph, task: Task, v: int, via: int, base: int, row: int) -> int:
    """The octile distance to the goal, or to the target's cell."""
    place = np.int64(graph.sectors.xy[index(v)])
    return norm(task.along, task.across, (place & 65535) - task.x, (place >> 16) - task.y)


over_slots = specialise(text.search, leave=leave, edge=edge, ahead=ahead, finish=finish)


@kernel(counted=False)
def search(
    space: Space,
    sectors: Sectors,
    frontier: Frontier,
    rule: Rule,
    task: Task,
    stop: NDArray[np.uint8],
    events: Events,
) -> tuple[int, int, int]:
    """Do a task: how it ended, the cost, and the slot from which goal or target were reached. Modifies all memory."""
    tally = frontier.tally
    stamp = next_stamp(frontier.work.stamp, frontier.work.key)
    goal, budget = NONE if task.flood else AS_FINISHED, rule.budget - tally[EXPANDED]
    quest = Quest(task.source, goal, HERE, task.ahead, task.direct, stamp, stamp, rule.shift, budget, 1, 1, 0)
    graph = Graph(space, sectors, frontier.local, rule.local_shift)
    ended, best, expanded, generated, reopened, last = over_slots(graph, task, frontier.work, quest, stop, events)
    tally[EXPANDED] += expanded
    tally[GENERATED] += generated
    tally[REOPENED] += reopened
    return ended, best, last


@kernel(counted=False)
def flood(
    space: Space,
    sectors: Sectors,
    frontier: Frontier,
    rule: Rule,
    level: int,
    source: int,
    row: int,
    sector: int,
    within: int,
    out: int,
    stop: NDArray[np.uint8],
    events: Events,
) -> int:
    """Write the costs from a slot, or an end, to the exits of the sector above that it lies in; how it ended."""
    sectors.cost[out : out + sectors.exits[within]] = UNREACHED
    task = Task(level, source, row, sector, within, out, 0, 0, NONE, 0, NONE, 0, 0, 0, UNREACHED)
    return search(space, sectors, frontier, rule, task, stop, events)[0]
