"""Flood fill: the cells of one terrain that hang together with a seed, by four neighbours."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Bytes, Int64s
from sandbox.kernels.jit import kernel
from sandbox.level.rect import Rect


def region(terrain: Bytes, x: int, y: int) -> tuple[Rect, NDArray[np.bool_]]:
    """The box around the seed's region, and which of its cells belong to it."""
    reached = np.zeros(terrain.shape, np.uint8)
    queue = np.empty((terrain.size + 2, 2), np.int16)  # a run is queued by each run of another row that touches it
    box = np.zeros(4, np.int64)
    flood(terrain, x, y, reached, queue, box)
    x0, y0, x1, y1 = box.tolist()
    return Rect(x0, y0, x1, y1), reached[y0:y1, x0:x1].view(np.bool_)


@kernel
def flood(terrain: Bytes, x: int, y: int, reached: Bytes, queue: NDArray[np.int16], box: Int64s) -> None:
    """Mark a region, a whole run of a row at a time. Modified: the last three; `queue` is mere work space."""
    height, width = terrain.shape
    code = terrain[y, x]
    box[0], box[1], box[2], box[3] = x, y, x + 1, y + 1
    queue[0, 0], queue[0, 1] = x, y
    waiting = 1
    while waiting:
        waiting -= 1
        left, row = np.int64(queue[waiting, 0]), np.int64(queue[waiting, 1])
        if reached[row, left]:
            continue
        right = left + 1
        while left > 0 and terrain[row, left - 1] == code:
            left -= 1
        while right < width and terrain[row, right] == code:
            right += 1
        for column in range(left, right):
            reached[row, column] = 1
        box[0], box[1] = min(box[0], left), min(box[1], row)
        box[2], box[3] = max(box[2], right), max(box[3], row + 1)
        for beside in (row - 1, row + 1):
            if not 0 <= beside < height:
                continue
            for column in range(left, right):  # one seed for every run that touches
                fits = terrain[beside, column] == code and not reached[beside, column]
                follows = column > left and terrain[beside, column - 1] == code
                if fits and not follows:
                    queue[waiting, 0], queue[waiting, 1] = column, beside
                    waiting += 1
