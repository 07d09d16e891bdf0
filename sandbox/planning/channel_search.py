"""A search over triangles for channels, written once: TA*, and the naive search from edge to edge.

TA* by Demyen and Buro, "Efficient triangulation-based pathfinding", AAAI 2006. A state is a triangle and the
edge by which it was entered. First every triangle is expanded once, which gives a good channel soon; then
triangles may be entered again, every channel that reaches the goal is measured by the funnel, and the search
ends when no open state can lead to a shorter way: then the best is proven to be the optimum.

Departs from it in: two numbers instead of one. `g` bounds the way to the entry edge (the distance from the
start to it, or the parent's g if that is more) and `f` the whole way (the parent's f, g + h, or the distance
from start to goal). The paper's single g takes in terms that bound the whole way and chains others onto them;
that over-estimates, and answers called optimal were not.

Naive: the way leads from midpoint to midpoint of the edges crossed, and each triangle is entered once. On the
graph of way-points the same, but each edge is crossed once: the shortest way from midpoint to midpoint.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.clock import nanoseconds
from sandbox.kernels.heap import Heap, heap_pop, heap_push, new_heap
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import EXPAND, GENERATE, INCUMBENT, NONE, Events, record_nothing
from sandbox.mesh.arrays import Mesh, following
from sandbox.planning.batch import FOUND, NO_PATH, OUT_OF_BUDGET, STOPPED
from sandbox.planning.funnel import Funnel, new_funnel, pull
from sandbox.planning.mesh_graph import edge_distance

record = record_nothing

FAR: Final = 1e300
GEODESIC, NAIVE, WAYPOINTS = 0, 1, 2  # how ways are measured while searching, and what is closed
TIE: Final = 1e-12  # lengths that differ by less than this part are the same

# Entries of Work.counts
STAMP: Final = 0
EXPANDED: Final = 1
GENERATED: Final = 2
FIRST_NS: Final = 3  # until the first path
LENGTH: Final = 4  # portals of the best channel
CHANNELS: Final = 5  # how many were measured
EXHAUSTED: Final = 6  # 1: nothing open can be shorter
ELEMENTS: Final = 7  # of the funnel's way through the best channel
COUNTS: Final = 8

# Entries of Work.bounds
BEST: Final = 0
OPEN: Final = 1  # no way is shorter than this


class Rule(NamedTuple):
    """What is asked of a search."""

    measure: int  # GEODESIC, NAIVE or WAYPOINTS
    effort: int  # expansions after the first path
    budget: int  # expansions in all
    radius: float  # of the disc, in grid units


class Work(NamedTuple):
    """Memory of a search. A node is a state: its triangle is entry // 3."""

    entry: NDArray[np.int32]  # [room] half-edge by which the triangle is entered, inside it
    parent: NDArray[np.int32]  # [room] node, NONE at the start
    g: NDArray[np.float64]  # [room] bound of the way to the entry edge, grid units
    f: NDArray[np.float64]  # [room] bound of the whole way
    heap: Heap
    closed: NDArray[np.int64]  # [3 triangles] stamp of the search that expanded this triangle, or crossed this edge
    channel: NDArray[np.int32]  # [triangles] entries of the best channel, from start to goal
    counts: NDArray[np.int64]
    bounds: NDArray[np.float64]
    funnel: Funnel


def new_work(triangles: int, effort: int) -> Work:
    """Memory for one search: two children a triangle or edge before the first path, two an expansion after it."""
    room = 2 * max(3 * triangles, effort) + 16
    return Work(
        entry=np.empty(room, np.int32),
        parent=np.empty(room, np.int32),
        g=np.empty(room),
        f=np.empty(room),
        heap=new_heap(room),
        closed=np.zeros(3 * triangles, np.int64),
        channel=np.zeros(triangles + 1, np.int32),
        counts=np.zeros(COUNTS, np.int64),
        bounds=np.zeros(2),
        funnel=new_funnel(triangles + 1),
    )


@kernel(counted=False)
def middle(mesh: Mesh, e: int) -> tuple[float, float]:
    """Midpoint of an edge."""
    a, b = mesh.org[e], mesh.org[following(e)]
    return 0.5 * (mesh.xy[a, 0] + mesh.xy[b, 0]), 0.5 * (mesh.xy[a, 1] + mesh.xy[b, 1])


@kernel(counted=False)
def bounds_of(mesh: Mesh, work: Work, rule: Rule, k: int, e: int, ends: NDArray[np.float64]) -> tuple[float, float]:
    """Bounds g and f of entering by half-edge e from node k (NONE: from the start)."""
    sx, sy, gx, gy = ends[0], ends[1], ends[2], ends[3]
    if rule.measure != GEODESIC:
        x, y = middle(mesh, e)
        px, py, before = sx, sy, 0.0
        if k != NONE:
            px, py = middle(mesh, work.entry[k])
            before = work.g[k]
        g = before + math.sqrt((x - px) ** 2 + (y - py) ** 2)
        return g, g + math.sqrt((x - gx) ** 2 + (y - gy) ** 2)
    a, b = mesh.org[e], mesh.org[following(e)]
    g = edge_distance(mesh.xy, a, b, sx, sy)
    f = math.sqrt((sx - gx) ** 2 + (sy - gy) ** 2)
    if k != NONE:
        g = max(g, work.g[k])
        f = max(f, work.f[k])
    return g, max(f, g + edge_distance(mesh.xy, a, b, gx, gy))


@kernel(counted=False)
def closing(mesh: Mesh, rule: Rule, e: int) -> int:
    """What may be done once only: enter the triangle of half-edge e, or cross that edge."""
    return min(e, mesh.twin[e]) if rule.measure == WAYPOINTS else e // 3


