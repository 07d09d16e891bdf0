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
after every insertion. It knows nothing of removals: it is for construction, in the teaching mode.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from sandbox.kernels.jit import kernel
from sandbox.mesh.arrays import (
    DESCEND,
    FLIP,
    LOGGED,
    NONE,
    SPLIT_EDGE,
    SPLIT_FACE,
    TRACE,
    TRIANGLES,
    Int32s,
    Int64s,
    Mesh,
    Work,
    following,
    note,
    preceding,
)
from sandbox.mesh.insert import DONE, NO_ROOM, OUTSIDE, has_room, insert_vertex

CHILDREN: Final = 3
NODES_PER_POINT: Final = 20  # 9 in expectation; where it does not suffice, construction says NO_ROOM


class History(NamedTuple):
    """Node 0 and 1 are the two triangles of the empty world."""

    corners: Int32s  # [nodes, 3] vertices, in the order of the triangle's half-edges
    children: Int32s  # [nodes, 3] nodes; NONE beyond the last
    leaf: Int32s  # [nodes] the triangle this node is, or NONE when it is no more
    node: Int32s  # [triangles] the leaf of each triangle
    used: Int64s  # [1] nodes so far


def new_history(mesh: Mesh) -> History:
    """The history of an empty world, with room for as many points as the mesh."""
    room = NODES_PER_POINT * len(mesh.out)
    history = History(
        corners=np.zeros((room, 3), np.int32),
        children=np.full((room, CHILDREN), NONE, np.int32),
        leaf=np.full(room, NONE, np.int32),
        node=np.full(len(mesh.depth), NONE, np.int32),
        used=np.zeros(1, np.int64),
    )
    for t in range(int(mesh.counts[TRIANGLES])):
        add_node(history, t, int(mesh.org[3 * t]), int(mesh.org[3 * t + 1]), int(mesh.org[3 * t + 2]))
    return history


@kernel(counted=False)
def add_node(history: History, t: int, a: int, b: int, c: int) -> int:
    """A node for triangle t, with the corner of its first half-edge first."""
    n = history.used[0]
    history.corners[n, 0] = a
    history.corners[n, 1] = b
    history.corners[n, 2] = c
    history.leaf[n] = t
    history.node[t] = n
    history.used[0] = n + 1
    return n


@kernel(counted=False)
def add_child(history: History, parent: int, child: int) -> None:
    """Say what became of a node."""
    history.leaf[parent] = NONE
    for i in range(CHILDREN):
        if history.children[parent, i] == NONE:
            history.children[parent, i] = child
            return


@kernel(counted=False)
def turned_node(history: History, t: int, h: int, a: int, b: int, c: int) -> int:
    """A node for triangle t whose half-edge h starts at a, then b and c."""
    if h % 3 == 0:
        return add_node(history, t, a, b, c)
    return add_node(history, t, c, a, b) if h % 3 == 1 else add_node(history, t, b, c, a)


@kernel(counted=False)
def corner(history: History, n: int, h: int) -> int:
    """The vertex where half-edge h of a node's triangle starts."""
    return history.corners[n, h % 3]


@kernel(counted=False)
def follow_split_face(history: History, t: int, v: int, t1: int, t2: int) -> None:
    """Repeat a b c → a b v, b c v, c a v."""
    old = history.node[t]
    a, b, c = history.corners[old, 0], history.corners[old, 1], history.corners[old, 2]
    add_child(history, old, add_node(history, t, a, b, v))
    add_child(history, old, add_node(history, t1, b, c, v))
    add_child(history, old, add_node(history, t2, c, a, v))


@kernel(counted=False)
def follow_split_edge(history: History, h: int, v: int, t1: int) -> None:
    """Repeat, on one side of an edge, a b p → a v p, v b p."""
    old = history.node[h // 3]
    a, b, p = corner(history, old, h), corner(history, old, following(h)), corner(history, old, preceding(h))
    add_child(history, old, turned_node(history, h // 3, h, a, v, p))
    add_child(history, old, add_node(history, t1, v, b, p))


@kernel(counted=False)
def follow_flip(history: History, h: int, g: int, a: int, b: int, d: int, p: int) -> None:
    """Repeat a b p, b a d → a d p, b p d."""
    left, right = history.node[h // 3], history.node[g // 3]
    one = turned_node(history, h // 3, h, a, d, p)
    two = turned_node(history, g // 3, g, b, p, d)
    add_child(history, left, one)
    add_child(history, left, two)
    add_child(history, right, one)
    add_child(history, right, two)


@kernel(counted=False)
def follow_log(mesh: Mesh, history: History, first: int) -> bool:
    """Repeat the steps logged from `first` on; False if the log or the history had no room for all."""
    count = mesh.counts[LOGGED]
    if count > mesh.log.shape[0] or history.used[0] + 3 * (count - first) > history.leaf.size:
        return False
    for i in range(first, count):
        kind, subject, other = mesh.log[i, 0], mesh.log[i, 1], mesh.log[i, 2]
        a, b, c, d = mesh.log[i, 3], mesh.log[i, 4], mesh.log[i, 5], mesh.log[i, 6]
        if kind == SPLIT_FACE:
            follow_split_face(history, subject, other, a, b)
        elif kind == SPLIT_EDGE:
            follow_split_edge(history, subject, other, a)
            if c != NONE:
                follow_split_edge(history, c, other, b)
        elif kind == FLIP:
            follow_flip(history, subject, other, a, b, c, d)
    return True


@kernel(counted=False)
def holds(mesh: Mesh, history: History, n: int, x: int, y: int) -> bool:
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
def descend(mesh: Mesh, history: History, x: int, y: int) -> int:
    """The triangle that holds a point (one of them, on an edge), or NONE outside the world."""
    n = 0 if holds(mesh, history, 0, x, y) else 1
    if not holds(mesh, history, n, x, y):
        return NONE
    depth = 0
    while history.leaf[n] == NONE:
        if mesh.counts[TRACE]:
            note(mesh, DESCEND, n, NONE, depth, NONE, NONE, NONE)
        i = 0
        while i < CHILDREN - 1 and not holds(mesh, history, history.children[n, i], x, y):
            i += 1
        n = history.children[n, i]
        depth += 1
    return history.leaf[n]


@kernel(counted=False)
def construct(
    mesh: Mesh, work: Work, history: History, points: Int32s, order: Int64s, ids: Int32s, at: Int64s, steps: int
) -> int:
    """Insert up to `steps` more points in an order, each found in the history; a status.

    at[0] is the next place in the order. The mesh's log holds what the last call did, if it had room.
    """
    counts = mesh.counts
    counts[LOGGED] = 0
    for _ in range(steps):
        if at[0] == order.size:
            return DONE
        if not has_room(mesh, work):
            return NO_ROOM
        if steps > 1:
            counts[LOGGED] = 0
        i = order[at[0]]
        near = descend(mesh, history, points[i, 0], points[i, 1])
        if near == NONE:
            return OUTSIDE
        first = counts[LOGGED]
        ids[i] = insert_vertex(mesh, work, points[i, 0], points[i, 1], near)
        mesh.pins[ids[i]] += 1
        if not follow_log(mesh, history, first):
            return NO_ROOM
        at[0] += 1
    return DONE
