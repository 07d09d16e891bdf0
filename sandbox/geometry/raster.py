"""Which cells a polygon covers: exactly those whose interior its interior meets.

A cell is covered when an edge runs through its open square (then the polygon's interior lies beside that
edge, inside the cell), or when no edge does and its centre lies inside the polygon. Both are decided in
64-bit integers: vertices are units, `UNITS` to a cell, and an edge's crossing with a line of the grid is a
fraction whose parts stay below 2^41. Touching a cell's border covers nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel

UNITS = 512
HALF = UNITS // 2
CROSSED, TOGGLE = 1, 2  # bits of the mask while it is made


def covered_cells(rings: Sequence[NDArray[Any]], x0: int, y0: int, x1: int, y1: int) -> NDArray[np.uint8]:
    """1 for every cell covered of the columns x0 … x1 - 1, rows y0 … y1 - 1, which must hold all rings."""
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    points, starts = flat_rings(rings)
    raster(points, starts, x0, y0, mask)
    return mask


def flat_rings(rings: Sequence[NDArray[Any]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All vertices in one array; ring i is `starts[i]:starts[i + 1]`."""
    points = np.concatenate(rings).astype(np.int64)
    return points, np.cumsum([0, *(len(r) for r in rings)])


@kernel
def raster(points: NDArray[np.int64], starts: NDArray[np.int64], x0: int, y0: int, mask: NDArray[np.uint8]) -> None:
    """Fill a zeroed mask whose cell [0, 0] is (x0, y0) with 1 where the polygon covers. Modified: mask."""
    for ring in range(len(starts) - 1):
        last = starts[ring + 1] - 1
        for i in range(starts[ring], starts[ring + 1]):
            j = i + 1 if i < last else starts[ring]
            _trace_edge(points[i, 0], points[i, 1], points[j, 0], points[j, 1], x0, y0, mask)
    for row in range(mask.shape[0]):
        inside = 0
        for column in range(mask.shape[1]):
            inside ^= mask[row, column] & TOGGLE
            mask[row, column] = 1 if inside or mask[row, column] & CROSSED else 0


@kernel
def _trace_edge(ax: int, ay: int, bx: int, by: int, x0: int, y0: int, mask: NDArray[np.uint8]) -> None:
    """Mark the cells an edge crosses, and in each row the first centre right of it. Modified: mask."""
    if ay > by:
        ax, ay, bx, by = bx, by, ax, ay
    dx, dy = bx - ax, by - ay
    if dy == 0:
        if ay % UNITS:
            for column in range(min(ax, bx) // UNITS, -(-max(ax, bx) // UNITS)):
                mask[ay // UNITS - y0, column - x0] |= CROSSED
        return
    whole = UNITS * dy  # one cell, in the fractions below
    for row in range(ay // UNITS, -(-by // UNITS)):
        top = max(row * UNITS, ay)
        bottom = min(row * UNITS + UNITS, by)
        enter = ax * dy + (top - ay) * dx
        leave = ax * dy + (bottom - ay) * dx
        for column in range(min(enter, leave) // whole, -(-max(enter, leave) // whole)):
            mask[row - y0, column - x0] |= CROSSED
        centre = row * UNITS + HALF
        if ay <= centre < by:
            right = (ax * dy + (centre - ay) * dx - HALF * dy) // whole + 1 - x0
            if right < mask.shape[1]:
                mask[row - y0, max(right, 0)] ^= TOGGLE


@kernel
def add_cover(mask: NDArray[np.uint8], sign: int, x0: int, y0: int, stride: int, covered: NDArray[np.uint16]) -> None:
    """Count a polygon's cells in (sign 1) or out (sign -1) of a padded flat field. Modified: covered."""
    for row in range(mask.shape[0]):
        at = (y0 + row + 1) * stride + x0 + 1
        for column in range(mask.shape[1]):
            if mask[row, column] and sign > 0:
                covered[at + column] += 1
            elif mask[row, column]:
                covered[at + column] -= 1
