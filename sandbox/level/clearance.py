"""How far each cell's centre is from the nearest blocked cell, exactly, up to a reach; kept true under edits.

A disc of radius r at a cell's centre is free when the distance from that centre to every blocked square (and
to the level's border) is at least r. The distance to a square n columns and m rows away splits into its two
axes, each max(n - ½, 0), so the squared distance field is the row-wise transform followed by a column-wise
minimum, after Felzenszwalb and Huttenlocher, "Distance Transforms of Sampled Functions", Theory of Computing
2012. Departs from it in being cut off at a reach: then one flipped cell concerns only (2 · reach + 1)² others,
and the minimum is a plain loop over rows that the machine runs sixteen cells at a time.

All squares here are of *half* cells: (2n - 1)² for n ≥ 1 whole cells away, 0 for the same column.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sandbox.kernels.jit import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

DEFAULT_REACH = 16  # cells
MAX_REACH = 64  # cells; FAR + (2 · reach - 1)² must stay below 2^16
FAR = 40_000  # a squared row distance that never wins


class Clearance(NamedTuple):
    """The field and what its repair needs."""

    width: int  # cells
    height: int  # cells
    reach: int  # cells; distances are exact below it, and say `reach` where nothing is nearer
    distance: NDArray[np.float32]  # [(height + 2) · (width + 2)] cells; 0 blocked
    across: NDArray[np.uint16]  # the same shape: squared half-cell distance within the row; FAR if beyond reach
    line: NDArray[np.uint16]  # [width + 2] a row of minima while it is made


def blank_clearance(width: int, height: int, reach: int) -> Clearance:
    """A field to be filled by `repair_clearance` of everything."""
    size = (width + 2) * (height + 2)
    return Clearance(
        width, height, reach, np.zeros(size, np.float32), np.zeros(size, np.uint16), np.zeros(width + 2, np.uint16)
    )


def threshold(radius: float) -> np.float32:
    """The least distance in the field that leaves room for a disc: what touches does not collide.

    Distances are half square roots of whole numbers; rounding up to the next of those is free of doubt.
    """
    whole = np.ceil(4 * radius * radius - 1e-6)
    return np.float32(np.sqrt(np.float32(whole)) / 2)


@kernel
def repair_clearance(cost8: NDArray[np.uint8], field: Clearance, box: tuple[int, int, int, int]) -> None:
    """Bring the field up to date after cells of a box opened or closed. Modified: field."""
    reach, stride = field.reach, field.width + 2
    left, right = max(box[0] - reach, 0), min(box[2] + reach, field.width)
    top, bottom = max(box[1] - reach, 0), min(box[3] + reach, field.height)
    for y in range(max(box[1] - 1, -1), min(box[3] + 1, field.height + 1)):
        if 0 <= y < field.height:
            _row(cost8, field, (y + 1) * stride, left + 1, right + 1)
    for y in range(top, bottom):
        _column_minima(field, y, left + 1, right + 1)


@kernel
def _row(cost8: NDArray[np.uint8], field: Clearance, base: int, first: int, end: int) -> None:
    """The distances within one row, for padded columns first … end - 1. Modified: field."""
    across, reach = field.across, field.reach
    seen = reach + 1
    for x in range(max(first - reach, 0), end):
        seen = 0 if cost8[base + x] == 0 else seen + 1
        if x >= first:
            across[base + x] = min(seen, reach + 1)
    seen = reach + 1
    for x in range(min(end + reach, field.width + 2) - 1, first - 1, -1):
        seen = 0 if cost8[base + x] == 0 else seen + 1
        if x < end:
            n = min(seen, np.int64(across[base + x]))
            across[base + x] = FAR if n > reach else (0 if n == 0 else (2 * n - 1) * (2 * n - 1))


@kernel
def _column_minima(field: Clearance, y: int, first: int, end: int) -> None:
    """The distances of one row, for padded columns first … end - 1. Modified: field."""
    across, line, stride = field.across, field.line, field.width + 2
    base = (y + 1) * stride
    for x in range(first, end):
        line[x] = across[base + x]
    for m in range(-min(field.reach, y + 1), min(field.reach, field.height - y) + 1):
        away = 2 * abs(m) - 1
        rise = np.uint16(away * away if m else 0)
        _lower(across, base + m * stride, rise, line, first, end)
    most = 4 * field.reach * field.reach
    for x in range(first, end):
        field.distance[base + x] = np.sqrt(np.float32(min(np.int64(line[x]), most))) / np.float32(2)


@kernel
def _lower(across: NDArray[np.uint16], base: int, rise: int, line: NDArray[np.uint16], first: int, end: int) -> None:
    """Let one more row compete. Modified: line."""
    for x in range(first, end):
        line[x] = min(line[x], np.uint16(across[base + x] + rise))


@kernel
def open_cells(
    distance: NDArray[np.float32],
    least: float,
    cost8: NDArray[np.uint8],
    stride: int,
    box: tuple[int, int, int, int],
    open8: NDArray[np.uint8],
) -> None:
    """The costs of a box for a disc that needs a distance: blocked where there is less. Modified: open8."""
    x0, y0, x1, y1 = box
    for y in range(y0, y1):
        for cell in range((y + 1) * stride + x0 + 1, (y + 1) * stride + x1 + 1):
            open8[cell] = cost8[cell] if distance[cell] >= least else 0
