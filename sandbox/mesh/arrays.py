r"""The arrays of a triangulation: half-edges, vertices, owners of constraints, labels.

Triangle t has the half-edges 3t, 3t+1, 3t+2; each starts at a vertex and has the triangle on its left, as the
picture below has it with y up (`orient` > 0). On the screen y points down: there the corners run clockwise to the
eye, and what is called left, here and in all of the mesh, lies on the right hand.

                     org[p]                        following(h)  = the next half-edge of the triangle
                       *                           preceding(h)  = the one before
                   p  / ^  n                       twin[h]       = the same edge seen from the other side,
                     v   \                                          NONE on the border of the world
              org[h] *---->* org[n]                con[h]        = 0: free to flip, a portal
               ......  h   ......                                  else 1 + first record of its owners: a wall
                   *<------*
                    twin[h]                        triangle h // 3

The world is a box of two triangles; its four sides are owned by BOX, so `con[h] != 0` alone says "wall",
and a half-edge without a twin is always a wall. A dead triangle has org NONE, a dead vertex out NONE; both
are chained into free lists (through twin[3t] and xy[v, 0]) and used again: ids of the living never change.

**Owners.** A wall knows who put it there: a list of records (next record, owner, winding). The winding
counts how often the owner's outline runs along the edge from its lexicographically smaller end to the
larger one, minus the times it runs back; 0 is a wall without an inside. An outline has its inside on the
left, so `depth[t]`, the number of outlines around a triangle, changes across an edge by the sum of its
windings. A triangle is blocked where depth != 0. Twins share one list; no two edges do.

**Pins.** pins[v] counts the points and corners asked for at v. A vertex with no pin exists only because
two constraints cross there; when one leaves, the vertex goes and the other is straight again.

**Kernels** here make and return no arrays, so they do not count references (`counted=False`): counting those
of the tuple at every call more than doubles the time of a bulk build and costs a third more to compile.

**Edits.** touched[t] is the number of the last edit that changed triangle t; dirty lists those of the
current edit. log holds its steps, see `EditStep`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Int32s, Int64s
from sandbox.kernels.jit import kernel

NONE: Final = -1

BOX: Final = 0
TERRAIN: Final = 1
FIRST_OWNER: Final = 2
"""Owners from here on are polygons and walls; the two before are straight along the axes."""

# Entries of Mesh.counts
VERTICES: Final = 0  # ids given out so far, dead ones included
TRIANGLES: Final = 1
RECORDS: Final = 2
FREE_VERTEX: Final = 3  # heads of the free lists
FREE_TRIANGLE: Final = 4
FREE_RECORD: Final = 5
LIVE_VERTICES: Final = 6
LIVE_TRIANGLES: Final = 7
LAST: Final = 8  # triangle where the last change or search ended
RANDOM: Final = 9  # state of the walk's coin
EDIT: Final = 10  # number of the current edit
TOUCHED: Final = 11  # triangles this edit changed
FLIPS: Final = 12  # flips of this edit
CROSSINGS: Final = 13  # constraints this edit found crossing
LOGGED: Final = 14  # steps of this edit, kept or not
TANGLED: Final = 15  # an owner whose outline was seen to cross itself in this edit, or 0
PIECES: Final = 16  # pieces of constraints still to be inserted
STAMP: Final = 17  # last value used in Mesh.mark
OVERFLOW: Final = 18  # the stack of edges to legalise was full
STEPS: Final = 19  # triangles walked since the start
LONGEST: Final = 20  # no edge has more owners than this
TRACE: Final = 21  # 1 while tests and searches are logged too
COUNTS: Final = 22


class EditStep(IntEnum):
    """A row of Mesh.log: (kind, subject, other, a, b, c, d); what is not named is NONE."""

    SPLIT_FACE = 1  # triangle, new vertex, first and second new triangle
    SPLIT_EDGE = 2  # half-edge, new vertex, new triangle left of it, right of it (or NONE), twin before
    FLIP = 3  # half-edge, its twin before, ends of the old edge, ends of the new one
    CONSTRAIN = 4  # half-edge, owner, its ends, winding
    RELEASE = 5  # half-edge, owner, its ends, winding
    REMOVE = 6  # vertex, NONE, x, y
    FILL = 7  # triangle, NONE, its corners
    TEST = 8  # half-edge, twin, its ends, the two far corners: is it legal?  (only while tracing)
    VISIT = 9  # triangle a search looks at, the one before, how many a walk crossed so far  (only while tracing)
    SAMPLE = 10  # vertex a search measures, NONE, whether it is the nearest so far  (only while tracing)
    DESCEND = 11  # node of the history a search comes to, NONE, how deep it is  (only while tracing)


(
    SPLIT_FACE, SPLIT_EDGE, FLIP, CONSTRAIN, RELEASE, REMOVE, FILL, TEST, VISIT, SAMPLE, DESCEND,
) = map(int, EditStep)  # fmt: skip

# How an insertion ended
DONE: Final = 0
NO_ROOM: Final = 1  # the arrays are full: enlarge them and call again, nothing is lost
ENDLESS: Final = 2  # pieces kept breaking: a constraint was given up half-way (never seen; a cap, to be sure)
OUTSIDE: Final = 3


class Mesh(NamedTuple):
    """One triangulation. Everything but the last five fields is what a planner reads."""

    xy: Int64s  # [vertices, 2] position, 1/512 cell
    out: Int32s  # [vertices] one half-edge leaving the vertex; NONE: no such vertex
    org: Int32s  # [3 × triangles] vertex where the half-edge starts; NONE: no such triangle
    twin: Int32s  # [3 × triangles]
    con: Int32s  # [3 × triangles] 0 or 1 + first record in owners
    depth: Int32s  # [triangles] outlines around the triangle; 0 is free
    owners: Int32s  # [records, 3] next record (NONE ends the list), owner, winding
    counts: Int64s  # [COUNTS]
    pins: Int32s  # [vertices]
    touched: Int32s  # [triangles] number of the last edit that changed it
    dirty: Int32s  # [triangles] those of the current edit, TOUCHED of them
    mark: Int32s  # [triangles] scratch stamps of floods
    log: Int32s  # [steps, 7]


class Work(NamedTuple):
    """Scratch of the editing kernels."""

    stack: Int32s  # edges to legalise, triangles to flood, vertices to visit
    pairs: Int32s  # [., 2] edges that cross a new segment, as vertex pairs; an owner's half-edges in column 0
    fresh: Int32s  # [., 2] edges made by the flips that let it in; vertices to be tidied in column 0
    pieces: Int32s  # [., 4] from, to, owner, winding: constraints still to be inserted
    ring: Int32s  # [., 3] star of a vertex being removed: corner, half-edge outside, its con


@kernel(counted=False)
def following(h: int) -> int:
    """Next half-edge of the same triangle."""
    return h - 2 if h % 3 == 2 else h + 1


@kernel(counted=False)
def preceding(h: int) -> int:
    """The half-edge before, in the same triangle."""
    return h + 2 if h % 3 == 0 else h - 1


@kernel(counted=False)
def note(mesh: Mesh, kind: int, subject: int, other: int, a: int, b: int, c: int, d: int) -> None:
    """Append a step to the log; without room, only count it."""
    n = mesh.counts[LOGGED]
    mesh.counts[LOGGED] = n + 1
    if n < mesh.log.shape[0]:
        row = mesh.log[n]
        row[0] = kind
        row[1] = subject
        row[2] = other
        row[3] = a
        row[4] = b
        row[5] = c
        row[6] = d


def new_mesh(box: tuple[int, int, int, int], vertices: int, steps: int = 4096) -> Mesh:
    """An empty world: the box (x0, y0, x1, y1) as two triangles, with room for so many vertices."""
    room = max(vertices, 16)
    mesh = Mesh(
        xy=np.zeros((room, 2), np.int64),
        out=np.full(room, NONE, np.int32),
        org=np.full(6 * room, NONE, np.int32),
        twin=np.full(6 * room, NONE, np.int32),
        con=np.zeros(6 * room, np.int32),
        depth=np.zeros(2 * room, np.int32),
        owners=np.zeros((6 * room, 3), np.int32),
        counts=np.zeros(COUNTS, np.int64),
        pins=np.zeros(room, np.int32),
        touched=np.zeros(2 * room, np.int32),
        dirty=np.zeros(2 * room, np.int32),
        mark=np.zeros(2 * room, np.int32),
        log=np.zeros((steps, 7), np.int32),
    )
    _lay_out_box(mesh, box)
    return mesh


def _lay_out_box(mesh: Mesh, box: tuple[int, int, int, int]) -> None:
    x0, y0, x1, y1 = box
    mesh.xy[:4] = (x0, y0), (x1, y0), (x1, y1), (x0, y1)
    mesh.out[:4] = 0, 1, 2, 5
    mesh.org[:6] = 0, 1, 2, 0, 2, 3
    mesh.twin[[2, 3]] = 3, 2
    mesh.pins[:4] = 1
    for record, h in enumerate((0, 1, 4, 5)):
        mesh.owners[record] = NONE, BOX, 0
        mesh.con[h] = record + 1
    counts = mesh.counts
    counts[[VERTICES, LIVE_VERTICES, RECORDS]] = 4
    counts[[TRIANGLES, LIVE_TRIANGLES]] = 2
    counts[[FREE_VERTEX, FREE_TRIANGLE, FREE_RECORD]] = NONE
    counts[LONGEST] = 1
    counts[RANDOM] = 88172645463325252


def new_work(vertices: int) -> Work:
    """Scratch for a mesh with room for so many vertices."""
    room = max(vertices, 256)
    return Work(
        stack=np.zeros(6 * room, np.int32),
        pairs=np.zeros((4 * room, 2), np.int32),
        fresh=np.zeros((4 * room, 2), np.int32),
        pieces=np.zeros((4096, 4), np.int32),
        ring=np.zeros((room + 8, 3), np.int32),
    )


def with_room(mesh: Mesh, vertices: int, records: int) -> Mesh:
    """The same mesh with at least so much room; arrays that are large enough are kept as they are."""
    fields: dict[str, int] = {
        "xy": vertices, "out": vertices, "pins": vertices, "owners": records,
        "org": 6 * vertices, "twin": 6 * vertices, "con": 6 * vertices,
        "depth": 2 * vertices, "touched": 2 * vertices, "dirty": 2 * vertices, "mark": 2 * vertices,
    }  # fmt: skip
    return mesh._replace(**{name: _enlarged(getattr(mesh, name), room) for name, room in fields.items()})


def _enlarged(old: NDArray[Any], room: int) -> NDArray[Any]:
    if len(old) >= room:
        return old
    new = np.zeros((room, *old.shape[1:]), old.dtype)
    new[: len(old)] = old
    return new
