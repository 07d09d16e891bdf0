r"""The reduced mesh: what is left of the free space when everything without a choice is taken away.

For TRA* and for whoever wants to see where a level has junctions, corridors and dead ends. Demyen and Buro,
"Efficient triangulation-based pathfinding", AAAI 2006, section "Abstraction". The *degree* of a triangle is
how many neighbours it has across portals; triangles of degree 1 or less are peeled off, one after the other,
each lowering the degree of the one it hung on. That gives every free triangle its level:

    0  alone: a part of the free space that is one triangle
    1  tree: peeled off; one way leads out, up to the `root`, the triangle the whole tree hangs on
    2  corridor: two ways on remain; corridors run between decisions, or in a ring
    3  decision: three ways on remain

A part without holes is one tree, whose root is the triangle that was peeled last. A part with k holes (k > 0)
has 2k - 2 decisions, so what a search chooses among grows with the number of islands and not with the number
of triangles.

Everything is kept by half-edge, as the way that leaves its triangle by that edge:

           ___________________________          leaving D by h, or any triangle of the corridor by the
          \     /\      /\      /\    /         edge towards D', one arrives at D', which is entered by h':
           \ D /h \    /  \    /h'\ D'          arrival[h] = h', and so arrival[h'] = h.
            \ /____\__/____\__/____\/           onward[e] for e entered by: the edge one leaves by.

Departs from the paper in: no sums of angles are kept, since the search measures the corridor itself. The
*choke* of a way is the width of its narrowest place, between the triangle it leaves and the one it arrives
in; how wide a turn within these two is depends on where one comes from and goes to. After an edit everything
is redone: 2,000 to 8,000 triangles of game maps take 0.1 to 0.9 ms, less than finding out what to keep.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel, specialise
from sandbox.kernels.recording import CLOSE, NO_EVENTS, Events, record_event, record_nothing
from sandbox.mesh.arrays import NONE, TRIANGLES, Int32s, Mesh, following
from sandbox.mesh.widths import square

if TYPE_CHECKING:
    from sandbox.kernels.recording import Recording

record = record_nothing

ALONE, TREE, CORRIDOR, DECISION = 0, 1, 2, 3  # levels of free triangles; others have NONE

# Entries of Reduction.counts
PEELED: Final = 0
CORRIDORS: Final = 1
DECISIONS: Final = 2


class Reduction(NamedTuple):
    """What every free triangle of a mesh is good for on a way through it."""

    level: Int32s  # [triangles] ALONE … DECISION; NONE: not free
    up: Int32s  # [triangles] of a tree: half-edge that leads towards its root; NONE at a root
    root: Int32s  # [triangles] where its tree hangs; itself on levels 2 and 3
    height: Int32s  # [triangles] steps up to the root
    corridor: Int32s  # [triangles] of level 2: row in `rows`; else NONE
    onward: Int32s  # [3 × triangles] entered by this, a corridor's triangle is left by that; else NONE
    arrival: Int32s  # [3 × triangles] leaving by this, the next decision is entered by that; NONE if there is none
    rows: Int32s  # [corridors, 3] half-edges by which decisions at both ends are left (or NONE), triangles between
    order: Int32s  # [triangles] in the order they were peeled, PEELED of them; scratch before
    counts: NDArray[np.int64]


def new_reduction(triangles: int) -> Reduction:
    """Memory for a mesh of so many triangles."""
    single = [np.full(triangles, NONE, np.int32) for _ in range(6)]
    level, up, root, height, corridor, order = single
    onward, arrival = np.full((2, 3 * triangles), NONE, np.int32)
    rows = np.full((3 * triangles // 2 + 1, 3), NONE, np.int32)
    return Reduction(level, up, root, height, corridor, onward, arrival, rows, order, np.zeros(3, np.int64))


@kernel(counted=False)
def peel(mesh: Mesh, reduction: Reduction, events: Events) -> int:
    """Take off triangles of degree 1 or less, first come first served: how many. `level` holds degrees until then."""
    level, order = reduction.level, reduction.order
    waiting = 0
    for t in range(level.shape[0]):
        if mesh.org[3 * t] == NONE or mesh.depth[t] != 0:
            continue
        degree = 0
        for h in range(3 * t, 3 * t + 3):
            if mesh.con[h] == 0:
                degree += 1
        level[t] = degree
        if degree <= 1:
            order[waiting] = t
            waiting += 1
    done = 0
    while done < waiting:
        t = order[done]
        done += 1
        alone = True
        for h in range(3 * t, 3 * t + 3):
            if mesh.con[h] != 0:
                continue
            alone = False
            beyond = mesh.twin[h] // 3
            if reduction.height[beyond] == NONE:  # not peeled yet
                reduction.up[t] = h
                level[beyond] -= 1
                if level[beyond] == 1:
                    order[waiting] = beyond
                    waiting += 1
        reduction.height[t] = 0
        parent = NONE if reduction.up[t] == NONE else mesh.twin[reduction.up[t]] // 3
        record(events, CLOSE, t, parent, float(done), 0.0, ALONE if alone else TREE)
        level[t] = ALONE if alone else TREE
    return done


@kernel(counted=False)
def hang_up(mesh: Mesh, reduction: Reduction, peeled: int) -> None:
    """Find every tree's root, from the roots down: what was peeled last lies highest."""
    root, height = reduction.root, reduction.height
    for t in range(root.shape[0]):
        if reduction.level[t] >= CORRIDOR:
            root[t] = t
            height[t] = 0
    for i in range(peeled - 1, -1, -1):
        t = reduction.order[i]
        if reduction.up[t] == NONE:
            root[t] = t
        else:
            parent = mesh.twin[reduction.up[t]] // 3
            root[t] = root[parent]
            height[t] = height[parent] + 1


