"""PNG filters undone in one pass, for pictures so large that a second would go by without a kernel.

W3C, "Portable Network Graphics (PNG) Specification", 2003, section 9: every byte was stored as its difference from
what its row's filter expects, out of the bytes left of it, above it, and above that one.
"""

# mypy: disable-error-code="assignment,arg-type,no-any-return"

from __future__ import annotations

from typing import Final

import numpy as np

from sandbox import png
from sandbox.kernels.arrays import Bytes
from sandbox.kernels.jit import kernel

LARGE: Final = 1 << 18  # bytes: fewer are done before a kernel is loaded
SUB, UP, AVERAGE, PAETH = range(1, 5)


@kernel(counted=False)
def undo(filters: Bytes, body: Bytes, wide: int, rows: Bytes) -> None:
    """Write the rows of `body` without their filters into `rows`; a pixel is so many bytes wide."""
    for y in range(body.shape[0]):
        kind = filters[y]
        for x in range(body.shape[1]):
            left = np.int64(rows[y, x - wide]) if x >= wide else 0
            up = np.int64(rows[y - 1, x]) if y > 0 else 0
            guess = 0
            if kind == SUB:
                guess = left
            elif kind == UP:
                guess = up
            elif kind == AVERAGE:
                guess = (left + up) >> 1
            elif kind == PAETH:
                guess = nearest(left, up, np.int64(rows[y - 1, x - wide]) if y > 0 and x >= wide else 0)
            rows[y, x] = np.uint8((body[y, x] + guess) & 255)


@kernel(counted=False)
def nearest(left: int, up: int, corner: int) -> int:
    """Whichever of the three is nearest to left + up - corner; in this order when equal."""
    by_left, by_up, by_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    if by_left <= by_up and by_left <= by_corner:
        return left
    return up if by_up <= by_corner else corner


def unfiltered(filters: Bytes, body: Bytes, wide: int) -> Bytes:
    """The rows of a picture, in the way that takes less time."""
    if body.size < LARGE:
        return png.by_diagonals(filters, body, wide)
    rows = np.empty(body.shape, np.uint8)
    undo(np.ascontiguousarray(filters), np.ascontiguousarray(body), wide, rows)
    return rows
