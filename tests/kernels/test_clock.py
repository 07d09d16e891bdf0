"""The kernels' clock."""

import time

import numpy as np
import pytest

from sandbox.kernels.clock import nanoseconds
from sandbox.kernels.jit import kernel


@kernel
def _read(into):
    for i in range(into.shape[0]):
        into[i] = nanoseconds()


@pytest.mark.small
def test_it_runs_forward_at_the_speed_of_the_wall():
    first, second = np.zeros(10, np.int64), np.zeros(10, np.int64)
    _read(first)
    began = time.perf_counter_ns()
    _read(first)
    time.sleep(0.05)
    _read(second)
    passed = time.perf_counter_ns() - began
    assert (np.diff(first) >= 0).all()
    assert 0.05e9 <= second[0] - first[0] <= passed
