r"""Polyanya: the shortest any-angle path on a mesh, found at once, without a graph of corners.

Cui, Harabor, Grastien, "Compromise-free pathfinding on a navigation mesh", IJCAI 2017. A node is a root (the
last corner of the way, or the start) and an interval of an edge that the root sees; its triangle is the one
behind. Expanding it projects the interval onto the two edges beyond: what the root sees, and, past an end of
the interval that is a corner, what only that corner sees as the new root.

                 v                           a, b  ends of the edge entered, left and right
               /   \                        v     the far corner of the triangle
              /     \                       l, r  interval on it
             a--l-r--b    entered from below

Departs from the paper in: triangles only. An end of an interval that comes to lie (by rounding, or where a
cone grazes it) on a corner is put there and marked as a corner; otherwise turns at that corner would be lost.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.heap import Heap, heap_pop, heap_push, new_heap
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import EXPAND, GENERATE, NONE, PRUNE, Events, record_nothing
from sandbox.mesh.arrays import Mesh, following, preceding
from sandbox.planning.batch import FOUND, NO_PATH, OUT_OF_BUDGET, OUT_OF_ROOM, STOPPED
from sandbox.planning.mesh_graph import far, rest, side

record = record_nothing

LEFT_CORNER: Final = 2  # the left end of the interval is the edge's end
RIGHT_CORNER: Final = 1
NEAR2: Final = 1e-8  # square of the distance, in grid units, within which a point is a corner
EQUAL: Final = 1e-7  # lengths that differ by less are the same
SEEN: Final = 1 << 16  # remembered nodes, a power of two
SAME2: Final = 1e-4  # square of the distance, in grid units, within which ends of intervals are the same
CANDIDATES: Final = 8  # more than a node has successors

# Entries of Work.counts
STAMP: Final = 0
EXPANDED: Final = 1
NODES: Final = 2
LAST: Final = 3  # the node that reached the goal


class Work(NamedTuple):
    """Memory of a search; everything in grid units."""

    entry: NDArray[np.int32]  # [room] half-edge by which the triangle is entered, inside it
    parent: NDArray[np.int32]  # [room] node, NONE at the start
    root: NDArray[np.int32]  # [room] vertex, NONE: the start
    flags: NDArray[np.int32]  # [room] LEFT_CORNER | RIGHT_CORNER
    span: NDArray[np.float64]  # [room, 4] left x, y, right x, y of the interval
    g: NDArray[np.float64]  # [room] length of the way to the root
    heap: Heap
    best: NDArray[np.float64]  # [vertices] least g of a root, if stamped
    stamp: NDArray[np.int64]  # [vertices]
    corner: NDArray[np.uint8]  # [vertices] a shortest path may turn here
    seen: NDArray[np.float64]  # [SEEN, 8] stamp, entry, root, left x, y, right x, y, g of nodes opened, newest per slot
    edge: NDArray[np.int32]  # [CANDIDATES, 3] half-edge it lies behind, root, flags
    cone: NDArray[np.float64]  # [CANDIDATES, 5] g, left x, y, right x, y of the interval
    counts: NDArray[np.int64]
    least: NDArray[np.float64]  # [1] f of the node taken last


def new_work(corner: NDArray[np.uint8], room: int) -> Work:
    """Memory for so many nodes."""
    return Work(
        entry=np.empty(room, np.int32),
        parent=np.empty(room, np.int32),
        root=np.empty(room, np.int32),
        flags=np.empty(room, np.int32),
        span=np.empty((room, 4)),
        g=np.empty(room),
        heap=new_heap(room),
        best=np.zeros(len(corner)),
        stamp=np.zeros(len(corner), np.int64),
        corner=corner,
        seen=np.zeros((SEEN, 8)),
        edge=np.zeros((CANDIDATES, 3), np.int32),
        cone=np.zeros((CANDIDATES, 5)),
        counts=np.zeros(4, np.int64),
        least=np.zeros(1),
    )


@kernel(counted=False)
def meet(ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float) -> tuple[float, float]:
    """Where the line from a through b meets the edge c d; its end c where they are parallel."""
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    across = ux * vy - uy * vx
    if across == 0.0:
        return cx, cy
    t = min(1.0, max(0.0, ((cx - ax) * uy - (cy - ay) * ux) / across))
    return cx + t * vx, cy + t * vy


@kernel(counted=False)
def opened_before(work: Work, e: int, root: int, g: float, lx: float, ly: float, rx: float, ry: float) -> bool:
    """Whether a node of the same root and interval was opened at no greater length; if not, remember this one.

    Where many ways to a corner are equally long, each would open the same nodes behind it, and those again:
    twice as many at every corner. A remembered node may be displaced; then the work is only done twice.
    """
    mixed = e * 73856093 ^ (root + 2) * 19349663 ^ int(lx + 0.5) * 83492791 ^ int(ry + 0.5) * 49979687
    seen, slot = work.seen, (mixed ^ mixed >> 17) & (SEEN - 1)
    if seen[slot, 0] == work.counts[STAMP] and seen[slot, 1] == e and seen[slot, 2] == root:
        left = (seen[slot, 3] - lx) ** 2 + (seen[slot, 4] - ly) ** 2
        right = (seen[slot, 5] - rx) ** 2 + (seen[slot, 6] - ry) ** 2
        if left < SAME2 and right < SAME2 and seen[slot, 7] <= g + EQUAL:
            return True
    seen[slot, 0], seen[slot, 1], seen[slot, 2], seen[slot, 7] = work.counts[STAMP], e, root, g
    seen[slot, 3], seen[slot, 4], seen[slot, 5], seen[slot, 6] = lx, ly, rx, ry
    return False


@kernel(counted=False)
def offer(mesh: Mesh, work: Work, goal: NDArray[np.float64], k: int, i: int, events: Events) -> bool:
    """Open candidate i as a node, if it is worth it; False without room. Its parent is node k."""
    h, root, flags, g = work.edge[i, 0], work.edge[i, 1], work.edge[i, 2], work.cone[i, 0]
    lx, ly, rx, ry = work.cone[i, 1], work.cone[i, 2], work.cone[i, 3], work.cone[i, 4]
    if mesh.con[h] != 0:
        return True
    e = mesh.twin[h]
    a, b = mesh.org[e], mesh.org[following(e)]
    if (lx - mesh.xy[a, 0]) ** 2 + (ly - mesh.xy[a, 1]) ** 2 < NEAR2:
        lx, ly = float(mesh.xy[a, 0]), float(mesh.xy[a, 1])
        flags |= LEFT_CORNER
    if (rx - mesh.xy[b, 0]) ** 2 + (ry - mesh.xy[b, 1]) ** 2 < NEAR2:
        rx, ry = float(mesh.xy[b, 0]), float(mesh.xy[b, 1])
        flags |= RIGHT_CORNER
    if (lx - rx) ** 2 + (ly - ry) ** 2 < NEAR2:
        return True
    x, y = goal[0], goal[1]
    if root != NONE:
        x, y = float(mesh.xy[root, 0]), float(mesh.xy[root, 1])
        if work.stamp[root] != work.counts[STAMP]:
            work.stamp[root] = work.counts[STAMP]
            work.best[root] = g
        elif g > work.best[root] + EQUAL:
            return True
        else:
            work.best[root] = min(g, work.best[root])
    if opened_before(work, e, root, g, lx, ly, rx, ry):
        return True
    n = work.counts[NODES]
    if n >= work.entry.shape[0]:
        return False
    work.counts[NODES] = n + 1
    work.entry[n] = e
    work.parent[n] = k
    work.root[n] = root
    work.flags[n] = flags
    work.span[n, 0] = lx
    work.span[n, 1] = ly
    work.span[n, 2] = rx
    work.span[n, 3] = ry
    work.g[n] = g
    f = max(work.least[0], g + rest(x, y, lx, ly, rx, ry, goal[2], goal[3]))
    heap_push(work.heap, f, n)
    record(events, GENERATE, e // 3, h // 3, g, f, e)
    return True


@kernel(counted=False)
def suggest(
    work: Work, n: int, h: int, root: int, g: float, flags: int, lx: float, ly: float, rx: float, ry: float
) -> int:
    """Write down the node behind half-edge h with this root and interval as candidate n; how many there are now."""
    edge, cone = work.edge, work.cone
    edge[n, 0] = h
    edge[n, 1] = root
    edge[n, 2] = flags
    cone[n, 0] = g
    cone[n, 1] = lx
    cone[n, 2] = ly
    cone[n, 3] = rx
    cone[n, 4] = ry
    return n + 1


@kernel(counted=False)
def begin(mesh: Mesh, work: Work, start: int) -> int:
    """Suggest what is seen from the start through the edges of its triangle; how many candidates."""
    n = 0
    for h in range(3 * start, 3 * start + 3):
        b, a = mesh.org[h], mesh.org[following(h)]  # seen from the other side, the edge runs from a to b
        lx, ly, rx, ry = float(mesh.xy[a, 0]), float(mesh.xy[a, 1]), float(mesh.xy[b, 0]), float(mesh.xy[b, 1])
        n = suggest(work, n, h, NONE, 0.0, LEFT_CORNER | RIGHT_CORNER, lx, ly, rx, ry)
    return n


@kernel(counted=False)
def expand(mesh: Mesh, work: Work, ends: NDArray[np.float64], k: int) -> int:
    """Suggest the successors of node k; how many candidates."""
    e, root, g, flags = work.entry[k], work.root[k], work.g[k], work.flags[k]
    x, y = ends[0], ends[1]
    if root != NONE:
        x, y = float(mesh.xy[root, 0]), float(mesh.xy[root, 1])
    lx, ly, rx, ry = work.span[k, 0], work.span[k, 1], work.span[k, 2], work.span[k, 3]
    a, b, v = mesh.org[e], mesh.org[following(e)], mesh.org[preceding(e)]
    ax, ay = float(mesh.xy[a, 0]), float(mesh.xy[a, 1])
    bx, by = float(mesh.xy[b, 0]), float(mesh.xy[b, 1])
    vx, vy = float(mesh.xy[v, 0]), float(mesh.xy[v, 1])
    to_left, to_right = preceding(e), following(e)  # half-edges v a and b v
    both = LEFT_CORNER | RIGHT_CORNER
    if (x == ax and y == ay) or (x == bx and y == by):  # the root is a corner of this triangle and sees all of it
        suggest(work, 0, to_left, root, g, both, ax, ay, vx, vy)
        return suggest(work, 1, to_right, root, g, both, vx, vy, bx, by)
    at_left, at_right = flags & LEFT_CORNER, flags & RIGHT_CORNER
    turn_left, turn_right = at_left and work.corner[a], at_right and work.corner[b]
    g_left, g_right = g + far(x, y, ax, ay), g + far(x, y, bx, by)
    past_left, past_right = side(x, y, lx, ly, vx, vy), side(x, y, rx, ry, vx, vy)
    n = 0
    if past_left > 0:  # v lies left of what is seen
        px, py = meet(x, y, lx, ly, bx, by, vx, vy)
        qx, qy = (bx, by) if at_right else meet(x, y, rx, ry, bx, by, vx, vy)
        n = suggest(work, n, to_right, root, g, at_right, px, py, qx, qy)
        if turn_left:
            n = suggest(work, n, to_left, a, g_left, both, ax, ay, vx, vy)
            n = suggest(work, n, to_right, a, g_left, LEFT_CORNER, vx, vy, px, py)
    elif past_right < 0:  # v lies right of what is seen
        qx, qy = meet(x, y, rx, ry, ax, ay, vx, vy)
        px, py = (ax, ay) if at_left else meet(x, y, lx, ly, ax, ay, vx, vy)
        n = suggest(work, n, to_left, root, g, at_left, px, py, qx, qy)
        if turn_right:
            n = suggest(work, n, to_right, b, g_right, both, vx, vy, bx, by)
            n = suggest(work, n, to_left, b, g_right, RIGHT_CORNER, qx, qy, vx, vy)
    else:
        if past_left < 0:
            px, py = (ax, ay) if at_left else meet(x, y, lx, ly, ax, ay, vx, vy)
            n = suggest(work, n, to_left, root, g, at_left | RIGHT_CORNER, px, py, vx, vy)
        if turn_left:
            n = suggest(work, n, to_left, a, g_left, both, ax, ay, vx, vy)
        if past_right > 0:
            qx, qy = (bx, by) if at_right else meet(x, y, rx, ry, bx, by, vx, vy)
            n = suggest(work, n, to_right, root, g, LEFT_CORNER | at_right, vx, vy, qx, qy)
        if turn_right:
            n = suggest(work, n, to_right, b, g_right, both, vx, vy, bx, by)
    return n


@kernel(counted=False)
def polyanya(
    mesh: Mesh, work: Work, ends: NDArray[np.float64], triangles: tuple[int, int], budget: int,
    stop: NDArray[np.uint8], events: Events,
) -> int:  # fmt: skip
    """Search from one triangle to another; how it ended. The node that reached the goal is counts[LAST]."""
    start, goal = triangles
    counts, heap = work.counts, work.heap
    counts[STAMP] += 1
    counts[EXPANDED] = 0
    counts[NODES] = 0
    heap.size[0] = 0
    work.least[0] = 0.0
    k = NONE
    candidates = begin(mesh, work, start)
    while True:
        for i in range(candidates):
            if not offer(mesh, work, ends, k, i, events):
                return OUT_OF_ROOM
        candidates = 0
        if heap.size[0] == 0:
            return NO_PATH
        work.least[0] = heap.key[0]
        k = heap_pop(heap)
        t, root = work.entry[k] // 3, work.root[k]
        if root != NONE and work.g[k] > work.best[root] + EQUAL:
            record(events, PRUNE, t, NONE, work.g[k], work.least[0], work.entry[k])
            continue
        if counts[EXPANDED] >= budget:
            return OUT_OF_BUDGET
        if counts[EXPANDED] & 63 == 0 and stop[0] != 0:
            return STOPPED
        counts[EXPANDED] += 1
        record(events, EXPAND, t, mesh.twin[work.entry[k]] // 3, work.g[k], work.least[0], work.entry[k])
        if t == goal:
            counts[LAST] = k
            return FOUND
        candidates = expand(mesh, work, ends, k)
