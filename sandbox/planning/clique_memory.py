"""PRA*'s memory from query to query, what is asked of one, and the corridors between its levels.

Buckets are emptied last in, first out, and nodes expanded again when a better way comes later, as in
`bucket_search`. "May be used", "seen in this search" and "better" are one comparison:

    key [nodes], cell_key [cells]    stamp << 44 | g;  stamp << 44 | UNSEEN: in the corridor, not reached
    came [nodes]                     node it was reached from << 1 | 1 once expanded
    cell_came [cells]                direction of arrival, | CLOSED once expanded
    way                              the paths of all levels, one after the other, from start to goal
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel
from sandbox.planning.clique_pool import CHUNK, Cliques
from sandbox.planning.smoothing import Smoother

G_BITS = 44
UNSEEN = (1 << G_BITS) - 1
UNREACHED = 1 << (G_BITS - 1)
STAMPS = 1 << (63 - G_BITS)
BUCKETS = 1 << 10  # in a circle; what would lie further ahead goes into the last, which is only too early
LOOK_EVERY = 1023
CLOSED = 16
CHOOSE, ABSTRACT, CELLS, SMOOTH, FIRST = range(5)  # columns of `spent`; the first four are the recorded stages
STAGES_RECORDED = ("start level", "abstract searches", "cells", "smooth")
EXPANDED, GENERATED, REOPENED = range(3)  # columns of `tally`


class Rule(NamedTuple):
    """What is asked of one query."""

    along: int  # octile heuristic on cells, in cost units
    across: int
    scale: int  # the same between nodes: octile distance in FINE parts times this >> 8
    weighted: int  # 1: terrain counts
    shift: int  # buckets are 2 ** shift cost units wide on cells, twice that from level to level
    wide: int  # the lowest level whose path admits its neighbours
    halve: int  # 1: begin halfway up to where the ends meet, 0: right there
    highest: int  # but never above this level
    steps: int  # steps of every level's path that are refined at a time; 0: all
    smooth: int  # window of the smoother, 0: none
    budget: int


class Work(NamedTuple):
    """The memory of queries."""

    cliques: Cliques
    key: NDArray[np.int64]
    came: NDArray[np.int32]
    cell_key: NDArray[np.int64]
    cell_came: NDArray[np.uint8]
    head: NDArray[np.int32]
    entry: NDArray[np.int32]  # next, low 32 bits of g, node or cell
    stamp: NDArray[np.int64]
    lineage: NDArray[np.int64]  # [2 * levels] ancestors of both ends
    way: NDArray[np.int32]
    part: NDArray[np.int64]  # [2 * levels] where a level's path of the first leg begins in `way`, and its length
    leg: NDArray[np.int32]  # cells of the path to the goal, or as far as was refined
    leg_length: NDArray[np.int64]
    path: NDArray[np.int32]  # the legs from start to goal
    length: NDArray[np.int64]
    latest: NDArray[np.int32]  # [ids] where a cell is in the path last
    left: NDArray[np.int64]  # [ids] the stamp of the last leg that began at a cell
    tally: NDArray[np.int64]
    spent: NDArray[np.int64]  # nanoseconds
    smoother: Smoother


@kernel(counted=False)
def next_stamp(work: Work) -> int:
    """Number a new leg; when the numbers run out, clear the keys once and start over."""
    work.stamp[0] += 1
    if work.stamp[0] >= STAMPS:
        work.key[:] = 0
        work.cell_key[:] = 0
        work.left[:] = 0
        work.stamp[0] = 1
    return work.stamp[0] << G_BITS


@kernel(counted=False)
def open_corridor(stride: int, work: Work, rule: Rule, level: int, at: int, n: int, stamp: int) -> int:
    """Let the search below use the children of a path, and of its neighbours if the rule is so wide.

    Returns a child of the path's last node. Modifies the keys in `work`.
    """
    place, near, more = work.cliques.place, work.cliques.near, work.cliques.more
    child, sibling, key, cell_key = work.cliques.child, work.cliques.sibling, work.key, work.cell_key
    for i in range(n):
        u = piece = np.int64(work.way[at + i])
        if level == 1:
            admit_cells(stride, child, cell_key, u, stamp)
        else:
            admit(child, sibling, key, u, stamp)
        for j in range(place[4 * u + 3] if level >= rule.wide else 0):
            if j > 0 and j & (CHUNK - 1) == 0:
                piece = np.int64(more[piece])
            v = np.int64(near[CHUNK * piece + (j & (CHUNK - 1))])
            if level == 1:
                admit_cells(stride, child, cell_key, v, stamp)
            else:
                admit(child, sibling, key, v, stamp)
    return some_child(stride, np.int64(child[work.way[at + n - 1]]), level)


@kernel(counted=False)
def admit(child: NDArray[np.int32], sibling: NDArray[np.int32], key: NDArray[np.int64], u: int, stamp: int) -> None:
    """Let the search below use the children of a node above level 1, once. Modifies `key`."""
    if key[u] != -stamp:
        key[u] = -stamp  # its own search is over
        v = np.int64(child[u])
        while v >= 0:
            key[v] = stamp | UNSEEN
            v = np.int64(sibling[v])


@kernel(counted=False)
def admit_cells(S: int, child: NDArray[np.int32], key: NDArray[np.int64], u: int, stamp: int) -> None:
    """Let the search of cells use those of a node of level 1. Modifies `key`."""
    corner, cells = np.int64(child[u]) >> 4, np.int64(child[u]) & 15
    if cells & 1:
        key[corner] = stamp | UNSEEN
    if cells & 2:
        key[corner + 1] = stamp | UNSEEN
    if cells & 4:
        key[corner + S] = stamp | UNSEEN
    if cells & 8:
        key[corner + S + 1] = stamp | UNSEEN


@kernel(counted=False)
def some_child(S: int, child: int, level: int) -> int:
    """A cell or node below a node, of what it says of its children."""
    if level > 1:
        return child
    corner, cells = child >> 4, child & 15
    if cells & 3:
        return corner + (0 if cells & 1 else 1)
    return corner + S + (0 if cells & 4 else 1)
