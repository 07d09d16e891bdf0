"""Caves out of a cellular automaton, all of one piece.

After Johnson, Yannakakis and Togelius, "Cellular automata for real-time generation of infinite cave levels",
PCGames 2010. Departs from it in joining the caverns by tunnels between their nearest cells, so that every
open cell can be reached.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from sandbox.level.generators import generators
from sandbox.level.generators.ground import (
    FLOOR,
    RUBBLE,
    WALL,
    WATER,
    Mask,
    border,
    check_size,
    finished,
    largest_piece,
    line_cells,
    neighbours,
    noise,
    pieces,
    stamp,
    widened,
)
from sandbox.level.model import Level
from sandbox.registry import Help, Range, Unit

MAX_CAVERNS = 60  # smaller ones are filled: joining them would riddle the map with tunnels
SAMPLE = 400  # rim cells of a cavern looked at when a tunnel is planned


@generators.register("caves", title="Caves", paper="Johnson, Yannakakis, Togelius, PCGames 2010", order=10)
@dataclass(frozen=True, slots=True)
class Caves:
    """Winding caverns joined by tunnels; every open cell can be reached."""

    rock: Annotated[float, Range(0.3, 0.6, 0.01), Help("share of rock before smoothing; more: narrower caves")] = 0.48
    scale: Annotated[int, Range(1, 8), Unit("cells"), Help("how coarse the caves are")] = 1
    smoothing: Annotated[int, Range(1, 12), Help("rounds of the automaton")] = 5
    tunnel: Annotated[int, Range(1, 8), Unit("cells"), Help("width of the tunnels between caverns")] = 2
    pools: Annotated[float, Range(0.0, 1.0, 0.01), Help("share of the wide places that are under water")] = 0.2
    rubble: Annotated[bool, Help("slower ground along some walls")] = False

    def generate(self, width: int, height: int, seed: int) -> Level:
        """Seed rock, smooth it, join the caverns, let water gather away from the tunnels."""
        check_size(width, height, 8)
        rng = np.random.default_rng(seed)
        free = _keep_large(self._smoothed(rng, width, height))
        codes = np.where(free, FLOOR, WALL).astype(np.uint8)
        self._join(codes)
        self._flood(codes, rng)
        if self.rubble:
            _strew(codes, rng)
        notes = "Winding passages and dead ends: watch how far a search strays before it finds the way round."
        return finished("Caves", seed, codes, notes)

    def _smoothed(self, rng: np.random.Generator, width: int, height: int) -> Mask:
        rock = _automaton(rng.random((-(-height // self.scale), -(-width // self.scale))) < self.rock, self.smoothing)
        if self.scale > 1:
            rock = rock.repeat(self.scale, axis=0).repeat(self.scale, axis=1)[:height, :width]
            rock = _automaton(rock, self.scale)  # rounds the corners
        free: Mask = ~rock
        free[[0, -1], :] = False
        free[:, [0, -1]] = False
        if not free.any():
            free[height // 2, width // 2] = True
        return free

    def _join(self, codes: NDArray[np.uint8]) -> None:
        """Dig from every cavern to the nearest of those already joined, largest first. Modified in place."""
        names = pieces(codes == FLOOR)
        order = _by_size(names[codes == FLOOR])
        joined = _rim(names == order[0])
        for name in order[1:]:
            cavern = _rim(names == name)
            self._dig(codes, cavern, joined)
            joined = np.concatenate([joined, cavern])
        border(codes)

    def _dig(self, codes: NDArray[np.uint8], cavern: NDArray[np.int64], joined: NDArray[np.int64]) -> None:
        away = np.abs(cavern[:, None, :] - joined[None, :, :]).sum(axis=2)
        i, j = np.unravel_index(int(np.argmin(away)), away.shape)
        (x0, y0), (x1, y1) = cavern[i].tolist(), joined[j].tolist()
        stamp(codes, line_cells((x0, y0), (x1, y0)), FLOOR, self.tunnel)
        stamp(codes, line_cells((x1, y0), (x1, y1)), FLOOR, self.tunnel)

    def _flood(self, codes: NDArray[np.uint8], rng: np.random.Generator) -> None:
        """Put water where the noise is lowest, but leave a dry way round every pool. Modified in place."""
        depth = noise(rng, codes.shape[1], codes.shape[0], 24)
        banks = widened(codes != FLOOR)
        codes[~banks & (depth < np.quantile(depth, self.pools)) & (self.pools > 0)] = WATER
        dry = codes == FLOOR
        codes[dry & ~largest_piece(dry)] = WATER


def _automaton(rock: Mask, rounds: int) -> Mask:
    """Rock stays or grows where rock is around."""
    for _ in range(rounds):
        around = neighbours(rock, edge=True)
        rock = (around > 4) | (rock & (around == 4))
    return rock


def _keep_large(free: Mask) -> Mask:
    """Fill all but the largest caverns."""
    names = pieces(free)
    kept = _by_size(names[free])[:MAX_CAVERNS]
    sizes = np.bincount(names[free])
    kept = kept[sizes[kept] >= min(12, sizes.max())]
    mask: Mask = free & np.isin(names, kept)
    return mask


def _by_size(names: NDArray[np.int64]) -> NDArray[np.int64]:
    """Names of the pieces, largest first."""
    sizes = np.bincount(names)
    order = np.argsort(-sizes, kind="stable")
    return order[sizes[order] > 0]


def _rim(cavern: Mask) -> NDArray[np.int64]:
    """Some cells [n, (x, y)] along the cavern's edge, evenly spread."""
    ys, xs = np.nonzero(cavern & (neighbours(~cavern, edge=True) > 0))
    step = max(1, len(xs) // SAMPLE)
    return np.column_stack([xs, ys])[::step]


def _strew(codes: NDArray[np.uint8], rng: np.random.Generator) -> None:
    """Rubble along some walls: slower ground. Modified in place."""
    height, width = codes.shape
    foot = (codes == FLOOR) & (neighbours(codes == WALL, edge=True) >= 3)
    codes[foot & (noise(rng, width, height, 10, 2) > 0.66)] = RUBBLE
