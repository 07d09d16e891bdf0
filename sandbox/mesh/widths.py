"""How wide a triangle is for a disc that passes from one edge to another: the clearance of its corners.

For TA*, TRA* and every planner with a radius: a disc of radius r passes between the two edges that meet at a
corner only if the corner's width is at least 2r.

Demyen and Buro, "Efficient triangulation-based pathfinding", AAAI 2006, section "Triangle width". With edges
CA and CB meeting at C, the width is the distance from C to the nearest obstacle across AB, at most the
shorter of the two edges: A and B are themselves obstacles, or stand in for what lies behind them.

Two things must be known. Widths say nothing of movement inside the start and goal triangles, which need
tests of their own (`clearance`, `exits`). And every corner counts as an obstacle, also one without a wall: in
a mesh with loose points widths are smaller than need be.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Int32s, Int64s
from sandbox.kernels.jit import kernel
from sandbox.mesh.arrays import NONE, TRIANGLES, Mesh, following, preceding

ROUNDED: Final = 1 - 1e-6
"""Part of a length that counts as all of it: widths are kept as float32."""
SEARCH_ROOM: Final = 512
"""Length of the scratch array `corner_width` needs (at most a few entries are ever used)."""


@kernel(counted=False)
def square(xy: Int64s, a: int, b: int) -> int:
    """Squared distance of two vertices."""
    return (xy[a, 0] - xy[b, 0]) ** 2 + (xy[a, 1] - xy[b, 1]) ** 2


@kernel(counted=False)
def leans_out(xy: Int64s, c: int, u: int, v: int) -> bool:
    """Whether the foot of c's perpendicular on u v falls beyond u: the angle there is obtuse."""
    return (xy[c, 0] - xy[u, 0]) * (xy[v, 0] - xy[u, 0]) + (xy[c, 1] - xy[u, 1]) * (xy[v, 1] - xy[u, 1]) < 0


@kernel(counted=False)
def line_distance(xy: Int64s, c: int, u: int, v: int) -> float:
    """Distance of c from the line through u and v."""
    area = (xy[v, 0] - xy[u, 0]) * (xy[c, 1] - xy[u, 1]) - (xy[v, 1] - xy[u, 1]) * (xy[c, 0] - xy[u, 0])
    return abs(area) / math.sqrt(square(xy, u, v))


@kernel(counted=False)
def next_wall(mesh: Mesh, c: int, reach: float, stack: Int32s, n: int) -> tuple[int, float, int]:
    """The next wall nearer to c than `reach`, by its perpendicular: its edge (NONE: no more), distance, edges left.

    Looked for across the `n` edges on the stack. A wall whose nearest point is an end does not count.
    """
    org, twin = mesh.org, mesh.twin
    while n > 0:
        n -= 1
        e = stack[n]
        u, v = org[e], org[following(e)]
        if leans_out(mesh.xy, c, u, v) or leans_out(mesh.xy, c, v, u):
            continue
        distance = line_distance(mesh.xy, c, u, v)
        if distance >= reach:
            continue
        if mesh.con[e] != 0:
            return e, distance, n
        if n + 2 <= stack.size:
            stack[n] = following(twin[e])
            stack[n + 1] = preceding(twin[e])
            n += 2
    return NONE, reach, 0


@kernel(counted=False)
def corner_width(mesh: Mesh, h: int, stack: Int32s) -> float:
    """Width of h's triangle between its two other edges, in grid units: the diameter of the widest disc."""
    xy, org = mesh.xy, mesh.org
    c = org[preceding(h)]
    width = math.sqrt(min(square(xy, c, org[h]), square(xy, c, org[following(h)])))
    stack[0], n = h, 1
    while n > 0:
        _, width, n = next_wall(mesh, c, width, stack, n)
    return width


@kernel(counted=False)
def all_widths(mesh: Mesh, widths: NDArray[np.float32], stack: Int32s) -> None:
    """widths[h] for the corner opposite every half-edge h of free triangles; 0 elsewhere."""
    for t in range(mesh.counts[TRIANGLES]):
        for h in range(3 * t, 3 * t + 3):
            widths[h] = 0.0
            if mesh.org[h] != NONE and mesh.depth[t] == 0:
                widths[h] = corner_width(mesh, h, stack)


