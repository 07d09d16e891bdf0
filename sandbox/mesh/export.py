"""The navmesh as JSON, for use in a game.

{"format": "game-ai-sandbox navmesh", "version": 1, "unit": "cells", "width": 24, "height": 18,
"vertices": [[x, y], …],                       free triangles' corners, y down
"triangles": [[a, b, c], …],                   numbers of vertices, clockwise on the screen
"neighbours": [[t, t, t], …],                  across ab, bc, ca; -1 is a wall
"widths": [[w, w, w], …],                      widest disc that passes the corner a, b, c (its diameter)
"components": [n, …]}                          equal where a way leads from one triangle to the other
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from sandbox.level.obstacles import UNITS
from sandbox.mesh.arrays import NONE
from sandbox.mesh.components import components_of
from sandbox.mesh.widths import widths_of

if TYPE_CHECKING:
    from sandbox.mesh.of_level import LevelMesh

FORMAT = "game-ai-sandbox navmesh"
VERSION = 1


def navmesh(level_mesh: LevelMesh) -> dict[str, Any]:
    """The free triangles of a level and how they hang together, as plain lists."""
    mesh = level_mesh.mesh
    component, _ = components_of(mesh)
    free = np.flatnonzero(component != NONE)
    edges = 3 * free[:, None] + np.arange(3)
    used, triangles = np.unique(mesh.org[edges], return_inverse=True)
    number = np.full(len(component) + 1, NONE)  # the last entry is for edges without a twin
    number[free] = np.arange(len(free))
    beyond = np.where(mesh.con[edges] == 0, mesh.twin[edges] // 3, len(component))
    widths = widths_of(mesh)[edges][:, [1, 2, 0]] / UNITS  # by corner: each is opposite to the next edge
    return {
        "format": FORMAT,
        "version": VERSION,
        "unit": "cells",
        "width": level_mesh.size[0],
        "height": level_mesh.size[1],
        "vertices": (mesh.xy[used] / UNITS).tolist(),
        "triangles": triangles.reshape(-1, 3).tolist(),
        "neighbours": number[beyond].tolist(),
        "widths": np.round(widths.astype(np.float64), 4).tolist(),
        "components": component[free].tolist(),
    }


def text_of(found: dict[str, Any]) -> str:
    """The navmesh as one JSON text."""
    return json.dumps(found, separators=(",", ":"))
