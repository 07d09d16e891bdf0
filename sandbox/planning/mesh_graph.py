"""What planners on the mesh ask of it: corners to turn at, distances to edges, centres of triangles."""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel
from sandbox.level.obstacles import UNITS
from sandbox.mesh.arrays import NONE, TRIANGLES, VERTICES, Int64s, Mesh, following, preceding

Floats = NDArray[np.float64]
TURN: Final = 1  # corner[v]: a shortest path may bend here


@kernel(counted=False)
def mark_corners(mesh: Mesh, corner: NDArray[np.uint8]) -> None:
    """corner[v] = TURN where free space takes up more than half a turn between two walls at v."""
    corner[:] = 0
    for h in range(3 * mesh.counts[TRIANGLES]):
        if mesh.org[h] == NONE or mesh.con[h] == 0 or mesh.depth[h // 3] != 0:
            continue
        last = preceding(h)
        while mesh.con[last] == 0:
            last = preceding(mesh.twin[last])
        v, a, b = mesh.org[h], mesh.org[following(h)], mesh.org[last]
        ax, ay = mesh.xy[a, 0] - mesh.xy[v, 0], mesh.xy[a, 1] - mesh.xy[v, 1]
        bx, by = mesh.xy[b, 0] - mesh.xy[v, 0], mesh.xy[b, 1] - mesh.xy[v, 1]
        side = ax * by - ay * bx
        if side < 0 or (side == 0 and ax * bx + ay * by > 0):  # a whole turn: the tip of a wall
            corner[v] = TURN


def corners_of(mesh: Mesh) -> NDArray[np.uint8]:
    """For every vertex, whether a shortest path may bend there."""
    corner = np.zeros(int(mesh.counts[VERTICES]), np.uint8)
    mark_corners(mesh, corner)
    return corner


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


def after(h: int) -> int:
    """Next half-edge of the same triangle; `following` for use outside kernels."""
    return h - 2 if h % 3 == 2 else h + 1


def before(h: int) -> int:
    """The half-edge before, in the same triangle."""
    return h + 2 if h % 3 == 0 else h - 1


def containing(mesh: Mesh, x: float, y: float, t: int) -> list[int]:
    """The triangle near t that holds a point (grid units, not rounded); more if it lies on an edge or corner.

    The walk from t is short: t holds the point rounded to the grid.
    """
    for _ in range(64):
        sides = [_side(mesh, h, x, y) for h in range(3 * t, 3 * t + 3)]
        beyond = next((3 * t + i for i, side in enumerate(sides) if side < 0), NONE)
        if beyond == NONE or mesh.twin[beyond] == NONE:
            break
        t = int(mesh.twin[beyond]) // 3
    on = [3 * t + i for i, side in enumerate(sides) if side == 0]
    if len(on) == 2:
        return _star(mesh, next(h for h in on if before(h) in on))
    across = [int(mesh.twin[h]) // 3 for h in on if mesh.twin[h] != NONE]
    return [t, *across]


def _side(mesh: Mesh, h: int, x: float, y: float) -> float:
    (ax, ay), (bx, by) = mesh.xy[mesh.org[h]].tolist(), mesh.xy[mesh.org[after(h)]].tolist()
    return float((bx - ax) * (y - ay) - (by - ay) * (x - ax))


def _star(mesh: Mesh, start: int) -> list[int]:
    """All triangles around the vertex a half-edge leaves."""
    found = [start // 3]
    h = start
    while (h := int(mesh.twin[before(h)])) not in (NONE, start):
        found.append(h // 3)
    if h == NONE:  # the world's border: go the other way round as well
        h = start
        while (h := int(mesh.twin[h])) != NONE:
            h = after(h)
            found.append(h // 3)
    return found
