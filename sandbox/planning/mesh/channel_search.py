"""A search over triangles for channels, written once: TA*, and the naive search from edge to edge.

TA* by Demyen and Buro, "Efficient triangulation-based pathfinding", AAAI 2006. A state is a triangle and the
edge by which it was entered. First every triangle is expanded once, which gives a good channel soon; then
triangles may be entered again, every channel that reaches the goal is measured by the funnel, and the search
ends when no open state can lead to a shorter way: then the best is proven to be the optimum.

Departs from it in: two numbers instead of one. `g` bounds the way to the entry edge (the distance from the
start to it, or the parent's g if that is more) and `f` the whole way (the parent's f, g + h, or the distance
from start to goal). The paper's single g takes in terms that bound the whole way and chains others onto them;
that over-estimates, and answers called optimal were not. Before the first path nothing is proven, so the way
to each entry edge is measured instead, spot by spot: the first channel is better for it.

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

from sandbox.kernels.arrays import Floats, Int32s, Int64s, Stop
from sandbox.kernels.heap import Heap, heap_pop, heap_push, new_heap
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import EXPAND, GENERATE, INCUMBENT, NONE, Events, record_nothing
from sandbox.mesh.arrays import following
from sandbox.mesh.widths import ROUNDED
from sandbox.planning.batch import FOUND, NO_PATH, OUT_OF_BUDGET, STOPPED
from sandbox.planning.mesh.disc_way import FAR, TRIES
from sandbox.planning.mesh.ends import leads_nowhere, mark_lane
from sandbox.planning.mesh.funnel import Funnel, new_funnel, pull, write_points
from sandbox.planning.mesh.graph import Walls, angle_between, edge_distance, far, middle

record = record_nothing

MEASURE: Final = 16  # beside the codes of `batch`: a disc's way has to be measured
GEODESIC, NAIVE, WAYPOINTS = 0, 1, 2  # how ways are measured while searching, and what is closed
PATIENCE: Final = 100_000  # expansions to find another channel, where the first ones were too narrow
TIE: Final = 1e-12  # lengths that differ by less than this part are the same

# Columns of Work.node
ENTRY: Final = 0  # half-edge by which the triangle is entered, inside it
PARENT: Final = 1  # node, NONE at the start
# Columns of Work.value
G: Final = 0  # bound of the way to the entry edge
F: Final = 1  # bound of the whole way
SPOT: Final = 2  # where the way crosses the entry edge, before the first path

# Entries of Work.counts
STAMP: Final = 0
EXPANDED: Final = 1
GENERATED: Final = 2
LENGTH: Final = 3  # portals of the best channel
CHANNELS: Final = 4  # how many were measured
EXHAUSTED: Final = 5  # 1: nothing open can be shorter
ELEMENTS: Final = 6  # of the funnel's way
ROWS: Final = 7  # of the funnel's portals
HELD: Final = 8  # 1: the funnel holds the way through the best channel
POINTS: Final = 9  # of the way, if it is a point's
PAUSED: Final = 10  # 1: a channel has to be measured before the search goes on, with
NODES: Final = 11  # so many nodes
AT: Final = 12  # from this one
LIMIT: Final = 13  # expansions
COUNTS: Final = 14

# Entries of Work.bounds
BEST: Final = 0
OPEN: Final = 1  # no way is shorter than this
TIGHT: Final = 2  # length of the way through the channel in the funnel
PULLED: Final = 3  # length of a point's way through the best channel


class Rule(NamedTuple):
    """What is asked of a search."""

    measure: int  # GEODESIC, NAIVE or WAYPOINTS
    effort: int  # expansions after the first path
    budget: int  # expansions in all
    radius: float = 0.0  # of the disc, in grid units
    leaving: int = 7  # by which edges of its triangle a disc leaves the start: bits 0, 1, 2
    arriving: int = 7  # and by which it comes to the goal
    again: int = 0  # 1: the second search


class Work(NamedTuple):
    """Memory of a search. A node is a state: its triangle is ENTRY // 3."""

    node: Int32s  # [room, 2] ENTRY, PARENT
    value: Floats  # [room, 4] G, F, SPOT x, y, in grid units
    heap: Heap
    closed: Int64s  # [3 triangles] stamp of the search that expanded this triangle, or crossed this edge
    ways_out: Int32s  # [triangles] of a dead end: half-edge that leads out of it
    lane: Int64s  # [triangles] stamp: the goal lies behind, in the dead end this one belongs to
    channel: Int32s  # [triangles] entries of the best channel, from start to goal
    counts: Int64s
    bounds: Floats
    funnel: Funnel
    points: Floats  # [elements of the funnel, 2] of a point's way
    widths: NDArray[np.float32]  # [3 triangles] of the corner opposite each half-edge; empty while no disc came


