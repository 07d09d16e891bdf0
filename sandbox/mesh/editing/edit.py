"""Every change of a triangulation, as one kernel: put in, label, take out.

One and not several, since nearly all of what they do is shared, and compiled once this way.
"""

from __future__ import annotations

from typing import Final

from sandbox.kernels.arrays import Int32s, Int64s
from sandbox.kernels.jit import kernel
from sandbox.mesh.arrays import CROSSINGS, DONE, NONE, OVERFLOW, TANGLED, TRIANGLES, Mesh, Work
from sandbox.mesh.editing.edges import legalise
from sandbox.mesh.editing.insert import insert_rows
from sandbox.mesh.editing.labels import flood_inside, follow, label_all, label_touched
from sandbox.mesh.editing.remove import follow_lines, take_out
from sandbox.mesh.editing.split import insert_points

# Tasks
BUILD: Final = 0  # insert, and label every triangle
SCATTER: Final = 1  # insert points that lie anywhere
INSERT: Final = 2  # insert what has no inside
INSERT_INSIDE: Final = 3  # insert the outline of an owner
REMOVE: Final = 4  # take out what has no inside
REMOVE_INSIDE: Final = 5  # take out the outline of an owner


@kernel(counted=False, steady=True)
def edit(
    xy: Int64s,
    out: Int32s,
    org: Int32s,
    twin: Int32s,
    con: Int32s,
    depth: Int32s,
    owners: Int32s,
    counts: Int64s,
    pins: Int32s,
    touched: Int32s,
    dirty: Int32s,
    mark: Int32s,
    log: Int32s,
    stack: Int32s,
    pairs: Int32s,
    fresh: Int32s,
    pieces: Int32s,
    ring: Int32s,
    task: int,
    owner: int,
    points: Int32s,
    order: Int64s,
    ids: Int32s,
    rows: Int32s,
    at: Int64s,
) -> int:
    """Do a task; a status. After NO_ROOM, call again.

    Called from Python as edit(*mesh, *work, …): unpacking the two tuples would cost 5 µs a call.

    To insert: points, then constraints between them, then labels.
        owner   whose outline all rows are; NONE: the rows say whose
        points  x, y inside the world; each is pinned, ids get their vertices
        order   which of them go in and in which order, each near the one before; empty: all, as they come
        rows    constraints: numbers of two points, their owner unless it is given, winding
        at      the next point and the next row: zeros at first
    To remove: an owner (NONE: nobody), unpin the vertices ids, then whatever nobody asks for goes.
        rows    the owner's straight lines: x, y, x, y; none: everything that can be reached from ids along its
                edges. Without lines labels stay right; with them, the next insertion repairs them.
    """
    mesh = Mesh(xy, out, org, twin, con, depth, owners, counts, pins, touched, dirty, mark, log)
    work = Work(stack, pairs, fresh, pieces, ring)
    sound = True
    edges, vertices = 0, 0
    if task < REMOVE:
        status = insert_points(mesh, work, points, order, ids, at, task == SCATTER)
        if status == DONE:
            status = insert_rows(mesh, work, ids, rows, owner, at)
        if status != DONE:
            return status
        if task == BUILD:
            sound = False
        elif task == INSERT or counts[CROSSINGS] > 0:  # roundings moved other walls
            sound = label_touched(mesh, work, owner)
    if task >= REMOVE and rows.shape[0] > 0:
        edges, vertices = follow_lines(mesh, work, rows, owner)
    elif owner != NONE:
        edges, vertices = follow(mesh, work, ids, owner)
    if sound and (task == INSERT_INSIDE or task == REMOVE_INSIDE):
        sound = flood_inside(mesh, work, edges, owner, 1 if task == INSERT_INSIDE else -1)
        if not sound and task == INSERT_INSIDE:
            counts[TANGLED] = owner
    if task >= REMOVE:
        take_out(mesh, work, ids, owner, edges, vertices)
    while counts[OVERFLOW]:  # rare: the stack of edges in doubt was full
        counts[OVERFLOW] = 0
        for h in range(3 * counts[TRIANGLES]):
            stack[0] = h
            legalise(mesh, stack, 1, False)
    if not sound:
        label_all(mesh, work)
    return DONE
