"""What charts show of a run, tick by tick: who has arrived, what it cost, and how much work the contacts were."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sandbox.agents.record.encounters import NONE

if TYPE_CHECKING:
    from sandbox.agents.world import World
    from sandbox.kernels.arrays import Floats

ARRIVED, DELAY, MET, LOOKED, ALL = range(5)
NAMES = ("arrived", "mean delay", "conflicts", "pairs looked at", "all pairs")


class Series:
    """A row for each tick, the start included: the columns are those of `NAMES`; all but the delay count from 0.

    Pairs looked at are those that the resolver foresees contacts of: who is near whom when a tick begins, and for each
    contact all that are near its two. `all pairs` is what a resolver would look at that asks everybody.
    """

    def __init__(self) -> None:
        self._rows = np.zeros((256, len(NAMES)))
        self.count = 0

    @property
    def rows(self) -> Floats:
        """[ticks, columns]."""
        return self._rows[: self.count]

    def note(self, world: World) -> None:
        """Write the row of the tick that has just ended."""
        if self.count == len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
        row = self._rows[self.count]
        row[ARRIVED] = np.count_nonzero(world.arrived != NONE)
        row[DELAY] = world.delay.mean() if len(world.delay) else 0.0
        row[MET] = world.book.count
        row[LOOKED], row[ALL] = self._work(world)
        self.count += 1

    def _work(self, world: World) -> tuple[float, float]:
        if self.count == 0:
            return 0.0, 0.0
        n, before = int(np.count_nonzero(world.here)), self._rows[self.count - 1]
        lists, contacts = world.neighbours.lists(), int(world.workspace.contacts.count[0])
        once, near = int((lists.middle - lists.starts).sum()), int((lists.ends - lists.starts).sum())
        again = 2 * contacts * near / max(n, 1)
        return float(before[LOOKED] + once + again), float(before[ALL] + n * (n - 1) / 2 + 2 * contacts * max(n - 1, 0))

    def cut(self, tick: int) -> None:
        """Forget what came after a tick."""
        self.count = min(self.count, tick + 1)
