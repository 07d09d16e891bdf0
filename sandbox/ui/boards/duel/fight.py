"""A duel in the worker: one engine after the other, and each answer as soon as it is there."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from sandbox.ui.arriving import Arriving
from sandbox.ui.jobs import Failure, Stop, Worker

if TYPE_CHECKING:
    from sandbox.bench.duel import Bout, Duel, Entrant


class Fight(Arriving["Bout"]):
    """One duel at a time."""

    job, slot = "The duel", "duel"

    def __init__(self, worker: Worker, ended: Callable[[], None], failed: Callable[[Failure], None]) -> None:
        super().__init__(worker, ended, failed)
        self.entrants: Sequence[Entrant] = ()
        self.since = 0.0  # when whoever is at it began
        self.duel: Duel | None = None

    def begin(self, duel: Duel) -> None:
        """Instead of any other."""
        self.duel, self.entrants, self.since = duel, duel.entrants, time.perf_counter()

        def bouts(stop: Stop) -> Iterator[Bout]:
            duel.weigh(stop)
            self.since = time.perf_counter()
            return duel.bouts(stop)

        self.start(bouts)

    def came(self) -> None:
        """The next one's turn."""
        self.since = time.perf_counter()

    @property
    def bouts(self) -> list[Bout]:
        """Those fought by now."""
        return self.found

    def clear(self) -> None:
        """Forget what was answered."""
        self.stop()
        self.entrants, self.found = (), []

    @property
    def words(self) -> str:
        """Who is at it, and for how long; nobody yet while it is found out what each move is worth."""
        done = len(self.bouts)
        if not self.running or self.duel is None or done >= len(self.entrants):
            return ""
        spent = time.perf_counter() - self.since
        if not self.duel.weighed:
            return f"What each move is worth: {spent:.1f} s"
        return f"{self.entrants[done].name} ({done + 1} of {len(self.entrants)}): {spent:.1f} s"
