"""What PRA* shows: every level of its abstraction, and of an answer the path and corridor per level."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandbox.layers import CellField, Layer, Points, Role, Segments
from sandbox.planning.grid.runner import Ground
from sandbox.planning.planners.pra.memory import Work
from sandbox.planning.planners.pra.pool import Cliques, edges_of, levels_of, nodes_of, places

MOST_EDGES = 60_000
GROUP = "PRA*"


def abstraction_layers(ground: Ground, version: int) -> list[Layer]:
    """Nodes and edges of every level, the finest first."""
    cliques: Cliques = ground.tables
    layers: list[Layer] = []
    for level in levels_of(cliques):
        layers += level_layers(cliques, level, version)
    return layers


def level_layers(cliques: Cliques, level: int, version: int) -> list[Layer]:
    """Nodes and edges of one level; too many edges are not drawn."""
    nodes, where = nodes_of(cliques, level), places(cliques)
    pairs = edges_of(cliques, nodes)
    pairs = pairs[pairs[:, 0] < pairs[:, 1]][:MOST_EDGES]
    ends = where[pairs.reshape(-1)].reshape(-1, 2, 2)
    return [
        Segments(name=f"level {level} graph", legend=f"Level {level}: {len(nodes):,} nodes, their neighbours",
                 group=GROUP, role=Role.EDGE, ends=ends, version=version, visible=False),
        Points(name=f"level {level} nodes", legend=f"Level {level}: nodes", group=GROUP, role=Role.ABSTRACTION,
               xy=where[nodes], size=2.0 + level, version=version, visible=False),
    ]  # fmt: skip


def path_layers(ground: Ground, work: Work, points: NDArray[np.float64], wide: int) -> list[Layer]:
    """The pyramids over both ends, and each searched level's path and corridor, the coarsest first."""
    cliques: Cliques = ground.tables
    layers: list[Layer] = [pyramids(ground, points)]
    for level in np.flatnonzero(work.part[3::2])[::-1].tolist():
        begin, length = work.part[2 * level + 2 : 2 * level + 4].tolist()
        path = work.way[begin : begin + length].astype(np.int64)
        layers += refinement_layers(ground, cliques, level + 1, path, wide)
    return layers


def refinement_layers(ground: Ground, cliques: Cliques, level: int, path: NDArray[np.int64], wide: int) -> list[Layer]:
    """One level's path, and the cells below the nodes it admits."""
    admitted = path
    if wide >> level & 1:
        admitted = np.unique(np.concatenate([path, edges_of(cliques, path)[:, 1]]))
    return [
        CellField(name=f"level {level} corridor", legend=f"Level {level}: corridor", group=GROUP, role=Role.CORRIDOR,
                  values=cells_below(ground, cliques, level, admitted), low=0.0, high=1.0, visible=False),
        Segments(name=f"level {level} path", legend=f"Level {level}: path", group=GROUP, role=Role.CORRIDOR,
                 width=2.0, ends=places(cliques)[path], chained=True, dashed=True, visible=False),
    ]  # fmt: skip


def cells_below(ground: Ground, cliques: Cliques, level: int, nodes: NDArray[np.int64]) -> NDArray[np.float32]:
    """1 for the cells that nodes of a level stand for, nothing elsewhere."""
    for _ in range(level - 1):
        nodes = children_of(cliques, nodes)
    space = ground.space
    values = np.full((space.height + 2) * space.stride, np.nan, np.float32)
    corners, cells = cliques.child[nodes] >> 4, cliques.child[nodes] & 15
    for i in range(4):
        values[corners[cells >> i & 1 == 1] + (i & 1) + (i >> 1) * space.stride] = 1.0
    return values.reshape(space.height + 2, space.stride)[1:-1, 1:-1]


def children_of(cliques: Cliques, nodes: NDArray[np.int64]) -> NDArray[np.int64]:
    """All children of nodes above level 1."""
    found = []
    row = cliques.child[nodes].astype(np.int64)
    while len(row):
        found.append(row)
        row = cliques.sibling[row].astype(np.int64)
        row = row[row >= 0]
    return np.concatenate(found) if found else nodes


def pyramids(ground: Ground, points: NDArray[np.float64]) -> Layer:
    """From each end up through its parents to the top."""
    cliques: Cliques = ground.tables
    where = places(cliques)
    lines: list[NDArray[np.float64]] = []
    for point in (points[0], points[-1]):
        x, y = np.floor(point).astype(int).tolist()
        u = int(cliques.parent_of_cell[(y + 1) * ground.space.stride + x + 1])
        chain = [point]
        while u >= 0:
            chain.append(where[u])
            u = int(cliques.parent[u])
        lines.append(np.stack([chain[:-1], chain[1:]], axis=1))
    return Segments(name="pyramid", legend="Pyramids over start and goal", group=GROUP, role=Role.ENTRANCE,
                    width=1.5, ends=np.concatenate(lines), visible=False)  # fmt: skip
