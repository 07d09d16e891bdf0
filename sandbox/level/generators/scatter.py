"""Random obstacles: each cell is blocked by the throw of a die.

The `random` maps of Sturtevant, "Benchmarks for Grid-Based Pathfinding", IEEE TCIAIG 2012. Departs from them
in rocks of several cells, when asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from sandbox.level.generators import generators
from sandbox.level.generators.ground import FLOOR, WALL, check_size, disc, finished, stamp
from sandbox.level.model import Level
from sandbox.registry import Help, Range, Unit


@generators.register("scatter", title="Random obstacles", paper="Sturtevant, IEEE TCIAIG 2012", order=90)
@dataclass(frozen=True, slots=True)
class Scatter:
    """Blocked cells strewn at random; the largest connected part holds start and goal."""

    density: Annotated[float, Range(0.0, 0.6, 0.01), Help("share of blocked cells")] = 0.2
    rock: Annotated[int, Range(1, 16), Unit("cells"), Help("width of one rock")] = 1

    def generate(self, width: int, height: int, seed: int) -> Level:
        """Throw rocks until about the wanted share is covered."""
        check_size(width, height, 4)
        rng = np.random.default_rng(seed)
        codes = np.full((height, width), FLOOR, np.uint8)
        if self.rock == 1:
            codes[rng.random((height, width)) < self.density] = WALL
        else:
            area = len(disc(self.rock)[0])
            # Rocks overlap: n of them leave about exp(-n * area / cells) free.
            number = int(-np.log1p(-self.density) * width * height / area)
            rocks = np.column_stack([rng.integers(0, width, number), rng.integers(0, height, number)])
            stamp(codes, rocks, WALL, self.rock)
        notes = "No structure to exploit: jump points and abstractions gain least here."
        return finished("Random obstacles", seed, codes, notes)
