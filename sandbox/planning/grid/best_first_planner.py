"""The planners of the best-first family, made ready for a level: which text runs, with which rule.

Where the heuristic is consistent and nothing unusual is asked for, the bucket queue answers; otherwise the
exact open list does. Both return the same costs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import sparse
from sandbox.level.model import Level
from sandbox.level.rect import Rect
from sandbox.planning.api import Limits, Plan, Promises, Query
from sandbox.planning.grid import best_first as exact
from sandbox.planning.grid import bucket_search as fast
from sandbox.planning.grid import given_up
from sandbox.planning.grid.distances import shift_for
from sandbox.planning.grid.graph import trace_arrivals
from sandbox.planning.grid.heuristics import heuristics
from sandbox.planning.grid.optimum import measured
from sandbox.planning.grid.planner import Cells, GridPrepared
from sandbox.planning.grid.runner import Ground, Searcher, kernels_of
from sandbox.planning.limits import expansions
from sandbox.planning.prepared import PlannerBase
from sandbox.planning.taking_up import take_up
from sandbox.planning.worlds import Way, WorldStep

TIES = {"larger g": exact.LARGER_G, "smaller g": exact.SMALLER_G, "newest": exact.NEWEST, "oldest": exact.OLDEST}

FAST = kernels_of(fast.bucket_search, trace_arrivals)
EXACT = kernels_of(exact.best_first, trace_arrivals)


@dataclass(frozen=True, slots=True)
class Recipe:
    """What makes one member of the family."""

    order: int = exact.BY_COST
    heuristic: str = "octile"
    weight: float = 1.0
    moves: int = 8
    ties: str = "larger g"
    reopen: bool = True
    buckets: bool = True  # allow the fast text
    canonical: bool = True  # allow it to prune

    @property
    def optimal(self) -> bool:
        """Whether the cost found is the least there is."""
        if self.order != exact.BY_COST or self.weight > 1 or not self.admissible:
            return False
        return self.reopen or self.consistent

    @property
    def admissible(self) -> bool:
        """Whether the heuristic never claims too much under these moves."""
        return self.moves in heuristics[self.heuristic].info["admissible"]

    @property
    def consistent(self) -> bool:
        """Whether no cell ever has to be re-opened, at a weight of 1."""
        return self.admissible and bool(heuristics[self.heuristic].info["consistent"])

    @property
    def factor(self) -> float:
        """A cost found, divided by this, is a lower bound (0: nothing is known)."""
        if self.order != exact.BY_COST or not self.admissible or not (self.reopen or self.consistent):
            return 0.0
        return self.weight

    @property
    def plain(self) -> bool:
        """Whether the bucket queue can do it."""
        norm = self.heuristic in ("octile", "manhattan", "chebyshev", "zero")
        usual = self.order == exact.BY_COST and self.weight == 1 and self.ties == "larger g"
        return self.buckets and usual and norm and self.consistent

    @property
    def promises(self) -> Promises:
        """What follows from all this."""
        return Promises(optimal=self.optimal, weighted=True, moves=self.moves, factor=self.factor)


class BestFirstPrepared(GridPrepared):
    """A best-first planner on a level. `ground.tables` is the heuristic's `Guess`."""

    def __init__(self, level: Level, planner: BestFirst) -> None:
        self.recipe = planner.recipe
        self.text = fast if self.recipe.plain else exact
        super().__init__(level, planner)

    def build_tables(self, ground: Ground) -> None:
        """Make the heuristic's tables."""
        heuristic = heuristics[self.recipe.heuristic].cls()
        ground.tables = heuristic.guess(ground.space, self.scale(ground), self.recipe.moves, self.weighted)

    def repair_tables(self, ground: Ground, dirty: Sequence[Rect]) -> str:  # noqa: ARG002
        """Only landmarks remember anything of the grid."""
        self.build_tables(ground)
        return "landmarks measured again" if self.recipe.heuristic == "landmarks" else ""

    def engine(self, ground: Ground, limits: Limits) -> Searcher:
        """The fast text where it can do the job, else the exact one."""
        return self._fast(ground, limits) if self.recipe.plain else self._exact(ground, limits)

    def _fast(self, ground: Ground, limits: Limits) -> Searcher:
        guess, weighted = ground.tables, self.weighted
        canonical = self.recipe.canonical and self.recipe.moves == 8 and not weighted
        shift = shift_for(ground.space, weighted=weighted)
        rule = fast.Rule(
            along=guess.along,
            across=guess.across,
            moves=self._mask,
            weighted=int(weighted),
            canonical=int(canonical),
            shift=shift,
            budget=expansions(limits),
        )
        return Searcher(FAST, self.memory(ground), rule, self.unit)

    def _exact(self, ground: Ground, limits: Limits) -> Searcher:
        recipe = self.recipe
        rule = exact.Rule(
            order=recipe.order,
            weight=round(recipe.weight * exact.WEIGHT_UNIT),
            ties=TIES[recipe.ties],
            reopen=int(recipe.reopen),
            moves=self._mask,
            weighted=int(self.weighted),
            budget=expansions(limits),
            guess=ground.tables,
        )
        return Searcher(EXACT, self.memory(ground), rule, self.unit)

    @property
    def goes_on(self) -> bool:
        """With buckets: a heap's order, and landmarks, are those of the whole search."""
        return self.recipe.plain

    def take_up(self, ends: Cells, rule: Any, parts: NDArray[np.int64]) -> int:
        """From the first bucket that the edit touched."""
        if len(self.work.order) == 0:  # from now on its order is kept
            self.work = self.work._replace(order=sparse(len(self.work.key), np.int64))
            self._sides = sparse(len(self.work.key), np.uint8)
            return 0
        return int(take_up(ends.ground.space, self.work, rule, ends.start, ends.goal, self._sides, parts))

    def worlds(self, query: Query, plan: Plan) -> Sequence[WorldStep]:  # noqa: ARG002
        """What its options give up: see `given_up`."""
        return given_up.steps(self.recipe, lambda recipe: self._answered(recipe, query))

    def _answered(self, recipe: Recipe, query: Query) -> Way:
        """The way that another recipe finds."""
        plan = Member(recipe).prepare(self.level).plan(query, Limits())
        return Way(measured(self.ground(query.radius).space, plan), plan.points)

    @property
    def _mask(self) -> int:
        return 15 if self.recipe.moves == 4 else 255


class BestFirst(PlannerBase, ABC):
    """A planner of the family: everything follows from its recipe."""

    __slots__ = ()

    prepared: ClassVar[type[BestFirstPrepared]] = BestFirstPrepared

    @property
    @abstractmethod
    def recipe(self) -> Recipe:
        """Which text runs, and how."""

    @property
    def promises(self) -> Promises:
        """What follows from the recipe."""
        return self.recipe.promises


@dataclass(frozen=True)
class Member(BestFirst):
    """One that is its recipe alone."""

    like: Recipe

    @property
    def recipe(self) -> Recipe:
        """The recipe."""
        return self.like
