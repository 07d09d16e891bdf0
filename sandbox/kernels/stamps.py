"""Searches are numbered, so that nothing is cleared between them.

A node's key packs the number of the search, its *stamp*, with the node's cost so far: "seen in this search?" and
"reached more cheaply?" are one comparison.

    key = stamp << 44 | g;  stamp << 44 | UNSEEN: this search may use the node, and has not reached it
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel

G_BITS = 44  # 2048² cells at the highest terrain cost fit
STAMPS = 1 << (63 - G_BITS)
UNSEEN = (1 << G_BITS) - 1
UNREACHED = 1 << (G_BITS - 1)  # more than any cost
EARLIER = -1 << 62  # below every key


@kernel(counted=False)
def next_stamp(stamp: NDArray[np.int64], key: NDArray[np.int64]) -> int:
    """Number a new search, where keys have it; when the numbers run out, clear the keys once and start over."""
    stamp[0] += 1
    if stamp[0] >= STAMPS:
        key[:] = 0
        stamp[0] = 1
    return stamp[0] << G_BITS
