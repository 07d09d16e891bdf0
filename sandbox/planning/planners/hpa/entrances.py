"""Where sectors of the first level are left: entrances along their borders, and the transitions chosen of each.

A run of open border cells is an entrance. Where all of them cost the same, on both sides, a short one is crossed in
its middle, a long one at either end (Botea et al.) and now and then between; else each piece of it where that is
cheapest. What lies elsewhere on the level makes no difference, so an edit changes no entrance but those it touches.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import numpy as np

from sandbox.kernels.jit import kernel
from sandbox.planning.grid.graph import Space, straight_step
from sandbox.planning.planners.hpa.sectors import Sectors, base_of, corner_of

LONG_RUN = 6  # an entrance of so many cells gets a transition at either end (Botea et al.)
WIDE = 16  # and between them so many that no two lie farther apart, by which joins across open ground find their way
PIECE = 6  # where costs differ, each piece of an entrance gets its cheapest crossing


@kernel(counted=False)
def add_exit(sectors: Sectors, stride: int, sector: int, u: int, way: int) -> None:
    """Let a border cell be crossed in a direction; it becomes a node if it was none. Modifies `sectors`."""
    base = base_of(sectors, 1, sector)
    if sectors.slot_of[u] < 0:
        slot = base + sectors.nodes[sector]
        sectors.nodes[sector] += 1
        sectors.cell[slot], sectors.slot_of[u] = u, slot
        y = u // stride
        sectors.xy[slot] = (y << 16) + u - y * stride
    e = base + sectors.exits[sector]
    sectors.exits[sector] += 1
    sectors.exit_node[e], sectors.exit_way[e] = sectors.slot_of[u], way


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
def one_price(space: Space, first: int, step: int, count: int, across: int) -> bool:
    """Whether so many border cells, and those across the border, all cost the same."""
    price = space.cost8[first]
    for i in range(count):
        u = first + i * step
        if space.cost8[u] != price or space.cost8[u + across] != price:
            return False
    return True


@kernel(counted=False)
def add_entrance(space: Space, sectors: Sectors, sector: int, first: int, step: int, count: int, way: int) -> None:
    """Choose the transitions of one entrance; both sides choose alike. Modifies `sectors`."""
    across = straight_step(way, space.stride)
    if not one_price(space, first, step, count, across):
        pieces = max(1, (count + PIECE // 2) // PIECE)
        for p in range(pieces):
            begin, end = p * count // pieces, (p + 1) * count // pieces
            add_exit(
                sectors, space.stride, sector, cheapest(space, first + begin * step, step, end - begin, across), way
            )
    elif count < LONG_RUN:
        add_exit(sectors, space.stride, sector, first + (count - 1) // 2 * step, way)
    else:
        spans = 1 + (count - 1) // WIDE
        for i in range(spans + 1):
            add_exit(sectors, space.stride, sector, first + i * (count - 1) // spans * step, way)


@kernel(counted=False)
def find_exits(space: Space, sectors: Sectors, sector: int) -> None:
    """List the nodes and exits of a sector of the first level anew, from its borders. Modifies `sectors`."""
    size, S = sectors.size, space.stride
    base = base_of(sectors, 1, sector)
    for i in range(base, base + sectors.nodes[sector]):
        if sectors.slot_of[sectors.cell[i]] == i:
            sectors.slot_of[sectors.cell[i]] = -1
    sectors.nodes[sector] = sectors.exits[sector] = 0
    corner = corner_of(sectors, S, sector)
    top = corner // S - 1
    wide, high = min(size, space.width - (corner - (top + 1) * S - 1)), min(size, space.height - top)
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
