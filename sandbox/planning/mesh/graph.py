"""What planners on the mesh ask of it: corners to turn at, distances to edges, centres of triangles."""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from sandbox.kernels.arrays import Bytes, Floats, Int32s, Int64s
from sandbox.kernels.jit import kernel
from sandbox.level.obstacles import UNITS
from sandbox.mesh.arrays import NONE, TRIANGLES, VERTICES, Mesh, following, preceding

BENDS, GOES_ON = 1, 2  # of a side of a vertex; 0: nobody has looked yet, or it is no corner


class Walls(NamedTuple):
    """What a search reads of a mesh: fewer arrays to hand over at every query."""

    xy: Int64s
    org: Int32s
    twin: Int32s
    con: Int32s


def walls_of(mesh: Mesh) -> Walls:
    """The mesh as it is now; ask again after an edit."""
    return Walls(mesh.xy, mesh.org, mesh.twin, mesh.con)


class Corners(NamedTuple):
    """Where a shortest path may bend: around a vertex, on the side where free space takes up more than half a turn.

    There is one such side at most; where obstacles touch in the vertex, free space has others too.
    """

    turn: Bytes  # [3 triangles] 1: around the start of this half-edge, in its triangle
    seat: Int32s  # [vertices] the half-edge leaving it at which that side begins, to the left of a wall; else NONE


@kernel(counted=False)
def mark_corners(mesh: Mesh, corners: Corners, doubted: Bytes) -> None:
    """Find out of the vertices v with doubted[v] where one may bend around them. Modifies `corners`."""
    turn, seat = corners
    for h in range(3 * mesh.counts[TRIANGLES]):
        if mesh.org[h] != NONE and doubted[mesh.org[h]]:
            turn[h] = 0
            seat[mesh.org[h]] = NONE
    for h in range(3 * mesh.counts[TRIANGLES]):
        if mesh.con[h] == 0 or mesh.org[h] == NONE or not doubted[mesh.org[h]] or mesh.depth[h // 3] != 0:
            continue
        last = last_wall(mesh, h)
        if more_than_half(mesh, h, last):
            seat[mesh.org[h]] = h
            mark_side(mesh, turn, h, last, BENDS)


@kernel(counted=False)
def bends_at(mesh: Any, turn: Bytes, h: int) -> bool:
    """What `Corners.turn` says of a half-edge in free space, found out when first asked. `turn` is modified."""
    if turn[h] == 0:
        first = h
        while mesh.con[first] == 0:
            first = following(mesh.twin[first])
            if first == h:  # there is no wall
                turn[h] = GOES_ON
                return False
        last = last_wall(mesh, first)
        mark_side(mesh, turn, first, last, BENDS if more_than_half(mesh, first, last) else GOES_ON)
    return bool(turn[h] == BENDS)


@kernel(counted=False)
def last_wall(mesh: Any, h: int) -> int:
    """The wall at which the side that begins to the left of one ends: a half-edge towards the vertex."""
    last = preceding(h)
    while mesh.con[last] == 0:
        last = preceding(mesh.twin[last])
    return last


@kernel(counted=False)
def more_than_half(mesh: Any, h: int, last: int) -> bool:
    """Whether the side between two walls takes up more than half a turn; all of it at the tip of a wall."""
    v, a, b = mesh.org[h], mesh.org[following(h)], mesh.org[last]
    ax, ay = mesh.xy[a, 0] - mesh.xy[v, 0], mesh.xy[a, 1] - mesh.xy[v, 1]
    bx, by = mesh.xy[b, 0] - mesh.xy[v, 0], mesh.xy[b, 1] - mesh.xy[v, 1]
    side = ax * by - ay * bx
    return bool(side < 0 or (side == 0 and ax * bx + ay * by > 0))


@kernel(counted=False)
def mark_side(mesh: Any, turn: Bytes, h: int, last: int, mark: int) -> None:
    """Mark the half-edges that leave the vertex on one side. `turn` is modified."""
    e = h
    turn[e] = mark
    while preceding(e) != last:
        e = mesh.twin[preceding(e)]
        turn[e] = mark


def corners_of(mesh: Mesh) -> Corners:
    """The corners of a mesh as it is now; ask again after an edit."""
    count, vertices = 3 * int(mesh.counts[TRIANGLES]), int(mesh.counts[VERTICES])
    corners = Corners(np.zeros(count, np.uint8), np.full(vertices, NONE, np.int32))
    mark_corners(mesh, corners, np.ones(vertices, np.uint8))
    return corners


@kernel(counted=False)
def middle(mesh: Walls, e: int) -> tuple[float, float]:
    """Midpoint of an edge."""
    a, b = mesh.org[e], mesh.org[following(e)]
    return 0.5 * (mesh.xy[a, 0] + mesh.xy[b, 0]), 0.5 * (mesh.xy[a, 1] + mesh.xy[b, 1])


@kernel(counted=False)
def angle_between(mesh: Walls, e: int, h: int) -> float:
    """The angle between two edges of a triangle."""
    if h == following(e):  # they meet at the head of e
        c, a, b = mesh.org[h], mesh.org[e], mesh.org[following(h)]
    else:
        c, a, b = mesh.org[e], mesh.org[following(e)], mesh.org[h]
    ax, ay = mesh.xy[a, 0] - mesh.xy[c, 0], mesh.xy[a, 1] - mesh.xy[c, 1]
    bx, by = mesh.xy[b, 0] - mesh.xy[c, 0], mesh.xy[b, 1] - mesh.xy[c, 1]
    return math.atan2(abs(float(ax * by - ay * bx)), float(ax * bx + ay * by))


@kernel(counted=False)
def edge_distance(xy: Int64s, u: int, v: int, x: float, y: float) -> float:
    """Distance of a point from the edge between two vertices."""
    ux, uy = float(xy[u, 0]), float(xy[u, 1])
    dx, dy = xy[v, 0] - ux, xy[v, 1] - uy
    along = ((x - ux) * dx + (y - uy) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    ex, ey = ux + along * dx - x, uy + along * dy - y
    return math.sqrt(ex * ex + ey * ey)


@kernel(counted=False)
def far(ax: float, ay: float, bx: float, by: float) -> float:
    """Distance of two points."""
    return math.sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by))


