"""JPS (B+P): jump point search that scans 64 cells at a time.

Finds optimal octile paths on uniform terrain, with nothing to prepare but bit rows and a byte a cell, which an edit
repairs.

Paper: Harabor, Grastien, "Improving Jump Point Search", ICAPS 2014 (block-based scanning, pruning of
intermediate points); Harabor, Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011.
Departs from them in: the jump points are computed beforehand and stored beside the walls, so that a scan
reads one word at a time and counts zeros; a transposed copy serves the vertical scans; and every cell knows in which
straight directions a jump succeeds at all, so that a walk along a diagonal reads one byte a step and scans only
where there is something to find.

    line   a row (across) or column (down) of the padded grid, in words of 64 cells
    word   [line * words + i, 4]   wall, jump point going forwards, jump point going backwards, spare
    signs  [ids]   bits 0 … 3: a straight jump that way succeeds; bits 4 … 7: the diagonal step is legal
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Bytes, Int64s, index
from sandbox.kernels.bits import clz, ctz
from sandbox.kernels.jit import kernel, specialise
from sandbox.level.rect import Rect
from sandbox.planning.api import planners
from sandbox.planning.grid.graph import DIAGONAL, STRAIGHT, Space, diagonal_step, straight_step
from sandbox.planning.grid.runner import Ground, Kernels, kernels_of
from sandbox.planning.planners.jump.planner import JumpPlanner, JumpPrepared
from sandbox.planning.planners.jump.search import jump_search, jump_trace, note

WALL, FORWARDS, BACKWARDS = 0, 1, 2
ONE = np.uint64(1)
TOP = np.uint64(63)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


class Tables(NamedTuple):
    """Bit rows of the grid and of its transpose."""

    across: NDArray[np.uint64]  # [(height + 2) * words, 4]
    down: NDArray[np.uint64]  # [(width + 2) * words, 4]
    signs: Bytes  # [ids]
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
def succeeds(space: Space, signs: Bytes, u: int, d: int) -> bool:
    """Whether a straight jump finds a jump point, if that is known of the next cell."""
    bit = 1 << d
    if np.int64(space.moves[u]) & bit == 0:
        return False
    v = u + straight_step(d, space.stride)
    return np.int64(space.canon[d, space.around[v]]) != bit or np.int64(signs[v]) & bit != 0


@kernel(counted=False)
def sign_cells(space: Space, x0: int, y0: int, x1: int, y1: int, d: int, signs: Bytes) -> None:
    """Bring a straight sign of columns x0 … x1 - 1, rows y0 … y1 - 1, padded, up to date. `signs` is modified in place.

    The cells that a jump comes to later go first. With the first direction goes the diagonals' legality.
    """
    ahead = d & 1 == 0
    for j in range(y1 - y0):
        row = (y1 - 1 - j if ahead else y0 + j) * space.stride
        for i in range(x1 - x0):
            u = row + (x1 - 1 - i if ahead else x0 + i)
            sign = np.int64(signs[u]) & ~(1 << d)
            if d == 0:
                sign = sign & 15 | np.int64(space.moves[u]) & 240
            signs[u] = np.uint8(sign | 1 << d if succeeds(space, signs, u, d) else sign)


@kernel(counted=False, inlined=True)
def forwards(lines: NDArray[np.uint64], base: int, at: int) -> int:
    """How far the next jump point of a line is, going forwards; there must be one. `base` is the line's first word."""
    i = base + (at >> 6)
    word = lines[index(i), FORWARDS] >> np.uint64(at & 63) >> ONE
    if word != 0:
        return ctz(word) + 1
    passed = 64 - (at & 63)
    word = lines[index(i + 1), FORWARDS]
    while word == 0:
        i += 1
        passed += 64
        word = lines[index(i + 1), FORWARDS]
    return passed + ctz(word)


