"""TITLE: levels out of a seed. Save this file and generate anew."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Annotated

from sandbox.own import Help, Range, generator


@generator(title="TITLE")
@dataclass(frozen=True)
class Mine:
    """Walls with a gap each."""  # what the list says of it; the fields below become its controls

    apart: Annotated[int, Range(2, 50), Help("cells from wall to wall")] = 6

    def rows(self, width: int, height: int, random: Random) -> Iterator[str]:
        """One text a row: . is ground, @ wall, T trees, S swamp, W water."""
        for y in range(height):
            gap = random.randrange(width)
            wall = y % self.apart == self.apart - 1
            yield "".join("@" if wall and x != gap else "." for x in range(width))
