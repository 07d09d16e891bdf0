"""What an engine of the user's own tells while it thinks: the nodes it looks at, and the best move so far."""

from __future__ import annotations

import time
from typing import Final

from sandbox.own.report import Enough, Stopped

OFTEN: Final = 64  # nodes between two looks at the clock


class Thinking:
    """Handed to `choose`. When time or nodes run out, `node` ends the search, and the best move reported counts."""

    def __init__(self, seconds: float, nodes: int) -> None:
        self.nodes = 0
        self.stopped = False  # raised by the thread that listens
        self.so_far = ""
        self._most, self._until = nodes, time.monotonic() + seconds if seconds else 0.0

    def node(self) -> None:
        """One more position is looked at."""
        if self.stopped:
            raise Stopped
        self.nodes += 1
        late = self._until and self.nodes % OFTEN == 0 and time.monotonic() > self._until
        if late or (self._most and self.nodes >= self._most):
            raise Enough

    def best(self, move: str) -> None:
        """The best move as far as is known."""
        self.so_far = move
