"""Is this a constrained Delaunay triangulation? An independent answer, in NumPy and exact integers.

For tests and benchmarks. It knows the array layout and nothing of the algorithms:
`problems` lists, in words, every rule that is broken.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Int64s
from sandbox.mesh import arrays as m
from sandbox.mesh.arrays import NONE, Mesh


def problems(mesh: Mesh) -> list[str]:
    """Every rule the mesh breaks; an empty list is a sound mesh."""
    t = live_triangles(mesh)
    h = (3 * t[:, None] + np.arange(3)).ravel()
    found = _structure(mesh, h)
    if found:  # nothing below makes sense then
        return found
    return [*_shapes(mesh, t), *_counts(mesh, t, h), *_walls(mesh, h), *_delaunay(mesh, h), *_labels(mesh, h)]


def live_triangles(mesh: Mesh) -> Int64s:
    """Ids of the triangles there are."""
    return np.flatnonzero(mesh.org[: 3 * mesh.counts[m.TRIANGLES] : 3] != NONE)


def _next(h: Int64s) -> Int64s:
    return h - h % 3 + (h + 1) % 3


def _structure(mesh: Mesh, h: Int64s) -> list[str]:
    """Twins point at each other and run the opposite way between the same vertices; so do `out` and `org`."""
    org, twin = mesh.org, mesh.twin
    vertices = int(mesh.counts[m.VERTICES])
    found = _named("starts at no vertex", h[(org[h] < 0) | (org[h] >= vertices)])
    found += _named("has a twin that is no half-edge", h[(twin[h] < NONE) | (twin[h] >= 3 * mesh.counts[m.TRIANGLES])])
    if found:
        return found
    inner = h[twin[h] != NONE]
    g = twin[inner]
    wrong = (twin[g] != inner) | (org[g] != org[_next(inner)]) | (org[_next(g)] != org[inner])
    found += _named("does not match its twin", inner[wrong])
    v = np.flatnonzero(mesh.out[:vertices] != NONE)
    if (org[mesh.out[v]] != v).any():
        found.append(f"vertex {v[org[mesh.out[v]] != v][0]} has an outgoing half-edge that starts elsewhere")
    return found


def _named(what: str, edges: Int64s) -> list[str]:
    return [f"half-edge {edges[0]} {what} ({len(edges)} such)"] if len(edges) else []


def _corners(mesh: Mesh, h: Int64s) -> tuple[Int64s, Int64s]:
    """Coordinates of the start of a half-edge."""
    return mesh.xy[mesh.org[h], 0], mesh.xy[mesh.org[h], 1]


def _area2(mesh: Mesh, t: Int64s) -> Int64s:
    (ax, ay), (bx, by), (cx, cy) = (_corners(mesh, 3 * t + i) for i in range(3))
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


def _shapes(mesh: Mesh, t: Int64s) -> list[str]:
    """Every triangle turns the right way, and together they cover the box exactly."""
    area = _area2(mesh, t)
    found = [f"triangle {t[area <= 0][0]} has doubled area {area[area <= 0][0]}"] if (area <= 0).any() else []
    box = mesh.xy[2] - mesh.xy[0]
    if area.sum() != 2 * box[0] * box[1]:
        found.append(f"the triangles cover {area.sum()} of the box's {2 * box[0] * box[1]} (doubled)")
    return found


def _counts(mesh: Mesh, t: Int64s, h: Int64s) -> list[str]:
    """Euler: T = 2V - 2 - border; the counters and free lists agree with the arrays."""
    vertices = np.flatnonzero(mesh.out[: mesh.counts[m.VERTICES]] != NONE)
    border = int((mesh.twin[h] == NONE).sum())
    found = []
    if len(t) != 2 * len(vertices) - 2 - border:
        found.append(f"{len(t)} triangles, but {len(vertices)} vertices of which {border} on the border")
    if (len(t), len(vertices)) != (mesh.counts[m.LIVE_TRIANGLES], mesh.counts[m.LIVE_VERTICES]):
        found.append(f"{len(t)} triangles and {len(vertices)} vertices, counted {mesh.counts[[7, 6]].tolist()}")
    if len(np.unique(mesh.xy[vertices], axis=0)) != len(vertices):
        found.append("two vertices in one place")
    if mesh.org[3 * mesh.counts[m.LAST]] == NONE:
        found.append(f"the last change ended in triangle {mesh.counts[m.LAST]}, which is no more")
    free = _chain(mesh.counts[m.FREE_TRIANGLE], mesh.twin[::3]), _chain(mesh.counts[m.FREE_VERTEX], mesh.xy[:, 0])
    spare = int(mesh.counts[m.TRIANGLES]) - len(t), int(mesh.counts[m.VERTICES]) - len(vertices)
    if free != spare:
        found.append(f"free lists of {free} triangles and vertices, expected {spare}")
    return found


def _chain(head: int, following: NDArray[Any]) -> int:
    length = 0
    while head != NONE and length <= len(following):
        length += 1
        head = int(following[head])
    return length


def _walls(mesh: Mesh, h: Int64s) -> list[str]:
    """Twins share their owners, nobody else does, and the border is a wall."""
    inner = h[mesh.twin[h] != NONE]
    found = _named("has other owners than its twin", inner[mesh.con[inner] != mesh.con[mesh.twin[inner]]])
    found += _named("is a border without an owner", h[(mesh.twin[h] == NONE) & (mesh.con[h] == 0)])
    once = h[(mesh.con[h] != 0) & ((mesh.twin[h] == NONE) | (mesh.org[h] < mesh.org[_next(h)]))]
    records = [k for e in once for k in owners_of(mesh, int(e))]
    heads = mesh.con[once]
    if len(np.unique(heads)) != len(heads):
        found.append("two edges share a list of owners")
    for e in once:
        names = [owner for owner, _ in owners_of(mesh, int(e))]
        if len(set(names)) != len(names):
            found.append(f"half-edge {e} lists an owner twice: {names}")
    del records
    return found


def owners_of(mesh: Mesh, h: int) -> list[tuple[int, int]]:
    """The (owner, winding) records of an edge; windings count from its lexicographically smaller end."""
    found = []
    k = int(mesh.con[h]) - 1
    while k != NONE:
        found.append((int(mesh.owners[k, 1]), int(mesh.owners[k, 2])))
        k = int(mesh.owners[k, 0])
        if len(found) > len(mesh.owners):
            raise AssertionError(f"the owner list of half-edge {h} has no end")
    return found


def _delaunay(mesh: Mesh, h: Int64s) -> list[str]:
    """No free edge has the far corner strictly inside the circle of its triangle."""
    free = h[(mesh.con[h] == 0) & (mesh.twin[h] > h)]
    opposite = _next(_next(mesh.twin[free]))
    dx, dy = _corners(mesh, opposite)
    rows = [_corners(mesh, e) for e in (free, _next(free), _next(_next(free)))]
    signs = _in_circle([(x - dx, y - dy) for x, y in rows])
    return _named("is not locally Delaunay", free[signs > 0])


def _in_circle(relative: list[tuple[Int64s, Int64s]]) -> Int64s:
    """Signs of the in-circle determinant: floats where they are sure, Python's integers where not."""
    (ax, ay), (bx, by), (cx, cy) = relative
    lifts = [x * x + y * y for x, y in relative]
    minors = [bx * cy - cx * by, cx * ay - ax * cy, ax * by - bx * ay]
    terms = [lift.astype(float) * minor.astype(float) for lift, minor in zip(lifts, minors, strict=True)]
    total = terms[0] + terms[1] + terms[2]
    signs = np.sign(total).astype(np.int64)
    for i in np.flatnonzero(np.abs(total) <= 1e-14 * sum(np.abs(term) for term in terms)):
        exact = sum(int(lift[i]) * int(minor[i]) for lift, minor in zip(lifts, minors, strict=True))
        signs[i] = (exact > 0) - (exact < 0)
    return signs


def _labels(mesh: Mesh, h: Int64s) -> list[str]:
    """Depth is 0 outside and changes across an edge by the windings of its owners."""
    step = np.zeros(len(h), np.int64)
    for i in np.flatnonzero(mesh.con[h] != 0):
        step[i] = sum(winding for _, winding in owners_of(mesh, int(h[i])))
    ax, ay = _corners(mesh, h)
    bx, by = _corners(mesh, _next(h))
    step *= np.where((ax < bx) | ((ax == bx) & (ay < by)), 1, -1)
    beyond = np.where(mesh.twin[h] == NONE, 0, mesh.depth[mesh.twin[h] // 3])
    return _named("separates depths its owners do not explain", h[mesh.depth[h // 3] - beyond != step])
