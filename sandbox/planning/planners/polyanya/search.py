r"""Polyanya: the shortest any-angle path on a mesh, found at once, without a graph of corners.

Cui, Harabor, Grastien, "Compromise-free pathfinding on a navigation mesh", IJCAI 2017. A node is a root (the
last corner of the way, or the start) and an interval of an edge that the root sees; its face is the one
behind. Expanding it projects the interval onto the edges beyond: what the root sees, and, past an end of the
interval that is a corner, what only that corner sees as the new root.

              * - w
            /      \               a, b  ends of the edge entered, left and right
           u        *             l, r  interval on it
            \      /              w, u  ends of an edge of the face: from right to left, as they are looked at
             a-lr-b    entered from below

Departs from the paper in what is put aside. An end of an interval that comes to lie (by rounding, or where a
cone grazes it) on a corner is put there and marked as a corner; otherwise turns at that corner would be lost.
Dead ends without the goal are not entered. And where the paper compares the lengths of ways to a root only, a
node is also put aside when one that was opened before over the same edge reaches every place of its interval by
a way no longer, as intervals shade each other in Mitchell, Mount, Papadimitriou, "The discrete geodesic problem",
SIAM Journal on Computing 1987. What is longer has the larger f and comes later, so nothing is opened in vain:
on game maps a quarter of the nodes remain, and half of these on convex faces (`mesh.faces`) instead of triangles.
Corners of faces may be straight: a root on the line of an edge, the one it enters by or one beyond, gives way to that
edge's nearer end.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Floats
from sandbox.kernels.heap import heap_pop, heap_push
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import EXPAND, GENERATE, NONE, PRUNE, Events, record_nothing
from sandbox.planning.batch import FOUND, NO_PATH, OUT_OF_BUDGET, OUT_OF_ROOM, STOPPED
from sandbox.planning.mesh.graph import far, rest, side
from sandbox.planning.planners.polyanya import memory as c
from sandbox.planning.planners.polyanya.memory import FaceMesh, Work

record = record_nothing

NEAR2: Final = 1e-8  # square of the distance, in grid units, within which a point is a corner
EQUAL: Final = 1e-7  # lengths that differ by less are the same
SLACK: Final = 1e-3  # by how much an interval may exceed another (times the length of its edge) and lie in it
GRAZE: Final = 1e-3  # a corner so little inside a cone (distance times that of the cone's end) may be on its side
NO_ROOM: Final = -2  # instead of a node


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
def beaten(mesh: FaceMesh, work: Work, k: int) -> bool:
    """Whether a node opened before reaches every place of node k's interval by a way no longer; else remember k."""
    node, cone, newest = work.node, work.cone, work.newest
    e = node[k, c.ENTRY]
    a, b = mesh.edge[e, c.ORG], mesh.edge[mesh.edge[e, c.AFTER], c.ORG]
    dx, dy = mesh.spot[b, 0] - mesh.spot[a, 0], mesh.spot[b, 1] - mesh.spot[a, 1]
    j = NONE
    if newest[e, 0] == work.counts[c.STAMP]:
        j = newest[e, 1]
    node[k, c.NEXT] = j
    while j != NONE:
        if (
            (cone[k, c.LEFT] - cone[j, c.LEFT]) * dx + (cone[k, c.LEFT + 1] - cone[j, c.LEFT + 1]) * dy > -SLACK
            and (cone[j, c.RIGHT] - cone[k, c.RIGHT]) * dx + (cone[j, c.RIGHT + 1] - cone[k, c.RIGHT + 1]) * dy > -SLACK
            and never_longer(cone, j, k)
        ):
            return True
        j = node[j, c.NEXT]
    newest[e, 0] = work.counts[c.STAMP]
    newest[e, 1] = k
    return False


