"""Batch work beside the window: picklable items in one process of low priority, cancelled by ending it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from sandbox import children
from sandbox.ui.jobs import Failure

NICENESS = 10


def _begin() -> None:
    """The window goes first."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICENESS)


class Crew:
    """One batch at a time; `poll` delivers what is finished, in order."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._pool: ProcessPoolExecutor | None = None
        self._futures: list[Future[Any]] = []
        self._done: Callable[[int, Any], None] | None = None
        self._failed: Callable[[Failure], None] | None = None
        self._next = 0

    @property
    def total(self) -> int:
        """Items of the batch."""
        return len(self._futures)

    @property
    def finished(self) -> int:
        """Items delivered."""
        return self._next

    @property
    def busy(self) -> bool:
        """Whether a batch runs."""
        return self._next < len(self._futures)

    def start(
        self,
        call: Callable[..., Any],
        items: Sequence[Any],
        done: Callable[[int, Any], None],
        failed: Callable[[Failure], None],
    ) -> None:
        """Begin a batch: `call(item)` for each, `done(number, result)` here as they come."""
        self.cancel()
        self._pool = children.pool(1, _begin)
        self._done, self._failed, self._next = done, failed, 0
        self._futures = [self._pool.submit(call, item) for item in items]
        for future in self._futures:
            future.add_done_callback(lambda _: self._wake())

    def poll(self) -> bool:
        """Deliver what is finished; True if there was something."""
        before = self._next
        while self.busy and self._futures[self._next].done():
            number, future = self._next, self._futures[self._next]
            self._next += 1
            self._deliver(number, future)
        if self._pool is not None and not self.busy:
            self._pool.shutdown(wait=False)
            self._pool = None
        return self._next != before

    def _deliver(self, number: int, future: Future[Any]) -> None:
        assert self._done is not None
        assert self._failed is not None
        try:
            result = future.result()
        except BrokenProcessPool:
            self._futures.clear()
            self._failed(Failure("The batch", "its process ended unexpectedly", "The worker process died."))
        except Exception as error:  # noqa: BLE001  (a broken item is reported, the batch goes on)
            self._failed(Failure("A batch item", f"{type(error).__name__}: {error}", repr(error)))
        else:
            self._done(number, result)

    def cancel(self) -> None:
        """End the batch at once; what was delivered stays."""
        pool, self._pool = self._pool, None
        self._futures, self._next = [], 0
        if pool is not None:
            for process in list((pool._processes or {}).values()):  # noqa: SLF001  (no public way to end one)
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)
