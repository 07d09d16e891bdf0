"""A duel in the worker: one engine after the other, and each answer as soon as it is there."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sandbox.ui.jobs import Failure, Job, Stop, Worker

if TYPE_CHECKING:
    from sandbox.bench.duel import Bout, Duel, Entrant

SLOT = "duel"


class Fight:
    """One duel at a time; `bouts` are those fought by now."""

    def __init__(self, worker: Worker, ended: Callable[[], None], failed: Callable[[Failure], None]) -> None:
        self.worker, self.ended, self.failed = worker, ended, failed
        self.entrants: Sequence[Entrant] = ()
        self.bouts: list[Bout] = []
        self.running = False
        self.since = 0.0  # when whoever is at it began

    def begin(self, duel: Duel) -> None:
        """Instead of any other."""
        self.stop()
        self.entrants, self.running, self.since = duel.entrants, True, time.perf_counter()
        bouts = self.bouts = []

        def work(stop: Stop) -> None:
            for bout in duel.bouts(stop):
                bouts.append(bout)
                self.since = time.perf_counter()
                self.worker.wake()

        self.worker.submit(Job("The duel", SLOT, work, lambda _: self._ended(bouts), self._broke))

    def _ended(self, bouts: list[Bout]) -> None:
        if bouts is self.bouts:
            self.running = False
            self.ended()

    def _broke(self, failure: Failure) -> None:
        self.running = False
        self.failed(failure)
        self.ended()

    def stop(self) -> None:
        """Stop, and keep the answers so far."""
        if self.running:
            self.running = False
            self.worker.cancel(SLOT)
            self.bouts = list(self.bouts)  # whatever still comes is nobody's

    def clear(self) -> None:
        """Forget what was answered."""
        self.stop()
        self.entrants, self.bouts = (), []

    @property
    def words(self) -> str:
        """Who is at it, and for how long."""
        done = len(self.bouts)
        if not self.running or done >= len(self.entrants):
            return ""
        spent = time.perf_counter() - self.since
        return f"{self.entrants[done].name} ({done + 1} of {len(self.entrants)}): {spent:.1f} s"