@kernel(counted=False)
def never_longer(cone: Floats, j: int, k: int) -> bool:
    """Whether the ways over node j's root to all places of node k's interval are no longer than over k's root."""
    ax, ay, bx, by = cone[j, c.AT], cone[j, c.AT + 1], cone[k, c.AT], cone[k, c.AT + 1]
    lx, ly, rx, ry = cone[k, c.LEFT], cone[k, c.LEFT + 1], cone[k, c.RIGHT], cone[k, c.RIGHT + 1]
    later = cone[k, c.G] - cone[j, c.G]
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
def offer(mesh: FaceMesh, work: Work, goal: Floats, k: int, i: int, events: Events) -> int:
    """Open candidate i as a node, if it is worth it: its number, else NONE; NO_ROOM without room."""
    h, root, flags = work.edge[i, 0], work.edge[i, 1], 0
    lx, ly, rx, ry, g = work.span[i, 0], work.span[i, 1], work.span[i, 2], work.span[i, 3], work.span[i, 4]
    e = mesh.edge[h, c.BEYOND]
    a, b = mesh.edge[e, c.ORG], mesh.edge[h, c.ORG]
    ax, ay, bx, by = mesh.spot[a, 0], mesh.spot[a, 1], mesh.spot[b, 0], mesh.spot[b, 1]
    if (lx - ax) ** 2 + (ly - ay) ** 2 < NEAR2:
        lx, ly = ax, ay
        flags |= c.LEFT_CORNER
    if (rx - bx) ** 2 + (ry - by) ** 2 < NEAR2:
        rx, ry = bx, by
        flags |= c.RIGHT_CORNER
    if (lx - rx) ** 2 + (ly - ry) ** 2 < NEAR2:
        return NONE
    x, y = goal[0], goal[1]
    if root != NONE:
        x, y = mesh.spot[root, 0], mesh.spot[root, 1]
        if work.best[root, 0] != work.counts[c.STAMP]:
            work.best[root, 0] = work.counts[c.STAMP]
            work.best[root, 1] = g
        elif g > work.best[root, 1] + EQUAL:
            return NONE
        else:
            work.best[root, 1] = min(g, work.best[root, 1])
    n = work.counts[c.NODES]
    if n >= work.node.shape[0]:
        return NO_ROOM
    work.counts[c.NODES] = n + 1
    node, cone = work.node, work.cone
    node[n, c.ENTRY] = e
    node[n, c.PARENT] = k
    node[n, c.ROOT] = root
    node[n, c.FLAGS] = flags
    cone[n, c.LEFT] = lx
    cone[n, c.LEFT + 1] = ly
    cone[n, c.RIGHT] = rx
    cone[n, c.RIGHT + 1] = ry
    cone[n, c.AT] = x
    cone[n, c.AT + 1] = y
    cone[n, c.G] = g
    f = max(work.bounds[c.LEAST], g + rest(x, y, lx, ly, rx, ry, goal[2], goal[3]))
    cone[n, c.F] = f
    record(events, GENERATE, e // 3, h // 3, g, f, e)
    return n


@kernel(counted=False)
def suggest(work: Work, n: int, h: int, root: int, g: float, lx: float, ly: float, rx: float, ry: float) -> int:
    """Write down the node behind half-edge h with this root and interval as candidate n; how many there are now."""
    edge, span = work.edge, work.span
    edge[n, 0] = h
    edge[n, 1] = root
    span[n, 0] = lx
    span[n, 1] = ly
    span[n, 2] = rx
    span[n, 3] = ry
    span[n, 4] = g
    return n + 1


@kernel(counted=False)
def leads_on(mesh: FaceMesh, work: Work, h: int) -> bool:
    """Whether one can leave a triangle by half-edge h, and need not come back by it."""
    e = mesh.edge[h, c.BEYOND]
    return e != NONE and (mesh.edge[h, c.DEAD] == 0 or work.lane[e // 3] == work.counts[c.STAMP])


@kernel(counted=False)
def open_lane(mesh: FaceMesh, work: Work, goal: int) -> None:
    """Let the dead end be entered that the goal lies in, down to the goal."""
    t = goal
    work.lane[t] = work.counts[c.STAMP]
    while mesh.ways_out[t] != NONE:
        t = mesh.edge[mesh.ways_out[t], c.BEYOND] // 3
        work.lane[t] = work.counts[c.STAMP]


@kernel(counted=False)
def all_around(mesh: FaceMesh, work: Work, first: int, last: int, root: int, g: float) -> int:
    """Suggest the edges of a face from half-edge `first` to before `last`, seen whole; how many candidates."""
    n = 0
    h = first
    while True:
        after = mesh.edge[h, c.AFTER]
        if leads_on(mesh, work, h):
            b, a = mesh.edge[h, c.ORG], mesh.edge[after, c.ORG]  # seen from the other side, the edge runs from a to b
            lx, ly, rx, ry = mesh.spot[a, 0], mesh.spot[a, 1], mesh.spot[b, 0], mesh.spot[b, 1]
            n = suggest(work, n, h, root, g, lx, ly, rx, ry)
        h = after
        if h == last:
            return n


@kernel(counted=False)
def expand(mesh: FaceMesh, work: Work, k: int) -> int:
    """Suggest the successors of node k; how many candidates."""
    e, root, flags, g = work.node[k, c.ENTRY], work.node[k, c.ROOT], work.node[k, c.FLAGS], work.cone[k, c.G]
    edge, spot, cone = mesh.edge, mesh.spot, work.cone
    x, y, lx, ly, rx, ry = cone[k, c.AT], cone[k, c.AT + 1], cone[k, 0], cone[k, 1], cone[k, 2], cone[k, 3]
    h = edge[e, c.AFTER]
    a, b = edge[e, c.ORG], edge[h, c.ORG]
    ax, ay, wx, wy = spot[a, 0], spot[a, 1], spot[b, 0], spot[b, 1]
    if (x == ax and y == ay) or (x == wx and y == wy):  # the root is a corner of this face and sees all of it
        return all_around(mesh, work, h, e, root, g)
    if side(x, y, ax, ay, wx, wy) == 0.0:  # it lies on the line of the edge: between its ends, or behind the nearer
        if (ax - x) * (wx - x) + (ay - y) * (wy - y) < 0.0:
            return all_around(mesh, work, h, e, root, g)
        to_a, to_b = far(x, y, ax, ay), far(x, y, wx, wy)
        return all_around(mesh, work, h, e, a if to_a < to_b else b, g + min(to_a, to_b))
    at_left, at_right = flags & c.LEFT_CORNER != 0, flags & c.RIGHT_CORNER != 0
    around_left = g + far(x, y, ax, ay) if at_left and edge[e, c.TURN] != 0 else -1.0
    around_right = g + far(x, y, wx, wy) if at_right and edge[h, c.TURN] != 0 else -1.0
    # positive: left of the cone's left side, of its right side
    w_left, w_right = -1.0, 0.0 if at_right else side(x, y, rx, ry, wx, wy)
    n = 0
    while h != e:  # edge by edge from right to left: from w to u
        after = edge[h, c.AFTER]
        u = edge[after, c.ORG]
        ux, uy = spot[u, 0], spot[u, 1]
        u_left = 0.0 if after == e and at_left else side(x, y, lx, ly, ux, uy)
        u_right = 1.0 if after == e else side(x, y, rx, ry, ux, uy)
        if leads_on(mesh, work, h):
            qx, qy = wx, wy  # where what the root sees begins
            if w_right < 0 < u_right:
                qx, qy = meet(x, y, rx, ry, wx, wy, ux, uy)
            px, py = ux, uy  # and where it ends
            if w_left < 0 < u_left:
                px, py = meet(x, y, lx, ly, wx, wy, ux, uy)
            if u_right > 0 > w_left:
                n = suggest(work, n, h, root, g, px, py, qx, qy)
            if around_right >= 0 and (w_right < 0 or u_right < GRAZE):
                tx, ty = (ux, uy) if u_right < GRAZE else (qx, qy)
                n = suggest(work, n, h, b, around_right, tx, ty, wx, wy)
            elif edge[h, c.TURN] != 0 and abs(w_right) < GRAZE and abs(u_right) < GRAZE:  # seen edge-on, past a wall
                n = suggest(work, n, h, edge[h, c.ORG], g + far(x, y, wx, wy), ux, uy, wx, wy)
            if around_left >= 0 and (u_left > 0 or w_left > -GRAZE):
                tx, ty = (wx, wy) if w_left > -GRAZE else (px, py)
                n = suggest(work, n, h, a, around_left, ux, uy, tx, ty)
            elif edge[after, c.TURN] != 0 and abs(w_left) < GRAZE and abs(u_left) < GRAZE:
                n = suggest(work, n, h, u, g + far(x, y, ux, uy), ux, uy, wx, wy)
        h = after
        wx, wy, w_left, w_right = ux, uy, u_left, u_right
    return n


@kernel(counted=False, steady=True)
def polyanya(
    mesh: FaceMesh, work: Work, ends: Floats, triangles: tuple[int, int], budget: int,
    stop: NDArray[np.uint8], events: Events,
) -> int:  # fmt: skip
    """Search from one triangle to another; how it ended. The node that reached the goal is counts[LAST]."""
    start, goal = triangles
    counts, heap = work.counts, work.heap
    counts[c.STAMP] += 1
    counts[c.EXPANDED] = 0
    counts[c.NODES] = 0
    heap.size[0] = 0
    work.bounds[c.LEAST] = 0.0
    open_lane(mesh, work, goal)
    k = NONE
    rim = mesh.rim[mesh.face[start]]
    candidates = all_around(mesh, work, rim, rim, NONE, 0.0)
    while True:
        best = NONE  # of the new nodes the best is often the best of all: it need not pass through the heap
        for i in range(candidates):
            n = offer(mesh, work, ends, k, i, events)
            if n == NO_ROOM:
                return OUT_OF_ROOM
            if n == NONE:
                continue
            if best != NONE:
                worse = n if work.cone[best, c.F] <= work.cone[n, c.F] else best
                heap_push(heap, work.cone[worse, c.F], worse)
                best = best if worse == n else n
            else:
                best = n
        candidates = 0
        if heap.size[0] > 0 and (best == NONE or heap.key[0] < work.cone[best, c.F]):
            if best != NONE:
                heap_push(heap, work.cone[best, c.F], best)
            best = heap_pop(heap)
        if best == NONE:
            return NO_PATH
        k = best
        e, root, g = work.node[k, c.ENTRY], work.node[k, c.ROOT], work.cone[k, c.G]
        work.bounds[c.LEAST] = work.cone[k, c.F]
        if (root != NONE and g > work.best[root, 1] + EQUAL) or beaten(mesh, work, k):
            record(events, PRUNE, e // 3, NONE, g, work.bounds[c.LEAST], e)
            continue
        if counts[c.EXPANDED] >= budget:
            return OUT_OF_BUDGET
        if counts[c.EXPANDED] & 63 == 0 and stop[0] != 0:
            return STOPPED
        counts[c.EXPANDED] += 1
        record(events, EXPAND, e // 3, mesh.edge[e, c.BEYOND] // 3, g, work.bounds[c.LEAST], e)
        if mesh.edge[e, c.FACE] == mesh.face[goal]:
            counts[c.LAST] = k
            trace(work, ends)
            return FOUND
        candidates = expand(mesh, work, k)


@kernel(counted=False)
def trace(work: Work, ends: Floats) -> None:
    """Write the way down from goal to start: `points`, the `entries` it crosses, how many there are, its length."""
    points, entries, node = work.points, work.entries, work.node
    k = work.counts[c.LAST]
    points[0, 0], points[0, 1] = ends[2], ends[3]
    n = last_bend(work, ends, k)
    m = 0
    last = NONE
    while k != NONE:
        root = node[k, c.ROOT]
        if root != last and root != NONE:  # noqa: PLR1714  (Numba takes long to compile `in` a tuple)
            n = one_more(points, n, work.cone[k, c.AT], work.cone[k, c.AT + 1])
        last = root
        if m < entries.size:
            entries[m] = node[k, c.ENTRY]
        m += 1
        k = node[k, c.PARENT]
    n = one_more(points, n, ends[0], ends[1])
    length = 0.0
    for i in range(1, n):
        length += far(points[i - 1, 0], points[i - 1, 1], points[i, 0], points[i, 1])
    work.counts[c.POINTS], work.counts[c.CROSSED], work.bounds[c.LENGTH] = n, m, length


@kernel(counted=False)
def last_bend(work: Work, ends: Floats, k: int) -> int:
    """After the last root the way may turn once more, around an end of the interval; how many points there are."""
    cone = work.cone
    x, y = cone[k, c.AT], cone[k, c.AT + 1]
    lx, ly, rx, ry = cone[k, c.LEFT], cone[k, c.LEFT + 1], cone[k, c.RIGHT], cone[k, c.RIGHT + 1]
    if (x == lx and y == ly) or (x == rx and y == ry):
        return 1
    if side(x, y, lx, ly, ends[2], ends[3]) > 0:
        return one_more(work.points, 1, lx, ly)
    if side(x, y, rx, ry, ends[2], ends[3]) < 0:
        return one_more(work.points, 1, rx, ry)
    return 1


@kernel(counted=False)
def one_more(points: Floats, n: int, x: float, y: float) -> int:
    """Append a point that differs from the last; how many there are."""
    if (points[n - 1, 0] == x and points[n - 1, 1] == y) or n >= points.shape[0]:
        return n
    points[n, 0], points[n, 1] = x, y
    return n + 1
