"""Which triangle holds a point? Six ways to find out, to be compared.

For the map lab's teaching mode and `curve`. All answer alike; what differs is how the work grows with the
number n of vertices: brute force Θ(n); a walk across the mesh O(√n) on random points; jump-and-walk, from
the nearest of ∛n random vertices, O(∛n) (Mücke, Saias, Zhu, "Fast randomized point location without
preprocessing in two- and three-dimensional Delaunay triangulations", CGTA 1999); a fixed number of samples
only divides the walk; the history of the construction O(log n) (Guibas, Knuth, Sharir 1992); a grid of
hints, built beforehand in Θ(n), O(1).

Every search can be traced: the triangles it visits, the vertices it samples.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.kernels.arrays import Int32s, Int64s
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import LOCATE, Recording
from sandbox.mesh.arrays import (
    DESCEND,
    LIVE_VERTICES,
    LOGGED,
    NONE,
    SAMPLE,
    TRACE,
    VERTICES,
    VISIT,
    Mesh,
    Work,
    new_mesh,
    new_work,
)
from sandbox.mesh.editing.build import Box, check_box, check_inside, insert_all
from sandbox.mesh.editing.edit import SCATTER
from sandbox.mesh.location.decision_graph import DecisionGraph, descend, follow_log, new_history
from sandbox.mesh.location.walk import Place, cube_root, jump, try_all, walk


class Method(IntEnum):
    """How a point is located."""

    BRUTE = 0
    WALK = 1  # from one corner of the world
    JUMP = 2  # from the nearest of a fixed number of random vertices
    JUMP_CUBE_ROOT = 3  # from the nearest of ∛n
    HISTORY = 4
    BUCKETS = 5

    @property
    def title(self) -> str:
        """What a person reads."""
        return TITLES[self]


TITLES: Final = {
    Method.BRUTE: "Every triangle",
    Method.WALK: "Walk",
    Method.JUMP: "Jump and walk, 10 samples",
    Method.JUMP_CUBE_ROOT: "Jump and walk, ∛n samples",
    Method.HISTORY: "History of the construction",
    Method.BUCKETS: "Grid of hints",
}
FEW_SAMPLES: Final = 10
PER_BUCKET: Final = 2  # vertices a bucket of hints has on average
POINTS_A_LOG: Final = 2048  # inserted at a time while the history is kept
LOG_ROOM: Final = 1 << 16  # steps of so many points: 4 each are expected
NO_ROWS: Final = np.zeros((0, 4), np.int32)

BRUTE, _, JUMP, JUMP_CUBE_ROOT, HISTORY, BUCKETS = map(int, Method)


@kernel(counted=False)
def locate_all(
    mesh: Mesh, method: int, hints: Int32s, side: int, history: DecisionGraph, points: Int32s, found: Int32s
) -> None:
    """Locate points inside the world; found[i] are the triangle and what `walk` finds in it."""
    x0, y0, x1, y1 = mesh.xy[0, 0], mesh.xy[0, 1], mesh.xy[2, 0], mesh.xy[2, 1]
    for i in range(points.shape[0]):
        x, y = points[i, 0], points[i, 1]
        if method == BRUTE:
            found[i, 0], found[i, 1] = try_all(mesh, x, y)
            continue
        t = mesh.out[0] // 3
        if method == JUMP or method == JUMP_CUBE_ROOT:
            t = jump(mesh, x, y, FEW_SAMPLES if method == JUMP else cube_root(mesh.counts[LIVE_VERTICES]))
        elif method == HISTORY:
            t = descend(mesh, history, x, y)
        elif method == BUCKETS:
            column = min((x - x0) * side // (x1 - x0), side - 1)
            row = min((y - y0) * side // (y1 - y0), side - 1)
            v = hints[row * side + column]
            t = mesh.out[v if mesh.out[v] != NONE else 0] // 3  # a hint may have died since; it need not be near
        found[i, 0], found[i, 1] = walk(mesh, x, y, t)


def hints_of(mesh: Mesh) -> Int32s:
    """A vertex for every bucket of a square grid over the world; empty ones take that of a neighbour before them."""
    alive = np.flatnonzero(mesh.out[: int(mesh.counts[VERTICES])] != NONE)
    side = max(1, int((len(alive) / PER_BUCKET) ** 0.5))
    column, row = np.minimum((mesh.xy[alive] - mesh.xy[0]) * side // (mesh.xy[2] - mesh.xy[0]), side - 1).T
    hints = np.full(side * side, NONE, np.int32)
    hints[row * side + column] = alive
    last = np.maximum.accumulate(np.where(hints == NONE, 0, np.arange(len(hints))))
    return np.maximum(hints[last], 0).astype(np.int32)


_NO_HISTORY: Final = DecisionGraph(
    np.zeros((0, 3), np.int32), np.zeros((0, 3), np.int32), np.zeros(0, np.int32), np.zeros(0, np.int32),
    np.zeros(1, np.int64),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Locator:
    """One method on one mesh. Hints are as of when it was made; the history knows only its construction."""

    mesh: Mesh
    method: Method
    hints: Int32s = field(default_factory=lambda: np.zeros(1, np.int32))
    history: DecisionGraph = _NO_HISTORY

    @property
    def side(self) -> int:
        """Buckets on one side of the grid of hints."""
        return round(len(self.hints) ** 0.5)

    def many(self, points: Int32s) -> Int32s:
        """Triangles of many points inside the world, with what lies there (see `walk`): int32 [n, 2]."""
        found = np.empty((len(points), 2), np.int32)
        locate_all(self.mesh, int(self.method), self.hints, self.side, self.history, points, found)
        return found

    def one(self, x: int, y: int, recording: Recording | None = None) -> Place:
        """Where a point inside the world lies; the search as LOCATE events.

        An event's subject is a triangle (of the history: a node) or, with f = 1, a sampled vertex.
        """
        counts = self.mesh.counts
        counts[LOGGED], counts[TRACE] = 0, int(recording is not None)
        t, found = self.many(np.array([(x, y)], np.int32))[0].tolist()
        counts[TRACE] = 0
        if recording is not None:
            record_search(self.mesh, recording)
        return Place.of(t, found)


def record_search(mesh: Mesh, recording: Recording) -> None:
    """Write the visits and samples of the mesh's log as LOCATE events."""
    rows = mesh.log[: mesh.counts[LOGGED]]
    for kind, subject, parent in rows[np.isin(rows[:, 0], (VISIT, SAMPLE, DESCEND)), :3].tolist():
        recording.add(LOCATE, subject, parent, g=float(recording.count), f=float(kind == SAMPLE))


