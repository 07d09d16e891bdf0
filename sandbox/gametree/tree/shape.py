"""The shape of a tree from its parents alone: links, the order of a walk, where subtrees end."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandbox.kernels.arrays import Int16s, Int32s
from sandbox.kernels.jit import kernel


class Links(NamedTuple):
    """A tree to walk in."""

    first: Int32s  # [n] row of the first child; -1 without one
    next: Int32s  # [n] row of the next sibling (of a root: the next root); -1 at the last


@kernel
def _link(parent: Int32s, first: Int32s, following: Int32s) -> int:
    """Fill in the links, from the last row to the first; the first root."""
    root = np.int32(-1)
    for back in range(parent.size):
        row = parent.size - 1 - back
        above = parent[row]
        if above < 0:
            following[row] = root
            root = np.int32(row)
        else:
            following[row] = first[above]
            first[above] = row
    return int(root)


@kernel
def _walk(parent: Int32s, first: Int32s, following: Int32s, root: int, order: Int32s) -> int:
    """The rows as a walk from left to right meets them; how many."""
    count, row = 0, root
    while row >= 0:
        order[count] = row
        count += 1
        if first[row] >= 0:
            row = first[row]
            continue
        while row >= 0 and following[row] < 0:
            row = parent[row]
        if row >= 0:
            row = following[row]
    return count


@kernel
def _ends(ply: Int16s, found: Int32s, last: Int32s) -> None:
    """The row behind each subtree: the next one that lies no deeper. `last` [plies] is room."""
    for level in range(last.size):
        last[level] = -1
    top = -1
    for row in range(ply.size):
        level = int(ply[row])
        while top >= level:
            found[last[top]] = row
            top -= 1
        last[level] = row
        top = level
    while top >= 0:
        found[last[top]] = ply.size
        top -= 1


@kernel
def _plies(parent: Int32s, ply: Int16s) -> None:
    """Each node's distance from its root; parents come first."""
    for row in range(parent.size):
        ply[row] = 0 if parent[row] < 0 else ply[parent[row]] + 1


def links(parent: Int32s) -> Links:
    """First children and next siblings."""
    first, following = np.full(len(parent), -1, np.int32), np.full(len(parent), -1, np.int32)
    _link(parent, first, following)
    return Links(first, following)


def walked(parent: Int32s) -> Int32s:
    """Rows in the order of a walk; any order of rows will do in which parents come before their children."""
    first, following = np.full(len(parent), -1, np.int32), np.full(len(parent), -1, np.int32)
    root, order = _link(parent, first, following), np.zeros(len(parent), np.int32)
    return order[: _walk(parent, first, following, root, order)]


def ends(ply: Int16s) -> Int32s:
    """The row behind each node's subtree, of rows in the order of a walk."""
    found = np.zeros(len(ply), np.int32)
    _ends(ply, found, np.zeros(int(ply.max(initial=0)) + 1, np.int32))
    return found


def plies(parent: Int32s) -> Int16s:
    """Each node's distance from its root."""
    found = np.zeros(len(parent), np.int16)
    _plies(parent, found)
    return found
