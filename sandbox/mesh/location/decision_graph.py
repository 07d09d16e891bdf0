r"""The history of a triangulation as a decision graph: every triangle there ever was, and what became of it.

Boissonnat and Teillaud, "The hierarchical representation of objects: the Delaunay tree", SoCG 1986; Guibas,
Knuth and Sharir, "Randomized incremental construction of Delaunay and Voronoi diagrams", Algorithmica 1992.
For points inserted in random order a point is found in O(log n) expected steps: from the first triangle
down, at each node to the child that holds the point.

        abc          a split has three children (two for each side of a split edge),
       / | \         a flip gives both old triangles the same two children
    abv bcv cav
      \ /   |
     flip  ...

Departs from them in how it is kept: the mesh logs its splits and flips, and `follow_log` repeats them here
afterwards, one insertion or thousands at a time. It knows nothing of removals: it is for construction, in the
teaching mode.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from sandbox.kernels.arrays import Int32s, Int64s
from sandbox.kernels.jit import kernel
from sandbox.mesh import arrays as m
from sandbox.mesh.arrays import NONE, Mesh, note

CHILDREN: Final = 3
NODES_PER_POINT: Final = 20  # 9 in expectation; where it does not suffice, `follow_log` says so


class DecisionGraph(NamedTuple):
    """Node 0 and 1 are the two triangles of the empty world."""

    corners: Int32s  # [nodes, 3] vertices, in the order of the triangle's half-edges
    children: Int32s  # [nodes, 3] nodes; NONE beyond the last
    leaf: Int32s  # [nodes] the triangle this node is, or NONE when it is no more
    node: Int32s  # [triangles] the leaf of each triangle
    used: Int64s  # [1] nodes so far


def new_history(mesh: Mesh) -> DecisionGraph:
    """The history of an empty world, with room for as many points as the mesh."""
    room = NODES_PER_POINT * len(mesh.out)
    history = DecisionGraph(
        corners=np.zeros((room, 3), np.int32),
        children=np.full((room, CHILDREN), NONE, np.int32),
        leaf=np.full(room, NONE, np.int32),
        node=np.full(len(mesh.depth), NONE, np.int32),
        used=np.zeros(1, np.int64),
    )
    count = int(mesh.counts[m.TRIANGLES])
    history.corners[:count] = mesh.org[: 3 * count].reshape(-1, 3)
    history.leaf[:count] = history.node[:count] = np.arange(count)
    history.used[0] = count
    return history


@kernel(counted=False)
def add_node(history: DecisionGraph, t: int, turn: int, a: int, b: int, c: int) -> int:
    """A node for triangle t, in which half-edge number `turn` starts at a, the next ones at b and c."""
    n = history.used[0]
    history.corners[n, turn] = a
    history.corners[n, (turn + 1) % 3] = b
    history.corners[n, (turn + 2) % 3] = c
    history.leaf[n] = t
    history.node[t] = n
    history.used[0] = n + 1
    return n


@kernel(counted=False)
def set_children(history: DecisionGraph, parent: int, one: int, two: int, three: int) -> None:
    """Say what became of a node."""
    history.leaf[parent] = NONE
    history.children[parent, 0] = one
    history.children[parent, 1] = two
    history.children[parent, 2] = three


@kernel(counted=False)
def follow_split_face(history: DecisionGraph, t: int, v: int, t1: int, t2: int) -> None:
    """Repeat a b c → a b v, b c v, c a v."""
    old = history.node[t]
    a, b, c = history.corners[old, 0], history.corners[old, 1], history.corners[old, 2]
    one, two = add_node(history, t, 0, a, b, v), add_node(history, t1, 0, b, c, v)
    set_children(history, old, one, two, add_node(history, t2, 0, c, a, v))


@kernel(counted=False)
def follow_split_side(history: DecisionGraph, h: int, v: int, t1: int) -> None:
    """Repeat, on one side of an edge, a b p → a v p, v b p."""
    old = history.node[h // 3]
    turn = h % 3
    a, b, p = history.corners[old, turn], history.corners[old, (turn + 1) % 3], history.corners[old, (turn + 2) % 3]
    one = add_node(history, h // 3, turn, a, v, p)
    set_children(history, old, one, add_node(history, t1, 0, v, b, p), NONE)


@kernel(counted=False)
def follow_flip(history: DecisionGraph, h: int, g: int, a: int, b: int, d: int, p: int) -> None:
    """Repeat a b p, b a d → a d p, b p d."""
    left, right = history.node[h // 3], history.node[g // 3]
    one, two = add_node(history, h // 3, h % 3, a, d, p), add_node(history, g // 3, g % 3, b, p, d)
    set_children(history, left, one, two, NONE)
    set_children(history, right, one, two, NONE)


@kernel(counted=False)
def follow_log(history: DecisionGraph, log: Int32s, count: int) -> bool:
    """Repeat the `count` steps logged; False if the log or the history had no room for all."""
    if count > log.shape[0] or history.used[0] + 3 * count > history.leaf.size:
        return False
    for i in range(count):
        kind, subject, other = log[i, 0], log[i, 1], log[i, 2]
        a, b, c, d = log[i, 3], log[i, 4], log[i, 5], log[i, 6]
        if kind == m.SPLIT_FACE:
            follow_split_face(history, subject, other, a, b)
        elif kind == m.SPLIT_EDGE:
            follow_split_side(history, subject, other, a)
            if c != NONE:
                follow_split_side(history, c, other, b)
        elif kind == m.FLIP:
            follow_flip(history, subject, other, a, b, c, d)
    return True


@kernel(counted=False)
def holds(mesh: Mesh, history: DecisionGraph, n: int, x: int, y: int) -> bool:
    """Whether a node's triangle, its border included, holds a point."""
    xy = mesh.xy
    for i in range(3):
        a = history.corners[n, i]
        b = history.corners[n, i + 1 if i < 2 else 0]
        ax, ay = xy[a, 0] - x, xy[a, 1] - y
        bx, by = xy[b, 0] - x, xy[b, 1] - y
        if ax * by - ay * bx < 0:
            return False
    return True


@kernel(counted=False)
def descend(mesh: Mesh, history: DecisionGraph, x: int, y: int) -> int:
    """The triangle that holds a point (one of them, on an edge), or NONE outside the world."""
    n = 0 if holds(mesh, history, 0, x, y) else 1
    if not holds(mesh, history, n, x, y):
        return NONE
    depth = 0
    while history.leaf[n] == NONE:
        if mesh.counts[m.TRACE]:
            note(mesh, m.DESCEND, n, NONE, depth, NONE, NONE, NONE)
        i = 0
        while i < CHILDREN - 1 and not holds(mesh, history, history.children[n, i], x, y):
            i += 1
        n = history.children[n, i]
        depth += 1
    return history.leaf[n]
