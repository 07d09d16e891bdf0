"""Open country: meadows, swamps, woods, a river with fords, and winding roads. Made for terrain costs.

Terrain comes from fractal noise; roads and the river wander by midpoint displacement (Fournier, Fussell,
Carpenter, "Computer Rendering of Stochastic Models", CACM 1982).
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from sandbox.level.generators import generators
from sandbox.level.generators.ground import (
    FLOOR,
    GRASS,
    ROAD,
    SHALLOWS,
    SWAMP,
    TREES,
    WATER,
    check_size,
    finished,
    line_cells,
    noise,
    stamp,
    widened,
)
from sandbox.level.model import Level
from sandbox.registry import Help, Range, Unit

Codes = NDArray[np.uint8]


@generators.register(
    "field", title="Field with swamp and roads", paper="Fournier, Fussell, Carpenter, CACM 1982", order=70
)
@dataclass(frozen=True, slots=True)
class Field:
    """Country where the shortest way and the cheapest way differ."""

    swamp: Annotated[float, Range(0.0, 0.6, 0.01), Help("share of the ground that is swamp")] = 0.2
    woods: Annotated[float, Range(0.0, 0.5, 0.01), Help("share of the ground that is woods nobody enters")] = 0.1
    roads: Annotated[int, Range(0, 8), Help("roads from side to side")] = 2
    river: Annotated[bool, Help("a river from top to bottom; roads cross it on bridges")] = True
    scale: Annotated[float, Range(4.0, 128.0, log=True), Unit("cells"), Help("size of patches")] = 28.0

    def generate(self, width: int, height: int, seed: int) -> Level:
        """Ground first, then the river, then roads over both."""
        check_size(width, height, 8)
        rng = np.random.default_rng(seed)
        codes = self._ground(rng, width, height)
        if self.river:
            _river(codes, rng)
        for road in range(self.roads):
            _road(codes, rng, across=road % 2 == 0)
        notes = (
            "Weighted ground: by cost the road is worth a detour, by length the swamp is the way. "
            "Mesh planners measure length only and say so."
        )
        return finished("Field", seed, codes, notes)

    def _ground(self, rng: np.random.Generator, width: int, height: int) -> Codes:
        codes = np.full((height, width), FLOOR, np.uint8)
        codes[noise(rng, width, height, self.scale) > 0.5] = GRASS
        wet = noise(rng, width, height, self.scale * 1.3)
        codes[wet < np.quantile(wet, self.swamp)] = SWAMP if self.swamp else FLOOR
        codes[wet < np.quantile(wet, self.swamp * 0.2)] = SHALLOWS if self.swamp else FLOOR
        wood = noise(rng, width, height, self.scale * 0.8)
        grows = (wood > np.quantile(wood, 1 - self.woods)) & (wet > np.quantile(wet, self.swamp))
        codes[grows & (rng.random((height, width)) < 0.85)] = TREES
        return codes


def _wandering(rng: np.random.Generator, length: int, breadth: int) -> NDArray[np.int64]:
    """A way [n, (along, aside)] from 0 to length - 1: halve, displace the middle, halve the displacement."""
    low, high = 0.15 * breadth, 0.85 * breadth
    aside = low + (high - low) * rng.random(2)
    swing = breadth / 3
    while len(aside) < max(4, length // 4):
        middle = (aside[:-1] + aside[1:]) / 2 + swing * (rng.random(len(aside) - 1) - 0.5)
        aside = np.insert(aside, np.arange(1, len(aside)), middle)
        swing /= 2
    aside = np.clip(aside, low * 0.3, breadth - 1 - low * 0.3)
    along = np.linspace(0, length - 1, len(aside))
    corners = np.column_stack([along, aside]).astype(np.int64).tolist()
    pieces = [line_cells((a, b), (c, d)) for (a, b), (c, d) in itertools.pairwise(corners)]
    return np.concatenate(pieces)


def _river(codes: Codes, rng: np.random.Generator) -> None:
    """Water with shallow banks, and a few fords. Modified in place."""
    height, width = codes.shape
    way = _wandering(rng, height, width)[:, ::-1]
    wide = max(2, min(height, width) // 50)
    bed = np.zeros_like(codes)
    stamp(bed, way, 1, wide + 2)
    codes[bed > 0] = SHALLOWS
    stamp(codes, way, WATER, wide)
    for at in rng.integers(len(way) // 10, len(way) - len(way) // 10, 2).tolist():
        ford = np.zeros_like(codes)
        stamp(ford, way[at : at + 1], 1, 2 * wide + 3)
        codes[(ford > 0) & (codes == WATER)] = SHALLOWS


def _road(codes: Codes, rng: np.random.Generator, *, across: bool) -> None:
    """A road, with verges free of trees. Modified in place."""
    height, width = codes.shape
    way = _wandering(rng, width, height) if across else _wandering(rng, height, width)[:, ::-1]
    wide = 2 if min(height, width) < 200 else 3
    lane = np.zeros_like(codes)
    stamp(lane, way, 1, wide)
    codes[widened(lane > 0) & (codes == TREES)] = GRASS
    codes[lane > 0] = ROAD
