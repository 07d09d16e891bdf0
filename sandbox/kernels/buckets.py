"""A bucket queue: entries with small integer priorities, last in, first out within a bucket.

For A* and Dijkstra with integer costs it is about three times as fast as a heap: push and pop are a few
stores. Last-in-first-out prefers the deepest node among equals, which is the tie-break A* wants. Buckets may
be wider than one cost unit if the search expands a node again when it is reached more cheaply; then it must
go on until the bucket that holds its best solution is passed. A Dijkstra bucket no wider than the least edge
is exact.

    head   [bucket] → entry → next → … → NONE           spare → next → … → NONE: entries to use again

E. V. Denardo, B. L. Fox, "Shortest-route methods: 1. Reaching, pruning, and buckets", Operations Research
27(1), 1979. Departs from it in that the buckets are stacks, and in that they are emptied lazily: a bucket
beyond the highest one pushed to since `buckets_clear` holds garbage.

This is the queue for a planner or engine of one's own. The grid's fastest searches (`planning/grid/bucket_search.py`
and what follows it) write it out in their loops: with the state in variables instead of an array, and in a
circle of buckets that no cost outgrows, A* on long ways takes an eighth less time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel

NONE = -1
LOWEST, HIGHEST, SPARE, USED = 0, 1, 2, 3  # places in `state`


class Buckets(NamedTuple):
    """A queue of entries (cost, item)."""

    head: NDArray[np.int32]  # [buckets] first entry, NONE if empty; valid up to state[HIGHEST]
    next: NDArray[np.int32]  # [capacity] the entry below this one
    cost: NDArray[np.int64]  # [capacity] what the caller wants to remember, to see stale entries: g
    item: NDArray[np.int32]  # [capacity]
    state: NDArray[
        np.int64
    ]  # [4] no bucket below LOWEST has entries, HIGHEST one valid, first SPARE entry, entries USED


def new_buckets(buckets: int, capacity: int) -> Buckets:
    """An empty queue with priorities 0 … buckets - 1 for so many entries, stale ones included."""
    return Buckets(
        head=np.zeros(buckets, np.int32),
        next=np.zeros(capacity, np.int32),
        cost=np.zeros(capacity, np.int64),
        item=np.zeros(capacity, np.int32),
        state=np.array([0, NONE, NONE, 0], np.int64),
    )


@kernel
def buckets_clear(queue: Buckets) -> None:
    """Forget all entries, in no time at all."""
    queue.state[LOWEST] = 0
    queue.state[HIGHEST] = NONE
    queue.state[SPARE] = NONE
    queue.state[USED] = 0


@kernel
def buckets_push(queue: Buckets, bucket: int, cost: int, item: int) -> bool:
    """Add an entry. False, and nothing done, if there is no such bucket or no room."""
    state = queue.state
    entry = state[SPARE]
    if bucket < 0 or bucket >= queue.head.shape[0] or (entry == NONE and state[USED] >= queue.next.shape[0]):
        return False
    if entry == NONE:
        entry = state[USED]
        state[USED] = entry + 1
    else:
        state[SPARE] = queue.next[entry]
    while state[HIGHEST] < bucket:
        state[HIGHEST] += 1
        queue.head[state[HIGHEST]] = NONE
    state[LOWEST] = min(state[LOWEST], bucket)
    queue.next[entry] = queue.head[bucket]
    queue.cost[entry] = cost
    queue.item[entry] = item
    queue.head[bucket] = entry
    return True


@kernel
def buckets_lowest(queue: Buckets) -> int:
    """The lowest bucket that has an entry, NONE if there is none."""
    state = queue.state
    while state[LOWEST] <= state[HIGHEST]:
        lowest: int = state[LOWEST]
        if queue.head[lowest] != NONE:
            return lowest
        state[LOWEST] += 1
    return NONE


@kernel
def buckets_pop(queue: Buckets) -> int:
    """Take the newest entry of the lowest bucket out; NONE if the queue is empty.

    `queue.cost` and `queue.item` of that entry stay readable until the next push.
    """
    bucket = buckets_lowest(queue)
    if bucket == NONE:
        return NONE
    entry: int = queue.head[bucket]
    queue.head[bucket] = queue.next[entry]
    queue.next[entry] = queue.state[SPARE]
    queue.state[SPARE] = entry
    return entry
