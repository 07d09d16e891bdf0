"""HPA*'s higher levels, and the building and repairing of all.

A sector of a higher level is a block of 4 × 4 sectors of the one before. Along an open run of its border it
takes over some of their exits: one in the middle of a short run, else the first, the last and some between.
The costs from each of its nodes to its exits are found by searching the level before, inside it. So whoever
can get from one exit to another on cells can on every level.

Departs from the paper (see `planner`) in: there every transition on a border of a higher level belongs to it.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from sandbox.kernels.arrays import Bytes, Int32s, Int64s
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import Events
from sandbox.planning.batch import FOUND
from sandbox.planning.grid.graph import Space, straight_step
from sandbox.planning.planners.hpa.entrances import find_exits, one_price
from sandbox.planning.planners.hpa.graph import Frontier, Rule, flood
from sandbox.planning.planners.hpa.sectors import (
    ACROSS,
    BITS,
    DOWN,
    FIRST,
    GROUP_BITS,
    INSIDE,
    LEAVING,
    Sectors,
    base_of,
    measure,
    row_of,
    sector_of,
)

GAPS, ROUGH_GAPS = 4, 8  # exits of a higher level lie about this part of its sector's side apart; where costs differ


class Site(NamedTuple):
    """Memory of building."""

    marked: Bytes  # [sectors] 1: to be built
    todo: Int32s  # those sectors, level by level
    until: Int64s  # [levels + 1] where each level's ends in `todo`
    picked: Int32s  # exits of one run of border


def new_site(sectors: Sectors) -> Site:
    """Memory to build these."""
    count = len(sectors.nodes)
    return Site(
        marked=np.zeros(count, np.uint8),
        todo=np.zeros(count, np.int32),
        until=np.zeros(sectors.levels + 1, np.int64),
        picked=np.zeros(2 << int(sectors.shape[sectors.levels, BITS]), np.int32),
    )


def built_last(site: Site) -> Iterator[Int32s]:
    """The sectors of every level that were built last."""
    for begin, end in itertools.pairwise(site.until.tolist()):
        yield site.todo[begin:end].copy()


@kernel(counted=False)
def mark(sectors: Sectors, site: Site, parts: Int64s) -> None:
    """List the sectors of all levels in which rectangles of cells (x0, y0, x1, y1) lie. Modifies `site`."""
    n = 0
    for level in range(1, sectors.levels + 1):
        bits, across = sectors.shape[level, BITS], sectors.shape[level, ACROSS]
        for i in range(parts.shape[0]):
            for y in range(parts[i, 1] >> bits, ((parts[i, 3] - 1) >> bits) + 1):
                for x in range(parts[i, 0] >> bits, ((parts[i, 2] - 1) >> bits) + 1):
                    sector = sectors.shape[level, FIRST] + y * across + x
                    if site.marked[sector] == 0:
                        site.marked[sector] = 1
                        site.todo[n] = sector
                        n += 1
        site.until[level] = n
    for i in range(n):
        site.marked[site.todo[i]] = 0


@kernel(counted=False, steady=True)
def rebuild(
    space: Space,
    sectors: Sectors,
    site: Site,
    frontier: Frontier,
    rule: Rule,
    parts: Int64s,
    stop: Bytes,
    events: Events,
) -> int:
    """Build the sectors of rectangles of cells anew, on all levels; FOUND, or how it failed. Modifies all memory.

    On demand the ways through them are left to be measured by whoever comes there first; there is one level then.
    """
    mark(sectors, site, parts)
    for level in range(1, sectors.levels + 1):
        begin, end = site.until[level - 1], site.until[level]
        for i in range(begin, end):
            if level == 1:
                find_exits(space, sectors, np.int64(site.todo[i]))
            else:
                choose_exits(space, sectors, level, np.int64(site.todo[i]), site.picked)
        for i in range(begin, end):
            look_around(space, sectors, level, np.int64(site.todo[i]))
        for i in range(begin, end):
            if sectors.on_demand:
                sectors.unmeasured[site.todo[i]] = 1
                continue
            if level == 1:
                measure(space, sectors, np.int64(site.todo[i]), frontier.local, rule.local_shift)
                continue
            ended = measure_above(space, sectors, frontier, rule, level, np.int64(site.todo[i]), stop, events)
            if ended != FOUND:
                return ended
    return FOUND


@kernel(counted=False)
def look_around(space: Space, sectors: Sectors, level: int, sector: int) -> None:
    """Find the slots behind the exits of a sector and of its neighbours. Modifies `sectors`."""
    across = sectors.shape[level, ACROSS]
    at = sector - sectors.shape[level, FIRST]
    y, x = at // across, at - at // across * across
    for side in range(5):
        dx, dy = (side == 0) - (side == 1), (side == 2) - (side == 3)
        if 0 <= x + dx < across and 0 <= y + dy < sectors.shape[level, DOWN]:
            look_behind(space, sectors, level, sector + dx + dy * across)


@kernel(counted=False)
def look_behind(space: Space, sectors: Sectors, level: int, sector: int) -> None:
    """Find the slots behind a sector's exits. Modifies `sectors`."""
    base = base_of(sectors, level, sector)
    for e in range(base, base + sectors.exits[sector]):
        if level == 1:
            u = np.int64(sectors.cell[sectors.exit_node[e]])
            sectors.behind[e] = sectors.slot_of[u + straight_step(np.int64(sectors.exit_way[e]), space.stride)]
        else:
            sectors.behind[e] = sectors.above[sectors.behind[sectors.under[e]]]


