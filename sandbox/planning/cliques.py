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

from sandbox.kernels.jit import kernel
from sandbox.planning.clique_pool import (
    CHUNK,
    FINE,
    FULL,
    MOST_LEVELS,
    MOST_STAMPS,
    STAMP,
    WHOLE_BLOCK,
    Cliques,
    add_neighbour,
    add_node,
    adjacent,
    empty_block,
    give_back,
    new_cliques,
)
from sandbox.planning.grid_graph import Space, any_step


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
    S, all_moves, parent = space.stride, space.moves, cliques.parent_of_cell
    cliques.mark[u], cliques.where[u] = stamp, -1
    corner, cells = np.int64(cliques.child[u]) >> 4, np.int64(cliques.child[u]) & 15
    row = corner // S
    column = corner - row * S
    n = 0
    for i in range(4):
        if (cells >> i) & 1:
            x, y = column + (i & 1), row + (i >> 1)
            v = y * S + x
            moves = np.int64(all_moves[v])
            if cells == WHOLE_BLOCK:  # the three moves that stay inside
                moves &= ~(np.int64(2 if i & 1 else 1) | (8 if i & 2 else 4) | 1 << (4 + i))
            for d in range(8):
                if (moves >> d) & 1:
                    dx = any_step(d, 0)
                    dy = any_step(d, 1) - dx
                    w = np.int64(parent[v + dy * S + dx])
                    n = note(cliques, w, n, stamp, (2 * x + dx - 1) * FINE // 2, (2 * y + dy - 1) * FINE // 2)
    list_neighbours(cliques, u, n)


@kernel(counted=False)
def note(cliques: Cliques, v: int, n: int, stamp: int, x: int, y: int) -> int:
    """Note that neighbour v can be reached at a place; return how many neighbours are noted."""
    if v < 0:
        return n
    sums = cliques.sums
    if cliques.mark[v] != stamp:
        cliques.mark[v], cliques.where[v], cliques.waiting[n] = stamp, n, v
        sums[3 * n], sums[3 * n + 1], sums[3 * n + 2] = x, y, 1
        return n + 1
    at = 3 * np.int64(cliques.where[v])
    if at >= 0:  # else it is the node itself
        sums[at] += x
        sums[at + 1] += y
        sums[at + 2] += 1
    return n


@kernel(counted=False)
def list_neighbours(cliques: Cliques, u: int, n: int) -> None:
    """Write the neighbours noted, each with the middle of the places where it can be reached."""
    sums = cliques.sums
    for i in range(n):
        count = np.int64(sums[3 * i + 2])
        crossing = np.int64(sums[3 * i + 1]) // count << 16 | np.int64(sums[3 * i]) // count
        add_neighbour(cliques, u, i, np.int64(cliques.waiting[i]), crossing)
    cliques.links[cliques.rank[u]] += n - cliques.place[4 * u + 3]
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
        v = np.int64(near[2 * (CHUNK * piece + (i & (CHUNK - 1)))])
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
                v = np.int64(cliques.near[2 * CHUNK * u])
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
    parent, near, place = cliques.parent, cliques.near, cliques.place
    cliques.mark[p], cliques.where[p] = stamp, -1
    n = 0
    u = np.int64(cliques.child[p])
    while u >= 0:
        piece = u
        for i in range(place[4 * u + 3]):
            if i > 0 and i & (CHUNK - 1) == 0:
                piece = np.int64(cliques.more[piece])
            at = 2 * (CHUNK * piece + (i & (CHUNK - 1)))
            crossing = np.int64(near[at + 1])
            n = note(cliques, np.int64(parent[near[at]]), n, stamp, crossing & 0xFFFF, crossing >> 16)
        u = np.int64(cliques.sibling[u])
    list_neighbours(cliques, p, n)


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
