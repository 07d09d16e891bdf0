"""The nodes of PRA*'s abstraction: one pool for all levels, their lists, and reading them.

node u of any level, from one pool; a freed one is used again

place[4u ..]  x, y (sixteenths of a cell), weight (mean terrain cost, in 128ths), number of neighbours
near[16u ..]  its first eight neighbours, each followed by the *crossing* to it, y << 16 | x: the middle of
              the steps between the two; further ones in near[16v ..] of the pool's item v = more[u], …
child[u]      level 1: id of its block's top-left cell << 4 | its cells, a bit each; else the first child
first[block]  the first node of a block, linked by `after`
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import mmap
import sys
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel
from sandbox.planning.grid.graph import Space

MOST_LEVELS = 48
CHUNK = 8  # neighbours in one piece of a list
FINE = 16  # parts of a cell in which places are measured
TOP, FREE, STAMP, FULL = range(4)  # columns of `state`
WHOLE_BLOCK = 15
MOST_SLIVERS = 3.0 ** np.arange(MOST_LEVELS)  # cells that a sliver of each level stands for at most
FEW_NEIGHBOURS = 4  # on average: in the open it is eight
MOST_STAMPS = 1 << 30


class Cliques(NamedTuple):
    """The abstraction."""

    whole: int  # the first level at which one block is the whole grid
    across: NDArray[np.int64]  # [levels] blocks in a row
    down: NDArray[np.int64]
    offset: NDArray[np.int64]  # [levels] number of the level's first block
    count: NDArray[np.int64]  # [levels] nodes; of level 0 the open cells
    links: NDArray[np.int64]  # [levels] neighbours of all their nodes
    first: NDArray[np.int32]  # [blocks] NONE if it is empty
    parent_of_cell: NDArray[np.int32]  # [ids]
    parent: NDArray[np.int32]  # [room] -1 at the top
    child: NDArray[np.int32]  # [room]
    sibling: NDArray[np.int32]  # [room] the parent's next child
    after: NDArray[np.int32]  # [room] the block's next node, or the next free one
    rank: NDArray[np.uint8]  # [room] the level, 0 if free or a piece of a list
    place: NDArray[np.int32]  # [4 * room]
    near: NDArray[np.int32]  # [16 * room]
    more: NDArray[np.int32]  # [room]
    mark: NDArray[np.int32]  # [room] who saw it last
    waiting: NDArray[np.int32]  # [room] the nodes of the block being grouped, or the neighbours being listed
    where: NDArray[np.int32]  # [room] at which place of that list a neighbour is
    sums: NDArray[np.int32]  # [3 * room] of x, y and one over the steps to each neighbour in that list
    state: NDArray[np.int64]  # [4] first item never used, first freed one, last stamp, 1 if the pool is empty


def new_cliques(space: Space, room: int) -> Cliques:
    """An empty abstraction with room for so many nodes."""
    whole = max(1, (max(space.width, space.height) - 1).bit_length())
    side = 1 << np.minimum(np.arange(MOST_LEVELS), whole).astype(np.int64)
    across, down = -(-space.width // side), -(-space.height // side)
    ends = np.cumsum(across * down)

    def none(size: int) -> NDArray[np.int32]:
        return np.full(size, -1, np.int32)

    return Cliques(
        whole, across, down,
        offset=ends - across * down,
        count=np.zeros(MOST_LEVELS, np.int64),
        links=np.zeros(MOST_LEVELS, np.int64),
        first=none(int(ends[-1])),
        parent_of_cell=none(space.moves.shape[0]),
        parent=np.zeros(room, np.int32),
        child=np.zeros(room, np.int32),
        sibling=np.zeros(room, np.int32),
        after=np.zeros(room, np.int32),
        rank=np.zeros(room, np.uint8),
        place=np.zeros(4 * room, np.int32),
        near=in_lines(2 * CHUNK * room),
        more=np.zeros(room, np.int32),
        mark=np.zeros(room, np.int32),
        waiting=np.zeros(room, np.int32),
        where=np.zeros(room, np.int32),
        sums=np.zeros(3 * room, np.int32),
        state=np.array([0, -1, 0, 0], np.int64),
    )  # fmt: skip


def in_lines(size: int) -> NDArray[np.int32]:
    """Zeros that begin where a line of the cache begins, so that a node's list is one line.

    Fetched from the system in small pages, as they are needed: NumPy would ask for large ones, and much of the
    room stays empty.
    """
    if sys.platform == "win32":
        return np.frombuffer(mmap.mmap(-1, 4 * size), np.int32)
    return np.frombuffer(mmap.mmap(-1, 4 * size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS), np.int32)


def levels_of(cliques: Cliques) -> range:
    """The levels above the cells that have nodes."""
    return range(1, int(np.flatnonzero(cliques.count).max(initial=0)) + 1)


def broken_levels(cliques: Cliques) -> NDArray[np.bool_]:
    """By level: whether its nodes stand for so few cells (in the open 4 ** level) that they are slivers."""
    return np.asarray(cliques.count * MOST_SLIVERS > cliques.count[0])


def is_coarse(cliques: Cliques, level: int) -> bool:
    """Whether a level says too little of the ways through its nodes for a first search.

    Its nodes are rooms and passages with few neighbours, or no larger than those below would be in the open.
    """
    nodes = cliques.count[level]
    return bool(cliques.links[level] < FEW_NEIGHBOURS * nodes or cliques.count[0] < 4 ** (level - 1) * nodes)


def nodes_of(cliques: Cliques, level: int) -> NDArray[np.int64]:
    """All nodes of a level."""
    return np.flatnonzero(cliques.rank == level)


def places(cliques: Cliques) -> NDArray[np.float64]:
    """Where the nodes lie, in cells, by node."""
    return cliques.place.reshape(-1, 4)[:, :2] / float(FINE)


def edges_of(cliques: Cliques, nodes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Pairs of neighbours [n, 2], both ways round, of these nodes."""
    pairs = []
    pieces, left = nodes, cliques.place[4 * nodes + 3].astype(np.int64)
    while len(nodes):
        here = np.arange(CHUNK) < left[:, None]
        near = cliques.near.reshape(-1, CHUNK, 2)[pieces, :, 0]
        pairs.append(np.stack([np.repeat(nodes, here.sum(axis=1)), near[here]], axis=1))
        more = left > CHUNK
        nodes, pieces, left = nodes[more], cliques.more[pieces[more]].astype(np.int64), left[more] - CHUNK
    return np.concatenate(pairs) if pairs else np.zeros((0, 2), np.int64)


