"""What GeoJSON and WKT share: shapes found in a file become a level of polygons.

Coordinates are cells, x right, y down, when they fit a level; a map in other coordinates (degrees, metres)
is scaled to a chosen size, north up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np

from sandbox.errors import BadInput
from sandbox.level.formats.common import shapes
from sandbox.level.formats.common.shapes import Ring
from sandbox.level.formats.common.source import Source
from sandbox.level.model import MAX_SIDE, Level
from sandbox.level.obstacles import UNITS
from sandbox.registry import Help, Range, Unit


@dataclass(frozen=True, slots=True)
class VectorOptions:
    """How coordinates become cells."""

    fit: Annotated[
        Literal["auto", "cells", "scale"],
        Help("cells: coordinates are cells; scale: fit the map into `size`, y upwards; auto: cells where that fits"),
    ] = "auto"
    size: Annotated[int, Range(1, MAX_SIDE), Unit("cells"), Help("longer side of a scaled map")] = 256
    width: Annotated[int, Range(0, MAX_SIDE), Unit("cells"), Help("width of the level; 0: by content")] = 0
    height: Annotated[int, Range(0, MAX_SIDE), Unit("cells"), Help("height of the level; 0: by content")] = 0


@dataclass(frozen=True, slots=True)
class Found:
    """A polygon of a file: where it stands, its rings (outer first, not closed), its name."""

    where: str
    rings: list[Ring]
    name: str = ""


MIN_SPAN = 2.0  # smaller maps cannot be meant in cells


def level_of(
    source: Source, found: list[Found], options: VectorOptions, box: tuple[float, float, float, float] | None = None
) -> Level:
    """The level of these polygons; `box` is what the file says its extent is."""
    if not (found or box or (options.width and options.height)):
        raise BadInput(source.name, "no polygon", "at least one, or the options width and height")
    extent = box or (_extent(source, found) if found else (0.0, 0.0, 1.0, 1.0))
    ours = box is not None and box[:2] == (0, 0) and all(side == round(side) for side in box[2:])
    in_cells = options.fit == "cells" or (options.fit == "auto" and (ours or looks_like_cells(extent)))
    if not in_cells:
        found, extent = _scaled(found, extent, options.size)
    level = _empty(source, extent, options)
    placed = []
    for number, polygon in enumerate(found, start=1):
        with source.part():
            shape = shapes.obstacle(polygon.where, number, polygon.rings, name=polygon.name[:200])
            placed.append((polygon.where, shape))
    level.polygons = shapes.keep_sound(source, placed, level.width, level.height)
    return level


def _extent(source: Source, found: list[Found]) -> tuple[float, float, float, float]:
    points = np.concatenate([ring for polygon in found for ring in polygon.rings])
    if not np.isfinite(points).all() or np.abs(points).max() > 1e12:
        raise BadInput(source.name, "a coordinate beyond 10^12", "coordinates on this planet")
    (x0, y0), (x1, y1) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    return x0, y0, x1, y1


def size_is_seen(level: Level) -> bool:
    """Whether the size of a level follows from its polygons alone."""
    if not level.polygons:
        return False
    boxes = np.array([shape.box for shape in level.polygons.values()]) / UNITS
    (x0, y0), (x1, y1) = boxes[:, :2].min(axis=0).tolist(), boxes[:, 2:].max(axis=0).tolist()
    return (math.ceil(x1), math.ceil(y1)) == (level.width, level.height) and looks_like_cells((x0, y0, x1, y1))


def looks_like_cells(extent: tuple[float, float, float, float]) -> bool:
    """Whether a map may be meant in cells."""
    x0, y0, x1, y1 = extent
    return min(x0, y0) >= 0 and max(x1, y1) <= MAX_SIDE and max(x1 - x0, y1 - y0) >= MIN_SPAN


def _scaled(
    found: list[Found], extent: tuple[float, float, float, float], size: int
) -> tuple[list[Found], tuple[float, float, float, float]]:
    x0, y0, x1, y1 = extent
    scale = size / max(x1 - x0, y1 - y0, 1e-12)
    moved = [
        Found(p.where, [np.column_stack([r[:, 0] - x0, y1 - r[:, 1]]) * scale for r in p.rings], p.name) for p in found
    ]
    return moved, (0.0, 0.0, (x1 - x0) * scale, (y1 - y0) * scale)


def _empty(source: Source, extent: tuple[float, float, float, float], options: VectorOptions) -> Level:
    needed = [max(1, math.ceil(side - 1e-9)) for side in extent[2:]]
    width, height = options.width or needed[0], options.height or needed[1]
    if max(width, height) > MAX_SIDE:
        found = f"{width} × {height} cells"
        raise BadInput(source.name, found, f"at most {MAX_SIDE} a side, or the option fit=scale")
    return Level.empty(width, height)


def closed(rows: list[list[float]]) -> list[list[float]]:
    """The ring with its first point again at the end, as GeoJSON and WKT want it."""
    return [*rows, rows[0]]
