"""What TRA*'s search reads and writes: the reduced mesh by half-edge, and nodes with their funnels.

Few arrays, with a column for each thing: each array of a tuple costs compile time and, at every call, a little
of the run's.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Floats, Int32s, Int64s
from sandbox.kernels.heap import Heap, new_heap
from sandbox.mesh.arrays import TRIANGLES, Mesh
from sandbox.mesh.reduction import Reduction
from sandbox.planning.mesh.funnel import Funnel, new_funnel

FAR: Final = 1e300

# Columns of Ways.room
WIDTH, CHOKE = 0, 1
# Columns of Work.node
ENTRY, PARENT, FIRST, TOP, LAST = 0, 1, 2, 3, 4
# Columns of Work.value
G, F = 0, 1

# Entries of Work.counts
STAMP: Final = 0
EXPANDED: Final = 1
GENERATED: Final = 2
FIRST_NS: Final = 3  # until the first path
FIRST_AT: Final = 4  # expansions until the first path
EXHAUSTED: Final = 5  # 1: nothing open can be shorter
NODES: Final = 6
ELEMENTS: Final = 7  # of all funnels
KEPT: Final = 8  # entries of `kept` in use
LENGTH: Final = 9  # portals of the best channel
POINTS: Final = 10  # elements of the way through it
DESCENT: Final = 11  # portals between the goal's root and the goal
BY_NODE: Final = 12  # of the best channel: its last node, how the goal's root is entered, the goal's element
BY_ENTRY: Final = 13
BY_ELEMENT: Final = 14
LOW: Final = 15  # the funnel in hand: ends and apex in the deque, and the portal it has come through
APEX: Final = 16
HIGH: Final = 17
LEFT: Final = 18
RIGHT: Final = 19
ONCE: Final = 20  # 1: a disc enters by each portal once
COUNTS: Final = 21

# Entries of Work.bounds
BEST: Final = 0
OPEN: Final = 1  # no way is shorter than this


class Rule(NamedTuple):
    """What is asked of a search. Lengths in grid units."""

    start: int  # triangles
    goal: int
    effort: int  # expansions after the first path
    budget: int  # expansions in all
    width: float  # of the disc
    leaving: int  # a disc leaves the start's triangle by these edges: bits 0, 1, 2
    arriving: int  # and comes to the goal by these edges of its triangle


class Ways(NamedTuple):
    """The reduced mesh, see `Mesh` and `Reduction`. Lengths in grid units."""

    xy: Int64s  # [vertices, 2]
    org: Int32s  # [3 triangles]
    twin: Int32s  # [3 triangles]
    con: Int32s  # [3 triangles] not 0: a wall
    tree: Int32s  # [triangles, 3] UP, ROOT, HEIGHT
    on: Int32s  # [3 triangles, 2] ONWARD, ARRIVAL
    turn: NDArray[np.uint8]  # [3 triangles] whether a shortest path may bend where this half-edge starts: `bends_at`
    room: NDArray[np.float32]  # [3 triangles, 2] WIDTH of the corner opposite, CHOKE; empty while only points travel


class Work(NamedTuple):
    """Memory of a search; everything in grid units."""

    node: Int32s  # [nodes, 5] ENTRY: half-edge by which a decision is entered; PARENT; FIRST … LAST: deque in `kept`
    value: Floats  # [nodes, 2] G, F
    heap: Heap
    kept: Int32s  # the deques of all nodes, one after the other
    funnel: Funnel  # the elements of all funnels; its deque holds the one in hand
    so_far: Floats  # [elements] length of the way to an element
    known: Floats  # [vertices, 2] stamp, length of the shortest way known to a vertex, on the side of its turns
    reach: Floats  # [3 triangles, 2] stamp, length: every place of this portal is reached by a way no longer
    path: Int32s  # [3 triangles] half-edges to be crossed
    descent: Int32s  # [triangles] half-edges by which the triangles between the goal's root and the goal are entered
    channel: Int32s  # [3 triangles] those of the best channel, from start to goal
    counts: Int64s  # [COUNTS]
    bounds: Floats  # [2]


def new_work(vertices: int, triangles: int, nodes: int) -> Work:
    """Memory for a mesh, and for so many nodes."""
    funnel = new_funnel(4 * nodes + triangles)
    return Work(
        node=np.empty((nodes, 5), np.int32),
        value=np.empty((nodes, 2)),
        heap=new_heap(nodes),
        kept=np.empty(8 * nodes + 2 * triangles, np.int32),
        funnel=funnel,
        so_far=np.zeros(len(funnel.side)),
        known=np.zeros((vertices, 2)),
        reach=np.zeros((3 * triangles, 2)),
        path=np.empty(3 * triangles + 3, np.int32),
        descent=np.empty(triangles + 1, np.int32),
        channel=np.empty(3 * triangles + 3, np.int32),
        counts=np.zeros(COUNTS, np.int64),
        bounds=np.zeros(2),
    )


def ways_of(mesh: Mesh, reduction: Reduction) -> Ways:
    """What points need of a mesh and its reduction."""
    turn, room = np.zeros(3 * int(mesh.counts[TRIANGLES]), np.uint8), np.zeros((0, 2), np.float32)
    return Ways(mesh.xy, mesh.org, mesh.twin, mesh.con, reduction.tree, reduction.on, turn, room)


def with_room(ways: Ways, widths: NDArray[np.float32], chokes: NDArray[np.float32]) -> Ways:
    """The same for discs."""
    return ways._replace(room=np.column_stack((widths, chokes)))
