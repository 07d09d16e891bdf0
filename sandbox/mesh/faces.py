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

from sandbox.kernels.arrays import Int32s, Int64s
from sandbox.kernels.jit import kernel
from sandbox.mesh.arrays import NONE, TRIANGLES, Mesh, following, preceding

MOST_SIDES: Final = 16


class Faces(NamedTuple):
    """The free space in convex faces."""

    face: Int32s  # [triangles] face it is part of; itself if it is alone
    rim: Int32s  # [triangles] of a face: one of the half-edges around it
    after: Int32s  # [3 triangles] next half-edge around the face, NONE: left out


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
def put_together(
    xy: Int64s, org: Int32s, twin: Int32s, order: Int64s, faces: Faces, before: Int32s, sides: Int32s
) -> None:
    """Leave out edges, in the order given. Modifies `faces`, `before` and `sides`."""
    face, rim, after = faces
    for t in range(face.shape[0]):
        face[t] = t
        sides[t] = 3
    for h in range(after.shape[0]):
        after[h] = following(h)
        before[h] = preceding(h)
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
    for t in range(face.shape[0]):
        face[t] = face_of(face, t)
    for h in range(after.shape[0]):
        if after[h] != NONE:
            rim[face[h // 3]] = h


def faces_of(mesh: Mesh, ways_out: Int32s) -> Faces:
    """The faces of a mesh as it is now, where `ways_out` tells its dead ends; ask again after an edit."""
    count = int(mesh.counts[TRIANGLES])
    org, twin = mesh.org[: 3 * count], mesh.twin[: 3 * count]
    portals = np.flatnonzero((mesh.con[: 3 * count] == 0) & (twin > np.arange(3 * count)) & (org != NONE))
    portals = portals[mesh.depth[portals // 3] == 0]
    portals = portals[(ways_out[portals // 3] == NONE) == (ways_out[twin[portals] // 3] == NONE)]
    along = mesh.xy[org[portals]] - mesh.xy[org[twin[portals]]]
    order = portals[np.argsort(-(along * along).sum(axis=1), kind="stable")]
    faces = Faces(*(np.full(n, NONE, np.int32) for n in (count, count, 3 * count)))
    scratch = np.empty(3 * count, np.int32), np.empty(count, np.int32)
    put_together(mesh.xy, mesh.org, mesh.twin, order, faces, *scratch)
    return faces
