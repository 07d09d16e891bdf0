"""Insert points and constraints into a constrained Delaunay triangulation.

Points: Lawson, "Software for C1 surface interpolation", 1977: split the triangle or edge, then flip.
Constraints: Sloan, "A fast algorithm for generating constrained Delaunay triangulations", Computers &
Structures 1993: flip away every edge that crosses, then legalise what the flips made.

Departs from them in what happens where two constraints cross: the older one is freed, the crossing, rounded
to the grid, becomes an ordinary vertex, and the pieces of both are inserted again from a stack. So a piece
may lie up to a grid unit beside its line, and nothing that was said of an edge is ever assumed to be so:
each piece finds its own way.
"""

from __future__ import annotations

from typing import Final

from sandbox.kernels.jit import kernel
from sandbox.mesh.arrays import (
    CROSSINGS,
    FREE_VERTEX,
    LAST,
    LIVE_VERTICES,
    LONGEST,
    NONE,
    OVERFLOW,
    PIECES,
    RECORDS,
    SPLIT_EDGE,
    SPLIT_FACE,
    TANGLED,
    TRIANGLES,
    VERTICES,
    Int32s,
    Int64s,
    Mesh,
    Work,
    following,
    note,
    preceding,
)
from sandbox.mesh.edges import (
    ascends,
    copy_owners,
    edge_between,
    first_of_star,
    flip,
    free_record,
    legalise,
    link,
    new_triangle,
    own,
    record_of,
    set_con,
    side,
    touch,
)
from sandbox.mesh.labels import flood_inside, follow, label_all, label_touched
from sandbox.mesh.walk import at_vertex, cube_root, jump, walk

DONE: Final = 0
NO_ROOM: Final = 1
"""The arrays are full: enlarge them and call again, nothing is lost."""
ENDLESS: Final = 2
"""Pieces kept breaking: the constraint was given up half-way (never seen; the cap is there to be sure)."""
OUTSIDE: Final = 3

LABEL_ALL: Final = -2

ROOM: Final = 4  # vertices one step of a constraint may need, and pieces besides those of the owners it cuts
MOST_STEPS: Final = 1 << 22

CROSSES: Final = 0
ALONG: Final = 1
ALONG_BACK: Final = 2


@kernel(counted=False)
def split_face(mesh: Mesh, work: Work, t: int, v: int) -> None:
    """Replace triangle a b c by a b v, b c v, c a v."""
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
    out[v], out[a], out[b], out[c] = h2, h0, g0, k0
    mesh.depth[t1] = mesh.depth[t]
    mesh.depth[t2] = mesh.depth[t]
    touch(mesh, t)
    note(mesh, SPLIT_FACE, t, v, t1, t2, NONE, NONE)
    stack = work.stack
    stack[0], stack[1], stack[2] = h0, g0, k0
    legalise(mesh, stack, 3, True)


