r"""The funnel: the shortest way through a channel, for a point or for a disc, in linear time.

For every planner that finds a channel of triangles first. Lee and Preparata, "Euclidean shortest paths in the
presence of rectilinear barriers", Networks 1984 (points); Demyen and Buro, "Efficient triangulation-based
pathfinding", AAAI 2006 (discs: circles around the corners, joined by their tangents). Departs from them in:
left and right are one text, side +1 and -1, and a point is a disc of radius 0.

A funnel is a deque: from its left end over the apex to its right end, each entry an element (start, corner,
goal). Both sides bend inwards; a new corner straightens its own side, or crosses the other and moves the apex.

          left  o        o right              deque:  [low … apex … high]
                 \      /
                  o    o                      from the left end, +1 leads to the apex and on to the right,
                   \  /                       from the right end, -1 does: a step inwards is `side`.
                    ** apex

With y down the side that is called left lies on the right hand of who looks at the screen; nothing depends on it.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np

from sandbox.kernels.arrays import Floats, Int32s, Int64s
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import APEX, LEFT, NONE, RIGHT, Events, Recording, record_nothing

record_step = record_nothing  # not `record`: a recorded search over triangles pulls many funnels unrecorded

ARC_STEP: Final = 0.06  # radians between the points that stand for a rounded corner


class Funnel(NamedTuple):
    """Memory for one channel at a time. Elements: 0 is the start, then corners as they come, the goal last."""

    portals: Int32s  # [room, 2] vertices to the left and right of each crossing, from start to goal
    spot: Floats  # [2 room + 3, 2] where an element is, in grid units
    side: Int32s  # [2 room + 3] +1 a corner on the left, -1 on the right, 0 start and goal
    vertex: Int32s  # [2 room + 3] NONE for start and goal
    before: Int32s  # [2 room + 3] the element before it on the shortest way to it
    deque: Int32s  # [4 room + 8]
    way: Int32s  # [2 room + 3] elements of the answer, from start to goal


def new_funnel(room: int) -> Funnel:
    """Memory for channels of up to so many portals."""
    n = 2 * room + 3
    return Funnel(
        portals=np.zeros((room, 2), np.int32),
        spot=np.zeros((n, 2)),
        side=np.zeros(n, np.int32),
        vertex=np.zeros(n, np.int32),
        before=np.zeros(n, np.int32),
        deque=np.zeros(4 * room + 8, np.int32),
        way=np.zeros(n, np.int32),
    )


def lay_portals(org: Int32s, funnel: Funnel, entries: Int32s) -> None:
    """Write down the portals of a channel, given by the half-edges its triangles are entered by."""
    heads = entries - entries % 3 + (entries + 1) % 3
    funnel.portals[: len(entries), 0] = org[entries]
    funnel.portals[: len(entries), 1] = org[heads]


@kernel(counted=False)
def heading(funnel: Funnel, a: int, b: int, radius: float) -> tuple[float, float]:
    """Direction (of any length) of the tangent from the circle of element a to that of b."""
    dx = funnel.spot[b, 0] - funnel.spot[a, 0]
    dy = funnel.spot[b, 1] - funnel.spot[a, 1]
    across = radius * (funnel.side[a] - funnel.side[b])
    if across == 0:  # parallel to the line between them, and exact
        return dx, dy
    along = math.sqrt(max(0.0, dx * dx + dy * dy - across * across))
    return along * dx - across * dy, along * dy + across * dx


@kernel(counted=False)
def turning(funnel: Funnel, a: int, b: int, p: int, c: int, radius: float) -> float:
    """Positive if the way from p to c leads more to the left than the one from a to b: p is b, or a."""
    ux, uy = heading(funnel, a, b, radius)
    vx, vy = heading(funnel, p, c, radius)
    return ux * vy - uy * vx


@kernel(counted=False)
def beside(spot: Floats, a: int, b: int, c: int) -> float:
    """Positive if element c lies to the left of the line from a to b: `turning`, for a point."""
    ux, uy = spot[b, 0] - spot[a, 0], spot[b, 1] - spot[a, 1]
    return ux * (spot[c, 1] - spot[a, 1]) - uy * (spot[c, 0] - spot[a, 0])


@kernel(counted=False)
def pull(xy: Int64s, funnel: Funnel, portals: int, ends: Floats, radius: float, events: Events) -> tuple[int, float]:
    """Pull the string tight through the first `portals` portals: how many elements `way` has, and its length.

    A side that is NONE is left as it was: such a row is a corner to keep away from, not a portal.
    `ends` holds start x, y and goal x, y. Everything is in grid units.
    """
    set_element(funnel, 0, NONE, 0, ends[0], ends[1])
    low = apex = high = funnel.deque.shape[0] // 2
    funnel.deque[apex] = 0
    n = 1
    for i in range(2 * portals + 1):
        row, column = i >> 1, i & 1
        if row == portals:
            set_element(funnel, n, NONE, 0, ends[2], ends[3])
        else:
            v = funnel.portals[row, column]
            if v == NONE or (row > 0 and v == funnel.portals[row - 1, column]):
                continue
            set_element(funnel, n, v, 1 - 2 * column, float(xy[v, 0]), float(xy[v, 1]))
        low, apex, high = take_in(funnel, low, apex, high, n, radius, events)
        n += 1
    return follow_back(funnel, n - 1), measure(funnel, n - 1, radius)


@kernel(counted=False)
def set_element(funnel: Funnel, n: int, v: int, side: int, x: float, y: float) -> None:
    """Make element n: a corner at vertex v on a side, or (side 0) the start or the goal."""
    funnel.spot[n, 0] = x
    funnel.spot[n, 1] = y
    funnel.side[n] = side
    funnel.vertex[n] = v


@kernel(counted=False)
def parting_point(spot: Floats, deque: Int32s, low: int, apex: int, high: int, n: int, s: int) -> tuple[int, int]:
    """Where in the deque a point leaves the funnel for element n of side s, and where the apex is then."""
    # 1. straighten the own side
    tail = low if s > 0 else high
    while tail != apex and s * beside(spot, deque[tail + s], deque[tail], n) <= 0:
        tail += s
    if tail != apex:
        return tail, apex
    # 2. cross the other side: corners there become fixed
    end = high if s > 0 else low
    while apex != end and s * beside(spot, deque[apex], deque[apex + s], n) < 0:
        apex += s
    return apex, apex


@kernel(counted=False)
def take_in(
    funnel: Funnel, low: int, apex: int, high: int, n: int, radius: float, events: Events
) -> tuple[int, int, int]:
    """Let the funnel in `deque[low … apex … high]` take in element n on its side: where it is then.

    The goal comes in as if it were on the left. The deque needs room beyond its end.
    """
    deque, vertex = funnel.deque, funnel.vertex
    s = 1 if funnel.side[n] >= 0 else -1
    before, tail, nearer = apex, low if s > 0 else high, False
    start = tail
    if radius == 0:
        tail, apex = parting_point(funnel.spot, deque, low, apex, high, n, s)
    else:
        # 1. straighten the own side
        while tail != apex and keeps_out(funnel, deque[tail + s], deque[tail], n, s, radius):
            tail += s
        # 2. cross the other side: corners there become fixed
        if tail == apex:
            end = high if s > 0 else low
            while apex != end and s * turning(funnel, deque[apex], deque[apex + s], deque[apex], n, radius) < 0:
                if not blocks(funnel, deque[apex], deque[apex + s], n, radius):
                    nearer = funnel.side[n] != 0
                    break
                apex += s
            tail = apex
    dropped = s * ((before if apex != before else tail) - start)
    while before != apex:
        before += s
        record_step(events, APEX, vertex[deque[before]], vertex[deque[before - s]], 0.0, 0.0, s)
    # 3. it is the new end of its side
    funnel.before[n] = deque[tail]
    record_step(events, LEFT if s > 0 else RIGHT, vertex[n], vertex[deque[tail]], 0.0, 0.0, dropped)
    if nearer:  # it comes before the corners of the other side
        apex = lead(funnel, apex, high if s > 0 else low, n, s, radius)
        return (apex, apex, high) if s > 0 else (low, apex, apex)
    tail -= s
    deque[tail] = n
    return (tail, apex, high) if s > 0 else (low, apex, tail)


@kernel(counted=False)
def keeps_out(funnel: Funnel, a: int, b: int, n: int, s: int, radius: float) -> bool:
    """Whether the corner b of side s may be left out: who comes from a to n does not touch it."""
    if s * turning(funnel, a, b, b, n, radius) <= 0:
        return True
    return radius > 0 and funnel.side[n] == 0 and not blocks(funnel, a, b, n, radius)


@kernel(counted=False)
def blocks(funnel: Funnel, a: int, c: int, n: int, radius: float) -> bool:
    """Whether corner c, whose tangent the straight way from a to n crosses, is in that way.

    It is not where the way ends before it comes there: on the right side of it, or turning around n, which only
    the disc's size has put beyond c.
    """
    ux, uy = heading(funnel, a, n, radius)
    px, py = touching(funnel, a, ux, uy, radius)
    qx, qy = touching(funnel, n, ux, uy, radius)
    x, y = funnel.spot[c, 0] - px, funnel.spot[c, 1] - py
    if ux * x + uy * y < ux * (qx - px) + uy * (qy - py):
        return True
    if funnel.side[c] * (ux * y - uy * x) >= 0:
        return False
    return funnel.side[c] * (x * (funnel.spot[n, 1] - py) - y * (funnel.spot[n, 0] - px)) >= 0


@kernel(counted=False)
def touching(funnel: Funnel, e: int, ux: float, uy: float, radius: float) -> tuple[float, float]:
    """Where a way in direction u touches the circle of element e."""
    out = radius * funnel.side[e] / math.sqrt(ux * ux + uy * uy)
    return funnel.spot[e, 0] + out * uy, funnel.spot[e, 1] - out * ux


@kernel(counted=False)
def lead(funnel: Funnel, apex: int, end: int, n: int, s: int, radius: float) -> int:
    """Make element n of side s the apex, before the other side's corners; those in front it hides are left out."""
    deque = funnel.deque
    while (
        apex + s != end and -s * turning(funnel, n, deque[apex + s], deque[apex + s], deque[apex + 2 * s], radius) <= 0
    ):
        apex += s
    deque[apex] = n
    if apex != end:
        funnel.before[deque[apex + s]] = n
    return apex


