"""How a planner stands among others: its times at rest, and by how much its path is longer than the best.

Costs are compared where they count the same and lead from the same ends to the same: lengths with lengths, weighted
costs with weighted costs. Planners of the grid begin and end on the middles of cells.
"""

from __future__ import annotations

import math
import time
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from sandbox.planning.api import Limits, Metric, Plan, Promises, Query, Status
from sandbox.planning.prepared import Prepared, taken
from sandbox.planning.why.referees import Stopped, referees_of

LEAST, MOST = 5, 31  # runs that are timed
PATIENCE = 0.1  # seconds spent on them, if that allows the least


class Times(NamedTuple):
    """Of repeated clean runs, in nanoseconds: the median, and the middle half of them."""

    median: float
    low: float
    high: float
    first_move: float  # the median of the time until the first step is known
    runs: int


@dataclass(frozen=True, slots=True)
class Optimum:
    """The shortest way at any angle: its length, and what no way can be shorter than."""

    cost: float
    least: float


def timed(prepared: Prepared, query: Query, limits: Limits, *, runs: int = 0) -> Times | None:
    """Answer a query again and again, clean: so often, or as often as patience allows; None if it was ended.

    Nothing is prepared meanwhile: the structure is brought up to date before the first of them.
    """
    prepared.follow()
    began, totals, firsts = time.perf_counter(), list[int](), list[int]()
    while len(totals) < (runs or MOST):
        plan = prepared.plan(query, limits)
        if plan.status is Status.CANCELLED or limits.stop[0]:
            return None
        totals.append(plan.total_ns)
        firsts.append(plan.first_move_ns)
        if not runs and len(totals) >= LEAST and time.perf_counter() - began > PATIENCE:
            break
    low, median, high = np.percentile(totals, [25, 50, 75]).tolist()
    return Times(median, low, high, float(np.median(firsts)), len(totals))


def optimum(prepared: Prepared, query: Query, limits: Limits) -> Optimum | None:
    """The true any-angle optimum between the ends as this planner takes them; None if it was ended, or for no way."""
    try:
        way = referees_of(prepared.level).among_polygons(taken(prepared, query), limits)
    except Stopped:
        return None
    return Optimum(way.cost, way.least) if math.isfinite(way.cost) else None


def centred(query: Query) -> Query:
    """The query with both ends on the middles of their cells: the same for every planner."""
    (sx, sy), (gx, gy) = query.start, query.goal
    start, goal = (math.floor(sx) + 0.5, math.floor(sy) + 0.5), (math.floor(gx) + 0.5, math.floor(gy) + 0.5)
    return replace(query, start=start, goal=goal)


def kind_of(metric: Metric, promises: Promises, query: Query) -> Hashable:
    """Costs of one kind can be compared."""
    return metric, promises.world if centred(query) != query else ""


def best_of(costs: Iterable[tuple[Hashable, Plan]]) -> dict[Hashable, float]:
    """The least cost found, kind by kind."""
    best: dict[Hashable, float] = {}
    for kind, plan in costs:
        if plan.status is Status.FOUND and not plan.refused:
            best[kind] = min(plan.cost, best.get(kind, math.inf))
    return best


def longer(cost: float, than: float) -> float:
    """By which share of the other one it is longer; nothing is longer than nothing by nothing."""
    if than > 0:
        return cost / than - 1
    return 0.0 if cost <= 0 else math.inf
