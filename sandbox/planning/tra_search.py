r"""The search of TRA*: over decisions and the corridors between them, with the funnel carried along.

Demyen and Buro, "Efficient triangulation-based pathfinding", AAAI 2006. On the reduced mesh (`mesh/reduction`)
only decisions are looked at; corridors are crossed in one step, and one that is too narrow is not entered. The
paper's special cases come down to where start and goal hang:

    same tree, or a tree and its root      the only way: up to where both ways meet, and down
    same corridor, ring or loop            from the start's root both ways; the walk along a corridor ends where
                                           the goal hangs, if it does: inside, or around through its ends
    else                                   the same walk, to the decisions at its ends; search from there

A node is a decision and the portal it is entered by (or, in the end, the triangle the goal hangs on), reached
by one channel. Departs from the paper in what is known of a node: it keeps the funnel of its channel.

    g   length of the channel's way to the apex of its funnel, and straight on to the portal
    f   the same, through the portal, and straight on to the goal: no way through this channel is shorter

The paper's values cannot tell one channel from another while walls are near; these can. So a node is put
aside, for a point, when its apex was reached by a shorter way; and always, when some other channel reaches
*every* place of its portal by a way no longer than g. What is left are few, and nearly always the first path
is improved until it is proven to be the shortest (`effort` limits how long that may take).

The apex and all corners of a funnel are elements of a tree that all nodes share (`Funnel.before`): only the
deque is a node's own.
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
from sandbox.kernels.recording import EXPAND, GENERATE, INCUMBENT, NONE, PRUNE, Events, record_nothing
from sandbox.mesh.arrays import Int32s, Int64s, following
from sandbox.mesh.reduction import turn_width
from sandbox.planning.batch import FOUND, NO_PATH, OUT_OF_BUDGET, OUT_OF_ROOM, STOPPED
from sandbox.planning.funnel import Floats, Funnel, follow_back, new_funnel, set_element, stretch, take_in
from sandbox.planning.mesh_graph import edge_distance, rest

record = record_nothing

FAR: Final = 1e300
EQUAL: Final = 1e-6  # grid units: lengths that differ by less are the same
TIE: Final = 1e-12  # the same, as a part

# Entries of Work.counts
STAMP: Final = 0
EXPANDED: Final = 1
GENERATED: Final = 2
FIRST_NS: Final = 3  # until the first path
FIRST_AT: Final = 4  # expansions until the first path
EXHAUSTED: Final = 5  # 1: nothing open can be shorter
NODES: Final = 6
ELEMENTS: Final = 7  # of all funnels
KEPT: Final = 8  # entries of `kept` in use
LENGTH: Final = 9  # portals of the best channel
POINTS: Final = 10  # elements of the way through it
CODA: Final = 11  # portals between the goal's root and the goal
LAST_NODE: Final = 12  # of the best channel: its last node, how the goal's root is entered, the goal's element
LAST_ENTRY: Final = 13
LAST_ELEMENT: Final = 14
COUNTS: Final = 15

# Entries of Work.now: the funnel in hand
LOW: Final = 0
APEX: Final = 1
HIGH: Final = 2
LEFT: Final = 3  # vertices of the portal crossed last
RIGHT: Final = 4

# Entries of Work.bounds
BEST: Final = 0
OPEN: Final = 1  # no way is shorter than this


class Rule(NamedTuple):
    """What is asked of a search. Lengths in grid units."""

    start: int  # triangles
    goal: int
    effort: int  # expansions after the first path
    budget: int  # expansions in all
    radius: float  # of the disc


class Ways(NamedTuple):
    """What the search reads: parts of `Mesh`, of `Reduction`, and the widths (empty while only points travel)."""

    xy: Int64s
    org: Int32s
    twin: Int32s
    con: Int32s
    up: Int32s
    root: Int32s
    height: Int32s
    onward: Int32s
    arrival: Int32s
    widths: NDArray[np.float32]
    choke: NDArray[np.float32]


class Work(NamedTuple):
    """Memory of a search; everything in grid units."""

    entry: Int32s  # [nodes] half-edge by which a decision is entered; of the start NONE, or by which its root is
    parent: Int32s  # [nodes] NONE at the start
    g: Floats  # [nodes]
    f: Floats  # [nodes]
    span: Int32s  # [nodes, 3] the node's funnel in `kept`: low, apex, high
    heap: Heap
    kept: Int32s  # the deques of all nodes, one after the other
    funnel: Funnel  # the elements of all funnels; its deque holds the one in hand
    so_far: Floats  # [elements] length of the way to an element
    shortest: Floats  # [vertices] length of the shortest way known to a vertex, if stamped
    seen: Int64s  # [vertices]
    reach: Floats  # [3 triangles] every place of this portal is reached by a way no longer, if stamped
    reached: Int64s  # [3 triangles]
    coda: Int32s  # [triangles] half-edges by which the triangles between the goal's root and the goal are entered
    channel: Int32s  # [3 triangles] those of the best channel, from start to goal
    now: Int64s  # [5] see LOW … RIGHT
    counts: Int64s
    bounds: Floats  # [2]


def new_work(vertices: int, triangles: int, room: int) -> Work:
    """Memory for a mesh, and for so many nodes."""
    funnel = new_funnel(4 * room + triangles)
    return Work(
        entry=np.empty(room, np.int32),
        parent=np.empty(room, np.int32),
        g=np.empty(room),
        f=np.empty(room),
        span=np.empty((room, 3), np.int32),
        heap=new_heap(room),
        kept=np.empty(8 * room + 2 * triangles, np.int32),
        funnel=funnel,
        so_far=np.zeros(len(funnel.side)),
        shortest=np.empty(vertices),
        seen=np.zeros(vertices, np.int64),
        reach=np.empty(3 * triangles),
        reached=np.zeros(3 * triangles, np.int64),
        coda=np.empty(triangles, np.int32),
        channel=np.empty(3 * triangles, np.int32),
        now=np.zeros(5, np.int64),
        counts=np.zeros(COUNTS, np.int64),
        bounds=np.zeros(2),
    )


# -- the funnel in hand --------------------------------------------------------------------------------------


@kernel(counted=False)
def grow(work: Work, v: int, side: int, x: float, y: float, radius: float, events: Events) -> int:
    """Take a corner (or the goal, side 0) into the funnel in hand: its element."""
    now, funnel = work.now, work.funnel
    n = work.counts[ELEMENTS]
    work.counts[ELEMENTS] = n + 1
    set_element(funnel, n, v, side, x, y)
    now[LOW], now[APEX], now[HIGH] = take_in(funnel, now[LOW], now[APEX], now[HIGH], n, radius, events)
    length = work.so_far[funnel.before[n]] + stretch(funnel, n, radius)
    work.so_far[n] = length
    if v != NONE and (work.seen[v] != work.counts[STAMP] or length < work.shortest[v]):
        work.seen[v] = work.counts[STAMP]
        work.shortest[v] = length
    return n


@kernel(counted=False)
def cross(ways: Ways, work: Work, e: int, radius: float, events: Events) -> bool:
    """Lead the funnel in hand through the portal of half-edge e; False without room."""
    now = work.now
    if work.counts[ELEMENTS] + 3 > work.so_far.shape[0]:
        return False
    for column in range(2):
        v = ways.org[following(e) if column else e]
        if v != now[LEFT + column]:
            now[LEFT + column] = v
            grow(work, v, 1 - 2 * column, float(ways.xy[v, 0]), float(ways.xy[v, 1]), radius, events)
    return True


@kernel(counted=False)
def begin(work: Work, x: float, y: float) -> None:
    """A funnel that is no more than the start."""
    now = work.now
    set_element(work.funnel, 0, NONE, 0, x, y)
    work.so_far[0] = 0.0
    work.counts[ELEMENTS] = 1
    now[LOW] = now[APEX] = now[HIGH] = work.funnel.deque.shape[0] // 2
    now[LEFT] = now[RIGHT] = NONE
    work.funnel.deque[now[APEX]] = 0


@kernel(counted=False)
def take_up(ways: Ways, work: Work, k: int) -> None:
    """Take a node's funnel in hand."""
    now, e = work.now, work.entry[k]
    low, apex, high = work.span[k, 0], work.span[k, 1], work.span[k, 2]
    now[APEX] = work.funnel.deque.shape[0] // 2
    now[LOW] = now[APEX] - (apex - low)
    now[HIGH] = now[APEX] + (high - apex)
    for i in range(high - low + 1):
        work.funnel.deque[now[LOW] + i] = work.kept[low + i]
    now[LEFT] = NONE if e == NONE else ways.org[e]
    now[RIGHT] = NONE if e == NONE else ways.org[following(e)]


