"""The contacts foreseen, the earliest first: a 4-ary heap whose entries go stale instead of being taken out.

An entry is a time, who meets whom as one number, and the stamps both had when it was foreseen; it counts only while
both still have them. Of equal times the lower number comes first, so the order depends on nothing else. The numbers
of a crowd of n with m walls: i · (n + m) + j for discs i < j, i · (n + m) + n + w for disc i and wall w.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel

SECOND_BITS = 32
SECOND = (1 << SECOND_BITS) - 1


class Queue(NamedTuple):
    """The entries are the first `size[0]` of each."""

    time: NDArray[np.float64]
    who: NDArray[np.int64]
    stamps: NDArray[np.int64]  # of the first disc << 32 | of the second (0 for a wall)
    size: NDArray[np.int64]  # [1]


def new_queue(capacity: int) -> Queue:
    """An empty queue."""
    return Queue(np.empty(capacity), np.empty(capacity, np.int64), np.empty(capacity, np.int64), np.zeros(1, np.int64))


@kernel(counted=False)
def sooner(time: float, who: int, other_time: float, other_who: int) -> bool:
    """The order of the queue."""
    return time < other_time or (time == other_time and who < other_who)


@kernel(counted=False)
def enqueue(queue: Queue, time: float, who: int, stamps: int) -> None:
    """Add an entry; there must be room."""
    at = queue.size[0]
    queue.size[0] = at + 1
    while at > 0:
        parent = (at - 1) >> 2
        if not sooner(time, who, queue.time[parent], queue.who[parent]):
            break
        queue.time[at], queue.who[at], queue.stamps[at] = queue.time[parent], queue.who[parent], queue.stamps[parent]
        at = parent
    queue.time[at], queue.who[at], queue.stamps[at] = time, who, stamps


@kernel(counted=False, inlined=True)
def drop_first(queue: Queue) -> None:
    """Take the first entry out."""
    last = queue.size[0] - 1
    queue.size[0] = last
    time, who, stamps = queue.time[last], queue.who[last], queue.stamps[last]
    at = 0
    while True:
        child = 4 * at + 1
        if child >= last:
            break
        least = child
        for other in range(child + 1, min(child + 4, last)):
            if sooner(queue.time[other], queue.who[other], queue.time[least], queue.who[least]):
                least = other
        if not sooner(queue.time[least], queue.who[least], time, who):
            break
        queue.time[at], queue.who[at], queue.stamps[at] = queue.time[least], queue.who[least], queue.stamps[least]
        at = least
    queue.time[at], queue.who[at], queue.stamps[at] = time, who, stamps


@kernel(counted=False)
def stamps_of(stamp: NDArray[np.int64], who: int, count: int, numbers: int) -> int:
    """The stamps the two of an entry have now. `count` discs; `numbers` of discs and walls."""
    first = who // numbers
    second = who - first * numbers
    return (stamp[first] << SECOND_BITS) | (stamp[second] if second < count else 0)


@kernel(counted=False)
def drop_stale(queue: Queue, stamp: NDArray[np.int64], count: int, numbers: int) -> None:
    """Keep what still counts: the queue is nearly full. What is kept is at most what was, in the same order."""
    entries = queue.size[0]
    queue.size[0] = 0
    for at in range(entries):
        who, stamps = queue.who[at], queue.stamps[at]
        if stamps == stamps_of(stamp, who, count, numbers):
            enqueue(queue, queue.time[at], who, stamps)
