"""PRA*'s abstraction of the grid: cells joined into cliques, those again, up to one node per component.

Every node of a level stands for four, three or two nodes below it that are all neighbours of each other, for
one that found no partner, or for such a clique with the dead ends (*orphans*) that hang on it. Two nodes are
neighbours if any of their children are.

Paper: Sturtevant, Buro, "Partial Pathfinding Using Map Abstraction and Refinement", AAAI 2005.
Departs from it in: a clique never leaves its *block*, a square of 2^level cells a side, aligned. So the nodes
of a block depend on nothing but what lies inside, and an edit regroups the blocks above the touched cells,
a few per level, and lists the neighbours of their surroundings again. The result is the cover that a fresh
build gives, with other numbers. Above the level whose block is the whole grid, grouping goes on until nothing
has a neighbour.

    node u of any level, from one pool; a freed one is used again

    place[4u ..]  x, y (sixteenths of a cell), weight (mean terrain cost, in 128ths), number of neighbours
    near[8u ..]   its first eight neighbours; further ones in near[8v ..] of the pool's item v = more[u], …
    child[u]      level 1: id of its block's top-left cell << 4 | its cells, a bit each; else the first child
    first[block]  the first node of a block, linked by `after`
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel
from sandbox.planning.grid_graph import Space, any_step

MOST_LEVELS = 48
CHUNK = 8  # neighbours in one piece of a list
FINE = 16  # parts of a cell in which places are measured
TOP, FREE, STAMP, FULL = range(4)  # columns of `state`
WHOLE_BLOCK = 15
MOST_STAMPS = 1 << 30


class Cliques(NamedTuple):
    """The abstraction."""

    whole: int  # the first level at which one block is the whole grid
    across: NDArray[np.int64]  # [levels] blocks in a row
    down: NDArray[np.int64]
    offset: NDArray[np.int64]  # [levels] number of the level's first block
    count: NDArray[np.int64]  # [levels] nodes; of level 0 the open cells
    first: NDArray[np.int32]  # [blocks] NONE if it is empty
    parent_of_cell: NDArray[np.int32]  # [ids]
    parent: NDArray[np.int32]  # [room] -1 at the top
    child: NDArray[np.int32]  # [room]
    sibling: NDArray[np.int32]  # [room] the parent's next child
    after: NDArray[np.int32]  # [room] the block's next node, or the next free one
    rank: NDArray[np.uint8]  # [room] the level, 0 if free or a piece of a list
    place: NDArray[np.int32]  # [4 * room]
    near: NDArray[np.int32]  # [8 * room]
    more: NDArray[np.int32]  # [room]
    mark: NDArray[np.int32]  # [room] who saw it last
    waiting: NDArray[np.int32]  # [room] the nodes of the block being grouped
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
        first=none(int(ends[-1])),
        parent_of_cell=none(space.moves.shape[0]),
        parent=none(room),
        child=np.zeros(room, np.int32),
        sibling=np.zeros(room, np.int32),
        after=np.zeros(room, np.int32),
        rank=np.zeros(room, np.uint8),
        place=np.zeros(4 * room, np.int32),
        near=np.zeros(CHUNK * room, np.int32),
        more=np.zeros(room, np.int32),
        mark=np.zeros(room, np.int32),
        waiting=np.zeros(room, np.int32),
        state=np.array([0, -1, 0, 0], np.int64),
    )  # fmt: skip


def built(space: Space) -> Cliques:
    """The abstraction of a grid."""
    open_cells = int(np.count_nonzero(space.cost8))
    room = open_cells // 2 + 256
    while True:
        cliques = new_cliques(space, room)
        cliques.count[0] = open_cells
        if rebuild(space, cliques, 0, 0, space.width, space.height) >= 0:
            return cliques
        room *= 2


def levels_of(cliques: Cliques) -> range:
    """The levels above the cells that have nodes."""
    return range(1, int(np.flatnonzero(cliques.count).max(initial=0)) + 1)


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
        near = cliques.near.reshape(-1, CHUNK)[pieces]
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
        give_back(cliques, u)
        cliques.count[level] -= 1
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
def add_further(cliques: Cliques, u: int, n: int, v: int) -> None:
    """Write neighbour n ≥ CHUNK of u."""
    piece = u
    for _ in range(n // CHUNK):
        if cliques.more[piece] < 0:
            fresh = take(cliques, 0)
            if fresh < 0:
                return
            cliques.more[piece] = fresh
        piece = np.int64(cliques.more[piece])
    cliques.near[CHUNK * piece + n % CHUNK] = v


@kernel(counted=False)
def adjacent(place: NDArray[np.int32], near: NDArray[np.int32], more: NDArray[np.int32], u: int, v: int) -> bool:
    """Whether two nodes are neighbours."""
    piece = u
    for i in range(place[4 * u + 3]):
        if i > 0 and i & (CHUNK - 1) == 0:
            piece = np.int64(more[piece])
        if near[CHUNK * piece + (i & (CHUNK - 1))] == v:
            return True
    return False


@kernel(counted=False)
def cell_in_block(stride: int, corner: int, i: int) -> int:
    """Cell 0 … 3 of the block of four with this top-left cell."""
    return corner + (i & 1) + (i >> 1) * stride


@kernel(counted=False)
def node_of_cells(space: Space, cliques: Cliques, block: int, last: int, corner: int, cells: int) -> int:
    """A node of level 1 over some cells (bits) of a block."""
    u = add_node(cliques, 1, block, last)
    if u >= 0:
        cliques.child[u] = corner << 4 | cells
        for i in range(4):
            if (cells >> i) & 1:
                cliques.parent_of_cell[cell_in_block(space.stride, corner, i)] = u
    return u


@kernel(counted=False)
def put_over_cells(space: Space, cliques: Cliques, u: int) -> None:
    """Place a node of level 1 amid its cells and average their costs."""
    corner, cells = np.int64(cliques.child[u]) >> 4, np.int64(cliques.child[u]) & 15
    n = x = y = weight = 0
    for i in range(4):
        if (cells >> i) & 1:
            n += 1
            x += i & 1
            y += i >> 1
            weight += np.int64(space.cost8[cell_in_block(space.stride, corner, i)])
    row = corner // space.stride
    cliques.place[4 * u] = (corner - row * space.stride) * FINE - FINE // 2 + FINE * x // n
    cliques.place[4 * u + 1] = row * FINE - FINE // 2 + FINE * y // n
    cliques.place[4 * u + 2] = FINE * weight // n


@kernel(counted=False)
def group_cells(space: Space, cliques: Cliques, bx: int, by: int) -> None:
    """The nodes of a block of four cells: all of them, or pairs, dead ends with their neighbours, and single ones.

    Three open cells are no clique: the wall in the corner keeps two of them apart.
    """
    S, parent, cost8 = space.stride, cliques.parent_of_cell, space.cost8
    block = cliques.offset[1] + by * cliques.across[1] + bx
    corner = (2 * by + 1) * S + 2 * bx + 1
    empty_block(cliques, 1, block)
    left = 0
    for i in range(4):
        u = cell_in_block(S, corner, i)
        parent[u] = -1
        if cost8[u] != 0:
            left |= 1 << i
    last = -1
    if left == WHOLE_BLOCK:
        last = node_of_cells(space, cliques, block, last, corner, left)
        left = 0
    for k in range(4):
        pair = (3 if k == 0 else 12) if k < 2 else (5 if k == 2 else 10)
        if left & pair == pair and cliques.state[FULL] == 0:
            last = node_of_cells(space, cliques, block, last, corner, pair)
            left &= ~pair
    for i in range(4):
        if (left >> i) & 1 and cliques.state[FULL] == 0:
            mate = only_mate(space, cliques, corner, i)
            if mate >= 0:
                cliques.child[mate] |= 1 << i
                parent[cell_in_block(S, corner, i)] = mate
            else:
                last = node_of_cells(space, cliques, block, last, corner, 1 << i)
    u = np.int64(cliques.first[block])
    while u >= 0:
        put_over_cells(space, cliques, u)
        u = np.int64(cliques.after[u])


@kernel(counted=False)
def only_mate(space: Space, cliques: Cliques, corner: int, i: int) -> int:
    """The node a dead-end cell can join: that of its only neighbour, if in the same block; else -1."""
    S = space.stride
    u = cell_in_block(S, corner, i)
    moves = np.int64(space.moves[u])
    if moves == 0 or moves & (moves - 1) != 0:
        return -1
    for d in range(4):
        if moves == 1 << d:
            v = u + any_step(d, S)
            if v == cell_in_block(S, corner, i ^ 1) or v == cell_in_block(S, corner, i ^ 2):
                return np.int64(cliques.parent_of_cell[v])
    return -1


@kernel(counted=False)
def link_cells(space: Space, cliques: Cliques, u: int, stamp: int) -> None:
    """List the neighbours of a node of level 1."""
    S, all_moves = space.stride, space.moves
    mark, parent, near = cliques.mark, cliques.parent_of_cell, cliques.near
    steps = (1, -1, S, -S, S + 1, S - 1, -S + 1, -S - 1)
    mark[u] = stamp
    corner, cells = np.int64(cliques.child[u]) >> 4, np.int64(cliques.child[u]) & 15
    n = 0
    for i in range(4):
        if (cells >> i) & 1:
            v = corner + (i & 1) + (i >> 1) * S
            moves = np.int64(all_moves[v])
            if cells == WHOLE_BLOCK:  # the three moves that stay inside
                moves &= ~(np.int64(2 if i & 1 else 1) | (8 if i & 2 else 4) | 1 << (4 + i))
            for d in range(8):
                if (moves >> d) & 1:
                    w = np.int64(parent[v + steps[d]])
                    if w >= 0 and mark[w] != stamp:
                        mark[w] = stamp
                        if n < CHUNK:
                            near[CHUNK * u + n] = w
                        else:
                            add_further(cliques, u, n, w)
                        n += 1
    cliques.place[4 * u + 3] = n


@kernel(counted=False)
def gather(cliques: Cliques, level: int, bx: int, by: int, stamp: int) -> int:
    """Mark the nodes below a block that have neighbours and put them in `waiting`; return how many."""
    below = level - 1
    n = 0
    for y in range(2 * by, min(2 * by + 2, cliques.down[below])):
        for x in range(2 * bx, min(2 * bx + 2, cliques.across[below])):
            u = np.int64(cliques.first[cliques.offset[below] + y * cliques.across[below] + x])
            while u >= 0:
                cliques.parent[u] = -1
                if cliques.place[4 * u + 3] > 0:
                    cliques.mark[u] = stamp
                    cliques.waiting[n] = u
                    n += 1
                u = np.int64(cliques.after[u])
    return n


@kernel(counted=False)
def grow_clique(cliques: Cliques, u: int, stamp: int) -> tuple[int, int, int, int]:
    """Up to three free neighbours of u in its block that are neighbours of each other, and how many."""
    place, near, more = cliques.place, cliques.near, cliques.more
    a = b = c = np.int64(-1)
    found = 0
    piece = u
    for i in range(place[4 * u + 3]):
        if i > 0 and i & (CHUNK - 1) == 0:
            piece = np.int64(more[piece])
        v = np.int64(near[CHUNK * piece + (i & (CHUNK - 1))])
        if cliques.mark[v] != stamp or cliques.parent[v] >= 0:
            continue
        if (found > 0 and not adjacent(place, near, more, v, a)) or (
            found > 1 and not adjacent(place, near, more, v, b)
        ):
            continue
        found += 1
        if found == 1:
            a = v
        elif found == 2:
            b = v
        else:
            c = v
            break
    return found, a, b, c


@kernel(counted=False)
def adopt(cliques: Cliques, p: int, u: int) -> None:
    """Make u a child of p."""
    cliques.sibling[u] = cliques.child[p]
    cliques.child[p] = u
    cliques.parent[u] = p


@kernel(counted=False)
def put_over_children(cliques: Cliques, p: int) -> None:
    """Place a node amid its children and average their weights."""
    n = x = y = weight = 0
    u = np.int64(cliques.child[p])
    while u >= 0:
        n += 1
        x += np.int64(cliques.place[4 * u])
        y += np.int64(cliques.place[4 * u + 1])
        weight += np.int64(cliques.place[4 * u + 2])
        u = np.int64(cliques.sibling[u])
    cliques.place[4 * p], cliques.place[4 * p + 1], cliques.place[4 * p + 2] = x // n, y // n, weight // n


@kernel(counted=False)
def group_nodes(cliques: Cliques, level: int, bx: int, by: int) -> None:
    """The nodes of a block above level 1: cliques of four, then three, then two; dead ends; single ones."""
    block = cliques.offset[level] + by * cliques.across[level] + bx
    empty_block(cliques, level, block)
    cliques.state[STAMP] += 1
    n = gather(cliques, level, bx, by, cliques.state[STAMP])
    last = -1
    for wanted in range(4, 0, -1):
        for i in range(n):
            u = np.int64(cliques.waiting[i])
            if cliques.parent[u] >= 0:
                continue
            found, a, b, c = 0, -1, -1, -1
            if wanted > 1:
                found, a, b, c = grow_clique(cliques, u, cliques.state[STAMP])
                if found + 1 < wanted:
                    continue
            else:
                v = np.int64(cliques.near[CHUNK * u])
                if cliques.place[4 * u + 3] == 1 and cliques.mark[v] == cliques.state[STAMP] and cliques.parent[v] >= 0:
                    adopt(cliques, np.int64(cliques.parent[v]), u)
                    continue
            p = add_node(cliques, level, block, last)
            if p < 0:
                return
            last = p
            cliques.child[p] = -1
            adopt(cliques, p, u)
            if found > 0:
                adopt(cliques, p, a)
            if found > 1:
                adopt(cliques, p, b)
            if found > 2:
                adopt(cliques, p, c)
    p = np.int64(cliques.first[block])
    while p >= 0:
        put_over_children(cliques, p)
        p = np.int64(cliques.after[p])


@kernel(counted=False)
def link_node(cliques: Cliques, p: int, stamp: int) -> None:
    """List the neighbours of a node above level 1: the parents of its children's neighbours."""
    mark, parent, near, place = cliques.mark, cliques.parent, cliques.near, cliques.place
    mark[p] = stamp
    n = 0
    u = np.int64(cliques.child[p])
    while u >= 0:
        piece = u
        for i in range(place[4 * u + 3]):
            if i > 0 and i & (CHUNK - 1) == 0:
                piece = np.int64(cliques.more[piece])
            q = np.int64(parent[near[CHUNK * piece + (i & (CHUNK - 1))]])
            if q >= 0 and mark[q] != stamp:
                mark[q] = stamp
                if n < CHUNK:
                    near[CHUNK * p + n] = q
                else:
                    add_further(cliques, p, n, q)
                n += 1
        u = np.int64(cliques.sibling[u])
    place[4 * p + 3] = n