def new_work(ways_out: Int32s, effort: int) -> Work:
    """Memory for a mesh with these dead ends: two children a triangle or edge at first, two an expansion later."""
    triangles = len(ways_out)
    funnel = new_funnel(triangles + 1 + TRIES)
    room = 2 * max(3 * triangles, effort, PATIENCE) + 16
    return Work(
        node=np.empty((room, 2), np.int32),
        value=np.empty((room, 4)),
        heap=new_heap(room),
        closed=np.zeros(3 * triangles, np.int64),
        ways_out=ways_out,
        lane=np.zeros(triangles, np.int64),
        channel=np.zeros(triangles + 1, np.int32),
        counts=np.zeros(COUNTS, np.int64),
        bounds=np.zeros(4),
        funnel=funnel,
        points=np.zeros(funnel.spot.shape),
        widths=np.zeros(0, np.float32),
    )


@kernel(counted=False)
def bounds_of(mesh: Walls, work: Work, rule: Rule, k: int, e: int, n: int, ends: Floats) -> tuple[float, float]:
    """Bounds g and f of entering by half-edge e from node k (NONE: from the start), which would be node n."""
    sx, sy, gx, gy = ends[0], ends[1], ends[2], ends[3]
    if rule.measure != GEODESIC:
        x, y = middle(mesh, e)
        px, py, before = sx, sy, 0.0
        if k != NONE:
            px, py = middle(mesh, work.node[k, ENTRY])
            before = work.value[k, G]
        g = before + math.sqrt((x - px) ** 2 + (y - py) ** 2)
        return g, g + math.sqrt((x - gx) ** 2 + (y - gy) ** 2)
    a, b = mesh.org[e], mesh.org[following(e)]
    if not rule.again:
        return way_to(mesh, work, k, a, b, n, ends)
    g = edge_distance(mesh.xy, a, b, sx, sy)
    f = math.sqrt((sx - gx) ** 2 + (sy - gy) ** 2)
    if k != NONE:
        turned = work.value[k, G]
        if rule.radius > 0:
            turned += rule.radius * angle_between(mesh, work.node[k, ENTRY], mesh.twin[e])
        g = max(g, turned)
        f = max(f, work.value[k, F])
    return g, max(f, g + edge_distance(mesh.xy, a, b, gx, gy))


