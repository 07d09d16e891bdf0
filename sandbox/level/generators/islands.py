"""Islands: random simple polygons strewn over open water, none touching another.

Each is star-shaped around its centre: corners at growing angles, the distance from the centre a sum of a few
random waves and a jitter, then stretched and turned; both keep a ring simple. (Auer and Held, "Heuristics for
the Generation of Random Polygons", CCCG 1996, compare ways that make any simple polygon; those give spikes
no map has.)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from sandbox.level.generators import generators
from sandbox.level.generators.ground import FLOOR, SHALLOWS, Mask, check_size, ends, finished, nearest, noise
from sandbox.level.model import Level
from sandbox.level.obstacles import Obstacle
from sandbox.registry import Help, Range, Unit

TRIES = 4000
Disc = tuple[float, float, float]  # x, y, radius


@generators.register("islands", title="Islands", paper="Auer, Held, CCCG 1996 (compare)", order=50)
@dataclass(frozen=True, slots=True)
class Islands:
    """Polygon islands in open water, with shallows around."""

    count: Annotated[int, Range(1, 400), Help("islands, if there is room for them")] = 40
    size: Annotated[float, Range(1.0, 100.0, log=True), Unit("cells"), Help("radius of a large island")] = 14.0
    corners: Annotated[int, Range(3, 64), Help("corners of an island")] = 14
    roughness: Annotated[float, Range(0.0, 1.0, 0.05), Help("0: nearly round; 1: deep bays")] = 0.6
    gap: Annotated[float, Range(0.5, 16.0), Unit("cells"), Help("open water between any two")] = 2.0
    shallows: Annotated[bool, Help("slower water around some coasts")] = False

    def generate(self, width: int, height: int, seed: int) -> Level:
        """Place discs that keep their distance; grow a coast inside each."""
        check_size(width, height, 8)
        rng = np.random.default_rng(seed)
        discs = self._discs(rng, width, height)
        shapes = [self._coast(rng, disc, f"island {i}") for i, disc in enumerate(discs, start=1)]
        codes = np.full((height, width), FLOOR, np.uint8)
        clear = _clear_of(discs, width, height)
        if self.shallows:
            near = ~_clear_of([(x, y, r + self.gap + 1) for x, y, r in discs], width, height)
            codes[near & (noise(rng, width, height, 16) > 0.5)] = SHALLOWS
        start, goal = nearest(clear, (2, 2)), nearest(clear, (width - 3, height - 3))
        notes = "No wall follows the grid here: grid paths cut no corner, mesh paths bend exactly at them."
        return finished("Islands", seed, codes, notes, ends(start, goal), shapes)

    def _discs(self, rng: np.random.Generator, width: int, height: int) -> list[Disc]:
        """Where islands may lie: discs at least `gap` apart and inside the level, larger ones tried first."""
        placed = np.empty((0, 3))
        limit = min(self.size, min(width, height) / 2 - 1.5)
        tries = max(TRIES, 40 * self.count)
        for k in range(tries):
            if len(placed) == self.count:
                break
            radius = max(limit * (1 - 0.85 * k / tries), 0.75) * (0.7 + 0.3 * rng.random())
            x = radius + 1 + rng.random() * (width - 2 * radius - 2)
            y = radius + 1 + rng.random() * (height - 2 * radius - 2)
            away = (placed[:, 0] - x) ** 2 + (placed[:, 1] - y) ** 2
            if (away > (placed[:, 2] + radius + self.gap) ** 2).all():
                placed = np.vstack([placed, [x, y, radius]])
        return [(x, y, r) for x, y, r in placed.tolist()]

    def _coast(self, rng: np.random.Generator, disc: Disc, name: str) -> Obstacle:
        """A star-shaped ring that fills its disc."""
        x, y, radius = disc
        share = (np.arange(self.corners) + 0.7 * rng.random(self.corners)) / self.corners
        angle = 2 * math.pi * share
        far = np.ones(self.corners)
        for wave in (2, 3, 5):
            far += self.roughness * rng.random() / wave * 1.6 * np.cos(wave * angle + 2 * math.pi * rng.random())
        far = np.maximum(far * (1 - 0.35 * self.roughness * rng.random(self.corners)), 0.25)
        ring = _stretched(rng, np.column_stack([far * np.cos(angle), far * np.sin(angle)]))
        ring *= radius / np.hypot(ring[:, 0], ring[:, 1]).max()
        return Obstacle.of_cells([(x + px, y + py) for px, py in ring.tolist()], name=name)


def _stretched(rng: np.random.Generator, ring: NDArray[np.float64]) -> NDArray[np.float64]:
    """Squeeze along one axis and turn: an affine map, so the ring stays simple."""
    ring = ring * [1.0, 0.5 + 0.5 * rng.random()]
    turn = 2 * math.pi * rng.random()
    c, s = math.cos(turn), math.sin(turn)
    x, y = ring[:, 0], ring[:, 1]
    return np.column_stack([c * x - s * y, s * x + c * y])


def _clear_of(discs: list[Disc], width: int, height: int) -> Mask:
    """Cells whose centre lies more than a cell outside every disc."""
    clear = np.ones((height, width), bool)
    for x, y, radius in discs:
        reach = radius + 1
        x0, x1 = max(int(x - reach), 0), min(int(x + reach) + 2, width)
        y0, y1 = max(int(y - reach), 0), min(int(y + reach) + 2, height)
        dx, dy = np.arange(x0, x1) + 0.5 - x, np.arange(y0, y1) + 0.5 - y
        clear[y0:y1, x0:x1] &= dx[None, :] ** 2 + dy[:, None] ** 2 > reach * reach
    return clear
