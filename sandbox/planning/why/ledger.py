"""The ledger of one answer: what every step towards the true optimum saves. The terms add up to the loss.

A term is the difference of the optima of two neighbouring worlds, with its sign. Where an optimum is not known
exactly the best way known stands for it, and the term says between which numbers it lies.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from sandbox.planning.api import Metric, Status
from sandbox.planning.why.pieces import parting
from sandbox.planning.worlds import NO_CELLS, NOWHERE, Cells, Points, Way, WorldStep

EQUAL = 1e-11  # costs that differ by less than this part are the same: two ways of adding one up

SUM = 1e-9  # the sum of the terms is off the loss by no more than this part of the cost


@dataclass(frozen=True, slots=True)
class Term:
    """One thing that makes a path longer (or, below zero, shorter)."""

    name: str
    value: float  # in cells; infinite where there is no way at all without this step
    words: str
    cells: Cells  # [n, 2] where it arises
    points: Points  # [n, 2] the way that the freer world would take
    low: float  # the value lies between these two; it is both where both optima are known exactly
    high: float

    @property
    def exact(self) -> bool:
        """Whether both optima are known exactly."""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Ledger:
    """Why one answer costs what it costs. Costs in cells."""

    planner: str
    status: Status
    metric: Metric
    cost: float  # of the answer; infinite without one
    optimum: float  # the least of the freest world, or the best known there
    optimum_low: float  # no way is cheaper; the optimum itself where it is known exactly
    terms: tuple[Term, ...] = ()  # from the answer to the optimum
    points: Points = field(default_factory=lambda: NOWHERE)  # the answer
    best: Points = field(default_factory=lambda: NOWHERE)  # the way of the freest world
    start: tuple[float, float] = (0.0, 0.0)  # the ends as they were taken
    goal: tuple[float, float] = (0.0, 0.0)
    radius: float = 0.0
    says: str = ""  # what a person should know: why there is nothing to add up, or what is not exact
    over_terrain: Ledger | None = None  # of a planner that measures lengths: the same answer, weighed by the terrain

    @property
    def loss(self) -> float:
        """How much more than the optimum the answer costs: the sum of all terms."""
        return 0.0 if self.cost == self.optimum else self.cost - self.optimum

    @property
    def exact(self) -> bool:
        """Whether every number is known exactly."""
        return self.optimum == self.optimum_low and all(term.exact for term in self.terms)

    @property
    def adds_up(self) -> bool:
        """Whether the terms come to the loss."""
        come_to = math.fsum(term.value for term in self.terms)
        known = math.isfinite(self.cost) and math.isfinite(self.optimum)
        return not known or abs(come_to - self.loss) <= SUM * max(1.0, self.cost)

    @property
    def main(self) -> Term | None:
        """The term that costs most, if any costs anything."""
        worst = max(self.terms, key=lambda term: term.value, default=None)
        return worst if worst is not None and worst.value > 0 else None


def terms_of(answer: Way, steps: Sequence[WorldStep]) -> tuple[Term, ...]:
    """The difference each step makes, from the answer on; of worlds without any way only the step out of the last."""
    ways = [answer, *(step.way or Way() for step in steps)]
    first = max((i for i, way in enumerate(ways) if math.isinf(way.cost)), default=0)
    terms: list[Term] = []
    before = ways[first]
    for step, way in zip(steps[first:], ways[first + 1 :], strict=True):
        after = same(before, way)
        terms.append(term_of(step, before, after))
        before = after
    return tuple(terms)


def same(before: Way, after: Way) -> Way:
    """The later way; with the cost of the earlier one where roundings alone make the difference."""
    if abs(before.cost - after.cost) <= EQUAL * max(1.0, abs(after.cost)):
        return Way(before.cost, after.points, after.low)
    return after


def term_of(step: WorldStep, before: Way, after: Way) -> Term:
    """What one step saves."""
    if math.isinf(before.cost):
        cells = step.cells if len(step.cells) else parting(after.points, before.points)
        return Term(step.name, math.inf, step.words, cells, after.points, math.inf, math.inf)
    value = before.cost - after.cost
    low, high = before.least - after.cost, before.cost - after.least
    cells = NO_CELLS
    if value or high > low:
        cells = step.cells if len(step.cells) else parting(before.points, after.points)
    return Term(step.name, value, step.words, cells, after.points, low, high)
