"""Where a query lies in the mesh: triangles for both its ends, and the dead end its goal is in.

A point is free where free space touches it: one on an outline belongs to the free space beside it. Where obstacles
touch in a point there is free space on several sides; a way may begin and end there on each of them, and none leads
through. So a search has to begin, and to end, on every side of its ends: `locate_ends` says in which triangles.

Points are taken exactly: the walk (Devillers, Pion, Teillaud, "Walking in a triangulation", IJFCS 2002) finds the
triangle of the point rounded to the grid, which is at most a step or two from the one that holds the point. The
walk is random; which triangles hold a point is not, and of those on one side the one with the least number counts.

Where outlines cross between points of the grid the mesh has rounded the crossing, and bent them a little: a point on
an outline, or beside it, may lie in a blocked triangle. So the level's own outlines are asked before such a point is
called blocked (`touches_free_space`); if it is not, the free triangle nearest to it takes it in.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from sandbox.kernels.arrays import Floats, Int32s, Int64s
from sandbox.kernels.jit import kernel
from sandbox.level.model import Level
from sandbox.level.obstacles import UNITS
from sandbox.mesh.arrays import LIVE_VERTICES, NONE, Mesh, following, preceding
from sandbox.mesh.location.walk import cube_root, jump, walk
from sandbox.mesh.widths import segment_distance2

NO_START: Final = -1  # instead of triangles: the start is not in free space
NO_GOAL: Final = -2
NO_WAY: Final = -3  # the ends are in different parts of it
NO_ROOM: Final = -4  # more triangles meet in an end than there is room for
NEAR: Final = -5  # an end lies beside free space: ask the level whether it touches it
STEPS: Final = 64  # from the rounded point to the point; one or two are usual
FIRST_ROOM: Final = 64  # triangles around a point
BENT: Final = 2.0  # grid units: how far the rounding of a crossing may have moved an outline
ON_OUTLINE: Final = 1e-6  # grid units


TRIANGLE, SIDE, COUNT = 0, 1, 2
"""Of seats[., 2, room]: free triangles around start and goal, side by side, that with the least number first on each
side; the number of that side; and, in one place, how many there are (negative: they are near, but do not hold it)."""


def new_seats(room: int = FIRST_ROOM) -> Int32s:
    """Memory for `locate_ends`."""
    return np.zeros((3, 2, room), np.int32)


@kernel(counted=False, steady=True)
def locate_ends(mesh: Mesh, components: Int32s, ends: Floats, seats: Int32s) -> tuple[int, int, int]:
    """Free triangles that hold the start and the goal (grid units, not rounded), in one part of the free space.

    One triangle for both, if there is one. How many such pairs there are, on different sides of either end, is
    the third. Without any: NO_START, NO_GOAL, NO_WAY or NO_ROOM; NEAR if an end lies in no free triangle, but in
    reach of one, which is in `seats` now.
    """
    triangle, side, count = seats[TRIANGLE], seats[SIDE], seats[COUNT]
    near = False
    for i in range(2):
        x, y = ends[2 * i], ends[2 * i + 1]
        count[i, 0] = free_around(mesh, x, y, triangle[i], side[i])
        if count[i, 0] == 0:
            count[i, 0] = -free_beside(mesh, x, y, triangle[i], side[i])
            near = True
        if count[i, 0] == 0:
            missing = NO_START if i == 0 else NO_GOAL
            return missing, missing, 0
    if near:
        return NEAR, NEAR, 0
    return pair_up(components, seats)


@kernel(counted=False, steady=True)
def pair_up(components: Int32s, seats: Int32s) -> tuple[int, int, int]:
    """The second half of `locate_ends`."""
    triangle, side, count = seats[TRIANGLE], seats[SIDE], seats[COUNT]
    if max(count[0, 0], count[1, 0]) > triangle.shape[1]:
        return NO_ROOM, NO_ROOM, 0
    start, goal, pairs = NO_WAY, NO_WAY, 0
    for i in range(count[0, 0]):
        for j in range(count[1, 0]):
            s, g = triangle[0, i], triangle[1, j]
            if s == g and (start < 0 or start != goal or s < start):
                start = goal = s
            if begins_side(side[0], i) and begins_side(side[1], j) and components[s] == components[g]:
                pairs += 1
                if start < 0:
                    start, goal = s, g
    if start == goal and start >= 0:
        pairs = 1
    return start, goal, pairs


@kernel(counted=False)
def begins_side(side: Int32s, i: int) -> bool:
    """Whether the i-th triangle is the first one on its side."""
    return i == 0 or side[i] != side[i - 1]


def all_pairs(components: Int32s, seats: Int32s) -> Sequence[tuple[int, int]]:
    """A triangle on each side of the start with one on each side of the goal, if they hang together."""
    starts, goals = (
        [int(t) for i, t in enumerate(row[:n]) if begins_side(side, i)]
        for row, side, n in zip(seats[TRIANGLE], seats[SIDE], seats[COUNT, :, 0].tolist(), strict=True)
    )
    return sorted((s, g) for s in starts for g in goals if components[s] == components[g])


def touches_free_space(level: Level, x: float, y: float) -> bool:
    """Whether free space touches a point (grid units), by the level's own outlines."""
    import shapely

    from sandbox.geometry.polygons import to_shapely

    reach = 2 * BENT
    x0, y0, x1, y1 = x - reach, y - reach, x + reach, y + reach
    here = shapely.box(x0, y0, x1, y1).intersection(shapely.box(0, 0, level.width * UNITS, level.height * UNITS))
    columns = range(max(0, int(x0) // UNITS), min(level.width, int(x1) // UNITS + 1))
    rows = range(max(0, int(y0) // UNITS), min(level.height, int(y1) // UNITS + 1))
    cells = [(i, j) for i in columns for j in rows if level.palette[int(level.terrain[j, i])].blocked]
    walls = [shapely.box(i * UNITS, j * UNITS, (i + 1) * UNITS, (j + 1) * UNITS) for i, j in cells]
    near = [to_shapely(p.rings) for p in level.polygons.values() if _meet(p.box, (x0, y0, x1, y1))]
    return bool(here.difference(shapely.union_all([*walls, *near])).distance(shapely.Point(x, y)) <= ON_OUTLINE)


def _meet(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


@kernel(counted=False)
def free_beside(mesh: Mesh, x: float, y: float, found: Int32s, side: Int32s) -> int:
    """1 if a free triangle lies within BENT of a point in a blocked one; the nearest goes into `found`."""
    t, _, _ = triangle_at(mesh, x, y)
    found[0] = t
    waiting, done, nearest, least = 1, 0, NONE, BENT * BENT
    while done < waiting:
        t = found[done]
        done += 1
        for h in range(3 * t, 3 * t + 3):
            if mesh.twin[h] == NONE:
                continue
            away = segment_distance2(mesh.xy, mesh.org[h], mesh.org[following(h)], x, y)
            beyond = mesh.twin[h] // 3
            if away > BENT * BENT:
                continue
            if mesh.depth[beyond] == 0:
                if nearest == NONE or away < least or (away == least and beyond < nearest):
                    nearest, least = beyond, away
                continue
            known = waiting == found.size
            for i in range(waiting):
                known = known or found[i] == beyond
            if not known:
                found[waiting] = beyond
                waiting += 1
    found[0], side[0] = nearest, 0
    return 0 if nearest == NONE else 1


@kernel(counted=False)
def triangle_at(mesh: Mesh, x: float, y: float) -> tuple[int, int, int]:
    """A triangle that holds a point; on how many edges of it that lies; the edge, or the one that leaves the corner."""
    column, row = math.floor(x + 0.5), math.floor(y + 0.5)
    t, _ = walk(mesh, column, row, jump(mesh, column, row, cube_root(mesh.counts[LIVE_VERTICES])))
    edge, edges = NONE, 0
    for _ in range(STEPS):  # the triangle of the rounded point is near
        out, edges = NONE, 0
        for h in range(3 * t, 3 * t + 3):
            beside = side_of(mesh, h, x, y)
            if beside < 0:
                out = h
            elif beside == 0:
                # two edges of a triangle are next to each other: the later one starts at the corner, or the first
                edge = h if edges == 0 or preceding(h) == edge else edge
                edges += 1
        if out == NONE or mesh.twin[out] == NONE:
            break
        t = mesh.twin[out] // 3
    return t, edges, edge


@kernel(counted=False)
def free_around(mesh: Mesh, x: float, y: float, found: Int32s, side: Int32s) -> int:
    """How many free triangles hold a point: one, or more on an edge or corner. They go into `found`, as in seats."""
    t, edges, edge = triangle_at(mesh, x, y)
    if edges == 2:
        return keep_star(mesh, edge, found, side)
    n = keep_free(mesh, t, found, side, 0, 0)
    if edges == 1 and mesh.twin[edge] != NONE:
        n = keep_free(mesh, mesh.twin[edge] // 3, found, side, n, 0 if mesh.con[edge] == 0 else 1)
    return n


@kernel(counted=False)
def keep_star(mesh: Mesh, first: int, found: Int32s, side: Int32s) -> int:
    """Write down the free triangles around the vertex that half-edge `first` leaves; how many."""
    begin = h = first
    while True:  # to the right: once round, or to the world's border
        if mesh.con[h] != 0:
            begin = h
        if mesh.twin[h] == NONE:
            break
        h = following(mesh.twin[h])
        if h == first:
            break
    h = begin
    n, walls = 0, 0
    while True:  # and to the left, from wall to wall
        n = keep_free(mesh, h // 3, found, side, n, walls)
        over = preceding(h)
        walls += 0 if mesh.con[over] == 0 else 1
        h = mesh.twin[over]
        if h == NONE or h == begin:  # noqa: PLR1714, SIM109  (Numba takes long to compile `in` a tuple)
            return n


@kernel(counted=False)
def keep_free(mesh: Mesh, t: int, found: Int32s, side: Int32s, n: int, number: int) -> int:
    """Write triangle t down if it is free, and there is room; how many there are now."""
    if mesh.depth[t] != 0:
        return n
    if n < found.size:
        found[n], side[n] = t, number
        first = n
        while first > 0 and side[first - 1] == number:
            first -= 1
        if t < found[first]:
            found[n], found[first] = found[first], t
    return n + 1


@kernel(counted=False)
def side_of(mesh: Mesh, h: int, x: float, y: float) -> float:
    """Positive if a point lies to the left of half-edge h, 0 if on its line; the twin says exactly the opposite."""
    a, b = mesh.org[h], mesh.org[following(h)]
    ax, ay, bx, by = mesh.xy[a, 0] - x, mesh.xy[a, 1] - y, mesh.xy[b, 0] - x, mesh.xy[b, 1] - y
    return ax * by - ay * bx


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
