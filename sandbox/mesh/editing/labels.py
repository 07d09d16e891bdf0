"""Free or blocked: how many outlines surround each triangle, kept right through every edit.

`depth` changes across an edge by the sum of its owners' windings and is 0 outside the world, so it can
always be flooded from the border (`label_all`). After an edit that is rarely needed: flips and splits keep
it; a new or leaving outline adds ±1 inside itself (`flood_inside`); where outlines cross, walls moved by a
rounding, and what was touched is filled again from what was not (`label_touched`), with a proof by every
edge that it fits, or else everything is flooded.
"""

from __future__ import annotations

from sandbox.kernels.arrays import Int32s
from sandbox.kernels.jit import kernel
from sandbox.mesh.arrays import NONE, STAMP, TOUCHED, TRIANGLES, Mesh, Work, following, preceding
from sandbox.mesh.editing.edges import first_of_star, record_of, winding_by, winding_of


@kernel(counted=False)
def new_stamp(mesh: Mesh) -> int:
    """A value no entry of `mark` has."""
    mesh.counts[STAMP] += 1
    return mesh.counts[STAMP]


@kernel(counted=False)
def spread(mesh: Mesh, work: Work, n: int, unknown: int, without: int) -> None:
    """Label every `unknown` triangle that can be reached from the n labelled ones on the stack."""
    twin, depth, mark, stack = mesh.twin, mesh.depth, mesh.mark, work.stack
    while n > 0:
        n -= 1
        t = stack[n]
        for h in range(3 * t, 3 * t + 3):
            g = twin[h]
            if g != NONE and mark[g // 3] == unknown:
                mark[g // 3] = 0
                depth[g // 3] = depth[t] - (winding_of(mesh, h, without) if mesh.con[h] else 0)
                stack[n] = g // 3
                n += 1


@kernel(counted=False)
def label_all(mesh: Mesh, work: Work) -> None:
    """Flood depth from the border of the world over every triangle."""
    unknown = new_stamp(mesh)
    for t in range(mesh.counts[TRIANGLES]):
        mesh.mark[t] = unknown
    h = first_of_star(mesh, 0)
    mesh.depth[h // 3] = winding_of(mesh, h, NONE)
    mesh.mark[h // 3] = 0
    work.stack[0] = h // 3
    spread(mesh, work, 1, unknown, NONE)


@kernel(counted=False)
def label_touched(mesh: Mesh, work: Work, without: int) -> bool:
    """Label what this edit touched from what it did not, as if one owner were not there: whether it all fits."""
    org, twin, depth, mark, dirty = mesh.org, mesh.twin, mesh.depth, mesh.mark, mesh.dirty
    count = mesh.counts[TOUCHED]
    unknown = new_stamp(mesh)
    for i in range(count):
        mark[dirty[i]] = unknown if org[3 * dirty[i]] != NONE else 0
    n = 0
    for i in range(count):
        t = dirty[i]
        for h in range(3 * t, 3 * t + 3):
            if mark[t] != unknown:
                break
            g = twin[h]
            if g == NONE or mark[g // 3] != unknown:
                mark[t] = 0
                depth[t] = (0 if g == NONE else depth[g // 3]) + winding_of(mesh, h, without)
                work.stack[n] = t
                n += 1
    spread(mesh, work, n, unknown, without)
    for i in range(count):
        t = dirty[i]
        for h in range(3 * t, 3 * t + 3):
            if org[h] != NONE:
                beyond = 0 if twin[h] == NONE else depth[twin[h] // 3]
                if mark[t] == unknown or depth[t] - beyond != winding_of(mesh, h, without):
                    return False
    return True


@kernel(counted=False)
def follow(mesh: Mesh, work: Work, ids: Int32s, owner: int) -> tuple[int, int]:
    """An owner's edges and vertices, followed from its corners: how many there are of each.

    The edges go to work.pairs[:, 0], each as one half-edge, the vertices to work.fresh[:, 0].
    """
    seen = new_stamp(mesh)  # in `mark` for vertices, which are fewer than triangles can be
    vertices, edges = 0, 0
    for i in range(ids.size):
        vertices = _visit(mesh, work, ids[i], seen, vertices)
    at = 0
    while at < vertices:
        start = first_of_star(mesh, work.fresh[at, 0])
        at += 1
        h = start
        while True:
            p = preceding(h)
            beyond = mesh.twin[p]
            if mesh.con[h] != 0 and record_of(mesh, h, owner) != NONE:
                vertices = _visit(mesh, work, mesh.org[following(h)], seen, vertices)
                if h > mesh.twin[h]:
                    work.pairs[edges, 0] = h
                    edges += 1
            if beyond == NONE and record_of(mesh, p, owner) != NONE:  # the border, coming back to the vertex
                vertices = _visit(mesh, work, mesh.org[p], seen, vertices)
            h = beyond
            if h == NONE or h == start:
                break
    return edges, vertices


@kernel(counted=False)
def _visit(mesh: Mesh, work: Work, v: int, seen: int, n: int) -> int:
    if mesh.mark[v] != seen:
        mesh.mark[v] = seen
        work.fresh[n, 0] = v
        n += 1
    return n


@kernel(counted=False)
def flood_inside(mesh: Mesh, work: Work, edges: int, owner: int, change: int) -> bool:
    """Add `change` to the depth of every triangle inside an owner's outline, whose edges `follow` has found.

    False, and labels are wrong, when the outline does not go once around an inside: it crosses itself.
    """
    twin, mark, stack = mesh.twin, mesh.mark, work.stack
    seen = new_stamp(mesh)
    n = 0
    for i in range(edges):
        h = work.pairs[i, 0]
        winding = winding_by(mesh, h, owner)
        inner = h if winding > 0 else twin[h]
        if winding != 0 and inner != NONE and mark[inner // 3] != seen:
            mark[inner // 3] = seen
            stack[n] = inner // 3
            n += 1
    while n > 0:
        n -= 1
        t = stack[n]
        mesh.depth[t] += change
        for h in range(3 * t, 3 * t + 3):
            g = twin[h]
            winding = winding_by(mesh, h, owner)
            if winding < 0 or winding > 1 or (g == NONE and winding == 0):
                return False
            if winding == 0 and mark[g // 3] != seen:
                mark[g // 3] = seen
                stack[n] = g // 3
                n += 1
    return True
