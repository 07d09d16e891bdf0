"""The window's copy of a lane's encounters: how many of each kind in each tick, which comes next, which last."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sandbox.agents.crowd import put_back
from sandbox.agents.record.encounters import Encounters, How, new_encounters, put_rows
from sandbox.agents.record.telling import Encounter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandbox.ui.crowds.run.engine import Rows

KINDS = len(How)
MOST_ACTIVE = 20_000  # of the latest, looked through for those that go on


class Meetings:
    """Encounters in the order they began in."""

    def __init__(self) -> None:
        self.table = new_encounters(1024)
        self.count = 0
        self._upto = np.zeros((1024, KINDS), np.int64)  # how many of each kind began before a tick
        self._ticks = 0  # up to which that is known

    def take(self, rows: Rows) -> None:
        """Follow the run."""
        added = len(rows.fresh[0])
        if rows.first < self.count:
            self._forget(rows.first)
        while rows.first + added > len(self.table.first):
            old, self.table = self.table, new_encounters(2 * len(self.table.first))
            put_back(self.table, old)
        self.count = rows.first + added
        first = self._first_retold(rows)
        put_rows(self.table, slice(rows.first, self.count), rows.fresh)
        put_rows(self.table, rows.open, rows.changed)
        self._tally(first, self.count)

    def _first_retold(self, rows: Rows) -> int:
        """The first row to count: the first fresh one, or, where a wait became a contact, the first of its tick."""
        how: NDArray[np.generic] = rows.changed[Encounters._fields.index("how")]
        retold = rows.open[self.table.how[rows.open] != how]
        if not len(retold):
            return rows.first
        tick = int(self.table.begin[retold[0]])
        self._ticks = min(self._ticks, tick)
        return int(np.searchsorted(self.table.begin[: rows.first], tick))

    def _forget(self, count: int) -> None:
        """Only the first so many are left; those that began in one tick are counted together, so it is counted anew."""
        tick = int(self.table.begin[count])
        self.count = int(np.searchsorted(self.table.begin[:count], tick))
        self._ticks = min(self._ticks, tick)
        self._tally(self.count, count)
        self.count = count

    def _tally(self, first: int, end: int) -> None:
        """Count the rows from the first on, all that began in its tick included."""
        begin, how = self.table.begin[first:end], self.table.how[first:end]
        if not len(begin):
            return
        since, last = min(self._ticks, int(begin[0])), int(begin[-1])
        while last + 1 >= len(self._upto):
            self._upto = np.concatenate([self._upto, np.zeros_like(self._upto)])
        self._upto[self._ticks + 1 : last + 2] = self._upto[self._ticks]
        fresh = np.zeros((last + 1 - since, KINDS), np.int64)
        np.add.at(fresh, (begin - since, how), 1)
        self._upto[since + 1 : last + 2] += np.cumsum(fresh, axis=0)
        self._ticks = max(self._ticks, last + 1)

    def binned(self, edges: NDArray[np.int64]) -> NDArray[np.int64]:
        """[columns, kinds] how many began from one edge (a tick) to the next."""
        found: NDArray[np.int64] = np.diff(self._upto[np.minimum(edges, self._ticks)], axis=0)
        return found

    def began_before(self, tick: int) -> int:
        """How many began before a tick."""
        return int(np.searchsorted(self.table.begin[: self.count], tick, side="left"))

    def next_after(self, tick: int) -> int | None:
        """The first that began in the tick shown after this one, or later: a tick shown is one that has ended."""
        row = self.began_before(tick)
        return row if row < self.count else None

    def last_before(self, tick: int) -> int | None:
        """The last that had begun before the one shown at a tick."""
        row = self.began_before(tick - 1) - 1
        return row if row >= 0 else None

    def active(self, tick: int) -> NDArray[np.int64]:
        """Those that go on in the tick that has ended."""
        end = self.began_before(tick)
        first = max(0, end - MOST_ACTIVE)
        found: NDArray[np.int64] = first + np.flatnonzero(self.table.last[first:end] >= tick - 1)
        return found

    def row(self, number: int) -> Encounter:
        """One of them."""
        t = self.table
        return Encounter(
            int(t.first[number]), int(t.second[number]), How(int(t.how[number])), int(t.begin[number]),
            int(t.last[number]), int(t.contacts[number]), float(t.moment[number]), float(t.delay[number]),
            t.scene[number].copy(),
        )  # fmt: skip
