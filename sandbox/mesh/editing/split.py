"""Insert points: find the triangle, split it or its edge, and flip until all is Delaunay again.

Lawson, "Software for C1 surface interpolation", 1977. For everything that puts a vertex into the mesh: points
that were asked for, corners of outlines, crossings of constraints.
"""

from __future__ import annotations

from typing import Final

from sandbox.kernels.arrays import Int32s, Int64s
from sandbox.kernels.jit import kernel
from sandbox.mesh import arrays as m
from sandbox.mesh.arrays import NONE, Mesh, Work, following, note, preceding
from sandbox.mesh.editing.edges import copy_owners, legalise, link, new_triangle, touch
from sandbox.mesh.location.walk import at_vertex, cube_root, jump, walk

ROOM: Final = 4  # vertices one step of a constraint may need, and pieces besides those of the owners it cuts


@kernel(counted=False)
def split_face(mesh: Mesh, stack: Int32s, t: int, v: int) -> int:
    """Replace triangle a b c by a b v, b c v, c a v. How many edges are in doubt, on the stack."""
    org, twin, con, out = mesh.org, mesh.twin, mesh.con, mesh.out
    h0, h1, h2 = 3 * t, 3 * t + 1, 3 * t + 2
    a, b, c = org[h0], org[h1], org[h2]
    t1, t2 = new_triangle(mesh), new_triangle(mesh)
    g0, k0 = 3 * t1, 3 * t2
    org[h2] = v
    org[g0], org[g0 + 1], org[g0 + 2] = b, c, v
    org[k0], org[k0 + 1], org[k0 + 2] = c, a, v
    link(twin, g0, twin[h1])
    link(twin, k0, twin[h2])
    con[g0] = con[h1]
    con[k0] = con[h2]
    link(twin, h1, g0 + 2)
    link(twin, g0 + 1, k0 + 2)
    link(twin, k0 + 1, h2)
    con[h1], con[h2], con[g0 + 1], con[g0 + 2], con[k0 + 1], con[k0 + 2] = 0, 0, 0, 0, 0, 0
    out[v], out[c] = h2, k0
    mesh.depth[t1] = mesh.depth[t]
    mesh.depth[t2] = mesh.depth[t]
    touch(mesh, t)
    note(mesh, m.SPLIT_FACE, t, v, t1, t2, NONE, NONE)
    stack[0], stack[1], stack[2] = h0, g0, k0
    return 3


@kernel(counted=False)
def split_side(mesh: Mesh, stack: Int32s, n: int, h: int, v: int) -> int:
    """On one side of an edge, replace a b p by a v p and, in a new triangle, v b p: its half-edge v → b.

    Who is on the other side, and who owns both halves, is for the caller to say. Two edges in doubt go to
    place n of the stack.
    """
    org, twin, con = mesh.org, mesh.twin, mesh.con
    hn, hp = following(h), preceding(h)
    t1 = new_triangle(mesh)
    h1 = 3 * t1
    b, p = org[hn], org[hp]
    org[hn] = v
    org[h1], org[h1 + 1], org[h1 + 2] = v, b, p
    link(twin, h1 + 1, twin[hn])
    con[h1 + 1] = con[hn]
    link(twin, hn, h1 + 2)
    con[hn], con[h1 + 2] = 0, 0
    mesh.out[b] = h1 + 1
    mesh.depth[t1] = mesh.depth[h // 3]
    touch(mesh, h // 3)
    stack[n], stack[n + 1] = hp, h1 + 1
    return h1


@kernel(counted=False)
def split_edge(mesh: Mesh, stack: Int32s, h: int, v: int) -> int:
    """Put v on the edge a → b: a v p and v b p, and on the other side b v d and v a d. How many edges are in doubt."""
    twin, con = mesh.twin, mesh.con
    g = twin[h]
    owned = con[h]
    copied = copy_owners(mesh, owned)
    h1 = split_side(mesh, stack, 0, h, v)
    con[h1] = copied
    twin[h1] = g
    mesh.out[v] = h1
    g1 = NONE
    if g != NONE:
        g1 = split_side(mesh, stack, 2, g, v)
        con[g], con[g1] = copied, owned
        link(twin, h, g1)
        link(twin, g, h1)
    note(mesh, m.SPLIT_EDGE, h, v, h1 // 3, g1 // 3, g, NONE)
    return 2 if g == NONE else 4


@kernel(counted=False)
def new_vertex(mesh: Mesh, x: int, y: int) -> int:
    """An id for a vertex. The caller made sure there is room."""
    counts = mesh.counts
    v = counts[m.FREE_VERTEX]
    if v != NONE:
        counts[m.FREE_VERTEX] = mesh.xy[v, 0]
    else:
        v = counts[m.VERTICES]
        counts[m.VERTICES] = v + 1
    counts[m.LIVE_VERTICES] += 1
    mesh.xy[v, 0] = x
    mesh.xy[v, 1] = y
    mesh.pins[v] = 0
    return v


@kernel(counted=False)
def insert_vertex(mesh: Mesh, work: Work, x: int, y: int, near: int) -> int:
    """The vertex at a point, made if need be, found by a walk from a triangle; NONE outside the world."""
    t, found = walk(mesh, x, y, near)
    if t == NONE:
        return NONE
    mesh.counts[m.LAST] = t
    v = at_vertex(found)
    if v >= 0:
        return v
    v = new_vertex(mesh, x, y)
    doubtful = split_edge(mesh, work.stack, found, v) if found >= 0 else split_face(mesh, work.stack, t, v)
    legalise(mesh, work.stack, doubtful, True)
    return v


@kernel(counted=False)
def has_room(mesh: Mesh, work: Work) -> bool:
    """Whether the next step of an insertion is sure to find room."""
    counts = mesh.counts
    return (
        counts[m.VERTICES] + ROOM <= mesh.out.size
        and counts[m.TRIANGLES] + 2 * ROOM <= mesh.depth.size
        and counts[m.RECORDS] + counts[m.LONGEST] + ROOM <= mesh.owners.shape[0]
        and counts[m.PIECES] + 2 * counts[m.LONGEST] + ROOM <= work.pieces.shape[0]
    )


@kernel(counted=False)
def insert_points(
    mesh: Mesh, work: Work, points: Int32s, order: Int64s, ids: Int32s, at: Int64s, scattered: bool
) -> int:
    """Insert and pin points from the at[0]th on, each looked for from the one before; a status.

    Those that are `scattered` are looked for from the nearest of some random vertices.
    """
    count = order.size if order.size > 0 else points.shape[0]
    while at[0] < count:
        if not has_room(mesh, work):
            return m.NO_ROOM
        i = order[at[0]] if order.size > 0 else at[0]
        x, y = points[i, 0], points[i, 1]
        near = mesh.counts[m.LAST]
        if at[0] == 0 or scattered:
            near = jump(mesh, x, y, cube_root(mesh.counts[m.LIVE_VERTICES]))
        v = insert_vertex(mesh, work, x, y, near)
        if v == NONE:
            return m.OUTSIDE
        mesh.pins[v] += 1
        ids[i] = v
        at[0] += 1
    return m.DONE