@kernel(counted=False)
def follow_back(funnel: Funnel, goal: int) -> int:
    """Write the elements from start to goal into `way`; how many."""
    n = 1
    e = goal
    while e != 0:
        e = funnel.before[e]
        n += 1
    e = goal
    for i in range(n - 1, -1, -1):
        funnel.way[i] = e
        e = funnel.before[e]
    return n


@kernel(counted=False)
def measure(funnel: Funnel, goal: int, radius: float) -> float:
    """Length of the way to the goal: tangents, and arcs around corners."""
    total = 0.0
    e = goal
    while e != 0:
        total += stretch(funnel, e, radius)
        e = funnel.before[e]
    return total


@kernel(counted=False)
def stretch(funnel: Funnel, e: int, radius: float) -> float:
    """Length of the way to element e from the one before: the arc around that one, and a tangent."""
    p = funnel.before[e]
    dx = funnel.spot[e, 0] - funnel.spot[p, 0]
    dy = funnel.spot[e, 1] - funnel.spot[p, 1]
    across = radius * (funnel.side[p] - funnel.side[e])
    length = math.sqrt(max(0.0, dx * dx + dy * dy - across * across))
    if radius > 0 and p != 0:
        length += radius * bend(funnel, funnel.before[p], p, e, radius)
    return length