@kernel(counted=False)
def goes_on(mesh: Mesh, reduction: Reduction, h: int) -> bool:
    """Whether half-edge h leads on, to a triangle that was not peeled."""
    return mesh.con[h] == 0 and reduction.level[mesh.twin[h] // 3] >= CORRIDOR


@kernel(counted=False)
def lay_corridors(mesh: Mesh, reduction: Reduction) -> None:
    """Join the two ways on of corridor triangles, and number corridors from decision to decision, then rings."""
    level, onward = reduction.level, reduction.onward
    for t in range(level.shape[0]):
        last = NONE
        for h in range(3 * t, 3 * t + 3):
            if level[t] == CORRIDOR and goes_on(mesh, reduction, h):
                onward[h] = last
                if last != NONE:
                    onward[last] = h
                last = h
    corridors, decisions = 0, 0
    for t in range(level.shape[0]):
        if level[t] == DECISION:
            decisions += 1
            for h in range(3 * t, 3 * t + 3):
                corridors = follow_corridor(mesh, reduction, h, corridors)
    for t in range(level.shape[0]):
        if level[t] == CORRIDOR and reduction.corridor[t] == NONE:
            for h in range(3 * t, 3 * t + 3):
                if onward[h] != NONE and reduction.corridor[t] == NONE:
                    corridors = follow_corridor(mesh, reduction, h, corridors)
    reduction.counts[CORRIDORS] = corridors
    reduction.counts[DECISIONS] = decisions


@kernel(counted=False)
def follow_corridor(mesh: Mesh, reduction: Reduction, h: int, corridors: int) -> int:
    """Walk from half-edge h to the next decision, or once round a ring; the way back leads to h's triangle."""
    ring = reduction.onward[h] != NONE
    known = reduction.arrival[h] != NONE  # numbered from its other end
    steps = 0
    e = mesh.twin[h]
    while True:
        if not ring:
            reduction.arrival[e] = h
        t = e // 3
        if reduction.level[t] != CORRIDOR or (ring and reduction.corridor[t] != NONE):
            break
        if not known:
            reduction.corridor[t] = corridors
        steps += 1
        e = mesh.twin[reduction.onward[e]]
    if known:
        return corridors
    reduction.rows[corridors, 0] = h
    reduction.rows[corridors, 1] = NONE if ring else e
    reduction.rows[corridors, 2] = steps
    return corridors + 1


@kernel(counted=False)
def reduce_mesh(mesh: Mesh, reduction: Reduction, events: Events) -> None:
    """Fill in a new reduction."""
    reduction.counts[PEELED] = peel(mesh, reduction, events)
    hang_up(mesh, reduction, reduction.counts[PEELED])
    lay_corridors(mesh, reduction)


reduce_recorded = specialise(reduce_mesh, record=record_event)


def reduction_of(mesh: Mesh) -> Reduction:
    """The reduction of a mesh as it is now."""
    reduction = new_reduction(int(mesh.counts[TRIANGLES]))
    reduce_mesh(mesh, reduction, NO_EVENTS)
    return reduction


def peeling(mesh: Mesh, recording: Recording) -> None:
    """Record the peeling: a CLOSE event for each triangle; parent: what it hung on; aux: its level."""
    recording.stage("peel trees")
    reduce_recorded(mesh, new_reduction(int(mesh.counts[TRIANGLES])), recording.events)


@kernel(counted=False)
def turn_width(widths: NDArray[np.float32], a: int, b: int) -> float:
    """Width of a triangle between two of its half-edges."""
    return widths[9 * (a // 3) + 3 - a - b]  # widths are kept by the third half-edge


@kernel(counted=False)
def edge_length(mesh: Mesh, h: int) -> float:
    """Length of an edge."""
    return math.sqrt(square(mesh.xy, mesh.org[h], mesh.org[following(h)]))


@kernel(counted=False)
def fill_chokes(mesh: Mesh, reduction: Reduction, widths: NDArray[np.float32], choke: NDArray[np.float32]) -> None:
    """choke[h]: the narrowest place of the way that leaves by half-edge h, up a tree or to the next decision."""
    for i in range(reduction.counts[PEELED] - 1, -1, -1):
        h = reduction.up[reduction.order[i]]
        if h == NONE:
            continue
        e = mesh.twin[h]
        narrowest = edge_length(mesh, h)
        higher = reduction.up[e // 3]
        if higher != NONE:
            narrowest = min(narrowest, turn_width(widths, e, higher), choke[higher])
        choke[h] = narrowest
    for t in range(reduction.level.shape[0]):
        if reduction.level[t] == DECISION:
            for h in range(3 * t, 3 * t + 3):
                e = mesh.twin[h]
                narrowest = edge_length(mesh, h)
                choke[e] = narrowest
                while reduction.level[e // 3] == CORRIDOR:
                    onward = reduction.onward[e]
                    narrowest = min(narrowest, turn_width(widths, e, onward), edge_length(mesh, onward))
                    e = mesh.twin[onward]
                    choke[e] = narrowest


def chokes_of(mesh: Mesh, reduction: Reduction, widths: NDArray[np.float32]) -> NDArray[np.float32]:
    """The choke of every way that `reduction` knows, in grid units; infinite where there is none, as in rings."""
    choke = np.full(len(reduction.onward), np.inf, np.float32)
    fill_chokes(mesh, reduction, widths, choke)
    return choke
