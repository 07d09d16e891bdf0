"""What HPA* shows, level by level: its sectors, how they are connected, and the abstract path of an answer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.stamps import UNREACHED
from sandbox.layers import CellField, Layer, Points, Polygons, Role, Segments
from sandbox.planning.grid.graph import centres
from sandbox.planning.grid.runner import Ground
from sandbox.planning.planners.hpa.query import Work
from sandbox.planning.planners.hpa.sectors import ACROSS, BITS, DOWN, FIRST, ROW, SLOT, Sectors

MOST_EDGES = 60_000
GROUP = "HPA*"


def abstraction_layers(ground: Ground, dirty: Sequence[NDArray[np.int32]], version: int) -> list[Layer]:
    """Sector borders, transitions, abstract edges, and the sectors rebuilt last, of every level."""
    levels = range(1, ground.tables.levels + 1)
    return [layer for level in levels for layer in level_layers(ground, level, version)] + [
        CellField(name=named("dirty sectors", level), legend=legend_of("Rebuilt by the last edit", level), group=GROUP,
                  role=Role.DIRTY, values=rebuilt(ground, level, some), low=0.0, high=1.0, version=version,
                  visible=level == 1)
        for level, some in enumerate(dirty, 1)
        if len(some)
    ]  # fmt: skip


def named(what: str, level: int) -> str:
    """The name of a layer of a level; the first level goes without saying."""
    return what if level == 1 else f"level {level} {what}"


def legend_of(what: str, level: int) -> str:
    """The same, for the legend."""
    return what if level == 1 else f"{what}, level {level}"


def level_layers(ground: Ground, level: int, version: int) -> list[Layer]:
    """Borders, transitions, nodes and edges of a level; only those of the first are shown unasked."""
    sectors: Sectors = ground.tables
    low, width = level == 1, float(level)
    layers: list[Layer] = [
        Segments(name=named("sectors", level), legend=legend_of("Sector borders", level), group=GROUP, version=version,
                 role=Role.ABSTRACTION, width=width, ends=borders(ground, level), visible=low),
        Segments(name=named("transitions", level), legend=legend_of("Transitions", level), group=GROUP, version=version,
                 role=Role.ENTRANCE, width=1.0 + width, ends=transitions(ground, level), visible=low),
        Points(name=named("abstract nodes", level), legend=legend_of("Abstract nodes", level), group=GROUP,
               version=version, role=Role.ENTRANCE, size=3.0 + width, visible=False,
               xy=centres(sectors.cell[slots_in_use(sectors, level)], ground.space.stride)),
    ]  # fmt: skip
    return layers if sectors.on_demand else [*layers, graph_layer(ground, level, version)]


def graph_layer(ground: Ground, level: int, version: int) -> Layer:
    """The abstract edges of a level, as far as they are measured."""
    return Segments(
        name=named("abstract graph", level), legend=legend_of("Abstract edges", level), group=GROUP, version=version,
        role=Role.EDGE, ends=edges(ground, level), visible=False,
    )  # fmt: skip


def room(sectors: Sectors, level: int) -> int:
    """The most nodes, and exits, of a sector."""
    return 2 << int(sectors.shape[level, BITS])


def in_use(sectors: Sectors, level: int, counts: NDArray[np.int32]) -> NDArray[np.int64]:
    """The numbers of a level's slots, or exits, of which each sector has so many."""
    first = int(sectors.shape[level, FIRST])
    mine = counts[first : first + int(sectors.shape[level, ACROSS] * sectors.shape[level, DOWN])]
    used = np.flatnonzero((np.arange(room(sectors, level)) < mine[:, None]).reshape(-1))
    return used + int(sectors.shape[level, SLOT])


def slots_in_use(sectors: Sectors, level: int) -> NDArray[np.int64]:
    """All slots of a level that hold a node."""
    return in_use(sectors, level, sectors.nodes)


def exits_in_use(sectors: Sectors, level: int) -> NDArray[np.int64]:
    """All exits of a level."""
    return in_use(sectors, level, sectors.exits)


def borders(ground: Ground, level: int) -> NDArray[np.float64]:
    """The lines between sectors."""
    space, size = ground.space, 1 << int(ground.tables.shape[level, BITS])
    upright = [[[x, 0], [x, space.height]] for x in range(0, space.width + 1, size)]
    flat = [[[0, y], [space.width, y]] for y in range(0, space.height + 1, size)]
    return np.array(upright + flat, float)


def transitions(ground: Ground, level: int) -> NDArray[np.float64]:
    """Each crossing as a line between its two cells, once."""
    sectors: Sectors = ground.tables
    exits = exits_in_use(sectors, level)
    exits = exits[(sectors.exit_way[exits] & 1) == 0]  # east and south: the other half of each
    stride = ground.space.stride
    here, there = sectors.cell[sectors.exit_node[exits]], sectors.cell[sectors.behind[exits]]
    return np.stack([centres(here, stride), centres(there, stride)], axis=1)


