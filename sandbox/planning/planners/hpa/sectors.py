"""HPA*'s abstraction of the grid: sectors, the entrances between them, distances inside them, level over level.

A sector is a block of `size` × `size` cells. Where a border between two sectors is open lies an *entrance*, a
run of open border cells; each gets one or more *transitions*, pairs of cells by which it is crossed (see
`entrances`). The cells of transitions are the abstract nodes. Each node knows its cost to every exit of its own
sector, with the crossing step included, so one abstract edge leads from a node to the cell *behind* an exit.

A sector of the next level is a block of 4 × 4 of these, and its exits are some of theirs (`levels`).
All levels share one numbering:

    sector = FIRST[level] + y * across + x
    slot   = SLOT[level] + (sector - FIRST[level]) * room + i       node i of a sector
    exit   = the same with e in i's place                           exit e: node, direction, the slot behind it
    cost[ROW[level] + slot * room + e]     from the node across exit e: UNREACHED if there is no way inside
    above[slot], below[slot]               the same node on the next level and on the one before, -1: none
    beyond[exit], under[exit]              the same exit there; beyond: INSIDE or LEAVING if it is none of its

On the first level lie the cells:

    came[slot * cells + cell]              direction by which the node's own search reached a cell of the sector
    far[(sector * cells) * room + cell * nodes + i]      that search's distances (kept only with `fields`)

Costs are those of weighted terrain on every level, so none changes where one of another cost is painted elsewhere.
An edit rebuilds the sectors it touches, node lists and all, and those above them; neighbours only look up
again what lies behind their exits. A repaired abstraction equals one built anew.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import sparse
from sandbox.kernels.jit import kernel
from sandbox.kernels.stamps import UNREACHED
from sandbox.planning.grid.graph import DIAGONAL, DX, DY, NO_DIRECTION, STRAIGHT, Space, octile, straight_step

NEVER_FAR = 0xFFFFFFFF  # what `far` holds for it; no way through a sector costs as much
GROUP_BITS = 2  # a sector of the next level is 4 × 4 sectors
MOST_LEVELS = 4
BITS, ACROSS, DOWN, FIRST, SLOT, ROW = range(6)  # columns of `shape`
INSIDE, LEAVING = -1, -2  # of an exit that is none of the next level's: whether it stays in the sector there
START, GOAL, REST = range(3)  # rows of a query's ends: costs to each exit, and from each node to the goal
CELL_BITS = 10  # a sector has at most 32 × 32 cells
RING = 128  # buckets of the local search; a step is at most 70 of them wide


class Sectors(NamedTuple):
    """The abstraction, all levels of it."""

    size: int  # cells a side of a sector of the first level
    levels: int
    fields: int  # 1: `far` is kept, so that inserting the ends is a look-up
    on_demand: int  # 1: sectors of the first level are measured when a search comes to them
    ends: int  # where in `cost` the rows of a query's ends begin
    shape: NDArray[np.int64]  # [levels + 1, columns] log2 of the side, sectors in a row, rows, first …; row 0 unused
    nodes: NDArray[np.int32]  # [sectors] how many
    unmeasured: NDArray[np.uint8]  # [sectors] 1: what lies in its rows of `cost`, `came` and `far` is not yet true
    cell: NDArray[np.int32]  # [slots] flat id
    xy: NDArray[np.int32]  # [slots] column + 1, and row + 1 from bit 16 on
    above: NDArray[np.int32]  # [slots]
    below: NDArray[np.int32]  # [slots]
    exits: NDArray[np.int32]  # [sectors] how many
    exit_node: NDArray[np.int32]  # [exits] the slot that is left
    exit_way: NDArray[np.int8]  # [exits] direction 0 … 3 across the border
    behind: NDArray[np.int32]  # [exits] slot on the other side
    beyond: NDArray[np.int32]  # [exits]
    under: NDArray[np.int32]  # [exits]
    cost: NDArray[np.int64]  # a row per slot, then the rows of the ends
    came: NDArray[np.uint8]  # [slots of level 1 * size * size]
    far: NDArray[np.uint32]  # [the same; with fields only]
    slot_of: NDArray[np.int32]  # [ids] the slot of a cell on level 1, -1 if it is no node


def steps_onward() -> NDArray[np.uint8]:
    """By direction of arrival, the steps that no step from where one came reaches more cheaply."""
    table = np.full(9, 255, np.uint8)
    for came, d in itertools.product(range(8), range(8)):
        x, y = DX[came] + DX[d], DY[came] + DY[d]
        if octile(abs(x), abs(y)) < octile(abs(DX[came]), abs(DY[came])) + octile(abs(DX[d]), abs(DY[d])) and (
            came >= 4 or DX[came] * DX[d] + DY[came] * DY[d] < 0
        ):
            table[came] &= ~np.uint8(1 << d)
    return table


class Local(NamedTuple):
    """Memory of a search inside one sector of the first level, in local cells y * size + x."""

    moves: NDArray[np.uint8]  # legal directions that stay inside
    price: NDArray[np.int64]  # terrain cost in eighths
    even: NDArray[np.uint8]  # [1] 1: all its open cells cost the same
    dist: NDArray[np.int64]
    came: NDArray[np.uint8]
    wanted: NDArray[np.uint8]  # 1: the search may stop when all of these are settled
    onward: NDArray[np.uint8]  # [9] by direction of arrival, the steps not dearer than one from where it came
    head: NDArray[np.int32]  # [RING]
    entry: NDArray[np.int32]  # the entry before in its bucket << CELL_BITS | cell


def shape_of(space: Space, size: int, levels: int) -> NDArray[np.int64]:
    """Side, extent and numbering of every level; the row after the last says where it all ends."""
    shape = np.zeros((levels + 2, 6), np.int64)
    for level in range(1, levels + 2):
        bits = size.bit_length() - 1 + GROUP_BITS * (level - 1)
        before = shape[level - 1]
        count = before[ACROSS] * before[DOWN]
        room = 1 << before[BITS] + 1 if level > 1 else 0
        first, slot = before[FIRST] + count, before[SLOT] + count * room
        row = before[ROW] + before[SLOT] * room + count * room * room - slot * (2 << bits)
        shape[level] = bits, -(-space.width >> bits), -(-space.height >> bits), first, slot, row
    return shape


def new_sectors(space: Space, size: int, *, levels: int, fields: bool, on_demand: bool = False) -> Sectors:
    """An empty abstraction for a grid."""
    shape = shape_of(space, size, levels)
    count, slots, end = int(shape[-1, FIRST]), int(shape[-1, SLOT]), shape[-1]
    rows, widest = int(end[ROW] + slots * (2 << end[BITS])), 2 << int(shape[levels, BITS])
    low = int(shape[1, ACROSS] * shape[1, DOWN]) * 2 * size * size * size
    return Sectors(
        size, levels, int(fields), int(on_demand), rows, shape[:-1].copy(),
        nodes=np.zeros(count, np.int32),
        unmeasured=np.zeros(count, np.uint8),
        cell=np.zeros(slots, np.int32),
        xy=np.zeros(slots, np.int32),
        above=np.full(slots, -1, np.int32),
        below=np.full(slots, -1, np.int32),
        exits=np.zeros(count, np.int32),
        exit_node=np.zeros(slots, np.int32),
        exit_way=np.zeros(slots, np.int8),
        behind=np.zeros(slots, np.int32),
        beyond=np.zeros(slots, np.int32),
        under=np.full(slots, -1, np.int32),
        cost=sparse(rows + 3 * levels * widest, np.int64),
        came=sparse(low, np.uint8),
        far=sparse(low if fields else 1, np.uint32),
        slot_of=np.full(space.moves.shape[0], -1, np.int32),
    )  # fmt: skip


def new_local(size: int) -> Local:
    """Memory for sectors of a size."""
    cells = size * size
    return Local(
        moves=np.zeros(cells, np.uint8),
        price=np.zeros(cells, np.int64),
        even=np.zeros(1, np.uint8),
        dist=np.zeros(cells, np.int64),
        came=np.zeros(cells, np.uint8),
        wanted=np.zeros(cells, np.uint8),
        onward=steps_onward(),
        head=np.full(RING, -1, np.int32),
        entry=np.zeros(8 * cells + 1, np.int32),
    )


@kernel(counted=False)
def sector_at(sectors: Sectors, level: int, stride: int, u: int) -> int:
    """The sector of a cell."""
    y = u // stride
    bits, across = sectors.shape[level, BITS], sectors.shape[level, ACROSS]
    return sectors.shape[level, FIRST] + ((y - 1) >> bits) * across + ((u - y * stride - 1) >> bits)


@kernel(counted=False)
def base_of(sectors: Sectors, level: int, sector: int) -> int:
    """The first slot, and the first exit, of a sector."""
    return sectors.shape[level, SLOT] + ((sector - sectors.shape[level, FIRST]) << (sectors.shape[level, BITS] + 1))


@kernel(counted=False)
def sector_of(sectors: Sectors, level: int, slot: int) -> int:
    """The sector of a slot."""
    return sectors.shape[level, FIRST] + ((slot - sectors.shape[level, SLOT]) >> (sectors.shape[level, BITS] + 1))


@kernel(counted=False)
def row_of(sectors: Sectors, level: int, slot: int) -> int:
    """Where in `cost` a slot's row begins."""
    return sectors.shape[level, ROW] + (slot << (sectors.shape[level, BITS] + 1))


