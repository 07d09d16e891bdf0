"""What a mesh has to show: triangles by component, walls, widths, what the last edit did, where the grid differs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from sandbox.kernels.arrays import Floats, Int32s, Int64s
from sandbox.layers import CellField, Layer, Points, Polygons, Role, Segments
from sandbox.level.obstacles import UNITS
from sandbox.mesh.arrays import FLIP, LOGGED, NONE, TRIANGLES, VERTICES, Mesh
from sandbox.mesh.components import components_of
from sandbox.mesh.widths import widths_of

if TYPE_CHECKING:
    from sandbox.mesh.of_level import LevelMesh
    from sandbox.mesh.triangulation import Triangulation

Ids = Int64s

GROUP = "Mesh"
LAST_EDIT = "Last edit"


def mesh_layers(level_mesh: LevelMesh, *, widths: bool = True) -> list[Layer]:
    """Everything, most useful first; what hides others starts invisible.

    Widths take 0.1 ms per thousand triangles, all the rest together less.
    """
    mesh, version = level_mesh.mesh, level_mesh.edit
    return [
        component_layer(mesh, version),
        edge_layer(mesh, version),
        wall_layer(mesh, version),
        *edit_layers(level_mesh.triangulation, version),
        *([width_layer(mesh, version)] if widths else []),
        vertex_layer(mesh, version),
        disagreement_layer(level_mesh, version),
    ]


def live(mesh: Mesh) -> Ids:
    """Ids of the triangles there are."""
    return np.flatnonzero(mesh.org[: 3 * int(mesh.counts[TRIANGLES]) : 3] != NONE)


def corners(mesh: Mesh, triangles: Ids) -> Floats:
    """Corners of triangles in cells: [n, 3, 2]."""
    v = mesh.org[3 * triangles[:, None] + np.arange(3)]
    points: Floats = mesh.xy[v] / UNITS
    return points


def ends(mesh: Mesh, edges: Ids) -> Floats:
    """Ends of half-edges in cells: [n, 2, 2]."""
    after = edges - edges % 3 + (edges + 1) % 3
    points: Floats = mesh.xy[np.column_stack((mesh.org[edges], mesh.org[after]))] / UNITS
    return points


def once(mesh: Mesh) -> Ids:
    """Every edge as one half-edge."""
    h = (3 * live(mesh)[:, None] + np.arange(3)).ravel()
    return h[mesh.twin[h] < h]


def _triangles(mesh: Mesh, triangles: Ids) -> tuple[Floats, Int32s]:
    """The fields of a Polygons layer."""
    starts = np.arange(0, 3 * len(triangles) + 1, 3, dtype=np.int32)
    return corners(mesh, triangles).reshape(-1, 2), starts


def component_layer(mesh: Mesh, version: int) -> Polygons:
    """Free triangles, those that hang together in one colour."""
    component, parts = components_of(mesh)
    free = np.flatnonzero(component != NONE)
    xy, starts = _triangles(mesh, free)
    noun = "part" if parts == 1 else "parts"
    return Polygons(
        name="triangles by component", legend=f"{len(free):,} free triangles in {parts:,} {noun}", role=Role.MESH,
        version=version, group=GROUP, xy=xy, starts=starts, values=component[free].astype(np.float64),
        categorical=True, outline=False, visible=False,
    )  # fmt: skip


def edge_layer(mesh: Mesh, version: int) -> Segments:
    """Edges that a path may cross."""
    edges = once(mesh)
    edges = edges[(mesh.con[edges] == 0) & (mesh.depth[edges // 3] == 0)]
    return Segments(
        name="portals", legend=f"{len(edges):,} edges a path may cross", role=Role.PORTAL, version=version,
        group=GROUP, ends=ends(mesh, edges),
    )  # fmt: skip


def wall_layer(mesh: Mesh, version: int) -> Segments:
    """Constraint edges: no flip removes them."""
    edges = once(mesh)
    edges = edges[mesh.con[edges] != 0]
    return Segments(
        name="constraints", legend=f"{len(edges):,} edges that stay", role=Role.CONSTRAINT, version=version,
        group=GROUP, ends=ends(mesh, edges), width=2.0,
    )  # fmt: skip


def width_layer(mesh: Mesh, version: int) -> Segments:
    """From each corner of a free triangle inwards, as long as the widest disc that passes there is wide.

    A disc that goes round the corner leaves by one edge at it and enters by the other.
    """
    widths = widths_of(mesh)
    opposite = np.flatnonzero(widths > 0)
    tip = mesh.xy[mesh.org[opposite - opposite % 3 + (opposite + 2) % 3]] / UNITS
    base = ends(mesh, opposite).mean(axis=1)
    arm = base - tip
    length = np.hypot(arm[:, 0], arm[:, 1])
    reach = np.minimum(widths[opposite] / UNITS, length) / np.maximum(length, 1e-9)
    lines = np.stack((tip, tip + arm * reach[:, None]), axis=1)
    return Segments(
        name="widths", legend="how wide a disc may pass each corner", role=Role.HEAT, version=version, group=GROUP,
        ends=lines, values=(widths[opposite] / UNITS).astype(np.float64), visible=False,
    )  # fmt: skip


def vertex_layer(mesh: Mesh, version: int) -> Points:
    """All vertices."""
    alive = np.flatnonzero(mesh.out[: int(mesh.counts[VERTICES])] != NONE)
    return Points(
        name="vertices", legend=f"{len(alive):,} vertices", role=Role.MESH, version=version, group=GROUP,
        xy=mesh.xy[alive] / UNITS, visible=False,
    )  # fmt: skip


def touched_layer(triangulation: Triangulation, version: int) -> Polygons:
    """The triangles the last edit touched."""
    touched = np.unique(triangulation.touched).astype(np.int64)
    xy, starts = _triangles(triangulation.mesh, touched)
    legend = f"{len(touched):,} of {triangulation.report.triangles:,} triangles"
    return Polygons(
        name="touched triangles", legend=legend, role=Role.DIRTY, version=version, group=LAST_EDIT,
        xy=xy, starts=starts, visible=False,
    )  # fmt: skip


def edit_layers(triangulation: Triangulation, version: int) -> Sequence[Layer]:
    """What the last edit touched and flipped."""
    mesh, report = triangulation.mesh, triangulation.report
    dirty = touched_layer(triangulation, version)
    old, new = flipped_edges(mesh)
    away = Segments(
        name="flipped away", legend=f"{report.flips:,} flips", role=Role.BAD, version=version, group=LAST_EDIT,
        ends=old, dashed=True, visible=False,
    )  # fmt: skip
    made = Segments(
        name="flipped in", legend="edges that took their place", role=Role.GOOD, version=version, group=LAST_EDIT,
        ends=new, visible=False,
    )  # fmt: skip
    return [dirty, away, made]


def flipped_edges(mesh: Mesh) -> tuple[Floats, Floats]:
    """Edges the last edit flipped, and those it made instead, as far as its log reaches: [n, 2, 2] in cells."""
    rows = mesh.log[: int(mesh.counts[LOGGED])]
    rows = rows[rows[:, 0] == FLIP, 3:]
    rows = rows[(mesh.out[rows] != NONE).all(axis=1)] if len(rows) else rows  # a vertex may be gone since
    return mesh.xy[rows[:, :2]] / UNITS, mesh.xy[rows[:, 2:]] / UNITS


def disagreement_layer(level_mesh: LevelMesh, version: int) -> CellField:
    """Cells whose centre the mesh calls free while the grid, the more cautious world, has them blocked."""
    level = level_mesh.level
    covered = level.derived.covered.reshape(level.height + 2, level.width + 2)[1:-1, 1:-1] > 0
    blocked = level.derived.boundary.walls.reshape(level.height + 2, level.width + 2)[1:-1, 1:-1] > 0
    values = np.full((level.height, level.width), np.nan)
    cells = np.argwhere(covered & ~blocked)
    if len(cells):
        centres = (cells[:, ::-1] * UNITS + UNITS // 2).astype(np.int32)
        open_cells = cells[level_mesh.all_free(centres)]
        values[open_cells[:, 0], open_cells[:, 1]] = 1.0
    count = int(np.isfinite(values).sum())
    return CellField(
        name="grid and mesh disagree", legend=f"{count:,} cells only the mesh may enter", role=Role.CONFLICT,
        version=version, group=GROUP, values=values, low=0.0, high=1.0, visible=False,
    )  # fmt: skip
