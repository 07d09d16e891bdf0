"""Heuristics as registered things: what each believes is left to go, and what follows from believing it.

An *admissible* heuristic never claims too much, and A* with it is optimal (if closed cells may be re-opened).
A *consistent* one never claims to have come closer than the step was long; then no cell is ever re-opened.
Two entries are wrong on purpose, each in one of these ways, so that the consequences can be seen.

Landmarks: Goldberg, Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory", SODA 2005 (ALT).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.stamps import UNREACHED
from sandbox.planning.grid.distances import distances_from
from sandbox.planning.grid.estimates import EUCLID, LANDMARKS, NO_TABLES, NORM, PATCHY, SQUARED, Guess
from sandbox.planning.grid.graph import STRAIGHT, TURN, Space
from sandbox.registry import ChoicesFrom, Help, Range, Registry


class Heuristic(Protocol):
    """A registered frozen dataclass.

    Registered with `admissible=` (the move rules, 4 and 8, for which it is) and `consistent=`.
    """

    def guess(self, space: Space, scale: int, moves: int, weighted: bool) -> Guess:
        """Make the estimate for one grid; `scale` cost units are 1/5741 of the cheapest cell."""


heuristics: Registry[Heuristic] = Registry("heuristic", "sandbox.planning.grid", "game_ai_sandbox.heuristics")
HeuristicKey = Annotated[str, ChoicesFrom(heuristics.keys), Help("what it believes is left to go")]
"""The option of planners that take any of them."""


def norm(along: int, across: int, scale: int, kind: int = NORM) -> Guess:
    """An estimate made of dx and dy alone."""
    return Guess(kind, along * scale, across * scale, NO_TABLES)


class Norm:
    """Such an estimate; a subclass says what a cell of the longer side costs, and of the shorter."""

    __slots__ = ()

    along: ClassVar[int] = STRAIGHT
    across: ClassVar[int] = 0
    kind: ClassVar[int] = NORM

    def guess(self, space: Space, scale: int, moves: int, weighted: bool) -> Guess:  # noqa: ARG002
        """The same on every grid, in its units."""
        return norm(self.along, self.across, scale, self.kind)


@heuristics.register("octile", title="Octile distance", admissible=(4, 8), consistent=True, order=1)
@dataclass(frozen=True, slots=True)
class Octile(Norm):
    """The exact distance across open ground with eight moves."""

    across = TURN


@heuristics.register("manhattan", title="Manhattan distance", admissible=(4,), consistent=True, order=2)
@dataclass(frozen=True, slots=True)
class Manhattan(Norm):
    """The exact distance across open ground with four moves; too much with eight."""

    across = STRAIGHT


@heuristics.register("euclid", title="Euclidean distance", admissible=(4, 8), consistent=True, order=3)
@dataclass(frozen=True, slots=True)
class Euclid(Norm):
    """As the crow flies: admissible, but less than the grid allows, so more is expanded."""

    kind = EUCLID


@heuristics.register("chebyshev", title="Chebyshev distance", admissible=(4, 8), consistent=True, order=4)
@dataclass(frozen=True, slots=True)
class Chebyshev(Norm):
    """The longer side only: what is left if diagonals cost as little as straight steps."""


@heuristics.register("zero", title="None at all", admissible=(4, 8), consistent=True, order=5)
@dataclass(frozen=True, slots=True)
class Zero(Norm):
    """Knows nothing: A* becomes Dijkstra's algorithm."""

    along = 0


@heuristics.register(
    "landmarks",
    title="Landmarks (ALT)",
    paper="Goldberg, Harrelson, SODA 2005",
    admissible=(4, 8),
    consistent=True,
    order=6,
)
@dataclass(frozen=True, slots=True)
class Landmarks:
    """True distances from a few far cells, measured beforehand; the triangle inequality does the rest."""

    count: Annotated[int, Range(1, 16), Help("landmarks; each costs one pass over the grid and 8 bytes a cell")] = 8

    def guess(self, space: Space, scale: int, moves: int, weighted: bool) -> Guess:
        """The best of the octile distance and what each landmark says."""
        mask = 15 if moves == 4 else 255
        tables = landmark_tables(space, self.count, mask, weighted=weighted)
        return Guess(LANDMARKS, STRAIGHT * scale, TURN * scale, tables)


@heuristics.register("squared", title="Squared distance (wrong)", admissible=(), consistent=False, order=8)
@dataclass(frozen=True, slots=True)
class Squared(Norm):
    """The popular mistake of saving the square root. Far too much: fast, greedy, and not optimal."""

    kind = SQUARED


@heuristics.register("patchy", title="Patchy (inconsistent)", admissible=(4, 8), consistent=False, order=7)
@dataclass(frozen=True, slots=True)
class Patchy(Norm):
    """Octile on some patches, a quarter of it on others: never too much, but closed cells must be re-opened."""

    across = TURN
    kind = PATCHY


ELSEWHERE = UNREACHED  # farther than any way: a part of the level that has no landmark yet gets the next one


def landmark_tables(space: Space, count: int, moves: int, *, weighted: bool) -> NDArray[np.int64]:
    """Distances [ids, count] from cells chosen far from each other, one after the other."""
    tables = np.zeros((space.moves.shape[0], count), np.int64)
    open_ids = np.flatnonzero(space.cost8)
    if len(open_ids) == 0:
        return tables
    first, away = distances_from(space, int(open_ids[len(open_ids) // 2]), weighted=weighted, moves=moves)
    nearest = np.where(first, away, 0)
    for k in range(count):
        landmark = int(open_ids[int(np.argmax(nearest[open_ids]))])
        reached, tables[:, k] = distances_from(space, landmark, weighted=weighted, moves=moves)
        mine = np.where(reached, tables[:, k], ELSEWHERE)
        nearest = mine if k == 0 else np.minimum(nearest, mine)
    return tables
