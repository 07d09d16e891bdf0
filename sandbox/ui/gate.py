"""How many workers compute at a time, and which: as many as there are processors, in the order of their coming.

More at once would finish no sooner, and every thread that holds the interpreter makes the window wait for its turn.
Work that takes long leaves one place free, so that what is quick is never held up by it; work that measures time has
all places to itself.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass

NICENESS = 10
LONG = 0.075  # seconds of the processor: asked without pause, answers would be twice as old before the next


@dataclass(frozen=True, slots=True, eq=False)
class _Ticket:
    """Somebody who wants to compute."""

    places: int
    long: bool


class Gate:
    """Where workers wait for a place; two at least, for threads share a processor fairly, and turns do not."""

    def __init__(self, places: int = 0) -> None:
        self.places = places or max(2, os.cpu_count() or 1)
        self._inside: list[_Ticket] = []
        self._waiting: list[_Ticket] = []
        self._changed = threading.Condition()

    @contextlib.contextmanager
    def entered(self, *, long: bool = False, alone: bool = False) -> Iterator[None]:
        """Compute inside, once there is room."""
        ticket = _Ticket(self.places if alone else 1, long)
        with self._changed:
            self._waiting.append(ticket)
            self._changed.wait_for(lambda: self._next() is ticket)
            self._waiting.remove(ticket)
            self._inside.append(ticket)
            self._changed.notify_all()  # there may be room for the next
        try:
            yield
        finally:
            with self._changed:
                self._inside.remove(ticket)
                self._changed.notify_all()

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
        long = sum(other.long for other in self._inside)
        return taken + ticket.places <= self.places and not (ticket.long and long >= self.places - 1)


def lower_priority() -> None:
    """Let the window's thread go first (Linux knows priorities by thread; elsewhere nothing happens)."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
