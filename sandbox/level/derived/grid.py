"""The grid world of a level: a byte of legal moves and a cost per cell, padded by a closed border.

    flat id of cell (x, y) = (y + 1) · stride + x + 1,  stride = width + 2

            NW 128   N 8   NE 64        bit 0 E, 1 W, 2 S, 3 N,
               W 2    ·    E 1              4 SE, 5 SW, 6 NE, 7 NW
            SW  32   S 4   SE 16

A diagonal move needs its target and both cells beside it open (no corner cutting), so the moves of a cell
are the moves of its 3 × 3 surroundings, and an edit touches those of its cells and one more around them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Bytes, Int64s
from sandbox.kernels.jit import kernel

E, W, S, N, SE, SW, NE, NW = 1, 2, 4, 8, 16, 32, 64, 128


class Grid(NamedTuple):
    """What a grid planner's kernel reads. Never write to it."""

    width: int  # cells
    height: int  # cells
    stride: int  # width + 2
    moves: Bytes  # [(height + 2) · stride] legal moves, a bit per direction; 0 when blocked
    cost8: Bytes  # [(height + 2) · stride] terrain cost in eighths; 0 blocked
    around: Bytes  # [(height + 2) · stride] open cells around, a bit per direction; 0 when blocked

    def cell(self, x: int, y: int) -> int:
        """The flat id of a cell."""
        return (y + 1) * self.stride + x + 1

    def xy(self, cell: int) -> tuple[int, int]:
        """The cell of a flat id."""
        return cell % self.stride - 1, cell // self.stride - 1

    def image(self, field: NDArray[np.generic]) -> NDArray[np.generic]:
        """A flat padded field as [height, width], without a copy."""
        return field.reshape(self.height + 2, self.stride)[1:-1, 1:-1]


def blank_grid(width: int, height: int) -> Grid:
    """A grid of the right size, all blocked."""
    size = (width + 2) * (height + 2)
    return Grid(width, height, width + 2, *(np.zeros(size, np.uint8) for _ in range(3)))


@kernel
def repair_grid(
    terrain: Bytes,
    cost_of_code: Bytes,
    covered: NDArray[np.uint16],
    box: Int64s,
    grid: Grid,
    tally: Int64s,
    flips: Int64s,
) -> int:
    """Bring a box (x0, y0, x1, y1) up to date; return how many cells opened or closed. Modified: the last three.

    `tally[c]` counts the cells of cost c; `flips` becomes the box around the cells that opened or closed.
    """
    cost8, stride = grid.cost8, grid.stride
    forget_flips(grid, flips)
    flipped = 0
    for y in range(box[1], box[3]):
        for x in range(box[0], box[2]):
            cell = (y + 1) * stride + x + 1
            old = cost8[cell]
            new = np.uint8(0) if covered[cell] else cost_of_code[terrain[y, x]]
            if new != old:
                cost8[cell] = new
                tally[old] -= 1
                tally[new] += 1
                if (new == 0) != (old == 0):
                    flipped += 1
                    note_flip(flips, x, y)
    if flipped:
        refresh_moves(grid, flips)
    return flipped


@kernel
def forget_flips(grid: Grid, flips: Int64s) -> None:
    """The box around no cell. Modified: flips."""
    flips[0], flips[1], flips[2], flips[3] = grid.width, grid.height, 0, 0


@kernel
def note_flip(flips: Int64s, x: int, y: int) -> None:
    """Make the box hold one more cell. Modified: flips."""
    flips[0], flips[1] = min(flips[0], x), min(flips[1], y)
    flips[2], flips[3] = max(flips[2], x + 1), max(flips[3], y + 1)


@kernel
def refresh_moves(grid: Grid, box: Int64s) -> None:
    """Bring `moves` and `around` up to date, for a box of cells and one more around. Modified: both."""
    for y in range(max(box[1] - 1, 0), min(box[3] + 1, grid.height)):
        base = (y + 1) * grid.stride
        for cell in range(base + max(box[0], 1), base + min(box[2] + 2, grid.stride - 1)):
            around = open_around(grid.cost8, grid.stride, cell) if grid.cost8[cell] else 0
            grid.around[cell] = around
            grid.moves[cell] = moves_among(around)


@kernel
def open_around(cost8: Bytes, stride: int, cell: int) -> int:
    """The open ones of the eight cells around one."""
    e = 1 if cost8[cell + 1] else 0
    w = 1 if cost8[cell - 1] else 0
    s = 1 if cost8[cell + stride] else 0
    n = 1 if cost8[cell - stride] else 0
    se = 1 if cost8[cell + stride + 1] else 0
    sw = 1 if cost8[cell + stride - 1] else 0
    ne = 1 if cost8[cell - stride + 1] else 0
    nw = 1 if cost8[cell - stride - 1] else 0
    return e | w << 1 | s << 2 | n << 3 | se << 4 | sw << 5 | ne << 6 | nw << 7


@kernel
def moves_among(around: int) -> int:
    """The legal moves among open cells: straight to any, diagonally between two that are open as well."""
    e, w, s, n = around & 1, around >> 1 & 1, around >> 2 & 1, around >> 3 & 1
    return around & (15 | (s & e) << 4 | (s & w) << 5 | (n & e) << 6 | (n & w) << 7)
