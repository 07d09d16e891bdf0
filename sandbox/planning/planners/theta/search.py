"""Theta* and lazy Theta*, one text: A* whose paths cut across cells wherever there is a line of sight.

Finds short any-angle paths on uniform terrain; not always the shortest, since only cells' centres are turned
at and a cell's parent is guessed from its neighbour's.

Papers: Nash, Daniel, Koenig, Felner, "Theta*: Any-Angle Path Planning on Grids", AAAI 2007; Nash, Koenig,
Tovey, "Lazy Theta*: Any-Angle Path Planning and Path Length Analysis in 3D", AAAI 2010. Departs from them in:
cells' centres instead of corners, and a line of sight that touches no blocked cell, not even at its corner
(the grid's own rule for a diagonal step, for any direction); a disc's line keeps its radius away from walls;
buckets 1 / 64 of a cell wide, emptied last in, first out.

    record  [ids, 2]   stamp << 44 | g;   parent << 1 | closed
    head    [buckets]  newest entry of a bucket, in a ring; valid up to the highest bucket used
    entry   [2 * room] next entry (of those taken out: next free one), cell
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import index
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import EXPAND, GENERATE, NONE, RELAX, Events, record_when_asked
from sandbox.kernels.stamps import next_stamp
from sandbox.planning.batch import FOUND, NO_PATH, OUT_OF_BUDGET, OUT_OF_ROOM, STOPPED
from sandbox.planning.entries import new_place, newest
from sandbox.planning.grid.graph import Space, any_step, row_of, share_of
from sandbox.planning.search import BUCKETS, LOOK_EVERY

UNIT = 1 << 20  # cost units per cell: a length is rounded by half a millionth of a cell
SHIFT = 14  # buckets 1 / 64 of a cell wide
ROUNDED_DOWN = 1 - 1e-9
FINE = 40  # bits after the point of a line's height
OVER = 1 << 20  # of these: see `crosses_only_open`
HAIR = 1e-6  # what touches does not collide; as in `level/derived/clearance.threshold`

record = record_when_asked


class Rule(NamedTuple):
    """What is asked of one search."""

    lazy: int  # 1: look along the line only when a cell is expanded
    weight: int  # of the heuristic, in 64ths
    budget: int  # expansions
    walls: NDArray[np.uint8]  # [ids] terrain cost in eighths, for a point: 0 is blocked
    least: float  # 4 · radius², less a hair: how far walls keep off, squared, in half cells


class Work(NamedTuple):
    """The memory of a search, kept from query to query."""

    record: NDArray[np.int64]
    head: NDArray[np.int32]
    entry: NDArray[np.int32]
    stamp: NDArray[np.int64]  # [1]


def new_work(ids: int) -> Work:
    """Memory for a grid of so many ids."""
    head, entry = np.full(BUCKETS, NONE, np.int32), np.full(2 * (ids + 64), 0, np.int32)
    return Work(np.full((ids, 2), 0, np.int64), head, entry, np.zeros(1, np.int64))


def with_more_room(work: Work) -> Work:
    """The same memory with twice the entries."""
    return work._replace(entry=np.full(2 * len(work.entry), 0, np.int32))


@kernel(counted=False)
def sees(cost8: NDArray[np.uint8], S: int, a: int, b: int) -> bool:
    """Whether the line between two cells' centres touches open cells only."""
    return crosses_only_open(cost8, S, a, b % S - a % S, b // S - a // S)


@kernel(counted=False)
def crosses_only_open(cost8: NDArray[np.uint8], S: int, a: int, dx: int, dy: int) -> bool:
    """Whether the line from a cell's centre to the one dx, dy away touches open cells only.

    It goes from border to border along its longer axis: of a column it touches the cells by which it comes in and
    goes out, and no others. Heights are sums of 1 / 2 ** FINE cells, so that no border waits for the one before it: a
    row is a shift away. What rounding takes from them, `OVER` more than makes good: as long as a line has fewer than
    2 ** 18 columns, rows are exact, and a corner is what is less than twice that above one.
    """
    along = 1 if dx > 0 else -1
    aside = S if dy > 0 else -S
    dx, dy = abs(dx), abs(dy)
    if dy > dx:
        dx, dy, along, aside = dy, dx, aside, along
    if dx > dy and (cost8[index(a + along)] == 0 or cost8[index(a + (dx - 1) * along + dy * aside)] == 0):
        return False  # the cells beside the ends, in corridors most often in the way
    unit = (1 << FINE) / max(2 * dx, 1)
    rise = np.int64(2 * dy * unit)
    height = np.int64((dx - dy) * unit) + OVER  # above the lower side of the cells of a's row
    for _ in range(dx):
        height += rise
        u = a + (height >> FINE) * aside
        a += along
        if cost8[index(u)] == 0 or cost8[index(u + along)] == 0:
            return False
        corner = (height & ((1 << FINE) - 1)) < 2 * OVER
        if corner and (cost8[index(u - aside)] == 0 or cost8[index(u - aside + along)] == 0):
            return False
    return True


@kernel(counted=False)
def keeps_off(walls: NDArray[np.uint8], S: int, least: float, a: int, b: int) -> bool:
    """Whether no corner of a wall is too near to a line that touches none and has room at both ends.

    What is nearest to a line is then beside an end, where the room is known, or a corner beside the line. In
    half cells from a, turned so that x is the longer axis and the line rises, corners have odd coordinates, and
    only walls that lie below and ahead of a corner, or above and behind it, have their nearest one there.
    """
    dx, dy = b % S - a % S, b // S - a // S
    along = 1 if dx > 0 else -1
    aside = S if dy > 0 else -S
    dx, dy = abs(dx), abs(dy)
    if dy > dx:
        dx, dy, along, aside = dy, dx, aside, along
    length2 = dx * dx + dy * dy
    near2 = least * length2
    band = math.sqrt(near2) / dx
    reach = int(math.sqrt(least) / 2) + 1
    for i in range(-reach, dx + reach):
        x = 2 * i + 1
        middle = x * dy / dx
        for j in range(math.floor((middle - band - 1) / 2), math.ceil((middle + band - 1) / 2) + 1):
            y = 2 * j + 1
            cross, dot = x * dy - y * dx, x * dx + y * dy
            if 0 < dot < 2 * length2 and cross * cross < near2:
                u = a + i * along + j * aside
                if walls[u + along] == 0 or walls[u + aside] == 0:
                    return False
    return True


@kernel(counted=False)
def in_sight(rule: Rule, S: int, a: int, b: int) -> bool:
    """Whether the disc can go straight from one cell's centre to another's; there it has room."""
    return in_line(rule, S, a, b, b % S - a % S, b // S - a // S)


@kernel(counted=False)
def in_line(rule: Rule, S: int, a: int, b: int, dx: int, dy: int) -> bool:
    """The same, where it is known how far apart they are."""
    if not crosses_only_open(rule.walls, S, a, dx, dy):
        return False
    return rule.least <= 0 or keeps_off(rule.walls, S, rule.least, a, b)


@kernel(counted=False)
def apart(dx: int, dy: int) -> int:
    """The distance between two cells' centres, in cost units."""
    return np.int64(math.sqrt(dx * dx + dy * dy) * UNIT + 0.5)


@kernel(counted=False)
def settle(space: Space, rule: Rule, rec: NDArray[np.int64], stamp: int, u: int, dx: int, dy: int) -> None:
    """Lazy: if a cell does not see its parent, dx, dy away, take the best closed neighbour. Modifies `rec`."""
    S = space.stride
    parent = rec[index(u), 1] >> 1
    if parent == u or in_line(rule, S, parent, u, dx, dy):
        return
    straight, diagonal = apart(1, 0), apart(1, 1)
    moves = np.int64(space.moves[index(u)])
    best = np.int64(1) << 62
    for d in range(8):
        if (moves >> d) & 1:
            v = u + any_step(d, S)
            if rec[index(v), 0] >= stamp and rec[index(v), 1] & 1:
                g = rec[index(v), 0] - stamp + (straight if d < 4 else diagonal)
                if g < best:
                    best = g
                    rec[index(u), 0] = stamp | g
                    rec[index(u), 1] = v << 1


@kernel(counted=False)
def any_angle_search(
    space: Space, work: Work, rule: Rule, start: int, goal: int, stop: NDArray[np.uint8], events: Events
) -> tuple[int, int, int, int, int]:
    """Search from start to goal; both open and different.

    Returns how it ended, the cost, and how many cells were expanded, generated and reopened (none). `work` is
    modified in place: afterwards `turning_points` gives the path.
    """
    S = space.stride
    share = share_of(S)
    rec, head, entry = work.record, work.head, work.entry
    stamp = next_stamp(work.stamp, rec)
    straight, diagonal = apart(1, 0), apart(1, 1)
    gy = goal // S
    gx = goal - gy * S
    h = apart(goal % S - start % S, gy - start // S)
    f0 = (np.int64(h * ROUNDED_DOWN) * rule.weight) >> 6
    rec[start, 0] = stamp
    rec[start, 1] = start << 1
    head[0], entry[0], entry[1] = 0, -1, start
    now, most, top, free, waiting = 0, 0, 2, -1, 1
    expanded, generated = 0, 1
    record(events, GENERATE, start, NONE, 0, h, 0)
    while waiting > 0:
        while head[index(now & (BUCKETS - 1))] < 0:
            now += 1
        e = free = newest(head, now & (BUCKETS - 1), entry, free)
        waiting -= 1
        u = np.int64(entry[index(e + 1)])
        if rec[index(u), 1] & 1:
            continue  # a cheaper entry went first
        if expanded >= rule.budget:
            return OUT_OF_BUDGET, 0, expanded, generated, 0
        if (expanded & LOOK_EVERY) == 0 and stop[0] != 0:
            return STOPPED, 0, expanded, generated, 0
        expanded += 1
        uy = row_of(u, share)
        ux = u - uy * S
        parent = rec[index(u), 1] >> 1
        py = row_of(parent, share)
        if rule.lazy:
            settle(space, rule, rec, stamp, u, ux - (parent - py * S), uy - py)
            parent = rec[index(u), 1] >> 1
            py = row_of(parent, share)
        px = parent - py * S
        gu = rec[index(u), 0] - stamp
        rec[index(u), 1] |= 1
        record(events, EXPAND, u, parent, gu, gu + apart(gx - ux, gy - uy), 0)
        if u == goal:
            return FOUND, gu, expanded, generated, 0
        gp = rec[index(parent), 0] - stamp
        moves = np.int64(space.moves[index(u)])
        for d in range(8):
            if (moves >> d) & 1:
                v = u + any_step(d, S)
                known = rec[index(v), 0] >= stamp
                if known and (rec[index(v), 1] & 1 or rec[index(v), 1] == parent << 1):
                    continue  # closed, or reached by the same line
                vy = row_of(v, share)
                vx = v - vy * S
                source = parent
                g = gp + apart(vx - px, vy - py)
                if known and rec[index(v), 0] <= stamp | g:
                    continue  # no line from the parent or from here is shorter
                if not rule.lazy and not in_line(rule, S, parent, v, vx - px, vy - py):
                    source = u
                    g = gu + (straight if d < 4 else diagonal)
                    if known and rec[index(v), 0] <= stamp | g:
                        continue
                rec[index(v), 0] = stamp | g
                rec[index(v), 1] = source << 1
                h = (np.int64(apart(gx - vx, gy - vy) * ROUNDED_DOWN) * rule.weight) >> 6
                record(events, RELAX if known else GENERATE, v, source, g, g + h, d)
                generated += 0 if known else 1
                e, free, top = new_place(entry, free, top, 2, entry.shape[0])
                if e < 0:
                    return OUT_OF_ROOM, 0, expanded, generated, 0
                b = min(max((g + h - f0) >> SHIFT, now), now + BUCKETS - 1)
                while most < b:
                    most += 1
                    head[index(most & (BUCKETS - 1))] = -1
                entry[index(e)] = head[index(b & (BUCKETS - 1))]
                entry[index(e + 1)] = v
                head[index(b & (BUCKETS - 1))] = e
                waiting += 1
    return NO_PATH, 0, expanded, generated, 0


@kernel(counted=False)
def turning_points(space: Space, work: Work, start: int, goal: int, path: NDArray[np.int32]) -> int:  # noqa: ARG001
    """The cells at which the last path turns, from goal back to start."""
    n = 0
    u = goal
    while u != start:
        path[n] = u
        n += 1
        u = work.record[u, 1] >> 1
    path[n] = start
    return n + 1
