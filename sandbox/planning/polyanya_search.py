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
Dead ends without the goal are not entered. And where the paper compares the lengths of ways to a root only, a
node is also put aside when one that was opened before over the same edge reaches every place of its interval by
a way no longer, as intervals shade each other in Mitchell, Mount, Papadimitriou, "The discrete geodesic problem",
SIAM Journal on Computing 1987. What is longer has the larger f and comes later, so nothing is opened in vain:
on game maps a quarter of the nodes remain.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.heap import Heap, heap_pop, heap_push, new_heap
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import EXPAND, GENERATE, NONE, PRUNE, Events, record_nothing
from sandbox.mesh.arrays import following, preceding
from sandbox.planning.batch import FOUND, NO_PATH, OUT_OF_BUDGET, OUT_OF_ROOM, STOPPED
from sandbox.planning.mesh_ends import leads_nowhere, mark_lane
from sandbox.planning.mesh_graph import Walls, far, rest, side

record = record_nothing

LEFT_CORNER: Final = 2  # the left end of the interval is the edge's end
RIGHT_CORNER: Final = 1
NEAR2: Final = 1e-8  # square of the distance, in grid units, within which a point is a corner
EQUAL: Final = 1e-7  # lengths that differ by less are the same
SLACK: Final = 1e-3  # by how much an interval may exceed another (times the length of its edge) and lie in it
NO_ROOM: Final = -2  # instead of a node
CANDIDATES: Final = 8  # more than a node has successors

# Columns of Work.node
ENTRY: Final = 0  # half-edge by which the triangle is entered, inside it
PARENT: Final = 1  # node, NONE at the start
ROOT: Final = 2  # vertex, NONE: the start
FLAGS: Final = 3  # LEFT_CORNER | RIGHT_CORNER
NEXT: Final = 4  # node opened before over the same half-edge, NONE at the first
# Columns of Work.cone
LEFT: Final = 0
RIGHT: Final = 2
AT: Final = 4  # where the root is
G: Final = 6  # length of the way to the root
F: Final = 7  # no way through the interval is shorter

# Entries of Work.counts
STAMP: Final = 0
EXPANDED: Final = 1
NODES: Final = 2
LAST: Final = 3  # the node that reached the goal


class Work(NamedTuple):
    """Memory of a search; everything in grid units."""

    node: NDArray[np.int32]  # [room, 5] ENTRY, PARENT, ROOT, FLAGS, NEXT
    cone: NDArray[np.float64]  # [room, 8] LEFT x, y, RIGHT x, y of the interval, AT x, y, G, F
    heap: Heap
    best: NDArray[np.float64]  # [vertices] least g of a root, if stamped
    stamp: NDArray[np.int64]  # [vertices]
    corner: NDArray[np.uint8]  # [vertices] a shortest path may turn here
    ways_out: NDArray[np.int32]  # [triangles] of a dead end: half-edge that leads out of it
    lane: NDArray[np.int64]  # [triangles] stamp: the goal lies behind, in the dead end this one belongs to
    newest: NDArray[np.int64]  # [3 triangles, 2] stamp, node opened last over this half-edge
    edge: NDArray[np.int64]  # [CANDIDATES, 3] half-edge it lies behind, root, flags
    span: NDArray[np.float64]  # [CANDIDATES, 5] left x, y, right x, y of the interval, g
    points: NDArray[np.float64]  # [vertices + 3, 2] of the way found, from goal to start
    entries: NDArray[np.int32]  # [room] half-edges it enters triangles by, from goal to start
    counts: NDArray[np.int64]
    least: NDArray[np.float64]  # [1] f of the node taken last


