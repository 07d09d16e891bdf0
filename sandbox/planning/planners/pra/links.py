"""The neighbours of PRA*'s nodes, listed anew where an edit or a build grouped them.

Two nodes are neighbours if any of their children are. Every neighbour is listed with the crossing to it, the
middle of the steps that lead there. Most nodes of level 1 are four open cells amid open ones; what their list
is need not be found out.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import numpy as np

from sandbox.kernels.arrays import Bytes, Int32s
from sandbox.kernels.jit import kernel
from sandbox.planning.grid.graph import Space, any_step
from sandbox.planning.planners.pra.pool import (
    CHUNK,
    FINE,
    FULL,
    STAMP,
    WHOLE_BLOCK,
    Cliques,
    give_back,
    more_neighbours,
)


@kernel(counted=False)
def link_blocks(space: Space, cliques: Cliques, level: int, x0: int, y0: int, x1: int, y1: int) -> None:
    """List the neighbours of all nodes in a rectangle of blocks and one block around it."""
    state, after, more, child, place = cliques.state, cliques.after, cliques.more, cliques.child, cliques.place
    moves, parent_of_cell, near, S = space.moves, cliques.parent_of_cell, cliques.near, space.stride
    changed = 0
    for y in range(max(0, y0 - 1), min(y1 + 1, cliques.down[level])):
        for x in range(max(0, x0 - 1), min(x1 + 1, cliques.across[level])):
            u = np.int64(cliques.first[cliques.offset[level] + y * cliques.across[level] + x])
            while u >= 0:
                if more[u] >= 0:
                    give_back(cliques, np.int64(more[u]))
                    more[u] = -1
                n = np.int64(-1)
                if level == 1 and np.int64(child[u]) & 15 == WHOLE_BLOCK:
                    n = link_in_the_open(moves, parent_of_cell, near, S, u, 2 * x + 1, 2 * y + 1)
                if n < 0:
                    state[STAMP] += 1
                    if level == 1:
                        n = link_cells(space, cliques, u, 2 * x + 1, 2 * y + 1, state[STAMP])
                    else:
                        n = link_node(cliques, u, state[STAMP])
                    if state[FULL]:
                        return
                changed += n - place[4 * u + 3]
                place[4 * u + 3] = n
                u = np.int64(after[u])
    cliques.links[level] += changed


@kernel(counted=False)
def link_in_the_open(moves: Bytes, parent_of_cell: Int32s, near: Int32s, S: int, u: int, x: int, y: int) -> int:
    """List the eight neighbours of a whole block that begins at the padded cell (x, y); -1 if it is not so simple.

    It is if every cell around is open and those at each side are joined. Crossings lie in the middle of the sides
    and at the corners. Modifies `near`.
    """
    corner = y * S + x
    if np.int64(moves[corner] & moves[corner + 1] & moves[corner + S] & moves[corner + S + 1]) != 255:
        return -1
    at = 2 * CHUNK * u
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            if dx != 0 or dy != 0:
                cell = corner + (dx if dx < 1 else 2) + (dy if dy < 1 else 2) * S
                near[at] = parent_of_cell[cell]
                near[at + 1] = (y + dy) * FINE << 16 | (x + dx) * FINE
                at += 2
                beside = cell + (1 if dx == 0 else 0) + (S if dy == 0 else 0)
                if (dx == 0 or dy == 0) and parent_of_cell[cell] != parent_of_cell[beside]:
                    return -1
    return CHUNK


@kernel(counted=False)
def link_cells(space: Space, cliques: Cliques, u: int, x0: int, y0: int, stamp: int) -> int:
    """List the neighbours of a node of level 1 whose block begins at the padded cell (x0, y0); return how many."""
    S, all_moves, parent = space.stride, space.moves, cliques.parent_of_cell
    mark, where, waiting, sums = cliques.mark, cliques.where, cliques.waiting, cliques.sums
    mark[u], where[u] = stamp, -1
    cells = np.int64(cliques.child[u]) & 15
    n = 0
    for i in range(4):
        if (cells >> i) & 1:
            x, y = x0 + (i & 1), y0 + (i >> 1)
            v = y * S + x
            moves = np.int64(all_moves[v])
            if cells == WHOLE_BLOCK:  # the three moves that stay inside
                moves &= ~(np.int64(2 if i & 1 else 1) | (8 if i & 2 else 4) | 1 << (4 + i))
            for d in range(8):
                if (moves >> d) & 1:
                    dx = any_step(d, 0)
                    dy = any_step(d, 1) - dx
                    w = np.int64(parent[v + dy * S + dx])
                    step_x, step_y = (2 * x + dx - 1) * FINE // 2, (2 * y + dy - 1) * FINE // 2
                    n = note(mark, where, waiting, sums, w, n, stamp, step_x, step_y)
    return list_neighbours(cliques, u, n)


@kernel(counted=False)
def link_node(cliques: Cliques, p: int, stamp: int) -> int:
    """List the neighbours of a node above level 1, the parents of its children's neighbours; return how many."""
    parent, near, place = cliques.parent, cliques.near, cliques.place
    mark, where, waiting, sums = cliques.mark, cliques.where, cliques.waiting, cliques.sums
    mark[p], where[p] = stamp, -1
    n = 0
    u = np.int64(cliques.child[p])
    while u >= 0:
        piece = u
        for i in range(place[4 * u + 3]):
            if i > 0 and i & (CHUNK - 1) == 0:
                piece = np.int64(cliques.more[piece])
            at = 2 * (CHUNK * piece + (i & (CHUNK - 1)))
            crossing = np.int64(near[at + 1])
            v = np.int64(parent[near[at]])
            n = note(mark, where, waiting, sums, v, n, stamp, crossing & 0xFFFF, crossing >> 16)
        u = np.int64(cliques.sibling[u])
    return list_neighbours(cliques, p, n)


@kernel(counted=False)
def note(mark: Int32s, where: Int32s, waiting: Int32s, sums: Int32s, v: int, n: int, stamp: int, x: int, y: int) -> int:
    """Note that neighbour v can be reached at a place; return how many neighbours are noted. Modifies the arrays."""
    if v < 0:
        return n
    if mark[v] != stamp:
        mark[v], where[v], waiting[n] = stamp, n, v
        sums[3 * n], sums[3 * n + 1], sums[3 * n + 2] = x, y, 1
        return n + 1
    at = 3 * np.int64(where[v])
    if at >= 0:  # else it is the node itself
        sums[at] += x
        sums[at + 1] += y
        sums[at + 2] += 1
    return n


@kernel(counted=False)
def list_neighbours(cliques: Cliques, u: int, n: int) -> int:
    """Write the neighbours noted, each with the middle of the places where it can be reached; return how many.

    Sums of this size divide as floats to the same whole numbers as integers would, only faster.
    """
    near, waiting, sums = cliques.near, cliques.waiting, cliques.sums
    piece = u
    for i in range(n):
        if i > 0 and i & (CHUNK - 1) == 0:
            piece = more_neighbours(cliques, piece)
            if piece < 0:
                return 0
        at = 2 * (CHUNK * piece + (i & (CHUNK - 1)))
        count = np.float64(sums[3 * i + 2])
        near[at] = waiting[i]
        near[at + 1] = np.int64(sums[3 * i + 1] / count) << 16 | np.int64(sums[3 * i] / count)
    return n
