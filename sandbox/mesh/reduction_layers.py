"""What a reduced mesh has to show: triangles by level, decisions, the corridors between them, and trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sandbox.kernels.arrays import Floats, Int64s
from sandbox.layers import Layer, Points, Polygons, Role, Segments
from sandbox.level.obstacles import UNITS
from sandbox.mesh.arrays import NONE, Mesh
from sandbox.mesh.layers import corners, ends
from sandbox.mesh.reduction import CORRIDOR, DECISION, ONWARD, TREE, UP, Reduction, chokes_of

if TYPE_CHECKING:
    from sandbox.mesh.of_level import LevelMesh


GROUP = "Reduced mesh"


def reduction_layers(level_mesh: LevelMesh, reduction: Reduction) -> list[Layer]:
    """Triangles by degree, the graph of decisions and corridors, and the trees that hang on it."""
    mesh, version = level_mesh.mesh, level_mesh.edit
    return [
        degree_layer(mesh, reduction, version),
        tree_layer(mesh, reduction, version),
        corridor_layer(level_mesh, reduction, version),
        decision_layer(mesh, reduction, version),
    ]


def degree_layer(mesh: Mesh, reduction: Reduction, version: int) -> Polygons:
    """Free triangles by how many ways on they leave once dead ends are taken away."""
    free = np.flatnonzero(reduction.level != NONE)
    levels = reduction.level[free]
    trees, corridors, decisions = (int((levels == level).sum()) for level in (TREE, CORRIDOR, DECISION))
    legend = f"{decisions:,} decisions, {corridors:,} in corridors, {trees:,} in trees"
    return Polygons(
        name="triangles by degree", legend=legend, role=Role.MESH, version=version, group=GROUP,
        xy=corners(mesh, free).reshape(-1, 2), starts=np.arange(0, 3 * len(free) + 1, 3, dtype=np.int32),
        values=levels.astype(np.float64), categorical=True, outline=False, visible=False,
    )  # fmt: skip


def centres(mesh: Mesh, triangles: Int64s) -> Floats:
    """Centroids in cells: [n, 2]."""
    middle: Floats = corners(mesh, triangles).mean(axis=1)
    return middle


def steps(mesh: Mesh, edges: Int64s) -> Floats:
    """The way across each half-edge, from the centre of its triangle over its middle to the next: [2n, 2, 2]."""
    here, there = centres(mesh, edges // 3), centres(mesh, mesh.twin[edges].astype(np.int64) // 3)
    middle = ends(mesh, edges).mean(axis=1)
    halves: Floats = np.stack((here, middle, middle, there), axis=1).reshape(-1, 2, 2)
    return halves


def tree_layer(mesh: Mesh, reduction: Reduction, version: int) -> Segments:
    """Where dead ends lead out."""
    up = reduction.tree[:, UP]
    up = up[up != NONE].astype(np.int64)
    return Segments(
        name="trees", legend=f"{len(up):,} steps out of dead ends", role=Role.EDGE, version=version, group=GROUP,
        ends=steps(mesh, up), visible=False,
    )  # fmt: skip


def corridor_layer(level_mesh: LevelMesh, reduction: Reduction, version: int) -> Segments:
    """Corridors from decision to decision, and rings; the wider the disc that passes, the higher the value."""
    mesh, rows = level_mesh.mesh, reduction.rows
    choke = chokes_of(mesh, reduction, level_mesh.widths)
    crossed = [crossings(mesh, reduction, int(h)) for h in rows[:, 0]]
    edges = np.array([h for row in crossed for h in row], np.int64)
    narrowest = np.repeat(choke[rows[:, 0]], [len(row) for row in crossed])
    legend = f"{len(rows):,} corridors, by how wide a disc may pass"
    wide = np.repeat(np.where(np.isfinite(narrowest), narrowest, 0.0), 2) / UNITS
    return Segments(
        name="corridors", legend=legend, role=Role.HEAT, version=version, group=GROUP, ends=steps(mesh, edges),
        values=wide.astype(np.float64), width=2.0, visible=False,
    )  # fmt: skip


def crossings(mesh: Mesh, reduction: Reduction, first: int) -> list[int]:
    """The half-edges crossed along a corridor, or once round a ring, the given one first."""
    found = [first]
    while (e := int(reduction.on[mesh.twin[found[-1]], ONWARD])) not in (NONE, first):
        found.append(e)
    return found


def decision_layer(mesh: Mesh, reduction: Reduction, version: int) -> Points:
    """Triangles with three ways on."""
    decisions = np.flatnonzero(reduction.level == DECISION)
    return Points(
        name="decisions", legend=f"{len(decisions):,} triangles with three ways on", role=Role.ABSTRACTION,
        version=version, group=GROUP, xy=centres(mesh, decisions), size=5.0, visible=False,
    )  # fmt: skip