def new_work(corner: NDArray[np.uint8], ways_out: NDArray[np.int32], room: int) -> Work:
    """Memory for so many nodes."""
    return Work(
        node=np.empty((room, 5), np.int32),
        cone=np.empty((room, 8)),
        heap=new_heap(room),
        best=np.zeros(len(corner)),
        stamp=np.zeros(len(corner), np.int64),
        corner=corner,
        ways_out=ways_out,
        lane=np.zeros(len(ways_out), np.int64),
        newest=np.zeros((3 * len(ways_out), 2), np.int64),
        edge=np.zeros((CANDIDATES, 3), np.int64),
        span=np.zeros((CANDIDATES, 5)),
        points=np.zeros((len(corner) + 3, 2)),
        entries=np.zeros(room, np.int32),
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
def beaten(mesh: Walls, work: Work, k: int) -> bool:
    """Whether a node opened before reaches every place of node k's interval by a way no longer; else remember k."""
    node, cone, newest = work.node, work.cone, work.newest
    e = node[k, ENTRY]
    a, b = mesh.org[e], mesh.org[following(e)]
    dx, dy = float(mesh.xy[b, 0] - mesh.xy[a, 0]), float(mesh.xy[b, 1] - mesh.xy[a, 1])
    j = NONE
    if newest[e, 0] == work.counts[STAMP]:
        j = newest[e, 1]
    node[k, NEXT] = j
    while j != NONE:
        if (
            (cone[k, LEFT] - cone[j, LEFT]) * dx + (cone[k, LEFT + 1] - cone[j, LEFT + 1]) * dy > -SLACK
            and (cone[j, RIGHT] - cone[k, RIGHT]) * dx + (cone[j, RIGHT + 1] - cone[k, RIGHT + 1]) * dy > -SLACK
            and never_longer(cone, j, k)
        ):
            return True
        j = node[j, NEXT]
    newest[e, 0] = work.counts[STAMP]
    newest[e, 1] = k
    return False


@kernel(counted=False)
def never_longer(cone: NDArray[np.float64], j: int, k: int) -> bool:
    """Whether the ways over node j's root to all places of node k's interval are no longer than over k's root."""
    ax, ay, bx, by = cone[j, AT], cone[j, AT + 1], cone[k, AT], cone[k, AT + 1]
    lx, ly, rx, ry = cone[k, LEFT], cone[k, LEFT + 1], cone[k, RIGHT], cone[k, RIGHT + 1]
    later = cone[k, G] - cone[j, G]
    if ax == bx and ay == by:
        return later >= -EQUAL
    if later + far(bx, by, lx, ly) < far(ax, ay, lx, ly) - EQUAL:
        return False
    if later + far(bx, by, rx, ry) < far(ax, ay, rx, ry) - EQUAL:
        return False
    if later <= 0 or far(ax, ay, bx, by) <= later:
        return True
    return side(ax, ay, lx, ly, bx, by) >= 0 or side(ax, ay, rx, ry, bx, by) <= 0


@kernel(counted=False)
def offer(mesh: Walls, work: Work, goal: NDArray[np.float64], k: int, i: int, events: Events) -> int:
    """Open candidate i as a node, if it is worth it: its number, else NONE; NO_ROOM without room."""
    h, root, flags = work.edge[i, 0], work.edge[i, 1], work.edge[i, 2]
    lx, ly, rx, ry, g = work.span[i, 0], work.span[i, 1], work.span[i, 2], work.span[i, 3], work.span[i, 4]
    if mesh.con[h] != 0:
        return NONE
    e = mesh.twin[h]
    if leads_nowhere(work.ways_out, work.lane, work.counts[STAMP], e):
        return NONE
    a, b = mesh.org[e], mesh.org[following(e)]
    if (lx - mesh.xy[a, 0]) ** 2 + (ly - mesh.xy[a, 1]) ** 2 < NEAR2:
        lx, ly = float(mesh.xy[a, 0]), float(mesh.xy[a, 1])
        flags |= LEFT_CORNER
    if (rx - mesh.xy[b, 0]) ** 2 + (ry - mesh.xy[b, 1]) ** 2 < NEAR2:
        rx, ry = float(mesh.xy[b, 0]), float(mesh.xy[b, 1])
        flags |= RIGHT_CORNER
    if (lx - rx) ** 2 + (ly - ry) ** 2 < NEAR2:
        return NONE
    x, y = goal[0], goal[1]
    if root != NONE:
        x, y = float(mesh.xy[root, 0]), float(mesh.xy[root, 1])
        if work.stamp[root] != work.counts[STAMP]:
            work.stamp[root] = work.counts[STAMP]
            work.best[root] = g
        elif g > work.best[root] + EQUAL:
            return NONE
        else:
            work.best[root] = min(g, work.best[root])
    n = work.counts[NODES]
    if n >= work.node.shape[0]:
        return NO_ROOM
    work.counts[NODES] = n + 1
    node, cone = work.node, work.cone
    node[n, ENTRY] = e
    node[n, PARENT] = k
    node[n, ROOT] = root
    node[n, FLAGS] = flags
    cone[n, LEFT] = lx
    cone[n, LEFT + 1] = ly
    cone[n, RIGHT] = rx
    cone[n, RIGHT + 1] = ry
    cone[n, AT] = x
    cone[n, AT + 1] = y
    cone[n, G] = g
    f = max(work.least[0], g + rest(x, y, lx, ly, rx, ry, goal[2], goal[3]))
    cone[n, F] = f
    record(events, GENERATE, e // 3, h // 3, g, f, e)
    return n


@kernel(counted=False)
def suggest(
    work: Work, n: int, h: int, root: int, g: float, flags: int, lx: float, ly: float, rx: float, ry: float
) -> int:
    """Write down the node behind half-edge h with this root and interval as candidate n; how many there are now."""
    edge, span = work.edge, work.span
    edge[n, 0] = h
    edge[n, 1] = root
    edge[n, 2] = flags
    span[n, 0] = lx
    span[n, 1] = ly
    span[n, 2] = rx
    span[n, 3] = ry
    span[n, 4] = g
    return n + 1


@kernel(counted=False)
def begin(mesh: Walls, work: Work, start: int) -> int:
    """Suggest what is seen from the start through the edges of its triangle; how many candidates."""
    n = 0
    for h in range(3 * start, 3 * start + 3):
        b, a = mesh.org[h], mesh.org[following(h)]  # seen from the other side, the edge runs from a to b
        lx, ly, rx, ry = float(mesh.xy[a, 0]), float(mesh.xy[a, 1]), float(mesh.xy[b, 0]), float(mesh.xy[b, 1])
        n = suggest(work, n, h, NONE, 0.0, LEFT_CORNER | RIGHT_CORNER, lx, ly, rx, ry)
    return n


@kernel(counted=False)
def expand(mesh: Walls, work: Work, ends: NDArray[np.float64], k: int) -> int:
    """Suggest the successors of node k; how many candidates."""
    e, root, flags, g = work.node[k, ENTRY], work.node[k, ROOT], work.node[k, FLAGS], work.cone[k, G]
    x, y = ends[0], ends[1]
    if root != NONE:
        x, y = float(mesh.xy[root, 0]), float(mesh.xy[root, 1])
    lx, ly, rx, ry = work.cone[k, LEFT], work.cone[k, LEFT + 1], work.cone[k, RIGHT], work.cone[k, RIGHT + 1]
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


@kernel(counted=False, steady=True)
def polyanya(
    mesh: Walls, work: Work, ends: NDArray[np.float64], triangles: tuple[int, int], budget: int,
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
    mark_lane(mesh.twin, work.ways_out, goal, work.lane, counts[STAMP])
    k = NONE
    candidates = begin(mesh, work, start)
    while True:
        best = NONE  # of the new nodes the best is often the best of all: it need not pass through the heap
        for i in range(candidates):
            n = offer(mesh, work, ends, k, i, events)
            if n == NO_ROOM:
                return OUT_OF_ROOM
            if n == NONE:
                continue
            if best != NONE:
                worse = n if work.cone[best, F] <= work.cone[n, F] else best
                heap_push(heap, work.cone[worse, F], worse)
                best = best if worse == n else n
            else:
                best = n
        candidates = 0
        if heap.size[0] > 0 and (best == NONE or heap.key[0] < work.cone[best, F]):
            if best != NONE:
                heap_push(heap, work.cone[best, F], best)
            best = heap_pop(heap)
        if best == NONE:
            return NO_PATH
        k = best
        e, root, g = work.node[k, ENTRY], work.node[k, ROOT], work.cone[k, G]
        work.least[0] = work.cone[k, F]
        if (root != NONE and g > work.best[root] + EQUAL) or beaten(mesh, work, k):
            record(events, PRUNE, e // 3, NONE, g, work.least[0], e)
            continue
        if counts[EXPANDED] >= budget:
            return OUT_OF_BUDGET
        if counts[EXPANDED] & 63 == 0 and stop[0] != 0:
            return STOPPED
        counts[EXPANDED] += 1
        record(events, EXPAND, e // 3, mesh.twin[e] // 3, g, work.least[0], e)
        if e // 3 == goal:
            counts[LAST] = k
            return FOUND
        candidates = expand(mesh, work, ends, k)


@kernel(counted=False, steady=True)
def trace(mesh: Walls, work: Work, ends: NDArray[np.float64]) -> tuple[int, int, float]:
    """Write the way down from goal to start: how many `points` it has, how many `entries` it crosses, its length."""
    points, entries, node = work.points, work.entries, work.node
    k = work.counts[LAST]
    points[0, 0], points[0, 1] = ends[2], ends[3]
    n = last_bend(mesh, work, ends, k)
    m = 0
    last = NONE
    while k != NONE:
        root = node[k, ROOT]
        if root != last and root != NONE:  # noqa: PLR1714  (Numba takes long to compile `in` a tuple)
            n = one_more(points, n, float(mesh.xy[root, 0]), float(mesh.xy[root, 1]))
        last = root
        if m < entries.size:
            entries[m] = node[k, ENTRY]
        m += 1
        k = node[k, PARENT]
    n = one_more(points, n, ends[0], ends[1])
    length = 0.0
    for i in range(1, n):
        length += far(points[i - 1, 0], points[i - 1, 1], points[i, 0], points[i, 1])
    return n, m, length


@kernel(counted=False)
def last_bend(mesh: Walls, work: Work, ends: NDArray[np.float64], k: int) -> int:
    """After the last root the way may turn once more, around an end of the interval; how many points there are."""
    root, cone = work.node[k, ROOT], work.cone
    x, y = ends[0], ends[1]
    if root != NONE:
        x, y = float(mesh.xy[root, 0]), float(mesh.xy[root, 1])
    lx, ly, rx, ry = cone[k, LEFT], cone[k, LEFT + 1], cone[k, RIGHT], cone[k, RIGHT + 1]
    if (x == lx and y == ly) or (x == rx and y == ry):
        return 1
    if side(x, y, lx, ly, ends[2], ends[3]) > 0:
        return one_more(work.points, 1, lx, ly)
    if side(x, y, rx, ry, ends[2], ends[3]) < 0:
        return one_more(work.points, 1, rx, ry)
    return 1


@kernel(counted=False)
def one_more(points: NDArray[np.float64], n: int, x: float, y: float) -> int:
    """Append a point that differs from the last; how many there are."""
    if (points[n - 1, 0] == x and points[n - 1, 1] == y) or n >= points.shape[0]:
        return n
    points[n, 0], points[n, 1] = x, y
    return n + 1
