"""JPS (B+P): jump point search that scans 64 cells at a time.

Finds optimal octile paths on uniform terrain, with nothing to prepare but bit rows, which an edit repairs.

Paper: Harabor, Grastien, "Improving Jump Point Search", ICAPS 2014 (block-based scanning, pruning of
intermediate points); Harabor, Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011.
Departs from them in: the jump points are computed beforehand and stored beside the walls, so that a scan
reads two words and compares two zero counts; a transposed copy serves the vertical scans.

    line   a row (across) or column (down) of the padded grid, in words of 64 cells
    word   [line * words + i, 4]   wall, jump point going forwards, jump point going backwards, spare
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Bytes, Int64s
from sandbox.kernels.bits import clz, ctz
from sandbox.kernels.jit import kernel, specialise
from sandbox.level.model import Level
from sandbox.level.rect import Rect
from sandbox.planning.api import Promises, planners
from sandbox.planning.grid.graph import DIAGONAL, STRAIGHT, Space, diagonal_step
from sandbox.planning.grid.runner import Ground, Kernels, kernels_of
from sandbox.planning.planners.jump.planner import PROMISES, JumpPrepared
from sandbox.planning.planners.jump.search import jump_search, jump_trace

WALL, FORWARDS, BACKWARDS = 0, 1, 2
ONE = np.uint64(1)
TOP = np.uint64(63)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


class Tables(NamedTuple):
    """Bit rows of the grid and of its transpose."""

    across: NDArray[np.uint64]  # [(height + 2) * words, 4]
    down: NDArray[np.uint64]  # [(width + 2) * words, 4]
    words_across: int
    words_down: int


@kernel(counted=False)
def pack_walls(
    cost8: Bytes, line_step: int, cell_step: int, length: int, first: int, last: int, out: NDArray[np.uint64]
) -> None:
    """Write the wall words of lines first … last - 1. `out` is modified in place."""
    words = (length + 63) >> 6
    for line in range(first, last):
        for i in range(words):
            bits = ALL
            for j in range(min(64, length - (i << 6))):
                if cost8[line * line_step + ((i << 6) + j) * cell_step]:
                    bits ^= ONE << np.uint64(j)
            out[line * words + i, WALL] = bits


@kernel(counted=False)
def pack_jumps(words: int, lines: int, first: int, last: int, out: NDArray[np.uint64]) -> None:
    """Write the jump point words of lines first … last - 1 from the walls. `out` is modified in place.

    A cell is a jump point going forwards when a cell beside it is open and the one before that is a wall.
    """
    for line in range(max(first, 1), min(last, lines - 1)):
        for i in range(words):
            forwards = np.uint64(0)
            backwards = np.uint64(0)
            for side in range(2):
                row = (line + 2 * side - 1) * words
                wall = out[row + i, WALL]
                before = out[row + i - 1, WALL] if i > 0 else ALL
                after = out[row + i + 1, WALL] if i + 1 < words else ALL
                forwards |= ((wall << ONE) | (before >> TOP)) & ~wall
                backwards |= ((wall >> ONE) | (after << TOP)) & ~wall
            here = ~out[line * words + i, WALL]
            out[line * words + i, FORWARDS] = forwards & here
            out[line * words + i, BACKWARDS] = backwards & here


@kernel(counted=False)
def jump(lines: NDArray[np.uint64], base: int, at: int, forwards: bool) -> int:
    """How far the next jump point of a line is; 0 if a wall comes first. `base` is the line's first word."""
    i = base + (at >> 6)
    near = 63 - (at & 63) if forwards else at & 63  # cells of this word that are ahead
    o = np.uint64(63 - near)
    passed = 1
    if forwards:
        point = ctz(lines[i, FORWARDS] >> o >> ONE)
        wall = ctz(lines[i, WALL] >> o >> ONE)
        while point + wall == 128:
            passed += near
            near = 64
            i += 1
            point = ctz(lines[i, FORWARDS])
            wall = ctz(lines[i, WALL])
    else:
        point = clz(lines[i, BACKWARDS] << o << ONE)
        wall = clz(lines[i, WALL] << o << ONE)
        while point + wall == 128:
            passed += near
            near = 64
            i -= 1
            point = clz(lines[i, BACKWARDS])
            wall = clz(lines[i, WALL])
    return passed + point if point < wall else 0


@kernel(counted=False)
def run(lines: NDArray[np.uint64], base: int, at: int, forwards: bool) -> int:
    """How many free cells lie between a cell and the next wall of its line."""
    i = base + (at >> 6)
    near = 63 - (at & 63) if forwards else at & 63
    o = np.uint64(63 - near)
    word = lines[i, WALL]
    wall = ctz(word >> o >> ONE) if forwards else clz(word << o << ONE)
    passed = 0
    while wall == 64:
        passed += near
        near = 64
        i += 1 if forwards else -1
        wall = ctz(lines[i, WALL]) if forwards else clz(lines[i, WALL])
    return passed + wall


