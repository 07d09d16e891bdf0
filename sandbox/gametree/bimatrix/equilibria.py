"""All equilibria of a game of two who choose at once, in exact rationals.

Corners of both best-response polytopes whose labels together are all labels are the *extreme* equilibria (O. L.
Mangasarian, "Equilibrium Points of Bimatrix Games", SIAM J. 12, 1964). Where a game is degenerate there are infinitely
many others: every equilibrium lies in a *maximal Nash subset*, all mixtures of some extreme strategies of the one with
all mixtures of some of the other, each with each (H.-M. Winkels 1979; D. Avis, G. Rosenberg, R. Savani, B. von
Stengel, "Enumeration of Nash Equilibria for Two-Player Games", Economic Theory 42, 2010). Subsets that touch make up
a component.

Departs from them in leaving strategies out first that a pure one dominates strictly: no equilibrium plays them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sandbox.gametree.bimatrix.dominance import Game, eliminated
from sandbox.gametree.bimatrix.vertices import Corner, Vector, corners, dot


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """An extreme one."""

    row: Vector
    column: Vector
    worth: tuple[Fraction, Fraction]

    @property
    def pure(self) -> bool:
        """Whether nobody mixes."""
        return max(self.row) == max(self.column) == 1


@dataclass(frozen=True, slots=True)
class Subset:
    """A maximal Nash subset: mixtures of these rows' strategies against mixtures of these columns'."""

    rows: tuple[Vector, ...]
    columns: tuple[Vector, ...]

    @property
    def single(self) -> bool:
        """Whether it is one point."""
        return len(self.rows) == len(self.columns) == 1


@dataclass(frozen=True, slots=True)
class Solution:
    """All equilibria."""

    extreme: tuple[Equilibrium, ...]
    subsets: tuple[Subset, ...]
    degenerate: bool  # some mixture has more best responses than strategies it is made of

    @property
    def components(self) -> tuple[tuple[Subset, ...], ...]:
        """Subsets that touch, together."""
        groups: list[list[Subset]] = []
        for subset in self.subsets:
            near = [group for group in groups if any(_touch(subset, other) for other in group)]
            groups = [group for group in groups if group not in near]
            groups.append([subset, *(other for group in near for other in group)])
        return tuple(map(tuple, groups))


def _touch(a: Subset, b: Subset) -> bool:
    return bool(set(a.rows) & set(b.rows)) and bool(set(a.columns) & set(b.columns))


def equilibria(game: Game) -> Solution:
    """All of them, pure ones first."""
    kept = eliminated(game, mixtures=False)[-1].left
    small = game.part(*kept)
    rows, columns = small.shape
    first = corners(_transposed(_positive(small.second)), rows)  # what the row player mixes
    second = corners(_positive(small.first), columns)
    every = frozenset(range(rows + columns))
    pairs = [(p, q) for p in first for q in second if p.labels | _turned(q, rows, columns) == every]
    degenerate = any(len(c.labels) > rows for c in first) or any(len(c.labels) > columns for c in second)
    named = [(_whole(p, kept[0], game.shape[0]), _whole(q, kept[1], game.shape[1])) for p, q in pairs]
    found = sorted({Equilibrium(x, y, _worth(game, x, y)) for x, y in named}, key=_order)
    return Solution(tuple(found), tuple(_subsets(named)), degenerate)


def _positive(matrix: Sequence[Sequence[Fraction]]) -> list[list[Fraction]]:
    """The same game with numbers above 0."""
    shift = 1 - min(min(row) for row in matrix)
    return [[x + shift for x in row] for row in matrix]


def _transposed(matrix: Sequence[Sequence[Fraction]]) -> list[list[Fraction]]:
    return [list(column) for column in zip(*matrix, strict=True)]


def _turned(corner: Corner, rows: int, columns: int) -> frozenset[int]:
    """A column mixture's labels by the names a row mixture's have: rows first."""
    return frozenset(label + rows if label < columns else label - columns for label in corner.labels)


def _whole(corner: Corner, kept: Sequence[int], width: int) -> Vector:
    """A mixture of the game with the strategies that were left out."""
    shares = dict(zip(kept, corner.mixture(), strict=True))
    return tuple(shares.get(i, Fraction(0)) for i in range(width))


def _worth(game: Game, row: Vector, column: Vector) -> tuple[Fraction, Fraction]:
    return tuple(dot([dot(line, column) for line in matrix], row) for matrix in (game.first, game.second))  # type: ignore[return-value]


def _order(found: Equilibrium) -> tuple[int, list[Fraction]]:
    mixed = sum(x > 0 for x in (*found.row, *found.column))
    return mixed, [-x for x in (*found.row, *found.column)]


def _subsets(pairs: Sequence[tuple[Vector, Vector]]) -> list[Subset]:
    """Sets of strategies each of which is in equilibrium with each, as large as can be."""
    partners: dict[Vector, frozenset[Vector]] = {}
    for x, y in pairs:
        partners[y] = partners.get(y, frozenset()) | {x}
    sides = set(partners.values())
    while more := {a & b for a in sides for b in sides} - sides - {frozenset()}:
        sides |= more
    found = []
    for side in sides:
        against = [y for y, known in partners.items() if side <= known]
        found.append(Subset(tuple(sorted(side, reverse=True)), tuple(sorted(against, reverse=True))))
    return sorted(found, key=lambda s: (s.rows, s.columns), reverse=True)