@kernel(counted=False, inlined=True)
def backwards(lines: NDArray[np.uint64], base: int, at: int) -> int:
    """The same, going backwards."""
    i = base + (at >> 6)
    word = lines[index(i), BACKWARDS] << np.uint64(63 - (at & 63)) << ONE
    if word != 0:
        return clz(word) + 1
    passed = 1 + (at & 63)
    word = lines[index(i - 1), BACKWARDS]
    while word == 0:
        i -= 1
        passed += 64
        word = lines[index(i - 1), BACKWARDS]
    return passed + clz(word)


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


@kernel(counted=False, inlined=True)
def walked(space: Space, tables: Tables, u: int, d: int, steps: int) -> bool:
    """Whether so many diagonal steps are legal."""
    step = diagonal_step(d, space.stride)
    while steps > 0 and (np.int64(tables.signs[index(u)]) >> d) & 1:
        u += step
        steps -= 1
    return steps == 0


@kernel(counted=False, inlined=True)
def scanned_successors(space: Space, tables: Tables, u: int, y: int, mask: int, g: int, found: Int64s) -> int:
    """The jump points seen from a cell, straight and along its diagonals."""
    S = space.stride
    x = u - y * S
    across, down, signs = tables.across, tables.down, tables.signs
    wa, wd = tables.words_across, tables.words_down
    mask &= np.int64(signs[index(u)])
    n = 0
    if mask & 1:
        t = forwards(across, y * wa, x)
        n = note(found, n, u + t, g + t * STRAIGHT, 0)
    if mask & 2:
        t = backwards(across, y * wa, x)
        n = note(found, n, u - t, g + t * STRAIGHT, 1)
    if mask & 4:
        t = forwards(down, x * wd, y)
        n = note(found, n, u + t * S, g + t * STRAIGHT, 2)
    if mask & 8:
        t = backwards(down, x * wd, y)
        n = note(found, n, u - t * S, g + t * STRAIGHT, 3)
    for d in range(4, 8):
        if (mask >> d) & 1:
            h, k = d & 1, 2 + ((d >> 1) & 1)
            dx, dy = 1 - 2 * h, 1 - (d & 2)
            step = dy * S + dx
            v, cx, cy, gv = u, x, y, g
            sign = mask
            while (sign >> d) & 1:
                v += step
                cx += dx
                cy += dy
                gv += DIAGONAL
                sign = np.int64(signs[index(v)])
                if (sign >> h) & 1:
                    t = backwards(across, cy * wa, cx) if h else forwards(across, cy * wa, cx)
                    n = note(found, n, v + t * dx, gv + t * STRAIGHT, h)
                if (sign >> k) & 1:
                    t = forwards(down, cx * wd, cy) if dy > 0 else backwards(down, cx * wd, cy)
                    n = note(found, n, v + t * dy * S, gv + t * STRAIGHT, k)
    return n


SCANNED = kernels_of(
    specialise(jump_search, free_runs=scanned_runs, reaches=walked, successors=scanned_successors), jump_trace
)


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
        across, down = np.zeros((lines * wa, 4), np.uint64), np.zeros((columns * wd, 4), np.uint64)
        tables = Tables(across, down, np.zeros(lines * columns, np.uint8), wa, wd)
        pack(space, tables, (0, 0, space.width, space.height))
        return tables

    def repair_tables(self, ground: Ground, dirty: Sequence[Rect]) -> str:
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
    x0, y0, x1, y1 = max(x0, 1), max(y0, 1), min(x1 + 2, S - 1), min(y1 + 2, lines - 1)
    for d in (0, 1):
        sign_cells(space, 1, y0, S - 1, y1, d, tables.signs)
    for d in (2, 3):
        sign_cells(space, x0, 1, x1, lines - 1, d, tables.signs)


@planners.register("jps", title="JPS (B+P)", paper="Harabor, Grastien, ICAPS 2014", order=40)
@dataclass(frozen=True, slots=True)
class JumpPointSearch(JumpPlanner):
    """Skips over everything a shortest path has no reason to turn at; scans 64 cells in one look."""

    prepared: ClassVar = ScannedPrepared
