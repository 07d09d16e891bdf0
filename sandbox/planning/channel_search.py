"""A search over triangles for channels, written once: TA*, and the naive search from edge to edge.

TA* by Demyen and Buro, "Efficient triangulation-based pathfinding", AAAI 2006. A state is a triangle and the
edge by which it was entered. First every triangle is expanded once, which gives a good channel soon; then
triangles may be entered again, every channel that reaches the goal is measured by the funnel, and the search
ends when no open state can lead to a shorter way: then the best is proven to be the optimum.

Departs from it in: two numbers instead of one. `g` bounds the way to the entry edge (the distance from the
start to it, or the parent's g if that is more) and `f` the whole way (the parent's f, g + h, or the distance
from start to goal). The paper's single g takes in terms that bound the whole way and chains others onto them;
that over-estimates, and answers called optimal were not.

For a disc of radius r a triangle is passed only where its width allows it, a state is left once for every edge
it was entered by, and g grows by the arc around the corner between two edges. Every channel is pulled tight
around its corners and measured against the walls (`disc_way`); one that fails does not count.

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
from sandbox.mesh.widths import ROUNDED, exits, together
from sandbox.planning.batch import FOUND, NO_PATH, OUT_OF_BUDGET, STOPPED
from sandbox.planning.disc_way import FAR, TRIES, Discs, new_discs, tighten
from sandbox.planning.funnel import Funnel, new_funnel, write_points
from sandbox.planning.mesh_ends import leads_nowhere, mark_lane
from sandbox.planning.mesh_graph import edge_distance

record = record_nothing

GEODESIC, NAIVE, WAYPOINTS = 0, 1, 2  # how ways are measured while searching, and what is closed
PATIENCE: Final = 10_000  # expansions to find another channel, where the first ones were too narrow
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
ROWS: Final = 8  # of the funnel's portals: those of the best channel, and corners a disc must keep away from
GATES: Final = 9  # a disc comes to the goal by these edges of its triangle: bits 0, 1, 2
DOORS: Final = 10  # and leaves the start by these
HELD: Final = 11  # 1: the funnel holds the way through the best channel
POINTS: Final = 12  # of the way, if it is a point's
COUNTS: Final = 13

# Entries of Work.bounds
BEST: Final = 0
OPEN: Final = 1  # no way is shorter than this
TIGHT: Final = 2  # length of the funnel's way through the best channel


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
    ways_out: NDArray[np.int32]  # [triangles] of a dead end: half-edge that leads out of it
    lane: NDArray[np.int64]  # [triangles] stamp: the goal lies behind, in the dead end this one belongs to
    channel: NDArray[np.int32]  # [triangles] entries of the best channel, from start to goal
    counts: NDArray[np.int64]
    bounds: NDArray[np.float64]
    funnel: Funnel
    points: NDArray[np.float64]  # [elements of the funnel, 2] of a point's way
    discs: Discs


def new_work(ways_out: NDArray[np.int32], effort: int) -> Work:
    """Memory for a mesh with these dead ends: two children a triangle or edge at first, two an expansion later."""
    triangles = len(ways_out)
    funnel = new_funnel(triangles + 1 + TRIES)
    room = 2 * max(3 * triangles, effort, PATIENCE) + 16
    return Work(
        entry=np.empty(room, np.int32),
        parent=np.empty(room, np.int32),
        g=np.empty(room),
        f=np.empty(room),
        heap=new_heap(room),
        closed=np.zeros(3 * triangles, np.int64),
        ways_out=ways_out,
        lane=np.zeros(triangles, np.int64),
        channel=np.zeros(triangles + 1, np.int32),
        counts=np.zeros(COUNTS, np.int64),
        bounds=np.zeros(3),
        funnel=funnel,
        points=np.zeros(funnel.spot.shape),
        discs=new_discs(triangles),
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
        turned = work.g[k]
        if rule.radius > 0:
            turned += rule.radius * angle_between(mesh, work.entry[k], mesh.twin[e])
        g = max(g, turned)
        f = max(f, work.f[k])
    return g, max(f, g + edge_distance(mesh.xy, a, b, gx, gy))


@kernel(counted=False)
def angle_between(mesh: Mesh, e: int, h: int) -> float:
    """The angle between two edges of a triangle."""
    if h == following(e):  # they meet at the head of e
        c, a, b = mesh.org[h], mesh.org[e], mesh.org[following(h)]
    else:
        c, a, b = mesh.org[e], mesh.org[following(e)], mesh.org[h]
    ax, ay = mesh.xy[a, 0] - mesh.xy[c, 0], mesh.xy[a, 1] - mesh.xy[c, 1]
    bx, by = mesh.xy[b, 0] - mesh.xy[c, 0], mesh.xy[b, 1] - mesh.xy[c, 1]
    return math.atan2(abs(float(ax * by - ay * bx)), float(ax * bx + ay * by))


@kernel(counted=False)
def passable(work: Work, rule: Rule, k: int, h: int) -> bool:
    """Whether a disc in node k's triangle, or at the start, can leave it by half-edge h."""
    if k == NONE:
        return (work.counts[DOORS] >> (h % 3)) & 1 != 0
    third = 9 * (h // 3) + 3 - h - work.entry[k]  # the edge opposite the corner it turns around
    return work.discs.widths[third] >= 2 * rule.radius * ROUNDED


@kernel(counted=False)
def arrives(work: Work, rule: Rule, e: int) -> bool:
    """Whether who enters the goal's triangle by half-edge e comes to the goal inside it."""
    return rule.radius == 0 or (work.counts[GATES] >> (e % 3)) & 1 != 0


@kernel(counted=False)
def closing(mesh: Mesh, rule: Rule, e: int) -> int:
    """What may be done once only: enter the triangle of half-edge e, or cross that edge; a disc may by each edge."""
    if rule.radius > 0:
        return e
    return min(e, mesh.twin[e]) if rule.measure == WAYPOINTS else e // 3


@kernel(counted=False)
def on_chain(work: Work, rule: Rule, k: int, e: int, start: int) -> bool:
    """Whether the way to node k has been in the triangle of half-edge e; for a disc, came in by it."""
    by_edge = rule.radius > 0
    while k != NONE:
        if work.entry[k] == e or (not by_edge and work.entry[k] // 3 == e // 3):
            return True
        k = work.parent[k]
    return not by_edge and e // 3 == start


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
    """Search for the first path (again = 0), or for all that could be shorter than the best (again = 1).

    A disc may find the first channels too narrow after all; then the second search is for any at all.
    """
    start, goal = triangles
    heap, counts, bounds = work.heap, work.counts, work.bounds
    counts[STAMP] += 1
    stamp = counts[STAMP]
    mark_lane(mesh, work.ways_out, goal, work.lane, stamp)
    if rule.measure != WAYPOINTS and rule.radius == 0:
        work.closed[start] = stamp
    last = rule.budget
    if again:
        last = min(last, counts[EXPANDED] + (rule.effort if bounds[BEST] < FAR else max(rule.effort, PATIENCE)))
    heap.size[0] = 0
    n = 0
    k = NONE
    t = start
    if not again:
        counts[EXPANDED] += 1
        record(events, EXPAND, start, NONE, 0.0, 0.0, NONE)
    while True:
        if k == NONE or t != goal or not arrives(work, rule, work.entry[k]):
            for h in range(3 * t, 3 * t + 3):
                if mesh.con[h] != 0 or (k != NONE and h == work.entry[k]):
                    continue
                e = mesh.twin[h]
                if rule.measure == GEODESIC and leads_nowhere(work.ways_out, work.lane, stamp, e):
                    continue
                if rule.radius > 0 and not passable(work, rule, k, h):
                    continue
                if again:
                    if on_chain(work, rule, k, e, start):  # a shortest way enters no triangle twice
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
        if t == goal and arrives(work, rule, work.entry[k]):
            portals = lay_out(mesh, work, k)
            length = work.f[k]
            pulled = rule.measure == GEODESIC or rule.radius > 0
            elements, tight, rows = 0, 0.0, 0
            if pulled:
                elements, tight, rows = tighten(
                    mesh, work.discs, work.funnel, portals, ends, start, rule.radius, events
                )
                if rule.measure == GEODESIC or tight == FAR:
                    length = tight
            counts[CHANNELS] += 1
            counts[HELD] = 0
            if length < bounds[BEST]:
                bounds[BEST] = length
                keep(work, k, portals)
                counts[HELD] = pulled
                counts[ELEMENTS] = elements
                counts[ROWS] = rows
                bounds[TIGHT] = tight
                record(events, INCUMBENT, goal, NONE, length, length, portals)
            if length < FAR and (not again or rule.effort == 0):
                return FOUND


@kernel(counted=False)
def open_ends(mesh: Mesh, work: Work, ends: NDArray[np.float64], triangles: tuple[int, int], radius: float) -> None:
    """Find out how a disc leaves the start, and how it comes to the goal. Modifies work.counts."""
    start, goal = triangles
    work.counts[DOORS] = exits(mesh, start, ends[0], ends[1], 2 * radius, work.discs.stack)
    work.counts[GATES] = exits(mesh, goal, ends[2], ends[3], 2 * radius, work.discs.stack)


@kernel(counted=False)
def within_reach(mesh: Mesh, ends: NDArray[np.float64], triangles: tuple[int, int], work: Work, radius: float) -> bool:
    """Whether both ends are in one triangle, and a disc comes from one to the other inside it."""
    start, goal = triangles
    return start == goal and together(mesh, start, ends[0], ends[1], ends[2], ends[3], 2 * radius, work.discs.stack)


@kernel(counted=False)
def finish(mesh: Mesh, work: Work, ends: NDArray[np.float64], start: int, radius: float, events: Events) -> None:
    """Leave the way through the best channel in the funnel, and a point's in work.points."""
    counts = work.counts
    if not counts[HELD]:
        restore(mesh, work)
        elements, length, rows = tighten(mesh, work.discs, work.funnel, counts[LENGTH], ends, start, radius, events)
        counts[ELEMENTS] = elements
        counts[ROWS] = rows
        work.bounds[TIGHT] = length
    if radius == 0:
        counts[POINTS] = write_points(work.funnel, counts[ELEMENTS], work.points)


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
    if rule.radius > 0:
        open_ends(mesh, work, ends, triangles, rule.radius)
        if within_reach(mesh, ends, triangles, work, rule.radius):
            finish(mesh, work, ends, triangles[0], rule.radius, events)
            if work.bounds[TIGHT] < FAR:
                work.counts[EXHAUSTED] = work.counts[ELEMENTS] == 2  # straight on
                return FOUND
    status = NO_PATH
    for again in range(2):
        status = search_round(mesh, work, rule, ends, triangles, again, stop, events)
        if work.bounds[BEST] < FAR:
            status = FOUND
        if again:
            break
        work.counts[FIRST_NS] = nanoseconds() - began
        work.counts[EXHAUSTED] = 0
        work.bounds[OPEN] = 0.0
        failed = status == NO_PATH and work.counts[CHANNELS] > 0
        if not failed and (status != FOUND or rule.effort == 0):
            break
    if status == FOUND and (rule.measure != NAIVE or rule.radius > 0):
        finish(mesh, work, ends, triangles[0], rule.radius, events)
    return status
