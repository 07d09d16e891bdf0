"""Take a vertex out that nobody asks for any more, so that no trace of it is left.

A free vertex goes, and one where a single constraint passes through: straight, or bent by the rounding of a
crossing that is no more. The hole it leaves is a star polygon, or two, one on each side of the constraint;
ears are cut off it, and the new edges are legalised.
"""

from __future__ import annotations

from typing import Final

from sandbox.kernels.arrays import Int32s
from sandbox.kernels.jit import kernel
from sandbox.mesh import arrays as m
from sandbox.mesh.arrays import NONE, Mesh, Work, following, note, preceding
from sandbox.mesh.editing.edges import (
    ascends,
    drop_triangle,
    first_of_star,
    free_record,
    link,
    new_triangle,
    record_of,
    side,
)

OPEN_SIDE: Final = -2
"""In a ring: what lies outside comes later. (NONE is the border of the world.)"""

BEND: Final = 2
"""How far, in grid units, the rounding of a crossing may have bent a constraint that passes through."""


@kernel(counted=False)
def is_ear(mesh: Mesh, ring: Int32s, first: int, n: int, i: int) -> bool:
    """Whether corner i of the ring's n corners can be cut off: convex, and no other corner in it."""
    a = ring[first + (i - 1 if i > 0 else n - 1), 0]
    b = ring[first + i, 0]
    c = ring[first + (i + 1 if i + 1 < n else 0), 0]
    if side(mesh.xy, a, b, c) <= 0:
        return False
    for j in range(first, first + n):
        w = ring[j, 0]
        if (
            w != a
            and w != b
            and w != c
            and side(mesh.xy, a, b, w) >= 0
            and side(mesh.xy, b, c, w) >= 0
            and side(mesh.xy, c, a, w) >= 0
        ):
            return False
    return True


@kernel(counted=False)
def cut_ear(mesh: Mesh, ring: Int32s, first: int, n: int, i: int, depth: int) -> int:
    """Make a triangle of corner i and its neighbours; the ring closes over it. The half-edge it closes with."""
    last = first + (i - 1 if i > 0 else n - 1)
    here = first + i
    t = new_triangle(mesh)
    h = 3 * t
    fill(mesh, h, ring[last, 0], ring[last, 1], ring[last, 2])
    fill(mesh, h + 1, ring[here, 0], ring[here, 1], ring[here, 2])
    fill(mesh, h + 2, ring[first + (i + 1 if i + 1 < n else 0), 0], NONE, 0)
    mesh.depth[t] = depth
    note(mesh, m.FILL, t, NONE, mesh.org[h], mesh.org[h + 1], mesh.org[h + 2], NONE)
    ring[last, 1] = h + 2
    ring[last, 2] = 0
    for j in range(here, first + n - 1):
        for field in range(3):
            ring[j, field] = ring[j + 1, field]
    return h + 2


@kernel(counted=False)
def fill(mesh: Mesh, h: int, v: int, outside: int, con: int) -> None:
    """Set up a half-edge from v, with what lies on its other side."""
    mesh.org[h] = v
    mesh.con[h] = con
    mesh.out[v] = h
    link(mesh.twin, h, max(outside, NONE))


@kernel(counted=False)
def fill_hole(mesh: Mesh, work: Work, first: int, n: int, depth: int, doubtful: int, moved: bool) -> tuple[int, int]:
    """Triangulate the ring's n corners from `first` on; new edges go on the stack. How many are on it then.

    If a constraint of the ring `moved`, even the ring's own edges are in doubt: there is more to see from them.
    The half-edge along the ring's open side, if there was one, comes too.
    """
    opened = NONE
    while n > 2:
        i = 0
        while i < n - 1 and not is_ear(mesh, work.ring, first, n, i):
            i += 1
        last = first + (i - 1 if i > 0 else n - 1)
        at_last, at_here = work.ring[last, 1] == OPEN_SIDE, work.ring[first + i, 1] == OPEN_SIDE
        h = cut_ear(mesh, work.ring, first, n, i, depth)
        if at_last or at_here:
            opened = h - 2 if at_last else h - 1
        work.stack[doubtful] = h
        doubtful += 1
        if moved:
            work.stack[doubtful] = h - 1
            work.stack[doubtful + 1] = h - 2
            doubtful += 2
        n -= 1
    one, other = work.ring[first, 1], work.ring[first + 1, 1]  # two sides of one edge are left
    if one == OPEN_SIDE or other == OPEN_SIDE:
        opened = max(one, other)
    else:
        join(mesh, max(one, other), min(one, other), max(work.ring[first, 2], work.ring[first + 1, 2]))
    return doubtful, opened


