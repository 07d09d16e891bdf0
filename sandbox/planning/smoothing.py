"""Straighten a path of cells: a dynamic program over its turning points.

For every turning point the cheapest way from the start over earlier turning points, where two may be joined
by one diagonal and one straight run if nothing is in the way. Only a window of earlier points is tried,
nearest first, and after a few failures no more, so it costs microseconds where trying straight lines from
every cell costs more than the search (Botea, Müller, Schaeffer, "Near Optimal Hierarchical Path-Finding",
JGD 2004, smooth that way).

On weighted terrain a join has to be walked to know its cost; straight runs are cut into pieces first, since
their cells are turning points worth considering there.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel
from sandbox.planning.grid_graph import Space, any_step, diagonal_step, straight_step

FAILURES = 3  # joins that may fail in a row
ROUGH_FAILURES = 12  # the same on weighted terrain, where near points seldom gain anything
ROUGH_STRIDE = 4  # there, of the points farther back ever fewer are tried: the next a quarter farther
PIECE = 8  # cells of a straight run between two points, on weighted terrain
BLOCKED = 1 << 60
DIAGONAL_FIRST, STRAIGHT_FIRST = 1, 2


class Smoother(NamedTuple):
    """Memory for paths of any length."""

    point: NDArray[np.int32]  # turning points
    cost: NDArray[np.int64]  # of the best way to each
    before: NDArray[np.int32]  # the point it comes from
    shape: NDArray[np.uint8]  # how the two are joined
    out: NDArray[np.int32]


def new_smoother(ids: int) -> Smoother:
    """Memory for a grid of so many ids."""
    return Smoother(
        np.zeros(ids, np.int32), np.zeros(ids, np.int64), np.zeros(ids, np.int32),
        np.zeros(ids, np.uint8), np.zeros(ids, np.int32),
    )  # fmt: skip


@kernel(counted=False)
def run_cost(space: Space, u: int, d: int, count: int, weighted: int, most: int) -> int:
    """What so many steps in a direction cost, BLOCKED if one is not legal or it comes to `most`."""
    step = straight_step(d, space.stride) if d < 4 else diagonal_step(d, space.stride)
    length = 5741 if d < 4 else 8119
    total = 0
    for _ in range(count):
        if not (space.moves[u] >> d) & 1:
            return BLOCKED
        if weighted:
            total += length * (np.int64(space.cost8[u]) + np.int64(space.cost8[u + step]))
            if total >= most:
                return BLOCKED
        u += step
    return total if weighted else length * count


@kernel(counted=False)
def turn_cost(space: Space, a: int, b: int, shape: int, weighted: int, most: int) -> int:
    """What one diagonal and one straight run from a to b cost, in the order of `shape`.

    BLOCKED if they cannot be, or if on weighted terrain they come to `most`.
    """
    S = space.stride
    dy, dx = b // S - a // S, b % S - a % S
    diagonal = 4 + (dx < 0) + 2 * (dy < 0)
    straight = (0 + (dx < 0)) if abs(dx) > abs(dy) else (2 + (dy < 0))
    few, rest = min(abs(dx), abs(dy)), max(abs(dx), abs(dy)) - min(abs(dx), abs(dy))
    total, u = 0, a
    for part in range(2):
        slanted = (part == 0) == (shape == DIAGONAL_FIRST)
        d, count = (diagonal, few) if slanted else (straight, rest)
        more = run_cost(space, u, d, count, weighted, most - total)
        if more >= BLOCKED:
            return BLOCKED
        total += more
        u += count * any_step(d, S)
    return total


@kernel(counted=False)
def turning_points(path: NDArray[np.int32], n: int, weighted: int, point: NDArray[np.int32]) -> int:
    """List the points of a path where it turns, and on weighted terrain some between. Modifies `point`."""
    m, since = 1, 0
    point[0] = path[0]
    for i in range(1, n):
        since += 1
        turns = i == n - 1 or path[i + 1] - path[i] != path[i] - path[i - 1]
        if turns or (weighted and since >= PIECE):
            point[m] = path[i]
            m += 1
            since = 0
    return m


@kernel(counted=False)
def octile_cost(S: int, a: int, b: int) -> int:
    """The octile distance between two cells."""
    dy, dx = abs(a // S - b // S), abs(a % S - b % S)
    return 5741 * max(dx, dy) + 2378 * min(dx, dy)


@kernel(counted=False)
def smooth(
    space: Space, memory: Smoother, path: NDArray[np.int32], length: NDArray[np.int64], window: int, weighted: int
) -> int:
    """Straighten a path; its new cost. `path`, `length` and `memory` are modified in place."""
    S = space.stride
    point, cost, before, shape = memory.point, memory.cost, memory.before, memory.shape
    m = turning_points(path, length[0], weighted, point)
    cheapest = 2 * space.lowest8 if weighted else 1
    patience = ROUGH_FAILURES if weighted else FAILURES
    cost[0] = 0
    for j in range(1, m):
        b = np.int64(point[j])
        near = np.int64(point[j - 1])
        cost[j] = cost[j - 1] + turn_cost(
            space, near, b, DIAGONAL_FIRST, weighted, BLOCKED
        )  # a straight or diagonal run
        before[j], shape[j] = j - 1, DIAGONAL_FIRST
        failures = 0
        i, last = j - 1, max(0, j - window)
        while i > last:
            i = max(last, i - 1 - ((j - i) // ROUGH_STRIDE if weighted else 0))
            a = np.int64(point[i])
            if cost[i] + octile_cost(S, a, b) * cheapest >= cost[j]:
                continue
            joined = False
            for kind in range(1, 3):
                over = turn_cost(space, a, b, kind, weighted, cost[j] - cost[i])
                if over < BLOCKED and cost[i] + over < cost[j]:
                    cost[j], before[j], shape[j] = cost[i] + over, i, kind
                    joined = True
                    if weighted == 0:
                        break
            failures = 0 if joined else failures + 1
            if failures >= patience:
                break
    length[0] = draw(S, memory, m, path)
    return cost[m - 1]


@kernel(counted=False)
def draw(S: int, memory: Smoother, m: int, path: NDArray[np.int32]) -> int:
    """Write the cells of the best way, in the path's order; return how many. Modifies `memory` and `path`."""
    out, n = memory.out, 0
    j = m - 1
    while j > 0:
        i = np.int64(memory.before[j])
        a, b = np.int64(memory.point[i]), np.int64(memory.point[j])
        dy, dx = a // S - b // S, a % S - b % S  # from b back to a
        diagonal = diagonal_step(4 + (dx < 0) + 2 * (dy < 0), S)
        straight = straight_step((0 + (dx < 0)) if abs(dx) > abs(dy) else (2 + (dy < 0)), S)
        few, rest = min(abs(dx), abs(dy)), max(abs(dx), abs(dy)) - min(abs(dx), abs(dy))
        first, second = (rest, few) if memory.shape[j] == DIAGONAL_FIRST else (few, rest)
        step1, step2 = (straight, diagonal) if memory.shape[j] == DIAGONAL_FIRST else (diagonal, straight)
        u = b
        for _ in range(first):
            out[n] = u
            n += 1
            u += step1
        for _ in range(second):
            out[n] = u
            n += 1
            u += step2
        j = i
    out[n] = memory.point[0]
    n += 1
    for k in range(n):
        path[k] = out[n - 1 - k]
    return n
