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

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
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
    Int32s,
    Mesh,
    new_mesh,
    new_work,
)
from sandbox.mesh.build import Box, check_box, check_inside
from sandbox.mesh.history import History, construct, descend, new_history
from sandbox.mesh.insert import DONE
from sandbox.mesh.walk import at_vertex, cube_root, jump, try_all, walk


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

BRUTE: Final = int(Method.BRUTE)
JUMP: Final = int(Method.JUMP)
JUMP_CUBE_ROOT: Final = int(Method.JUMP_CUBE_ROOT)
HISTORY: Final = int(Method.HISTORY)
BUCKETS: Final = int(Method.BUCKETS)


@kernel(counted=False)
def fill_buckets(mesh: Mesh, hints: Int32s, side: int) -> None:
    """One vertex for every bucket of a side × side grid over the world; empty ones take a neighbour's."""
    for i in range(hints.size):
        hints[i] = NONE
    for v in range(mesh.counts[VERTICES]):
        if mesh.out[v] != NONE:
            hints[bucket_of(mesh, mesh.xy[v, 0], mesh.xy[v, 1], side)] = v
    last = 0
    for i in range(hints.size):
        last = hints[i] if hints[i] != NONE else hints[i - side] if i >= side else last
        hints[i] = last


@kernel(counted=False)
def bucket_of(mesh: Mesh, x: int, y: int, side: int) -> int:
    """The bucket of a point in the world."""
    x0, y0, x1, y1 = mesh.xy[0, 0], mesh.xy[0, 1], mesh.xy[2, 0], mesh.xy[2, 1]
    column = min((x - x0) * side // (x1 - x0), side - 1)
    row = min((y - y0) * side // (y1 - y0), side - 1)
    return row * side + column


@kernel(counted=False)
def locate(mesh: Mesh, method: int, hints: Int32s, side: int, history: History, x: int, y: int) -> tuple[int, int]:
    """Triangle and what `walk` finds in it, for a point inside the world."""
    if method == BRUTE:
        return try_all(mesh, x, y)
    t = mesh.out[0] // 3
    if method == JUMP:
        t = jump(mesh, x, y, FEW_SAMPLES)
    elif method == JUMP_CUBE_ROOT:
        t = jump(mesh, x, y, cube_root(mesh.counts[LIVE_VERTICES]))
    elif method == HISTORY:
        t = descend(mesh, history, x, y)
    elif method == BUCKETS:
        v = hints[bucket_of(mesh, x, y, side)]
        t = mesh.out[v if mesh.out[v] != NONE else 0] // 3  # a hint may have died since; it need not be near
    return walk(mesh, x, y, t)


@kernel(counted=False)
def locate_all(
    mesh: Mesh, method: int, hints: Int32s, side: int, history: History, points: Int32s, found: Int32s
) -> None:
    """Locate many points; found[i] are the triangle and what `walk` finds in it."""
    for i in range(points.shape[0]):
        found[i, 0], found[i, 1] = locate(mesh, method, hints, side, history, points[i, 0], points[i, 1])


_NO_HISTORY: Final = History(
    np.zeros((0, 3), np.int32), np.zeros((0, 3), np.int32), np.zeros(0, np.int32), np.zeros(0, np.int32),
    np.zeros(1, np.int64),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Locator:
    """One method on one mesh. Hints are as of when it was made; the history knows only its construction."""

    mesh: Mesh
    method: Method
    hints: Int32s = field(default_factory=lambda: np.zeros(1, np.int32))
    history: History = _NO_HISTORY

    @property
    def side(self) -> int:
        """Buckets on one side of the grid of hints."""
        return round(len(self.hints) ** 0.5)

    def many(self, points: NDArray[np.int32]) -> NDArray[np.int32]:
        """Triangles of many points inside the world, with what lies there (see `walk`): int32 [n, 2]."""
        found = np.empty((len(points), 2), np.int32)
        locate_all(self.mesh, int(self.method), self.hints, self.side, self.history, points, found)
        return found

    def one(self, x: int, y: int, recording: Recording | None = None) -> tuple[int, int, int]:
        """Triangle, edge and vertex (or NONE) of a point inside the world; the search as LOCATE events.

        An event's subject is a triangle (of the history: a node) or, with aux 1, a sampled vertex.
        """
        counts = self.mesh.counts
        counts[LOGGED], counts[TRACE] = 0, int(recording is not None)
        t, found = locate(self.mesh, int(self.method), self.hints, self.side, self.history, x, y)
        counts[TRACE] = 0
        if recording is not None:
            record_search(self.mesh, recording)
        return int(t), max(int(found), NONE), max(int(at_vertex(found)), NONE)


def record_search(mesh: Mesh, recording: Recording) -> None:
    """Write the visits and samples of the mesh's log as LOCATE events."""
    rows = mesh.log[: mesh.counts[LOGGED]]
    for kind, subject, parent in rows[np.isin(rows[:, 0], (VISIT, SAMPLE, DESCEND)), :3].tolist():
        recording.add(LOCATE, subject, parent, g=float(recording.count), f=float(kind == SAMPLE))


def locator(mesh: Mesh, method: Method) -> Locator:
    """Make ready to locate by a method; the history comes with its construction, see `construct_with_history`."""
    if method is Method.HISTORY:
        raise BadInput("method", "history", "a mesh built with its history")
    if method is not Method.BUCKETS:
        return Locator(mesh, method)
    side = max(1, int((int(mesh.counts[LIVE_VERTICES]) / PER_BUCKET) ** 0.5))
    hints = np.empty(side * side, np.int32)
    fill_buckets(mesh, hints, side)
    return Locator(mesh, method, hints)


def construct_with_history(points: NDArray[np.int32], box: Box, seed: int) -> Locator:
    """Insert points in random order, keeping the history; a locator by it."""
    check_box(box)
    check_inside(points, box)
    room = len(points) + 64
    while True:  # an unlucky order may need more nodes than are expected
        mesh, work = new_mesh(box, room), new_work(room)
        history = new_history(mesh)
        order = np.random.default_rng(seed).permutation(len(points))
        ids, at = np.empty(len(points), np.int32), np.zeros(1, np.int64)
        if construct(mesh, work, history, points, order, ids, at, len(points) + 2) == DONE:
            return Locator(mesh, Method.HISTORY, history=history)
        room *= 2


def contenders(points: NDArray[np.int32], box: Box, queries: NDArray[np.int32]) -> dict[Method, Callable[[], Any]]:
    """For a comparison: every method on the same points, ready to locate the same queries."""
    built = construct_with_history(points, box, seed=1)
    locators = [built, *(locator(built.mesh, m) for m in Method if m is not Method.HISTORY)]
    return {each.method: partial(each.many, queries) for each in locators}
