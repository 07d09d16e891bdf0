"""Small steps every edit is made of: flip, legalise, new triangles, owners of an edge, what was touched."""

from __future__ import annotations

from sandbox.geometry.predicates import in_circle, orient
from sandbox.kernels.arrays import Int32s, Int64s
from sandbox.kernels.jit import kernel
from sandbox.mesh import arrays as m
from sandbox.mesh.arrays import NONE, Mesh, following, note, preceding


@kernel(counted=False)
def side(xy: Int64s, a: int, b: int, c: int) -> int:
    """Twice the signed area of three vertices: positive when c lies left of a → b."""
    return orient(xy[a, 0], xy[a, 1], xy[b, 0], xy[b, 1], xy[c, 0], xy[c, 1])


@kernel(counted=False)
def circle(xy: Int64s, a: int, b: int, c: int, d: int) -> int:
    """Positive when vertex d lies inside the circle through the triangle a, b, c."""
    return in_circle(xy[a, 0], xy[a, 1], xy[b, 0], xy[b, 1], xy[c, 0], xy[c, 1], xy[d, 0], xy[d, 1])


@kernel(counted=False)
def ascends(xy: Int64s, a: int, b: int) -> bool:
    """Whether a comes before b lexicographically: the direction in which windings are counted."""
    return xy[a, 0] < xy[b, 0] or (xy[a, 0] == xy[b, 0] and xy[a, 1] < xy[b, 1])


@kernel(counted=False)
def touch(mesh: Mesh, t: int) -> None:
    """Note that the current edit changed a triangle."""
    counts = mesh.counts
    if mesh.touched[t] != counts[m.EDIT]:
        mesh.touched[t] = counts[m.EDIT]
        mesh.dirty[counts[m.TOUCHED]] = t
        counts[m.TOUCHED] += 1


@kernel(counted=False)
def new_triangle(mesh: Mesh) -> int:
    """An id for a triangle; its arrays are the caller's to fill. The caller made sure there is room."""
    counts = mesh.counts
    t = counts[m.FREE_TRIANGLE]
    if t != NONE:
        counts[m.FREE_TRIANGLE] = mesh.twin[3 * t]
    else:
        t = counts[m.TRIANGLES]
        counts[m.TRIANGLES] = t + 1
    counts[m.LIVE_TRIANGLES] += 1
    touch(mesh, t)
    return t


@kernel(counted=False)
def drop_triangle(mesh: Mesh, t: int) -> None:
    """Give the id of a triangle back."""
    counts = mesh.counts
    for h in range(3 * t, 3 * t + 3):
        mesh.org[h] = NONE
        mesh.con[h] = 0
    mesh.twin[3 * t] = counts[m.FREE_TRIANGLE]
    counts[m.FREE_TRIANGLE] = t
    counts[m.LIVE_TRIANGLES] -= 1


@kernel(counted=False)
def link(twin: Int32s, h: int, g: int) -> None:
    """Make two half-edges twins; g may be NONE."""
    twin[h] = g
    if g != NONE:
        twin[g] = h