@kernel(counted=False)
def put_down(work: Work, n: int) -> bool:
    """Keep the funnel in hand for node n; False without room."""
    now, at = work.now, work.counts[KEPT]
    size = now[HIGH] - now[LOW] + 1
    if at + size > work.kept.shape[0]:
        return False
    for i in range(size):
        work.kept[at + i] = work.funnel.deque[now[LOW] + i]
    work.counts[KEPT] = at + size
    work.span[n, 0] = at
    work.span[n, 1] = at + now[APEX] - now[LOW]
    work.span[n, 2] = at + size - 1
    return True


# -- between the ends and what they hang on -------------------------------------------------------------------


@kernel(counted=False)
def meeting(ways: Ways, a: int, b: int) -> int:
    """Where the ways up from two triangles of one tree meet."""
    while a != b:
        if ways.height[a] >= ways.height[b]:
            a = ways.twin[ways.up[a]] // 3
        else:
            b = ways.twin[ways.up[b]] // 3
    return a


@kernel(counted=False)
def wide_enough(ways: Ways, t: int, top: int, width: float) -> bool:
    """Whether something so wide can move between triangle t and one above it."""
    if t == top or width == 0:
        return True
    if top == ways.root[t]:
        return ways.choke[ways.up[t]] >= width
    while ways.twin[ways.up[t]] // 3 != top:
        e = ways.twin[ways.up[t]]
        t = e // 3
        if turn_width(ways.widths, e, ways.up[t]) < width:
            return False
    return True


