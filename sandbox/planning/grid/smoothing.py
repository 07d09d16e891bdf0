"""Straighten a path of cells: a dynamic program over its turning points.

For every turning point the cheapest way from the start over earlier turning points, where two may be joined
by one diagonal and one straight run if nothing is in the way. Only a window of earlier points is tried,
nearest first, and after a few failures no more, so it costs microseconds where trying straight lines from
every cell costs more than the search (Botea, Müller, Schaeffer, "Near Optimal Hierarchical Path-Finding",
JGD 2004, smooth that way).

On weighted terrain what a run costs tell a few tolls (`run_costs`), however long it is; straight
runs are cut into pieces first, since their cells are turning points worth considering there.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel
from sandbox.planning.grid.graph import (
    DIAGONAL,
    STRAIGHT,
    TURN,
    Space,
    any_step,
    diagonal_step,
    norm,
    straight_step,
    write_run,
)
from sandbox.planning.grid.run_costs import NO_TOLLS, WALLED, Tolls, toll_between

FAILURES = 3  # joins that may fail in a row
ROUGH_FAILURES = 12  # the same on weighted terrain, where near points seldom gain anything
ROUGH_STRIDE = 4  # there, of the points farther back ever fewer are tried: the next a quarter farther
PIECE = 8  # cells of a straight run between two points, on weighted terrain
BLOCKED = 1 << 60
DIAGONAL_FIRST, STRAIGHT_FIRST = 1, 2


class Smoother(NamedTuple):
    """Memory for paths of any length."""

    point: NDArray[np.int32]  # turning points
    x: NDArray[np.int32]  # [points] their columns + 1
    y: NDArray[np.int32]  # [points] their rows + 1
    cost: NDArray[np.int64]  # of the best way to each
    before: NDArray[np.int32]  # the point it comes from
    shape: NDArray[np.uint8]  # how the two are joined
    out: NDArray[np.int32]
    tolls: Tolls  # of the level; needed on weighted terrain only


def new_smoother(ids: int) -> Smoother:
    """Memory for a grid of so many ids."""
    return Smoother(
        np.zeros(ids, np.int32), np.zeros(ids, np.int32), np.zeros(ids, np.int32), np.zeros(ids, np.int64),
        np.zeros(ids, np.int32), np.zeros(ids, np.uint8), np.zeros(ids, np.int32), NO_TOLLS,
    )  # fmt: skip


@kernel(counted=False)
def is_open(space: Space, u: int, d: int, count: int) -> bool:
    """Whether so many steps in a direction are legal."""
    step = any_step(d, space.stride)
    for _ in range(count):
        if not (space.moves[u] >> d) & 1:
            return False
        u += step
    return True


@kernel(counted=False)
def turn_cost(space: Space, memory: Smoother, a: int, b: int, shape: int, weighted: int) -> int:
    """What one diagonal and one straight run from point a to point b cost, in the order of `shape`.

    BLOCKED if they cannot be.
    """
    S = space.stride
    dx, dy = np.int64(memory.x[b]) - memory.x[a], np.int64(memory.y[b]) - memory.y[a]
    wide, high = abs(dx), abs(dy)
    diagonal = 4 + (dx < 0) + 2 * (dy < 0)
    straight = (0 + (dx < 0)) if wide > high else (2 + (dy < 0))
    few, rest = min(wide, high), abs(wide - high)
    first, second, long, short = diagonal, straight, few, rest
    if shape == STRAIGHT_FIRST:
        first, second, long, short = straight, diagonal, rest, few
    u = np.int64(memory.point[a])
    v = u + long * any_step(first, S)
    if weighted == 0:
        turns = short == 0 or (space.moves[v] >> second) & 1  # most of what fails does so here already
        if turns and is_open(space, u, first, long) and is_open(space, v, second, short):
            return DIAGONAL * few + STRAIGHT * rest
        return BLOCKED
    one = toll_between(space, memory.tolls, u, v, first)
    two = toll_between(space, memory.tolls, v, np.int64(memory.point[b]), second)
    if max(one, two) >= WALLED:
        return BLOCKED
    return DIAGONAL * one + STRAIGHT * two if shape == DIAGONAL_FIRST else STRAIGHT * one + DIAGONAL * two


@kernel(counted=False)
def turning_points(memory: Smoother, S: int, path: NDArray[np.int32], n: int, weighted: int) -> int:
    """List the points of a path where it turns, and on weighted terrain some between. Modifies `memory`."""
    m, since, came = 0, 0, 0
    for i in range(n):
        u = np.int64(path[i])
        on = np.int64(path[min(i + 1, n - 1)]) - u
        since += 1
        if on != came or (weighted and since >= PIECE) or i == n - 1:
            y = u // S
            memory.point[m], memory.x[m], memory.y[m] = u, u - y * S, y
            m += 1
            since, came = 0, on
    return m


@kernel(counted=False)
def octile_cost(memory: Smoother, a: int, b: int) -> int:
    """The octile distance between two points."""
    return norm(STRAIGHT, TURN, np.int64(memory.x[a]) - memory.x[b], np.int64(memory.y[a]) - memory.y[b])


@kernel(counted=False)
def join(space: Space, memory: Smoother, i: int, j: int, weighted: int) -> bool:
    """Lead to point j from point i if that is cheaper than what is known; whether it was. Modifies `memory`."""
    joined = False
    for shape in range(1, 3):
        over = turn_cost(space, memory, i, j, shape, weighted)
        if over < BLOCKED and memory.cost[i] + over < memory.cost[j]:
            memory.cost[j], memory.before[j], memory.shape[j] = memory.cost[i] + over, i, shape
            joined = True
            if weighted == 0:
                break
    return joined


@kernel(counted=False)
def smooth(
    space: Space, memory: Smoother, path: NDArray[np.int32], length: NDArray[np.int64], window: int, weighted: int
) -> int:
    """Straighten a path; its new cost. `path`, `length` and `memory` are modified in place."""
    cost = memory.cost
    m = turning_points(memory, space.stride, path, length[0], weighted)
    cheapest = 2 * space.lowest8 if weighted else 1
    patience = ROUGH_FAILURES if weighted else FAILURES
    cost[0] = 0
    for j in range(1, m):
        failures, back, last = 0, 1, min(window, j)
        cost[j] = BLOCKED
        if weighted == 0:  # the path itself, one straight run
            cost[j], memory.before[j], memory.shape[j] = cost[j - 1] + octile_cost(memory, j - 1, j), j - 1, 1
        while back <= last:
            i = j - back
            if cost[i] + octile_cost(memory, i, j) * cheapest < cost[j]:
                failures = 0 if join(space, memory, i, j, weighted) else failures + 1
                if failures >= patience:
                    break
            back += 1 + (back // ROUGH_STRIDE if weighted else 0)
    length[0] = draw(space.stride, memory, m, path)
    return cost[m - 1]


@kernel(counted=False)
def draw(S: int, memory: Smoother, m: int, path: NDArray[np.int32]) -> int:
    """Write the cells of the best way, in the path's order; return how many. Modifies `memory` and `path`."""
    out, n = memory.out, 0
    j = m - 1
    while j > 0:
        i = np.int64(memory.before[j])
        dx, dy = np.int64(memory.x[i]) - memory.x[j], np.int64(memory.y[i]) - memory.y[j]  # from b back to a
        diagonal = diagonal_step(4 + (dx < 0) + 2 * (dy < 0), S)
        straight = straight_step((0 + (dx < 0)) if abs(dx) > abs(dy) else (2 + (dy < 0)), S)
        few, rest = min(abs(dx), abs(dy)), abs(abs(dx) - abs(dy))
        first, second = (rest, few) if memory.shape[j] == DIAGONAL_FIRST else (few, rest)
        step1, step2 = (straight, diagonal) if memory.shape[j] == DIAGONAL_FIRST else (diagonal, straight)
        u = np.int64(memory.point[j])
        n, u = write_run(out, n, u, step1, first)
        n, u = write_run(out, n, u, step2, second)
        j = i
    out[n] = memory.point[0]
    n += 1
    for k in range(n):
        path[k] = out[n - 1 - k]
    return n
