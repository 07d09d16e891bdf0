"""What a cell may be made of: names, looks, and what crossing it costs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput

MAX_COST = 255 / 8
MAX_TERRAINS = 256


class Pattern(StrEnum):
    """A mark that tells a terrain apart without its colour."""

    PLAIN = "plain"
    BRICKS = "bricks"
    WAVES = "waves"
    RIPPLES = "ripples"
    REEDS = "reeds"
    DASHES = "dashes"
    BLADES = "blades"
    DOTS = "dots"
    CROWNS = "crowns"
    HATCH = "hatch"
    CROSSES = "crosses"
    STONES = "stones"


@dataclass(frozen=True, slots=True)
class Terrain:
    """One kind of ground. Cost 0 is blocked; otherwise lengths are multiplied by it: eighths from 1 to 31.875."""

    name: str
    colour: str  # "#rrggbb"
    pattern: Pattern = Pattern.PLAIN
    cost: float = 1.0

    def __post_init__(self) -> None:
        if not self.name or len(self.name) > 40:
            raise BadInput("terrain name", repr(self.name), "1 to 40 characters")
        _check_colour(self.name, self.colour)
        _check_cost(self.name, self.cost)

    @property
    def blocked(self) -> bool:
        """Whether nothing may enter."""
        return self.cost == 0

    @property
    def cost8(self) -> int:
        """The cost in eighths, 0 when blocked."""
        return int(self.cost * 8)


def _check_colour(name: str, colour: str) -> None:
    digits = colour[1:].lower()
    if len(colour) != 7 or colour[0] != "#" or any(c not in "0123456789abcdef" for c in digits):
        raise BadInput(f"terrain {name!r}, colour", repr(colour), "#rrggbb")


def _check_cost(name: str, cost: float) -> None:
    legal = cost == 0 or (1 <= cost <= MAX_COST and cost * 8 == int(cost * 8))
    if not legal:
        raise BadInput(f"terrain {name!r}, cost", f"{cost!r}", f"0 (blocked) or a multiple of 1/8 from 1 to {MAX_COST}")


class Palette(tuple[Terrain, ...]):
    """The terrains of a level; a cell's uint8 is an index into it."""

    __slots__ = ()

    def __new__(cls, terrains: Iterable[Terrain]) -> Palette:  # noqa: D102, PYI034
        palette = super().__new__(cls, terrains)
        if not 1 <= len(palette) <= MAX_TERRAINS:
            raise BadInput("palette", f"{len(palette)} terrains", f"1 to {MAX_TERRAINS}")
        if len(set(palette.names)) < len(palette):
            raise BadInput("palette", f"a name twice in {', '.join(palette.names)}", "every name once")
        return palette

    def __reduce__(self) -> tuple[type[Palette], tuple[tuple[Terrain, ...]]]:
        return Palette, (tuple(self),)

    @property
    def names(self) -> tuple[str, ...]:
        """All names, in the order of their codes."""
        return tuple(t.name for t in self)

    def code(self, name: str) -> int:
        """The code of the terrain with this name."""
        if name not in self.names:
            raise BadInput("terrain", repr(name), "one of " + ", ".join(self.names))
        return self.names.index(name)

    def cost8(self) -> NDArray[np.uint8]:
        """For each of the 256 possible codes the cost in eighths; codes outside the palette are blocked."""
        table = np.zeros(256, np.uint8)
        table[: len(self)] = [t.cost8 for t in self]
        return table

    def changed(self, code: int, terrain: Terrain) -> Palette:
        """The palette with one terrain in another's place."""
        return Palette((*self[:code], terrain, *self[code + 1 :]))


FLOOR, WALL = 0, 1
"""The two codes every default palette starts with."""

DEFAULT_PALETTE = Palette(
    (
        Terrain("floor", "#2b3038", Pattern.PLAIN, 1),
        Terrain("wall", "#8b94a3", Pattern.BRICKS, 0),
        Terrain("water", "#2f6fb2", Pattern.WAVES, 0),
        Terrain("swamp", "#5d6b3a", Pattern.REEDS, 3),
        Terrain("road", "#6b5f55", Pattern.DASHES, 1),
        Terrain("grass", "#3f6b46", Pattern.BLADES, 1.25),
        Terrain("sand", "#b59a62", Pattern.DOTS, 1.5),
        Terrain("shallows", "#4f93b8", Pattern.RIPPLES, 2),
        Terrain("trees", "#1f4d33", Pattern.CROWNS, 0),
        Terrain("rubble", "#7a6a75", Pattern.STONES, 2.5),
        Terrain("void", "#14161a", Pattern.HATCH, 0),
    )
)
