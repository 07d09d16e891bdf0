"""A search over cells taken up again after an edit, where it first met what changed: the same answer, for less work.

A search that takes cells out of buckets in order knows nothing of what it has not come to. So on the edited level it
would go as before up to the first bucket from which a cell was expanded that the edit touched; everything closed
before that is kept. The queue of that moment is built anew: what was kept is expanded once more, in the old order, as
far as it borders on what was not. So ties fall as they would, and path, costs and counts are those of a search from
the beginning; `tests/planning/test_taking_up.py` holds that.

After Sun, Koenig, "Fringe-Saving A*", IJCAI 2007. Departs from it in: the fringe is found in one pass over the level's
rows instead of walking around it, and the order of expansions is kept, so that the answer is no other optimal one.

    order[n]    the n-th expansion: low 32 bits of g << 32 | cell << 4 | direction of arrival
    kept        what a cell is while the queue is built: OUTSIDE, KEPT or BLOCKED
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Int64s, index
from sandbox.kernels.bits import ctz
from sandbox.kernels.jit import kernel
from sandbox.kernels.stamps import G_BITS, UNREACHED
from sandbox.planning import search as text
from sandbox.planning.batch import FOUND
from sandbox.planning.grid.bucket_search import Rule
from sandbox.planning.grid.graph import Space, any_step, norm, row_of, share_of, step_cost
from sandbox.planning.search import BUCKETS, CLOSED, Work

OUTSIDE, KEPT, BLOCKED = range(3)
BESIDE = 32  # in `came`: a kept cell next to one outside
ALL = -1  # instead of how many expansions are kept: the answer stands
LOW = (1 << 32) - 1
NEVER = 1 << 62
RING = BUCKETS - 1


@kernel(counted=False)
def take_up(space: Space, work: Work, rule: Rule, start: int, goal: int, kept: NDArray[np.uint8], parts: Int64s) -> int:
    """Make the memory ready to go on after an edit of rectangles of cells (x0, y0, x1, y1).

    Returns how many expansions of the last search, which was of the same ends and rule, are kept; 0: begin anew;
    ALL: it found its way and saw nothing of the edit. Modifies `work` and `kept`.
    """
    stamp, expanded = work.stamp[0] << G_BITS, work.state[text.EXPANDED]
    logged = min(expanded, work.order.shape[0])
    if logged == 0:
        return 0
    S, share = space.stride, share_of(space.stride)
    place = (goal % S, goal // S, share, norm(rule.along, rule.across, start % S - goal % S, start // S - goal // S))
    last = bucket_of(space, work, rule, place, stamp, cell_of(work, logged - 1))
    first = first_met(space, work, rule, place, stamp, parts, last)
    if first > last and logged == expanded and work.state[text.ENDED] == FOUND:
        return ALL
    first = min(first, last)
    n = 0  # expansions from lower buckets: of those the order is known to be that of buckets
    end = logged
    while n < end:
        middle = (n + end) >> 1
        if bucket_of(space, work, rule, place, stamp, cell_of(work, middle)) < first:
            n = middle + 1
        else:
            end = middle
    if n == 0 or n > rule.budget:
        return 0
    for i in range(n, logged):
        work.came[cell_of(work, i)] &= CLOSED - 1
    count = sort_cells(space, work, stamp, kept)
    mark_fringe(space, work, kept)
    work.state[text.REOPENED] = n - count
    work.state[text.EXPANDED] = n
    work.state[text.GENERATED] = count
    return n if fill_queue(space, work, rule, place, goal, stamp, kept, n, first) else 0


@kernel(counted=False)
def cell_of(work: Work, i: int) -> int:
    """The cell of an expansion."""
    return (work.order[index(i)] & LOW) >> 4


@kernel(counted=False)
def bucket_of(space: Space, work: Work, rule: Rule, place: tuple[int, int, int, int], stamp: int, u: int) -> int:
    """The bucket that a cell reached by the last search went to, or was taken from, last."""
    x, y, share, f0 = place
    row = row_of(u, share)
    return (work.key[index(u)] - stamp + norm(rule.along, rule.across, u - row * space.stride - x, row - y) - f0) >> (
        rule.shift
    )


@kernel(counted=False)
def first_met(
    space: Space, work: Work, rule: Rule, place: tuple[int, int, int, int], stamp: int, parts: Int64s, last: int
) -> int:
    """The lowest bucket, up to the last, from which a cell of these rectangles may have been expanded; NEVER."""
    first = NEVER
    for i in range(parts.shape[0]):
        for y in range(parts[i, 1], parts[i, 3]):
            for u in range((y + 1) * space.stride + parts[i, 0] + 1, (y + 1) * space.stride + parts[i, 2] + 1):
                if work.key[u] >= stamp:
                    bucket = bucket_of(space, work, rule, place, stamp, u)
                    if bucket <= last:
                        first = min(first, bucket)
    return first


@kernel(counted=False)
def sort_cells(space: Space, work: Work, stamp: int, kept: NDArray[np.uint8]) -> int:
    """Say of every cell what it is, and forget how those outside were reached; how many are kept."""
    key, came, cost8 = work.key, work.came, space.cost8
    count = 0
    for u in range(key.shape[0]):
        inside = (key[u] >= stamp) & ((came[u] & CLOSED) != 0)
        count += inside
        key[u] = key[u] if inside or key[u] < stamp else 0
        kept[u] = KEPT if inside else BLOCKED if cost8[u] == 0 else OUTSIDE
    return count


@kernel(counted=False)
def mark_fringe(space: Space, work: Work, kept: NDArray[np.uint8]) -> None:
    """Mark the kept cells next to open ones that are not. Modifies `work`."""
    S = space.stride
    for y in range(S, kept.shape[0] - S, S):  # row by row, so that many cells are compared at once
        above, row, below, came = kept[y - S : y], kept[y : y + S], kept[y + S : y + 2 * S], work.came[y : y + S]
        for x in range(1, S - 1):
            w, u, e = index(x - 1), index(x), index(x + 1)
            beside = (row[w] == OUTSIDE) | (row[e] == OUTSIDE) | (above[u] == OUTSIDE) | (below[u] == OUTSIDE)
            beside |= (above[w] == OUTSIDE) | (above[e] == OUTSIDE) | (below[w] == OUTSIDE) | (below[e] == OUTSIDE)
            came[u] = (came[u] & (BESIDE - 1)) | (BESIDE if beside & (row[u] == KEPT) else 0)


@kernel(counted=False)
def fill_queue(
    space: Space,
    work: Work,
    rule: Rule,
    place: tuple[int, int, int, int],
    goal: int,
    stamp: int,
    kept: NDArray[np.uint8],
    n: int,
    first: int,
) -> bool:
    """Expand the marked ones of the first n once more, for the cells outside; False if there is no room.

    The steps are those of `search`, which goes on from `state`. Modifies `work`.
    """
    key, came, head, entry, state = work.key, work.came, work.head, work.entry, work.state
    gx, gy, share, f0 = place
    room = 2 * (entry.shape[0] // 3)
    best, last, most, top = UNREACHED, cell_of(work, 0), first - 1, 0
    for i in range(n):
        u = cell_of(work, i)
        if came[u] & BESIDE == 0:
            continue
        g = key[u] - stamp
        gu = g + (((work.order[i] >> 32) - g) & LOW)  # as it was then: in the same bucket, so less than 2^32 more
        mask = np.int64(space.moves[u]) & rule.moves
        if rule.canonical:
            mask &= np.int64(space.canon[work.order[i] & 15, space.around[u]])
        while mask:
            d = ctz(mask)
            mask &= mask - 1
            v = u + any_step(d, space.stride)
            ng = gu + step_cost(space, u, v, d, rule.weighted)
            if kept[v] == KEPT or (key[v] >= stamp and key[v] <= stamp | ng):
                continue
            state[text.GENERATED] += key[v] < stamp
            key[v], came[v] = stamp | ng, d
            row = row_of(v, share)
            f = ng + norm(rule.along, rule.across, v - row * space.stride - gx, row - gy)
            if v == goal:
                best, last = f, u
                continue
            if f >= best:
                continue
            if top + 2 > room:
                return False
            bucket = (f - f0) >> rule.shift
            while most < bucket:
                most += 1
                head[most & RING] = -1
            entry[top], entry[top + 1] = head[bucket & RING], v
            head[bucket & RING] = top
            top += 2
    state[text.NOW], state[text.MOST], state[text.TOP] = first, most, top
    state[text.BEST], state[text.LAST], state[text.AGAIN] = best, last, 1
    return True