@kernel(counted=False)
def side(ax: float, ay: float, bx: float, by: float, cx: float, cy: float) -> float:
    """Positive if c lies to the left of the line from a to b."""
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


@kernel(counted=False)
def rest(x: float, y: float, lx: float, ly: float, rx: float, ry: float, gx: float, gy: float) -> float:
    """Length of the shortest way from a root through an interval to the goal, walls forgotten."""
    if (x == lx and y == ly) or (x == rx and y == ry):
        return far(x, y, gx, gy)
    beyond = side(lx, ly, rx, ry, gx, gy)
    if beyond < 0:  # the goal lies on the root's side: mirror it (the root itself may lie on the line)
        dx, dy = rx - lx, ry - ly
        t = 2 * beyond / (dx * dx + dy * dy)
        gx += t * dy
        gy -= t * dx
    if side(x, y, lx, ly, gx, gy) > 0:
        return far(x, y, lx, ly) + far(lx, ly, gx, gy)
    if side(x, y, rx, ry, gx, gy) < 0:
        return far(x, y, rx, ry) + far(rx, ry, gx, gy)
    return far(x, y, gx, gy)


def centres_of(mesh: Mesh) -> Floats:
    """Centroids of all triangles in cells, by triangle; NaN where there is none."""
    count = int(mesh.counts[TRIANGLES])
    corners = mesh.org[: 3 * count].reshape(-1, 3)
    centres: Floats = mesh.xy[corners].mean(axis=1) / UNITS
    centres[corners[:, 0] == NONE] = np.nan
    return centres


def places_of_vertices(mesh: Mesh) -> Floats:
    """Positions of all vertices in cells."""
    places: Floats = mesh.xy[: int(mesh.counts[VERTICES])] / UNITS
    return places
