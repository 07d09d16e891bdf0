"""Insert constraints into a constrained Delaunay triangulation.

Sloan, "A fast algorithm for generating constrained Delaunay triangulations", Computers & Structures 1993: flip
away every edge that crosses, then legalise what the flips made.

Departs from it in what happens where two constraints cross: the crossing, rounded to the grid, becomes an
ordinary vertex; if the rounding put it beside the older constraint, that one is freed, and its pieces are
inserted again from a stack, as the pieces of the new one are. So a piece may lie up to a grid unit beside its
line, and nothing that was said of an edge is ever assumed to be so: each piece finds its own way.
"""

from __future__ import annotations

from typing import Final

from sandbox.kernels.arrays import Int32s, Int64s
from sandbox.kernels.jit import kernel
from sandbox.mesh.arrays import (
    CROSSINGS,
    DONE,
    ENDLESS,
    NO_ROOM,
    NONE,
    OVERFLOW,
    PIECES,
    TANGLED,
    Mesh,
    Work,
    following,
    preceding,
)
from sandbox.mesh.editing.edges import (
    ascends,
    edge_between,
    first_of_star,
    flip,
    free_record,
    legalise,
    own,
    record_of,
    set_con,
    side,
)
from sandbox.mesh.editing.split import has_room, insert_vertex

MOST_STEPS: Final = 1 << 22

CROSSES: Final = 0
ALONG: Final = 1
ALONG_BACK: Final = 2


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
def crossing(mesh: Mesh, a: int, b: int, u: int, v: int) -> tuple[int, int]:
    """Where u → v crosses a → b, rounded to the grid."""
    xy = mesh.xy
    from_u = side(xy, a, b, u)
    whole = from_u - side(xy, a, b, v)
    x = xy[u, 0] + rounded(from_u, xy[v, 0] - xy[u, 0], whole)
    return x, xy[u, 1] + rounded(from_u, xy[v, 1] - xy[u, 1], whole)


@kernel(counted=False)
def lead_through(mesh: Mesh, work: Work, a: int, b: int, m: int) -> int:
    """Have the constraint a → b lead through m, a vertex beside it: free it, its pieces go on the stack.

    How many edges are in doubt, on the stack: 1, or 0 if m lies on the constraint and has split it already.
    """
    owners = mesh.owners
    h = edge_between(mesh, a, b)
    if h == NONE or m == a or m == b:
        return 0
    up = ascends(mesh.xy, a, b)
    k = mesh.con[h] - 1
    set_con(mesh, h, 0)
    while k != NONE:
        winding = owners[k, 2] if up else -owners[k, 2]
        push_piece(mesh, work, a, m, owners[k, 1], winding)
        push_piece(mesh, work, m, b, owners[k, 1], winding)
        after = owners[k, 0]
        free_record(mesh, k)
        k = after
    work.stack[0] = h
    return 1


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
        turn = side(mesh.xy, u, v, w)
        if w == v or turn == 0:
            return n, w, NONE
        h = following(g) if turn > 0 else preceding(g)
    return n, NONE, h


@kernel(counted=False)
def flip_away(mesh: Mesh, work: Work, n: int, u: int, v: int) -> int:
    """Flip the n collected edges until none crosses u → v. How many edges that leaves in doubt, on the stack."""
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
        again = side(xy, p, a, d) <= 0 or side(xy, d, b, p) <= 0  # not convex yet: later
        if not again:
            flip(mesh, h)
            a, b = d, p
            on_d, on_p = side(xy, u, v, d), side(xy, u, v, p)
            again = (on_d > 0 > on_p) or (on_d < 0 < on_p)
        if again:
            tail = head + n if head + n < room else head + n - room
            pairs[tail, 0] = a
            pairs[tail, 1] = b
            n += 1
        elif made < fresh.shape[0]:
            fresh[made, 0] = a
            fresh[made, 1] = b
            made += 1
        else:
            mesh.counts[OVERFLOW] = 1
    doubtful = 0
    for i in range(made):  # some were flipped on
        h = edge_between(mesh, fresh[i, 0], fresh[i, 1])
        if h != NONE:
            work.stack[doubtful] = h
            doubtful += 1
    return doubtful


@kernel(counted=False)
def insert_rows(mesh: Mesh, work: Work, ids: Int32s, rows: Int32s, sole: int, at: Int64s) -> int:
    """Insert constraints from the at[1]th on, of a `sole` owner or NONE, and every piece that waits; a status."""
    org, counts, pieces = mesh.org, mesh.counts, work.pieces
    for _ in range(MOST_STEPS + 64 * rows.shape[0]):
        if counts[PIECES] == 0:
            if at[1] == rows.shape[0]:
                return DONE
            i = at[1]
            owner = rows[i, 2] if sole == NONE else sole
            push_piece(mesh, work, ids[rows[i, 0]], ids[rows[i, 1]], owner, rows[i, 3])
            at[1] = i + 1
            continue
        if not has_room(mesh, work):
            return NO_ROOM
        n = counts[PIECES] - 1
        u, v, owner, winding = pieces[n, 0], pieces[n, 1], pieces[n, 2], pieces[n, 3]
        how, h = departure(mesh, u, v)
        made, w, wall = 0, u, NONE
        if how == CROSSES:
            made, w, wall = collect(mesh, work, h, u, v)
            if made == NONE:
                return NO_ROOM
        counts[PIECES] = n
        if how == NONE:
            continue
        if wall != NONE:
            counts[CROSSINGS] += 1
            if record_of(mesh, wall, owner) != NONE:
                counts[TANGLED] = owner
            a, b = org[wall], org[following(wall)]
            x, y = crossing(mesh, a, b, u, v)
            m = insert_vertex(mesh, work, x, y, wall // 3)
            doubtful = lead_through(mesh, work, a, b, m)
            push_piece(mesh, work, m, v, owner, winding)
            push_piece(mesh, work, u, m, owner, winding)
        else:
            doubtful = 0
            if how == CROSSES:
                doubtful = flip_away(mesh, work, made, u, w)
                h = edge_between(mesh, u, w)
            own(mesh, h, owner, -winding if how == ALONG_BACK else winding)
            w = w if how == CROSSES else org[following(h)] if how == ALONG else org[h]
            push_piece(mesh, work, w, v, owner, winding)
        legalise(mesh, work.stack, doubtful, False)
    counts[PIECES] = 0
    return ENDLESS
