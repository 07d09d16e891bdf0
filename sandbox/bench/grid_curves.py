"""Curves of the grid planners: the work of a query, and of preparing, as the level grows."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated

import numpy as np
from numpy.typing import NDArray

from sandbox.bench.curves import Growth, Measured, curves
from sandbox.errors import BadInput
from sandbox.level.model import FLOOR, MAX_SIDE, WALL, Level
from sandbox.planning.api import Limits, Query, Status, planners
from sandbox.registry import Help, Range

if TYPE_CHECKING:
    from sandbox.planning.api import Planner

SEED = 7
SIDES = (64, 128, 256, 512, 1024)


@lru_cache(maxsize=1)
def scattered(side: int, walls: float) -> Level:
    """A square with single blocked cells strewn over it, its corners free."""
    if not 2 <= side <= MAX_SIDE:
        raise BadInput("--sizes", f"a level of {side} × {side} cells", f"2 to {MAX_SIDE} a side")
    rock = np.random.default_rng([SEED, side]).random((side, side)) < walls
    rock[: min(side, 3), : min(side, 3)] = rock[-min(side, 3) :, -min(side, 3) :] = False
    return Level(np.where(rock, WALL, FLOOR).astype(np.uint8))


def _small_side(level: Level) -> Query:
    return Query((0.5, 0.5), (level.width - 0.5, level.height - 0.5))


@dataclass(frozen=True, slots=True)
class _QueryCurve:
    """Corner to corner over scattered walls; n is the number of cells."""

    repeats: Annotated[int, Range(1, 100), Help("runs of each size")] = 7
    walls: Annotated[float, Range(0.0, 0.35), Help("share of blocked cells")] = 0.15

    def planner(self) -> Planner:
        """Whose query it is."""
        raise NotImplementedError

    def default_sizes(self) -> Sequence[int]:
        """Sides of the square."""
        return SIDES

    def measure(self, size: int, stop: NDArray[np.uint8]) -> Measured:
        """Time queries from corner to corner."""
        level = scattered(size, self.walls)
        prepared, query, limits = self.planner().prepare(level), _small_side(level), Limits(stop=stop)
        if prepared.plan(query, limits).status is Status.NO_PATH:
            raise BadInput("walls", f"{self.walls:g}: no way from corner to corner at {size} cells", "fewer walls")
        plans = [prepared.plan(query, limits) for _ in range(self.repeats)]
        return Measured(size * size, tuple(p.total_ns / 1e9 for p in plans))


def _curve_of(key: str, title: str, order: int) -> type[_QueryCurve]:
    """A curve for a planner's queries."""

    @curves.register(key, title=title, n="cells", value="s", growth=Growth.POWER, order=order)
    @dataclass(frozen=True, slots=True)
    class PlannerCurve(_QueryCurve):
        """Time of a query from corner to corner over scattered walls."""

        def planner(self) -> Planner:
            """Whose query it is."""
            made: Planner = planners[key].parse({})
            return made

    PlannerCurve.__qualname__ = f"PlannerCurve[{key}]"
    return PlannerCurve


for number, (planner_key, name) in enumerate(
    [
        ("bfs", "Breadth-first"),
        ("dijkstra", "Dijkstra"),
        ("astar", "A*"),
        ("bidirectional", "Bidirectional A*"),
        ("jps", "JPS"),
        ("jps-plus", "JPS+"),
        ("theta", "Theta*"),
    ]
):
    _curve_of(planner_key, f"{name}, one query", 10 + number)


@dataclass(frozen=True, slots=True)
class _PrepareCurve:
    """Preparing a planner on scattered walls; n is the number of cells."""

    repeats: Annotated[int, Range(1, 100), Help("runs of each size")] = 5
    walls: Annotated[float, Range(0.0, 0.35), Help("share of blocked cells")] = 0.15

    def planner(self) -> Planner:
        """What is prepared."""
        raise NotImplementedError

    def default_sizes(self) -> Sequence[int]:
        """Sides of the square."""
        return SIDES

    def measure(self, size: int, stop: NDArray[np.uint8]) -> Measured:
        """Time the preparation alone."""
        level, planner = scattered(size, self.walls), self.planner()
        level.derived.grid  # noqa: B018  (the level's own structures are not what is measured)
        planner.prepare(level)
        return Measured(size * size, tuple(_seconds(planner, level) for _ in range(self.repeats) if not stop[0]))


def _seconds(planner: Planner, level: Level) -> float:
    began = time.perf_counter()
    planner.prepare(level)
    return time.perf_counter() - began


def _preparation_of(key: str, title: str, order: int) -> type[_PrepareCurve]:
    """A curve for a planner's preparation."""

    @curves.register(f"{key}-prepare", title=title, n="cells", value="s", growth=Growth.POWER, order=order)
    @dataclass(frozen=True, slots=True)
    class PreparationCurve(_PrepareCurve):
        """Time to prepare on scattered walls."""

        def planner(self) -> Planner:
            """What is prepared."""
            made: Planner = planners[key].parse({})
            return made

    PreparationCurve.__qualname__ = f"PreparationCurve[{key}]"
    return PreparationCurve


for number, (planner_key, name) in enumerate([("jps-plus", "JPS+"), ("hpa", "HPA*"), ("pra", "PRA*")]):
    _preparation_of(planner_key, f"{name}, preparation", 30 + number)
