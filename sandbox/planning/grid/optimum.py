"""The best way on the grid under any rule of steps, its cost in real numbers: what answers are compared with.

Searches count in whole numbers, with a √2 that is off by 8e-9; what is shown here is the way's own length, with the
true one. (The order of two ways could differ only where they do by less than 5,741 diagonal steps' worth of that.)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.recording import NO_EVENTS
from sandbox.planning.api import Limits, Metric, Plan
from sandbox.planning.batch import FOUND, OUT_OF_ROOM
from sandbox.planning.grid.bucket_search import Rule, bucket_search, new_work, with_more_room
from sandbox.planning.grid.distances import shift_for
from sandbox.planning.grid.graph import DX, DY, STRAIGHT, TURN, Space, centres, id_of, trace_arrivals
from sandbox.planning.limits import NO_BUDGET
from sandbox.planning.worlds import Points, Way, length_of

STRAIGHT_ONLY = 15  # the directions of four moves
EITHER_SIDE = ((4, 2, 0), (5, 2, 1), (6, 3, 0), (7, 3, 1))  # a diagonal, and the directions to the cells beside it


def best_way(
    space: Space, start: Points, goal: Points, limits: Limits, *, weighted: bool = False, moves: int = 255
) -> Way:
    """The cheapest way between the cells of two points by the steps in `space.moves`, of these directions."""
    a, b = (id_of((int(x), int(y)), space.stride) for x, y in (start, goal))
    if space.cost8[a] == 0 or space.cost8[b] == 0:
        return Way()
    scale = 2 * space.lowest8 if weighted else 1
    shift = shift_for(space, weighted=weighted)
    rule = Rule(STRAIGHT * scale, TURN * scale, moves, int(weighted), 0, shift, NO_BUDGET)
    work = new_work(space.moves.shape[0])
    while (ended := bucket_search(space, work, rule, a, b, limits.stop, NO_EVENTS)[0]) == OUT_OF_ROOM:
        work = with_more_room(work)
    if ended != FOUND:
        return Way()
    path = np.zeros(space.moves.shape[0], np.int32)
    points = centres(path[: trace_arrivals(space, work, a, b, path)][::-1], space.stride)
    return Way(cost_of_steps(space, points) if weighted else length_of(points), points)


def measured(space: Space, plan: Plan) -> float:
    """What the way of an answer costs, with the true √2."""
    return cost_of_steps(space, plan.points) if plan.metric is Metric.WEIGHTED else length_of(plan.points)


def cost_of_steps(space: Space, points: Points) -> float:
    """What a way from cell to neighbouring cell costs: lengths times the mean cost of both cells."""
    x, y = np.floor(points).astype(np.int64).T
    cost = space.cost8[(y + 1) * space.stride + x + 1].astype(np.float64) / 8
    return float((np.hypot(*np.diff(points, axis=0).T) * (cost[:-1] + cost[1:]) / 2).sum())


def cutting_corners(space: Space) -> Space:
    """The same cells with diagonal steps past a blocked one, as long as the other beside them is open."""
    around = space.around.astype(np.int64)
    moves = around & STRAIGHT_ONLY
    for d, one, other in EITHER_SIDE:
        moves |= around & ((around >> one | around >> other) & 1) << d
    return space._replace(moves=moves.astype(np.uint8))


def confined(space: Space, inside: NDArray[np.bool_]) -> Space:
    """The same steps, but only those from and to cells that are inside [ids]."""
    moves = np.where(inside, space.moves, 0).astype(np.uint8)
    for d in range(8):
        ahead = np.roll(inside, -(DY[d] * space.stride + DX[d]))
        moves[~ahead] &= 255 - (1 << d)
    return space._replace(moves=moves)
