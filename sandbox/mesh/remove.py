"""Take constraints and points out again.

An owner's constraint is followed from its own vertices, its records dropped, the freed edges legalised
(Lawson 1977), and every vertex on the way that nobody asks for any more removed.
"""

from __future__ import annotations

from sandbox.kernels.jit import kernel
from sandbox.mesh.arrays import LAST, NONE, Int32s, Int64s, Mesh, Work, following, preceding
from sandbox.mesh.edges import disown, first_of_star, legalise, record_of
from sandbox.mesh.labels import flood_inside, follow, label_all
from sandbox.mesh.tidy import tidy
from sandbox.mesh.walk import at_vertex, jump, walk


@kernel(counted=False)
def release_owner(mesh: Mesh, work: Work, ids: Int32s, owner: int, closed: bool) -> int:
    """Drop an owner's records along all its edges: how many vertices it had (work.fresh[:, 0])."""
    edges, vertices = follow(mesh, work, ids, owner)
    sound = not closed or flood_inside(mesh, work, edges, owner, -1)
    for i in range(edges):
        h = work.pairs[i, 0]
        disown(mesh, h, owner)
        work.stack[i] = h
    if not sound:
        label_all(mesh, work)
        for i in range(edges):
            work.stack[i] = work.pairs[i, 0]
    legalise(mesh, work.stack, edges, False)
    return vertices


@kernel(counted=False)
def release_lines(mesh: Mesh, work: Work, lines: Int32s, owner: int) -> int:
    """Drop an owner's records along straight lines (rows: x, y, x, y, from vertex to vertex).

    Returns how many vertices were visited (work.fresh[:, 0]).
    """
    visited = 0
    for i in range(lines.shape[0]):
        x, y = lines[i, 2], lines[i, 3]
        _, found = walk(mesh, lines[i, 0], lines[i, 1], jump(mesh, lines[i, 0], lines[i, 1], 8))
        u = at_vertex(found)
        while u >= 0:
            work.fresh[visited, 0] = u
            visited += 1
            h = towards(mesh, u, x, y, owner)
            if h == NONE:
                break
            u = mesh.org[following(h)] if mesh.org[h] == u else mesh.org[h]
            disown(mesh, h, owner)
            work.stack[0] = h
            legalise(mesh, work.stack, 1, False)
    return visited


@kernel(counted=False)
def remove(
    xy: Int64s,
    out: Int32s,
    org: Int32s,
    twin: Int32s,
    con: Int32s,
    depth: Int32s,
    owners: Int32s,
    counts: Int64s,
    pins: Int32s,
    touched: Int32s,
    dirty: Int32s,
    mark: Int32s,
    log: Int32s,
    stack: Int32s,
    pairs: Int32s,
    fresh: Int32s,
    pieces: Int32s,
    ring: Int32s,
    ids: Int32s,
    owner: int,
    lines: Int32s,
    closed: bool,
) -> None:
    """Take out an owner (NONE: nobody) and unpin the points ids; then whatever nobody asks for goes.

    Called from Python as remove(*mesh, *work, …): unpacking the two tuples would cost 5 µs a call.

    The owner leaves the given lines (rows: x, y, x, y), or if there are none, everything that can be reached
    from ids along its edges. `closed` says that it has an inside. Without lines labels stay right; with them,
    the next `insert` mends them.
    """
    mesh = Mesh(xy, out, org, twin, con, depth, owners, counts, pins, touched, dirty, mark, log)
    work = Work(stack, pairs, fresh, pieces, ring)
    visited = 0
    if lines.shape[0] > 0:
        visited = release_lines(mesh, work, lines, owner)
    elif owner != NONE:
        visited = release_owner(mesh, work, ids, owner, closed)
    for i in range(ids.size):
        mesh.pins[ids[i]] -= 1
        work.fresh[visited, 0] = ids[i]
        visited += 1
    gone = 1
    while gone > 0:  # one that goes may let another go
        gone = 0
        for i in range(visited):
            gone += 1 if tidy(mesh, work, work.fresh[i, 0]) else 0
    if mesh.org[3 * counts[LAST]] == NONE:
        counts[LAST] = mesh.out[0] // 3


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
