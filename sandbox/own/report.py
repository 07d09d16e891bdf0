"""What a search of the user's own tells while it runs: what it expands, generates, relaxes.

Events are packed as `kernels.recording` lays them out and go out in blocks, so that what a search did is known even if
it never comes to an end. In a clean run they are only counted.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Final

from sandbox.own.grid import Cell, Grid

GENERATE, EXPAND, RELAX, REOPEN, CLOSE = 1, 2, 3, 4, 5  # as `kernels.recording.EventKind`
EVENT: Final = struct.Struct("<iiiffi")  # kind, subject, parent, g, f, aux
BLOCK: Final = 4096 * EVENT.size
NONE: Final = -1


class Stopped(BaseException):
    """Nobody waits for the answer any more; no `except Exception` catches it."""


class Enough(BaseException):
    """The budget is used up: of expansions, or of an engine's nodes or time."""


class Report:
    """Handed to `search`. The numbers of a run are what was reported here."""

    def __init__(self, grid: Grid, budget: int, room: int, send: Callable[[bytes], None]) -> None:
        self.expanded = self.generated = self.reopened = 0
        self.stopped = False  # raised by the thread that listens
        self._grid, self._budget, self._room, self._send = grid, budget, room, send
        self.happened = 0
        self._block = bytearray()
        self._parents: dict[Cell, Cell] = {}

    def expand(self, cell: Cell, g: float = 0.0, f: float = 0.0) -> None:
        """A cell was taken from the open list, and its neighbours are looked at next."""
        if self.stopped:
            raise Stopped
        if self._budget and self.expanded >= self._budget:
            raise Enough
        self.expanded += 1
        if self._room:
            self._note(EXPAND, cell, self._parents.get(cell), g, f)

    def generate(self, cell: Cell, parent: Cell | None = None, g: float = 0.0, f: float = 0.0) -> None:
        """A cell was seen for the first time, and is open now."""
        self.generated += 1
        if self._room:
            self._note(GENERATE, cell, parent, g, f)

    def relax(self, cell: Cell, parent: Cell | None = None, g: float = 0.0, f: float = 0.0) -> None:
        """An open cell was reached more cheaply."""
        if self._room:
            self._note(RELAX, cell, parent, g, f)

    def reopen(self, cell: Cell, parent: Cell | None = None, g: float = 0.0, f: float = 0.0) -> None:
        """A cell that had been expanded was reached more cheaply, and is open again."""
        self.reopened += 1
        if self._room:
            self._note(REOPEN, cell, parent, g, f)

    def close(self, cell: Cell) -> None:
        """A cell was set aside without being expanded."""
        if self._room:
            self._note(CLOSE, cell, self._parents.get(cell), 0.0, 0.0)

    def _note(self, kind: int, cell: Cell, parent: Cell | None, g: float, f: float) -> None:
        if self.stopped:
            raise Stopped
        at = self._grid.id_of(cell)
        origin = NONE
        if parent is not None:
            origin = self._grid.id_of(parent)
            self._parents[cell] = parent
        self.happened += 1
        if self.happened <= self._room:
            try:
                self._block += EVENT.pack(kind, at, origin, g, f, 0)
            except (struct.error, OverflowError):
                given = f"cell={cell!r:.40}, parent={parent!r:.40}, g={g!r:.40}, f={f!r:.40}"
                raise TypeError(f"reported {given}: expected whole x and y, and numbers of 32 bits") from None
            if len(self._block) >= BLOCK:
                self.flush()

    def flush(self) -> None:
        """Send what has not been sent."""
        if self._block:
            self._send(bytes(self._block))
            self._block.clear()
