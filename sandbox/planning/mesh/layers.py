"""What answers on the mesh show: the channel of triangles, its portals, how the funnel was pulled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.recording import EXPAND, LEVEL, Recording
from sandbox.layers import Arcs, Layer, Points, Polygons, Role, Segments
from sandbox.level.obstacles import UNITS
from sandbox.mesh.arrays import NONE, Mesh
from sandbox.mesh.arrays import TRIANGLES as COUNT
from sandbox.mesh.layers import corners, ends, once

GROUP = "Channel"
TRIANGLES, VERTICES = 0, 1
"""Levels of a recording: whose subjects are triangles, and whose are vertices."""


def channel_layers(
    mesh: Mesh, entries: NDArray[np.int32], version: int, face: NDArray[np.int32] | None = None
) -> list[Layer]:
    """Triangles a way passes through, and the edges it crosses between them; nothing without a channel.

    With the face of every triangle: those of all faces it passes through.
    """
    if not len(entries):
        return []
    crossed: NDArray[np.int64] = entries.astype(np.int64)
    triangles = np.concatenate((mesh.twin[crossed[:1]].astype(np.int64) // 3, crossed // 3))
    if face is not None:
        triangles = np.flatnonzero(np.isin(face, face[triangles]))
    starts = np.arange(0, 3 * len(triangles) + 1, 3, dtype=np.int32)
    return [
        Polygons(name="channel", legend=f"{len(triangles):,} triangles crossed", group=GROUP, role=Role.CORRIDOR,
                 xy=corners(mesh, triangles).reshape(-1, 2), starts=starts, version=version, outline=False,
                 visible=False),
        Segments(name="crossed portals", legend="Edges crossed", group=GROUP, role=Role.PORTAL, width=2.0,
                 ends=ends(mesh, crossed), version=version, visible=False),
    ]  # fmt: skip


def bends_layer(points: NDArray[np.float64], version: int) -> Points:
    """The corners a way turns at (grid units)."""
    inner = points[1:-1] / UNITS
    return Points(name="apexes", legend="Corners the way turns at", group=GROUP, role=Role.ENTRANCE, size=5.0,
                  xy=inner, version=version, visible=False)  # fmt: skip


def expansion_layer(mesh: Mesh, recording: Recording, version: int, face: NDArray[np.int32] | None = None) -> Polygons:
    """Triangles in the order a recorded search expanded them; each is there from that event on.

    With the face of every triangle: all of a face together.
    """
    kinds, subjects = recording.kind, recording.subject
    what = "triangles" if face is None else "faces"
    face = np.arange(int(mesh.counts[COUNT]), dtype=np.int32) if face is None else face
    numbers = np.flatnonzero((kinds == EXPAND) & (_levels(kinds, subjects) == TRIANGLES))
    faces, first = np.unique(face[subjects[numbers]], return_index=True)
    rank = np.full(len(face), len(faces))
    rank[faces[np.argsort(first)]] = np.arange(len(faces))
    rank = rank[face]
    entered = np.argsort(rank, kind="stable")[: np.count_nonzero(rank < len(faces))]
    rank = rank[entered]
    return Polygons(
        name="expansion order", legend=f"{len(faces):,} {what}, in the order they were expanded", group="Search",
        role=Role.HEAT, xy=corners(mesh, entered).reshape(-1, 2), values=rank.astype(np.float64),
        starts=np.arange(0, 3 * len(entered) + 1, 3, dtype=np.int32), version=version,
        born=numbers[np.sort(first)][rank].astype(np.int32), outline=False, visible=False,
    )  # fmt: skip


def face_layer(mesh: Mesh, after: NDArray[np.int32], version: int) -> Segments:
    """Edges between convex faces (see `mesh.faces`)."""
    edges = once(mesh)
    edges = edges[(mesh.con[edges] == 0) & (mesh.depth[edges // 3] == 0) & (after[edges] != NONE)]
    return Segments(
        name="faces", legend=f"{len(edges):,} edges between convex faces", group="Mesh", role=Role.ABSTRACTION,
        ends=ends(mesh, edges), width=2.0, version=version, visible=False,
    )  # fmt: skip


def _levels(kinds: NDArray[np.int32], subjects: NDArray[np.int32]) -> NDArray[np.int32]:
    """The level each event of a recording belongs to."""
    marks = np.flatnonzero(kinds == LEVEL)
    of_mark = np.concatenate(([TRIANGLES], subjects[marks])).astype(np.int32)
    return of_mark[np.searchsorted(marks, np.arange(len(kinds)), side="right")]


def arc_layer(arcs: NDArray[np.float64], version: int) -> Arcs:
    """The corners a disc turns around (grid units)."""
    return Arcs(
        name="arcs", legend=f"{len(arcs):,} corners a disc turns around", group=GROUP, role=Role.PATH, width=2.0,
        arcs=arcs / [UNITS, UNITS, UNITS, 1, 1], version=version, visible=False,
    )  # fmt: skip