def widths_of(mesh: Mesh) -> NDArray[np.float32]:
    """Widths of every corner, in grid units, by the half-edge opposite to it."""
    widths = np.zeros(3 * int(mesh.counts[TRIANGLES]), np.float32)
    all_widths(mesh, widths, np.zeros(SEARCH_ROOM, np.int32))
    return widths


@kernel(counted=False)
def parted(mesh: Mesh, h: int, px: float, py: float, qx: float, qy: float, diameter: float, stack: Int32s) -> bool:
    """Whether a wall across h is so near to the corner opposite that no disc comes from p to q between them.

    Both points are in h's triangle. The barrier is the perpendicular from the corner to the wall. Walls whose
    nearest point is an end need no test: a disc fits only on the far side of that end then.
    """
    xy, org = mesh.xy, mesh.org
    c = org[preceding(h)]
    x, y = float(xy[c, 0]), float(xy[c, 1])
    stack[0], n = h, 1
    while n > 0:
        e, _, n = next_wall(mesh, c, diameter * ROUNDED, stack, n)
        if e != NONE:  # the barrier is at right angles to it
            u, v = org[e], org[following(e)]
            dx, dy = float(xy[v, 0] - xy[u, 0]), float(xy[v, 1] - xy[u, 1])
            if ((px - x) * dx + (py - y) * dy) * ((qx - x) * dx + (qy - y) * dy) < 0:
                return True
    return False


@kernel(counted=False)
def exits(mesh: Mesh, t: int, x: float, y: float, diameter: float, stack: Int32s) -> int:
    """By which edges a disc that stands free in triangle t can leave it (or have come in): bits 0, 1, 2."""
    xy, org = mesh.xy, mesh.org
    found = 0
    for h in range(3 * t, 3 * t + 3):
        a, b = org[h], org[following(h)]
        if mesh.con[h] != 0 or math.sqrt(square(xy, a, b)) < diameter * ROUNDED:
            continue
        if parted(mesh, following(h), x, y, float(xy[b, 0]), float(xy[b, 1]), diameter, stack):
            continue
        if parted(mesh, preceding(h), x, y, float(xy[a, 0]), float(xy[a, 1]), diameter, stack):
            continue
        found |= 1 << (h - 3 * t)
    return found


@kernel(counted=False)
def together(mesh: Mesh, t: int, px: float, py: float, qx: float, qy: float, diameter: float, stack: Int32s) -> bool:
    """Whether a disc that stands free at p comes to q, both in triangle t, without leaving it for long."""
    for h in range(3 * t, 3 * t + 3):  # noqa: SIM110  (kernels know no generators)
        if parted(mesh, h, px, py, qx, qy, diameter, stack):
            return False
    return True


@kernel(counted=False)
def clearance(mesh: Mesh, x: float, y: float, t: int, limit: float, queue: Int32s, seen: Int32s, stamp: int) -> float:
    """Distance of a point in free triangle t from the nearest wall, in grid units; `limit` if it is further.

    `seen` has an entry for every triangle, none equal to `stamp`; queue has room for the triangles within
    the limit. Walls are found by spreading through portals that are nearer than the nearest wall so far.
    """
    nearest = limit * limit
    queue[0] = t
    seen[t] = stamp
    n = 1
    while n > 0:
        n -= 1
        t = queue[n]
        for h in range(3 * t, 3 * t + 3):
            away = segment_distance2(mesh.xy, mesh.org[h], mesh.org[following(h)], x, y)
            if away >= nearest:
                continue
            if mesh.con[h] != 0:
                nearest = away
            elif seen[mesh.twin[h] // 3] != stamp and n < queue.size:
                seen[mesh.twin[h] // 3] = stamp
                queue[n] = mesh.twin[h] // 3
                n += 1
    return math.sqrt(nearest)


@kernel(counted=False)
def segment_distance2(xy: Int64s, u: int, v: int, x: float, y: float) -> float:
    """Squared distance of a point from the segment between two vertices."""
    ux, uy = xy[u, 0] - x, xy[u, 1] - y
    dx, dy = float(xy[v, 0] - xy[u, 0]), float(xy[v, 1] - xy[u, 1])
    along = -(ux * dx + uy * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return (ux + along * dx) ** 2 + (uy + along * dy) ** 2
