"""Short names for the arrays that kernels are given."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Int16s = NDArray[np.int16]
Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]
Floats = NDArray[np.float64]
Stop = NDArray[np.uint8]
"""[1] A flag another thread may raise (set item 0 to 1)."""

index = np.uint64
"""`array[index(i)]`: an index that is never negative. Numba then does not ask, a tenth of a tight search's time."""
