"""City blocks: streets cut a city again and again, avenues first; between them houses, courtyards and parks.

After Parish and Müller, "Procedural Modeling of Cities", SIGGRAPH 2001, in spirit: streets of falling rank.
Departs from it in growing nothing: the streets come from a binary partition, so that the city is connected.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from sandbox.level.generators import generators
from sandbox.level.generators.ground import (
    FLOOR,
    GRASS,
    ROAD,
    TREES,
    WALL,
    WATER,
    check_size,
    finished,
    line_cells,
    stamp,
)
from sandbox.level.model import Level
from sandbox.level.rect import Rect
from sandbox.registry import Help, Range, Unit

Codes = NDArray[np.uint8]


@generators.register("city", title="City blocks", paper="Parish, Müller, SIGGRAPH 2001", order=40)
@dataclass(frozen=True, slots=True)
class City:
    """Streets, houses with courtyards, parks, and a boulevard across."""

    block: Annotated[int, Range(8, 96), Unit("cells"), Help("the smallest block; the largest are twice as long")] = 16
    street: Annotated[int, Range(2, 8), Unit("cells"), Help("width of the narrowest streets")] = 2
    parks: Annotated[float, Range(0.0, 1.0, 0.05), Help("share of blocks that are parks")] = 0.15
    courtyards: Annotated[float, Range(0.0, 1.0, 0.05), Help("share of houses built around a yard")] = 0.6
    boulevard: Annotated[bool, Help("a broad street across, against the grain")] = True

    def generate(self, width: int, height: int, seed: int) -> Level:
        """Lay streets, build on every block, then break the boulevard through."""
        check_size(width, height, 12)
        rng = np.random.default_rng(seed)
        codes = np.full((height, width), ROAD, np.uint8)
        for block in self._blocks(rng, Rect(1, 1, width - 1, height - 1), 3):
            self._build(codes, block, rng)
        if self.boulevard:
            self._break_through(codes, rng)
        notes = (
            "The boulevard runs against the grid: any-angle and mesh planners follow it straight, "
            "octile ones in stairs."
        )
        return finished("City", seed, codes, notes)

    def _blocks(self, rng: np.random.Generator, whole: Rect, rank: int) -> list[Rect]:
        """Cut by streets, the first cuts the widest."""
        todo, blocks = [(whole, rank)], []
        while todo:
            part, importance = todo.pop()
            street = self.street + max(importance, 0)
            wide, high = part.width, part.height
            if max(wide, high) < 2 * self.block + street:
                blocks.append(part)
                continue
            room = max(wide, high) - 2 * self.block - street
            at = self.block + int(rng.integers(room + 1))
            todo += [(half, importance - 1) for half in _halves(part, wide >= high, at, street)]
        return blocks

    def _build(self, codes: Codes, block: Rect, rng: np.random.Generator) -> None:
        codes[block.y0 : block.y1, block.x0 : block.x1] = FLOOR  # the pavement
        inner = Rect(block.x0 + 1, block.y0 + 1, block.x1 - 1, block.y1 - 1)
        if _short_side(inner) < 3:
            return
        if rng.random() < self.parks:
            _park(codes, inner, rng)
            return
        for lot in _lots(rng, inner):
            self._house(codes, lot, rng)

    def _house(self, codes: Codes, lot: Rect, rng: np.random.Generator) -> None:
        """A solid house, or one around a yard with a gateway, or with a corner left open."""
        codes[lot.y0 : lot.y1, lot.x0 : lot.x1] = WALL
        if _short_side(lot) < 7 or rng.random() >= self.courtyards:
            return
        thick = 2 + int(rng.integers(max(1, _short_side(lot) // 5)))
        yard = Rect(lot.x0 + thick, lot.y0 + thick, lot.x1 - thick, lot.y1 - thick)
        if _short_side(yard) < 2:
            return
        codes[yard.y0 : yard.y1, yard.x0 : yard.x1] = GRASS
        _gateway(codes, lot, yard, rng)

    def _break_through(self, codes: Codes, rng: np.random.Generator) -> None:
        height, width = codes.shape
        high, low = int(rng.integers(1, max(2, height // 4))), int(rng.integers(height * 3 // 4, height - 1))
        left, right = (high, low) if rng.random() < 0.5 else (low, high)
        path = line_cells((1, left), (width - 2, right))
        pavement = np.zeros_like(codes)
        stamp(pavement, path, 1, self.street + 6)
        codes[pavement > 0] = FLOOR
        stamp(codes, path, ROAD, self.street + 3)


def _short_side(block: Rect) -> int:
    return min(block.width, block.height)


def _halves(part: Rect, vertical: bool, at: int, street: int) -> tuple[Rect, Rect]:
    if vertical:
        return part._replace(x1=part.x0 + at), part._replace(x0=part.x0 + at + street)
    return part._replace(y1=part.y0 + at), part._replace(y0=part.y0 + at + street)


def _lots(rng: np.random.Generator, block: Rect) -> list[Rect]:
    """A long block is built on in two or three houses with passages between."""
    vertical = block.width >= block.height
    side = max(block.width, block.height)
    if side < 14 or rng.random() < 0.3:
        return [block]
    at = int(rng.integers(side // 3, side - side // 3))
    return list(_halves(block, vertical, at, 1 + int(rng.integers(2))))


def _gateway(codes: Codes, lot: Rect, yard: Rect, rng: np.random.Generator) -> None:
    """Open the yard to one side."""
    x = int(rng.integers(yard.x0, yard.x1 - 1))
    y = int(rng.integers(yard.y0, yard.y1 - 1))
    side = int(rng.integers(4))
    if side == 0:
        codes[lot.y0 : yard.y0, x : x + 2] = FLOOR
    elif side == 1:
        codes[yard.y1 : lot.y1, x : x + 2] = FLOOR
    elif side == 2:
        codes[y : y + 2, lot.x0 : yard.x0] = FLOOR
    else:
        codes[y : y + 2, yard.x1 : lot.x1] = FLOOR


def _park(codes: Codes, block: Rect, rng: np.random.Generator) -> None:
    """Lawn, trees, paths crossing in the middle, and in a larger park a pond."""
    part = codes[block.y0 : block.y1, block.x0 : block.x1]
    high, wide = part.shape
    part[:] = GRASS
    part[rng.random((high, wide)) < 0.12] = TREES
    if min(high, wide) >= 12:
        y, x = np.ogrid[:high, :wide]
        cy, cx = int(rng.integers(high // 3, high - high // 3)), int(rng.integers(wide // 3, wide - wide // 3))
        part[9 * (x - cx) ** 2 // max(wide, 1) + 9 * (y - cy) ** 2 // max(high, 1) < min(high, wide) // 3] = WATER
    part[high // 2, :] = FLOOR
    part[:, wide // 2] = FLOOR