@kernel(counted=False)
def passable(work: Work, rule: Rule, k: int, h: int) -> bool:
    """Whether a disc in node k's triangle, or at the start, can leave it by half-edge h."""
    if k == NONE:
        return (rule.leaving >> (h % 3)) & 1 != 0
    third = 9 * (h // 3) + 3 - h - work.node[k, ENTRY]  # the edge opposite the corner it turns around
    return work.widths[third] >= 2 * rule.radius * ROUNDED


@kernel(counted=False)
def arrives(rule: Rule, e: int) -> bool:
    """Whether who enters the goal's triangle by half-edge e comes to the goal inside it."""
    return (rule.arriving >> (e % 3)) & 1 != 0


@kernel(counted=False)
def way_to(mesh: Walls, work: Work, k: int, a: int, b: int, n: int, ends: Floats) -> tuple[float, float]:
    """Length of a way to an edge and on to the goal: from node k's spot over the edge where that is shortest.

    No bound, since other spots before may have been better; but a way there is. The spot becomes node n's.
    """
    x, y, before = ends[0], ends[1], 0.0
    if k != NONE:
        x, y, before = work.value[k, SPOT], work.value[k, SPOT + 1], work.value[k, G]
    gx, gy = ends[2], ends[3]
    ax, ay = float(mesh.xy[a, 0]), float(mesh.xy[a, 1])
    dx, dy = mesh.xy[b, 0] - ax, mesh.xy[b, 1] - ay
    length2 = dx * dx + dy * dy
    near, beyond = abs(dx * (y - ay) - dy * (x - ax)), abs(dx * (gy - ay) - dy * (gx - ax))  # from the edge's line
    along, goal_along = dx * (x - ax) + dy * (y - ay), dx * (gx - ax) + dy * (gy - ay)
    share = near / (near + beyond) if near + beyond > 0 else 0.0
    at = min(1.0, max(0.0, (along + share * (goal_along - along)) / length2))
    qx, qy = ax + at * dx, ay + at * dy
    work.value[n, SPOT], work.value[n, SPOT + 1] = qx, qy
    g = before + far(x, y, qx, qy)
    return g, g + far(qx, qy, gx, gy)


@kernel(counted=False)
def closing(mesh: Walls, rule: Rule, e: int) -> int:
    """What may be done once only: enter the triangle of half-edge e, or cross that edge; a disc may by each edge."""
    one = min(e, mesh.twin[e]) if rule.measure == WAYPOINTS else e // 3
    return e if rule.radius > 0 else one


@kernel(counted=False)
def on_chain(work: Work, rule: Rule, k: int, e: int, start: int) -> bool:
    """Whether the way to node k has been in the triangle of half-edge e; for a disc, came in by it."""
    by_edge = rule.radius > 0
    while k != NONE:
        if work.node[k, ENTRY] == e or (not by_edge and work.node[k, ENTRY] // 3 == e // 3):
            return True
        k = work.node[k, PARENT]
    return not by_edge and e // 3 == start


@kernel(counted=False)
def lay_out(mesh: Walls, work: Work, k: int) -> int:
    """Write the portals of the way to node k into the funnel; how many."""
    n = 0
    q = k
    while q != NONE:
        n += 1
        q = work.node[q, PARENT]
    q = k
    for i in range(n - 1, -1, -1):
        e = work.node[q, ENTRY]
        work.funnel.portals[i, 0] = mesh.org[e]
        work.funnel.portals[i, 1] = mesh.org[following(e)]
        q = work.node[q, PARENT]
    return n


@kernel(counted=False)
def keep(work: Work, k: int, n: int) -> None:
    """Remember the channel of n portals that leads to node k."""
    work.counts[LENGTH] = n
    for i in range(n - 1, -1, -1):
        work.channel[i] = work.node[k, ENTRY]
        k = work.node[k, PARENT]


@kernel(counted=False)
def settle(work: Work, rule: Rule, k: int, portals: int, length: float, goal: int, events: Events) -> None:
    """Take note of a channel that leads to node k at the goal, and how long the way through it is."""
    counts, bounds = work.counts, work.bounds
    counts[CHANNELS] += 1
    counts[HELD] = 0
    if length < bounds[BEST]:
        bounds[BEST] = length
        counts[HELD] = 1
        keep(work, k, portals)
        if rule.radius == 0 and rule.measure != NAIVE:
            counts[POINTS] = write_points(work.funnel, counts[ELEMENTS], work.points)
            bounds[PULLED] = bounds[TIGHT]
        record(events, INCUMBENT, goal, NONE, length, length, portals)


@kernel(counted=False)
def start_over(mesh: Walls, work: Work, rule: Rule, triangles: tuple[int, int], events: Events) -> None:
    """Begin a search with the start alone; the second one with what is known of the best way."""
    counts, bounds = work.counts, work.bounds
    start, goal = triangles
    if not rule.again:
        for i in range(EXPANDED, counts.shape[0]):
            counts[i] = 0
        bounds[BEST] = FAR
        counts[EXPANDED] = 1
        record(events, EXPAND, start, NONE, 0.0, 0.0, NONE)
    bounds[OPEN] = 0.0
    counts[STAMP] += 1
    mark_lane(mesh.twin, work.ways_out, goal, work.lane, counts[STAMP])
    if rule.measure != WAYPOINTS and rule.radius == 0:
        work.closed[start] = counts[STAMP]
    more = rule.effort if bounds[BEST] < FAR else max(rule.effort, PATIENCE)
    counts[LIMIT] = min(rule.budget, counts[EXPANDED] + more) if rule.again else rule.budget
    work.heap.size[0] = 0


@kernel(counted=False)
def leads_on(mesh: Walls, work: Work, rule: Rule, k: int, h: int, start: int) -> bool:
    """Whether node k, or the start, may be left by half-edge h: no wall, no way back, and wide enough."""
    if mesh.con[h] != 0 or (k != NONE and h == work.node[k, ENTRY]):
        return False
    e = mesh.twin[h]
    if rule.measure == GEODESIC and leads_nowhere(work.ways_out, work.lane, work.counts[STAMP], e):
        return False
    if rule.radius > 0 and not passable(work, rule, k, h):
        return False
    if rule.again:
        return not on_chain(work, rule, k, e, start)  # a shortest way enters no triangle twice
    return work.closed[closing(mesh, rule, e)] != work.counts[STAMP]


@kernel(counted=False)
def next_state(mesh: Walls, work: Work, rule: Rule, best: int) -> int:
    """Take the best of the open states and of the new ones (`best`, if there are any); NONE without any."""
    heap, bounds = work.heap, work.bounds
    k = NONE
    while k == NONE and (heap.size[0] > 0 or best != NONE):
        if best != NONE and (heap.size[0] == 0 or work.value[best, F] <= heap.key[0]):
            k, best = best, NONE
        else:
            k = heap_pop(heap)
        bounds[OPEN] = max(bounds[OPEN], min(work.value[k, F], bounds[BEST]))
        if not rule.again and work.closed[closing(mesh, rule, work.node[k, ENTRY])] == work.counts[STAMP]:
            k = NONE
    if best != NONE:
        heap_push(heap, work.value[best, F], best)
    return k


@kernel(counted=False, steady=True)
def search_channels(
    mesh: Walls, work: Work, rule: Rule, ends: Floats, triangles: tuple[int, int], stop: Stop, events: Events
) -> int:
    """Search for the first path (rule.again = 0), or for all that could be shorter than the best (again = 1).

    Both triangles lie in one part of the free space. The best channel is in work.channel, a point's way in
    work.points; work.counts and work.bounds say what it took and what is known. A disc may find the first
    channels too narrow after all; then the second search is for any at all.

    MEASURE: the funnel holds counts[ROWS] portals of a channel. Call again with the length of a disc's way
    through it in bounds[TIGHT], FAR if it is too narrow.
    """
    start, goal = triangles
    heap, counts, bounds, again = work.heap, work.counts, work.bounds, rule.again
    n, k, t = 0, NONE, start
    if counts[PAUSED]:
        counts[PAUSED] = 0
        n, k, t = counts[NODES], counts[AT], goal
        length = bounds[TIGHT] if rule.measure == GEODESIC or bounds[TIGHT] == FAR else work.value[k, F]
        settle(work, rule, k, counts[ROWS], length, goal, events)
        if length < FAR and (not again or rule.effort == 0):
            return FOUND
    else:
        start_over(mesh, work, rule, triangles, events)
    if stop[0] != 0:
        return STOPPED
    while True:
        best = NONE
        if k == NONE or t != goal or not arrives(rule, work.node[k, ENTRY]):
            for h in range(3 * t, 3 * t + 3):
                if not leads_on(mesh, work, rule, k, h, start):
                    continue
                e = mesh.twin[h]
                g, f = bounds_of(mesh, work, rule, k, e, n, ends)
                if f >= bounds[BEST] * (1 - TIE):
                    continue
                work.node[n, ENTRY] = e
                work.node[n, PARENT] = k
                work.value[n, G] = g
                work.value[n, F] = f
                worse = n  # of the new states the best is often the best of all: it need not pass through the heap
                if best == NONE or f < work.value[best, F]:
                    worse, best = best, n
                if worse != NONE:
                    heap_push(heap, work.value[worse, F], worse)
                counts[GENERATED] += 1
                record(events, GENERATE, e // 3, t, g, f, e)
                n += 1
        k = next_state(mesh, work, rule, best)
        if k == NONE or work.value[k, F] >= bounds[BEST] * (1 - TIE):
            counts[EXHAUSTED] = again
            return FOUND if bounds[BEST] < FAR else NO_PATH
        if counts[EXPANDED] >= counts[LIMIT]:
            return OUT_OF_BUDGET
        if counts[EXPANDED] & 63 == 0 and stop[0] != 0:
            return STOPPED
        t = work.node[k, ENTRY] // 3
        work.closed[closing(mesh, rule, work.node[k, ENTRY])] = counts[STAMP]
        counts[EXPANDED] += 1
        e = work.node[k, ENTRY]
        record(events, EXPAND, t, mesh.twin[e] // 3, work.value[k, G], work.value[k, F], e)
        if t == goal and arrives(rule, work.node[k, ENTRY]):
            counts[ROWS] = lay_out(mesh, work, k)
            if rule.radius > 0:
                counts[PAUSED] = 1
                counts[NODES] = n
                counts[AT] = k
                return MEASURE
            length = work.value[k, F]
            if rule.measure != NAIVE:
                counts[ELEMENTS], bounds[TIGHT] = pull(mesh.xy, work.funnel, counts[ROWS], ends, 0.0, events)
                length = bounds[TIGHT] if rule.measure == GEODESIC else length
            settle(work, rule, k, counts[ROWS], length, goal, events)
            if not again:
                return FOUND
