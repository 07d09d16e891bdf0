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
           \ D /h \    /  \    /h'\ D'          on[h, ARRIVAL] = h', and so on[h', ARRIVAL] = h.
            \ /____\__/____\__/____\/           on[e, ONWARD], for e entered by: the edge one leaves by.

Departs from the paper in: no sums of angles are kept, since the search measures the corridor itself. The
*choke* of a way is the width of its narrowest place, between the triangle it leaves and the one it arrives
in; how wide a turn within these two is depends on where one comes from and goes to. After an edit everything
is redone: 2,000 to 8,000 triangles of game maps take 0.1 to 0.9 ms, less than finding out what to keep. What is
peeled off is found by itself (`trees_of`): most planners ask for no more.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Int32s, Int64s
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import CLOSE, Recording
from sandbox.mesh.arrays import NONE, TRIANGLES, Mesh
from sandbox.mesh.widths import square

ALONE, TREE, CORRIDOR, DECISION = 0, 1, 2, 3  # levels of free triangles; others have NONE

# Columns of Reduction.tree
UP, ROOT, HEIGHT = 0, 1, 2
# Columns of Reduction.on
ONWARD, ARRIVAL = 0, 1


class Trees(NamedTuple):
    """The first half of a reduction: what was peeled off. All that most planners ask for."""

    level: Int32s  # [triangles] as in Reduction
    tree: Int32s
    order: Int32s

    @property
    def decisions(self) -> int:
        """How many triangles have three ways on."""
        return int(np.count_nonzero(self.level == DECISION))


class Reduction(NamedTuple):
    """What every free triangle of a mesh is good for on a way through it."""

    level: Int32s  # [triangles] ALONE … DECISION; NONE: not free
    tree: Int32s  # [triangles, 3] half-edge UP towards the root (NONE at a root), ROOT, HEIGHT: steps up to it
    corridor: Int32s  # [triangles] of level 2: row in `rows`; else NONE
    on: Int32s  # [3 × triangles, 2] ONWARD: entered by this, a corridor's triangle is left by that; ARRIVAL: leaving
    #             by this, the next decision is entered by that; NONE where there is none
    rows: Int32s  # [corridors, 3] half-edges by which decisions at both ends are left (or NONE), triangles between
    order: Int32s  # [peeled] triangles in the order they were peeled
    decisions: int


@kernel(counted=False)
def peel(org: Int32s, twin: Int32s, con: Int32s, depth: Int32s, level: Int32s, order: Int32s, tree: Int32s) -> int:
    """Take off triangles of degree 1 or less, first come first served: how many. `level` holds degrees until then.

    Then find every tree's root, from the roots down: what was peeled last lies highest.
    """
    waiting = 0
    for t in range(level.shape[0]):
        if org[3 * t] == NONE or depth[t] != 0:
            continue
        degree = 0
        for h in range(3 * t, 3 * t + 3):
            if con[h] == 0:
                degree += 1
        level[t] = degree
        tree[t, ROOT] = t
        if degree <= 1:
            order[waiting] = t
            waiting += 1
    done = 0
    while done < waiting:
        t = order[done]
        done += 1
        alone = True
        for h in range(3 * t, 3 * t + 3):
            if con[h] != 0:
                continue
            alone = False
            beyond = twin[h] // 3
            if tree[beyond, HEIGHT] == 0:  # not peeled yet
                tree[t, UP] = h
                level[beyond] -= 1
                if level[beyond] == 1:
                    order[waiting] = beyond
                    waiting += 1
        tree[t, HEIGHT] = NONE
        level[t] = ALONE if alone else TREE
    for i in range(done - 1, -1, -1):
        t = order[i]
        tree[t, HEIGHT] = 0
        if tree[t, UP] != NONE:
            parent = twin[tree[t, UP]] // 3
            tree[t, ROOT] = tree[parent, ROOT]
            tree[t, HEIGHT] = tree[parent, HEIGHT] + 1
    return done


