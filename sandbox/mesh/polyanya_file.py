"""The navmesh as a `.mesh` file of Polyanya's, version 2: vertices with the polygons around them, polygons with theirs.

The format goes around polygons as our triangles go, clockwise on a screen whose y points down; around vertices, in its
description's example, the other way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandbox.mesh.arrays import NONE


def mesh_text(found: Mapping[str, Any]) -> str:
    """Of a mesh as `export.navmesh` tells it."""
    triangles, neighbours = found["triangles"], found["neighbours"]
    around = _around(triangles, len(found["vertices"]))
    lines = ["mesh", "2", f"{len(found['vertices'])} {len(triangles)}"]
    for (x, y), ring in zip(found["vertices"], around, strict=True):
        lines.append(" ".join(map(str, (x, y, len(ring), *ring))))
    for corners, (ab, bc, ca) in zip(triangles, neighbours, strict=True):
        lines.append(" ".join(map(str, (3, *corners, ca, ab, bc))))  # each shares the edge before its corner
    return "\n".join(lines) + "\n"


def _around(triangles: list[list[int]], vertices: int) -> list[list[int]]:
    """The triangles around each vertex in their order, with one NONE for each gap between them."""
    fans: list[dict[int, tuple[int, int]]] = [{} for _ in range(vertices)]
    for number, (a, b, c) in enumerate(triangles):
        for corner, first, last in ((a, b, c), (b, c, a), (c, a, b)):
            fans[corner][first] = last, number
    return [list(_in_order(fan))[::-1] for fan in fans]


def _in_order(fan: dict[int, tuple[int, int]]) -> Iterator[int]:
    """Chains of triangles, each begun behind a gap; a fan without any gap begins anywhere."""
    behind_gaps = fan.keys() - {last for last, _ in fan.values()}
    for begin in sorted(behind_gaps) or [next(iter(fan))]:
        at = begin
        while at in fan:
            last, number = fan[at]
            yield number
            at = last
            if at == begin:
                return
        yield NONE
