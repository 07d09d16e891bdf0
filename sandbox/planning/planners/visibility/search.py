"""A* over the visibility graph: corners, and an edge between any two that see each other.

Lozano-Pérez, Wesley, "An algorithm for planning collision-free paths among polyhedral obstacles", CACM 1979.
The shortest path turns at corners only, so the graph holds it. Departs from the paper in: what a corner sees is
found by a walk through the mesh (`sight`) instead of testing every pair against every wall; and it can be found
when A* comes to the corner, not before.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Floats, Int32s, Int64s
from sandbox.kernels.heap import Heap, heap_pop, heap_push, new_heap
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import EXPAND, GENERATE, NONE, RELAX, Events, record_nothing
from sandbox.mesh.arrays import Mesh
from sandbox.planning.batch import FOUND, NO_PATH, OUT_OF_BUDGET, OUT_OF_ROOM, STOPPED
from sandbox.planning.mesh.graph import Corners, far
from sandbox.planning.planners.visibility.sight import Sight, corners_seen, corners_seen_from, new_sight

record = record_nothing

# Entries of Work.counts
STAMP: Final = 0
EXPANDED: Final = 1
GENERATED: Final = 2
POOL: Final = 3  # entries of Work.near in use
LAST: Final = 4  # the corner before the goal, NONE: the start sees it
KNOWN: Final = 5  # corners whose edges are known


class Graph(NamedTuple):
    """Who sees whom: near[first[v] : first[v] + many[v]] for corner v, itself among them, if many[v] is not NONE."""

    corners: Corners
    first: Int64s  # [vertices]
    many: Int32s  # [vertices]
    near: Int32s  # [room]


class Work(NamedTuple):
    """Memory of a search; lengths in grid units."""

    graph: Graph
    sight: Sight
    heap: Heap
    g: Floats  # [vertices] length of the way to a corner, if reached
    parent: Int32s  # [vertices] corner before it, NONE: the start
    reached: Int64s  # [vertices] stamp; 2 stamp + 1 once expanded
    rest: Floats  # [vertices] distance from the goal, if it sees the corner
    last: Int64s  # [vertices] stamp: the goal sees it
    points: Floats  # [vertices + 2, 2] of the way, from goal to start
    counts: Int64s


def new_graph(corners: Corners, room: int) -> Graph:
    """Nothing known yet, and room for so many edges, each counted from both ends."""
    count = len(corners.seat)
    return Graph(corners, np.zeros(count, np.int64), np.full(count, NONE, np.int32), np.zeros(room, np.int32))


def new_work(graph: Graph, triangles: int) -> Work:
    """Memory for a search; a corner waits in the open list once for every edge that shortens its way."""
    count = len(graph.corners.seat)
    return Work(
        graph=graph,
        sight=new_sight(count, triangles),
        heap=new_heap(len(graph.near) + count),
        g=np.zeros(count),
        parent=np.zeros(count, np.int32),
        reached=np.zeros(count, np.int64),
        rest=np.zeros(count),
        last=np.zeros(count, np.int64),
        points=np.zeros((count + 2, 2)),
        counts=np.zeros(6, np.int64),
    )


@kernel(counted=False)
def find_out(mesh: Mesh, work: Work, u: int) -> bool:
    """Find what corner u sees, unless it is known; False without room."""
    graph, counts = work.graph, work.counts
    if graph.many[u] != NONE:
        return True
    at = counts[POOL]
    n = corners_seen_from(mesh, work.sight, graph.corners, u, graph.near[at:])
    if at + n > graph.near.size:
        return False
    graph.first[u] = at
    graph.many[u] = n
    counts[POOL] = at + n
    counts[KNOWN] += 1
    return True


@kernel(counted=False)
def find_all(mesh: Mesh, work: Work, stop: NDArray[np.uint8]) -> int:
    """Find what every corner sees; how it ended."""
    seat = work.graph.corners.seat
    for u in range(seat.size):
        if stop[0] != 0:
            return STOPPED
        if seat[u] != NONE and not find_out(mesh, work, u):
            return OUT_OF_ROOM
    return FOUND


@kernel(counted=False)
def reach(mesh: Mesh, work: Work, ends: Floats, v: int, u: int, g: float, best: float, events: Events) -> bool:
    """Come to corner v from u (NONE: the start) with a way of length g; False without room."""
    counts = work.counts
    stamp = counts[STAMP]
    known = work.reached[v] >= 2 * stamp
    if known and (work.reached[v] & 1 != 0 or g >= work.g[v]):
        return True
    f = g + far(float(mesh.xy[v, 0]), float(mesh.xy[v, 1]), ends[2], ends[3])
    if f >= best:
        return True
    work.reached[v] = 2 * stamp
    work.g[v] = g
    work.parent[v] = u
    counts[GENERATED] += 0 if known else 1
    record(events, RELAX if known else GENERATE, v, u, g, f, 0)
    return heap_push(work.heap, f, v)


@kernel(counted=False)
def see_ends(mesh: Mesh, work: Work, ends: Floats, around: Int32s, many: tuple[int, int], events: Events) -> int:
    """Find the corners both ends see, and open those the start sees; FOUND if it sees the goal itself.

    `around` holds the triangles of the start, and those of the goal in its second row.
    """
    counts, graph, sight = work.counts, work.graph, work.sight
    stamp = counts[STAMP]
    at = counts[POOL]
    near = graph.near[at:]  # behind what is known
    n, _ = corners_seen(mesh, sight, graph.corners, (ends[2], ends[3]), around[1], many[1], (0.0, 0.0, NONE), near)
    if n > near.size:
        return OUT_OF_ROOM
    for i in range(n):
        v = near[i]
        work.last[v] = stamp
        work.rest[v] = far(float(mesh.xy[v, 0]), float(mesh.xy[v, 1]), ends[2], ends[3])
    for i in range(many[1]):
        sight.target[around[1, i]] = stamp
    eye, target = (ends[0], ends[1]), (ends[2], ends[3], stamp)
    n, seen = corners_seen(mesh, sight, graph.corners, eye, around[0], many[0], target, near)
    if n > near.size:
        return OUT_OF_ROOM
    if seen:
        return FOUND
    for i in range(n):
        v = near[i]
        g = far(ends[0], ends[1], float(mesh.xy[v, 0]), float(mesh.xy[v, 1]))
        if not reach(mesh, work, ends, v, NONE, g, np.inf, events):
            return OUT_OF_ROOM
    return NO_PATH


@kernel(counted=False)
def search_corners(
    mesh: Mesh, work: Work, ends: Floats, around: Int32s, many: tuple[int, int], budget: int, stop: NDArray[np.uint8],
    events: Events,
) -> tuple[int, float]:  # fmt: skip
    """Search from the start to the goal, both in one part of the free space; how it ended, and the length found."""
    counts, heap, graph = work.counts, work.heap, work.graph
    counts[STAMP] += 1
    counts[EXPANDED] = counts[GENERATED] = 0
    counts[LAST] = NONE
    heap.size[0] = 0
    status = see_ends(mesh, work, ends, around, many, events)
    if status == FOUND:
        return FOUND, far(ends[0], ends[1], ends[2], ends[3])
    if status == OUT_OF_ROOM:
        return OUT_OF_ROOM, 0.0
    stamp = counts[STAMP]
    best = np.inf
    while heap.size[0] > 0 and heap.key[0] < best:
        u = heap_pop(heap)
        if work.reached[u] & 1 != 0:
            continue  # a shorter way went first
        if counts[EXPANDED] >= budget:
            return OUT_OF_BUDGET, 0.0
        if stop[0] != 0:
            return STOPPED, 0.0
        counts[EXPANDED] += 1
        work.reached[u] |= 1
        g = work.g[u]
        x, y = float(mesh.xy[u, 0]), float(mesh.xy[u, 1])
        record(events, EXPAND, u, work.parent[u], g, g + far(x, y, ends[2], ends[3]), 0)
        if work.last[u] == stamp and g + work.rest[u] < best:
            best = g + work.rest[u]
            counts[LAST] = u
        if not find_out(mesh, work, u):
            return OUT_OF_ROOM, 0.0
        for i in range(graph.first[u], graph.first[u] + graph.many[u]):
            v = graph.near[i]
            way = g + far(x, y, float(mesh.xy[v, 0]), float(mesh.xy[v, 1]))
            if not reach(mesh, work, ends, v, u, way, best, events):
                return OUT_OF_ROOM, 0.0
    return (FOUND if best < np.inf else NO_PATH), best


@kernel(counted=False)
def trace_corners(mesh: Mesh, work: Work, ends: Floats) -> int:
    """Write the way into work.points, from goal to start; how many points."""
    points = work.points
    points[0, 0], points[0, 1] = ends[2], ends[3]
    n = 1
    u = work.counts[LAST]
    while u != NONE:
        points[n, 0], points[n, 1] = float(mesh.xy[u, 0]), float(mesh.xy[u, 1])
        n += 1
        u = work.parent[u]
    points[n, 0], points[n, 1] = ends[0], ends[1]
    return n + 1
