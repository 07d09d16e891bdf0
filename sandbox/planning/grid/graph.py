"""The grid as a graph for kernels: flat ids, moves, whole-number costs, canonical successors.

Cells lie in rows of `stride = width + 2`, framed by a closed border, so that one flat id serves for
everything and no kernel checks bounds:

    id = (y + 1) * stride + x + 1          direction   6 NE: -stride+1
                                             7  3  6
    a move bit per direction                 1  .  0     bits 0..3 straight, 4..7 diagonal
                                             5  2  4

A diagonal's bit is set only if both its sides are open: no corner is ever cut. Costs are whole numbers, so
sums are exact and comparisons need no tolerance: 5741 / 8119 is 1 / √2 with a relative error of 8e-9.
On weighted terrain a step costs its length times the *sum* of both cells' costs in eighths, 16 times the
scale; `unit` says how many make one cell.

Canonical successors after Harabor and Grastien, "Online Graph Pruning for Pathfinding on Grid Maps",
AAAI 2011, in the form without corner cutting (Harabor, Grastien, "Improving Jump Point Search", ICAPS 2014):
of the equally long ways through a uniform grid only those going diagonally first are generated.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import index
from sandbox.kernels.jit import kernel
from sandbox.level.derived.grid import Grid

STRAIGHT, DIAGONAL = 5741, 8119
TURN = DIAGONAL - STRAIGHT  # what a diagonal step adds to a straight one: octile = STRAIGHT * max + TURN * min
FINE = 40  # bits after the point of 1 / stride: rows are exact while ids * stride < 2 ** 40
WEIGHTED_SCALE = 16  # eighths of two cells' costs
NO_DIRECTION = 8
DX = (1, -1, 0, 0, 1, -1, 1, -1)
DY = (0, 0, 1, -1, 1, 1, -1, -1)
DIRECTIONS = {step: d for d, step in enumerate(zip(DX, DY, strict=True))}


class Space(NamedTuple):
    """The level as kernels see it, for one radius."""

    width: int
    height: int
    stride: int
    moves: NDArray[np.uint8]  # [ids] legal directions out of a cell, a bit each
    cost8: NDArray[np.uint8]  # [ids] terrain cost in eighths; 0 is blocked
    around: NDArray[np.uint8]  # [ids] open neighbours, a bit each: for canonical pruning
    canon: NDArray[np.uint8]  # [9, 256] directions worth generating, by direction of arrival and `around`
    lowest8: int  # the lowest cost of an open cell


def space_of(grid: Grid, lowest8: int) -> Space:
    """What kernels need of a grid."""
    return Space(grid.width, grid.height, grid.stride, grid.moves, grid.cost8, grid.around, CANON, lowest8)


def _canonical_successors() -> NDArray[np.uint8]:
    """By direction of arrival (8: none) and open neighbours, the directions worth generating."""
    table = np.zeros((9, 256), np.uint8)
    table[NO_DIRECTION] = 255
    for d in range(8):
        table[d] = [_natural(d) | _forced(d, around) for around in range(256)]
    return table


def _natural(d: int) -> int:
    """Straight on; a diagonal also continues with its two straight parts."""
    if d < 4:
        return 1 << d
    return 1 << d | 1 << _direction(DX[d], 0) | 1 << _direction(0, DY[d])


def _forced(d: int, around: int) -> int:
    """Past a wall that ends beside us, the side and the diagonal ahead can be reached best through us."""
    bits = 0
    if d < 4:
        for side in (-1, 1):
            sx, sy = (side if DY[d] else 0), (side if DX[d] else 0)
            beside = around >> _direction(sx, sy) & 1
            behind = around >> _direction(sx - DX[d], sy - DY[d]) & 1
            if beside and not behind:
                bits |= 1 << _direction(sx, sy) | 1 << _direction(sx + DX[d], sy + DY[d])
    return bits


def _direction(dx: int, dy: int) -> int:
    return DIRECTIONS[dx, dy]


CANON = _canonical_successors()


def id_of(cell: tuple[int, int], stride: int) -> int:
    """The flat id of a cell."""
    return (cell[1] + 1) * stride + cell[0] + 1


def centres(ids: NDArray[np.integer], stride: int) -> NDArray[np.float64]:
    """The centres of cells, as points [n, 2]."""
    y, x = np.divmod(ids.astype(np.int64), stride)
    return np.stack([x - 0.5, y - 0.5], axis=1)


@kernel(counted=False, steady=True)
def write_centres(ids: NDArray[np.int32], stride: int, points: NDArray[np.float64]) -> None:
    """The same for a path, into `points` [n, 2]."""
    for i in range(ids.shape[0]):
        y = np.int64(ids[i]) // stride
        points[i, 0] = ids[i] - y * stride - 0.5
        points[i, 1] = y - 0.5


def octile(dx: float, dy: float) -> float:
    """The length of the shortest way across open ground, in cells."""
    return (STRAIGHT * max(dx, dy) + TURN * min(dx, dy)) / STRAIGHT


# A constant tuple indexed by a variable makes Numba prepare to raise, which costs reference counting around
# every array in sight; these do not.


@kernel(counted=False)
def straight_step(d: int, stride: int) -> int:
    """What direction 0 … 3 adds to an id."""
    return (1 - 2 * (d & 1)) * (1 if d < 2 else stride)


@kernel(counted=False)
def diagonal_step(d: int, stride: int) -> int:
    """What direction 4 … 7 adds to an id."""
    return (1 - 2 * (d & 1)) + (1 - (d & 2)) * stride


@kernel(counted=False)
def any_step(d: int, stride: int) -> int:
    """What a direction adds to an id."""
    return straight_step(d, stride) if d < 4 else diagonal_step(d, stride)


@kernel(counted=False)
def share_of(stride: int) -> int:
    """1 / stride as `row_of` takes it."""
    return (1 << FINE) // stride + 1


@kernel(counted=False)
def row_of(u: int, share: int) -> int:
    """The row of an id: a multiplication, where a division takes several times as long."""
    return (u * share) >> FINE


@kernel(counted=False)
def step_cost(space: Space, u: int, v: int, d: int, weighted: int) -> int:
    """What a step in a direction costs, from u to v."""
    step = STRAIGHT if d < 4 else DIAGONAL
    if weighted:
        step *= np.int64(space.cost8[index(u)]) + np.int64(space.cost8[index(v)])  # type: ignore[assignment]
    return step


@kernel(counted=False)
def norm(along: int, across: int, dx: int, dy: int) -> int:
    """A distance made of dx and dy alone: the longer times `along` and the shorter times `across`."""
    dx, dy = abs(dx), abs(dy)
    return along * max(dx, dy) + across * min(dx, dy)


@kernel(counted=False)
def trace_directions(came: NDArray[np.uint8], stride: int, start: int, goal: int, path: NDArray[np.int32]) -> int:
    """Write the cells from goal back to start into `path`; return how many."""
    n = 0
    u = goal
    while u != start:
        path[n] = u
        n += 1
        d = np.int64(came[u] & 15)
        u -= any_step(d, stride)  # type: ignore[arg-type]
    path[n] = start
    return n + 1


@kernel(counted=False, inlined=True)
def write_run(path: NDArray[np.int32], n: int, u: int, step: int, count: int) -> tuple[int, int]:
    """Write so many cells from u on, a step apart, behind the first n; how many there are now, and the next cell."""
    for _ in range(count):
        path[n] = u
        n += 1
        u += step
    return n, u


@kernel(counted=False)
def trace_arrivals(space: Space, work: Any, start: int, goal: int, path: NDArray[np.int32]) -> int:
    """The path the last search found, from goal back to start, by the directions its memory says cells came from."""
    return trace_directions(work.came, space.stride, start, goal, path)