@kernel(counted=False)
def end_row(sectors: Sectors, level: int, which: int) -> int:
    """Where in `cost` a row of a query's ends begins: START, GOAL or REST."""
    return sectors.ends + ((3 * (level - 1) + which) << (sectors.shape[sectors.levels, BITS] + 1))


@kernel(counted=False)
def corner_of(sectors: Sectors, stride: int, sector: int) -> int:
    """The flat id of the top-left cell of a sector of the first level."""
    across = sectors.shape[1, ACROSS]
    y = sector // across
    return (y * sectors.size + 1) * stride + (sector - y * across) * sectors.size + 1


@kernel(counted=False)
def local_of(sectors: Sectors, stride: int, corner: int, u: int) -> int:
    """A cell of the sector with this corner, as a local cell."""
    y = u // stride - corner // stride
    return y * sectors.size + u - y * stride - corner


@kernel(counted=False)
def local_step(d: int, size: int) -> int:
    """What a direction adds to a local cell."""
    if d < 4:
        return (1 - 2 * (d & 1)) * (1 if d < 2 else size)
    return (1 - 2 * (d & 1)) + (1 - (d & 2)) * size


@kernel(counted=False)
def enter(space: Space, sectors: Sectors, sector: int, local: Local) -> None:
    """Make the local memory ready for a sector: its moves, cut at its borders, and its prices."""
    size, S = sectors.size, space.stride
    corner = corner_of(sectors, S, sector)
    top = corner // S - 1
    wide, high = min(size, space.width - (corner - (top + 1) * S - 1)), min(size, space.height - top)
    least, most = 256, 0
    for y in range(size):
        for x in range(size):
            at = y * size + x
            local.wanted[at] = 0
            local.moves[at] = 0
            if x < wide and y < high:
                inside = 255
                if x == 0:
                    inside &= ~np.int64(2 | 32 | 128)
                if x == wide - 1:
                    inside &= ~np.int64(1 | 16 | 64)
                if y == 0:
                    inside &= ~np.int64(8 | 64 | 128)
                if y == high - 1:
                    inside &= ~np.int64(4 | 16 | 32)
                u = corner + y * S + x
                local.moves[at] = space.moves[u] & inside
                price = np.int64(space.cost8[u])
                local.price[at] = price
                if price:
                    least, most = min(least, price), max(most, price)
    local.even[0] = least >= most


