"""Timers: what is to happen at a time, so that the window can sleep until then."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count


@dataclass(eq=False, slots=True)
class Timer:
    """A pending call; `cancel` takes it back."""

    call: Callable[[], None]
    period: float | None
    running: bool = True

    def cancel(self) -> None:
        """Never call again."""
        self.running = False


class Timers:
    """Pending calls by time, in seconds of the caller's clock."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Timer]] = []
        self._numbers = count()

    def add(self, due: float, call: Callable[[], None], period: float | None = None) -> Timer:
        """Call at a time, and again every `period` seconds if given."""
        timer = Timer(call, period)
        heapq.heappush(self._heap, (due, next(self._numbers), timer))
        return timer

    def run(self, now: float) -> None:
        """Call everything that is due; a period that was slept through is called once."""
        while self._heap and self._heap[0][0] <= now:
            due, _, timer = heapq.heappop(self._heap)
            if not timer.running:
                continue
            if timer.period is None:
                timer.running = False
            else:
                again = max(due + timer.period, now + timer.period / 2)
                heapq.heappush(self._heap, (again, next(self._numbers), timer))
            timer.call()

    def next_due(self) -> float | None:
        """Return when the next call is due."""
        while self._heap and not self._heap[0][2].running:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None
