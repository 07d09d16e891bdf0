"""One tick of a crowd, contact by contact: the earliest is resolved, then only what it changed is foreseen anew.

    1. foresee the contacts of all pairs that are near each other, and of all discs with walls near them
    2. take the earliest that still counts; bring its two discs to that moment
    3. the rule of contact gives them new velocities; their other contacts go stale by their stamps
    4. foresee the contacts of these two; on with 2 until nothing is left before the end of the tick
    5. bring all to the end of the tick

*It ends.* In exact arithmetic infinitely many contacts may fall into one tick (Zeno: a disc between two that close
in). Every contact counts for each of its discs that is not yet at rest for this tick, and for one at least, since two
at rest do not approach; after `MOST_HITS` a disc is at rest. So a tick has at most agents · MOST_HITS contacts.
*Nothing overlaps.* A pair that touches leaves parting, and meets again only by a contact that is foreseen, since
every change of a velocity has both discs' contacts foreseen anew.
*Its cost.* With a bounded number of neighbours each contact costs O(log n): O(n + c log n) for c contacts in a tick.

`resolve` is the text; who is near whom is bound to it. `all_pairs` binds everybody: the Θ(n²) twin that it is held
against, to the bit. B. D. Lubachevsky, "How to simulate billiards and similar systems", Journal of Computational
Physics 94, 1991, for discs with times of their own. Departs from it in: he keeps one pending event a disc, here all
that are foreseen within the tick are queued, and dropped once stale; the rules of contact are ours.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.crowd import Crowd
from sandbox.agents.resolver.contact import pair_time, wall_time
from sandbox.agents.resolver.nearby import Nearby
from sandbox.agents.resolver.queue import Queue, drop_first, drop_stale, enqueue, new_queue, stamps_of
from sandbox.agents.resolver.rules import MOST_HITS, graze, meet
from sandbox.agents.space.walls import Walls, cell_at
from sandbox.kernels.arrays import Floats
from sandbox.kernels.jit import kernel, specialise


class Contacts(NamedTuple):
    """What happened in a tick, in order: the first `count[0]` rows."""

    time: Floats  # [rows] seconds of the tick
    first: NDArray[np.int32]  # [rows] a disc
    second: NDArray[np.int32]  # [rows] a disc with a higher number, or agents + number of a wall
    before: Floats  # [rows, 4] velocities before: first's, second's (0 for a wall)
    after: Floats  # [rows, 8] first's place and velocity after, second's
    count: NDArray[np.int64]  # [1] rows


class Workspace(NamedTuple):
    """What resolving works with."""

    queue: Queue
    cell: NDArray[np.int64]  # [agents] the cell each was in when the tick began
    contacts: Contacts


def new_workspace(agents: int) -> Workspace:
    """Room for any tick of so many agents."""
    rows = agents * MOST_HITS + 1
    first, second = np.empty(rows, np.int32), np.empty(rows, np.int32)
    contacts = Contacts(np.empty(rows), first, second, np.empty((rows, 4)), np.empty((rows, 8)), np.zeros(1, np.int64))
    return Workspace(new_queue(max(64 * agents, 4096)), np.zeros(agents, np.int64), contacts)


@kernel(counted=False)
def listed(lists: Nearby, i: int, above: bool, count: int) -> tuple[int, int]:  # noqa: ARG001
    """From where to where the neighbours of a disc are listed; those with higher numbers only, if so wished."""
    return lists.starts[i], (lists.middle[i] if above else lists.ends[i])


@kernel(counted=False)
def listed_at(lists: Nearby, k: int) -> int:
    """A disc of a list."""
    return lists.who[k]


@kernel(counted=False)
def everybody(lists: Nearby, i: int, above: bool, count: int) -> tuple[int, int]:  # noqa: ARG001
    """All are neighbours."""
    return (i + 1 if above else 0), count


@kernel(counted=False)
def number_itself(lists: Nearby, k: int) -> int:  # noqa: ARG001
    """The disc of that number."""
    return k


@kernel(counted=False)
def resolve(crowd: Crowd, lists: Nearby, walls: Walls, work: Workspace, rule: int, end: float) -> int:
    """Move a crowd through a tick of `end` seconds; return how many contacts there were. Modified: crowd, work."""
    count, contacts = crowd.x.shape[0], work.contacts
    numbers = count + walls.ends.shape[0]
    queue = work.queue
    queue.size[0] = 0
    contacts.count[0] = 0
    for i in range(count):
        crowd.since[i], crowd.stamp[i], crowd.hits[i] = 0.0, 0, 0
        work.cell[i] = cell_at(walls, crowd.x[i], crowd.y[i])
    for i in range(count):  # 1.
        if crowd.presence[i] == 1:
            foresee(crowd, lists, walls, work, i, -1, True, end)
    while queue.size[0] > 0:
        time, who, stamps = queue.time[0], queue.who[0], queue.stamps[0]  # 2.
        drop_first(queue)
        if stamps != stamps_of(crowd.stamp, who, count, numbers):
            continue
        i = who // numbers
        j = who - i * numbers
        bring(crowd, i, time)
        row = contacts.count[0]
        contacts.count[0] = row + 1
        contacts.time[row], contacts.first[row], contacts.second[row] = time, i, j
        contacts.before[row, 0], contacts.before[row, 1] = crowd.vx[i], crowd.vy[i]
        contacts.before[row, 2], contacts.before[row, 3] = 0.0, 0.0
        if j < count:  # 3.
            bring(crowd, j, time)
            contacts.before[row, 2], contacts.before[row, 3] = crowd.vx[j], crowd.vy[j]
            meet(crowd, i, j, rule, end)
            note(contacts, row, 4, crowd, j)
        else:
            graze(crowd, i, walls, j - count, end)
            contacts.after[row, 4:] = 0.0
        note(contacts, row, 0, crowd, i)
        if queue.size[0] + 2 * numbers + 64 > queue.time.shape[0]:
            drop_stale(queue, crowd.stamp, count, numbers)
        foresee(crowd, lists, walls, work, i, -1, False, end)  # 4.
        if j < count:
            foresee(crowd, lists, walls, work, j, i, False, end)
    for i in range(count):  # 5.
        crowd.x[i] += crowd.vx[i] * (end - crowd.since[i])
        crowd.y[i] += crowd.vy[i] * (end - crowd.since[i])
        crowd.since[i] = 0.0
    return contacts.count[0]


@kernel(counted=False, inlined=True)
def foresee(
    crowd: Crowd, lists: Nearby, walls: Walls, work: Workspace, k: int, but: int, above: bool, end: float
) -> None:
    """Queue all contacts of disc k with its neighbours (but one) and walls. Modified: work."""
    count = crowd.x.shape[0]
    numbers = count + walls.ends.shape[0]
    first, last = listed(lists, k, above, count)
    for at in range(first, last):
        other = listed_at(lists, at)
        if other in (k, but) or crowd.presence[other] != 1:
            continue
        i, j = min(k, other), max(k, other)
        time = pair_time(crowd, i, j, end)
        if time < end:
            enqueue(work.queue, time, i * numbers + j, (crowd.stamp[i] << 32) | crowd.stamp[j])
    cell = work.cell[k]
    for at in range(walls.starts[cell], walls.starts[cell + 1]):
        wall = walls.near[at]
        time = wall_time(crowd, k, walls, wall, end)
        if time < end:
            enqueue(work.queue, time, k * numbers + count + wall, crowd.stamp[k] << 32)


@kernel(counted=False)
def bring(crowd: Crowd, i: int, time: float) -> None:
    """Move a disc to a moment of the tick; what was foreseen of it is stale. Modified: crowd."""
    crowd.x[i] += crowd.vx[i] * (time - crowd.since[i])
    crowd.y[i] += crowd.vy[i] * (time - crowd.since[i])
    crowd.since[i] = time
    crowd.stamp[i] += 1


@kernel(counted=False)
def note(contacts: Contacts, row: int, at: int, crowd: Crowd, i: int) -> None:
    """Write down how a disc leaves. Modified: contacts."""
    contacts.after[row, at], contacts.after[row, at + 1] = crowd.x[i], crowd.y[i]
    contacts.after[row, at + 2], contacts.after[row, at + 3] = crowd.vx[i], crowd.vy[i]


all_pairs = specialise(resolve, listed=everybody, listed_at=number_itself)
