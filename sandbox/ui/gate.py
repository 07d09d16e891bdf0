"""How many workers compute at a time, and which: as many as there are processors (two at least), as they come.

More at once would finish no sooner, and every thread that holds the interpreter makes the window wait for its turn.
Work that takes much longer than what others have been doing never has all places: they would wait for it. Work that
measures time has all places to itself.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass

NICENESS = 10
SHORT = 0.02  # seconds of the processor that nobody minds waiting for
PATIENT = 4  # times as long as its own work takes, somebody may wait for another's
RECENT = 2.0  # seconds after which one who was inside is no longer expected back


@dataclass(frozen=True, slots=True, eq=False)
class _Ticket:
    """Somebody who wants to compute, and how long that will take."""

    who: Hashable
    places: int
    seconds: float


class Gate:
    """Where workers wait for a place; two at least, for threads share a processor fairly, and turns do not."""

    def __init__(self, places: int = 0) -> None:
        self.places = places or max(2, os.cpu_count() or 1)
        self._inside: list[_Ticket] = []
        self._waiting: list[_Ticket] = []
        self._left: dict[Hashable, tuple[float, float]] = {}  # what it took whoever was inside, and when it left
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
                self._left[who] = seconds, time.monotonic()
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
        if ticket.places + sum(other.places for other in self._inside) > self.places:
            return False
        return not self._is_long(ticket) or sum(map(self._is_long, self._inside)) < self.places - 1

    def _is_long(self, ticket: _Ticket) -> bool:
        """Whether somebody who is inside now or was lately, and will be again, takes far less."""
        lately = time.monotonic() - RECENT
        others = {who: took for who, (took, when) in self._left.items() if when > lately}
        others |= {other.who: other.seconds for other in self._inside}
        others.pop(ticket.who, None)
        return ticket.seconds > max(SHORT, PATIENT * min(others.values(), default=ticket.seconds))


def lower_priority() -> None:
    """Let the window's thread go first (Linux knows priorities by thread; elsewhere nothing happens)."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
