"""Asking for memory ahead of time changes nothing but time."""

import numpy as np
import pytest

from sandbox.kernels.arrays import prefetch
from sandbox.kernels.jit import kernel

pytestmark = pytest.mark.small


@kernel
def _summed(words, order):
    total = np.uint64(0)
    for i in range(order.shape[0]):
        prefetch(words, order[(i + 8) % order.shape[0]])
        total += words[order[i]]
    return total


def test_what_is_read_is_what_is_there():
    words, order = np.arange(5_000, dtype=np.uint64), np.random.default_rng(3).permutation(5_000)
    assert _summed(words, order) == 5_000 * 4_999 // 2
    assert words.tolist() == list(range(5_000))
    assert prefetch(words, 0) is None
