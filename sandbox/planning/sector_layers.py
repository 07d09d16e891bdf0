"""What HPA* shows: its sectors, how they are connected, and the abstract path of an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sandbox.layers import CellField, Layer, Points, Role, Segments
from sandbox.planning.grid_graph import centres
from sandbox.planning.sectors import UNREACHED, Sectors

if TYPE_CHECKING:
    from sandbox.planning.grid_run import Ground
    from sandbox.planning.sector_search import Work

MOST_EDGES = 60_000


def abstraction_layers(ground: Ground, dirty: NDArray[np.int64], version: int) -> list[Layer]:
    """Sector borders, transitions, abstract edges, and the sectors rebuilt last."""
    sectors: Sectors = ground.tables
    group = "HPA*"
    nodes = slots_in_use(sectors)
    layers: list[Layer] = [
        Segments(name="sectors", legend="Sector borders", group=group, role=Role.ABSTRACTION, ends=borders(ground),
                 version=version),
        Segments(name="transitions", legend="Transitions", group=group, role=Role.ENTRANCE, width=2.0,
                 ends=transitions(ground), version=version),
        Points(name="abstract nodes", legend="Abstract nodes", group=group, role=Role.ENTRANCE, size=4.0,
               xy=centres(sectors.cell[nodes], ground.space.stride), version=version, visible=False),
        Segments(name="abstract graph", legend="Abstract edges", group=group, role=Role.EDGE, ends=edges(ground),
                 version=version, visible=False),
    ]  # fmt: skip
    if len(dirty):
        layers.append(
            CellField(name="dirty sectors", legend="Rebuilt by the last edit", group=group, role=Role.DIRTY,
                      values=rebuilt(ground, dirty), low=0.0, high=1.0, version=version)
        )  # fmt: skip
    return layers


def slots_in_use(sectors: Sectors) -> NDArray[np.int64]:
    """All slots that hold a node."""
    index = np.arange(sectors.room)
    return np.flatnonzero((index < sectors.nodes[:, None]).reshape(-1))


def borders(ground: Ground) -> NDArray[np.float64]:
    """The lines between sectors."""
    space, size = ground.space, ground.tables.size
    upright = [[[x, 0], [x, space.height]] for x in range(0, space.width + 1, size)]
    level = [[[0, y], [space.width, y]] for y in range(0, space.height + 1, size)]
    return np.array(upright + level, float)


def transitions(ground: Ground) -> NDArray[np.float64]:
    """Each crossing as a line between its two cells, once."""
    sectors: Sectors = ground.tables
    base = np.flatnonzero((np.arange(sectors.room) < sectors.exits[:, None]).reshape(-1))
    base = base[(sectors.exit_way[base] == 0) | (sectors.exit_way[base] == 2)]  # east and south: the other half of each
    slot = base // sectors.room * sectors.room + sectors.exit_node[base]
    stride = ground.space.stride
    here, there = centres(sectors.cell[slot], stride), centres(sectors.cell[sectors.behind[base]], stride)
    return np.stack([here, there], axis=1)


def edges(ground: Ground) -> NDArray[np.float64]:
    """Ways inside sectors, from node to node, each once."""
    sectors: Sectors = ground.tables
    room, stride = sectors.room, ground.space.stride
    slots = slots_in_use(sectors)
    pairs: list[NDArray[np.int64]] = []
    for e in range(int(sectors.exits.max(initial=0))):
        has = slots[e < sectors.exits[slots // room]]
        reached = has[sectors.cost[has * room + e] < UNREACHED]
        to = reached // room * room + sectors.exit_node[reached // room * room + e]
        pairs.append(np.stack([reached, to], axis=1)[reached < to])
        if sum(map(len, pairs)) > MOST_EDGES:
            break
    both = np.unique(np.concatenate(pairs), axis=0) if pairs else np.zeros((0, 2), np.int64)
    ends = np.stack([centres(sectors.cell[both[:, i]], stride) for i in range(2)], axis=1)
    return ends.reshape(-1, 2, 2)


def rebuilt(ground: Ground, dirty: NDArray[np.int64]) -> NDArray[np.float64]:
    """1 for the cells of sectors an edit touched, nothing elsewhere."""
    space, size = ground.space, ground.tables.size
    values = np.full((space.height, space.width), np.nan)
    for x0, y0, x1, y1 in dirty.tolist():
        left, top = x0 // size * size, y0 // size * size
        values[top : -(-y1 // size) * size, left : -(-x1 // size) * size] = 1.0
    return values


def path_layers(ground: Ground, work: Work) -> list[Layer]:
    """The abstract path: straight lines between the transitions it uses."""
    slots = work.way[: work.steps[0]][::-1]
    if not len(slots):
        return []
    cells = np.stack([work.sectors.cell[work.door[slots]], work.sectors.cell[slots]], axis=1).reshape(-1)
    points = centres(cells, ground.space.stride)
    return [
        Segments(name="abstract path", legend="Abstract path", group="HPA*", role=Role.CORRIDOR, width=2.0,
                 ends=points, chained=True, dashed=True, visible=False)
    ]  # fmt: skip