def locator(mesh: Mesh, method: Method) -> Locator:
    """Make ready to locate by a method; the history comes with its construction, see `construct_with_history`."""
    if method is Method.HISTORY:
        raise BadInput("method", "history", "a mesh built with its history")
    return Locator(mesh, method, hints_of(mesh)) if method is Method.BUCKETS else Locator(mesh, method)


def construct_with_history(points: NDArray[np.int32], box: Box, seed: int) -> Locator:
    """Insert points in random order, keeping the history; a locator by it."""
    check_box(box)
    check_inside(points, box)
    order = np.random.default_rng(seed).permutation(len(points))
    room = len(points) + 64
    while True:  # an unlucky order may need more nodes than are expected
        mesh, work = new_mesh(box, room, LOG_ROOM), new_work(room)
        history = new_history(mesh)
        ids = np.empty(len(points), np.int32)
        steps = (order[i : i + POINTS_A_LOG] for i in range(0, len(points), POINTS_A_LOG))
        if all(lengthen(mesh, work, history, points, step, ids) for step in steps):
            return Locator(mesh, Method.HISTORY, history=history)
        room *= 2


def lengthen(mesh: Mesh, work: Work, history: DecisionGraph, points: Int32s, order: Int64s, ids: Int32s) -> bool:
    """Insert points, in an order, into a mesh with room for them; False if the history had none for what that took.

    The mesh's log then holds the steps.
    """
    mesh.counts[LOGGED] = 0
    insert_all(mesh, work, points, order, ids, NO_ROWS, SCATTER)
    return bool(follow_log(history, mesh.log, int(mesh.counts[LOGGED])))


def contenders(points: NDArray[np.int32], box: Box) -> list[Locator]:
    """For a comparison: every method on the same mesh of points."""
    built = construct_with_history(points, box, seed=1)
    return [built, *(locator(built.mesh, m) for m in Method if m is not Method.HISTORY)]
