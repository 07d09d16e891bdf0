"""The walk: from a triangle towards a point, edge by edge, as every edit and query does it.

Devillers, Pion, Teillaud, "Walking in a triangulation", IJFCS 2002: the remembering stochastic walk never
tests the edge it came through, and tosses a coin when both others face the point. The coin is what makes
it end in a *constrained* Delaunay triangulation, where a fixed choice can go round in circles; a cap on the
steps, after which every triangle is tried, makes it certain.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sandbox.kernels.arrays import Int64s
from sandbox.kernels.jit import kernel
from sandbox.mesh import arrays as m
from sandbox.mesh.arrays import NONE, Mesh, following, note, preceding

INSIDE: Final = -1
FIRST_VERTEX: Final = -2
"""What `walk` finds besides the triangle: INSIDE, the half-edge the point lies on, or FIRST_VERTEX - vertex."""


class Place(NamedTuple):
    """Where a point lies: its triangle, and the half-edge or vertex it lies on, if any (else NONE)."""

    triangle: int
    edge: int = NONE
    vertex: int = NONE

    @classmethod
    def of(cls, triangle: int, found: int) -> Place:
        """From what `walk` found."""
        return cls(triangle, max(found, NONE), max(FIRST_VERTEX - found, NONE))


@kernel(counted=False)
def at_vertex(found: int) -> int:
    """The vertex in what `walk` found, or a negative number."""
    return FIRST_VERTEX - found


@kernel(counted=False)
def toss(counts: Int64s) -> int:
    """The next number of the walk's own generator (Marsaglia's xorshift, "Xorshift RNGs", JSS 2003)."""
    r = counts[m.RANDOM]
    r ^= (r << 13) & 0x7FFFFFFFFFFFFFFF
    r ^= r >> 7
    r ^= (r << 17) & 0x7FFFFFFFFFFFFFFF
    counts[m.RANDOM] = r
    return r


@kernel(counted=False)
def walk(mesh: Mesh, x: int, y: int, t: int) -> tuple[int, int]:
    """Triangle that holds the point, and where in it; triangle NONE when the point is outside the world."""
    xy, org, twin, counts = mesh.xy, mesh.org, mesh.twin, mesh.counts
    h = 3 * t
    # the point is known to lie left of h, or on it; corners are taken relative to the point
    a, b = org[h], org[h + 1]
    ax, ay, bx, by = xy[a, 0] - x, xy[a, 1] - y, xy[b, 0] - x, xy[b, 1] - y
    first = ax * by - ay * bx
    if first < 0:
        h = twin[h]
        if h == NONE:
            return NONE, INSIDE
        ax, ay, bx, by = bx, by, ax, ay
        first = 1
    for step in range(4 * counts[m.TRIANGLES] + 64):
        p = org[preceding(h)]
        px, py = xy[p, 0] - x, xy[p, 1] - y
        if counts[m.TRACE]:
            note(mesh, m.VISIT, h // 3, NONE if step == 0 else mesh.twin[h] // 3, step, NONE, NONE, NONE)
        right = bx * py - by * px  # side of b → p
        left = px * ay - py * ax  # side of p → a
        if right >= 0 and left >= 0:
            counts[m.STEPS] += step + 1
            return h // 3, _where(mesh, h, first, right, left)
        if right < 0 and (left >= 0 or toss(counts) & 1):
            h = twin[following(h)]
            ax, ay = px, py
        else:
            h = twin[preceding(h)]
            bx, by = px, py
        first = 1
        if h == NONE:
            return NONE, INSIDE
    return try_all(mesh, x, y)


@kernel(counted=False)
def _where(mesh: Mesh, h: int, first: int, right: int, left: int) -> int:
    """Inside, on an edge or on a corner, from the three sides of a triangle that holds the point."""
    if first > 0:
        if right > 0:
            return INSIDE if left > 0 else preceding(h)
        return following(h) if left > 0 else FIRST_VERTEX - mesh.org[preceding(h)]
    if right > 0:
        return h if left > 0 else FIRST_VERTEX - mesh.org[h]
    return FIRST_VERTEX - mesh.org[following(h)]


@kernel(counted=False)
def try_all(mesh: Mesh, x: int, y: int) -> tuple[int, int]:
    """Test triangle after triangle: the definition, and the walk's last resort."""
    for t in range(mesh.counts[m.TRIANGLES]):
        h = 3 * t
        if mesh.org[h] == NONE:
            continue
        if mesh.counts[m.TRACE]:
            note(mesh, m.VISIT, t, NONE, NONE, NONE, NONE, NONE)
        first = _side_of(mesh, h, x, y)
        right = _side_of(mesh, h + 1, x, y)
        left = _side_of(mesh, h + 2, x, y)
        if first >= 0 and right >= 0 and left >= 0:
            return t, _where(mesh, h, first, right, left)
    return NONE, INSIDE


@kernel(counted=False)
def _side_of(mesh: Mesh, h: int, x: int, y: int) -> int:
    a, b = mesh.org[h], mesh.org[following(h)]
    ax, ay = mesh.xy[a, 0] - x, mesh.xy[a, 1] - y
    bx, by = mesh.xy[b, 0] - x, mesh.xy[b, 1] - y
    return ax * by - ay * bx


@kernel(counted=False)
def jump(mesh: Mesh, x: int, y: int, samples: int) -> int:
    """A triangle at the nearest of some random vertices, or where the last edit ended if that is nearer."""
    xy, counts = mesh.xy, mesh.counts
    best = counts[m.LAST]
    v = mesh.org[3 * best]
    nearest = (xy[v, 0] - x) ** 2 + (xy[v, 1] - y) ** 2
    for _ in range(samples):
        v = toss(counts) % counts[m.VERTICES]
        if mesh.out[v] != NONE:
            d = (xy[v, 0] - x) ** 2 + (xy[v, 1] - y) ** 2
            if counts[m.TRACE]:
                note(mesh, m.SAMPLE, v, NONE, d < nearest, NONE, NONE, NONE)
            if d < nearest:
                nearest = d
                best = mesh.out[v] // 3
    return best


@kernel(counted=False)
def cube_root(n: int) -> int:
    """How many samples balance jump and walk: ∛n (Mücke, Saias, Zhu, CGTA 1999)."""
    k = 1
    while k * k * k < n:
        k += 1
    return k
