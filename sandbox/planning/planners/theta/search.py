"""Theta* and lazy Theta*, one text: A* whose paths cut across cells wherever there is a line of sight.

Finds short any-angle paths on uniform terrain; not always the shortest, since only cells' centres are turned
at and a cell's parent is guessed from its neighbour's.

Papers: Nash, Daniel, Koenig, Felner, "Theta*: Any-Angle Path Planning on Grids", AAAI 2007; Nash, Koenig,
Tovey, "Lazy Theta*: Any-Angle Path Planning and Path Length Analysis in 3D", AAAI 2010. Departs from them in:
cells' centres instead of corners, and a line of sight that touches no blocked cell, not even at its corner
(the grid's own rule for a diagonal step, for any direction); a disc's line keeps its radius away from walls.

    record  [ids, 2]   stamp << 44 | g;   parent << 1 | closed
    heap's key         f << 16 | estimate >> 20
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.heap import Heap, heap_pop, heap_push, new_heap
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import EXPAND, GENERATE, NONE, RELAX, Events, record_when_asked
from sandbox.kernels.stamps import next_stamp
from sandbox.planning.batch import FOUND, NO_PATH, OUT_OF_BUDGET, OUT_OF_ROOM, STOPPED
from sandbox.planning.grid.graph import Space, any_step
from sandbox.planning.search import LOOK_EVERY

UNIT = 1 << 20  # cost units per cell: a length is rounded by half a millionth of a cell
ROUNDED_DOWN = 1 - 1e-9
HAIR = 1e-6  # what touches does not collide; as in `level/derived/clearance.threshold`

record = record_when_asked


class Rule(NamedTuple):
    """What is asked of one search."""

    lazy: int  # 1: look along the line only when a cell is expanded
    weight: int  # of the heuristic, in 64ths
    budget: int  # expansions
    walls: NDArray[np.uint8]  # [ids] terrain cost in eighths, for a point: 0 is blocked
    least: float  # 4 · radius², less a hair: how far walls keep off, squared, in half cells


class Work(NamedTuple):
    """The memory of a search, kept from query to query."""

    record: NDArray[np.int64]
    heap: Heap
    stamp: NDArray[np.int64]  # [1]


def new_work(ids: int) -> Work:
    """Memory for a grid of so many ids."""
    return Work(np.full((ids, 2), 0, np.int64), new_heap(ids + 64, np.int64), np.zeros(1, np.int64))


def with_more_room(work: Work) -> Work:
    """The same memory with twice the open list."""
    return work._replace(heap=new_heap(2 * len(work.heap.key), np.int64))


@kernel(counted=False)
def sees(cost8: NDArray[np.uint8], S: int, a: int, b: int) -> bool:
    """Whether the line between two cells' centres touches open cells only."""
    dx, dy = b % S - a % S, b // S - a // S
    sx = 1 if dx > 0 else -1
    sy = S if dy > 0 else -S
    dx, dy = abs(dx), abs(dy)
    ix, iy = 0, 0
    while ix < dx or iy < dy:
        turn = (1 + 2 * ix) * dy - (1 + 2 * iy) * dx  # 0: exactly through a corner
        if turn == 0:
            if cost8[a + sx] == 0 or cost8[a + sy] == 0:
                return False
            a += sx + sy
            ix += 1
            iy += 1
        elif turn < 0:
            a += sx
            ix += 1
        else:
            a += sy
            iy += 1
        if cost8[a] == 0:
            return False
    return True


@kernel(counted=False)
def keeps_off(walls: NDArray[np.uint8], S: int, least: float, a: int, b: int) -> bool:
    """Whether no corner of a wall is too near to a line that touches none and has room at both ends.

    What is nearest to a line is then beside an end, where the room is known, or a corner beside the line. In
    half cells from a, turned so that x is the longer axis and the line rises, corners have odd coordinates, and
    only walls that lie below and ahead of a corner, or above and behind it, have their nearest one there.
    """
    dx, dy = b % S - a % S, b // S - a // S
    along = 1 if dx > 0 else -1
    aside = S if dy > 0 else -S
    dx, dy = abs(dx), abs(dy)
    if dy > dx:
        dx, dy, along, aside = dy, dx, aside, along
    length2 = dx * dx + dy * dy
    near2 = least * length2
    band = math.sqrt(near2) / dx
    reach = int(math.sqrt(least) / 2) + 1
    for i in range(-reach, dx + reach):
        x = 2 * i + 1
        middle = x * dy / dx
        for j in range(math.floor((middle - band - 1) / 2), math.ceil((middle + band - 1) / 2) + 1):
            y = 2 * j + 1
            cross, dot = x * dy - y * dx, x * dx + y * dy
            if 0 < dot < 2 * length2 and cross * cross < near2:
                u = a + i * along + j * aside
                if walls[u + along] == 0 or walls[u + aside] == 0:
                    return False
    return True


