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
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import numpy as np

from sandbox.kernels.arrays import Bytes, Int32s
from sandbox.kernels.jit import kernel
from sandbox.planning.grid.graph import Space, any_step
from sandbox.planning.planners.pra.links import link_blocks
from sandbox.planning.planners.pra.pool import (
    CHUNK,
    FINE,
    FULL,
    MOST_LEVELS,
    MOST_STAMPS,
    STAMP,
    WHOLE_BLOCK,
    Cliques,
    add_node,
    adjacent,
    empty_block,
    new_cliques,
    take,
)


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
        if level == 1:
            group_cells(space, cliques, x0, y0, x1, y1)
        else:
            group_nodes(cliques, level, x0, y0, x1, y1)
        if cliques.state[FULL]:
            return -1
        link_blocks(space, cliques, level, x0, y0, x1, y1)
        if cliques.state[FULL]:
            return -1
        if level > cliques.whole and before == 0 and cliques.count[level] == 0:
            break
        touched += (x1 - x0) * (y1 - y0)
    return touched


@kernel(counted=False)
def group_cells(space: Space, cliques: Cliques, x0: int, y0: int, x1: int, y1: int) -> None:
    """The nodes of blocks of four cells: one over all of them, most often, or over the parts of it.

    A block of rock that was rock is passed over; one without walls costs no more than what has to be written.
    """
    S, cost8, parent_of_cell, place = space.stride, space.cost8, cliques.parent_of_cell, cliques.place
    first, child, state = cliques.first, cliques.child, cliques.state
    for by in range(y0, y1):
        for bx in range(x0, x1):
            block = cliques.offset[1] + by * cliques.across[1] + bx
            a = (2 * by + 1) * S + 2 * bx + 1
            b, c, d = a + 1, a + S, a + S + 1
            costs = np.int64(cost8[a]), np.int64(cost8[b]), np.int64(cost8[c]), np.int64(cost8[d])
            walls = (costs[0] == 0) + (costs[1] == 0) + (costs[2] == 0) + (costs[3] == 0)
            if first[block] >= 0:
                empty_block(cliques, 1, block)
            elif walls == 4:
                continue
            if walls > 0:
                group_some_cells(space, cliques, block, bx, by)
            else:
                u = take(cliques, 1)
                if u < 0:
                    return
                cliques.count[1] += 1
                first[block], child[u] = u, a << 4 | WHOLE_BLOCK
                parent_of_cell[a] = parent_of_cell[b] = parent_of_cell[c] = parent_of_cell[d] = u
                place[4 * u], place[4 * u + 1] = (2 * bx + 1) * FINE, (2 * by + 1) * FINE
                place[4 * u + 2] = FINE * (costs[0] + costs[1] + costs[2] + costs[3]) // 4
            if state[FULL]:
                return


@kernel(counted=False)
def group_some_cells(space: Space, cliques: Cliques, block: int, bx: int, by: int) -> None:
    """The nodes of a block with a wall in it: pairs, dead ends with their neighbours, and single cells.

    Three open cells are no clique: the wall in the corner keeps two of them apart.
    """
    S, cost8, parent_of_cell, child = space.stride, space.cost8, cliques.parent_of_cell, cliques.child
    corner = (2 * by + 1) * S + 2 * bx + 1
    left = np.int64(0)
    for i in range(4):
        u = cell_in_block(S, corner, i)
        parent_of_cell[u] = -1
        if cost8[u] != 0:
            left |= 1 << i
    last = -1
    for k in range(8):
        cells = np.int64((3 if k == 0 else 12) if k < 2 else (5 if k == 2 else 10)) if k < 4 else np.int64(1 << (k - 4))
        if left & cells != cells:
            continue
        left &= ~cells
        u = np.int64(-1)
        if k >= 4:
            u = only_mate(space.moves, parent_of_cell, S, corner, k - 4)
        if u >= 0:
            child[u] |= cells
        else:
            u = last = add_node(cliques, 1, block, last)
            if u < 0:
                return
            child[u] = corner << 4 | cells
        for i in range(4):
            if (cells >> i) & 1:
                parent_of_cell[cell_in_block(S, corner, i)] = u
    u = np.int64(cliques.first[block])
    while u >= 0:
        put_over_cells(cost8, S, np.int64(child[u]), 2 * bx, 2 * by, cliques.place, u)
        u = np.int64(cliques.after[u])


@kernel(counted=False)
def cell_in_block(stride: int, corner: int, i: int) -> int:
    """Cell 0 … 3 of the block of four with this top-left cell."""
    return corner + (i & 1) + (i >> 1) * stride


@kernel(counted=False)
def only_mate(all_moves: Bytes, parent_of_cell: Int32s, S: int, corner: int, i: int) -> int:
    """The node a dead-end cell can join: that of its only neighbour, if in the same block; else -1."""
    u = cell_in_block(S, corner, i)
    moves = np.int64(all_moves[u])
    if moves == 0 or moves & (moves - 1) != 0:
        return -1
    for d in range(4):
        if moves == 1 << d:
            v = u + any_step(d, S)
            if v == cell_in_block(S, corner, i ^ 1) or v == cell_in_block(S, corner, i ^ 2):
                return np.int64(parent_of_cell[v])
    return -1