@kernel(counted=False)
def join(mesh: Mesh, h: int, g: int, con: int) -> None:
    """Make two half-edges twins under one list of owners; g may be NONE."""
    link(mesh.twin, h, g)
    mesh.con[h] = con
    if g != NONE:
        mesh.con[g] = con


@kernel(counted=False)
def take_ring(mesh: Mesh, ring: Int32s, h: int, end: int, n: int, whole: bool) -> int:
    """Append the star's outer corners from h, turning left to `end`, to the n of the ring; how many there are.

    Not the whole star but a sector: the last corner comes too, and the way back from it is open.
    """
    while True:
        far = following(h)
        p = preceding(h)
        ring[n, 0] = mesh.org[far]
        ring[n, 1] = mesh.twin[far]
        ring[n, 2] = mesh.con[far]
        n += 1
        h = mesh.twin[p]
        if h == NONE or h == end:
            break
    if not whole:
        ring[n, 0] = mesh.org[p]
        ring[n, 1] = OPEN_SIDE
        ring[n, 2] = 0
        n += 1
    return n


@kernel(counted=False)
def drop_star(mesh: Mesh, v: int) -> None:
    """Give back v and its triangles; their outer sides are in the ring."""
    counts = mesh.counts
    start = first_of_star(mesh, v)
    h = start
    while h != NONE:
        after = mesh.twin[preceding(h)]
        drop_triangle(mesh, h // 3)
        h = NONE if after == start else after
    note(mesh, m.REMOVE, v, NONE, mesh.xy[v, 0], mesh.xy[v, 1], NONE, NONE)
    mesh.out[v] = NONE
    mesh.xy[v, 0] = counts[m.FREE_VERTEX]
    counts[m.FREE_VERTEX] = v
    counts[m.LIVE_VERTICES] -= 1


# -- which vertices may go -------------------------------------------------------------------------------


@kernel(counted=False)
def walls_at(mesh: Mesh, v: int) -> tuple[int, int, int]:
    """How many walls meet at v, and the first two, turning left. On the border: leaving it and coming back."""
    start = first_of_star(mesh, v)
    h = start
    n, one, two = 0, NONE, NONE
    while True:
        if mesh.con[h] != 0:
            n += 1
            one, two = (h, two) if n == 1 else (one, h if n == 2 else two)
        p = preceding(h)
        h = mesh.twin[p]
        if h == NONE:
            return n + 1, one, p if n == 1 else two
        if h == start:
            return n, one, two


@kernel(counted=False)
def free_owners(mesh: Mesh, con: int) -> None:
    """Give back a list of owners."""
    k = con - 1
    while k != NONE:
        after = mesh.owners[k, 0]
        free_record(mesh, k)
        k = after


@kernel(counted=False)
def turn_owners(mesh: Mesh, con: int) -> None:
    """Count a list's windings the other way."""
    k = con - 1
    while k != NONE:
        mesh.owners[k, 2] = -mesh.owners[k, 2]
        k = mesh.owners[k, 0]


@kernel(counted=False)
def same_owners(mesh: Mesh, h: int, g: int) -> tuple[bool, bool]:
    """Whether the same owners run along h and g in the same sense, and whether all of them may have been bent.

    Those are polygons and walls, whose edges the rounding of a crossing may have bent; the others never are.
    """
    org, owners = mesh.org, mesh.owners
    h_up = ascends(mesh.xy, org[h], org[following(h)])
    sense = 1 if h_up == ascends(mesh.xy, org[g], org[following(g)]) else -1
    bendable = True
    length = 0
    k = mesh.con[h] - 1
    while k != NONE:
        j = record_of(mesh, g, owners[k, 1])
        if j == NONE or owners[j, 2] != sense * owners[k, 2]:
            return False, False
        bendable = bendable and owners[k, 1] >= m.FIRST_OWNER
        length += 1
        k = owners[k, 0]
    k = mesh.con[g] - 1
    while k != NONE:
        length -= 1
        k = owners[k, 0]
    return length == 0, bendable


@kernel(counted=False)
def passes(mesh: Mesh, ring: Int32s, middle: int, n: int, v: int) -> bool:
    """Whether the walls v → a, v → b are so nearly one line that a → b may take their place.

    The ring has the sector left of v → a in its entries up to `middle`, then the other, up to n. Nothing may
    lie in the triangle that would change sides.
    """
    xy = mesh.xy
    a, b = ring[0, 0], ring[middle - 1, 0]
    area = side(xy, v, a, b)
    dx, dy = xy[b, 0] - xy[a, 0], xy[b, 1] - xy[a, 1]
    if (xy[v, 0] - xy[a, 0]) * dx + (xy[v, 1] - xy[a, 1]) * dy <= 0:
        return False
    if (xy[v, 0] - xy[b, 0]) * dx + (xy[v, 1] - xy[b, 1]) * dy >= 0:
        return False
    if float(area) * area > BEND * BEND * (float(dx) * dx + float(dy) * dy):
        return False
    first, end = (1, middle - 1) if area > 0 else (middle + 1, n - 1)
    if first == end and ring[first - 1, 2] != 0:  # a → b is there already, and somebody's
        return False
    for i in range(first, end):
        beyond = side(xy, a, b, ring[i, 0])
        if beyond == 0 or (beyond > 0) == (area > 0):
            return False
    return True


@kernel(counted=False)
def tidy(mesh: Mesh, work: Work, v: int) -> int:
    """Remove v if nobody asked for it and at most one constraint passes through: edges in doubt, or NONE if it stays.

    Its star is one polygon, or a constraint, from v to a and on to b, makes two sectors of it. On the world's
    border `two` comes back to v, and there is a sector only on one side.
    """
    xy, ring = mesh.xy, work.ring
    if mesh.out[v] == NONE or mesh.pins[v] != 0:
        return NONE
    walls, one, two = walls_at(mesh, v)
    if walls != 0 and walls != 2:
        return NONE
    free = walls == 0
    if free:
        one = two = mesh.out[v]
    border = mesh.org[two] != v
    same, bendable = (True, True) if free else same_owners(mesh, one, two if border else mesh.twin[two])
    if not same:
        return NONE
    n = middle = take_ring(mesh, ring, one, NONE if border else two, 0, free)
    if not free and not border:
        n = take_ring(mesh, ring, two, one, middle, False)
    a, b = ring[0, 0], ring[middle - 1, 0]
    bent = not free and side(xy, a, v, b) != 0
    if bent and (border or not bendable or not passes(mesh, ring, middle, n, v)):
        return NONE
    con, spare = mesh.con[one], mesh.con[two]
    left, right = mesh.depth[one // 3], mesh.depth[two // 3]
    turned = not free and ascends(xy, a, v) != ascends(xy, a, b)
    drop_star(mesh, v)
    doubtful, h = fill_hole(mesh, work, 0, middle, left, 0, bent)
    if not free:
        free_owners(mesh, spare)
        if turned:
            turn_owners(mesh, con)
        g = NONE
        if not border:
            doubtful, g = fill_hole(mesh, work, middle, n - middle, right, doubtful, bent)
        join(mesh, h, g, con)
    mesh.counts[m.LAST] = mesh.out[ring[0, 0]] // 3
    return doubtful
