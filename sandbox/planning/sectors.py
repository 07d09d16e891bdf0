"""HPA*'s abstraction of the grid: sectors, the entrances between them, distances inside them.

A sector is a block of `size` × `size` cells. Where a border between two sectors is open lies an *entrance*, a
run of open border cells; each gets one or two *transitions*, pairs of cells by which it is crossed. The
cells of transitions are the abstract nodes. Each node knows its cost to every exit of its own sector, with
the crossing step included, so one abstract edge leads from a node to the cell *behind* an exit.

    slot = sector * room + i         node i of a sector
    exit = sector * room + e         exit e of a sector: node, direction, and the slot behind it
    cost[slot * room + e]            from the node across exit e: UNREACHED if there is no way inside
    came[slot * cells + cell]        direction by which the node's own search reached a cell of the sector
    far[slot * cells + cell]         that search's distances (kept only with `fields`)

An edit rebuilds the sectors it touches, node lists and all; neighbours only look up again what lies behind
their exits. A repaired abstraction equals one built anew.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel
from sandbox.planning.grid_graph import NO_DIRECTION, Space, straight_step

UNREACHED = 1 << 60
RING = 128  # buckets of the local search; a step is at most 70 of them wide
LONG_RUN = 6  # an entrance of so many cells gets a transition at either end (Botea et al.)
PIECE = 8  # on weighted terrain, each piece of an entrance gets its cheapest crossing


class Sectors(NamedTuple):
    """The abstraction."""

    size: int
    across: int  # sectors in a row
    down: int
    room: int  # most nodes, and most exits, of a sector
    weighted: int  # 1: steps cost their length times the sum of both cells' costs
    fields: int  # 1: `far` is kept, so that inserting the ends is a look-up
    nodes: NDArray[np.int32]  # [sectors] how many
    cell: NDArray[np.int32]  # [slots] flat id
    x: NDArray[np.int32]  # [slots] column + 1
    y: NDArray[np.int32]  # [slots] row + 1
    inner: NDArray[np.int32]  # [slots] local cell in its sector
    exits: NDArray[np.int32]  # [sectors] how many
    exit_node: NDArray[np.int32]  # [exits] index of the node in its sector
    exit_way: NDArray[np.int8]  # [exits] direction 0 … 3 across the border
    behind: NDArray[np.int32]  # [exits] slot on the other side
    cost: NDArray[np.int64]  # [slots * room]
    came: NDArray[np.uint8]  # [slots * size * size]
    far: NDArray[np.int64]  # [the same; with fields only]
    slot_of: NDArray[np.int32]  # [ids] the slot of a cell, -1 if it is no node


class Local(NamedTuple):
    """Memory of a search inside one sector, in local cells y * size + x."""

    moves: NDArray[np.uint8]  # legal directions that stay inside
    price: NDArray[np.int64]  # terrain cost in eighths
    dist: NDArray[np.int64]
    came: NDArray[np.uint8]
    wanted: NDArray[np.uint8]  # 1: the search may stop when all of these are settled
    head: NDArray[np.int32]  # [RING]
    entry: NDArray[np.int64]  # next, distance, cell


def new_sectors(space: Space, size: int, *, weighted: bool, fields: bool) -> Sectors:
    """An empty abstraction for a grid."""
    across, down = -(-space.width // size), -(-space.height // size)
    count, room = across * down, 2 * size
    slots, cells = count * room, size * size
    return Sectors(
        size, across, down, room, int(weighted), int(fields),
        nodes=np.zeros(count, np.int32),
        cell=np.zeros(slots, np.int32),
        x=np.zeros(slots, np.int32),
        y=np.zeros(slots, np.int32),
        inner=np.zeros(slots, np.int32),
        exits=np.zeros(count, np.int32),
        exit_node=np.zeros(slots, np.int32),
        exit_way=np.zeros(slots, np.int8),
        behind=np.zeros(slots, np.int32),
        cost=np.empty(slots * room, np.int64),
        came=np.empty(slots * cells, np.uint8),
        far=np.empty(slots * cells if fields else 1, np.int64),
        slot_of=np.full(space.moves.shape[0], -1, np.int32),
    )  # fmt: skip


def new_local(size: int) -> Local:
    """Memory for sectors of a size."""
    cells = size * size
    return Local(
        moves=np.zeros(cells, np.uint8),
        price=np.zeros(cells, np.int64),
        dist=np.zeros(cells, np.int64),
        came=np.zeros(cells, np.uint8),
        wanted=np.zeros(cells, np.uint8),
        head=np.full(RING, -1, np.int32),
        entry=np.zeros(3 * 9 * cells, np.int64),
    )


@kernel(counted=False)
def sector_at(sectors: Sectors, stride: int, u: int) -> int:
    """The sector of a cell."""
    y = u // stride
    return (y - 1) // sectors.size * sectors.across + (u - y * stride - 1) // sectors.size


@kernel(counted=False)
def corner_of(sectors: Sectors, stride: int, sector: int) -> int:
    """The flat id of a sector's top-left cell."""
    y = sector // sectors.across
    return (y * sectors.size + 1) * stride + (sector - y * sectors.across) * sectors.size + 1


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
    row = sector // sectors.across
    wide = min(size, space.width - (sector - row * sectors.across) * size)
    high = min(size, space.height - row * size)
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
                local.price[at] = space.cost8[u]