@kernel(counted=False)
def put_over_cells(cost8: Bytes, S: int, block: int, x0: int, y0: int, place: Int32s, u: int) -> None:
    """Place a node of level 1 amid its cells and average their costs; (x0, y0) is the block's first cell."""
    n = x = y = weight = 0
    for i in range(4):
        if (block >> i) & 1:
            n += 1
            x += i & 1
            y += i >> 1
            weight += np.int64(cost8[cell_in_block(S, block >> 4, i)])
    x, y = x + n * x0, y + n * y0
    put_over(place, u, n, FINE * x + n * FINE // 2, FINE * y + n * FINE // 2, FINE * weight)


@kernel(counted=False)
def put_over(place: Int32s, u: int, n: int, x: int, y: int, weight: int) -> None:
    """Place a node at the mean of what it stands for, from the sums: divided as floats, as in links.py."""
    count = np.float64(n)
    place[4 * u], place[4 * u + 1] = np.int64(x / count), np.int64(y / count)
    place[4 * u + 2] = np.int64(weight / count)


@kernel(counted=False)
def group_nodes(cliques: Cliques, level: int, x0: int, y0: int, x1: int, y1: int) -> None:
    """The nodes of blocks above level 1: one over all below, most often, or over cliques as large as can be."""
    parent, place, near, more = cliques.parent, cliques.place, cliques.near, cliques.more
    for by in range(y0, y1):
        for bx in range(x0, x1):
            block = cliques.offset[level] + by * cliques.across[level] + bx
            if cliques.first[block] >= 0:
                empty_block(cliques, level, block)
            cliques.state[STAMP] += 1
            n = gather(cliques, level, bx, by, cliques.state[STAMP])
            if n > 0 and all_adjacent(place, near, more, cliques.waiting, n):
                p = add_node(cliques, level, block, -1)
                if p < 0:
                    return
                cliques.child[p] = -1
                for i in range(n):
                    adopt(parent, cliques.child, cliques.sibling, p, np.int64(cliques.waiting[i]))
            elif n > 0:
                group_cliques(cliques, level, block, n)
            if cliques.state[FULL]:
                return
            p = np.int64(cliques.first[block])
            while p >= 0:
                put_over_children(cliques.child, cliques.sibling, place, p)
                p = np.int64(cliques.after[p])


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
def all_adjacent(place: Int32s, near: Int32s, more: Int32s, nodes: Int32s, n: int) -> bool:
    """Whether so many nodes are one clique."""
    if n > 4:
        return False
    for i in range(1, n):
        for j in range(i):
            if not adjacent(place, near, more, np.int64(nodes[i]), np.int64(nodes[j])):
                return False
    return True


@kernel(counted=False)
def group_cliques(cliques: Cliques, level: int, block: int, n: int) -> None:
    """The nodes of a block whose n nodes below wait: cliques of four, then three, then two; dead ends; single ones."""
    parent, child, sibling, stamp = cliques.parent, cliques.child, cliques.sibling, cliques.state[STAMP]
    last = -1
    for wanted in range(4, 0, -1):
        for i in range(n):
            u = np.int64(cliques.waiting[i])
            if parent[u] >= 0:
                continue
            found, a, b, c = 0, -1, -1, -1
            if wanted > 1:
                if cliques.place[4 * u + 3] < wanted - 1:
                    continue
                found, a, b, c = grow_clique(cliques.place, cliques.near, cliques.more, cliques.mark, parent, u, stamp)
                if found + 1 < wanted:
                    continue
            else:
                v = np.int64(cliques.near[2 * CHUNK * u])
                if cliques.place[4 * u + 3] == 1 and cliques.mark[v] == stamp and parent[v] >= 0:
                    adopt(parent, child, sibling, np.int64(parent[v]), u)
                    continue
            p = last = add_node(cliques, level, block, last)
            if p < 0:
                return
            child[p] = -1
            adopt(parent, child, sibling, p, u)
            if found > 0:
                adopt(parent, child, sibling, p, a)
            if found > 1:
                adopt(parent, child, sibling, p, b)
            if found > 2:
                adopt(parent, child, sibling, p, c)


@kernel(counted=False)
def grow_clique(
    place: Int32s, near: Int32s, more: Int32s, mark: Int32s, parent: Int32s, u: int, stamp: int
) -> tuple[int, int, int, int]:
    """Up to three free neighbours of u in its block that are neighbours of each other, and how many."""
    a = b = c = np.int64(-1)
    found = 0
    piece = u
    for i in range(place[4 * u + 3]):
        if i > 0 and i & (CHUNK - 1) == 0:
            piece = np.int64(more[piece])
        v = np.int64(near[2 * (CHUNK * piece + (i & (CHUNK - 1)))])
        if mark[v] != stamp or parent[v] >= 0:
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
def adopt(parent: Int32s, child: Int32s, sibling: Int32s, p: int, u: int) -> None:
    """Make u a child of p. Modifies the arrays."""
    sibling[u] = child[p]
    child[p] = u
    parent[u] = p


@kernel(counted=False)
def put_over_children(child: Int32s, sibling: Int32s, place: Int32s, p: int) -> None:
    """Place a node amid its children and average their weights. Modifies `place`."""
    n = x = y = weight = 0
    u = np.int64(child[p])
    while u >= 0:
        n += 1
        x += np.int64(place[4 * u])
        y += np.int64(place[4 * u + 1])
        weight += np.int64(place[4 * u + 2])
        u = np.int64(sibling[u])
    put_over(place, p, n, x, y, weight)
