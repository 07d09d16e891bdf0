"""Ends searches from outside: one thread that looks at every running search's stop flag and deadline.

A kernel only compares its node count with LIMIT; the watcher lowers LIMIT to zero. So kernels need no clock,
a node budget stays exact, and a search that is stopped ends within a few milliseconds.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sandbox.games.api import Words
from sandbox.gametree import work as w
from sandbox.gametree.api import Limits

INTERVAL = 0.004  # seconds between looks at the stop flags
UNLIMITED = 1 << 62


@dataclass(slots=True, eq=False)
class _Watched:
    words: Words
    limits: Limits
    deadline: float

    def look(self, now: float) -> None:
        if now >= self.deadline or self.limits.stop[0]:
            self.words[w.LIMIT] = 0


class _Watcher:
    """The thread, started with the first search (and anew in a forked process)."""

    def __init__(self) -> None:
        self._running: set[_Watched] = set()
        self._changed = threading.Condition()
        self._process = 0

    def add(self, watched: _Watched) -> None:
        with self._changed:
            self._running.add(watched)
            if self._process != os.getpid():
                self._process = os.getpid()
                threading.Thread(target=self._watch, name="search-watcher", daemon=True).start()
            self._changed.notify()

    def remove(self, watched: _Watched) -> None:
        with self._changed:
            self._running.discard(watched)

    def _watch(self) -> None:
        while True:
            with self._changed:
                if not self._running:
                    self._changed.wait()
                now = time.perf_counter()
                for watched in self._running:
                    watched.look(now)
                pause = min((x.deadline - now for x in self._running), default=INTERVAL)
            time.sleep(min(max(pause, 0.0002), INTERVAL))


_watcher = _Watcher()


@contextmanager
def watching(words: Words, limits: Limits, began: float) -> Iterator[None]:
    """While inside, time and the stop flag end the search that counts in `words`."""
    words[w.LIMIT] = limits.nodes or UNLIMITED
    deadline = began + limits.seconds if limits.seconds > 0 else float("inf")
    watched = _Watched(words, limits, deadline)
    watched.look(began)
    _watcher.add(watched)
    try:
        yield
    finally:
        _watcher.remove(watched)
