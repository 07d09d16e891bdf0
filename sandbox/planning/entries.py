"""The entries of a bucket queue: chains in one array, the newest first, whose places are used again.

A bucket's head says where its newest entry stands, and the first number of an entry where the next one does. What else
an entry holds, and how many numbers it takes, is the search's. Places given back are a chain, too, begun by `free`.
A* (`search`) and JPS have these lines in their own loops: with them taken out, JPS was up to a sixth slower (ADR 8).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import index
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import NONE


@kernel(inlined=True)
def newest(head: NDArray[np.int32], bucket: int, entry: NDArray[np.int32], free: int) -> int:
    """Take the newest entry out of a bucket that has one. Its place is the first free one from now on."""
    e = int(np.int64(head[index(bucket)]))
    head[index(bucket)] = entry[index(e)]
    entry[index(e)] = free
    return e


@kernel(inlined=True)
def new_place(entry: NDArray[np.int32], free: int, top: int, size: int, room: int) -> tuple[int, int, int]:
    """A place for an entry of so many numbers, or NONE where there is no room; and the new `free` and `top`."""
    if free >= 0:
        return free, int(np.int64(entry[index(free)])), top
    if top + size <= room:
        return top, free, top + size
    return NONE, free, top
