"""What the free names are bound to."""

import numpy as np

from sandbox.kernels.jit import kernel

NOTED = np.zeros(8, np.int64)


@kernel
def double(x):
    return 2 * x


@kernel
def triple(x):
    return 3 * x


@kernel
def wrong_arity(x, y):
    return x + y
