"""Navigation meshes as Polyanya's `.mesh` files, version 2: what no polygon of the mesh covers becomes an obstacle.

Michael Cui, Daniel Harabor, Alban Grastien, "Compromise-free Pathfinding on a Navigation Mesh", IJCAI 2017; the format
is described beside their program. How the polygons hang together follows from where they lie, and is not believed.
`export` writes such files (`mesh/export.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import shapely

from sandbox.errors import BadInput
from sandbox.level.formats.common.format import Format
from sandbox.level.formats.common.source import Source, shown
from sandbox.level.formats.common.vector import Found, VectorOptions, level_of
from sandbox.level.model import Level
from sandbox.level.obstacles import UNITS

MOST: Final = 300_000  # vertices, and polygons
MOST_CORNERS: Final = 10_000  # of one polygon, and polygons around one vertex
LEAST_AREA: Final = 1e-4  # square cells: what is left between polygons that should touch


def read(source: Source, options: VectorOptions) -> Level:
    """The level whose free ground is the mesh."""
    numbers = _Numbers(source)
    if numbers.word() != "mesh":
        raise BadInput(source.line(1), "another kind of file", "the word mesh")
    if numbers.whole("the version", 1 << 30) != 2:
        raise numbers.wrong("version 2 of the format")
    vertices, polygons = numbers.whole("a number of vertices", MOST), numbers.whole("a number of polygons", MOST)
    points = np.zeros((vertices, 2))
    for vertex in range(vertices):
        points[vertex] = numbers.real(), numbers.real()
        numbers.skip(numbers.whole("a number of neighbours", MOST_CORNERS))
    shapes = [_polygon(numbers, points) for _ in range(polygons)]
    if not shapes:
        raise BadInput(source.name, "a mesh without polygons", "at least one")
    box = tuple(float(side) for side in (*np.minimum(points.min(axis=0), 0.0), *points.max(axis=0)))
    return level_of(source, _obstacles(source, shapes, box), options, box)  # type: ignore[arg-type]


def _polygon(numbers: _Numbers, points: np.ndarray[Any, Any]) -> Any:
    """One polygon; its neighbours are passed over."""
    corners = numbers.whole("a number of corners", MOST_CORNERS)
    if corners < 3:
        raise numbers.wrong("3 corners or more")
    ring = [numbers.whole("a vertex", len(points) - 1) for _ in range(corners)]
    numbers.skip(corners)
    return shapely.Polygon(points[ring])


def _obstacles(source: Source, shapes: list[Any], box: tuple[float, ...]) -> list[Found]:
    """What the mesh does not cover of the box around it, in parts; slivers that rounding leaves are nothing."""
    whole = shapely.make_valid(np.array(shapes))
    free = shapely.union_all(whole, grid_size=1 / UNITS if max(box) > 1 else 0)
    left = shapely.get_parts(shapely.box(*box).difference(free))
    solid = [part for part in left if part.geom_type == "Polygon" and part.area > LEAST_AREA]
    return [
        Found(f"{source.name}: obstacle {number}", [_ring(part.exterior), *map(_ring, part.interiors)])
        for number, part in enumerate(solid, start=1)
    ]


def _ring(ring: Any) -> Any:
    return shapely.get_coordinates(ring)[:-1]


@dataclass
class _Numbers:
    """The numbers of a file, one after the other, and the line of the last one."""

    source: Source

    def __post_init__(self) -> None:
        self.line, self.last = 1, ""
        self._words = self._all()

    def _all(self) -> Iterator[str]:
        for number, line in enumerate(self.source.text().split("\n"), start=1):
            self.line = number
            yield from line.split()

    def word(self) -> str:
        """The next one, as it stands."""
        self.last = next(self._words, "")
        return self.last

    def whole(self, what: str, most: int) -> int:
        """A whole number from 0."""
        word = self.word()
        if not (word.isascii() and word.isdigit() and len(word) < 10 and int(word) <= most):
            raise self.wrong(f"{what}, from 0 to {most:,}")
        return int(word)

    def real(self) -> float:
        """A coordinate."""
        try:
            number = float(self.word())
        except ValueError:
            number = np.inf
        if not abs(number) <= 1e12:
            raise self.wrong("a coordinate")
        return number

    def skip(self, count: int) -> None:
        """Pass over so many."""
        for _ in range(count):
            if not self.word():
                raise self.wrong("a polygon's number, or -1")

    def wrong(self, expected: str) -> BadInput:
        """The error of the last one."""
        return BadInput(self.source.line(self.line), shown(self.last) if self.last else "the end of the file", expected)


FORMAT = Format(
    title="Polyanya mesh",
    extensions=(".mesh",),
    help="what the mesh does not cover of the box around it becomes polygons; `export` writes such files",
    order=75,
    read=read,
    options_class=VectorOptions,
    keeps=frozenset({"polygons", "size"}),
)