def edges(ground: Ground, level: int) -> NDArray[np.float64]:
    """Ways inside sectors, from node to node, each once."""
    sectors: Sectors = ground.tables
    wide, first, slot0 = room(sectors, level), int(sectors.shape[level, FIRST]), int(sectors.shape[level, SLOT])
    slots = slots_in_use(sectors, level)
    sector = (slots - slot0) // wide
    base, count = slot0 + sector * wide, sectors.exits[first + sector]
    pairs: list[NDArray[np.int64]] = []
    for e in range(int(count.max(initial=0))):
        some = e < count
        row = int(sectors.shape[level, ROW]) + slots[some] * wide + e
        both = np.stack([slots[some], sectors.exit_node[base[some] + e]], axis=1)
        known = (sectors.cost[row] < UNREACHED) & (sectors.unmeasured[first + sector[some]] == 0)
        pairs.append(both[known & (both[:, 0] < both[:, 1])])
        if sum(map(len, pairs)) > MOST_EDGES:
            break
    once = np.unique(np.concatenate(pairs), axis=0) if pairs else np.zeros((0, 2), np.int64)
    return np.stack([centres(sectors.cell[once[:, i]], ground.space.stride) for i in range(2)], axis=1)


def measured_layers(ground: Ground) -> list[Layer]:
    """On demand: the sectors that searches came to, and their edges; the others wait for the first search that does."""
    sectors: Sectors = ground.tables
    if not sectors.on_demand:
        return []
    return [
        graph_layer(ground, 1, 0),
        CellField(name="measured sectors", legend="Measured so far", group=GROUP, role=Role.ABSTRACTION,
                  low=0.0, high=1.0, visible=False,
                  values=rebuilt(ground, 1, np.flatnonzero(sectors.unmeasured == 0).astype(np.int32)))
    ]  # fmt: skip


def rebuilt(ground: Ground, level: int, dirty: NDArray[np.int32]) -> NDArray[np.float64]:
    """1 for the cells of sectors an edit touched, nothing elsewhere."""
    space, shape = ground.space, ground.tables.shape[level]
    values = np.full((space.height, space.width), np.nan)
    for sector in (dirty - shape[FIRST]).tolist():
        y, x = (int(part) << int(shape[BITS]) for part in divmod(sector, int(shape[ACROSS])))
        values[y : y + (1 << int(shape[BITS])), x : x + (1 << int(shape[BITS]))] = 1.0
    return values


def touched_layers(ground: Ground, dirty: Sequence[NDArray[np.int32]], version: int) -> list[Layer]:
    """The outlines of the first level's sectors that were rebuilt last."""
    if not dirty or not len(dirty[0]):
        return []
    space, shape = ground.space, ground.tables.shape[1]
    rows, columns = np.divmod(dirty[0] - shape[FIRST], shape[ACROSS])
    left, top = columns << shape[BITS], rows << shape[BITS]
    right = np.minimum(left + (1 << shape[BITS]), space.width)
    bottom = np.minimum(top + (1 << shape[BITS]), space.height)
    corners = np.stack([left, top, right, top, right, bottom, left, bottom], axis=1).reshape(-1, 2)
    return [
        Polygons(name="touched sectors", group=GROUP, role=Role.DIRTY, version=version, xy=corners.astype(np.float64),
                 starts=np.arange(0, len(corners) + 1, 4, dtype=np.int32))
    ]  # fmt: skip


def path_layers(ground: Ground, work: Work) -> list[Layer]:
    """The abstract path of every level that was searched, and what refining each of its legs took."""
    layers: list[Layer] = []
    for level in range(1, work.sectors.levels + 1):
        ends = legs(ground, work, level)
        if not len(ends):
            continue
        took = work.leg_ns[work.part[level] : work.part[level - 1]][::-1] / 1e3
        layers += [
            Segments(name=named("abstract path", level), legend=legend_of("Abstract path", level), group=GROUP,
                     role=Role.CORRIDOR, width=1.5 + 0.5 * level, ends=ends, dashed=True, visible=False),
            Segments(name=named("refined legs", level), legend=legend_of("Refined legs, µs", level), group=GROUP,
                     role=Role.HEAT, width=1.5 + 0.5 * level, ends=ends, values=took, visible=False),
        ]  # fmt: skip
    return layers


def legs(ground: Ground, work: Work, level: int) -> NDArray[np.float64]:
    """From where each sector is entered to where the next is, from start to goal; nothing inside one sector."""
    some = slice(int(work.part[level]), int(work.part[level - 1]))
    slots, out = work.leg_slot[some][::-1], work.leg_exit[some][::-1]
    if len(slots) < 2 or not (slots >= 0).any():
        return np.zeros((0, 2, 2))
    sectors, stride = work.sectors, ground.space.stride
    entered = centres(sectors.cell[slots[1:]], stride)
    start, goal = centres(work.path[[work.length[0] - 1, 0]], stride)
    left = centres(sectors.cell[sectors.exit_node[out[:-1]]], stride)
    begin, end = np.vstack([start, entered]), np.vstack([left, goal])
    return np.stack([begin, end], axis=1)
