"""What can be done with whole polygons, each as the edits that do it: move, turn, scale, copy, align, unite, cut.

For the editor and for scripts. Nothing here changes a level; a shape that would leave it is moved back inside
where that can be (moves, copies) and refused by the edit itself where it cannot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from sandbox.errors import BadInput
from sandbox.geometry import polygons as shapes
from sandbox.level.edits import AddPolygon, MovePolygon, PaintCells, RemovePolygon, SetMarker, SetPolygon
from sandbox.level.markers import Marker, free_name
from sandbox.level.obstacles import POLYGON, UNITS, Box, DrawnAs, Obstacle
from sandbox.level.terrain import FLOOR

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandbox.geometry.polygons import Rings
    from sandbox.level.edits.effect import Edit
    from sandbox.level.markers import MarkerKind
    from sandbox.level.model import Level

Edits = tuple["Edit", ...]
Side = Literal["left", "centre", "right", "top", "middle", "bottom"]
SIDES: tuple[Side, ...] = ("left", "centre", "right", "top", "middle", "bottom")


def box_of(polygons: Sequence[Obstacle]) -> Box:
    """The box around all of them, in units."""
    left, top, right, bottom = zip(*(p.box for p in polygons), strict=True)
    return min(left), min(top), max(right), max(bottom)


def held_inside(box: Box, dx: int, dy: int, level: Level) -> tuple[int, int]:
    """The part of a move by units that keeps a box inside the level."""
    x0, y0, x1, y1 = box
    return (
        min(max(dx, -x0), level.width * UNITS - x1),
        min(max(dy, -y0), level.height * UNITS - y1),
    )


# Turning and scaling ---------------------------------------------------------------------------------------


def transformed(polygon: Obstacle, matrix: NDArray[np.float64], centre: tuple[float, float]) -> Obstacle:
    """Turned, scaled or mirrored about a centre in units; vertices that fall together are one."""
    rings = [shapes.without_repeats((r - centre) @ matrix.T + centre) for r in polygon.rings]
    if any(len(r) < 3 for r in rings):
        raise BadInput(f"polygon {polygon.id}", "a shape this small", "three vertices apart from each other")
    return polygon.with_rings(rings, _turned(polygon.origin, matrix, centre))


def _turned(origin: DrawnAs, matrix: NDArray[np.float64], centre: tuple[float, float]) -> DrawnAs:
    """A circle stays one where all directions are scaled alike; anything else is a polygon from now on."""
    scale = float(np.hypot(matrix[0, 0], matrix[1, 0]))
    if origin.shape != "circle" or not np.allclose(matrix @ matrix.T, scale * scale * np.eye(2)):
        return POLYGON
    x, y, radius = origin.parameters
    c = np.array(centre) / UNITS
    x, y = (matrix @ (np.array([x, y]) - c) + c).tolist()
    return DrawnAs("circle", (x, y, radius * scale), origin.tolerance * scale)


# Copies and places -----------------------------------------------------------------------------------------


def copies(polygons: Sequence[Obstacle], dx: int, dy: int, level: Level) -> tuple[AddPolygon, ...]:
    """Add each again, moved by units but inside the level, under the next free ids."""
    x0, y0, x1, y1 = box_of(polygons)
    if x1 - x0 > level.width * UNITS or y1 - y0 > level.height * UNITS:
        raise BadInput("copy", "a shape larger than the level", f"{level.width} × {level.height} cells at most")
    dx, dy = held_inside((x0, y0, x1, y1), dx, dy, level)
    first = level.free_id()
    return tuple(
        AddPolygon(replace(p.moved(dx, dy), id=first + i), "Duplicate polygon") for i, p in enumerate(polygons)
    )


def aligned(polygons: Sequence[Obstacle], side: Side) -> Edits:
    """Move each so that a side, or the middle, lies where that of the box around all lies."""
    around = box_of(polygons)
    moves = [(p.id, *_way(p.box, around, side)) for p in polygons]
    return tuple(MovePolygon(i, dx, dy, "Align polygons") for i, dx, dy in moves if dx or dy)


def _way(box: Box, around: Box, side: Side) -> tuple[int, int]:
    x0, y0, x1, y1 = (int(b - a) for a, b in zip(box, around, strict=True))
    ways = {
        "left": (x0, 0), "centre": ((x0 + x1) // 2, 0), "right": (x1, 0),
        "top": (0, y0), "middle": (0, (y0 + y1) // 2), "bottom": (0, y1),
    }  # fmt: skip
    return ways[side]


# Sets ------------------------------------------------------------------------------------------------------


def united(polygons: Sequence[Obstacle], level: Level) -> Edits:
    """One polygon in the place of those that overlap or share an edge; the first keeps its id."""
    return _instead(polygons, shapes.union(p.rings for p in polygons), level, "Unite polygons")


def cut_out(polygon: Obstacle, others: Sequence[Obstacle], level: Level) -> Edits:
    """Take the others out of a polygon, and away."""
    rings = shapes.difference(polygon.rings, others[0].rings)
    for other in others[1:]:
        rings = [piece for part in rings for piece in shapes.difference(part, other.rings)]
    return _instead([polygon, *others], rings, level, "Subtract polygons")


def divided(polygon: Obstacle, line: NDArray[np.float64], level: Level, taken: int = 0) -> Edits:
    """The pieces into which a polyline (units) cuts a polygon; nothing if it does not. New ids from `taken` on."""
    pieces = shapes.split(polygon.rings, line)
    return _instead([polygon], pieces, level, "Split polygon", taken) if len(pieces) > 1 else ()


def _instead(old: Sequence[Obstacle], new: list[Rings], level: Level, label: str, taken: int = 0) -> Edits:
    """Put rings in the place of polygons; the first keeps its id and name."""
    if not new:
        return tuple(RemovePolygon(p.id, label) for p in old)
    free = max(level.free_id(), taken)
    keep = SetPolygon(old[0].with_rings(new[0]), label)
    more = (AddPolygon(Obstacle(free + i, r[0], r[1:], old[0].name), label) for i, r in enumerate(new[1:]))
    return keep, *(RemovePolygon(p.id, label) for p in old[1:]), *more


# Tiles and polygons ----------------------------------------------------------------------------------------


def polygons_of_tiles(level: Level, code: int) -> Edits:
    """The outlines of all cells of one terrain as polygons, and floor where they were."""
    cells = level.terrain == code
    rings = _outlines(cells)
    first = level.free_id()
    added = (AddPolygon(Obstacle(first + i, r[0], r[1:]), "Tiles to polygons") for i, r in enumerate(rings))
    return (PaintCells.of(level.bounds, FLOOR, cells), *added) if rings else ()


def _outlines(cells: NDArray[np.bool_]) -> list[Rings]:
    """Polygons around the cells; those that meet only at a corner are apart."""
    from sandbox.geometry.outlines import rings_of

    height, width = cells.shape
    padded = np.zeros((height + 2, width + 2), np.uint8)
    padded[1:-1, 1:-1] = cells
    return shapes.enclosed([ring * UNITS for ring in rings_of(padded.ravel(), width)])


def areas_of_polygons(polygons: Sequence[Obstacle], kind: MarkerKind, level: Level, agents: int = 0) -> Edits:
    """Spawn or goal areas where polygons were, under their names or the kind's; an area has no holes."""
    edits: list[Edit] = []
    taken = set(level.markers)
    for polygon in polygons:
        if polygon.holes:
            raise BadInput(f"polygon {polygon.id}", "a polygon with holes", "one without: areas have none")
        name = polygon.name if polygon.name and polygon.name not in taken else free_name(kind.value, taken)
        taken.add(name)
        points = tuple((x, y) for x, y in (polygon.outer / UNITS).tolist())
        edits += [RemovePolygon(polygon.id), SetMarker(name, Marker(points, kind, agents=agents))]
    return tuple(edits)


def tiles_of_polygons(polygons: Sequence[Obstacle], code: int) -> Edits:
    """Cells of a terrain where polygons were: those the grid world held blocked anyway."""
    from sandbox.geometry.raster import covered_cells

    edits: list[Edit] = []
    for polygon in polygons:
        mask = covered_cells(polygon.rings, *polygon.cells).astype(np.bool_)
        edits += [PaintCells.of(polygon.cells, code, mask), RemovePolygon(polygon.id, "Polygons to tiles")]
    return tuple(edits)