@kernel(counted=False)
def take(cliques: Cliques, level: int) -> int:
    """An item of the pool, -1 if there is none."""
    state = cliques.state
    u = state[FREE]
    if u >= 0:
        state[FREE] = cliques.after[u]
    elif state[TOP] < cliques.parent.shape[0]:
        u = state[TOP]
        state[TOP] = u + 1
    else:
        state[FULL] = 1
        return -1
    cliques.rank[u] = level
    cliques.parent[u] = cliques.more[u] = cliques.after[u] = -1
    cliques.place[4 * u + 3] = 0
    return u


@kernel(counted=False)
def give_back(cliques: Cliques, u: int) -> None:
    """Free an item and the pieces that follow it."""
    while u >= 0:
        rest = np.int64(cliques.more[u])
        cliques.rank[u] = 0
        cliques.after[u] = cliques.state[FREE]
        cliques.state[FREE] = u
        u = rest


@kernel(counted=False)
def empty_block(cliques: Cliques, level: int, block: int) -> None:
    """Free the nodes of a block."""
    u = np.int64(cliques.first[block])
    while u >= 0:
        following = np.int64(cliques.after[u])
        cliques.count[level] -= 1
        cliques.links[level] -= cliques.place[4 * u + 3]
        give_back(cliques, u)
        u = following
    cliques.first[block] = -1


@kernel(counted=False)
def add_node(cliques: Cliques, level: int, block: int, last: int) -> int:
    """A new node at the end of a block's list, -1 if there is no room."""
    u = take(cliques, level)
    if u >= 0:
        if last < 0:
            cliques.first[block] = u
        else:
            cliques.after[last] = u
        cliques.count[level] += 1
    return u


@kernel(counted=False)
def more_neighbours(cliques: Cliques, piece: int) -> int:
    """The next piece of a list of neighbours; -1 if there is no room."""
    fresh = take(cliques, 0)
    cliques.more[piece] = fresh
    return fresh


@kernel(counted=False)
def adjacent(place: NDArray[np.int32], near: NDArray[np.int32], more: NDArray[np.int32], u: int, v: int) -> bool:
    """Whether two nodes are neighbours."""
    piece = u
    for i in range(place[4 * u + 3]):
        if i > 0 and i & (CHUNK - 1) == 0:
            piece = np.int64(more[piece])
        if near[2 * (CHUNK * piece + (i & (CHUNK - 1)))] == v:
            return True
    return False
