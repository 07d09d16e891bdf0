"""The lattice of a level: its free cells numbered row by row, each with up to four neighbours.

Agents step east, west, south or north, or stay; diagonal steps there are none, as in the literature on many agents
(R. Stern et al., "Multi-Agent Pathfinding: Definitions, Variants, and Benchmarks", SoCS 2019).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.kernels.recording import NONE

if TYPE_CHECKING:
    from sandbox.level.model import Level

WIDEST: Final = math.sqrt(2) / 4
"""Radius in cells up to which discs that keep to the rules of the lattice do not overlap between two steps either:
one leaves a cell to the east while another enters it from the south, and half-way they are √2 / 2 apart."""


class Lattice(NamedTuple):
    """The free cells. Never write to it."""

    width: int  # of the level, cells
    height: int
    cell_of: NDArray[np.int32]  # [cells] y * width + x of a number, ascending
    number_of: NDArray[np.int32]  # [height * width] the number of a cell; NONE: not free
    neighbours: NDArray[np.int32]  # [cells, 4] numbers to the east, west, south, north; those there are come first
    degree: NDArray[np.int32]  # [cells] how many neighbours there are

    @property
    def cells(self) -> int:
        """How many free cells there are."""
        return len(self.cell_of)

    def places(self, numbers: NDArray[np.integer]) -> NDArray[np.int32]:
        """The cells (x, y) of numbers, [..., 2]; (-1, -1) for NONE."""
        y, x = np.divmod(self.cell_of[numbers] if self.cells else np.zeros_like(numbers), self.width)
        return np.where(np.asarray(numbers)[..., None] == NONE, NONE, np.stack([x, y], axis=-1)).astype(np.int32)

    def numbers(self, places: NDArray[np.integer]) -> NDArray[np.int32]:
        """The numbers of cells (x, y), [...]; NONE where a cell is not free or outside."""
        x, y = places[..., 0], places[..., 1]
        inside = (x >= 0) & (x < self.width) & (y >= 0) & (y < self.height)
        return np.where(inside, self.number_of[np.where(inside, y * self.width + x, 0)], NONE).astype(np.int32)

    def number(self, x: int, y: int) -> int:
        """The number of one cell, which must be free."""
        found = int(self.numbers(np.array([x, y])))
        if found == NONE:
            raise BadInput("cell", f"({x}, {y})", f"a free cell of {self.width} × {self.height}")
        return found


def lattice_of(level: Level, radius: float = 0.0) -> Lattice:
    """The lattice of a level for discs of a radius. A straight step between two cells free for a disc is free too."""
    grid = level.derived.disc(radius).grid
    return lattice_of_free(np.asarray(grid.image(grid.cost8) != 0))


def lattice_of_free(free: NDArray[np.bool_]) -> Lattice:
    """The lattice of a picture [height, width]: true where a cell is free."""
    height, width = free.shape
    cells = np.flatnonzero(free).astype(np.int32)
    number_of = np.full(height * width, NONE, np.int32)
    number_of[cells] = np.arange(len(cells), dtype=np.int32)
    framed = np.full((height + 2, width + 2), NONE, np.int32)
    framed[1:-1, 1:-1] = number_of.reshape(height, width)
    around = [framed[1:-1, 2:], framed[1:-1, :-2], framed[2:, 1:-1], framed[:-2, 1:-1]]
    four = np.stack(around, axis=-1)[free]
    first = np.argsort(four == NONE, axis=1, kind="stable")
    neighbours = np.ascontiguousarray(np.take_along_axis(four, first, axis=1))
    return Lattice(width, height, cells, number_of, neighbours, (four != NONE).sum(axis=1).astype(np.int32))
