"""Theta* and lazy Theta*: any-angle paths on the grid. See `search` for the algorithm and its papers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from sandbox.planning.api import planners
from sandbox.planning.grid.planner import GridPrepared, Promises
from sandbox.planning.grid.runner import Engine, Ground, expansions, kernels_of
from sandbox.planning.planners.theta import search as text
from sandbox.registry import Help, Range

if TYPE_CHECKING:
    from sandbox.level.model import Level
    from sandbox.planning.api import Limits

KERNELS = kernels_of(text.any_angle_search, text.turning_points)


@planners.register(
    "theta",
    title="Theta*",
    paper="Nash, Daniel, Koenig, Felner, AAAI 2007",
    world="grid",
    optimal=False,
    any_angle=True,
    weighted=False,
    radius=True,
    order=60,
)
@dataclass(frozen=True, slots=True)
class Theta:
    """A* that looks back: where the parent of a cell sees its neighbour, the way goes straight there."""

    weight: Annotated[float, Range(1.0, 10.0, 0.25), Help("times the heuristic: above 1 it hurries")] = 1.0

    def prepare(self, level: Level) -> AnyAnglePrepared:
        """Make ready for a level."""
        return AnyAnglePrepared(level, lazy=False, weight=self.weight)


@planners.register(
    "lazy-theta",
    title="Lazy Theta*",
    paper="Nash, Koenig, Tovey, AAAI 2010",
    world="grid",
    optimal=False,
    any_angle=True,
    weighted=False,
    radius=True,
    order=65,
)
@dataclass(frozen=True, slots=True)
class LazyTheta:
    """Theta* that believes every line of sight until the cell is expanded: one look per cell, not eight."""

    weight: Annotated[float, Range(1.0, 10.0, 0.25), Help("times the heuristic: above 1 it hurries")] = 1.0

    def prepare(self, level: Level) -> AnyAnglePrepared:
        """Make ready for a level."""
        return AnyAnglePrepared(level, lazy=True, weight=self.weight)


class AnyAnglePrepared(GridPrepared):
    """Theta* on a level."""

    def __init__(self, level: Level, *, lazy: bool, weight: float) -> None:
        self.lazy, self.weight = lazy, weight
        self._work: text.Work | None = None
        super().__init__(level, Promises(optimal=False, weighted=False, any_angle=True))

    def engine(self, ground: Ground, limits: Limits) -> Engine:
        """The text, lazy or not."""
        if self._work is None:
            self._work = text.new_work(ground.space.moves.shape[0])
        walls, least = self.level.derived.grid.cost8, 4 * ground.radius**2 - text.HAIR
        rule = text.Rule(int(self.lazy), round(self.weight * 64), expansions(limits), walls, least)
        return Engine(KERNELS, self._work, rule, text.UNIT)

    def grow(self) -> None:
        """Twice the open list."""
        assert self._work is not None
        self._work = text.with_more_room(self._work)

    def restart(self) -> None:
        """Memory of the new size will be made when needed."""
        self._work = None
