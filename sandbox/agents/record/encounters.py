"""What became of every collision foreseen: who, when, where, how it was resolved, what it cost.

Contacts of the same two that follow each other within half a second are one encounter: in a jam two discs touch in
every tick. What an agent falls behind in a tick is charged to its first encounter of that tick, and written there.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.crowd import Crowd, put_back
from sandbox.agents.resolver.events import Contacts
from sandbox.kernels.arrays import Floats
from sandbox.kernels.jit import kernel

NONE = -1
MOST = 1 << 20  # encounters kept of a run
SCATTER = 2654435761  # Knuth's: keys are below 50,000², so the product stays below 2^63


class How(IntEnum):
    """How a collision was resolved. The first five are the rules of contact, in their order."""

    STOPPED = 0
    SLID = 1
    PUSHED = 2
    YIELDED = 3
    TURNED = 4
    OVERLAPPED = 5  # it was not
    WAITED = 6  # they never touched: the first waited for the second


WAITED = int(How.WAITED)


class Encounters(NamedTuple):
    """The first `count[0]` rows are in the order they began in; older ones are never moved.

    A wait that becomes a contact is told as that contact, but keeps when it began.
    """

    first: NDArray[np.int32]  # who met; of a wait, who waits
    second: NDArray[np.int32]
    how: NDArray[np.uint8]  # How
    begin: NDArray[np.int32]  # tick
    last: NDArray[np.int32]  # tick of the latest contact
    contacts: NDArray[np.int32]  # of a wait, ticks
    moment: Floats  # seconds into the first tick
    delay: Floats  # seconds both fell behind
    scene: Floats  # [rows, 8] at first contact: place and velocity before it of the first, of the second
    count: NDArray[np.int64]  # [1]


class Ledger(NamedTuple):
    """Finds the encounter of a pair, and whom a tick's delay is charged to."""

    keys: NDArray[np.int64]  # [power of two] first · agents + second, NONE where free
    rows: NDArray[np.int64]
    blame: NDArray[np.int64]  # [agents] encounter of this tick, or NONE
    size: NDArray[np.int64]  # [1] keys in use


def new_encounters(rows: int) -> Encounters:
    """Room for so many."""
    first, second, begin, last, contacts = (np.zeros(rows, np.int32) for _ in range(5))
    how = np.zeros(rows, np.uint8)
    floats = np.zeros(rows), np.zeros(rows), np.zeros((rows, 8))
    return Encounters(first, second, how, begin, last, contacts, *floats, np.zeros(1, np.int64))


def new_ledger(agents: int, room: int) -> Ledger:
    """An empty one; `room` is a power of two."""
    return Ledger(np.full(room, NONE), np.zeros(room, np.int64), np.full(agents, NONE), np.zeros(1, np.int64))


def columns_of(table: Encounters, rows: NDArray[np.int64] | slice) -> tuple[NDArray[Any], ...]:
    """Copies of some rows, column by column, without the count."""
    return tuple(column[rows].copy() for column in table[:-1])


def put_rows(table: Encounters, rows: NDArray[np.int64] | slice, columns: tuple[NDArray[Any], ...]) -> None:
    """Write what `columns_of` gave. Modified: table."""
    own: tuple[NDArray[Any], ...] = table[:-1]
    for column, values in zip(own, columns, strict=True):
        column[rows] = values


class Open(NamedTuple):
    """The encounters of a moment that were not over; those before are as they stay."""

    count: int  # of all encounters then
    rows: NDArray[np.int64]
    columns: tuple[NDArray[Any], ...]  # of these rows, as those of `Encounters`, without the count


class Book:
    """The encounters of a run; makes room as they come, up to `MOST`."""

    def __init__(self, agents: int) -> None:
        self.agents = agents
        self.table = new_encounters(1024)
        self.ledger = new_ledger(agents, 4096)
        self.lost = 0  # encounters there was no room for

    @property
    def count(self) -> int:
        """How many there are."""
        return int(self.table.count[0])

    def prepare(self, tick: int, calm: int, coming: int) -> None:
        """Make room for a tick's contacts, and forget whom it is too late to meet again. Call before `gather`."""
        self.ledger.blame[:] = NONE
        room = len(self.table.first)
        if self.count + coming > room and room < MOST:
            self._grow(min(MOST, max(2 * room, self.count + coming)))
        if 2 * (int(self.ledger.size[0]) + coming) > len(self.ledger.keys):
            self._sweep(tick, calm, coming)

    def _grow(self, room: int) -> None:
        old, self.table = self.table, new_encounters(room)
        put_back(self.table, old)

    def _sweep(self, tick: int, calm: int, coming: int) -> None:
        rows = np.unique(self.ledger.rows[self.ledger.keys != NONE])
        rows = rows[self.table.last[rows] >= tick - calm]
        room = 1 << max(12, int(4 * (len(rows) + coming)).bit_length())
        self.ledger = new_ledger(self.agents, room)
        refill(self.table, self.ledger, rows, self.agents)

    def still_open(self, since: int) -> Open:
        """The rows that may still change: met since a tick."""
        rows = np.flatnonzero(self.table.last[: self.count] >= since)
        return Open(self.count, rows, columns_of(self.table, rows))

    def back_to(self, later: Book, then: Open) -> None:
        """Become as a later book of the same run was then."""
        if len(self.table.first) < then.count:
            self.table = new_encounters(len(later.table.first))
        columns: tuple[NDArray[Any], ...] = later.table[:-1]
        put_back(self.table[:-1], (column[: then.count] for column in columns))
        self.table.count[0] = then.count
        put_rows(self.table, then.rows, then.columns)
        self.ledger = new_ledger(self.agents, 1 << max(12, int(4 * len(then.rows)).bit_length()))
        refill(self.table, self.ledger, then.rows, self.agents)