@kernel(counted=False)
def link_blocks(space: Space, cliques: Cliques, level: int, x0: int, y0: int, x1: int, y1: int) -> None:
    """List the neighbours of all nodes in a rectangle of blocks and one block around it."""
    state, after, more = cliques.state, cliques.after, cliques.more
    for y in range(max(0, y0 - 1), min(y1 + 1, cliques.down[level])):
        for x in range(max(0, x0 - 1), min(x1 + 1, cliques.across[level])):
            u = np.int64(cliques.first[cliques.offset[level] + y * cliques.across[level] + x])
            while u >= 0:
                if more[u] >= 0:
                    give_back(cliques, np.int64(more[u]))
                    more[u] = -1
                state[STAMP] += 1
                if level == 1:
                    link_cells(space, cliques, u, state[STAMP])
                else:
                    link_node(cliques, u, state[STAMP])
                if state[FULL]:
                    return
                u = np.int64(after[u])


@kernel(counted=False)
def rebuild(space: Space, cliques: Cliques, x0: int, y0: int, x1: int, y1: int) -> int:
    """Group anew what lies above a rectangle of cells. `cliques` is modified.

    Returns how many blocks were grouped, or -1 if the pool was too small; then everything has to be built
    with a larger one.
    """
    if cliques.state[STAMP] > MOST_STAMPS:
        cliques.mark[:] = 0
        cliques.state[STAMP] = 0
    touched = 0
    for level in range(1, MOST_LEVELS - 1):
        before = cliques.count[level]
        if level <= cliques.whole:
            x0, y0, x1, y1 = x0 >> 1, y0 >> 1, (x1 + 1) >> 1, (y1 + 1) >> 1
        for y in range(y0, y1):
            for x in range(x0, x1):
                if level == 1:
                    group_cells(space, cliques, x, y)
                else:
                    group_nodes(cliques, level, x, y)
                if cliques.state[FULL]:
                    return -1
        link_blocks(space, cliques, level, x0, y0, x1, y1)
        if cliques.state[FULL]:
            return -1
        if level > cliques.whole and before == 0 and cliques.count[level] == 0:
            break
        touched += (x1 - x0) * (y1 - y0)
    return touched
