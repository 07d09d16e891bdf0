"""JPS+ (B+P): jump point search with every jump looked up.

Finds optimal octile paths on uniform terrain from a table of eight distances per cell, which an edit repairs along
the lines it touches.

Paper: Harabor, Grastien, "Improving Jump Point Search", ICAPS 2014. Departs from it in: the table is
repaired after edits; diagonal entries lead to the next cell from which a straight jump succeeds.

    table  [ids * 8]   by direction: > 0 steps to the next jump point; <= 0 minus the free steps to the wall
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Int64s, index, prefetch_shorts
from sandbox.kernels.jit import kernel, specialise
from sandbox.level.rect import Rect
from sandbox.planning.api import planners
from sandbox.planning.grid.graph import DIAGONAL, STRAIGHT, Space, any_step, diagonal_step, straight_step
from sandbox.planning.grid.runner import Ground, Kernels, kernels_of
from sandbox.planning.planners.jump.planner import JumpPlanner, JumpPrepared
from sandbox.planning.planners.jump.search import jump_search, jump_trace, note

Table = NDArray[np.int16]
MOST_REPAIRED = 16  # repair when at most this share of the level was touched: 1 / 16
TURNS = 1 << 16  # cells whose straight jump may come to succeed or fail in one repair


@kernel(counted=False)
def entry_of(space: Space, table: Table, u: int, d: int) -> int:
    """One distance, from that of the next cell."""
    if not (space.moves[u] >> d) & 1:
        return 0
    v = u + any_step(d, space.stride)
    if d < 4:
        turns = space.canon[d, space.around[v]] != 1 << d
    else:
        turns = table[v * 8 + (d & 1)] > 0 or table[v * 8 + 2 + ((d >> 1) & 1)] > 0
    if turns:
        return 1
    onwards = np.int64(table[v * 8 + d])
    return onwards + 1 if onwards > 0 else onwards - 1


@kernel(counted=False)
def build_table(space: Space, table: Table) -> None:
    """Fill the table: every entry after the one it leads to. `table` is modified in place."""
    S = space.stride
    for y in range(1, space.height + 1):
        for x in range(1, space.width + 1):
            west, east = y * S + x, y * S + space.width + 1 - x
            table[west * 8 + 1] = entry_of(space, table, west, 1)
            table[east * 8] = entry_of(space, table, east, 0)
        for u in range(y * S + 1, y * S + space.width + 1):
            for d in (3, 6, 7):
                table[u * 8 + d] = entry_of(space, table, u, d)
    for y in range(space.height, 0, -1):
        for u in range(y * S + 1, y * S + space.width + 1):
            for d in (2, 4, 5):
                table[u * 8 + d] = entry_of(space, table, u, d)


@kernel(counted=False)
def follow_back(space: Space, table: Table, u: int, d: int, turns: NDArray[np.int32], n: int) -> int:
    """Correct an entry and those behind it that lead here, until one stays.

    Cells whose straight jump came to succeed or fail are added to `turns` from n on; returns the new n, or -1
    when there is no room. `table` is modified in place.
    """
    step = any_step(d, space.stride)
    while True:
        old = np.int64(table[u * 8 + d])
        new = entry_of(space, table, u, d)
        if old == new:
            return n
        table[u * 8 + d] = new
        if d < 4 and (old > 0) != (new > 0):
            if n == turns.shape[0]:
                return -1
            turns[n] = u
            n += 1
        if not (space.moves[u - step] >> d) & 1:
            return n
        u -= step


@kernel(counted=False)
def repair_table(space: Space, x0: int, y0: int, x1: int, y1: int, table: Table, turns: NDArray[np.int32]) -> int:
    """Correct everything that cells of a rectangle changed. Returns how many turned, -1 if too many.

    `table` is modified in place.
    """
    S = space.stride
    n = 0
    for y in range(y0, y1):
        for x in range(x0, x1):
            for d in range(4):
                n = follow_back(space, table, (y + 1) * S + x + 1, d, turns, n)
                if n < 0:
                    return n
    for y in range(y0, y1):
        for x in range(x0, x1):
            for d in range(4, 8):
                follow_back(space, table, (y + 1) * S + x + 1, d, turns, n)
    for i in range(n):
        for d in range(4, 8):
            u = turns[i] - diagonal_step(d, S)
            if (space.moves[u] >> d) & 1:
                follow_back(space, table, u, d, turns, n)
    return n


@kernel(counted=False, inlined=True)
def tabulated_runs(space: Space, table: Table, goal: int) -> tuple[int, int, int, int]:
    """How many cells are free from the goal to the east, west, south, north: along the chain of jump points."""
    return (
        free_run(space, table, goal, 0),
        free_run(space, table, goal, 1),
        free_run(space, table, goal, 2),
        free_run(space, table, goal, 3),
    )


@kernel(counted=False)
def free_run(space: Space, table: Table, u: int, d: int) -> int:
    """How many straight steps are free."""
    passed = 0
    t = np.int64(table[u * 8 + d])
    while t > 0:
        passed += t
        u += t * straight_step(d, space.stride)
        t = np.int64(table[u * 8 + d])
    return passed - t


@kernel(counted=False, inlined=True)
def leapt(space: Space, table: Table, u: int, d: int, steps: int) -> bool:
    """Whether so many diagonal steps are legal."""
    step = diagonal_step(d, space.stride)
    while steps > 0:
        t = np.int64(table[index(u * 8 + d)])
        if t <= 0:
            return steps + t <= 0
        steps -= t
        u += t * step
    return True


@kernel(counted=False, inlined=True)
def tabulated_successors(space: Space, table: Table, u: int, y: int, mask: int, g: int, found: Int64s) -> int:  # noqa: ARG001  (a shape)
    """The jump points seen from a cell, straight and along its diagonals."""
    S = space.stride
    n = 0
    for d in range(4):
        if (mask >> d) & 1:
            t = np.int64(table[index(u * 8 + d)])
            if t > 0:
                n = note(found, n, u + t * straight_step(d, S), g + t * STRAIGHT, d)
    for d in range(4, 8):
        if (mask >> d) & 1:
            h = d & 1
            k = 2 + ((d >> 1) & 1)
            sh = 1 - 2 * h
            sk = S if k == 2 else -S
            v, gv = u, g
            t = np.int64(table[index(v * 8 + d)])
            while t > 0:
                v += t * (sh + sk)
                gv += t * DIAGONAL
                t = np.int64(table[index(v * 8 + h)])
                if t > 0:
                    n = note(found, n, v + t * sh, gv + t * STRAIGHT, h)
                t = np.int64(table[index(v * 8 + k)])
                if t > 0:
                    n = note(found, n, v + t * sk, gv + t * STRAIGHT, k)
                t = np.int64(table[index(v * 8 + d)])
    return n


@kernel(counted=False)
def awaited(table: Table, v: int) -> None:
    """Ask for a cell's distances: where the table outgrows the cache, waiting for them is a third of the time."""
    prefetch_shorts(table, v * 8)


