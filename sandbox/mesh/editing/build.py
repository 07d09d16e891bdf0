"""Build a triangulation of many points and constraints at once.

For whoever opens a level. Points go in along a Hilbert curve, each found by a walk from the one before:
3 or 4 triangles on average whatever the number of points, and neighbours in the plane become neighbours in
memory. Amenta, Choi, Rote, "Incremental constructions con BRIO", SoCG 2003. Departs from them in leaving out the
random rounds, which they need for a worst-case bound: on maps and on random points the plain curve is faster.
"""

from __future__ import annotations

import numpy as np

from sandbox.errors import BadInput, SandboxError
from sandbox.geometry.predicates import GRID
from sandbox.kernels.arrays import Int32s, Int64s
from sandbox.kernels.jit import kernel
from sandbox.mesh.arrays import (
    EDIT,
    ENDLESS,
    LONGEST,
    NO_ROOM,
    NONE,
    PIECES,
    RECORDS,
    Mesh,
    Work,
    new_mesh,
    new_work,
    with_room,
)
from sandbox.mesh.editing.edit import BUILD, edit

Box = tuple[int, int, int, int]


@kernel(counted=False)
def hilbert_keys(points: Int32s, keys: Int64s, bits: int, drop: int) -> None:
    """Place of each point on a Hilbert curve of 2^bits × 2^bits squares, each 2^drop units wide."""
    for i in range(points.shape[0]):
        x, y = points[i, 0] >> drop, points[i, 1] >> drop
        key = 0
        for level in range(bits - 1, -1, -1):
            right, down = (x >> level) & 1, (y >> level) & 1
            key = 4 * key + ((3 * right) ^ down)
            if down == 0:  # the curve enters this quarter turned, or turned and mirrored
                if right == 1:
                    x, y = ~x, ~y
                x, y = y, x
        keys[i] = key


def hilbert_order(points: Int32s) -> Int64s:
    """Numbers of the points along the curve; equal places in the order given."""
    places = len(points).bit_length()
    bits = min(20, max(4, places // 2 + 3))
    keys = np.empty(len(points), np.int64)
    hilbert_keys(points, keys, bits, GRID.bit_length() - bits)
    keys <<= places  # sorting numbers themselves is several times faster than sorting an order
    keys |= np.arange(len(points))
    keys.sort()
    keys &= (1 << places) - 1
    return keys


def build(points: Int32s, segments: Int32s, box: Box) -> tuple[Mesh, Work, Int32s]:
    """Triangulate points and constraints (rows: numbers of two points, owner, winding) in a box.

    Returns the mesh, scratch for further edits, and the vertex of each point (the same for equal points).
    Constraints may cross. Raises BadInput for a point outside the box.
    """
    check_box(box)
    points, segments = (np.ascontiguousarray(rows, np.int32) for rows in (points, segments))
    check_inside(points, box)
    room = int(len(points) * 1.1) + 64
    mesh = with_room(new_mesh(box, room), room, room + 2 * len(segments) + 64)
    ids = np.empty(len(points), np.int32)
    mesh.counts[EDIT] = 1
    mesh, work = insert_all(mesh, new_work(room), points, hilbert_order(points), ids, segments, BUILD)
    return mesh, work, ids


def insert_all(
    mesh: Mesh, work: Work, points: Int32s, order: Int64s, ids: Int32s, rows: Int32s, task: int, owner: int = NONE
) -> tuple[Mesh, Work]:
    """`edit` with a task that inserts, with more room whenever it runs out."""
    at = np.zeros(2, np.int64)
    while (status := edit(*mesh, *work, task, owner, points, order, ids, rows, at)) == NO_ROOM:
        mesh, work = enlarged(mesh, work)
    if status == ENDLESS:
        raise SandboxError(f"constraint {at[1]} could not be inserted")
    return mesh, work


def enlarged(mesh: Mesh, work: Work) -> tuple[Mesh, Work]:
    """Mesh and scratch with room for half as much again; pieces still waiting are kept."""
    counts = mesh.counts
    vertices = len(mesh.out) * 3 // 2 + 64
    records = max(len(mesh.owners), int(counts[RECORDS] + 4 * counts[LONGEST])) * 3 // 2
    wider = new_work(vertices)._replace(pieces=np.zeros((2 * len(work.pieces), 4), np.int32))
    wider.pieces[: counts[PIECES]] = work.pieces[: counts[PIECES]]
    return with_room(mesh, vertices, records), wider


def check_box(box: Box) -> None:
    """Raise BadInput unless the box lies on the grid and has an inside."""
    x0, y0, x1, y1 = box
    if not (0 <= x0 < x1 <= GRID and 0 <= y0 < y1 <= GRID):
        raise BadInput("box", f"{box}", f"x0 < x1 and y0 < y1 from 0 to {GRID}")


@kernel(counted=False)
def first_outside(points: Int32s, x0: int, y0: int, x1: int, y1: int) -> int:
    """Number of the first point outside a box, or NONE."""
    for i in range(points.shape[0]):
        if points[i, 0] < x0 or points[i, 0] > x1 or points[i, 1] < y0 or points[i, 1] > y1:
            return i
    return NONE


@kernel(counted=False)
def doubled_area(ring: Int32s) -> int:
    """Twice the area a ring turns around: positive when x turns towards y."""
    total = np.int64(0)
    last = ring.shape[0] - 1
    for i in range(ring.shape[0]):
        j = i - 1 if i > 0 else last
        ax, ay, bx, by = np.int64(ring[j, 0]), np.int64(ring[j, 1]), np.int64(ring[i, 0]), np.int64(ring[i, 1])
        total += ax * by - ay * bx
    return total  # type: ignore[return-value]


def check_inside(points: Int32s, box: Box) -> None:
    """Raise BadInput naming the first point outside the box."""
    i = int(first_outside(points, *box))
    if i != NONE:
        x, y = points[i].tolist()
        raise BadInput(f"point {i}", f"({x}, {y})", f"x from {box[0]} to {box[2]}, y from {box[1]} to {box[3]}")
