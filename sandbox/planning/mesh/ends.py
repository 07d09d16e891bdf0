"""Where a query lies in the mesh: triangles for both its ends, and the dead end its goal is in.

Points are taken exactly: the walk (Devillers, Pion, Teillaud, "Walking in a triangulation", IJFCS 2002) finds the
triangle of the point rounded to the grid, which is at most a step or two from the one that holds the point.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel
from sandbox.mesh.arrays import LIVE_VERTICES, NONE, Int32s, Int64s, Mesh, following, preceding
from sandbox.mesh.location.walk import cube_root, jump, walk

Floats = NDArray[np.float64]

NO_START: Final = -1  # instead of triangles: the start is not in free space
NO_GOAL: Final = -2
NO_WAY: Final = -3  # the ends are in different parts of it
STEPS: Final = 64  # from the rounded point to the point; one or two are usual
MOST: Final = 256  # triangles that are looked at where an end lies on a corner


def new_found() -> Int32s:
    """Scratch for `locate_ends`."""
    return np.zeros((2, MOST), np.int32)


@kernel(counted=False, steady=True)
def locate_ends(mesh: Mesh, components: Int32s, ends: Floats, found: Int32s) -> tuple[int, int]:
    """Free triangles that hold the start and the goal (grid units, not rounded), in one part of the free space.

    One triangle for both, if there is one; NO_START, NO_GOAL or NO_WAY twice if there is no such pair. `found`
    is scratch, a row for each end.
    """
    starts = free_around(mesh, ends[0], ends[1], found[0])
    goals = free_around(mesh, ends[2], ends[3], found[1])
    if starts == 0 or goals == 0:
        missing = NO_START if starts == 0 else NO_GOAL
        return missing, missing
    start, goal = NO_WAY, NO_WAY
    for i in range(starts):
        for j in range(goals):
            s, g = found[0, i], found[1, j]
            if components[s] == components[g] and (start < 0 or s == g):
                start, goal = s, g
    return start, goal


@kernel(counted=False)
def free_around(mesh: Mesh, x: float, y: float, found: Int32s) -> int:
    """How many free triangles hold a point: one, or more on an edge or corner. They go into `found`."""
    column, row = math.floor(x + 0.5), math.floor(y + 0.5)
    t, _ = walk(mesh, column, row, jump(mesh, column, row, cube_root(mesh.counts[LIVE_VERTICES])))
    on, edge, edges = NONE, NONE, 0
    for _ in range(STEPS):  # the triangle of the rounded point is near
        out, edges = NONE, 0
        for h in range(3 * t, 3 * t + 3):
            beside = side_of(mesh, h, x, y)
            if beside < 0:
                out = h
            elif beside == 0:
                # two edges of a triangle are next to each other: the later one starts at the corner, or the first
                on = h if edges == 0 or preceding(h) == edge else edge
                edge = h
                edges += 1
        if out == NONE or mesh.twin[out] == NONE:
            break
        t = mesh.twin[out] // 3
    n = keep_free(mesh, t, found, 0)
    if edges == 1 and mesh.twin[edge] != NONE:
        n = keep_free(mesh, mesh.twin[edge] // 3, found, n)
    if edges < 2:
        return n
    return keep_star(mesh, on, found)


@kernel(counted=False)
def keep_star(mesh: Mesh, first: int, found: Int32s) -> int:
    """Write down the free triangles around the vertex that half-edge `first` leaves; how many."""
    n = keep_free(mesh, first // 3, found, 0)
    h = mesh.twin[preceding(first)]
    while h != NONE and h != first:  # noqa: PLR1714  (Numba takes long to compile `in` a tuple)
        n = keep_free(mesh, h // 3, found, n)
        h = mesh.twin[preceding(h)]
    if h == NONE:  # the world's border: the other way round as well
        h = mesh.twin[first]
        while h != NONE:
            h = following(h)
            n = keep_free(mesh, h // 3, found, n)
            h = mesh.twin[h]
    return n


@kernel(counted=False)
def keep_free(mesh: Mesh, t: int, found: Int32s, n: int) -> int:
    """Write triangle t down if it is free; how many there are now."""
    if mesh.depth[t] != 0 or n >= found.size:
        return n
    found[n] = t
    return n + 1


@kernel(counted=False)
def side_of(mesh: Mesh, h: int, x: float, y: float) -> float:
    """Positive if a point lies to the left of half-edge h, 0 if on its line."""
    a, b = mesh.org[h], mesh.org[following(h)]
    ax, ay = float(mesh.xy[a, 0]), float(mesh.xy[a, 1])
    return (mesh.xy[b, 0] - ax) * (y - ay) - (mesh.xy[b, 1] - ay) * (x - ax)


@kernel(counted=False)
def mark_lane(twin: Int32s, ways_out: Int32s, goal: int, lane: Int64s, stamp: int) -> None:
    """lane[t] = stamp for the triangles from the goal to where the dead end it lies in begins."""
    t = goal
    lane[t] = stamp
    while ways_out[t] != NONE:
        t = twin[ways_out[t]] // 3
        lane[t] = stamp


@kernel(counted=False)
def leads_nowhere(ways_out: Int32s, lane: Int64s, stamp: int, e: int) -> bool:
    """Whether who enters by half-edge e comes into a dead end without the goal."""
    return ways_out[e // 3] == e and lane[e // 3] != stamp
