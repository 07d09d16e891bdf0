"""Budgets, as kernels take them: expansions as a number, seconds and a person's cancel as a flag that is raised."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sandbox.planning import batch
from sandbox.planning.api import Limits, Status

NO_BUDGET = 1 << 62
OUT_OF_TIME = 2  # what the watch writes into `stop`; a person's cancel is 1
STATUS_OF = {
    batch.FOUND: Status.FOUND,
    batch.PROVEN: Status.FOUND,
    batch.NO_PATH: Status.NO_PATH,
    batch.OUT_OF_BUDGET: Status.BUDGET,
    batch.STOPPED: Status.CANCELLED,
}


@contextlib.contextmanager
def watched(limits: Limits) -> Iterator[None]:
    """Raise the stop flag when the seconds are over."""
    if limits.seconds <= 0:
        yield
        return
    watch = threading.Timer(limits.seconds, _time_is_up, [limits.stop])
    watch.daemon = True
    watch.start()
    try:
        yield
    finally:
        watch.cancel()


def _time_is_up(stop: NDArray[np.uint8]) -> None:
    if stop[0] == 0:
        stop[0] = OUT_OF_TIME


def expansions(limits: Limits) -> int:
    """The budget as kernels take it."""
    return limits.expansions if limits.expansions > 0 else NO_BUDGET


def status_of(code: int, limits: Limits) -> Status:
    """How a search ended; one that was stopped by the watch ran out of budget."""
    status = STATUS_OF[code]
    if status is Status.CANCELLED and limits.stop[0] == OUT_OF_TIME:
        return Status.BUDGET
    return status
