"""Scenario files for any level: random queries between connected cells, their optima by A*."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.files import write_atomically
from sandbox.level import formats
from sandbox.level.formats.movingai import Scenario, write_scenario
from sandbox.level.model import Level
from sandbox.planning.api import Limits, Query, planners

SEED = 2026


def write_case(level: Level, at: Path, scen: Path, count: int, limits: Limits, seed: int = SEED) -> bool:
    """Write random queries on a level, and the level if its file is not there; False, and nothing, if stopped."""
    if not level.uniform:
        raise BadInput(at.stem, "terrain of several costs", "one cost, since scenario files know only lengths")
    cells = _connected_pairs(level, count, seed)
    queries = [Query((ax, ay), (bx, by)) for ax, ay, bx, by in cells.tolist()]  # whole numbers: their centres
    costs = np.array([plan.cost for plan in planners["astar"].create().prepare(level).plan_many(queries, limits)])
    if limits.stop[0]:
        return False
    order = np.argsort(costs, kind="stable")
    cells, costs = cells[order], costs[order]
    size = np.tile(np.array([level.width, level.height], np.int32), (len(cells), 1))
    names, buckets = (at.name,) * len(cells), (costs / 4).astype(np.int32)
    scenario = Scenario(str(scen), names, buckets, size, cells[:, :2], cells[:, 2:], costs)
    scen.parent.mkdir(parents=True, exist_ok=True)
    if not at.exists():
        formats.save(level, at)
    write_atomically(scen, write_scenario(scenario))
    return True


def _connected_pairs(level: Level, count: int, seed: int) -> NDArray[np.int32]:
    """Random pairs of different cells [n, 4] with a way between them."""
    grid = level.derived.grid
    parts = grid.image(level.derived.components)
    ys, xs = np.nonzero(parts)
    if len(xs) < 2:
        raise BadInput("the open map", "no two open cells", "some ground to walk on")
    random = np.random.default_rng(seed)
    a, b = random.integers(0, len(xs), (2, 40 * count))
    good = (parts[ys[a], xs[a]] == parts[ys[b], xs[b]]) & (a != b)
    a, b = a[good][:count], b[good][:count]
    return np.stack([xs[a], ys[a], xs[b], ys[b]], axis=1).astype(np.int32)
