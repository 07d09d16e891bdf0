"""How far each cell's centre is from the nearest blocked cell, exactly, up to a reach; kept true under edits.

A disc of radius r at a cell's centre is free when the distance from that centre to every blocked square (and
to the level's border) is at least r. The distance to a square n columns and m rows away splits into its two
axes, each max(n - ½, 0), so the squared distance field is the row-wise transform followed by a column-wise
minimum, after Felzenszwalb and Huttenlocher, "Distance Transforms of Sampled Functions", Theory of Computing
2012. Departs from it in being cut off at a reach: then one flipped cell concerns only (2 · reach + 1)² others,
and instead of a lower envelope a plain loop goes outwards until no row can be nearer.

All squares here are of *half* cells: (2n - 1)² for n ≥ 1 whole cells away, 0 for the same column.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Bytes, Int64s
from sandbox.kernels.jit import kernel

DEFAULT_REACH = 8  # cells
MAX_REACH = 64  # cells; for the memory: FAR is above (2 · reach)² and fits 16 bits
FAR = 40_000  # a squared row distance that never wins


class Clearance(NamedTuple):
    """The field and what its repair needs."""

    reach: int  # cells; distances are exact below it, and say `reach` where nothing is nearer
    distance: NDArray[np.float32]  # [(height + 2) · (width + 2)] cells; 0 blocked
    across: NDArray[np.uint16]  # the same shape: squared half-cell distance within the row; FAR if beyond reach


def blank_clearance(width: int, height: int, reach: int) -> Clearance:
    """A field to be filled by `repair_clearance` of everything."""
    size = (width + 2) * (height + 2)
    return Clearance(reach, np.zeros(size, np.float32), np.zeros(size, np.uint16))


def threshold(radius: float) -> np.float32:
    """The least distance in the field that leaves room for a disc: what touches does not collide.

    Distances are half square roots of whole numbers; rounding up to the next of those is free of doubt.
    """
    whole = np.ceil(4 * radius * radius - 1e-6)
    return np.float32(np.sqrt(np.float32(whole)) / 2)


@kernel
def repair_clearance(
    cost8: Bytes, stride: int, reach: int, box: Int64s, across: NDArray[np.uint16], distance: NDArray[np.float32]
) -> None:
    """Bring the field up to date after cells of a box opened or closed. Modified: across, distance."""
    rows = len(cost8) // stride - 2
    left, right = max(box[0] - reach, 0) + 1, min(box[2] + reach, stride - 2) + 1  # padded columns
    for y in range(max(box[1], 0), min(box[3], rows)):
        _along_row(cost8, across, (y + 1) * stride, stride, reach, left, right)
    for y in range(max(box[1] - reach, 0), min(box[3] + reach, rows)):
        rise = _square(max(box[1] - y, y - box[3] + 1, 0))
        for x in range(left, right):
            cell = (y + 1) * stride + x
            here = rise + _square(max(box[0] - x + 1, x - box[2], 0))
            if distance[cell] >= _length(here):  # else something nearer than the box decides, before and after
                distance[cell] = _nearest(across, cell, stride, reach)


@kernel
def _square(n: Any) -> int:
    """The squared distance, in half cells, to a cell n rows or columns away."""
    return (2 * n - 1) * (2 * n - 1) if n > 0 else 0


@kernel
def _length(square: int) -> np.float32:
    """The distance, in cells, of a squared one in half cells."""
    return np.float32(np.sqrt(np.float32(square)) / np.float32(2))


@kernel
def _along_row(
    cost8: Bytes, across: NDArray[np.uint16], base: int, width: int, reach: int, first: int, end: int
) -> None:
    """The distances within one row, for the padded columns first … end - 1. Modified: across."""
    seen = reach + 1
    for x in range(max(first - reach, 0), end):
        seen = 0 if cost8[base + x] == 0 else seen + 1
        if x >= first:
            across[base + x] = min(seen, reach + 1)
    seen = reach + 1
    for x in range(min(end + reach, width) - 1, first - 1, -1):
        seen = 0 if cost8[base + x] == 0 else seen + 1
        if x < end:
            n = seen if seen < across[base + x] else np.int64(across[base + x])
            across[base + x] = FAR if n > reach else _square(n)


@kernel
def _nearest(across: NDArray[np.uint16], cell: int, stride: int, reach: int) -> np.float32:
    """The distance of one cell, rows outwards until none can be nearer.

    The border rows are blocked all along, so that the loop ends there at the latest.
    """
    best = 4 * reach * reach
    if across[cell] < best:
        best = int(np.int64(across[cell]))
    for m in range(1, reach + 1):
        rise = _square(m)
        if rise >= best:
            break
        nearer = rise + int(np.int64(min(across[cell - m * stride], across[cell + m * stride])))
        best = min(best, nearer)
    return _length(best)