@kernel(counted=False)
def in_sight(rule: Rule, S: int, a: int, b: int) -> bool:
    """Whether the disc can go straight from one cell's centre to another's; there it has room."""
    return sees(rule.walls, S, a, b) and (rule.least <= 0 or keeps_off(rule.walls, S, rule.least, a, b))


@kernel(counted=False)
def distance(S: int, a: int, b: int) -> int:
    """Between two cells' centres, in cost units."""
    dx, dy = b % S - a % S, b // S - a // S
    return np.int64(math.sqrt(dx * dx + dy * dy) * UNIT + 0.5)


@kernel(counted=False)
def settle(space: Space, rule: Rule, rec: NDArray[np.int64], stamp: int, u: int) -> None:
    """Lazy: if a cell's parent does not see it after all, take the best closed neighbour. Modifies `rec`."""
    S = space.stride
    parent = rec[u, 1] >> 1
    if parent == u or in_sight(rule, S, parent, u):
        return
    best = np.int64(1) << 62
    for d in range(8):
        if (np.int64(space.moves[u]) >> d) & 1:
            v = u + any_step(d, S)
            if rec[v, 0] >= stamp and rec[v, 1] & 1:
                g = rec[v, 0] - stamp + distance(S, v, u)
                if g < best:
                    best = g
                    rec[u, 0] = stamp | g
                    rec[u, 1] = v << 1


@kernel(counted=False)
def any_angle_search(
    space: Space, work: Work, rule: Rule, start: int, goal: int, stop: NDArray[np.uint8], events: Events
) -> tuple[int, int, int, int, int]:
    """Search from start to goal; both open and different.

    Returns how it ended, the cost, and how many cells were expanded, generated and reopened (none). `work` is
    modified in place: afterwards `turning_points` gives the path.
    """
    S = space.stride
    rec, heap = work.record, work.heap
    stamp = next_stamp(work.stamp, rec)
    heap.size[0] = 0
    h = distance(S, start, goal)
    rec[start, 0] = stamp
    rec[start, 1] = start << 1
    heap_push(heap, (h << 16) | min(h >> 20, 65535), start)
    expanded, generated = 0, 1
    record(events, GENERATE, start, NONE, 0, h, 0)
    while heap.size[0] > 0:
        u = np.int64(heap_pop(heap))
        if rec[u, 1] & 1:
            continue  # a cheaper entry went first
        if expanded >= rule.budget:
            return OUT_OF_BUDGET, 0, expanded, generated, 0
        if (expanded & LOOK_EVERY) == 0 and stop[0] != 0:
            return STOPPED, 0, expanded, generated, 0
        expanded += 1
        if rule.lazy:
            settle(space, rule, rec, stamp, u)
        gu = rec[u, 0] - stamp
        parent = rec[u, 1] >> 1
        rec[u, 1] |= 1
        record(events, EXPAND, u, parent, gu, gu + distance(S, u, goal), 0)
        if u == goal:
            return FOUND, gu, expanded, generated, 0
        gp = rec[parent, 0] - stamp
        for d in range(8):
            if (np.int64(space.moves[u]) >> d) & 1:
                v = u + any_step(d, S)
                known = rec[v, 0] >= stamp
                if known and rec[v, 1] & 1:
                    continue
                source = parent
                g = gp + distance(S, parent, v)
                if known and rec[v, 0] <= stamp | g:
                    continue  # no line from the parent or from here is shorter
                if not rule.lazy and not in_sight(rule, S, parent, v):
                    source = u
                    g = gu + distance(S, u, v)
                    if known and rec[v, 0] <= stamp | g:
                        continue
                rec[v, 0] = stamp | g
                rec[v, 1] = source << 1
                h = (np.int64(distance(S, v, goal) * ROUNDED_DOWN) * rule.weight) >> 6
                record(events, RELAX if known else GENERATE, v, source, g, g + h, d)
                generated += 0 if known else 1
                if not heap_push(heap, ((g + h) << 16) | min(h >> 20, 65535), v):
                    return OUT_OF_ROOM, 0, expanded, generated, 0
    return NO_PATH, 0, expanded, generated, 0


@kernel(counted=False)
def turning_points(space: Space, work: Work, start: int, goal: int, path: NDArray[np.int32]) -> int:  # noqa: ARG001
    """The cells at which the last path turns, from goal back to start."""
    n = 0
    u = goal
    while u != start:
        path[n] = u
        n += 1
        u = work.record[u, 1] >> 1
    path[n] = start
    return n + 1