@kernel(counted=False)
def prepare_coda(ways: Ways, work: Work, goal: int, top: int) -> None:
    """Lay out the way down from a triangle to the goal."""
    n = 0
    t = goal
    while t != top:
        n += 1
        t = ways.twin[ways.up[t]] // 3
    work.counts[CODA] = n
    t = goal
    while t != top:
        n -= 1
        work.coda[n] = ways.up[t]
        t = ways.twin[ways.up[t]] // 3


@kernel(counted=False)
def climb(ways: Ways, work: Work, t: int, top: int, radius: float, events: Events) -> int:
    """Lead the funnel in hand up a tree: the half-edge by which its top is entered, NONE if t is the top."""
    e = NONE
    while t != top:
        e = ways.twin[ways.up[t]]
        cross(ways, work, e, radius, events)
        t = e // 3
    return e


@kernel(counted=False)
def turns_down(ways: Ways, work: Work, e: int, width: float) -> bool:
    """Whether something so wide can turn from half-edge e, by which it came, to the goal's coda."""
    if width == 0 or e == NONE or work.counts[CODA] == 0:
        return True
    return turn_width(ways.widths, e, ways.twin[work.coda[0]]) >= width


@kernel(counted=False)
def finish(ways: Ways, work: Work, rule: Rule, ends: Floats, k: int, e: int, events: Events) -> bool:
    """Lead the funnel in hand from the goal's root, entered by e, to the goal; False without room."""
    for i in range(work.counts[CODA]):
        if not cross(ways, work, work.coda[i], rule.radius, events):
            return False
    if work.counts[ELEMENTS] + 3 > work.so_far.shape[0]:
        return False
    n = grow(work, NONE, 0, ends[2], ends[3], rule.radius, events)
    length = work.so_far[n]
    if length < work.bounds[BEST]:
        work.bounds[BEST] = length
        work.counts[LAST_NODE] = k
        work.counts[LAST_ENTRY] = e
        work.counts[LAST_ELEMENT] = n
        record(events, INCUMBENT, rule.goal, NONE, length, length, e)
    return True


# -- along corridors ------------------------------------------------------------------------------------------