@kernel(counted=False)
def spread(sectors: Sectors, local: Local, source: int, wanted: int, shift: int) -> None:
    """Dijkstra's algorithm inside the sector that was entered, from a local cell, until so many wanted are settled.

    Buckets are no wider than the shortest step, so a cell taken from one is final. `local` is modified.
    """
    size = sectors.size
    dist, came, head, entry = local.dist, local.came, local.head, local.entry
    for i in range(size * size):
        dist[i] = UNREACHED
    head[:] = -1
    dist[source], came[source] = 0, NO_DIRECTION
    entry[0], entry[1], entry[2] = -1, 0, source
    head[0] = 0
    waiting, now, top = 1, 0, 3
    while waiting > 0:
        at = now & (RING - 1)
        while head[at] >= 0:
            e = np.int64(head[at])
            head[at] = entry[e]
            waiting -= 1
            u = entry[e + 2]
            if dist[u] != entry[e + 1]:
                continue
            if local.wanted[u] == 1:
                local.wanted[u] = 2
                wanted -= 1
                if wanted == 0:
                    return
            for d in range(8):
                if (local.moves[u] >> d) & 1:
                    v = u + local_step(d, size)
                    step = 5741 if d < 4 else 8119
                    if sectors.weighted:
                        step *= local.price[u] + local.price[v]
                    g = dist[u] + step
                    if g < dist[v]:
                        dist[v], came[v] = g, d
                        b = (g >> shift) & (RING - 1)
                        entry[top], entry[top + 1], entry[top + 2] = head[b], g, v
                        head[b] = top
                        top += 3
                        waiting += 1
        now += 1


@kernel(counted=False)
def add_exit(sectors: Sectors, stride: int, sector: int, u: int, way: int) -> None:
    """Let a border cell be crossed in a direction; it becomes a node if it was none. Modifies `sectors`."""
    if sectors.slot_of[u] < 0:
        i = sectors.nodes[sector]
        sectors.nodes[sector] = i + 1
        slot = sector * sectors.room + i
        sectors.cell[slot], sectors.slot_of[u] = u, slot
        sectors.y[slot] = u // stride
        sectors.x[slot] = u - u // stride * stride
        sectors.inner[slot] = local_of(sectors, stride, corner_of(sectors, stride, sector), u)
    e = sectors.exits[sector]
    sectors.exits[sector] = e + 1
    sectors.exit_node[sector * sectors.room + e] = sectors.slot_of[u] - sector * sectors.room
    sectors.exit_way[sector * sectors.room + e] = way


@kernel(counted=False)
def cheapest(space: Space, first: int, step: int, count: int, across: int) -> int:
    """Of so many border cells the one whose crossing is cheapest, the most central of equals."""
    best, least = 0, 1 << 60
    for i in range(count):
        u = first + i * step
        price = (np.int64(space.cost8[u]) + np.int64(space.cost8[u + across])) * 64 + abs(2 * i + 1 - count)
        if price < least:
            best, least = i, price
    return first + best * step


