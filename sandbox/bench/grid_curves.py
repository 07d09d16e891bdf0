"""Curves of the grid planners: the work of a query, and of preparing, as the level grows."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from sandbox.bench.curves import Growth, Measured, curves
from sandbox.errors import BadInput
from sandbox.level.model import FLOOR, MAX_SIDE, WALL, Level
from sandbox.planning.api import Limits, Planner, Query, Status, planners
from sandbox.registry import Help, Range

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


Seconds = tuple[float, ...]
Timing = Callable[["Planner", Level, int, Limits], Seconds]


def queries(planner: Planner, level: Level, repeats: int, limits: Limits) -> Seconds:
    """Of queries from corner to corner."""
    prepared, query = planner.prepare(level), Query((0.5, 0.5), (level.width - 0.5, level.height - 0.5))
    if prepared.plan(query, limits).status is Status.NO_PATH:
        raise BadInput("walls", f"no way from corner to corner at {level.width} cells", "fewer walls")
    return tuple(prepared.plan(query, limits).total_ns / 1e9 for _ in range(repeats))


def preparations(planner: Planner, level: Level, repeats: int, limits: Limits) -> Seconds:
    """Of preparing, without the level's own structures."""
    level.derived.grid  # noqa: B018  (made when asked for)
    planner.prepare(level)
    return tuple(_seconds(planner, level) for _ in range(repeats) if not limits.stop[0])


def _seconds(planner: Planner, level: Level) -> float:
    began = time.perf_counter()
    planner.prepare(level)
    return time.perf_counter() - began


def _curve_of(planner: str, key: str, title: str, order: int, timing: Timing) -> None:
    @curves.register(key, title=title, n="cells", value="s", growth=Growth.POWER, order=order, planner=planner)
    @dataclass(frozen=True, slots=True)
    class PlannerCurve:
        """Time of a planner over scattered walls; n is the number of cells."""

        repeats: Annotated[int, Range(1, 100), Help("runs of each size")] = 7
        walls: Annotated[float, Range(0.0, 0.35), Help("share of blocked cells")] = 0.15

        def default_sizes(self) -> Sequence[int]:
            """Sides of the square."""
            return SIDES

        def measure(self, size: int, stop: NDArray[np.uint8]) -> Measured:
            """Time this planner alone."""
            level = scattered(size, self.walls)
            return Measured(size * size, timing(planners[planner].create(), level, self.repeats, Limits(stop=stop)))

    PlannerCurve.__qualname__ = f"PlannerCurve[{key}]"


ASKED = {
    "bfs": "Breadth-first",
    "dijkstra": "Dijkstra",
    "astar": "A*",
    "bidirectional": "Bidirectional A*",
    "jps": "JPS",
    "jps-plus": "JPS+",
    "theta": "Theta*",
}
PREPARED = {"jps-plus": "JPS+", "hpa": "HPA*", "pra": "PRA*"}

for number, (name, words) in enumerate(ASKED.items()):
    _curve_of(name, name, f"{words}, one query", 10 + number, queries)
for number, (name, words) in enumerate(PREPARED.items()):
    _curve_of(name, f"{name}-prepare", f"{words}, preparation", 30 + number, preparations)
