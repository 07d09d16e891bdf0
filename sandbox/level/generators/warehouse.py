"""A warehouse: rows of shelves, aisles between, stations along one side.

The layout of the warehouse maps of Stern et al., "Multi-Agent Pathfinding: Definitions, Variants, and
Benchmarks", SoCS 2019. Departs from it in giving the stations and the depot areas for crowds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from sandbox.level.generators import generators
from sandbox.level.generators.ground import FLOOR, ROAD, WALL, border, check_size, ends, finished
from sandbox.level.markers import Marker, MarkerKind
from sandbox.level.model import Level
from sandbox.level.rect import Rect
from sandbox.registry import Help, Range, Unit


@generators.register("warehouse", title="Warehouse", paper="Stern et al., SoCS 2019", order=60)
@dataclass(frozen=True, slots=True)
class Warehouse:
    """Shelves in rows, narrow aisles, crossings, and a free strip at both ends."""

    shelf: Annotated[int, Range(2, 64), Unit("cells"), Help("length of a shelf")] = 10
    depth: Annotated[int, Range(1, 6), Unit("cells"), Help("depth of a shelf")] = 2
    aisle: Annotated[int, Range(1, 6), Unit("cells"), Help("width of the aisles between shelves")] = 1
    crossing: Annotated[int, Range(1, 8), Unit("cells"), Help("width of the ways across")] = 2
    strip: Annotated[int, Range(2, 32), Unit("cells"), Help("free width at the left and the right end")] = 8
    missing: Annotated[float, Range(0.0, 0.9, 0.01), Help("share of shelves left out")] = 0.0
    agents: Annotated[int, Range(0, 2000), Help("agents that start at each end")] = 60

    def generate(self, width: int, height: int, seed: int) -> Level:
        """Fill the middle with shelves; agents cross from strip to strip."""
        check_size(width, height, 2 * self.strip + 6)
        rng = np.random.default_rng(seed)
        codes = np.full((height, width), FLOOR, np.uint8)
        self._shelves(codes, rng)
        border(codes)
        codes[1:-1, 1] = codes[1:-1, -2] = ROAD
        left, right = 1 + self.strip // 2, width - 2 - self.strip // 2
        west = Rect(1, 1, self.strip, height - 1)
        east = Rect(width - self.strip, 1, width - 1, height - 1)
        markers = {
            **ends((left, height // 2), (right, height // 2)),
            "west": Marker.area(MarkerKind.SPAWN, west, target="stations", agents=self.agents),
            "east": Marker.area(MarkerKind.SPAWN, east, target="depot", agents=self.agents),
            "stations": Marker.area(MarkerKind.GOAL, east),
            "depot": Marker.area(MarkerKind.GOAL, west),
        }
        notes = "Two streams meet in aisles where nobody can pass: see which policy yields, and where."
        return finished("Warehouse", seed, codes, notes, markers)

    def _shelves(self, codes: NDArray[np.uint8], rng: np.random.Generator) -> None:
        height, width = codes.shape
        x0, x1 = 1 + self.strip, width - 1 - self.strip
        y0, y1 = 1 + self.crossing, height - 1 - self.crossing
        for y in range(y0, y1 - self.depth + 1, self.depth + self.aisle):
            for x in range(x0, x1 - self.shelf + 1, self.shelf + self.crossing):
                if rng.random() >= self.missing:
                    codes[y : y + self.depth, x : x + self.shelf] = WALL