@kernel(counted=False)
def bend(funnel: Funnel, a: int, b: int, c: int, radius: float) -> float:
    """By how much the way a, b, c turns around the corner b, in radians."""
    ux, uy = heading(funnel, a, b, radius)
    vx, vy = heading(funnel, b, c, radius)
    angle = math.atan2(ux * vy - uy * vx, ux * vx + uy * vy) * funnel.side[b]
    return angle + 2 * math.pi if angle < -math.pi / 2 else max(angle, 0.0)


@kernel(counted=False)
def write_points(funnel: Funnel, count: int, points: Floats) -> int:
    """Write the corners of a point's way into `points`, those that touch without a bend once; how many."""
    n = 0
    for i in range(count):
        x, y = funnel.spot[funnel.way[i], 0], funnel.spot[funnel.way[i], 1]
        if n == 0 or points[n - 1, 0] != x or points[n - 1, 1] != y:
            points[n, 0] = x
            points[n, 1] = y
            n += 1
    return n


def without_repeats(points: Floats) -> Floats:
    """Points in a row that differ."""
    same = (np.diff(points, axis=0) == 0).all(axis=1)
    kept: Floats = points[np.concatenate(([True], ~same))]
    return kept


def length_of(points: Floats) -> float:
    """Length of a polyline."""
    return float(np.hypot(*np.diff(points, axis=0).T).sum())


def rounded(funnel: Funnel, count: int, radius: float) -> tuple[Floats, Floats]:
    """A disc's way, in grid units: a polyline that follows it closely, and its arcs (see `Plan.arcs`)."""
    way = funnel.way[:count].tolist()
    points: list[tuple[float, float]] = [tuple(funnel.spot[0].tolist())]
    arcs: list[tuple[float, ...]] = []
    for a, b, c in zip(way, way[1:], way[2:], strict=False):
        x, y = funnel.spot[b].tolist()
        s = int(funnel.side[b])
        ux, uy = heading(funnel, a, b, radius)
        sweep = float(bend(funnel, a, b, c, radius)) * s
        first = math.atan2(-s * ux, s * uy)  # from the corner towards the way, which passes on its other side
        arcs.append((x, y, radius, first, sweep))
        angles = np.linspace(first, first + sweep, 2 + int(abs(sweep) / ARC_STEP))
        points += [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles.tolist()]
    points.append(tuple(funnel.spot[way[-1]].tolist()))
    return without_repeats(np.array(points)), np.array(arcs, np.float64).reshape(-1, 5)


def in_words(recording: Recording, number: int) -> str:
    """What one funnel step did and why; "" for events that are none."""
    kind, v = int(recording.kind[number]), int(recording.subject[number])
    aux, parent = int(recording.aux[number]), int(recording.parent[number])
    origin = "the start" if parent == NONE else f"vertex {parent}"
    if kind == APEX:
        one, other = ("left", "right") if aux > 0 else ("right", "left")
        return f"{one} side crosses {other}: apex moves from {origin} to vertex {v}"
    if kind not in (LEFT, RIGHT):
        return ""
    if v == NONE:
        return f"the goal is reached from {origin}: the way is tight"
    name = "left" if kind == LEFT else "right"
    if aux:
        return f"{name} side straightens: {aux} of its corners left out, vertex {v} now seen from {origin}"
    return f"{name} side moves to vertex {v}, reached from {origin}"
