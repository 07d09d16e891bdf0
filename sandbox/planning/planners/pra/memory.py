"""PRA*'s memory from query to query, what is asked of one, and the corridors between its levels.

A node is entered at a *spot*: the crossing from the node before. From spot to spot a way is measured, so that
doors count where they are. Nodes and cells are searched by one text (`planning/search.py`); both keep their keys
from level to level, for what a search may use is said by them:

    nodes.key [nodes]    stamp << 44 | g, or stamp << 44 | UNSEEN: in the corridor, not reached
    nodes.came [nodes]   spot << 32 | node it was reached from << 5 | CLOSED
    way                  the paths of all levels, one after the other, from start to goal
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandbox.kernels.arrays import Int32s, Int64s
from sandbox.kernels.jit import kernel
from sandbox.kernels.stamps import UNSEEN, next_stamp
from sandbox.planning.grid.smoothing import Smoother
from sandbox.planning.planners.pra.pool import CHUNK, FINE, Cliques
from sandbox.planning.search import Work as Searched

CHOOSE, ABSTRACT, CELLS, SMOOTH, DIRECT, FIRST = range(6)  # columns of `spent`; all but the last are recorded stages
STAGES_RECORDED = ("start level", "abstract searches", "cells", "smooth", "direct search")
EXPANDED, GENERATED, REOPENED = range(3)  # columns of `tally`
WHERE_THEY_MEET, HALFWAY, TWO_THIRDS_UP = range(3)  # where a first search begins


class Rule(NamedTuple):
    """What is asked of one query."""

    along: int  # octile heuristic on cells, in cost units
    across: int
    scale: int  # the same between nodes: octile distance in FINE parts times this >> 8
    weighted: int  # 1: terrain counts
    shift: int  # buckets are 2 ** shift cost units wide on cells, twice that from level to level
    wide: int  # the levels whose path admits its neighbours, a bit each
    skip: int  # the levels that are passed over on the way down, a bit each
    begin: int  # how far up to where the ends meet the first search begins, one of the three above
    highest: int  # but never above this level
    steps: int  # steps of every level's path that are refined at a time; 0: all
    smooth: int  # window of the smoother, 0: none
    near: int  # how far apart ends are that are tried on the cells first
    budget: int


class Work(NamedTuple):
    """The memory of queries."""

    cliques: Cliques
    cells: Searched
    nodes: Searched  # with the buckets and the stamp of the cells
    lineage: Int64s  # [2 * levels] ancestors of both ends
    way: Int32s
    part: Int64s  # [2 * levels] where a level's path of the first leg begins in `way`, and its length
    leg: Int32s  # cells of the path to the goal, or as far as was refined
    leg_length: Int64s
    path: Int32s  # the legs from start to goal
    length: Int64s
    latest: Int32s  # [ids] where a cell is in the path last
    left: Int64s  # [ids] the stamp of the last leg that began at a cell
    tally: Int64s
    spent: Int64s  # nanoseconds
    smoother: Smoother
    attempt: Searched  # the search of cells between near ends


@kernel(counted=False)
def next_leg(work: Work) -> int:
    """Number a new leg, where keys have it."""
    before = work.cells.stamp[0]
    stamp = next_stamp(work.cells.stamp, work.cells.key)
    if work.cells.stamp[0] <= before:  # all numbers were used: start over
        work.nodes.key[:] = 0
        work.left[:] = 0
    return stamp


@kernel(counted=False)
def spot_of_cell(S: int, u: int) -> int:
    """The centre of a cell, as crossings are written."""
    y = u // S
    return (y * FINE - FINE // 2) << 16 | (u - y * S) * FINE - FINE // 2


@kernel(counted=False)
def spot_of_node(place: Int32s, u: int) -> int:
    """The middle of a node, as crossings are written."""
    return np.int64(place[4 * u + 1]) << 16 | np.int64(place[4 * u])


@kernel(counted=False)
def level_below(rule: Rule, level: int) -> int:
    """Where the search goes on: levels of slivers are passed over."""
    level -= 1
    while level > 0 and (rule.skip >> level) & 1:
        level -= 1
    return level


@kernel(counted=False)
def open_corridor(stride: int, work: Work, rule: Rule, level: int, below: int, at: int, n: int, stamp: int) -> int:
    """Let the search of the level `below` use what a path stands for, and its neighbours where the rule says so.

    Returns a node or cell below the path's last node. Modifies the keys in `work`.
    """
    cliques, node_key, key = work.cliques, work.nodes.key, work.cells.key
    place, near, more, parent = cliques.place, cliques.near, cliques.more, cliques.parent
    child, sibling = cliques.child, cliques.sibling
    for i in range(n):
        u = piece = np.int64(work.way[at + i])
        v = u
        for j in range(-1, np.int64(place[4 * u + 3]) if (rule.wide >> level) & 1 else 0):
            if j >= 0:
                if j > 0 and j & (CHUNK - 1) == 0:
                    piece = np.int64(more[piece])
                v = np.int64(near[2 * (CHUNK * piece + (j & (CHUNK - 1)))])
            if node_key[v] != -stamp:
                node_key[v] = -stamp  # its own search is over
                admit(stride, parent, child, sibling, node_key, key, v, level, below, stamp)
    u = np.int64(work.way[at + n - 1])
    for _ in range(max(1, below), level):
        u = np.int64(child[u])
    return u if below > 0 else some_cell(stride, np.int64(child[u]))


@kernel(counted=False)
def admit(
    stride: int,
    parent: Int32s,
    child: Int32s,
    sibling: Int32s,
    node_key: Int64s,
    key: Int64s,
    top: int,
    level: int,
    below: int,
    stamp: int,
) -> None:
    """Let the search of the level `below` use what a node of `level` stands for. Modifies both keys."""
    u = top
    while True:
        while level > max(1, below):
            u = np.int64(child[u])
            level -= 1
        if below > 0:
            node_key[u] = stamp | UNSEEN
        else:
            admit_cells(stride, np.int64(child[u]), key, stamp)
        while u != top and sibling[u] < 0:
            u = np.int64(parent[u])
            level += 1
        if u == top:
            return
        u = np.int64(sibling[u])


@kernel(counted=False)
def admit_cells(S: int, block: int, key: Int64s, stamp: int) -> None:
    """Let the search of cells use those of a node of level 1. Modifies `key`."""
    corner, cells = block >> 4, block & 15
    if cells & 1:
        key[corner] = stamp | UNSEEN
    if cells & 2:
        key[corner + 1] = stamp | UNSEEN
    if cells & 4:
        key[corner + S] = stamp | UNSEEN
    if cells & 8:
        key[corner + S + 1] = stamp | UNSEEN


@kernel(counted=False)
def some_cell(S: int, block: int) -> int:
    """A cell below a node of level 1."""
    corner, cells = block >> 4, block & 15
    if cells & 3:
        return corner + (0 if cells & 1 else 1)
    return corner + S + (0 if cells & 4 else 1)