@kernel(counted=False)
def spread(sectors: Sectors, local: Local, source: int, wanted: int, shift: int) -> None:
    """Dijkstra's algorithm inside the sector that was entered, from a local cell, until so many wanted are settled.

    Buckets are no wider than the shortest step, so a cell taken from one is final, and the loop is simpler than that
    of `planning/search.py` (docs/adr/0008). `local` is modified.
    """
    size = sectors.size
    dist, came, head, entry = local.dist, local.came, local.head, local.entry
    dist[: size * size] = UNREACHED
    head[:] = -1
    dist[source], came[source] = 0, NO_DIRECTION
    entry[0], head[0] = -1 << CELL_BITS | source, 0
    waiting, now, top = 1, 0, 1
    while waiting > 0:
        at = now & (RING - 1)
        while head[at] >= 0:
            e = np.int64(entry[head[at]])
            head[at] = e >> CELL_BITS
            waiting -= 1
            u = e & ((1 << CELL_BITS) - 1)
            if dist[u] >> shift != now:
                continue  # reached more cheaply since
            if local.wanted[u] == 1:
                local.wanted[u] = 2
                wanted -= 1
                if wanted == 0:
                    return
            legal = np.int64(local.moves[u])
            if local.even[0]:
                legal &= local.onward[came[u]]
            for d in range(8):
                if (legal >> d) & 1:
                    v = u + local_step(d, size)
                    step = (STRAIGHT if d < 4 else DIAGONAL) * (local.price[u] + local.price[v])
                    g = dist[u] + step
                    if g < dist[v]:
                        dist[v], came[v] = g, d
                        b = (g >> shift) & (RING - 1)
                        entry[top] = np.int64(head[b]) << CELL_BITS | v
                        head[b] = top
                        top += 1
                        waiting += 1
        now += 1