@kernel(counted=False)
def lower_sector(sectors: Sectors, level: int, sector: int, x: int, y: int) -> int:
    """The sector of the level before that lies x to the right and y down in a sector; -1 past the level's end."""
    across = sectors.shape[level, ACROSS]
    at = sector - sectors.shape[level, FIRST]
    row = at // across
    x += (at - row * across) << GROUP_BITS
    y += row << GROUP_BITS
    if x >= sectors.shape[level - 1, ACROSS] or y >= sectors.shape[level - 1, DOWN]:
        return -1
    return sectors.shape[level - 1, FIRST] + y * sectors.shape[level - 1, ACROSS] + x


@kernel(counted=False)
def forget(sectors: Sectors, level: int, sector: int) -> None:
    """Take over no exits yet, and mark those below that leave. Modifies `sectors`."""
    sectors.nodes[sector] = sectors.exits[sector] = 0
    side = 1 << GROUP_BITS
    for i in range(side * side):
        x, y = i & (side - 1), i >> GROUP_BITS
        lower = lower_sector(sectors, level, sector, x, y)
        if lower < 0:
            continue
        base = base_of(sectors, level - 1, lower)
        for slot in range(base, base + sectors.nodes[lower]):
            sectors.above[slot] = -1
        for e in range(base, base + sectors.exits[lower]):
            way = sectors.exit_way[e]
            at, edge = (x if way < 2 else y), (side - 1 if (way & 1) == 0 else 0)
            sectors.beyond[e] = LEAVING if at == edge else INSIDE


@kernel(counted=False)
def choose_exits(space: Space, sectors: Sectors, level: int, sector: int, picked: Int32s) -> None:
    """Take over exits of the level before, run by run along the four borders. Modifies `sectors` and `picked`."""
    forget(sectors, level, sector)
    side = 1 << GROUP_BITS
    for way in range(4):
        n = 0
        for i in range(side):
            edge = side - 1 if (way & 1) == 0 else 0
            x, y = (edge, i) if way < 2 else (i, edge)
            lower = lower_sector(sectors, level, sector, x, y)
            if lower < 0:
                continue
            base = base_of(sectors, level - 1, lower)
            for e in range(base, base + sectors.exits[lower]):
                if sectors.exit_way[e] == way:
                    if n > 0 and not joined(space, sectors, np.int64(picked[n - 1]), e):
                        take_over(space, sectors, level, sector, picked, n)
                        n = 0
                    picked[n] = e
                    n += 1
        take_over(space, sectors, level, sector, picked, n)


@kernel(counted=False)
def joined(space: Space, sectors: Sectors, a: int, b: int) -> bool:
    """Whether the border is open from an exit on to the next one that leaves in the same direction."""
    way = np.int64(sectors.exit_way[a])
    step = space.stride if way < 2 else 1
    u, end = np.int64(sectors.cell[sectors.exit_node[a]]), np.int64(sectors.cell[sectors.exit_node[b]])
    while u != end:
        u += step
        if not (space.moves[u] >> way) & 1:
            return False
    return True


@kernel(counted=False)
def take_over(space: Space, sectors: Sectors, level: int, sector: int, picked: Int32s, n: int) -> None:
    """Make some of the exits of one open run exits of the sector; its neighbour chooses alike. Modifies `sectors`."""
    if n == 0:
        return
    way, first = np.int64(sectors.exit_way[picked[0]]), np.int64(sectors.cell[sectors.exit_node[picked[0]]])
    step = space.stride if way < 2 else 1
    span = (np.int64(sectors.cell[sectors.exit_node[picked[n - 1]]]) - first) // step
    even = one_price(space, first, step, span + 1, straight_step(way, space.stride))
    gap = (1 << sectors.shape[level, BITS]) // (GAPS if even else ROUGH_GAPS)
    wanted = min(n, 1 + (span + gap // 2) // gap)
    for i in range(wanted):
        add_above(
            sectors, level, sector, np.int64(picked[(n - 1) // 2 if wanted == 1 else i * (n - 1) // (wanted - 1)])
        )


@kernel(counted=False)
def add_above(sectors: Sectors, level: int, sector: int, under: int) -> None:
    """Make an exit of the level before one of this level. Modifies `sectors`."""
    base = base_of(sectors, level, sector)
    below = np.int64(sectors.exit_node[under])
    if sectors.above[below] < 0:
        slot = base + sectors.nodes[sector]
        sectors.nodes[sector] += 1
        sectors.cell[slot], sectors.xy[slot] = sectors.cell[below], sectors.xy[below]
        sectors.below[slot], sectors.above[below] = below, slot
    e = base + sectors.exits[sector]
    sectors.exits[sector] += 1
    sectors.exit_node[e], sectors.exit_way[e] = sectors.above[below], sectors.exit_way[under]
    sectors.under[e], sectors.beyond[under] = under, e


@kernel(counted=False)
def measure_above(
    space: Space, sectors: Sectors, frontier: Frontier, rule: Rule, level: int, sector: int, stop: Bytes, events: Events
) -> int:
    """Find the costs from every node of a sector to its exits on the level before. Modifies all memory."""
    base = base_of(sectors, level, sector)
    for slot in range(base, base + sectors.nodes[sector]):
        below = np.int64(sectors.below[slot])
        row, lower = row_of(sectors, level - 1, below), sector_of(sectors, level - 1, below)
        out = row_of(sectors, level, slot)
        ended = flood(space, sectors, frontier, rule, level - 1, below, row, lower, sector, out, stop, events)
        if ended != FOUND:
            return ended
    return FOUND