@kernel(counted=False)
def lay_corridors(
    twin: Int32s, con: Int32s, level: Int32s, corridor: Int32s, on: Int32s, rows: Int32s
) -> tuple[int, int]:
    """Join the two ways on of corridor triangles; number corridors between decisions, then rings.

    How many corridors there are, and how many decisions.
    """
    for t in range(level.shape[0]):
        last = NONE
        for h in range(3 * t, 3 * t + 3):
            if level[t] == CORRIDOR and con[h] == 0 and level[twin[h] // 3] >= CORRIDOR:
                on[h, ONWARD] = last
                if last != NONE:
                    on[last, ONWARD] = h
                last = h
    corridors, decisions = 0, 0
    for wanted in (DECISION, CORRIDOR):
        for h in range(3 * level.shape[0]):
            t = h // 3
            if level[t] != wanted:
                continue
            if wanted == DECISION:
                decisions += h % 3 == 0
            elif on[h, ONWARD] == NONE or corridor[t] != NONE:
                continue
            # walk to the next decision, or once round a ring; the way back leads to h's triangle
            known = on[h, ARRIVAL] != NONE  # numbered from its other end
            steps = 0
            e = twin[h]
            while True:
                if wanted == DECISION:
                    on[e, ARRIVAL] = h
                if level[e // 3] != CORRIDOR or (wanted == CORRIDOR and corridor[e // 3] != NONE):
                    break
                if not known:
                    corridor[e // 3] = corridors
                steps += 1
                e = twin[on[e, ONWARD]]
            if not known:
                rows[corridors, 0] = h
                rows[corridors, 1] = e if wanted == DECISION else NONE
                rows[corridors, 2] = steps
                corridors += 1
    return corridors, decisions


def trees_of(mesh: Mesh) -> Trees:
    """What can be peeled off a mesh as it is now."""
    count = int(mesh.counts[TRIANGLES])
    level, order = (np.full(count, NONE, np.int32) for _ in range(2))
    tree = np.full((count, 3), (NONE, NONE, 0), np.int32)
    peeled = peel(mesh.org, mesh.twin, mesh.con, mesh.depth, level, order, tree)
    return Trees(level, tree, order[:peeled])


def reduction_of(mesh: Mesh, trees: Trees | None = None) -> Reduction:
    """The reduction of a mesh as it is now; `trees`, if they are known already."""
    level, tree, order = trees or trees_of(mesh)
    count = len(level)
    corridor, on = np.full(count, NONE, np.int32), np.full((3 * count, 2), NONE, np.int32)
    rows = np.empty((3 * count // 2 + 1, 3), np.int32)
    corridors, decisions = lay_corridors(mesh.twin, mesh.con, level, corridor, on, rows)
    return Reduction(level, tree, corridor, on, rows[:corridors], order, int(decisions))


def peeling(mesh: Mesh, reduction: Reduction, recording: Recording) -> None:
    """Record the peeling: a CLOSE event for each triangle, in order; its parent is what it hung on."""
    recording.stage("peel trees")
    for t in reduction.order.tolist():
        up = int(reduction.tree[t, UP])
        recording.add(CLOSE, t, NONE if up == NONE else int(mesh.twin[up]) // 3)


@kernel(counted=False)
def fill_chokes(
    xy: Int64s, org: Int32s, twin: Int32s, reduction: Reduction, widths: NDArray[np.float32], choke: NDArray[np.float32]
) -> None:
    """choke[h]: the narrowest place of the way that leaves by half-edge h, up a tree or to the next decision."""
    level, tree, on, order = reduction.level, reduction.tree, reduction.on, reduction.order
    for i in range(order.shape[0] - 1, -1, -1):
        h = tree[order[i], UP]
        if h == NONE:
            continue
        e = twin[h]
        narrowest = math.sqrt(square(xy, org[h], org[e]))
        higher = tree[e // 3, UP]
        if higher != NONE:
            narrowest = min(narrowest, widths[third(e, higher)], choke[higher])
        choke[h] = narrowest
    for h in range(level.shape[0] * 3):
        if level[h // 3] == DECISION:
            e = twin[h]
            narrowest = math.sqrt(square(xy, org[h], org[e]))
            choke[e] = narrowest
            while level[e // 3] == CORRIDOR:
                x = on[e, ONWARD]
                e_next = twin[x]
                narrowest = min(narrowest, widths[third(e, x)], math.sqrt(square(xy, org[x], org[e_next])))
                e = e_next
                choke[e] = narrowest


@kernel(counted=False)
def third(a: int, b: int) -> int:
    """The third half-edge of a triangle: the width between two is kept by it."""
    return 9 * (a // 3) + 3 - a - b


def chokes_of(mesh: Mesh, reduction: Reduction, widths: NDArray[np.float32]) -> NDArray[np.float32]:
    """The choke of every way that `reduction` knows, in grid units; infinite where there is none, as in rings."""
    choke = np.full(len(reduction.on), np.inf, np.float32)
    fill_chokes(mesh.xy, mesh.org, mesh.twin, reduction, widths, choke)
    return choke
