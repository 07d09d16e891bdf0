"""Shortest paths on the grid by A* with a bucket queue: the fast text, for cells.

Finds an optimal path for a consistent heuristic of the form `along * max(dx, dy) + across * min(dx, dy)`
(octile, Manhattan, Chebyshev, zero: then it is Dijkstra's algorithm), on uniform or weighted terrain. The search
is that of `planning/search.py`, with its papers; on uniform terrain with canonical successors (see `graph`).

    came    [ids]         direction of arrival, | CLOSED once expanded
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"
# ruff: noqa: ARG001  (every graph's kernels take the same)

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import index
from sandbox.kernels.bits import ctz, popcount
from sandbox.kernels.jit import kernel, specialise
from sandbox.kernels.recording import Events
from sandbox.kernels.stamps import EARLIER, G_BITS, UNREACHED, next_stamp
from sandbox.planning import search as text
from sandbox.planning.grid.graph import DX, DY, NO_DIRECTION, Space, any_step, norm, row_of, share_of, step_cost
from sandbox.planning.search import AGAIN, ENDED, EXPANDED, Quest, Work

DXS, DYS = (sum(step + 1 << 2 * d for d, step in enumerate((*steps, 0))) for steps in (DX, DY))  # two bits each
UNIFORM_SHIFT = 11  # buckets 2048 / STRAIGHT = 0.36 cells wide


class Rule(NamedTuple):
    """What is asked of one search."""

    along: int  # heuristic = along * max(dx, dy) + across * min(dx, dy), in cost units
    across: int
    moves: int  # mask of directions: 255, or 15 without diagonals
    weighted: int  # 1: a step costs its length times the sum of both cells' costs in eighths
    canonical: int  # 1: generate only canonical successors (uniform terrain, eight moves)
    shift: int  # a bucket is 2 ** shift cost units wide
    budget: int  # expansions
    corridor: int = 0  # 1: only cells that were given this search's stamp, and UNSEEN, may be used


class Task(NamedTuple):
    """One search."""

    rule: Rule
    x: int  # column and row of the goal, + 1
    y: int
    share: int  # of the stride, for `row_of`


def new_work(ids: int) -> Work:
    """Memory for a grid of so many ids."""
    return text.new_work(ids, np.uint8, 2 * ids + 64)


with_more_room = text.with_more_room


@kernel(counted=False)
def leave(space: Space, task: Task, came: NDArray[np.uint8], u: int) -> tuple[int, int, int, int]:
    """How many directions to try; how far a cell is from the goal's column and row, and these directions."""
    y = row_of(u, task.share)
    mask = np.int64(space.moves[index(u)]) & task.rule.moves
    if task.rule.canonical:
        mask &= np.int64(space.canon[index(came[index(u)] & 15), index(space.around[index(u)])])
    return popcount(mask), u - y * space.stride - task.x, y - task.y, mask


@kernel(counted=False)
def edge(space: Space, task: Task, u: int, gu: int, x: int, y: int, mask: int, i: int) -> tuple[int, int, int, int]:
    """The cell in the first direction that is left, and the others."""
    d = ctz(mask)
    v = u + any_step(d, space.stride)
    return v, gu + step_cost(space, u, v, d, task.rule.weighted), d, mask & (mask - 1)


@kernel(counted=False)
def ahead(space: Space, task: Task, v: int, d: int, x: int, y: int) -> int:
    """The heuristic for the cell in a direction (HERE: none) from one that is x, y away from the goal."""
    return norm(task.rule.along, task.rule.across, x + (DXS >> 2 * d & 3) - 1, y + (DYS >> 2 * d & 3) - 1)


over_cells = specialise(text.search, leave=leave, edge=edge, ahead=ahead)


@kernel(counted=False)
def bucket_search(
    space: Space, work: Work, rule: Rule, start: int, goal: int, stop: NDArray[np.uint8], events: Events
) -> tuple[int, int, int, int, int]:
    """Search as `best_first` does, with the same answer."""
    S = space.stride
    stamp = work.stamp[0] << G_BITS if rule.corridor or work.state[AGAIN] else next_stamp(work.stamp, work.key)
    x, y = goal % S, goal // S
    f0 = norm(rule.along, rule.across, start % S - x, start // S - y)
    lowest = EARLIER if rule.corridor else stamp
    quest = Quest(start, goal, NO_DIRECTION, f0, UNREACHED, stamp, lowest, rule.shift, rule.budget, 1, 0, 1)
    ended, cost, expanded, generated, reopened, _ = over_cells(
        space, Task(rule, x, y, share_of(S)), work, quest, stop, events
    )
    work.state[EXPANDED], work.state[ENDED] = expanded, ended
    return ended, cost, expanded, generated, reopened
