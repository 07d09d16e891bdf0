"""Rooms and doors: a building cut by walls again and again, with doors in every cut.

Binary space partition as in Shaker, Liapis, Togelius, Lopes, Bidarra, "Constructive generation methods for
dungeons and levels", in: Procedural Content Generation in Games, Springer 2016. Departs from it in having
no corridors: every cut gets a door, so that any two rooms are connected.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from sandbox.level.generators import generators
from sandbox.level.generators.ground import FLOOR, WALL, border, check_size, finished
from sandbox.level.model import Level
from sandbox.registry import Help, Range, Unit


@dataclass(frozen=True, slots=True)
class _Cut:
    """A wall from side to side of its part: row or column `at`, over `begin … end - 1` of the other axis."""

    vertical: bool
    at: int
    begin: int
    end: int


@generators.register(
    "rooms", title="Rooms and doors", paper="Shaker et al., Procedural Content Generation in Games, 2016", order=30
)
@dataclass(frozen=True, slots=True)
class Rooms:
    """A building of rooms; any two are connected through doors."""

    room: Annotated[int, Range(3, 64), Unit("cells"), Help("side of the smallest room, half that of the largest")] = 9
    door: Annotated[int, Range(1, 8), Unit("cells"), Help("width of a door")] = 1
    doors: Annotated[float, Range(0.0, 1.0, 0.05), Help("share of the doors beyond the fewest that connect all")] = 0.35

    def generate(self, width: int, height: int, seed: int) -> Level:
        """Cut, then open doors once all walls stand."""
        check_size(width, height, 5)
        rng = np.random.default_rng(seed)
        codes = np.full((height, width), FLOOR, np.uint8)
        border(codes)
        cuts = self._cut(codes, rng)
        for cut in cuts:
            self._open(codes, cut, rng)
        notes = "Every door is a choice: hierarchical planners find their entrances exactly here."
        return finished("Rooms", seed, codes, notes)

    def _cut(self, codes: NDArray[np.uint8], rng: np.random.Generator) -> list[_Cut]:
        height, width = codes.shape
        parts, cuts = [(1, 1, width - 1, height - 1)], []
        while parts:
            x0, y0, x1, y1 = parts.pop()
            wide, high = x1 - x0, y1 - y0
            vertical = wide >= high
            if max(wide, high) < 2 * self.room + 1:
                continue
            low, top = (x0, x1) if vertical else (y0, y1)
            at = int(rng.integers(low + self.room, top - self.room))
            if vertical:
                codes[y0:y1, at] = WALL
                cuts.append(_Cut(True, at, y0, y1))
                parts += [(x0, y0, at, y1), (at + 1, y0, x1, y1)]
            else:
                codes[at, x0:x1] = WALL
                cuts.append(_Cut(False, at, x0, x1))
                parts += [(x0, y0, x1, at), (x0, at + 1, x1, y1)]
        return cuts

    def _open(self, codes: NDArray[np.uint8], cut: _Cut, rng: np.random.Generator) -> None:
        """One door, and perhaps one more for every further pair of rooms along the cut."""
        view = codes.T if cut.vertical else codes
        open_sides = (view[cut.at - 1] != WALL) & (view[cut.at + 1] != WALL)
        open_sides[: cut.begin] = open_sides[cut.end :] = False
        stretches = _stretches(open_sides)
        sure = int(rng.integers(len(stretches)))
        for number, (begin, end) in enumerate(stretches):
            if number == sure or rng.random() < self.doors:
                wide = min(self.door, end - begin)
                at = int(rng.integers(begin, end - wide + 1))
                view[cut.at, at : at + wide] = FLOOR


def _stretches(mask: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Where runs of true begin and end."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(np.int8)))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
