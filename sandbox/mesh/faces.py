r"""Convex faces: triangles put together, so that a way through open space crosses few edges.

For planners whose searches take any convex polygon. Hertel and Mehlhorn, "Fast triangulation of simple polygons",
FCT 1983: an edge is left out where the corners at both its ends stay convex. Departs from it in: long edges come
first, which makes wider faces; corners may be straight, so that edges of one face may lie on one line, and who looks
along it sees nothing of the face; a face lies in one dead end, or in none; and it has at most MOST_SIDES sides.

A face has the number of one of its triangles. Its rim is walked by `after`, in the order of its triangles' edges:

           *--------*                 after[h] = n, after[n] = m, …  round the face, which lies to the left;
          / \        \  n              NONE where no edge is any more
         /   \        *               a triangle's edge h is on the rim of face[h // 3], or left out
        *-----*------/  h
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from sandbox.kernels.arrays import Bytes, Int32s, Int64s
from sandbox.kernels.jit import kernel
from sandbox.mesh.arrays import NONE, Mesh, following, preceding

MOST_SIDES: Final = 16


class Faces(NamedTuple):
    """The free space in convex faces; triangles that are not free are faces of their own."""

    face: Int32s  # [triangles] face it is part of; itself if it is alone
    rim: Int32s  # [triangles] of a face: one of the half-edges around it
    after: Int32s  # [3 triangles] next half-edge around the face, NONE: left out
    before: Int32s  # [3 triangles] the one before it
    sides: Int32s  # [triangles] of a face: how many half-edges are around it


def new_faces(room: int) -> Faces:
    """Memory for the faces of so many triangles; all have to be said to have changed at first."""
    alone = np.arange(room, dtype=np.int32)
    return Faces(alone, *(np.empty(n, np.int32) for n in (room, 3 * room, 3 * room, room)))


@kernel(counted=False)
def face_of(face: Int32s, t: int) -> int:
    """The face triangle t is part of by now. Shortens the way there."""
    while face[t] != t:
        face[t] = face[face[t]]
        t = face[t]
    return t


@kernel(counted=False)
def stays_convex(xy: Int64s, org: Int32s, a: int, b: int, c: int) -> bool:
    """Whether the corner from half-edge a's start over b's to c's is convex, or a straight line."""
    ux, uy = xy[org[b], 0] - xy[org[a], 0], xy[org[b], 1] - xy[org[a], 1]
    vx, vy = xy[org[c], 0] - xy[org[b], 0], xy[org[c], 1] - xy[org[b], 1]
    return ux * vy - uy * vx >= 0


@kernel(counted=False)
def take_apart(faces: Faces, loose: Bytes) -> None:
    """Make single triangles of all faces that have a loose one; they are all loose then. Modifies both."""
    face, rim, after, before, sides = faces
    for t in range(loose.shape[0]):
        if loose[t]:
            rim[face[t]] = NONE
    for t in range(loose.shape[0]):
        if loose[t] or rim[face[t]] == NONE:
            loose[t] = 1
            sides[t] = 3
            for h in range(3 * t, 3 * t + 3):
                after[h] = following(h)
                before[h] = preceding(h)
    for t in range(loose.shape[0]):
        if loose[t]:
            face[t] = t


@kernel(counted=False)
def put_together(xy: Int64s, org: Int32s, twin: Int32s, order: Int64s, faces: Faces, count: int) -> None:
    """Leave out edges, in the order given, among so many triangles. Modifies `faces`."""
    face, rim, after, before, sides = faces
    for h in order:
        e = twin[h]
        f, g = face_of(face, h // 3), face_of(face, e // 3)
        if f == g or sides[f] + sides[g] - 2 > MOST_SIDES:
            continue
        if stays_convex(xy, org, before[h], h, after[after[e]]) and stays_convex(
            xy, org, before[e], e, after[after[h]]
        ):
            face[g] = f
            sides[f] += sides[g] - 2
            after[before[h]], before[after[e]] = after[e], before[h]
            after[before[e]], before[after[h]] = after[h], before[e]
            after[h] = after[e] = NONE
    for t in range(count):
        face[t] = face_of(face, t)
        for h in range(3 * t, 3 * t + 3):
            if after[h] != NONE:
                rim[face[t]] = h


def repair(faces: Faces, mesh: Mesh, ways_out: Int32s, changed: Bytes) -> None:
    """Let the faces follow the mesh, some of whose triangles are other ones, or in a dead end, or none any more.

    Their faces are taken apart, and put together anew with each other and with those around them; no edge is left
    that could be left out. So faces after edits may be other ones than those of the same mesh made at once.
    `changed`, [triangles], is modified.
    """
    org, twin = mesh.org, mesh.twin
    take_apart(faces, changed)
    count, loose = 3 * len(changed), np.repeat(changed, 3) != 0
    portals = np.flatnonzero(loose & (mesh.con[:count] == 0) & (org[:count] != NONE))
    over = twin[portals]
    portals = portals[(over > portals) | ~loose[over]]  # each once
    here, beyond = portals // 3, twin[portals] // 3
    portals = portals[(mesh.depth[here] == 0) & ((ways_out[here] == NONE) == (ways_out[beyond] == NONE))]
    along = mesh.xy[org[portals]] - mesh.xy[org[twin[portals]]]
    order = portals[np.argsort(-(along * along).sum(axis=1), kind="stable")]
    put_together(mesh.xy, org, twin, order, faces, len(changed))
