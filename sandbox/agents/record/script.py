"""What a run cannot compute again by itself: the edits that were done to its level, and the ways that planners gave.

With it, and a checkpoint, any tick is computed again to the last bit: kernels repeat themselves, while a planner that
has repaired its structures may choose another of several best ways.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from sandbox.kernels.arrays import Floats
    from sandbox.level.edits.effect import Edit


class Done(NamedTuple):
    """An edit, in the tick before which it was done, and what takes it back."""

    tick: int
    edit: Edit
    inverse: Edit
    timed: bool  # by the passing of time: doors, drifting blocks


class Way(NamedTuple):
    """A way that an agent was given in a tick."""

    tick: int
    agent: int
    points: Floats  # float64[n, 2]


class Script:
    """The edits and ways of a run, in their order."""

    def __init__(self) -> None:
        self.edits: list[Done] = []
        self.ways: list[Way] = []
        self.prepared = 0  # how many of the ways were planned before the first tick

    def edits_from(self, tick: int) -> int:
        """The number of the first edit of a tick, or after it."""
        return bisect_left(self.edits, tick, key=lambda done: done.tick)

    def ways_from(self, tick: int) -> int:
        """The number of the first way of a tick, or after it."""
        return bisect_left(self.ways, tick, key=lambda way: way.tick)

    def back_to(self, edits: int, ways: int) -> None:
        """Forget what came later."""
        del self.edits[edits:]
        del self.ways[ways:]

    def size(self) -> int:
        """About how many bytes it takes."""
        return sum(way.points.nbytes + 100 for way in self.ways) + 500 * len(self.edits)


class Player:
    """Gives the ways of a script in their order, in place of a planner."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.next_way = 0
        self.next_edit = 0

    def edits(self, tick: int) -> list[Edit]:
        """What a hand did before this tick."""
        done = self.script.edits[self.next_edit : self.script.edits_from(tick + 1)]
        return [d.edit for d in done if not d.timed]

    def way(self, tick: int, agent: int) -> Floats:
        """The way an agent was given in this tick."""
        if self.next_way < len(self.script.ways):
            found = self.script.ways[self.next_way]
            if (found.tick, found.agent) == (tick, agent):
                self.next_way += 1
                return found.points
        return np.zeros((0, 2))
