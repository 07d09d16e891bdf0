"""True distances to goals, a row of the table for each *different* goal, made when an agent first heads for it.

A row costs two bytes a cell (four once some way is longer than 65,534 steps); what cannot be held is refused. Rows
nobody uses any more are kept until a new goal needs their room, for goals come back.

After an edit of few cells (`MOST_REPAIRED`) the rows in use are repaired, not made anew: cells whose shortest ways led
through closed ones are found in the order of their distances, and given new ones from around them, as are those to
which an opened cell is a shorter way. After G. Ramalingam, T. Reps, "An Incremental Algorithm for a Generalization of
the Shortest-Path Problem", Journal of Algorithms 21(2), 1996, with all changes of an edit at once.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.lattice.graph import Lattice
from sandbox.errors import BadInput
from sandbox.kernels.arrays import Int32s
from sandbox.kernels.heap import Heap, heap_pop, heap_push, new_heap
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import NONE

MOST_BYTES: Final = 512 << 20
MOST_REPAIRED: Final = 8  # an edit of more than one cell in so many is not repaired: all is made anew
AT_ONCE: Final = 32  # goals a call: whoever interrupts waits for one call
Table = NDArray[Any]


def unreached(table: Table) -> int:
    """What a table says of a cell from which no way leads to the goal."""
    return int(np.iinfo(table.dtype).max)


@kernel
def flood(lattice: Lattice, goals: Int32s, rows: Int32s, table: Table, none: int) -> int:
    """Breadth-first search from each goal into its row. Returns NONE, or the first goal whose distances do not fit."""
    queue = np.empty(lattice.degree.shape[0], np.int32)
    for i in range(goals.shape[0]):
        row = rows[i]
        for v in range(table.shape[1]):
            table[row, v] = none
        table[row, goals[i]] = 0
        queue[0] = goals[i]
        taken, waiting = 0, 1
        while taken < waiting:
            v = queue[taken]
            taken += 1
            further = np.int64(table[row, v]) + 1
            for k in range(lattice.degree[v]):
                u = lattice.neighbours[v, k]
                if table[row, u] == none:
                    if further >= none:
                        return i
                    table[row, u] = further
                    queue[waiting] = u
                    waiting += 1
    return NONE


@kernel
def repair(
    lattice: Lattice,
    rows: Int32s,
    old: Table,
    before: Int32s,
    beside: Int32s,
    opened: Int32s,
    table: Table,
    none: int,
    heap: Heap,
    lost: Int32s,
) -> int:
    """Carry rows of an old table over to a changed lattice. Returns NONE, or the first row that does not fit.

    `before` [cells]: old numbers, NONE for `opened` ones; `beside`: cells next to closed ones. `heap` is empty, with
    room for every cell five times, `lost` for every cell twice. Modified: table, heap, lost.
    """
    for q in range(rows.shape[0]):
        row = rows[q]
        for v in range(before.shape[0]):
            table[row, v] = none if before[v] == NONE else old[row, before[v]]
        # 1. who has no neighbour any more that is one step nearer: the nearest first
        count = 0
        for i in range(beside.shape[0]):
            if 0 < table[row, beside[i]] < none:
                heap_push(heap, np.int64(table[row, beside[i]]), beside[i])
        while heap.size[0] > 0:
            at = heap.key[0]
            v = heap_pop(heap)
            if table[row, v] != at or nearer(lattice, table, row, v):
                continue
            table[row, v] = none
            lost[count] = v
            count += 1
            for k in range(lattice.degree[v]):
                u = lattice.neighbours[v, k]
                if table[row, u] == at + 1:
                    heap_push(heap, at + 1, u)
        # 2. they, and the opened ones, are as far as the nearest around them and one step more
        for i in range(opened.shape[0]):
            lost[count] = opened[i]
            count += 1
        for i in range(count):
            least = np.int64(none)
            for k in range(lattice.degree[lost[i]]):
                least = min(least, np.int64(table[row, lattice.neighbours[lost[i], k]]))
            if least < none:
                heap_push(heap, least + 1, lost[i])
        # 3. and whoever that brings nearer
        while heap.size[0] > 0:
            at = heap.key[0]
            v = heap_pop(heap)
            if at >= none and table[row, v] == none:
                heap.size[0] = 0
                return row
            if at >= table[row, v]:
                continue
            table[row, v] = at
            for k in range(lattice.degree[v]):
                u = lattice.neighbours[v, k]
                if at + 1 < table[row, u] or table[row, u] == none:
                    heap_push(heap, at + 1, u)
    return NONE


@kernel(counted=False)
def nearer(lattice: Lattice, table: Table, row: int, v: int) -> bool:
    """Whether a neighbour is one step nearer."""
    wanted = np.int64(table[row, v]) - 1
    found = False
    for k in range(lattice.degree[v]):
        found |= table[row, lattice.neighbours[v, k]] == wanted
    return found


class Distances:
    """The table and who uses it. Which row a goal has is nobody's business: plans depend on distances alone."""

    def __init__(self, lattice: Lattice, most_bytes: int = MOST_BYTES, dtype: type[np.integer] = np.uint16) -> None:
        self.lattice = lattice
        self.most_bytes = most_bytes
        self.table: Table = np.empty((0, lattice.cells), dtype)
        self._goal = np.empty(0, np.int32)  # [rows] whose row it is
        self._users = np.empty(0, np.int64)  # [rows] how many agents use it
        self._row: dict[int, int] = {}  # by goal

    @property
    def unreached(self) -> int:
        """What the table says of a cell from which no way leads to the goal."""
        return unreached(self.table)

    def take(self, goals: Int32s) -> Int32s:
        """The row of each of these goals, to be given back once it is used no more."""
        new = [int(goal) for goal in dict.fromkeys(goals.tolist()) if goal not in self._row]
        known = np.array([self._row[goal] for goal in goals.tolist() if goal in self._row], np.int32)
        np.add.at(self._users, known, 1)  # before room is made: what is wanted is not to be thrown away
        try:
            rows = self._room_for(len(new))
        except BadInput:
            self.give_back(known)
            raise
        self._forget(rows)
        for goal, row in zip(new, rows, strict=True):
            self._row[goal] = row
            self._goal[row] = goal
        self._fill(np.array(new, np.int32), np.array(rows, np.int32))
        fresh = set(new)
        for goal in goals.tolist():
            if goal in fresh:
                self._users[self._row[goal]] += 1
        return np.array([self._row[goal] for goal in goals.tolist()], np.int32)

    def give_back(self, rows: Int32s) -> None:
        """So many users fewer. Modified: the counts."""
        np.subtract.at(self._users, rows[rows != NONE], 1)

    def followed(self, lattice: Lattice) -> Distances:
        """The same rows and users on a changed lattice; rows whose goal is gone mean nothing any more."""
        after = Distances(lattice, self.most_bytes)
        goals = lattice.numbers(self.lattice.places(self._goal))
        used = np.flatnonzero((self._users > 0) & (goals != NONE)).astype(np.int32)
        after._users = self._users.copy()
        after._goal = np.full(len(goals), NONE, np.int32)
        after._goal[used] = goals[used]
        after._row = {int(goals[row]): int(row) for row in used}
        after.table = np.empty((len(goals), lattice.cells), self.table.dtype)
        if not self._repaired(after, used):
            after._fill(goals[used], used)
        return after

    def _repaired(self, after: Distances, rows: Int32s) -> bool:
        """Whether the rows could be carried over. Modified: the table of `after`."""
        lattice = after.lattice
        before = self.lattice.numbers(lattice.places(np.arange(lattice.cells)))
        kept = lattice.numbers(self.lattice.places(np.arange(self.lattice.cells)))
        opened, closed = np.flatnonzero(before == NONE).astype(np.int32), np.flatnonzero(kept == NONE)
        if MOST_REPAIRED * (len(opened) + len(closed)) > lattice.cells:
            return False
        around = self.lattice.neighbours[closed]
        beside = np.unique(kept[around[around != NONE]])
        heap, lost = new_heap(5 * lattice.cells + 64, np.int64), np.empty(2 * lattice.cells, np.int32)
        beside = beside[beside != NONE].astype(np.int32)
        none = self.unreached
        return bool(repair(lattice, rows, self.table, before, beside, opened, after.table, none, heap, lost) == NONE)

    def _room_for(self, count: int) -> list[int]:
        """Rows for so many new goals: those nobody uses, and then new ones."""
        idle: list[int] = np.flatnonzero(self._users == 0)[:count].tolist()
        if len(idle) < count:
            had = len(self._goal)
            self._grow(had + count - len(idle))
            idle += range(had, had + count - len(idle))
        return idle

    def _grow(self, needed: int) -> None:
        most = self._most_rows()
        if needed > most:
            size = needed * self.lattice.cells * self.table.itemsize
            found = f"{needed} different goals on {self.lattice.cells} cells ({size >> 20} MB of distances)"
            raise BadInput("agents", found, f"at most {most} goals at once ({self.most_bytes >> 20} MB)")
        had = len(self._goal)
        rows = needed if not had else min(max(needed, had + had // 2), most)
        table = np.empty((rows, self.lattice.cells), self.table.dtype)
        table[:had] = self.table
        self.table = table
        self._goal = np.append(self._goal, np.full(rows - had, NONE, np.int32))
        self._users = np.append(self._users, np.zeros(rows - had, np.int64))

    def _most_rows(self) -> int:
        return self.most_bytes // max(1, self.lattice.cells * self.table.itemsize)

    def _forget(self, rows: list[int]) -> None:
        for row in rows:
            if self._row.get(int(self._goal[row])) == row:
                del self._row[int(self._goal[row])]

    def _fill(self, goals: Int32s, rows: Int32s) -> None:
        for at in range(0, len(goals), AT_ONCE):
            part = slice(at, at + AT_ONCE)
            if flood(self.lattice, goals[part], rows[part], self.table, self.unreached) != NONE:
                self._widen()
                flood(self.lattice, goals[part], rows[part], self.table, self.unreached)

    def _widen(self) -> None:
        """Go over to four bytes a cell."""
        narrow, none = self.table, self.unreached
        self.table = np.empty((0, narrow.shape[1]), np.int32)
        if len(narrow) > self._most_rows():
            found = f"{len(narrow)} different goals, some more than {none - 1} steps away"
            raise BadInput("agents", found, f"at most {self._most_rows()} goals at once")
        self.table = narrow.astype(np.int32)
        self.table[narrow == none] = self.unreached
