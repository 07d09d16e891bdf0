"""Theta* and lazy Theta*: any-angle paths on the grid. See `search` for the algorithm and its papers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from sandbox.planning.api import Limits, Promises, planners
from sandbox.planning.grid.planner import GridPrepared
from sandbox.planning.grid.runner import Engine, Ground, kernels_of
from sandbox.planning.limits import expansions
from sandbox.planning.planners.theta import search as text
from sandbox.planning.worlds import Step, Way, length_of
from sandbox.registry import Help, Range

if TYPE_CHECKING:
    from sandbox.level.model import Level
    from sandbox.planning.api import Plan, Query

KERNELS = kernels_of(text.any_angle_search, text.turning_points)
HURRIED = "The estimate counts more than once: it hurries towards the goal, and takes the way that comes first."
BENDS = "It turns in the middle of cells, touches no corner, and tries few cells to come straight from."
PROMISES = Promises(any_angle=True)


@planners.register(
    "theta",
    title="Theta*",
    paper="Nash, Daniel, Koenig, Felner, AAAI 2007",
    order=60,
)
@dataclass(frozen=True, slots=True)
class Theta:
    """A* that looks back: where the parent of a cell sees its neighbour, the way goes straight there."""

    weight: Annotated[float, Range(1.0, 10.0, 0.25), Help("times the heuristic: above 1 it hurries")] = 1.0

    @property
    def promises(self) -> Promises:
        """Any angle, not always the shortest."""
        return PROMISES

    def prepare(self, level: Level) -> AnyAnglePrepared:
        """Make ready for a level."""
        return AnyAnglePrepared(level, lazy=False, weight=self.weight)


@planners.register(
    "lazy-theta",
    title="Lazy Theta*",
    paper="Nash, Koenig, Tovey, AAAI 2010",
    order=65,
)
@dataclass(frozen=True, slots=True)
class LazyTheta:
    """Theta* that believes every line of sight until the cell is expanded: one look per cell, not eight."""

    weight: Annotated[float, Range(1.0, 10.0, 0.25), Help("times the heuristic: above 1 it hurries")] = 1.0

    @property
    def promises(self) -> Promises:
        """Any angle, not always the shortest."""
        return PROMISES

    def prepare(self, level: Level) -> AnyAnglePrepared:
        """Make ready for a level."""
        return AnyAnglePrepared(level, lazy=True, weight=self.weight)


class AnyAnglePrepared(GridPrepared):
    """Theta* on a level."""

    def __init__(self, level: Level, *, lazy: bool, weight: float) -> None:
        self.lazy, self.weight = lazy, weight
        super().__init__(level, PROMISES)

    def engine(self, ground: Ground, limits: Limits) -> Engine:
        """The text, lazy or not."""
        walls, least = self.level.derived.grid.cost8, 4 * ground.radius**2 - text.HAIR
        rule = text.Rule(int(self.lazy), round(self.weight * 64), expansions(limits), walls, least)
        return Engine(KERNELS, self.memory(ground), rule, text.UNIT)

    def worlds(self, query: Query, plan: Plan) -> Sequence[Step]:
        """Without the weight; then everything else."""
        hurried = []
        if self.weight != 1:
            plan = AnyAnglePrepared(self.level, lazy=self.lazy, weight=1.0).plan(query, Limits())
            hurried = [Step("heuristic weight", HURRIED, Way(length_of(plan.points), plan.points))]
        return [*hurried, Step("bends in the middle of cells", BENDS)]

    def new_work(self, ground: Ground) -> text.Work:
        """Memory for a grid of this size."""
        return text.new_work(ground.space.moves.shape[0])

    def enlarged(self, work: text.Work) -> text.Work:
        """Twice the open list."""
        return text.with_more_room(work)
