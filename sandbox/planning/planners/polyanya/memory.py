"""What Polyanya's search reads and writes: the mesh as rows of edges, nodes, and what was opened over each edge.

A search touches little of a mesh, but all over the place, and waits for memory more than it computes. So what
belongs together lies together: a row for each half-edge, one for each vertex, one for each node. After an edit the
rows are compared with the mesh, and what is near those that differ is found out anew.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from sandbox.kernels.arrays import Bytes, Floats, Int32s, Int64s
from sandbox.kernels.heap import Heap, new_heap
from sandbox.kernels.jit import kernel
from sandbox.mesh.arrays import NONE, TRIANGLES, VERTICES, Mesh
from sandbox.mesh.faces import MOST_SIDES, Faces, new_faces
from sandbox.mesh.faces import repair as repair_faces
from sandbox.planning.mesh.graph import Corners, mark_corners

LEFT_CORNER: Final = 2  # the left end of the interval is the edge's end
RIGHT_CORNER: Final = 1
CANDIDATES: Final = 3 * MOST_SIDES  # of an edge what is seen straight on, and around either corner

SPARE: Final = 1024  # triangles and vertices there is room for beside an eighth more than there are
UNKNOWN: Final = 2

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
    """What the search reads of a mesh; the arrays may have room for more."""

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


class Ground(NamedTuple):
    """What the search reads, with room for what edits add, and what it takes to repair that after them."""

    mesh: FaceMesh
    free: Bytes  # [triangles] 1: it is one, and not blocked; UNKNOWN at first
    corners: Corners
    faces: Faces


def new_ground(mesh: Mesh) -> Ground:
    """Memory for the mesh, and for what edits may add; nothing is known of it yet."""
    triangles, vertices = (int(mesh.counts[n]) * 9 // 8 + SPARE for n in (TRIANGLES, VERTICES))
    faces = new_faces(triangles)
    edge, spot = np.empty((3 * triangles, 6), np.int32), np.zeros((vertices, 2))
    known = FaceMesh(edge, spot, np.full(triangles, NONE, np.int32), faces.face, faces.rim)
    corners = Corners(np.zeros(3 * triangles, np.uint8), np.full(vertices, NONE, np.int32))
    return Ground(known, np.full(triangles, UNKNOWN, np.uint8), corners, faces)


def fits(ground: Ground, mesh: Mesh) -> bool:
    """Whether there is room for the mesh."""
    return len(ground.free) >= mesh.counts[TRIANGLES] and len(ground.mesh.spot) >= mesh.counts[VERTICES]


def repair(ground: Ground, mesh: Mesh, ways_out: Int32s) -> None:
    """Let everything be as the mesh is now: only around triangles that changed is more done than compare."""
    known, count = ground.mesh, int(mesh.counts[TRIANGLES])
    doubted = moved(known.spot, mesh)
    changed = other_triangles(ground, mesh, ways_out)
    compare_edges(mesh, known.edge, doubted, changed)
    known.edge[mesh.twin[ways_out[ways_out != NONE]], DEAD] = 1
    at = mesh.org[: 3 * count].reshape(-1, 3)[changed != 0]
    doubted[at[at != NONE]] = 1
    mark_corners(mesh, ground.corners, doubted)
    repair_faces(ground.faces, mesh, ways_out, changed)
    write_faces(known.edge, ground.faces, ground.corners.turn, count)


def moved(spot: Floats, mesh: Mesh) -> Bytes:
    """Mark the vertices that are not where they were known, and know where they are."""
    count = int(mesh.counts[VERTICES])
    marks = np.zeros(len(spot), np.uint8)
    marks[:count] = (spot[:count, 0] != mesh.xy[:count, 0]) | (spot[:count, 1] != mesh.xy[:count, 1])
    spot[:count] = mesh.xy[:count]
    return marks


def other_triangles(ground: Ground, mesh: Mesh, ways_out: Int32s) -> Bytes:
    """Mark the triangles that were free and are not, or in a dead end, or the other way round; know what they are."""
    count = len(ways_out)
    free = ((mesh.org[: 3 * count : 3] != NONE) & (mesh.depth[:count] == 0)).view(np.uint8)
    known = ground.mesh.ways_out[:count]
    marks: Bytes = (ground.free[:count] != free) | ((ways_out == NONE) != (known == NONE))
    ground.free[:count], ground.free[count:], known[:] = free, UNKNOWN, ways_out
    return marks.view(np.uint8)


@kernel(counted=False)
def compare_edges(mesh: Mesh, edge: Int32s, doubted: Bytes, changed: Bytes) -> None:
    """Mark the triangles whose edges are not as they were known, or with a vertex in doubt; know what they are."""
    for t in range(changed.shape[0]):
        for h in range(3 * t, 3 * t + 3):
            v, beyond = mesh.org[h], mesh.twin[h] if mesh.con[h] == 0 else NONE
            if edge[h, ORG] != v or edge[h, BEYOND] != beyond or (v != NONE and doubted[v] != 0):
                changed[t] = 1
            edge[h, ORG], edge[h, BEYOND], edge[h, DEAD] = v, beyond, 0


@kernel(counted=False)
def write_faces(edge: Int32s, faces: Faces, turn: Bytes, count: int) -> None:
    """Put down in the rows of edges what was found out about so many triangles."""
    for t in range(count):
        for h in range(3 * t, 3 * t + 3):
            edge[h, TURN], edge[h, AFTER], edge[h, FACE] = turn[h], faces.after[h], faces.face[t]


def new_work(mesh: FaceMesh, room: int) -> Work:
    """Memory for so many nodes."""
    vertices, triangles = len(mesh.spot), len(mesh.face)
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
