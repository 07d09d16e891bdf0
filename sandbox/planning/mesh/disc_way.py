"""A disc's way through a channel, pulled tight and proved: no wall is nearer to it than its radius.

For every planner on the mesh that plans for discs. The funnel keeps its distance from the corners of the
channel. Near the ends that is not all there is: a disc that stands in a triangle may have to turn around its
third corner, or around one across an edge it does not leave by. So the way is measured against all walls
near it (`first_fault`), each straight leg and each arc with a flood over the triangles within reach; a corner
that is too near to the first or last leg is put into the funnel, and the string pulled again (`tighten`).

A channel whose widths suffice has no other faults (Demyen and Buro, AAAI 2006); should there be one
nevertheless, the channel counts as impassable: no way is ever returned that was not measured. Departs from
the paper in that proof. Kallmann, "Shortest paths with arbitrary clearance from navigation meshes", SCA 2010,
shows why it is wanted.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Floats, Int32s, Int64s
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import NONE, Events
from sandbox.mesh.arrays import Mesh, following
from sandbox.mesh.widths import ROUNDED, SEARCH_ROOM, clearance, exits, segment_distance2, together
from sandbox.planning.mesh.funnel import Funnel, bend, heading, pull, touching

FAR: Final = 1e300
TOUCHING: Final = 1 - 4e-6  # nearer than this part of the radius is too near; widths are rounded by a quarter of it
BLUR: Final = 1e-6  # grid units: how far rounding may put a way from where it is; small discs are smaller still
LEAST: Final = 1e-100  # the square of a smaller radius would be 0
TRIES: Final = 8  # corners put in before a channel is given up
BENT: Final = 1e-9  # radians: a way that turns by less is straight
LEG, ARC = 0, 1  # kinds of a piece of the way: Piece[0]
HALF: Final = 2.0  # radians: an arc that sweeps more is measured in pieces
ABREAST: Final = 1e-4  # grid units: how far rounding may have put a point outside its triangle


class Discs(NamedTuple):
    """What a search for discs needs beside the mesh. Lengths in grid units."""

    widths: NDArray[np.float32]  # [3 triangles] of the corner opposite each half-edge; empty while nobody asked
    queue: Int32s  # [triangles] of a flood
    seen: Int32s  # [triangles] stamp of the flood that came here last
    stamp: Int64s  # [1]
    stack: Int32s  # [SEARCH_ROOM]
    piece: Floats  # [7] kind, then a leg: x, y, x, y; an arc: centre, a point on each ray its sector lies between
    at: Floats  # [4] start and end of the piece


def new_discs(triangles: int) -> Discs:
    """Memory for a mesh of so many triangles."""
    return Discs(
        widths=np.zeros(0, np.float32),
        queue=np.zeros(triangles, np.int32),
        seen=np.zeros(triangles, np.int32),
        stamp=np.zeros(1, np.int64),
        stack=np.zeros(SEARCH_ROOM, np.int32),
        piece=np.zeros(7),
        at=np.zeros(4),
    )


@kernel(counted=False, steady=True)
def room_at(mesh: Mesh, discs: Discs, x: float, y: float, t: int, radius: float) -> bool:
    """Whether a disc can stand at a point in triangle t."""
    discs.stamp[0] += 1
    limit = max(radius * ROUNDED, LEAST)
    return clearance(mesh, x, y, t, limit, discs.queue, discs.seen, discs.stamp[0]) >= limit


@kernel(counted=False, steady=True)
def open_ends(mesh: Mesh, discs: Discs, ends: Floats, start: int, goal: int, radius: float) -> tuple[int, int, bool]:
    """By which edges of its triangle a disc leaves the start, by which it comes to the goal (bits 0, 1, 2).

    And whether both are in one triangle, and it comes from one to the other inside that.
    """
    leaving = exits(mesh, start, ends[0], ends[1], 2 * radius, discs.stack)
    arriving = exits(mesh, goal, ends[2], ends[3], 2 * radius, discs.stack)
    near = start == goal and together(mesh, start, ends[0], ends[1], ends[2], ends[3], 2 * radius, discs.stack)
    return leaving, arriving, near


@kernel(counted=False, steady=True)
def tighten(
    mesh: Mesh, discs: Discs, funnel: Funnel, portals: int, ends: Floats, start: int, radius: float, events: Events
) -> tuple[int, float, int]:
    """Pull the string tight through the first `portals` portals, so that a disc from triangle `start` can follow.

    How many elements `way` has, its length (FAR: it cannot), and how many rows of `portals` there are then.
    """
    first, last, left_out = 0, 0, 0  # corners put in at the start and at the goal, and taken out
    while True:
        count, length = pull(mesh.xy, funnel, portals, ends, radius, events)
        if radius == 0:
            return count, length, portals
        bent = kink(funnel, count, radius)
        if bent != NONE and left_out < TRIES:
            leave_out(funnel, portals, bent)
            left_out += 1
            continue
        leg, v = first_fault(mesh, discs, funnel, count, start, radius)
        if v == NONE and bent == NONE:
            return count, length, portals
        if (
            bent != NONE
            or first + last == TRIES
            or not (leg == 1 or leg == count - 1)
            or portals == funnel.portals.shape[0]
        ):
            return count, FAR, portals
        column = 0 if on_left(mesh, funnel, leg, v, radius) else 1
        near_start = apart2(mesh, v, ends[0], ends[1])
        if leg == 1 and (count > 2 or near_start <= apart2(mesh, v, ends[2], ends[3])):
            at = 0
            while at < first and apart2(mesh, corner_in(funnel, at), ends[0], ends[1]) < near_start:
                at += 1
            first += 1
        else:
            at = portals - last
            near_goal = apart2(mesh, v, ends[2], ends[3])
            while at < portals and apart2(mesh, corner_in(funnel, at), ends[2], ends[3]) > near_goal:
                at += 1
            last += 1
        put_in(funnel, portals, at, column, v)
        portals += 1


@kernel(counted=False)
def kink(funnel: Funnel, count: int, radius: float) -> int:
    """An element of the way at which it turns away from its corner, or NONE.

    Where circles overlap in sight, the funnel may fix a corner that a later one on the same side makes needless.
    """
    for i in range(1, count - 1):
        a, b, c = funnel.way[i - 1], funnel.way[i], funnel.way[i + 1]
        ux, uy = heading(funnel, a, b, radius)
        vx, vy = heading(funnel, b, c, radius)
        across, along = ux * vy - uy * vx, ux * vx + uy * vy
        if along > 0 and funnel.side[b] * across < -BENT * along:
            return b
    return NONE


@kernel(counted=False)
def leave_out(funnel: Funnel, portals: int, e: int) -> None:
    """Take the corner of element e out of its side."""
    column = 0 if funnel.side[e] > 0 else 1
    for i in range(portals):
        if funnel.portals[i, column] == funnel.vertex[e]:
            funnel.portals[i, column] = NONE


@kernel(counted=False)
def corner_in(funnel: Funnel, row: int) -> int:
    """The corner in a row that holds only one."""
    return max(funnel.portals[row, 0], funnel.portals[row, 1])


@kernel(counted=False)
def put_in(funnel: Funnel, portals: int, at: int, column: int, v: int) -> None:
    """Insert a row with a corner on one side only."""
    for i in range(portals, at, -1):
        funnel.portals[i, 0] = funnel.portals[i - 1, 0]
        funnel.portals[i, 1] = funnel.portals[i - 1, 1]
    funnel.portals[at, column] = v
    funnel.portals[at, 1 - column] = NONE


@kernel(counted=False)
def apart2(mesh: Mesh, v: int, x: float, y: float) -> float:
    """Squared distance of a vertex from a point."""
    return (mesh.xy[v, 0] - x) ** 2 + (mesh.xy[v, 1] - y) ** 2


@kernel(counted=False)
def on_left(mesh: Mesh, funnel: Funnel, leg: int, v: int, radius: float) -> bool:
    """Whether a vertex lies to the left of a leg of the way."""
    a, b = funnel.way[leg - 1], funnel.way[leg]
    ux, uy = heading(funnel, a, b, radius)
    px, py = touching(funnel, a, ux, uy, radius)
    return ux * (mesh.xy[v, 1] - py) - uy * (mesh.xy[v, 0] - px) > 0


@kernel(counted=False)
def first_fault(mesh: Mesh, discs: Discs, funnel: Funnel, count: int, t: int, radius: float) -> tuple[int, int]:
    """The first leg (by its number, from 1) that comes too near to a wall, and the wall's nearer end; else NONE.

    0 for the leg if it is an arc. The way begins in triangle t.
    """
    piece, at = discs.piece, discs.at
    for leg in range(1, count):
        a, b = funnel.way[leg - 1], funnel.way[leg]
        ux, uy = heading(funnel, a, b, radius)
        px, py = touching(funnel, a, ux, uy, radius)
        qx, qy = touching(funnel, b, ux, uy, radius)
        piece[0] = LEG
        piece[1] = px
        piece[2] = py
        piece[3] = qx
        piece[4] = qy
        at[2] = qx
        at[3] = qy
        v, t = flood(mesh, discs, t, max(0.0, radius * TOUCHING - BLUR))
        if v != NONE:
            return leg, v
        if leg + 1 == count:
            break
        # the arc around b, in pieces of less than half a turn
        sweep = bend(funnel, a, b, funnel.way[leg + 1], radius)
        s = float(funnel.side[b])
        cx, cy = funnel.spot[b, 0], funnel.spot[b, 1]
        steps = 1 + int(sweep / HALF)
        cosine, sine = math.cos(sweep / steps), s * math.sin(sweep / steps)
        x, y = qx - cx, qy - cy
        for _ in range(steps if sweep > 0 else 0):
            nx, ny = x * cosine - y * sine, x * sine + y * cosine
            piece[0] = ARC
            piece[1] = cx
            piece[2] = cy
            piece[3] = x if s > 0 else nx
            piece[4] = y if s > 0 else ny
            piece[5] = nx if s > 0 else x
            piece[6] = ny if s > 0 else y
            at[2] = cx + nx
            at[3] = cy + ny
            v, t = flood(mesh, discs, t, max(0.0, 2 * radius * TOUCHING - BLUR))
            if v != NONE:
                return 0, v
            x, y = nx, ny
    return NONE, NONE


@kernel(counted=False)
def flood(mesh: Mesh, discs: Discs, t: int, limit: float) -> tuple[int, int]:
    """Look at all walls nearer than `limit` to discs.piece, which begins in triangle t.

    The nearer end of one that is too near, or NONE; and the triangle in which the piece ends.
    """
    queue, seen, piece = discs.queue, discs.seen, discs.piece
    discs.stamp[0] += 1
    stamp = discs.stamp[0]
    limit2 = limit * limit
    best, here = -FAR, t
    queue[0] = t
    seen[t] = stamp
    n = 1
    while n > 0:
        n -= 1
        t = queue[n]
        inside = depth_in(mesh, t, discs.at[2], discs.at[3])
        if inside > best:
            best, here = inside, t
        for h in range(3 * t, 3 * t + 3):
            u, v = mesh.org[h], mesh.org[following(h)]
            if piece_distance2(mesh.xy, u, v, piece) >= limit2:
                continue
            if mesh.con[h] != 0:
                return u if leg_distance2(mesh.xy, u, piece) < leg_distance2(mesh.xy, v, piece) else v, here
            if seen[mesh.twin[h] // 3] != stamp and n < queue.size:
                seen[mesh.twin[h] // 3] = stamp
                queue[n] = mesh.twin[h] // 3
                n += 1
    return NONE, here


@kernel(counted=False)
def depth_in(mesh: Mesh, t: int, x: float, y: float) -> float:
    """How far inside triangle t a point is, at most ABREAST; negative outside."""
    least = ABREAST
    for h in range(3 * t, 3 * t + 3):
        u, v = mesh.org[h], mesh.org[following(h)]
        dx, dy = float(mesh.xy[v, 0] - mesh.xy[u, 0]), float(mesh.xy[v, 1] - mesh.xy[u, 1])
        side = dx * (y - mesh.xy[u, 1]) - dy * (x - mesh.xy[u, 0])
        least = min(least, side / math.sqrt(dx * dx + dy * dy))
    return least


@kernel(counted=False)
def piece_distance2(xy: Int64s, u: int, v: int, piece: Floats) -> float:
    """Squared distance of an edge from a leg; or from the centre of an arc, of what lies in its sector."""
    ux, uy, vx, vy = float(xy[u, 0]), float(xy[u, 1]), float(xy[v, 0]), float(xy[v, 1])
    if piece[0] == ARC:
        cx, cy = piece[1], piece[2]
        return sector_distance2(ux - cx, uy - cy, vx - ux, vy - uy, piece)
    px, py, qx, qy = piece[1], piece[2], piece[3], piece[4]
    one = (vx - ux) * (py - uy) - (vy - uy) * (px - ux)
    other = (vx - ux) * (qy - uy) - (vy - uy) * (qx - ux)
    if one * other < 0:  # p and q on both sides of u v
        here = (qx - px) * (uy - py) - (qy - py) * (ux - px)
        there = (qx - px) * (vy - py) - (qy - py) * (vx - px)
        if here * there < 0:
            return 0.0
    ends = min(segment_distance2(xy, u, v, px, py), segment_distance2(xy, u, v, qx, qy))
    return min(ends, leg_distance2(xy, u, piece), leg_distance2(xy, v, piece))


@kernel(counted=False)
def leg_distance2(xy: Int64s, v: int, piece: Floats) -> float:
    """Squared distance of a vertex from a leg."""
    dx, dy = piece[3] - piece[1], piece[4] - piece[2]
    x, y = xy[v, 0] - piece[1], xy[v, 1] - piece[2]
    length2 = dx * dx + dy * dy
    along = min(1.0, max(0.0, (x * dx + y * dy) / length2)) if length2 > 0 else 0.0
    return (x - along * dx) ** 2 + (y - along * dy) ** 2


@kernel(counted=False)
def sector_distance2(ux: float, uy: float, wx: float, wy: float, piece: Floats) -> float:
    """Squared distance of an edge, as far as it lies in the sector, from its centre; FAR if none of it does.

    The edge leads from u, relative to the centre, along w. The sector turns left from its first ray to its second.
    """
    low, high = 0.0, 1.0
    for i in range(2):
        x, y = piece[3 + 2 * i], piece[4 + 2 * i]
        turn = 1.0 - 2.0 * i  # left of the first ray, right of the second
        here, slope = turn * (x * uy - y * ux), turn * (x * wy - y * wx)  # here + slope t ≥ 0 inside
        if slope > 0:
            low = max(low, -here / slope)
        elif slope < 0:
            high = min(high, -here / slope)
        elif here < 0:
            return FAR
    if low >= high:  # also where only the centre itself is on the edge
        return FAR
    nearest = min(high, max(low, -(ux * wx + uy * wy) / (wx * wx + wy * wy)))
    return (ux + nearest * wx) ** 2 + (uy + nearest * wy) ** 2
