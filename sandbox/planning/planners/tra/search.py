r"""The search of TRA*: over decisions and the corridors between them, with the funnel carried along.

Demyen and Buro, "Efficient triangulation-based pathfinding", AAAI 2006. On the reduced mesh (`mesh/reduction`)
only decisions are looked at; corridors are crossed in one step, and one that is too narrow is not entered. The
paper's special cases come down to where start and goal hang:

    same tree, or a tree and its root      the only way: up to where both ways meet, and down
    same corridor, ring or loop            from the start's root both ways; the walk along a corridor ends where
                                           the goal hangs, if it does: inside, or around through its ends
    else                                   the same walk, to the decisions at its ends; search from there

A node is a decision and the portal it is entered by, reached by one channel. Departs from the paper in what is
known of a node: it keeps the funnel of its channel.

    g   length of the channel's way to the apex of its funnel, and straight on to the portal
    f   the same, through the portal, and straight on to the goal: no way through this channel is shorter

The paper's values cannot tell one channel from another while walls are near; these can. So for a point a node
is put aside when its apex was reached by a shorter way, or when some other channel reaches *every* place of its
portal by a way no longer than g. Few nodes are left, and nearly always the first path is improved until it is
proven to be the shortest (`effort` limits how long that may take).

The funnel is that of a point, also for a disc: a bound then. A channel that reaches the goal becomes a node,
and when it is the best of those open, the search comes back to have it measured (`TO_MEASURE`), and is called
again. The apex and all corners of a funnel are elements of a tree that all nodes share (`Funnel.before`): only
the deque is a node's own.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Floats, Int32s
from sandbox.kernels.clock import nanoseconds
from sandbox.kernels.heap import heap_pop, heap_push
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import EXPAND, GENERATE, INCUMBENT, NONE, PRUNE, Events, record_nothing
from sandbox.mesh.arrays import following
from sandbox.mesh.reduction import ARRIVAL, ONWARD, ROOT
from sandbox.planning.batch import FOUND, NO_PATH, OUT_OF_BUDGET, OUT_OF_ROOM, STOPPED
from sandbox.planning.mesh.funnel import follow_back, parting_point, set_element
from sandbox.planning.mesh.graph import bends_at, edge_distance, far, rest
from sandbox.planning.planners.tra import memory as m
from sandbox.planning.planners.tra.memory import Rule, Ways, Work
from sandbox.planning.planners.tra.walk import ARRIVE, BLOCKED, DECIDE, distinct, lay_out_channel, set_out, walk

record = record_nothing

TO_MEASURE: Final = 8  # beside those of `batch`: a disc's channel is laid out, and the search goes on when called again
EQUAL: Final = 1e-6  # grid units: lengths that differ by less are the same
TIE: Final = 1e-12  # the same, as a part
PATIENCE: Final = 100_000  # expansions to find another channel for a disc, where the first ones were too narrow
BEGIN, RESUME, IMPROVE = 0, 1, 2  # what a call of the search is for


@kernel(counted=False)
def thread(ways: Ways, work: Work, path: Int32s, n: int, ends: Floats, to_goal: int) -> bool:
    """Lead the funnel in hand through the portals path[:n], and if `to_goal` is 1 to the goal; False without room."""
    funnel, so_far, known, counts = work.funnel, work.so_far, work.known, work.counts
    spot, deque, stamp = funnel.spot, funnel.deque, counts[m.STAMP]
    low, apex, high, new = counts[m.LOW], counts[m.APEX], counts[m.HIGH], counts[m.ELEMENTS]
    if new + 2 * n + 3 > so_far.shape[0]:
        return False
    for i in range(2 * (n + to_goal)):
        column = i & 1
        h, v, x, y, s = NONE, NONE, ends[2], ends[3], 1
        if i < 2 * n:
            h = following(path[i >> 1]) if column else path[i >> 1]
            v = ways.org[h]
            if v == counts[m.LEFT + column]:
                continue
            counts[m.LEFT + column] = v
            x, y, s = float(ways.xy[v, 0]), float(ways.xy[v, 1]), 1 - 2 * column
        elif column:
            break
        spot[new, 0] = x
        spot[new, 1] = y
        funnel.vertex[new] = v
        tail, apex = parting_point(spot, deque, low, apex, high, new, s)
        p = deque[tail]
        funnel.before[new] = p
        deque[tail - s] = new
        if s > 0:
            low = tail - s
        else:
            high = tail - s
        length = so_far[p] + far(spot[p, 0], spot[p, 1], x, y)
        so_far[new] = length
        if v != NONE and (known[v, 0] != stamp or length < known[v, 1]) and bends_at(ways, ways.turn, h):
            known[v, 0] = stamp
            known[v, 1] = length
        new += 1
    counts[m.LOW], counts[m.APEX], counts[m.HIGH], counts[m.ELEMENTS] = low, apex, high, new
    return True


@kernel(counted=False)
def beaten(reach: Floats, known: Floats, stamp: int, e: int, g: float, apex: int, so_far: float) -> bool:
    """Whether a better channel to the portal of e is known than one with this g, and apex (a vertex) at so_far."""
    if reach[e, 0] == stamp and g > reach[e, 1] + EQUAL:
        return True
    return apex != NONE and known[apex, 0] == stamp and so_far > known[apex, 1] + EQUAL


@kernel(counted=False)
def reach_by(reach: Floats, stamp: int, e: int, left: float, right: float) -> None:
    """A channel leads to both ends of the portal of e: to no place between them is it longer than to one of them."""
    if reach[e, 0] != stamp or max(left, right) < reach[e, 1]:
        reach[e, 0] = stamp
        reach[e, 1] = max(left, right)


@kernel(counted=False)
def worth_entering(ways: Ways, work: Work, rule: Rule, k: int, h: int, ends: Floats) -> bool:
    """Whether leaving node k by half-edge h can lead anywhere: not where one has been, and wide and short enough."""
    last = ways.on[h, ARRIVAL]
    if h == work.node[k, m.ENTRY] or (last == NONE and ways.on[h, ONWARD] == NONE):
        return False
    goal_root = ways.tree[rule.goal, ROOT]
    for x in range(3 * goal_root, 3 * goal_root + 3):
        if ways.on[x, ARRIVAL] == last:  # the goal hangs on this corridor, or ring
            return True
    if rule.width > 0:
        if ways.room[h, m.CHOKE] < rule.width:
            return False
    else:
        a = work.kept[work.node[k, m.TOP]]
        x, y, so_far = work.funnel.spot[a, 0], work.funnel.spot[a, 1], work.so_far[a]
        u, v = ways.org[last], ways.org[following(last)]
        g = so_far + edge_distance(ways.xy, u, v, x, y)
        if g + edge_distance(ways.xy, u, v, ends[2], ends[3]) >= work.bounds[m.BEST]:
            return False
        if beaten(work.reach, work.known, work.counts[m.STAMP], last, g, NONE, 0.0):
            return False
    while k != NONE:  # a disc may come to a decision again, by another portal
        e = work.node[k, m.ENTRY]
        if e == last or (rule.width == 0 and e != NONE and e // 3 == last // 3):
            return False
        k = work.node[k, m.PARENT]
    return True


@kernel(counted=False)
def start_over(work: Work, rule: Rule, ends: Floats, phase: int, events: Events) -> None:
    """Begin a search with the start alone; to improve, with what is known of the best way."""
    counts, bounds = work.counts, work.bounds
    if phase == BEGIN:
        for i in range(m.EXPANDED, counts.shape[0]):
            counts[i] = 0
        bounds[m.BEST] = m.FAR
        counts[m.EXPANDED] = 1
        record(events, EXPAND, rule.start, NONE, 0.0, 0.0, NONE)
    counts[m.ONCE] = phase == BEGIN and rule.width > 0
    counts[m.FIRST_AT] = counts[m.EXPANDED]
    counts[m.EXHAUSTED] = 0
    counts[m.STAMP] += 1
    bounds[m.OPEN] = 0.0
    work.heap.size[0] = 0
    set_element(work.funnel, 0, NONE, 0, ends[0], ends[1])
    work.so_far[0] = 0.0
    counts[m.ELEMENTS] = 1
    counts[m.NODES] = 0
    counts[m.KEPT] = 0


@kernel(counted=False)
def keep_node(work: Work, k: int, e: int, g: float, f: float) -> bool:
    """Make a node of the funnel in hand, reached from node k by half-edge e; False without room."""
    counts, node, kept = work.counts, work.node, work.kept
    new, at, size = counts[m.NODES], counts[m.KEPT], counts[m.HIGH] - counts[m.LOW] + 1
    if new >= node.shape[0] or at + size > kept.shape[0]:
        return False
    counts[m.NODES] = new + 1
    counts[m.KEPT] = at + size
    for i in range(size):
        kept[at + i] = work.funnel.deque[counts[m.LOW] + i]
    node[new, m.ENTRY], node[new, m.PARENT], node[new, m.FIRST] = e, k, at
    node[new, m.TOP], node[new, m.LAST] = at + counts[m.APEX] - counts[m.LOW], at + size - 1
    work.value[new, m.G], work.value[new, m.F] = g, f
    return True


@kernel(counted=False)
def next_node(work: Work, rule: Rule, events: Events) -> int:
    """Take the best open node that no other has beaten since; NONE if no way through one can be shorter."""
    node, value, heap, stamp = work.node, work.value, work.heap, work.counts[m.STAMP]
    while heap.size[0] > 0:
        k = heap.item[0]
        if value[k, m.F] >= work.bounds[m.BEST] * (1 - TIE):
            return NONE
        heap_pop(heap)
        a, e = work.kept[node[k, m.TOP]], node[k, m.ENTRY]
        if rule.width > 0:
            done = work.counts[m.ONCE] == 1 and node[k, m.FIRST] != NONE and work.reach[e, 0] == stamp
        else:
            done = beaten(work.reach, work.known, stamp, e, value[k, m.G], work.funnel.vertex[a], work.so_far[a])
        if not done:
            return k
        record(events, PRUNE, e // 3, NONE, value[k, m.G], value[k, m.F], e)
    return NONE


@kernel(counted=False)
def take_up(ways: Ways, work: Work, k: int) -> None:
    """Take the funnel of node k in hand."""
    counts, node, deque = work.counts, work.node, work.funnel.deque
    middle = deque.shape[0] // 2
    low, apex, high = node[k, m.FIRST], node[k, m.TOP], node[k, m.LAST]
    counts[m.LOW], counts[m.APEX], counts[m.HIGH] = middle - (apex - low), middle, middle + high - apex
    for i in range(low, high + 1):
        deque[middle - apex + i] = work.kept[i]
    e = node[k, m.ENTRY]
    counts[m.LEFT] = NONE if e == NONE else ways.org[e]
    counts[m.RIGHT] = NONE if e == NONE else ways.org[following(e)]


@kernel(counted=False)
def bounds_through(ways: Ways, work: Work, e: int, ends: Floats) -> tuple[float, float]:
    """Bounds g and f of the ways that the funnel in hand leads to the portal of half-edge e."""
    a = work.funnel.deque[work.counts[m.APEX]]
    u, v = ways.org[e], ways.org[following(e)]
    x, y, so_far = work.funnel.spot[a, 0], work.funnel.spot[a, 1], work.so_far[a]
    lx, ly, rx, ry = float(ways.xy[u, 0]), float(ways.xy[u, 1]), float(ways.xy[v, 0]), float(ways.xy[v, 1])
    return so_far + edge_distance(ways.xy, u, v, x, y), so_far + rest(x, y, lx, ly, rx, ry, ends[2], ends[3])


@kernel(counted=False)
def limit_of(work: Work, rule: Rule, phase: int) -> int:
    """How many expansions there may be before the search ends."""
    if work.bounds[m.BEST] < m.FAR:
        return min(rule.budget, work.counts[m.FIRST_AT] + rule.effort)
    if phase != BEGIN and work.counts[m.ONCE] == 0:
        return min(rule.budget, work.counts[m.FIRST_AT] + PATIENCE)
    return rule.budget


@kernel(counted=False, steady=True)
def search_decisions(
    ways: Ways, work: Work, rule: Rule, ends: Floats, phase: int, stop: NDArray[np.uint8], events: Events
) -> int:
    """Find the shortest way from start to goal, two triangles of one part of the free space; how it ended.

    The portals of the best channel are in work.channel, a point's way in work.funnel.way; work.counts and
    work.bounds say what it took and what is known of it. For a point one BEGIN is all. For a disc it expands
    every portal once, so that it ends soon, way or no way; IMPROVE then looks at all channels that could be
    shorter than bounds[BEST], and RESUME goes on after TO_MEASURE.
    """
    began = nanoseconds()
    counts, bounds, heap, node, value = work.counts, work.bounds, work.heap, work.node, work.value
    funnel, kept = work.funnel, work.kept
    status = NO_PATH
    k, leaving = (0, 3) if phase == RESUME else (NONE, 0)
    if phase != RESUME:
        if stop[0] != 0:
            return STOPPED
        start_over(work, rule, ends, phase, events)
    while True:
        # 1. what leads on from node k: from the start (k = NONE), later by each edge, along a corridor
        n, end = 0, BLOCKED
        if k == NONE:
            one_tree = ways.tree[rule.start, ROOT] == ways.tree[rule.goal, ROOT]
            n, end = set_out(ways, work, rule, one_tree and phase == BEGIN)  # later, the direct way is known
            leaving = 3
        elif leaving < 3:
            t = ways.tree[rule.start, ROOT] if k == 0 else node[k, m.ENTRY] // 3
            h = 3 * t + leaving
            leaving += 1
            if worth_entering(ways, work, rule, k, h, ends):
                n, end = walk(ways, work, rule, node[k, m.ENTRY], h)
            if end == BLOCKED:
                continue
            take_up(ways, work, k)
        # 2. the funnel through the portals crossed
        if end != BLOCKED:
            if not thread(ways, work, work.path, n, ends, 1 if end == ARRIVE else 0):
                return OUT_OF_ROOM
            e = NONE if n == 0 else work.path[n - 1]
            f = 0.0
            g = 0.0
            new = counts[m.NODES]
            if end == ARRIVE:
                # 3. the goal: a point has its way, a disc's channel waits for being measured
                e = NONE if k == NONE else work.path[n - 1 - counts[m.DESCENT]]
                f = g = work.so_far[counts[m.ELEMENTS] - 1]
                if rule.width == 0 and f < bounds[m.BEST]:
                    bounds[m.BEST] = f
                    counts[m.BY_NODE], counts[m.BY_ENTRY], counts[m.BY_ELEMENT] = k, e, counts[m.ELEMENTS] - 1
                    record(events, INCUMBENT, rule.goal, NONE, f, f, e)
            elif k != NONE:
                # 4. a decision: what is known of the way through it
                g, f = bounds_through(ways, work, e, ends)
                f = max(f, value[k, m.F])
            passed = f >= bounds[m.BEST] * (1 - TIE)
            if not passed and end == DECIDE and rule.width == 0 and k != NONE:
                a = funnel.deque[counts[m.APEX]]
                passed = beaten(work.reach, work.known, counts[m.STAMP], e, g, funnel.vertex[a], work.so_far[a])
            if not passed:
                at = counts[m.KEPT]
                if not keep_node(work, k, e, g, f):
                    return OUT_OF_ROOM
                if end == ARRIVE:
                    node[new, m.FIRST] = NONE
                    heap_push(heap, f, new)
                elif k == NONE:
                    k = 0
                    leaving = 0
                else:
                    if rule.width == 0:
                        reach_by(
                            work.reach, counts[m.STAMP], e, work.so_far[kept[at]], work.so_far[kept[counts[m.KEPT] - 1]]
                        )
                    counts[m.GENERATED] += 1
                    heap_push(heap, f, new)
                    record(events, GENERATE, e // 3, node[k, m.ENTRY] // 3, g, f, e)
        if leaving < 3:
            continue
        if counts[m.FIRST_NS] == 0 and bounds[m.BEST] < m.FAR:
            counts[m.FIRST_NS] = nanoseconds() - began
            counts[m.FIRST_AT] = counts[m.EXPANDED]
        # 5. the next node
        k = next_node(work, rule, events)
        if k == NONE:
            counts[m.EXHAUSTED] = 1
            bounds[m.OPEN] = bounds[m.BEST]
            break
        bounds[m.OPEN] = value[k, m.F]
        if node[k, m.FIRST] == NONE:
            counts[m.BY_NODE], counts[m.BY_ENTRY] = node[k, m.PARENT], node[k, m.ENTRY]
            lay_out_channel(ways, work, rule)
            return TO_MEASURE
        if counts[m.EXPANDED] >= limit_of(work, rule, phase):
            status = OUT_OF_BUDGET
            break
        if counts[m.EXPANDED] & 15 == 0 and stop[0] != 0:
            status = STOPPED
            break
        counts[m.EXPANDED] += 1
        if rule.width > 0:
            work.reach[node[k, m.ENTRY], 0] = counts[m.STAMP]
        record(
            events, EXPAND, node[k, m.ENTRY] // 3, node[node[k, m.PARENT], m.ENTRY] // 3, value[k, m.G], value[k, m.F],
            node[k, m.ENTRY],
        )  # fmt: skip
        leaving = 0
    if bounds[m.BEST] >= m.FAR:
        return status
    if rule.width == 0:
        lay_out_channel(ways, work, rule)
        counts[m.POINTS] = distinct(funnel, follow_back(funnel, counts[m.BY_ELEMENT]))
    return FOUND
