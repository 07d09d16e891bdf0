"""The corners of best-response polytopes, in exact rationals.

    { x >= 0 : m · x <= 1 for every row m of a matrix of positive numbers }

Each corner carries *labels*: the coordinates that are 0, and, behind them, the rows that are met with equality. B. von
Stengel, "Computing Equilibria for Two-Person Games", Handbook of Game Theory 3, 2002.

Every choice of as many rows as coordinates that are not 0 is tried: exact and plain, for games of a few strategies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

from sandbox.errors import BadInput

Vector = tuple[Fraction, ...]
Matrix = Sequence[Sequence[Fraction]]
MOST_SYSTEMS = 4_000


@dataclass(frozen=True, slots=True)
class Corner:
    """A corner other than 0."""

    at: Vector
    labels: frozenset[int]

    def mixture(self) -> Vector:
        """Its coordinates as shares of their sum."""
        whole = sum(self.at, Fraction(0))
        return tuple(x / whole for x in self.at)


def corners(rows: Matrix, width: int) -> list[Corner]:
    """All corners but 0, or BadInput where there are too many to try."""
    if comb(width + len(rows), width) > MOST_SYSTEMS:
        raise BadInput("matrix", f"{width} strategies against {len(rows)}", "a smaller game to be solved exactly")
    found: dict[Vector, Corner] = {}
    for size in range(1, min(width, len(rows)) + 1):
        for support in combinations(range(width), size):
            for tight in combinations(range(len(rows)), size):
                inside = solved([[rows[j][i] for i in support] for j in tight])
                if inside is None or min(inside) < 0:
                    continue
                at = spread(inside, support, width)
                if at not in found and all(dot(row, at) <= 1 for row in rows):
                    found[at] = Corner(at, labels_of(rows, at))
    return list(found.values())


def labels_of(rows: Matrix, at: Vector) -> frozenset[int]:
    """What holds with equality."""
    zero = {i for i, x in enumerate(at) if x == 0}
    return frozenset(zero | {len(at) + j for j, row in enumerate(rows) if dot(row, at) == 1})


def spread(inside: Sequence[Fraction], support: Sequence[int], width: int) -> Vector:
    """A vector of the whole width."""
    values = dict(zip(support, inside, strict=True))
    return tuple(values.get(i, Fraction(0)) for i in range(width))


def dot(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    """The inner product."""
    return sum((x * y for x, y in zip(a, b, strict=True) if y), Fraction(0))


def solved(matrix: list[list[Fraction]]) -> list[Fraction] | None:
    """What the matrix takes to a column of ones, by Gauss and Jordan; None where that is not one point."""
    size = len(matrix)
    rows = [[*row, Fraction(1)] for row in matrix]
    for column in range(size):
        pivot = next((r for r in range(column, size) if rows[r][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        lead = rows[column][column]
        rows[column] = [x / lead for x in rows[column]]
        for r in range(size):
            if r != column and rows[r][column]:
                factor = rows[r][column]
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[column], strict=True)]
    return [row[-1] for row in rows]
