"""Work in the worker that brings one result after the other, each shown as soon as it is there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from sandbox.ui.jobs import Failure, Job, Stop, Worker

T = TypeVar("T")


class Arriving(Generic[T]):
    """One piece of work at a time; `found` are its results by now."""

    job: str  # its title
    slot: str

    def __init__(self, worker: Worker, ended: Callable[[], None], failed: Callable[[Failure], None]) -> None:
        self.worker, self.ended, self.failed = worker, ended, failed
        self.found: list[T] = []
        self.running = False

    def start(self, results: Callable[[Stop], Iterable[T]]) -> None:
        """Instead of any other."""
        self.stop()
        self.running = True
        found = self.found = []

        def work(stop: Stop) -> None:
            for result in results(stop):
                found.append(result)
                self.came()
                self.worker.wake()

        self.worker.submit(Job(self.job, self.slot, work, lambda _: self._ended(found), self._broke))

    def came(self) -> None:
        """In the worker: a result is there."""

    def _ended(self, found: list[T]) -> None:
        if found is self.found:
            self.running = False
            self.ended()

    def _broke(self, failure: Failure) -> None:
        self.running = False
        self.failed(failure)
        self.ended()

    def stop(self) -> None:
        """Go no further; what was found stays."""
        if self.running:
            self.running = False
            self.worker.cancel(self.slot)
            self.found = list(self.found)  # whatever still comes is nobody's