@kernel(counted=False)
def split_edge(mesh: Mesh, work: Work, h: int, v: int) -> None:
    """Put v on the edge a → b with apexes p and d: a v p and v b p, and on the other side b v d and v a d."""
    org, twin, con, out, stack = mesh.org, mesh.twin, mesh.con, mesh.out, work.stack
    g, hn, hp = twin[h], following(h), preceding(h)
    a, b, p = org[h], org[hn], org[hp]
    owned = con[h]
    t = h // 3
    t1 = new_triangle(mesh)
    t2 = new_triangle(mesh) if g != NONE else NONE
    touch(mesh, t)
    h1 = 3 * t1
    org[hn] = v
    org[h1], org[h1 + 1], org[h1 + 2] = v, b, p
    link(twin, h1 + 1, twin[hn])
    con[h1 + 1] = con[hn]
    link(twin, hn, h1 + 2)
    con[hn], con[h1 + 2] = 0, 0
    out[v], out[a], out[b], out[p] = h1, h, h1 + 1, hp
    mesh.depth[t1] = mesh.depth[t]
    copied = copy_owners(mesh, owned)
    con[h1] = copied
    twin[h1] = g
    stack[0], stack[1] = hp, h1 + 1
    n = 2
    if g != NONE:
        gn, gp = following(g), preceding(g)
        g1 = 3 * t2
        touch(mesh, g // 3)
        org[gn] = v
        org[g1], org[g1 + 1], org[g1 + 2] = v, a, org[gp]
        link(twin, g1 + 1, twin[gn])
        con[g1 + 1] = con[gn]
        link(twin, gn, g1 + 2)
        con[gn], con[g1 + 2] = 0, 0
        out[org[gp]] = gp
        mesh.depth[t2] = mesh.depth[g // 3]
        con[g], con[g1] = copied, owned
        link(twin, h, g1)
        link(twin, g, h1)
        stack[2], stack[3] = gp, g1 + 1
        n = 4
    note(mesh, SPLIT_EDGE, h, v, t1, t2, g, NONE)
    legalise(mesh, stack, n, True)


@kernel(counted=False)
def new_vertex(mesh: Mesh, x: int, y: int) -> int:
    """An id for a vertex. The caller made sure there is room."""
    counts = mesh.counts
    v = counts[FREE_VERTEX]
    if v != NONE:
        counts[FREE_VERTEX] = mesh.xy[v, 0]
    else:
        v = counts[VERTICES]
        counts[VERTICES] = v + 1
    counts[LIVE_VERTICES] += 1
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
    mesh.counts[LAST] = t
    v = at_vertex(found)
    if v >= 0:
        return v
    v = new_vertex(mesh, x, y)
    if found >= 0:
        split_edge(mesh, work, found, v)
    else:
        split_face(mesh, work, t, v)
    return v


# -- constraints -----------------------------------------------------------------------------------------


@kernel(counted=False)
def leaves(mesh: Mesh, h: int, u: int, v: int) -> int:
    """How u → v leaves the triangle left of h (which starts at u): CROSSES, ALONG, ALONG_BACK, or NONE."""
    xy = mesh.xy
    a, b = mesh.org[following(h)], mesh.org[preceding(h)]
    on_a, on_b = side(xy, u, v, a), side(xy, u, v, b)
    if on_a < 0 < on_b:
        return CROSSES
    dx, dy = xy[v, 0] - xy[u, 0], xy[v, 1] - xy[u, 1]
    if on_a == 0 and (xy[a, 0] - xy[u, 0]) * dx + (xy[a, 1] - xy[u, 1]) * dy > 0:
        return ALONG
    if on_b == 0 and (xy[b, 0] - xy[u, 0]) * dx + (xy[b, 1] - xy[u, 1]) * dy > 0:
        return ALONG_BACK
    return NONE


@kernel(counted=False)
def departure(mesh: Mesh, u: int, v: int) -> tuple[int, int]:
    """How the segment leaves u, and by which edge: the one it crosses, or u → w or w → u it runs along."""
    start = first_of_star(mesh, u)
    h = start
    while True:
        how = leaves(mesh, h, u, v)
        if how != NONE:
            return how, (h if how == ALONG else following(h) if how == CROSSES else preceding(h))
        h = mesh.twin[preceding(h)]
        if h == NONE or h == start:
            return NONE, NONE


@kernel(counted=False)
def rounded(n: int, d: int, whole: int) -> int:
    """Round n · d / whole to the nearest integer; |n| and |whole| up to 2^41, |d| up to 2^20."""
    product = n * d
    if whole < 0:
        product = -product
        whole = -whole
    quotient = product // whole
    rest = product - quotient * whole
    return quotient + 1 if rest >= whole - rest else quotient


@kernel(counted=False)
def push_piece(mesh: Mesh, work: Work, u: int, v: int, owner: int, winding: int) -> None:
    """Remember a piece of a constraint that still has to go in."""
    if u != v:
        n = mesh.counts[PIECES]
        row = work.pieces[n]
        row[0] = u
        row[1] = v
        row[2] = owner
        row[3] = winding
        mesh.counts[PIECES] = n + 1


@kernel(counted=False)
def cut(mesh: Mesh, work: Work, h: int, u: int, v: int, owner: int) -> int:
    """Break the constraint h where u → v crosses it; its pieces go on the stack. The vertex there."""
    xy, owners = mesh.xy, mesh.owners
    mesh.counts[CROSSINGS] += 1
    a, b = mesh.org[h], mesh.org[following(h)]
    if record_of(mesh, h, owner) != NONE:
        mesh.counts[TANGLED] = owner
    from_u = side(xy, a, b, u)
    whole = from_u - side(xy, a, b, v)
    x = xy[u, 0] + rounded(from_u, xy[v, 0] - xy[u, 0], whole)
    y = xy[u, 1] + rounded(from_u, xy[v, 1] - xy[u, 1], whole)
    if xy[a, 0] == x and xy[a, 1] == y:
        return a
    if xy[b, 0] == x and xy[b, 1] == y:
        return b
    up = ascends(xy, a, b)
    k = mesh.con[h] - 1
    set_con(mesh, h, 0)
    work.stack[0] = h
    legalise(mesh, work.stack, 1, False)
    m = insert_vertex(mesh, work, x, y, mesh.out[a] // 3)
    while k != NONE:
        winding = owners[k, 2] if up else -owners[k, 2]
        push_piece(mesh, work, a, m, owners[k, 1], winding)
        push_piece(mesh, work, m, b, owners[k, 1], winding)
        after = owners[k, 0]
        free_record(mesh, k)
        k = after
    return m


@kernel(counted=False)
def collect(mesh: Mesh, work: Work, h: int, u: int, v: int) -> tuple[int, int, int]:
    """Edges that cross u → v from h on: (how many, the vertex where they end, the constraint in the way)."""
    org, twin, pairs = mesh.org, mesh.twin, work.pairs
    n = 0
    while mesh.con[h] == 0:
        if n == pairs.shape[0]:
            return NONE, NONE, NONE
        pairs[n, 0] = org[h]
        pairs[n, 1] = org[following(h)]
        n += 1
        g = twin[h]
        w = org[preceding(g)]
        if w == v:
            return n, v, NONE
        turn = side(mesh.xy, u, v, w)
        if turn == 0:
            return n, w, NONE
        h = following(g) if turn > 0 else preceding(g)
    return n, NONE, h


@kernel(counted=False)
def flip_away(mesh: Mesh, work: Work, n: int, u: int, v: int) -> int:
    """Flip the n collected edges until none crosses u → v; those made on the way go to `fresh`."""
    xy, org, pairs, fresh = mesh.xy, mesh.org, work.pairs, work.fresh
    room = pairs.shape[0]
    head = 0
    made = 0
    while n > 0:
        a, b = pairs[head, 0], pairs[head, 1]
        head = head + 1 if head + 1 < room else 0
        n -= 1
        h = edge_between(mesh, a, b)
        p, d = org[preceding(h)], org[preceding(mesh.twin[h])]
        tail = head + n if head + n < room else head + n - room
        if side(xy, p, a, d) <= 0 or side(xy, d, b, p) <= 0:  # not convex yet: later
            pairs[tail, 0] = a
            pairs[tail, 1] = b
            n += 1
            continue
        flip(mesh, h)
        on_d, on_p = side(xy, u, v, d), side(xy, u, v, p)
        if (on_d > 0 > on_p) or (on_d < 0 < on_p):
            pairs[tail, 0] = d
            pairs[tail, 1] = p
            n += 1
        elif made < fresh.shape[0]:
            fresh[made, 0] = d
            fresh[made, 1] = p
            made += 1
        else:
            mesh.counts[OVERFLOW] = 1
    return made


@kernel(counted=False)
def legalise_fresh(mesh: Mesh, work: Work, made: int) -> None:
    """Legalise the edges that `flip_away` made, those that are still there."""
    n = 0
    for i in range(made):
        h = edge_between(mesh, work.fresh[i, 0], work.fresh[i, 1])
        if h != NONE:
            work.stack[n] = h
            n += 1
    legalise(mesh, work.stack, n, False)


@kernel(counted=False)
def has_room(mesh: Mesh, work: Work) -> bool:
    """Whether the next step of a constraint is sure to find room."""
    counts = mesh.counts
    return (
        counts[VERTICES] + ROOM <= mesh.out.size
        and counts[TRIANGLES] + 2 * ROOM <= mesh.depth.size
        and counts[RECORDS] + counts[LONGEST] + ROOM <= mesh.owners.shape[0]
        and counts[PIECES] + 2 * counts[LONGEST] + ROOM <= work.pieces.shape[0]
    )


@kernel(counted=False)
def insert_pieces(mesh: Mesh, work: Work) -> int:
    """Insert every piece on the stack; a status."""
    org, counts, pieces = mesh.org, mesh.counts, work.pieces
    for _ in range(MOST_STEPS):
        if counts[PIECES] == 0:
            return DONE
        if not has_room(mesh, work):
            return NO_ROOM
        n = counts[PIECES] - 1
        counts[PIECES] = n
        u, v, owner, winding = pieces[n, 0], pieces[n, 1], pieces[n, 2], pieces[n, 3]
        how, h = departure(mesh, u, v)
        if how == NONE:
            continue
        if how != CROSSES:
            own(mesh, h, owner, winding if how == ALONG else -winding)
            push_piece(mesh, work, org[following(h)] if how == ALONG else org[h], v, owner, winding)
            continue
        crossing, w, wall = collect(mesh, work, h, u, v)
        if crossing == NONE:
            push_piece(mesh, work, u, v, owner, winding)
            return NO_ROOM
        if wall != NONE:
            m = cut(mesh, work, wall, u, v, owner)
            push_piece(mesh, work, m, v, owner, winding)
            push_piece(mesh, work, u, m, owner, winding)
            continue
        made = flip_away(mesh, work, crossing, u, w)
        own(mesh, edge_between(mesh, u, w), owner, winding)
        legalise_fresh(mesh, work, made)
        push_piece(mesh, work, w, v, owner, winding)
    counts[PIECES] = 0
    return ENDLESS


@kernel(counted=False)
def insert(
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
    points: Int32s,
    order: Int64s,
    ids: Int32s,
    rows: Int32s,
    at: Int64s,
    inside_of: int,
) -> int:
    """Insert points, then constraints between them, then label; a status. After NO_ROOM, call again.

    Called from Python as insert(*mesh, *work, …): unpacking the two tuples would cost 5 µs a call.

    points   x, y inside the world; each is pinned, ids get their vertices
    order    in which they go in, each near the one before; empty: as they come
    rows     constraints: numbers of two points, owner, winding
    at       the next point and the next row: zeros at first
    inside_of  the owner whose outline all rows are; NONE for anything else; LABEL_ALL to flood everything
    """
    mesh = Mesh(xy, out, org, twin, con, depth, owners, counts, pins, touched, dirty, mark, log)
    work = Work(stack, pairs, fresh, pieces, ring)
    while at[0] < points.shape[0]:
        if not has_room(mesh, work):
            return NO_ROOM
        i = order[at[0]] if order.size > 0 else at[0]
        x, y = points[i, 0], points[i, 1]
        near = counts[LAST]
        if mesh.org[3 * near] == NONE or at[0] == 0:
            near = jump(mesh, x, y, cube_root(counts[LIVE_VERTICES]))
        v = insert_vertex(mesh, work, x, y, near)
        if v == NONE:
            return OUTSIDE
        mesh.pins[v] += 1
        ids[i] = v
        at[0] += 1
    status = insert_pieces(mesh, work)
    while status == DONE and at[1] < rows.shape[0]:
        row = rows[at[1]]
        push_piece(mesh, work, ids[row[0]], ids[row[1]], row[2], row[3])
        at[1] += 1
        status = insert_pieces(mesh, work)
    if status == DONE:
        label_inserted(mesh, work, ids, inside_of)
    return status


@kernel(counted=False)
def label_inserted(mesh: Mesh, work: Work, ids: Int32s, inside_of: int) -> None:
    """Bring the labels up to date after an insertion."""
    counts = mesh.counts
    sound = inside_of != LABEL_ALL
    if sound and counts[CROSSINGS] > 0:  # roundings moved other walls
        sound = label_touched(mesh, work, inside_of)
    elif sound and inside_of == NONE:
        sound = label_touched(mesh, work, NONE)
    if sound and inside_of != NONE:
        edges, _ = follow(mesh, work, ids, inside_of)
        sound = flood_inside(mesh, work, edges, inside_of, 1)
        if not sound:
            counts[TANGLED] = inside_of
    if not sound:
        label_all(mesh, work)
