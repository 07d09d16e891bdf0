"""Free or blocked: how many outlines surround each triangle, kept right through every edit.

`depth` changes across an edge by the sum of its owners' windings and is 0 outside the world, so it can
always be flooded from the border (`label_all`). After an edit that is rarely needed: flips and splits keep
it; a new or leaving outline adds ±1 inside itself (`flood_inside`); where outlines cross, walls moved by a
rounding, and what was touched is filled again from what was not (`label_touched`), with a proof by every
edge that it fits, or else everything is flooded.
"""

from __future__ import annotations

from sandbox.kernels.jit import kernel
from sandbox.mesh.arrays import NONE, STAMP, TOUCHED, TRIANGLES, Int32s, Mesh, Work, preceding
from sandbox.mesh.edges import first_of_star, winding_by, winding_of


@kernel
def new_stamp(mesh: Mesh) -> int:
    """A value no entry of `mark` has."""
    mesh.counts[STAMP] += 1
    return mesh.counts[STAMP]


@kernel
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


@kernel
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


@kernel
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


@kernel
def flood_inside(mesh: Mesh, work: Work, ids: Int32s, owner: int, change: int) -> None:
    """Add `change` to the depth of every triangle inside an owner's outline that does not cross itself.

    ids are vertices of the outline; its edges, however often cut, are followed from them.
    """
    twin, mark, stack = mesh.twin, mesh.mark, work.stack
    seen = new_stamp(mesh)
    n = 0
    for i in range(ids.size):  # one of the edges at a corner always has the inside on one side
        start = first_of_star(mesh, ids[i])
        h = start
        while True:
            n = enter(mesh, work, h, owner, seen, n)
            p = preceding(h)
            h = twin[p]
            if h == NONE:
                n = enter(mesh, work, p, owner, seen, n)
            if h in (NONE, start):
                break
    while n > 0:
        n -= 1
        t = stack[n]
        mesh.depth[t] += change
        for h in range(3 * t, 3 * t + 3):
            g = twin[h]
            if g != NONE and mark[g // 3] != seen and winding_by(mesh, h, owner) == 0:
                mark[g // 3] = seen
                stack[n] = g // 3
                n += 1


@kernel
def enter(mesh: Mesh, work: Work, h: int, owner: int, seen: int, n: int) -> int:
    """Begin a flood at the inner side of an edge, if the owner's outline runs along it."""
    winding = winding_by(mesh, h, owner)
    inner = h if winding > 0 else mesh.twin[h]
    if winding != 0 and inner != NONE and mesh.mark[inner // 3] != seen:
        mesh.mark[inner // 3] = seen
        work.stack[n] = inner // 3
        n += 1
    return n