@kernel(counted=False)
def on_chain(work: Work, k: int, e: int, radius: float) -> bool:
    """Whether the way to node k has been in the triangle of e; a disc may come again, by another portal."""
    while k != NONE:
        other = work.entry[k]
        if other == e or (radius == 0 and other != NONE and other // 3 == e // 3):
            return True
        k = work.parent[k]
    return False


@kernel(counted=False)
def leave(ways: Ways, work: Work, rule: Rule, ends: Floats, k: int, h: int, events: Events) -> bool:
    """Leave node k by half-edge h, and open the node one comes to; False without room."""
    width = 2 * rule.radius
    last = ways.arrival[h]
    goal_root = ways.root[rule.goal]
    if width > 0 and work.entry[k] != NONE and turn_width(ways.widths, work.entry[k], h) < width:
        return True
    take_up(ways, work, k)
    e = ways.twin[h]
    while True:
        t = e // 3
        if not cross(ways, work, e, rule.radius, events):
            return False
        if t == goal_root and turns_down(ways, work, e, width):
            return finish(ways, work, rule, ends, k, e, events)
        if e == last:
            return open_node(ways, work, rule, ends, k, e, events)
        if t == h // 3:  # once round a ring
            return True
        onward = ways.onward[e]
        if width > 0 and turn_width(ways.widths, e, onward) < width:
            return True
        e = ways.twin[onward]


@kernel(counted=False)
def worth_entering(ways: Ways, work: Work, rule: Rule, k: int, h: int) -> bool:
    """Whether leaving node k by half-edge h can lead anywhere: one has not been there, and it is wide enough."""
    if ways.con[h] != 0 or h == work.entry[k]:
        return False
    last, goal_root = ways.arrival[h], ways.root[rule.goal]
    if last == NONE:
        return ways.onward[h] != NONE  # a ring, and not the tree
    for x in range(3 * goal_root, 3 * goal_root + 3):
        if ways.arrival[x] == last:  # the goal hangs on this corridor
            return True
    if rule.radius > 0 and ways.choke[h] < 2 * rule.radius:
        return False
    return not on_chain(work, k, last, rule.radius)


@kernel(counted=False)
def open_node(ways: Ways, work: Work, rule: Rule, ends: Floats, k: int, e: int, events: Events) -> bool:
    """Open the node of the decision entered by half-edge e with the funnel in hand, if it is worth it."""
    counts, now, funnel = work.counts, work.now, work.funnel
    a = funnel.deque[now[APEX]]
    x, y = funnel.spot[a, 0], funnel.spot[a, 1]
    u, v = ways.org[e], ways.org[following(e)]
    to_apex = work.so_far[a] - (rule.radius if a != 0 else 0.0)  # a disc's way passes its apex at a distance
    g = to_apex + edge_distance(ways.xy, u, v, x, y)
    f = to_apex + rest(
        x, y, float(ways.xy[u, 0]), float(ways.xy[u, 1]), float(ways.xy[v, 0]), float(ways.xy[v, 1]), ends[2], ends[3]
    )
    f = max(f, work.f[k])
    if f >= work.bounds[BEST] * (1 - TIE) or beaten(work, rule, e, a, g):
        return True
    n = counts[NODES]
    if n >= work.entry.shape[0] or not put_down(work, n):
        return False
    counts[NODES] = n + 1
    counts[GENERATED] += 1
    work.entry[n] = e
    work.parent[n] = k
    work.g[n] = g
    work.f[n] = f
    to_ends = max(work.so_far[funnel.deque[now[LOW]]], work.so_far[funnel.deque[now[HIGH]]]) + math.pi * rule.radius
    if work.reached[e] != counts[STAMP] or to_ends < work.reach[e]:
        work.reached[e] = counts[STAMP]
        work.reach[e] = to_ends
    heap_push(work.heap, f, n)
    record(events, GENERATE, e // 3, work.entry[k] // 3, g, f, e)
    return True


@kernel(counted=False)
def beaten(work: Work, rule: Rule, e: int, apex: int, g: float) -> bool:
    """Whether a better channel than one with this apex and g, to the portal of e, is known."""
    if work.reached[e] == work.counts[STAMP] and g > work.reach[e] + EQUAL:
        return True
    v = work.funnel.vertex[apex]
    return rule.radius == 0 and v != NONE and work.so_far[apex] > work.shortest[v] + EQUAL


# -- the search -----------------------------------------------------------------------------------------------


@kernel(counted=False)
def search_decisions(ways: Ways, work: Work, rule: Rule, ends: Floats, stop: NDArray[np.uint8], events: Events) -> int:
    """Find the shortest way from start to goal, two triangles of one part of the free space; how it ended.

    Its portals are in work.channel, its elements in work.funnel.way; work.counts and work.bounds say what it
    took and what is known of it.
    """
    began = nanoseconds()
    counts, bounds = work.counts, work.bounds
    counts[STAMP] += 1
    for i in range(EXPANDED, counts.shape[0]):
        counts[i] = 0
    bounds[BEST] = FAR
    bounds[OPEN] = 0.0
    if stop[0] != 0:
        return STOPPED
    status = search_all(ways, work, rule, ends, stop, began, events)
    if status == OUT_OF_ROOM or bounds[BEST] >= FAR:
        return status
    lay_out_channel(ways, work, rule)
    counts[POINTS] = follow_back(work.funnel, counts[LAST_ELEMENT])
    return FOUND


@kernel(counted=False)
def search_all(
    ways: Ways, work: Work, rule: Rule, ends: Floats, stop: NDArray[np.uint8], began: int, events: Events
) -> int:
    """Begin at the start, then take node after node until none can be better."""
    counts, bounds, heap = work.counts, work.bounds, work.heap
    root, width = ways.root[rule.start], 2 * rule.radius
    same_tree = root == ways.root[rule.goal]
    top = meeting(ways, rule.start, rule.goal) if same_tree else root
    prepare_coda(ways, work, rule.goal, top if same_tree else ways.root[rule.goal])
    record(events, EXPAND, rule.start, NONE, 0.0, 0.0, NONE)
    counts[EXPANDED] = 1
    begin(work, ends[0], ends[1])
    work.entry[0] = climb(ways, work, rule.start, top, rule.radius, events)
    work.parent[0] = NONE
    work.g[0] = work.f[0] = 0.0
    counts[NODES] = 1
    # 1. one tree: the only way
    if same_tree:
        counts[EXHAUSTED] = 1
        fits = wide_enough(ways, rule.start, top, width) and wide_enough(ways, rule.goal, top, width)
        if fits and turns_down(ways, work, work.entry[0], width):
            return FOUND if finish(ways, work, rule, ends, 0, work.entry[0], events) else OUT_OF_ROOM
        return NO_PATH
    if not (wide_enough(ways, rule.start, root, width) and wide_enough(ways, rule.goal, ways.root[rule.goal], width)):
        counts[EXHAUSTED] = 1
        return NO_PATH
    if not put_down(work, 0):
        return OUT_OF_ROOM
    # 2. from decision to decision
    heap.size[0] = 0
    k, t = 0, root
    while True:
        for h in range(3 * t, 3 * t + 3):
            if worth_entering(ways, work, rule, k, h) and not leave(ways, work, rule, ends, k, h, events):
                return OUT_OF_ROOM
        if counts[FIRST_NS] == 0 and bounds[BEST] < FAR:
            counts[FIRST_NS] = nanoseconds() - began
            counts[FIRST_AT] = counts[EXPANDED]
        k = next_node(work, rule, events)
        if k == NONE:
            counts[EXHAUSTED] = 1
            bounds[OPEN] = bounds[BEST]
            return NO_PATH
        bounds[OPEN] = work.f[k]
        limit = rule.budget if bounds[BEST] >= FAR else min(rule.budget, counts[FIRST_AT] + rule.effort)
        if counts[EXPANDED] >= limit:
            return OUT_OF_BUDGET
        if counts[EXPANDED] & 15 == 0 and stop[0] != 0:
            return STOPPED
        counts[EXPANDED] += 1
        t = work.entry[k] // 3
        record(events, EXPAND, t, work.entry[work.parent[k]] // 3, work.g[k], work.f[k], work.entry[k])


@kernel(counted=False)
def next_node(work: Work, rule: Rule, events: Events) -> int:
    """Take the best node from the heap, those left out that were beaten meanwhile; NONE if none can be better."""
    while work.heap.size[0] > 0:
        k = work.heap.item[0]
        if work.f[k] >= work.bounds[BEST] * (1 - TIE):
            break
        heap_pop(work.heap)
        if not beaten(work, rule, work.entry[k], work.kept[work.span[k, 1]], work.g[k]):
            return k
        record(events, PRUNE, work.entry[k] // 3, NONE, work.g[k], work.f[k], work.entry[k])
    return NONE


@kernel(counted=False)
def lay_out_channel(ways: Ways, work: Work, rule: Rule) -> None:
    """Write the portals of the best channel, from start to goal."""
    channel, k, e = work.channel, work.counts[LAST_NODE], work.counts[LAST_ENTRY]
    direct = e == work.entry[0]
    top = meeting(ways, rule.start, rule.goal) if direct else ways.root[rule.start]
    # 1. up the start's tree
    n = 0
    t = rule.start
    while t != top:
        channel[n] = ways.twin[ways.up[t]]
        t = channel[n] // 3
        n += 1
    # 2. along corridors: back from node to node, then turned round
    first = n
    while not direct:
        here = work.entry[k] // 3 if k != 0 else top
        while True:
            channel[n] = e
            n += 1
            h = ways.twin[e]
            if h // 3 == here:
                break
            e = ways.onward[h]
        if k == 0:
            break
        e = work.entry[k]
        k = work.parent[k]
    for i in range((n - first) // 2):
        channel[first + i], channel[n - 1 - i] = channel[n - 1 - i], channel[first + i]
    # 3. down the goal's tree
    for i in range(work.counts[CODA]):
        channel[n + i] = work.coda[i]
    work.counts[LENGTH] = n + work.counts[CODA]