@kernel(counted=False)
def flip(mesh: Mesh, h: int) -> None:
    """Turn the free edge h: a → b between apexes p (left) and d (right) into d → p.

    Afterwards h is a → d, following(h) is d → p, and twin's side is b → p, p → d, d → b.
    """
    org, twin, con, out = mesh.org, mesh.twin, mesh.con, mesh.out
    g = twin[h]
    hn, hp, gn, gp = following(h), preceding(h), following(g), preceding(g)
    a, b, p, d = org[h], org[g], org[hp], org[gp]
    left, right = twin[hn], twin[gn]
    left_con, right_con = con[hn], con[gn]
    org[hn] = d
    org[gn] = p
    link(twin, h, right)
    con[h] = right_con
    link(twin, g, left)
    con[g] = left_con
    link(twin, hn, gn)
    con[hn] = 0
    con[gn] = 0
    out[a] = h
    out[b] = g
    touch(mesh, h // 3)
    touch(mesh, g // 3)
    mesh.counts[m.FLIPS] += 1
    note(mesh, m.FLIP, h, g, a, b, d, p)


@kernel(counted=False)
def legalise(mesh: Mesh, stack: Int32s, n: int, around: bool) -> None:
    """Flip until every edge is locally Delaunay; the first n entries of the stack are in doubt (Lawson).

    `around` a new vertex, the apex of all of them, only the two far sides of a flip come into doubt.
    """
    org, twin, con = mesh.org, mesh.twin, mesh.con
    while n > 0:
        n -= 1
        h = stack[n]
        g = twin[h]
        if org[h] == NONE or con[h] != 0 or g == NONE:
            continue
        far = preceding(g)
        if mesh.counts[m.TRACE]:
            note(mesh, m.TEST, h, g, org[h], org[g], org[far], org[preceding(h)])
        if circle(mesh.xy, org[h], org[g], org[preceding(h)], org[far]) <= 0:
            continue
        flip(mesh, h)
        if n + 4 > stack.size:
            mesh.counts[m.OVERFLOW] = 1
            continue
        stack[n] = h
        stack[n + 1] = far
        n += 2
        if not around:
            stack[n] = g
            stack[n + 1] = preceding(h)
            n += 2


@kernel(counted=False)
def edge_between(mesh: Mesh, u: int, v: int) -> int:
    """The half-edge u → v, or the border's v → u where that is the only one, or NONE."""
    org, twin = mesh.org, mesh.twin
    start = mesh.out[u]
    h = start
    while True:  # turn left around u
        if org[following(h)] == v:
            return h
        p = preceding(h)
        if twin[p] == NONE:
            if org[p] == v:
                return p
            break
        h = twin[p]
        if h == start:
            return NONE
    h = start
    while twin[h] != NONE:  # and right, when the border stopped us
        h = following(twin[h])
        if org[following(h)] == v:
            return h
    return NONE


@kernel(counted=False)
def on_border(mesh: Mesh, v: int) -> bool:
    """Whether a vertex lies on the sides of the world."""
    xy = mesh.xy
    x, y = xy[v, 0], xy[v, 1]
    return x == xy[0, 0] or x == xy[2, 0] or y == xy[0, 1] or y == xy[2, 1]


@kernel(counted=False)
def first_of_star(mesh: Mesh, v: int) -> int:
    """A half-edge leaving v from which left turns, h → twin[preceding(h)], meet all its triangles."""
    h = mesh.out[v]
    if on_border(mesh, v):
        while mesh.twin[h] != NONE:
            h = following(mesh.twin[h])
    return h


# -- owners ----------------------------------------------------------------------------------------------


@kernel(counted=False)
def record_of(mesh: Mesh, h: int, owner: int) -> int:
    """The record by which an owner holds an edge, or NONE."""
    k = mesh.con[h] - 1
    length = 1
    while k != NONE and mesh.owners[k, 1] != owner:
        k = mesh.owners[k, 0]
        length += 1
    mesh.counts[m.LONGEST] = max(mesh.counts[m.LONGEST], length)
    return k


@kernel(counted=False)
def new_record(mesh: Mesh, after: int, owner: int, winding: int) -> int:
    """A record in front of another (NONE: the first of a list)."""
    counts, owners = mesh.counts, mesh.owners
    k = counts[m.FREE_RECORD]
    if k != NONE:
        counts[m.FREE_RECORD] = owners[k, 0]
    else:
        k = counts[m.RECORDS]
        counts[m.RECORDS] = k + 1
    owners[k, 0] = after
    owners[k, 1] = owner
    owners[k, 2] = winding
    return k


@kernel(counted=False)
def free_record(mesh: Mesh, k: int) -> None:
    """Give a record back."""
    mesh.owners[k, 0] = mesh.counts[m.FREE_RECORD]
    mesh.counts[m.FREE_RECORD] = k


@kernel(counted=False)
def set_con(mesh: Mesh, h: int, con: int) -> None:
    """Set the owner list of an edge, seen from both sides."""
    mesh.con[h] = con
    touch(mesh, h // 3)
    g = mesh.twin[h]
    if g != NONE:
        mesh.con[g] = con
        touch(mesh, g // 3)


@kernel(counted=False)
def own(mesh: Mesh, h: int, owner: int, winding: int) -> None:
    """Add an owner whose outline runs along h `winding` times (0: a wall without an inside)."""
    a, b = mesh.org[h], mesh.org[following(h)]
    up = winding if ascends(mesh.xy, a, b) else -winding
    con = mesh.con[h]
    k = record_of(mesh, h, owner)
    if k != NONE:
        mesh.owners[k, 2] += up
    else:
        con = 1 + new_record(mesh, con - 1, owner, up)
    set_con(mesh, h, con)
    note(mesh, m.CONSTRAIN, h, owner, a, b, winding, NONE)


@kernel(counted=False)
def disown(mesh: Mesh, h: int, owner: int) -> None:
    """Take an owner's record off an edge, if it has one."""
    owners = mesh.owners
    k = mesh.con[h] - 1
    before = NONE
    while k != NONE and owners[k, 1] != owner:
        before = k
        k = owners[k, 0]
    if k == NONE:
        return
    note(mesh, m.RELEASE, h, owner, mesh.org[h], mesh.org[following(h)], owners[k, 2], NONE)
    if before != NONE:
        owners[before, 0] = owners[k, 0]
    set_con(mesh, h, owners[k, 0] + 1 if before == NONE else mesh.con[h])
    free_record(mesh, k)


@kernel(counted=False)
def copy_owners(mesh: Mesh, con: int) -> int:
    """A copy of an owner list for the other half of a split edge: edges never share lists."""
    head = NONE
    k = con - 1
    while k != NONE:
        head = new_record(mesh, head, mesh.owners[k, 1], mesh.owners[k, 2])
        k = mesh.owners[k, 0]
    return head + 1


@kernel(counted=False)
def winding_of(mesh: Mesh, h: int, without: int) -> int:
    """By how much depth is larger left of h than right of it, not counting one owner (NONE: all count)."""
    total = 0
    k = mesh.con[h] - 1
    while k != NONE:
        if mesh.owners[k, 1] != without:
            total += mesh.owners[k, 2]
        k = mesh.owners[k, 0]
    return total if ascends(mesh.xy, mesh.org[h], mesh.org[following(h)]) else -total


@kernel(counted=False)
def winding_by(mesh: Mesh, h: int, owner: int) -> int:
    """How often one owner's outline runs along h, minus how often it runs back."""
    if mesh.con[h] == 0:
        return 0
    k = record_of(mesh, h, owner)
    if k == NONE:
        return 0
    up = mesh.owners[k, 2]
    return up if ascends(mesh.xy, mesh.org[h], mesh.org[following(h)]) else -up