@kernel(counted=False)
def add_entrance(space: Space, sectors: Sectors, sector: int, first: int, step: int, count: int, way: int) -> None:
    """Choose the transitions of one entrance; both sides choose alike. Modifies `sectors`."""
    if sectors.weighted:
        pieces = max(1, (count + PIECE // 2) // PIECE)
        for p in range(pieces):
            begin, end = p * count // pieces, (p + 1) * count // pieces
            across = straight_step(way, space.stride)
            add_exit(
                sectors, space.stride, sector, cheapest(space, first + begin * step, step, end - begin, across), way
            )
    elif count < LONG_RUN:
        add_exit(sectors, space.stride, sector, first + (count - 1) // 2 * step, way)
    else:
        add_exit(sectors, space.stride, sector, first, way)
        add_exit(sectors, space.stride, sector, first + (count - 1) * step, way)


@kernel(counted=False)
def find_exits(space: Space, sectors: Sectors, sector: int) -> None:
    """List the nodes and exits of a sector anew, from its four borders. Modifies `sectors`."""
    size, S = sectors.size, space.stride
    base = sector * sectors.room
    for i in range(sectors.nodes[sector]):
        if sectors.slot_of[sectors.cell[base + i]] == base + i:
            sectors.slot_of[sectors.cell[base + i]] = -1
    sectors.nodes[sector] = sectors.exits[sector] = 0
    corner = corner_of(sectors, S, sector)
    row = sector // sectors.across
    wide = min(size, space.width - (sector - row * sectors.across) * size)
    high = min(size, space.height - row * size)
    for way in range(4):
        step = S if way < 2 else 1
        count = high if way < 2 else wide
        first = corner + (wide - 1 if way == 0 else (high - 1) * S if way == 2 else 0)
        run = 0
        for i in range(count + 1):
            if i < count and (space.moves[first + i * step] >> way) & 1:
                run += 1
            elif run > 0:
                add_entrance(space, sectors, sector, first + (i - run) * step, step, run, way)
                run = 0


@kernel(counted=False)
def look_behind(sectors: Sectors, stride: int, sector: int) -> None:
    """Find the slots behind a sector's exits. Modifies `sectors`."""
    base = sector * sectors.room
    for e in range(sectors.exits[sector]):
        u = np.int64(sectors.cell[base + sectors.exit_node[base + e]])
        sectors.behind[base + e] = sectors.slot_of[u + straight_step(sectors.exit_way[base + e], stride)]


@kernel(counted=False)
def crossing(space: Space, sectors: Sectors, u: int, way: int) -> int:
    """What the step across the border costs."""
    if sectors.weighted == 0:
        return 5741
    return 5741 * (np.int64(space.cost8[u]) + np.int64(space.cost8[u + straight_step(way, space.stride)]))


@kernel(counted=False)
def measure(space: Space, sectors: Sectors, sector: int, local: Local, shift: int) -> None:
    """Measure the ways from every node of a sector to every exit. Modifies `sectors` and `local`."""
    base, n = sector * sectors.room, np.int64(sectors.nodes[sector])
    if n == 0:
        return
    enter(space, sectors, sector, local)
    cells = sectors.size * sectors.size
    for i in range(n):
        for j in range(n):
            local.wanted[sectors.inner[base + j]] = 1
        spread(sectors, local, np.int64(sectors.inner[base + i]), -1 if sectors.fields else n, shift)
        row = (base + i) * cells
        for k in range(cells):
            sectors.came[row + k] = local.came[k]
        if sectors.fields:
            for k in range(cells):
                sectors.far[row + k] = local.dist[k]
        for e in range(sectors.exits[sector]):
            node = base + sectors.exit_node[base + e]
            there = local.dist[sectors.inner[node]]
            if there < UNREACHED:
                there += crossing(space, sectors, np.int64(sectors.cell[node]), np.int64(sectors.exit_way[base + e]))
            sectors.cost[(base + i) * sectors.room + e] = there


@kernel(counted=False)
def rebuild_part(space: Space, sectors: Sectors, local: Local, shift: int, part: tuple[int, int, int, int]) -> int:
    """Build the sectors of a rectangle of cells (x0, y0, x1, y1) anew; return how many. Modifies both."""
    left, top = part[0] // sectors.size, part[1] // sectors.size
    right, bottom = (part[2] - 1) // sectors.size, (part[3] - 1) // sectors.size
    for y in range(top, bottom + 1):
        for x in range(left, right + 1):
            find_exits(space, sectors, y * sectors.across + x)
    for y in range(max(top - 1, 0), min(bottom + 1, sectors.down - 1) + 1):
        for x in range(max(left - 1, 0), min(right + 1, sectors.across - 1) + 1):
            look_behind(sectors, space.stride, y * sectors.across + x)
    for y in range(top, bottom + 1):
        for x in range(left, right + 1):
            measure(space, sectors, y * sectors.across + x, local, shift)
    return (bottom - top + 1) * (right - left + 1)
