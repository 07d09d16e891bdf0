"""Short names for the arrays that kernels are given, and one instruction for large ones."""

from __future__ import annotations

import mmap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import intrinsic

Bytes = NDArray[np.uint8]
Int16s = NDArray[np.int16]
Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]
Floats = NDArray[np.float64]
Stop = NDArray[np.uint8]
"""[1] A flag another thread may raise (set item 0 to 1)."""

index = np.uint64
"""`array[index(i)]`: an index that is never negative. Numba then does not ask, a tenth of a tight search's time."""


def sparse(count: int, kind: type[np.generic]) -> NDArray[Any]:
    """Zeros of which few are ever written. NumPy would have huge pages filled: twenty times as long to get ready."""
    private = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_ANONYMOUS") else {}
    return np.frombuffer(mmap.mmap(-1, count * np.dtype(kind).itemsize, **private), kind)


@intrinsic("prefetch", "none(uint64[::1], int64)")
def prefetch(words: NDArray[np.uint64], at: int) -> None:
    """Tell the processor that the cache line of `words[at]` will be read, so that the wait for it overlaps with work.

    No answer depends on it.
    """


@intrinsic("prefetch", "none(int16[::1], int64)")
def prefetch_shorts(numbers: NDArray[np.int16], at: int) -> None:
    """The same for 16-bit numbers."""
