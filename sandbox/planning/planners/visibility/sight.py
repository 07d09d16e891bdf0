r"""What can be seen in a mesh from a point: the corners, exactly, by walking cones of sight from triangle to triangle.

Bungiu, Hemmer, Hershberger, Huang, Kröller, "Efficient computation of visibility polygons", EuroCG 2014
(triangular expansion). Departs from it in: a cone is closed, so who looks along a wall sees all its corners;
only corners are reported, not the outline of what is seen; and one point besides, the target. A corner is seen, and
looks out, on the side on which a way may turn there: obstacles that touch in it leave no gap to look through.

                 v                 a cone enters by the edge a b, between its rays through l and r;
            l  /   \  r            v is seen if it lies between them, on a ray included; then the
             \/     \/             cone goes on through v a, through b v, or parts into both
             a-------b
                 p

Rays lead through vertices, whose coordinates are whole and below 2^20: seen from a vertex every sign is exact.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandbox.kernels.arrays import Floats, Int32s, Int64s
from sandbox.kernels.jit import kernel
from sandbox.mesh.arrays import NONE, Mesh, following, preceding
from sandbox.planning.mesh.graph import Corners, side


class Sight(NamedTuple):
    """Memory of one look."""

    edges: Int32s  # [room] half-edges by which cones wait to enter
    rays: Floats  # [room, 4] a point on the left ray and one on the right of each
    seen: Int64s  # [vertices] stamp of the look that saw it last
    target: Int64s  # [triangles] stamp of the query whose target lies in it
    around: Int32s  # [triangles] those at the vertex one looks from
    stamp: Int64s  # [1]


def new_sight(vertices: int, triangles: int) -> Sight:
    """Memory for a mesh of this size; a cone enters no triangle twice, so fewer wait than there are triangles."""
    room = triangles + 8
    return Sight(
        edges=np.zeros(room, np.int32),
        rays=np.zeros((room, 4)),
        seen=np.zeros(vertices, np.int64),
        target=np.zeros(triangles, np.int64),
        around=np.zeros(triangles, np.int32),
        stamp=np.zeros(1, np.int64),
    )


@kernel(counted=False)
def tell(mesh: Mesh, sight: Sight, corners: Corners, h: int, near: Int32s, n: int) -> int:
    """Write down where half-edge h starts, seen in its triangle, if one may turn there; how many there are now.

    Corners seen before are not reported again, nor those there is no room for.
    """
    v = mesh.org[h]
    if corners.turn[h] == 0 or sight.seen[v] == sight.stamp[0]:
        return n
    sight.seen[v] = sight.stamp[0]
    if n < near.size:
        near[n] = v
    return n + 1


@kernel(counted=False)
def wait(mesh: Mesh, sight: Sight, h: int, ray: tuple[float, float, float, float], waiting: int) -> int:
    """Let a cone wait to go through half-edge h, unless that is a wall; how many wait."""
    if mesh.con[h] != 0:
        return waiting
    sight.edges[waiting] = mesh.twin[h]
    sight.rays[waiting, 0] = ray[0]
    sight.rays[waiting, 1] = ray[1]
    sight.rays[waiting, 2] = ray[2]
    sight.rays[waiting, 3] = ray[3]
    return waiting + 1


@kernel(counted=False)
def look_out(
    mesh: Mesh, sight: Sight, corners: Corners, x: float, y: float, t: int, near: Int32s, n: int, waiting: int
) -> tuple[int, int]:
    """Begin to look around from a point in triangle t: its corners, and a cone for each edge the point is not on."""
    for h in range(3 * t, 3 * t + 3):
        a, b = mesh.org[h], mesh.org[following(h)]
        n = tell(mesh, sight, corners, h, near, n)
        ax, ay, bx, by = float(mesh.xy[a, 0]), float(mesh.xy[a, 1]), float(mesh.xy[b, 0]), float(mesh.xy[b, 1])
        if side(x, y, ax, ay, bx, by) > 0:  # seen from inside, b is left of a
            waiting = wait(mesh, sight, h, (bx, by, ax, ay), waiting)
    return n, waiting


@kernel(counted=False)
def look(
    mesh: Mesh, sight: Sight, corners: Corners, eye: tuple[float, float], target: tuple[float, float, int],
    near: Int32s, n: int, waiting: int,
) -> tuple[int, bool]:  # fmt: skip
    """Follow all waiting cones: how many corners are seen, `near` holds them; and whether the target is."""
    x, y = eye
    gx, gy, stamp = target
    found = False
    while waiting > 0:
        waiting -= 1
        e = sight.edges[waiting]
        lx, ly, rx, ry = (
            sight.rays[waiting, 0], sight.rays[waiting, 1], sight.rays[waiting, 2], sight.rays[waiting, 3],
        )  # fmt: skip
        if sight.target[e // 3] == stamp and side(x, y, lx, ly, gx, gy) <= 0 <= side(x, y, rx, ry, gx, gy):
            found = True
        h = preceding(e)
        v = mesh.org[h]
        vx, vy = float(mesh.xy[v, 0]), float(mesh.xy[v, 1])
        past_left, past_right = side(x, y, lx, ly, vx, vy), side(x, y, rx, ry, vx, vy)
        if past_left <= 0 <= past_right:
            n = tell(mesh, sight, corners, h, near, n)
        if past_left < 0:  # something is seen through v a
            ray = (lx, ly, vx, vy) if past_right > 0 else (lx, ly, rx, ry)
            waiting = wait(mesh, sight, h, ray, waiting)
        if past_right > 0:  # something is seen through b v
            ray = (vx, vy, rx, ry) if past_left < 0 else (lx, ly, rx, ry)
            waiting = wait(mesh, sight, following(e), ray, waiting)
    return n, found


@kernel(counted=False)
def corners_seen(
    mesh: Mesh, sight: Sight, corners: Corners, eye: tuple[float, float], around: Int32s, count: int,
    target: tuple[float, float, int], near: Int32s,
) -> tuple[int, bool]:  # fmt: skip
    """The corners seen from a point that lies in `count` triangles; and whether the target is seen too.

    They are in `near`; there are more than it holds if their number is larger than its room.
    """
    sight.stamp[0] += 1
    n, waiting = 0, 0
    found = False
    for i in range(count):
        found = found or sight.target[around[i]] == target[2]
        n, waiting = look_out(mesh, sight, corners, eye[0], eye[1], around[i], near, n, waiting)
    n, further = look(mesh, sight, corners, eye, target, near, n, waiting)
    return n, found or further


@kernel(counted=False)
def corners_seen_from(mesh: Mesh, sight: Sight, corners: Corners, u: int, near: Int32s) -> int:
    """The corners seen from corner u, itself among them, on the side on which one turns there."""
    h = corners.seat[u]
    sight.around[0] = h // 3
    count = 1
    while mesh.con[preceding(h)] == 0:
        h = mesh.twin[preceding(h)]
        sight.around[count] = h // 3
        count += 1
    eye = (float(mesh.xy[u, 0]), float(mesh.xy[u, 1]))
    n, _ = corners_seen(mesh, sight, corners, eye, sight.around, count, (0.0, 0.0, NONE), near)
    return n
