"""Take constraints and points out again.

An owner's constraint is followed from its own vertices, its records dropped, the freed edges legalised
(Lawson 1977), and every vertex on the way that nobody asks for any more removed.
"""

from __future__ import annotations

from typing import Final

from sandbox.kernels.arrays import Int32s
from sandbox.kernels.jit import kernel
from sandbox.mesh.arrays import NONE, Mesh, Work, following, preceding
from sandbox.mesh.editing.edges import disown, first_of_star, legalise, record_of
from sandbox.mesh.editing.tidy import tidy
from sandbox.mesh.location.walk import at_vertex, jump, walk

FEW: Final = 8
"""Random vertices looked at for one near the beginning of a line."""


@kernel(counted=False)
def follow_lines(mesh: Mesh, work: Work, lines: Int32s, owner: int) -> tuple[int, int]:
    """An owner's edges along straight lines (rows: x, y, x, y, from vertex to vertex), and the vertices visited.

    How many there are of each; they are where `follow` puts them.
    """
    edges, visited = 0, 0
    for i in range(lines.shape[0]):
        x, y = lines[i, 0], lines[i, 1]
        _, found = walk(mesh, x, y, jump(mesh, x, y, FEW))
        u = at_vertex(found)
        while u >= 0:
            work.fresh[visited, 0] = u
            visited += 1
            h = towards(mesh, u, lines[i, 2], lines[i, 3], owner)
            if h == NONE:
                break
            work.pairs[edges, 0] = h
            edges += 1
            u = mesh.org[following(h)] if mesh.org[h] == u else mesh.org[h]
    return edges, visited


@kernel(counted=False)
def towards(mesh: Mesh, u: int, x: int, y: int, owner: int) -> int:
    """The owner's edge that leaves u straight towards a point, or NONE."""
    start = first_of_star(mesh, u)
    h = start
    while True:
        p = preceding(h)
        beyond = mesh.twin[p]
        e = NONE
        if heads_for(mesh, u, mesh.org[following(h)], x, y):
            e = h
        elif beyond == NONE and heads_for(mesh, u, mesh.org[p], x, y):
            e = p
        if e != NONE:
            return e if mesh.con[e] != 0 and record_of(mesh, e, owner) != NONE else NONE
        h = beyond
        if h == NONE or h == start:
            return NONE


@kernel(counted=False)
def heads_for(mesh: Mesh, u: int, w: int, x: int, y: int) -> bool:
    """Whether w lies from u exactly in the direction of a point."""
    xy = mesh.xy
    dx, dy = x - xy[u, 0], y - xy[u, 1]
    wx, wy = xy[w, 0] - xy[u, 0], xy[w, 1] - xy[u, 1]
    return dx * wy == dy * wx and dx * wx + dy * wy > 0


@kernel(counted=False)
def take_out(mesh: Mesh, work: Work, ids: Int32s, owner: int, edges: int, visited: int) -> None:
    """Drop an owner's records from its edges, unpin the points ids; then whatever nobody asks for goes.

    The edges and the vertices visited are those that `follow` or `follow_lines` found.
    """
    stack = work.stack
    for i in range(edges):
        disown(mesh, work.pairs[i, 0], owner)
        stack[i] = work.pairs[i, 0]
    legalise(mesh, stack, edges, False)
    for i in range(ids.size):
        mesh.pins[ids[i]] -= 1
        work.fresh[visited + i, 0] = ids[i]
    visited += ids.size
    gone = 1
    while gone > 0:  # one that goes may let another go
        gone = 0
        for i in range(visited):
            doubtful = tidy(mesh, work, work.fresh[i, 0])
            if doubtful != NONE:
                gone += 1
                legalise(mesh, stack, doubtful, False)