@kernel(counted=False)
def crossing(space: Space, sectors: Sectors, e: int) -> int:
    """What the step across the border by an exit costs."""
    u = np.int64(sectors.cell[sectors.exit_node[e]])
    v = u + straight_step(np.int64(sectors.exit_way[e]), space.stride)
    return STRAIGHT * (np.int64(space.cost8[u]) + np.int64(space.cost8[v]))


@kernel(counted=False)
def measure(space: Space, sectors: Sectors, sector: int, local: Local, shift: int) -> None:
    """Measure the ways from every node of a sector of the first level to every exit. Modifies both."""
    sectors.unmeasured[sector] = 0
    base, n = base_of(sectors, 1, sector), np.int64(sectors.nodes[sector])
    if n == 0:
        return
    enter(space, sectors, sector, local)
    cells, corner = sectors.size * sectors.size, corner_of(sectors, space.stride, sector)
    for i in range(n):
        for slot in range(base, base + n):
            local.wanted[local_of(sectors, space.stride, corner, np.int64(sectors.cell[slot]))] = 1
        source = local_of(sectors, space.stride, corner, np.int64(sectors.cell[base + i]))
        spread(sectors, local, source, -1 if sectors.fields else n, shift)
        for k in range(cells):
            sectors.came[(base + i) * cells + k] = local.came[k]
        if sectors.fields:
            field = sector * cells * 2 * sectors.size + i
            for k in range(cells):
                sectors.far[field + k * n] = min(local.dist[k], NEVER_FAR)
        row = row_of(sectors, 1, base + i) - base
        for e in range(base, base + sectors.exits[sector]):
            there = local.dist[local_of(sectors, space.stride, corner, np.int64(sectors.cell[sectors.exit_node[e]]))]
            sectors.cost[row + e] = there + crossing(space, sectors, e) if there < UNREACHED else UNREACHED
