"""Theta* and lazy Theta*: any-angle paths on the grid. See `search` for the algorithm and its papers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from sandbox.planning.api import Limits, Plan, Promises, Query, planners
from sandbox.planning.grid.planner import GridPrepared
from sandbox.planning.grid.runner import Ground, Searcher, kernels_of
from sandbox.planning.limits import expansions
from sandbox.planning.planners.theta import search as text
from sandbox.planning.prepared import PlannerBase
from sandbox.planning.worlds import Way, WorldStep, length_of
from sandbox.registry import Help, Range

KERNELS = kernels_of(text.any_angle_search, text.turning_points)
HURRIED = "The estimate counts more than once: it hurries towards the goal, and takes the way that comes first."
BENDS = "It turns in the middle of cells, touches no corner, and tries few cells to come straight from."


class AnyAnglePrepared(GridPrepared):
    """Theta* on a level."""

    text: Any = text

    def engine(self, ground: Ground, limits: Limits) -> Searcher:
        """The text, lazy or not."""
        walls, least = self.level.derived.grid.cost8, 4 * ground.radius**2 - text.HAIR
        planner: AnyAngle = self.planner
        rule = text.Rule(int(planner.lazy), round(planner.weight * 64), expansions(limits), walls, least)
        return Searcher(KERNELS, self.memory(ground), rule, text.UNIT)

    def worlds(self, query: Query, plan: Plan) -> Sequence[WorldStep]:
        """Without the weight; then everything else."""
        hurried: list[WorldStep] = []
        if self.planner.weight != 1:
            plan = AnyAnglePrepared(self.level, replace(self.planner, weight=1.0)).plan(query, Limits())
            hurried = [WorldStep("heuristic weight", HURRIED, Way(length_of(plan.points), plan.points))]
        return [*hurried, WorldStep("bends in the middle of cells", BENDS)]


@dataclass(frozen=True, slots=True)
class AnyAngle(PlannerBase):
    """What both share."""

    weight: Annotated[float, Range(1.0, 10.0, 0.25), Help("times the heuristic: above 1 it hurries")] = 1.0
    lazy: ClassVar[bool] = False
    promises: ClassVar[Promises] = Promises(any_angle=True)  # not always the shortest
    prepared: ClassVar = AnyAnglePrepared


@planners.register("theta", title="Theta*", paper="Nash, Daniel, Koenig, Felner, AAAI 2007", order=60)
@dataclass(frozen=True, slots=True)
class Theta(AnyAngle):
    """A* that looks back: where the parent of a cell sees its neighbour, the way goes straight there."""


@planners.register("lazy-theta", title="Lazy Theta*", paper="Nash, Koenig, Tovey, AAAI 2010", order=65)
@dataclass(frozen=True, slots=True)
class LazyTheta(AnyAngle):
    """Theta* that believes every line of sight until the cell is expanded: one look per cell, not eight."""

    lazy: ClassVar[bool] = True