@kernel(counted=False)
def scanned_runs(space: Space, tables: Tables, goal: int) -> tuple[int, int, int, int]:
    """How many cells are free from the goal to the east, west, south, north."""
    y = goal // space.stride
    x = goal - y * space.stride
    row, column = y * tables.words_across, x * tables.words_down
    return (
        run(tables.across, row, x, True),
        run(tables.across, row, x, False),
        run(tables.down, column, y, True),
        run(tables.down, column, y, False),
    )


@kernel(counted=False)
def walked(space: Space, tables: Tables, u: int, d: int, steps: int) -> bool:  # noqa: ARG001  (a shape)
    """Whether so many diagonal steps are legal."""
    step = diagonal_step(d, space.stride)
    while steps > 0 and (space.moves[u] >> d) & 1:
        u += step
        steps -= 1
    return steps == 0


@kernel(counted=False)
def scanned_successors(space: Space, tables: Tables, u: int, mask: int, g: int, found: Int64s) -> int:
    """The jump points seen from a cell, straight and along its diagonals."""
    S = space.stride
    y = u // S
    x = u - y * S
    across, down, wa, wd = tables.across, tables.down, tables.words_across, tables.words_down
    n = 0
    for d in range(4):
        if (mask >> d) & 1:
            sign = 1 - 2 * (d & 1)
            t = jump(across, y * wa, x, sign > 0) if d < 2 else jump(down, x * wd, y, sign > 0)
            if t:
                found[n] = u + t * (sign if d < 2 else sign * S)
                found[n + 1] = g + t * STRAIGHT
                found[n + 2] = d
                n += 3
    for d in range(4, 8):
        if (mask >> d) & 1:
            dx, dy = 1 - 2 * (d & 1), 1 - (d & 2)
            v, cx, cy, gv = u, x, y, g
            while (space.moves[v] >> d) & 1:
                v += dy * S + dx
                cx += dx
                cy += dy
                gv += DIAGONAL
                t = jump(across, cy * wa, cx, dx > 0)
                if t:
                    found[n] = v + t * dx
                    found[n + 1] = gv + t * STRAIGHT
                    found[n + 2] = 0 if dx > 0 else 1
                    n += 3
                t = jump(down, cx * wd, cy, dy > 0)
                if t:
                    found[n] = v + t * dy * S
                    found[n + 1] = gv + t * STRAIGHT
                    found[n + 2] = 2 if dy > 0 else 3
                    n += 3
    return n


SCANNED = kernels_of(
    specialise(jump_search, free_runs=scanned_runs, reaches=walked, successors=scanned_successors), jump_trace
)


@planners.register(
    "jps",
    title="JPS (B+P)",
    paper="Harabor, Grastien, ICAPS 2014",
    order=40,
)
@dataclass(frozen=True, slots=True)
class JumpPointSearch:
    """Skips over everything a shortest path has no reason to turn at; scans 64 cells in one look."""

    promises: ClassVar[Promises] = PROMISES

    def prepare(self, level: Level) -> ScannedPrepared:
        """Make ready for a level."""
        return ScannedPrepared(level, self)


class ScannedPrepared(JumpPrepared):
    """JPS on a level: its tables are bit rows."""

    @property
    def kernels(self) -> Kernels:
        """The text, bound to scanning."""
        return SCANNED

    def tables(self, space: Space) -> Tables:
        """Pack all rows and columns."""
        lines, columns = space.height + 2, space.width + 2
        wa, wd = (columns + 63) >> 6, (lines + 63) >> 6
        tables = Tables(np.zeros((lines * wa, 4), np.uint64), np.zeros((columns * wd, 4), np.uint64), wa, wd)
        pack(space, tables, (0, 0, space.width, space.height))
        return tables

    def mend(self, ground: Ground, dirty: Sequence[Rect]) -> str:
        """Pack the rows and columns that were touched."""
        for rect in dirty:
            pack(ground.space, ground.tables, rect)
        rows = sum(r.height + 2 for r in dirty)
        columns = sum(r.width + 2 for r in dirty)
        return f"{rows} of {ground.space.height} rows, {columns} of {ground.space.width} columns"


def pack(space: Space, tables: Tables, rect: tuple[int, int, int, int]) -> None:
    """Bring rows and columns through a rectangle of cells up to date. `tables` is modified in place."""
    x0, y0, x1, y1 = rect
    S, lines = space.stride, space.height + 2
    pack_walls(space.cost8, S, 1, S, y0, y1 + 2, tables.across)
    pack_jumps(tables.words_across, lines, y0, y1 + 2, tables.across)
    pack_walls(space.cost8, 1, S, lines, x0, x1 + 2, tables.down)
    pack_jumps(tables.words_down, S, x0, x1 + 2, tables.down)