@kernel(counted=False)
def slot_of(ledger: Ledger, key: int) -> int:
    """Where a key stands in the table, or would."""
    mask = ledger.keys.shape[0] - 1
    at = ((key * SCATTER) >> 20) & mask
    while ledger.keys[at] != NONE and ledger.keys[at] != key:
        at = (at + 1) & mask
    return at


@kernel
def refill(table: Encounters, ledger: Ledger, rows: NDArray[np.int64], agents: int) -> None:
    """Put encounters into an empty ledger, of those of the same two the latest. Modified: ledger."""
    for row in rows:
        at = slot_of(ledger, table.first[row] * agents + table.second[row])
        if ledger.keys[at] != NONE and table.last[ledger.rows[at]] > table.last[row]:
            continue
        ledger.keys[at], ledger.rows[at] = table.first[row] * agents + table.second[row], row
        ledger.size[0] += 1


@kernel(counted=False)
def open_row(table: Encounters, ledger: Ledger, i: int, j: int, since: int, agents: int) -> int:
    """The encounter of i with j that goes on, or NONE; a wait of i for j that became a contact is that of j with i."""
    at = slot_of(ledger, i * agents + j)
    if ledger.keys[at] == NONE:
        return NONE
    row = ledger.rows[at]
    return row if table.last[row] >= since and table.first[row] == i else NONE


@kernel(counted=False)
def enter(
    table: Encounters, ledger: Ledger, i: int, j: int, tick: int, calm: int, agents: int, how: int, moment: float
) -> tuple[int, bool]:
    """The encounter of two, and whether it is a new one, or a wait that became a contact, rather than goes on.

    NONE: no room for it. Of two that wait for each other, each wait is an encounter. Modified: both.
    """
    row = open_row(table, ledger, i, j, tick - calm, agents)
    if row == NONE:
        other = open_row(table, ledger, j, i, tick - calm, agents)
        if other != NONE and (how != WAITED or table.how[other] != WAITED):
            row = other
    touched = row != NONE and how != WAITED and table.how[row] == WAITED
    new = row == NONE
    if new:
        row = table.count[0]
        if row >= table.first.shape[0]:
            return NONE, False
        table.count[0] = row + 1
        table.begin[row], table.moment[row], table.delay[row] = tick, moment, 0.0
    if new or touched:
        at = slot_of(ledger, i * agents + j)
        if ledger.keys[at] == NONE:
            ledger.keys[at] = i * agents + j
            ledger.size[0] += 1
        ledger.rows[at] = row
        table.first[row], table.second[row], table.how[row], table.contacts[row] = i, j, how, 0
    table.last[row] = tick
    if table.how[row] == how:
        table.contacts[row] += 1
    return row, new or touched


@kernel
def gather(contacts: Contacts, crowd: Crowd, table: Encounters, ledger: Ledger, tick: int, calm: int, how: int) -> int:
    """Enter a tick's contacts of discs; return how many found no room. Modified: table, ledger."""
    agents, lost = crowd.x.shape[0], 0
    for k in range(contacts.count[0]):
        i, j = np.int64(contacts.first[k]), np.int64(contacts.second[k])
        if j >= agents:
            continue
        row, new = enter(table, ledger, i, j, tick, calm, agents, how, contacts.time[k])
        if row == NONE:
            lost += 1
            continue
        if new:
            for side in range(2):
                for axis in range(2):
                    table.scene[row, 4 * side + axis] = contacts.after[k, 4 * side + axis]
                    table.scene[row, 4 * side + 2 + axis] = contacts.before[k, 2 * side + axis]
        if ledger.blame[i] == NONE:
            ledger.blame[i] = row
        if ledger.blame[j] == NONE:
            ledger.blame[j] = row
    return lost


@kernel
def gather_waits(
    waits: NDArray[np.int64], crowd: Crowd, table: Encounters, ledger: Ledger, tick: int, calm: int
) -> int:
    """Enter who waits for whom in this tick ([agents], NONE: nobody). Modified: table, ledger."""
    agents, lost = crowd.x.shape[0], 0
    for i in range(agents):
        j = waits[i]
        if j == NONE:
            continue
        row, new = enter(table, ledger, i, j, tick, calm, agents, WAITED, 0.0)
        if row == NONE:
            lost += 1
            continue
        if new:
            table.scene[row, 0], table.scene[row, 1] = crowd.x[i], crowd.y[i]
            table.scene[row, 2], table.scene[row, 3] = crowd.vx[i], crowd.vy[i]
            table.scene[row, 4], table.scene[row, 5] = crowd.x[j], crowd.y[j]
            table.scene[row, 6], table.scene[row, 7] = crowd.vx[j], crowd.vy[j]
        if ledger.blame[i] == NONE:
            ledger.blame[i] = row
    return lost


@kernel
def charge(table: Encounters, ledger: Ledger, lost: Floats) -> None:
    """Write what each fell behind in this tick to the encounter it is charged to. Modified: table."""
    for i in range(lost.shape[0]):
        if ledger.blame[i] != NONE:
            table.delay[ledger.blame[i]] += lost[i]
