"""The open list of the exact searches: a binary heap ordered by f, then by a tie-breaker.

Nothing is ever lowered in place: a node that got cheaper is pushed again, and the older entry is recognised
as stale by whoever pops it. The caller sees to it that there is room.

    row   [room, 2]   f, tie-breaker (smaller goes first)
    node  [room]      id
    size  [1]
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel


class OpenList(NamedTuple):
    """A heap in arrays; every function here modifies it in place."""

    row: NDArray[np.int64]
    node: NDArray[np.int32]
    size: NDArray[np.int64]


def new_open_list(room: int) -> OpenList:
    """Room for so many entries."""
    return OpenList(np.zeros((room, 2), np.int64), np.zeros(room, np.int32), np.zeros(1, np.int64))


@kernel(counted=False)
def push(open_list: OpenList, f: int, tie: int, node: int) -> None:
    """Add an entry."""
    row, nodes = open_list.row, open_list.node
    i = open_list.size[0]
    open_list.size[0] = i + 1
    while i > 0:
        above = (i - 1) >> 1
        if row[above, 0] < f or (row[above, 0] == f and row[above, 1] <= tie):
            break
        row[i, 0] = row[above, 0]
        row[i, 1] = row[above, 1]
        nodes[i] = nodes[above]
        i = above
    row[i, 0] = f
    row[i, 1] = tie
    nodes[i] = node


@kernel(counted=False)
def pop(open_list: OpenList) -> int:
    """Remove the first entry and return its node. Needs size > 0."""
    row, nodes = open_list.row, open_list.node
    first = np.int64(nodes[0])
    size = open_list.size[0] - 1
    open_list.size[0] = size
    f = row[size, 0]
    tie = row[size, 1]
    node = nodes[size]
    i = 0
    below = 1
    while below < size:
        right = below + 1
        if right < size and (
            row[right, 0] < row[below, 0] or (row[right, 0] == row[below, 0] and row[right, 1] < row[below, 1])
        ):
            below = right
        if f < row[below, 0] or (f == row[below, 0] and tie <= row[below, 1]):
            break
        row[i, 0] = row[below, 0]
        row[i, 1] = row[below, 1]
        nodes[i] = nodes[below]
        i = below
        below = 2 * i + 1
    row[i, 0] = f
    row[i, 1] = tie
    nodes[i] = node
    return first
