"""What positions look like to a model: a row of numbers each, many of them 0, and sums over rows and columns.

A fit needs two products with the matrix X of all rows, X w and Xᵀ r, and no more: X itself is never formed where each
row is but a list of places that hold a 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Floats, Int32s
from sandbox.kernels.jit import kernel


class Design(Protocol):
    """Rows of features."""

    @property
    def weights(self) -> int:
        """Columns."""

    @property
    def count(self) -> int:
        """Rows."""

    def times(self, w: Floats) -> Floats:
        """X w."""

    def back(self, r: Floats) -> Floats:
        """Xᵀ r."""

    def squares(self, rows: Floats) -> Floats:
        """The diagonal of Xᵀ diag(rows) X."""

    def rows(self, which: Any) -> Floats:
        """Some rows of X, formed."""


@dataclass(frozen=True, eq=False)
class Dense:
    """Few columns: the matrix itself."""

    x: Floats

    @property
    def weights(self) -> int:
        """Columns."""
        return int(self.x.shape[1])

    @property
    def count(self) -> int:
        """Rows."""
        return len(self.x)

    def times(self, w: Floats) -> Floats:
        """X w."""
        found: Floats = self.x @ w
        return found

    def back(self, r: Floats) -> Floats:
        """Xᵀ r."""
        found: Floats = self.x.T @ r
        return found

    def squares(self, rows: Floats) -> Floats:
        """The diagonal of Xᵀ diag(rows) X."""
        found: Floats = np.einsum("ij,ij,i->j", self.x, self.x, rows)
        return found

    def rows(self, which: Any) -> Floats:
        """Some of them."""
        found: Floats = self.x[which]
        return found


@dataclass(frozen=True, eq=False)
class Places:
    """Many columns: in each row a 1 at each of a few places (two, where a place is named twice)."""

    places: NDArray[np.int32]  # [rows, places]
    weights: int

    @property
    def count(self) -> int:
        """Rows."""
        return len(self.places)

    def times(self, w: Floats) -> Floats:
        """X w."""
        out = np.empty(len(self.places))
        sums(self.places, w, out)
        return out

    def back(self, r: Floats) -> Floats:
        """Xᵀ r."""
        out = np.zeros(self.weights)
        spread(self.places, r, out)
        return out

    def squares(self, rows: Floats) -> Floats:
        """The diagonal, as if no place were named twice: good enough to precondition with."""
        return self.back(rows)

    def rows(self, which: Any) -> Floats:
        """Some of them."""
        places = self.places[which]
        x = np.zeros((len(places), self.weights))
        for column in places.T:
            x[np.arange(len(x)), column] += 1
        return x


@dataclass(frozen=True, eq=False)
class Stones(Dense):
    """What stands on the board: 64 ones and zeros of the mover's, 64 of the other's; a byte each until used."""

    x: Any  # [rows, 128] uint8

    @classmethod
    def of(cls, states: NDArray[np.uint64]) -> Stones:
        """Of positions seen by their movers."""
        raw = np.ascontiguousarray(states).astype("<u8").view(np.uint8).reshape(len(states), 16)
        return cls(np.unpackbits(raw, axis=1, bitorder="little"))

    def rows(self, which: Any) -> Floats:
        """Some of them, as numbers."""
        found: Floats = self.x[which].astype(np.float64)
        return found


@kernel
def sums(places: Int32s, w: Floats, out: Floats) -> None:
    """X w."""
    for i in range(places.shape[0]):
        total = 0.0
        for j in range(places.shape[1]):
            total += w[np.uint64(places[i, j])]
        out[i] = total


@kernel
def spread(places: Int32s, r: Floats, out: Floats) -> None:
    """Add Xᵀ r."""
    for i in range(places.shape[0]):
        value = r[i]
        for j in range(places.shape[1]):
            out[np.uint64(places[i, j])] += value
