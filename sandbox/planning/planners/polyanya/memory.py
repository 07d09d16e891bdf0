"""What Polyanya's search reads and writes: the mesh as rows of edges, nodes, and what was opened over each edge.

A search touches little of a mesh, but all over the place, and waits for memory more than it computes. So what
belongs together lies together: a row for each half-edge, one for each vertex, one for each node.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from sandbox.kernels.arrays import Floats, Int32s, Int64s
from sandbox.kernels.heap import Heap, new_heap
from sandbox.mesh.arrays import NONE, TRIANGLES, VERTICES, Mesh
from sandbox.mesh.faces import MOST_SIDES, faces_of
from sandbox.planning.mesh.graph import corners_of

LEFT_CORNER: Final = 2  # the left end of the interval is the edge's end
RIGHT_CORNER: Final = 1
CANDIDATES: Final = 3 * MOST_SIDES  # of an edge what is seen straight on, and around either corner

# Columns of FaceMesh.edge
ORG: Final = 0  # vertex where the half-edge starts
BEYOND: Final = 1  # the same edge seen from the other side, NONE: a wall
DEAD: Final = 2  # 1: beyond lies a dead end
TURN: Final = 3  # 1: a shortest path may bend at ORG, in this triangle
AFTER: Final = 4  # the next half-edge around the face
FACE: Final = 5
# Columns of Work.node
ENTRY: Final = 0  # half-edge by which the triangle is entered, inside it
PARENT: Final = 1  # node, NONE at the start
ROOT: Final = 2  # vertex, NONE: the start
FLAGS: Final = 3  # LEFT_CORNER | RIGHT_CORNER
NEXT: Final = 4  # node opened before over the same half-edge, NONE at the first
# Columns of Work.cone
LEFT: Final = 0
RIGHT: Final = 2
AT: Final = 4  # where the root is
G: Final = 6  # length of the way to the root
F: Final = 7  # no way through the interval is shorter

# Entries of Work.counts
STAMP: Final = 0
EXPANDED: Final = 1
NODES: Final = 2
LAST: Final = 3  # the node that reached the goal
POINTS: Final = 4  # of the way found
CROSSED: Final = 5  # edges between faces on it
COUNTS: Final = 6

# Entries of Work.bounds
LEAST: Final = 0  # f of the node taken last
LENGTH: Final = 1  # of the way found


class FaceMesh(NamedTuple):
    """What the search reads of a mesh."""

    edge: Int32s  # [3 triangles, 6] ORG, BEYOND, DEAD, TURN, AFTER, FACE
    spot: Floats  # [vertices, 2] grid units
    ways_out: Int32s  # [triangles] of a dead end: half-edge that leads out of it
    face: Int32s  # [triangles] see `mesh.faces`
    rim: Int32s  # [triangles]


class Work(NamedTuple):
    """Memory of a search; everything in grid units."""

    node: Int32s  # [room, 5] ENTRY, PARENT, ROOT, FLAGS, NEXT
    cone: Floats  # [room, 8] LEFT x, y, RIGHT x, y of the interval, AT x, y, G, F
    heap: Heap
    best: Floats  # [vertices, 2] stamp, least g of a root
    newest: Int64s  # [3 triangles, 2] stamp, node opened last over this half-edge
    lane: Int64s  # [triangles] stamp: the goal lies behind, in the dead end this one belongs to
    edge: Int64s  # [CANDIDATES, 2] half-edge it lies behind, root
    span: Floats  # [CANDIDATES, 5] left x, y, right x, y of the interval, g
    points: Floats  # [vertices + 3, 2] of the way found, from goal to start
    entries: Int32s  # [room] half-edges it enters triangles by, from goal to start
    counts: Int64s
    bounds: Floats  # [2]


def ground_of(mesh: Mesh, ways_out: Int32s) -> FaceMesh:
    """The mesh as it is now; ask again after an edit."""
    count, faces = 3 * int(mesh.counts[TRIANGLES]), faces_of(mesh, ways_out)
    edge = np.zeros((count, 6), np.int32)
    edge[:, ORG] = mesh.org[:count]
    edge[:, BEYOND] = np.where(mesh.con[:count] == 0, mesh.twin[:count], NONE)
    edge[mesh.twin[ways_out[ways_out != NONE]], DEAD] = 1
    edge[:, TURN] = corners_of(mesh).turn
    edge[:, AFTER] = faces.after
    edge[:, FACE] = np.repeat(faces.face, 3)
    spot = mesh.xy[: int(mesh.counts[VERTICES])].astype(np.float64)
    return FaceMesh(edge, spot, ways_out, faces.face, faces.rim)


def new_work(ground: FaceMesh, room: int) -> Work:
    """Memory for so many nodes."""
    vertices, triangles = len(ground.spot), len(ground.ways_out)
    return Work(
        node=np.empty((room, 5), np.int32),
        cone=np.empty((room, 8)),
        heap=new_heap(room),
        best=np.zeros((vertices, 2)),
        newest=np.zeros((3 * triangles, 2), np.int64),
        lane=np.zeros(triangles, np.int64),
        edge=np.zeros((CANDIDATES, 2), np.int64),
        span=np.zeros((CANDIDATES, 5)),
        points=np.zeros((vertices + 3, 2)),
        entries=np.zeros(room, np.int32),
        counts=np.zeros(COUNTS, np.int64),
        bounds=np.zeros(2),
    )