TABULATED = kernels_of(
    specialise(jump_search, free_runs=tabulated_runs, reaches=leapt, successors=tabulated_successors, foresee=awaited),
    jump_trace,
)


class TabulatedPrepared(JumpPrepared):
    """JPS+ on a level: its table is eight distances per cell."""

    @property
    def kernels(self) -> Kernels:
        """The text, bound to looking up."""
        return TABULATED

    def tables(self, space: Space) -> Table:
        """Fill the table."""
        table = np.zeros(space.moves.shape[0] * 8, np.int16)
        build_table(space, table)
        return table

    def repair_tables(self, ground: Ground, dirty: Sequence[Rect]) -> str:
        """Correct the lines that the edit touched, or build anew after a large one."""
        space = ground.space
        wider = [rect.enlarged(1).clipped(space.width, space.height) for rect in dirty]
        if sum(r.area for r in wider) * MOST_REPAIRED > space.width * space.height:
            ground.tables = self.tables(space)
            return "all jumps"
        turns = np.zeros(TURNS, np.int32)
        turned = [repair_table(space, *rect, ground.tables, turns) for rect in wider]
        if min(turned) < 0:
            ground.tables = self.tables(space)
            return "all jumps"
        return f"{sum(turned)} jumps turned"


@planners.register("jps-plus", title="JPS+ (B+P)", paper="Harabor, Grastien, ICAPS 2014", order=45)
@dataclass(frozen=True, slots=True)
class JumpPointSearchPlus(JumpPlanner):
    """Knows every jump beforehand: the fastest on the grid but for mazes, at 16 bytes a cell and slower edits."""

    prepared: ClassVar = TabulatedPrepared