@kernel(counted=False)
def on_chain(work: Work, k: int, t: int, start: int) -> bool:
    """Whether the way to node k has been in triangle t."""
    while k != NONE:
        if work.entry[k] // 3 == t:
            return True
        k = work.parent[k]
    return t == start


@kernel(counted=False)
def lay_out(mesh: Mesh, work: Work, k: int) -> int:
    """Write the portals of the way to node k into the funnel; how many."""
    n = 0
    q = k
    while q != NONE:
        n += 1
        q = work.parent[q]
    q = k
    for i in range(n - 1, -1, -1):
        e = work.entry[q]
        work.funnel.portals[i, 0] = mesh.org[e]
        work.funnel.portals[i, 1] = mesh.org[following(e)]
        q = work.parent[q]
    return n


@kernel(counted=False)
def keep(work: Work, k: int, n: int) -> None:
    """Remember the channel of n portals that leads to node k."""
    work.counts[LENGTH] = n
    for i in range(n - 1, -1, -1):
        work.channel[i] = work.entry[k]
        k = work.parent[k]


@kernel(counted=False)
def restore(mesh: Mesh, work: Work) -> None:
    """Write the portals of the best channel into the funnel."""
    for i in range(work.counts[LENGTH]):
        work.funnel.portals[i, 0] = mesh.org[work.channel[i]]
        work.funnel.portals[i, 1] = mesh.org[following(work.channel[i])]


@kernel(counted=False)
def search_round(
    mesh: Mesh,
    work: Work,
    rule: Rule,
    ends: NDArray[np.float64],
    triangles: tuple[int, int],
    again: int,
    stop: NDArray[np.uint8],
    events: Events,
) -> int:
    """Search for the first path (again = 0), or for all that could be shorter than the best (again = 1)."""
    start, goal = triangles
    heap, counts, bounds = work.heap, work.counts, work.bounds
    counts[STAMP] += 1
    stamp = counts[STAMP]
    if rule.measure != WAYPOINTS:
        work.closed[start] = stamp
    last = counts[EXPANDED] + rule.effort if again else rule.budget
    last = min(last, rule.budget)
    heap.size[0] = 0
    n = 0
    k = NONE
    t = start
    if not again:
        counts[EXPANDED] += 1
        record(events, EXPAND, start, NONE, 0.0, 0.0, NONE)
    while True:
        if k == NONE or t != goal:
            for h in range(3 * t, 3 * t + 3):
                if mesh.con[h] != 0 or (k != NONE and h == work.entry[k]):
                    continue
                e = mesh.twin[h]
                if again:
                    if on_chain(work, k, e // 3, start):  # a shortest way enters no triangle twice
                        continue
                elif work.closed[closing(mesh, rule, e)] == stamp:
                    continue
                g, f = bounds_of(mesh, work, rule, k, e, ends)
                if f >= bounds[BEST] * (1 - TIE):
                    continue
                work.entry[n] = e
                work.parent[n] = k
                work.g[n] = g
                work.f[n] = f
                heap_push(heap, f, n)
                counts[GENERATED] += 1
                record(events, GENERATE, e // 3, t, g, f, e)
                n += 1
        # the next state
        while heap.size[0] > 0:
            k = heap.item[0]
            bounds[OPEN] = max(bounds[OPEN], min(work.f[k], bounds[BEST]))
            heap_pop(heap)
            if again or work.closed[closing(mesh, rule, work.entry[k])] != stamp:
                break
            k = NONE
        else:
            k = NONE
        if k == NONE or work.f[k] >= bounds[BEST] * (1 - TIE):
            counts[EXHAUSTED] = 1
            return FOUND if bounds[BEST] < FAR else NO_PATH
        if counts[EXPANDED] >= last:
            return OUT_OF_BUDGET
        if counts[EXPANDED] & 63 == 0 and stop[0] != 0:
            return STOPPED
        t = work.entry[k] // 3
        work.closed[closing(mesh, rule, work.entry[k])] = stamp
        counts[EXPANDED] += 1
        record(events, EXPAND, t, mesh.twin[work.entry[k]] // 3, work.g[k], work.f[k], work.entry[k])
        if t == goal:
            portals = lay_out(mesh, work, k)
            length = work.f[k]
            if rule.measure == GEODESIC:
                _, length = pull(mesh.xy, work.funnel, portals, ends, rule.radius, events)
            counts[CHANNELS] += 1
            if length < bounds[BEST]:
                bounds[BEST] = length
                keep(work, k, portals)
                record(events, INCUMBENT, goal, NONE, length, length, portals)
            if not again:
                return FOUND


@kernel(counted=False)
def search_channels(
    mesh: Mesh,
    work: Work,
    rule: Rule,
    ends: NDArray[np.float64],
    triangles: tuple[int, int],
    stop: NDArray[np.uint8],
    events: Events,
) -> int:
    """Find channels from one triangle to another, both in one part of the free space; how it ended.

    The best is in work.channel; work.counts and work.bounds say what it took and what is known of it.
    """
    began = nanoseconds()
    for i in range(EXPANDED, work.counts.shape[0]):
        work.counts[i] = 0
    work.bounds[BEST] = FAR
    work.bounds[OPEN] = 0.0
    if stop[0] != 0:
        return STOPPED
    status = search_round(mesh, work, rule, ends, triangles, 0, stop, events)
    work.counts[FIRST_NS] = nanoseconds() - began
    work.counts[EXHAUSTED] = 0
    work.bounds[OPEN] = 0.0
    if status == FOUND and rule.measure != NAIVE:
        if rule.effort > 0:
            search_round(mesh, work, rule, ends, triangles, 1, stop, events)
        restore(mesh, work)
        work.counts[ELEMENTS], _ = pull(mesh.xy, work.funnel, work.counts[LENGTH], ends, rule.radius, events)
    return status
