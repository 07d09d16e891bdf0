"""Steady kernels: what breaks their promise is refused, whole numbers of any width are alike."""

from collections.abc import Callable

import numba
import numpy as np
import pytest

from sandbox.kernels.compiling.steady import watched

ROW = np.zeros(4, np.int64)


@pytest.fixture
def call() -> Callable[..., object]:
    """A watched kernel that was called once."""

    def ready(row: np.ndarray, times: int) -> int:
        return int(row.sum()) * times

    ready.typeof_pyval = numba.typeof
    kernel = watched(ready)
    assert kernel(ROW, 1) == 0
    return kernel


@pytest.mark.small
@pytest.mark.parametrize(
    ("row", "times"),
    [(np.ones(4), 1), (np.ones(4, np.int32), 1), (np.ones(8, np.int64)[::2], 1), (None, 1), (ROW, 1.5)],
    ids=["floats", "half as wide", "gaps", "nothing", "a fraction"],
)
def test_other_types_are_refused(call: Callable[..., object], row: object, times: object) -> None:
    with pytest.raises(TypeError, match=r"ready is steady: found .*, expected "):
        call(row, times)


@pytest.mark.small
def test_the_same_types_pass(call: Callable[..., object]) -> None:
    assert call(np.ones(9, np.int64), np.int32(2)) == 18
