"""Strictly dominated strategies, crossed out one by one.

A strategy is strictly dominated if another, or a mixture of others, brings more whatever the other player does: no
rational player plays it, and the other knows. What is left in the end does not depend on the order (D. Gale, "A Theory
of N-Person Games with Perfect Information", PNAS 39, 1953), and every equilibrium is among it.

A mixture that dominates is what the row player of a zero-sum game plays whose numbers are the differences to the
strategy: if he wins that for certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sandbox.gametree.bimatrix.vertices import Matrix, Vector, corners, dot

ROW, COLUMN = 0, 1


@dataclass(frozen=True, slots=True)
class Game:
    """What both have, row by row."""

    first: Matrix
    second: Matrix

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.first), len(self.first[0])

    def part(self, rows: Sequence[int], columns: Sequence[int]) -> Game:
        """Some rows and columns."""
        return Game(*([[m[i][j] for j in columns] for i in rows] for m in (self.first, self.second)))

    def seen_by(self, player: int) -> Matrix:
        """A player's own payoffs, his strategies as rows."""
        return self.first if player == ROW else [list(column) for column in zip(*self.second, strict=True)]


@dataclass(frozen=True, slots=True)
class Crossed:
    """One step: what was crossed out, by which mixture, and what is left. The first step crosses nothing out."""

    left: tuple[tuple[int, ...], tuple[int, ...]]
    player: int = -1
    strategy: int = -1
    by: tuple[tuple[int, Fraction], ...] = ()  # strategies and their shares


def eliminated(game: Game, *, mixtures: bool = True) -> tuple[Crossed, ...]:
    """Step by step, until nothing is dominated."""
    rows, columns = game.shape
    steps = [Crossed((tuple(range(rows)), tuple(range(columns))))]
    while (more := _next(game, steps[-1].left, mixtures=mixtures)) is not None:
        steps.append(more)
    return tuple(steps)


def _next(game: Game, left: tuple[tuple[int, ...], tuple[int, ...]], *, mixtures: bool) -> Crossed | None:
    """The next that is dominated, by a pure strategy if there is one."""
    for mixed in (False, True) if mixtures else (False,):
        for player in (ROW, COLUMN):
            payoffs = game.part(*left).seen_by(player)
            for i, strategy in enumerate(left[player]):
                by = dominating(payoffs, i) if mixed else _pure(payoffs, i)
                if by:
                    rest = tuple(s for s in left[player] if s != strategy)
                    named = tuple((left[player][k], share) for k, share in by)
                    return Crossed((rest, left[1]) if player == ROW else (left[0], rest), player, strategy, named)
    return None


def _pure(payoffs: Matrix, i: int) -> tuple[tuple[int, Fraction], ...]:
    for k, row in enumerate(payoffs):
        if all(a > b for a, b in zip(row, payoffs[i], strict=True)):
            return ((k, Fraction(1)),)
    return ()


def dominating(payoffs: Matrix, i: int) -> tuple[tuple[int, Fraction], ...]:
    """A mixture of the others that is better than strategy i against everything, if there is one."""
    others = [k for k in range(len(payoffs)) if k != i]
    if len(others) < 2:
        return ()
    gains = [[a - b for a, b in zip(payoffs[k], payoffs[i], strict=True)] for k in others]
    value, mixture = secured(gains)
    return tuple((k, share) for k, share in zip(others, mixture, strict=True) if share) if value > 0 else ()


def secured(matrix: Matrix) -> tuple[Fraction, Vector]:
    """The most that the row player of a zero-sum game can be sure of, and the mixture that secures it."""
    shift = max(max(row) for row in matrix) + 1
    losses = [[shift - x for x in column] for column in zip(*matrix, strict=True)]  # a row for each column; above 0
    best = max(corners(losses, len(matrix)), key=lambda corner: sum(corner.at, Fraction(0)))
    mixture = best.mixture()
    return min(dot(list(column), mixture) for column in zip(*matrix, strict=True)), mixture
