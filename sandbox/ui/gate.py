"""How many workers compute at a time, and which: as many as there are processors (two at least), as they come.

More at once would finish no sooner, and every thread that holds the interpreter makes the window wait for its turn.
But who is quick does not wait for those who take long: there is one place more, for work that takes a small part of
what those inside do, and they may have all the others. Work that measures time has all places to itself.
"""

from __future__ import annotations

import contextlib
import math
import os
import sys
import threading
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass

NICENESS = 10
PATIENT = 4  # times as long as its own work takes, somebody may wait for another's


@dataclass(frozen=True, slots=True, eq=False)
class _Ticket:
    """Somebody who wants to compute, and how long that will take: 0 if that is not known."""

    who: Hashable
    places: int
    seconds: float


class Gate:
    """Where workers wait for a place; two at least, for threads share a processor fairly, and turns do not."""

    def __init__(self, places: int = 0) -> None:
        self.places = places or max(2, os.cpu_count() or 1)
        self._inside: list[_Ticket] = []
        self._waiting: list[_Ticket] = []
        self._changed = threading.Condition()

    @contextlib.contextmanager
    def entered(
        self,
        who: Hashable,
        seconds: float = 0.0,
        *,
        alone: bool = False,
        wanted: Callable[[], bool] = lambda: True,
    ) -> Iterator[bool]:
        """Compute inside, once there is room; False if it is no longer `wanted` (`look` asks again).

        `seconds` of the processor are expected.
        """
        ticket = _Ticket(who, self.places if alone else 1, seconds)
        if not self._admitted(ticket, wanted):
            yield False
            return
        try:
            yield True
        finally:
            with self._changed:
                self._inside.remove(ticket)
                self._changed.notify_all()

    def look(self) -> None:
        """Somebody who waits may no longer want to."""
        with self._changed:
            self._changed.notify_all()

    def _admitted(self, ticket: _Ticket, wanted: Callable[[], bool]) -> bool:
        """Wait for room."""
        with self._changed:
            self._waiting.append(ticket)
            self._changed.wait_for(lambda: not wanted() or self._next() is ticket)
            self._waiting.remove(ticket)
            self._changed.notify_all()  # there may be room for the next
            if wanted():
                self._inside.append(ticket)
                return True
            return False

    def _next(self) -> _Ticket | None:
        """The first of those that wait for whom there is room; whoever wants to be alone lets nobody pass."""
        for ticket in self._waiting:
            if self._has_room(ticket):
                return ticket
            if ticket.places > 1:
                break
        return None

    def _has_room(self, ticket: _Ticket) -> bool:
        taken = sum(other.places for other in self._inside)
        return ticket.places + taken <= self.places + (1 if self._is_quick(ticket) else 0)

    def _is_quick(self, ticket: _Ticket) -> bool:
        """Whether it is known to take far less than any of those inside, none of whom wants to be alone."""
        if ticket.places > 1 or any(other.places > 1 for other in self._inside):
            return False
        least = min((other.seconds for other in self._inside if other.seconds), default=math.inf)
        return 0 < PATIENT * ticket.seconds <= least


def lower_priority() -> None:
    """Let the window's thread go first (Linux knows priorities by thread; elsewhere nothing happens)."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
