"""A spiral trap: the goal is near as the crow flies and far as one walks.

The textbook worst case for a straight-line heuristic: every cell of the spiral looks better than the way out,
so that A* fills the trap before it leaves (compare Pearl, "Heuristics", Addison-Wesley 1984, on heuristics
that mislead). Departs from a plain U-trap in winding, so that each turn traps again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from sandbox.level.generators import generators
from sandbox.level.generators.ground import FLOOR, WALL, Codes, Walls, check_size, ends, finished
from sandbox.level.model import Level
from sandbox.registry import Help, Range, Unit


@generators.register("spiral", title="Spiral trap", paper="Pearl, Heuristics, 1984 (compare)", order=80)
@dataclass(frozen=True, slots=True)
class Spiral:
    """A square spiral; the start is in its eye, the goal just outside. The seed picks the mouth's corner."""

    corridor: Annotated[int, Range(1, 32), Unit("cells"), Help("width of the winding corridor")] = 5
    wall: Walls = 1
    margin: Annotated[int, Range(2, 64), Unit("cells"), Help("open ground around the spiral")] = 8

    def generate(self, width: int, height: int, seed: int) -> Level:
        """Draw the arms inwards, then turn the picture by the seed."""
        check_size(width, height, 2 * self.margin + 2 * self.wall + 3 * self.corridor)
        turn = int(np.random.default_rng(seed).integers(4))
        # Drawn with the mouth at the top left, then mirrored: bit 0 left-right, bit 1 top-bottom.
        codes, eye = self._drawn(width, height)
        goal = (width - 1 - self.margin // 2, height // 2)
        if turn & 1:
            codes, eye, goal = codes[:, ::-1], (width - 1 - eye[0], eye[1]), (width - 1 - goal[0], goal[1])
        if turn & 2:
            codes, eye, goal = codes[::-1], (eye[0], height - 1 - eye[1]), (goal[0], height - 1 - goal[1])
        notes = "The goal is close, the way is long: a search that trusts the straight line fills the spiral first."
        return finished("Spiral trap", seed, np.ascontiguousarray(codes), notes, ends(eye, goal))

    def _drawn(self, width: int, height: int) -> tuple[Codes, tuple[int, int]]:
        """Concentric rings, each with a gap at its top left, joined by a stub: together one winding corridor."""
        codes = np.full((height, width), FLOOR, np.uint8)
        pitch = self.corridor + self.wall
        x0, y0, x1, y1 = self.margin, self.margin, width - self.margin, height - self.margin
        while x1 - x0 >= 2 * self.wall + self.corridor and y1 - y0 >= 2 * self.wall + self.corridor:
            codes[y0 : y0 + self.wall, x0:x1] = WALL
            codes[y0:y1, x1 - self.wall : x1] = WALL
            codes[y1 - self.wall : y1, x0:x1] = WALL
            codes[y0 + pitch : y1, x0 : x0 + self.wall] = WALL  # the gap is above: from y0 + wall to y0 + pitch
            inner = min(x0 + pitch + self.wall, x1)
            codes[y0 + pitch : y0 + pitch + self.wall, x0:inner] = WALL  # leads round, not straight to the next gap
            x0, y0, x1, y1 = x0 + pitch, y0 + pitch, x1 - pitch, y1 - pitch
        return codes, (width // 2, height // 2)
