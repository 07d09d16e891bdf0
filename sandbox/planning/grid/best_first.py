"""Best-first search on the grid, written once: breadth-first, Dijkstra, greedy, A*, weighted A*.

Finds a path from start to goal in the exact order its rule asks for, with any heuristic, tie-breaking and
policy of re-opening; for learning what these choices do. (`bucket_search` is the fast text for the common
case of a consistent heuristic.)

Papers: Moore, "The Shortest Path Through a Maze", 1959 (breadth-first); Dijkstra, "A Note on Two Problems in
Connexion with Graphs", Numerische Mathematik 1959; Hart, Nilsson, Raphael, "A Formal Basis for the Heuristic
Determination of Minimum Cost Paths", IEEE TSSC 1968; Pohl, "Heuristic Search Viewed as Path Finding in a
Graph", Artificial Intelligence 1970 (weighted); Doran, Michie, "Experiments with the Graph Traverser
Program", 1966 (greedy). Departs from them in: cheaper ways are pushed again, not lowered in place.
(`planning/search.py` has no order within a bucket but last in, first out: hence a text and a queue of its own.)
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import EXPAND, GENERATE, NONE, RELAX, REOPEN, Events, record_when_asked
from sandbox.kernels.stamps import next_stamp
from sandbox.planning.batch import FOUND, NO_PATH, OUT_OF_BUDGET, OUT_OF_ROOM, STOPPED
from sandbox.planning.grid.estimates import Guess, estimate
from sandbox.planning.grid.graph import NO_DIRECTION, Space, step_cost
from sandbox.planning.grid.open_list import OpenList, new_open_list, pop, push
from sandbox.planning.search import CLOSED, LOOK_EVERY

BY_COST, BY_GUESS, BY_STEPS = 0, 1, 2  # what comes first: least g + weight · h, least h, fewest steps
LARGER_G, SMALLER_G, NEWEST, OLDEST = 0, 1, 2, 3  # among equals
WEIGHT_UNIT = 64


record = record_when_asked


class Rule(NamedTuple):
    """What is asked of one search."""

    order: int
    weight: int  # of the heuristic, in 64ths
    ties: int
    reopen: int  # 1: a closed cell reached more cheaply is opened again
    moves: int  # mask of directions
    weighted: int  # 1: terrain counts
    budget: int  # expansions
    guess: Guess


class Work(NamedTuple):
    """The memory of a search, kept from query to query."""

    key: NDArray[np.int64]  # [ids] stamp << 44 | g
    came: NDArray[np.uint8]  # [ids] direction of arrival, | CLOSED once expanded
    stamp: NDArray[np.int64]  # [1]
    open: OpenList


def new_work(ids: int) -> Work:
    """Memory for a grid of so many ids."""
    came = np.full(ids, NO_DIRECTION, np.uint8)
    return Work(np.full(ids, 0, np.int64), came, np.zeros(1, np.int64), new_open_list(2 * ids + 64))


def with_more_room(work: Work) -> Work:
    """The same memory with twice the open list."""
    return work._replace(open=new_open_list(2 * len(work.open.node)))


@kernel(counted=False)
def put(open_list: OpenList, rule: Rule, f: int, g: int, node: int, serial: int) -> None:
    """Add to the open list: sorted, or at the end of the line for breadth-first search."""
    if rule.order == BY_STEPS:
        open_list.node[serial] = node
        open_list.size[0] += 1
        return
    tie = serial
    if rule.ties == LARGER_G:
        tie = -g
    elif rule.ties == SMALLER_G:
        tie = g
    elif rule.ties == NEWEST:
        tie = -serial
    push(open_list, f, tie, node)


@kernel(counted=False)
def take(open_list: OpenList, rule: Rule, taken: int) -> int:
    """Take the first of the open list."""
    if rule.order == BY_STEPS:
        open_list.size[0] -= 1
        return np.int64(open_list.node[taken])
    return pop(open_list)


@kernel(counted=False)
def best_first(
    space: Space, work: Work, rule: Rule, start: int, goal: int, stop: NDArray[np.uint8], events: Events
) -> tuple[int, int, int, int, int]:
    """Search from start to goal (NONE: label everything).

    Returns how it ended, the cost, and how many cells were expanded, generated and reopened. `work` is
    modified in place: afterwards `trace_arrivals` gives the path.
    """
    S = space.stride
    key, came, open_list = work.key, work.came, work.open
    stamp = next_stamp(work.stamp, key)
    dxs = (1, -1, 0, 0, 1, -1, 1, -1)
    dys = (0, 0, 1, -1, 1, 1, -1, -1)
    gy = goal // S
    gx = goal - gy * S
    room = open_list.node.shape[0]
    h = estimate(rule.guess, start, goal, abs(start % S - gx), abs(start // S - gy))
    key[start] = stamp
    came[start] = NO_DIRECTION
    open_list.size[0] = 0
    put(open_list, rule, h, 0, start, 0)
    serial, taken = 1, 0
    expanded, generated, reopened = 0, 1, 0
    record(events, GENERATE, start, NONE, 0, h, NO_DIRECTION)
    while open_list.size[0] > 0:
        u = take(open_list, rule, taken)
        taken += 1
        if came[u] & CLOSED:
            continue  # a cheaper entry went first
        gu = key[u] - stamp
        if expanded >= rule.budget:
            return OUT_OF_BUDGET, gu, expanded, generated, reopened
        if (expanded & LOOK_EVERY) == 0 and stop[0] != 0:
            return STOPPED, gu, expanded, generated, reopened
        expanded += 1
        uy = u // S
        ux = u - uy * S
        back = np.int64(came[u])
        came[u] |= CLOSED
        record(events, EXPAND, u, u if u == start else u - dys[back] * S - dxs[back], gu, gu, back)
        if u == goal:
            return FOUND, gu, expanded, generated, reopened
        mask = space.moves[u] & rule.moves
        for d in range(8):
            if (mask >> d) & 1:
                v = u + dys[d] * S + dxs[d]
                ng = gu + step_cost(space, u, v, d, rule.weighted)
                kind = GENERATE
                if key[v] >= stamp:
                    if rule.order != BY_COST or key[v] <= stamp | ng:
                        continue
                    kind = RELAX
                    if came[v] & CLOSED:
                        if not rule.reopen:
                            continue
                        kind = REOPEN
                        reopened += 1
                else:
                    generated += 1
                key[v] = stamp | ng
                came[v] = d
                h = estimate(rule.guess, v, goal, abs(ux + dxs[d] - gx), abs(uy + dys[d] - gy))
                f = h if rule.order == BY_GUESS else ng + ((h * rule.weight) >> 6)
                record(events, kind, v, u, ng, f, d)
                if max(open_list.size[0], serial if rule.order == BY_STEPS else 0) >= room:
                    return OUT_OF_ROOM, gu, expanded, generated, reopened
                put(open_list, rule, f, ng, v, serial)
                serial += 1
    return FOUND if goal < 0 else NO_PATH, 0, expanded, generated, reopened
