"""Scenario files for any level: random queries between connected cells, their optimum by A*."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from sandbox.errors import BadInput
from sandbox.files import write_atomically
from sandbox.level import formats
from sandbox.level.formats.movingai import Scenario, write_scenario
from sandbox.level.model import Level
from sandbox.planning.api import Limits, planners
from sandbox.ui.jobs import Stop

SEED = 2026


def write_case(level: Level, name: str, folder: Path, count: int, stop: Stop) -> tuple[Path, Path] | None:
    """Write a level and a scenario of random queries on it; both files' paths, or None and no files when stopped."""
    if not level.uniform:
        raise BadInput(name, "terrain of several costs", "one cost, since scenario files know only lengths")
    cells = _connected_pairs(level, count)
    prepared = planners["astar"].create().prepare(level)
    pairs = prepared.ids([(tuple(p[:2]), tuple(p[2:])) for p in cells.tolist()])  # type: ignore[attr-defined]
    costs = prepared.plan_all(pairs, Limits(stop=stop)).costs()  # type: ignore[attr-defined]
    if stop[0]:
        return None
    order = np.argsort(costs, kind="stable")
    cells, costs = cells[order], costs[order]
    size = np.tile(np.array([level.width, level.height], np.int32), (len(cells), 1))
    buckets = (costs / 4).astype(np.int32)
    map_path, scen_path = folder / f"{name}.json", folder / f"{name}.scen"
    names = (map_path.name,) * len(cells)
    scenario = Scenario(
        str(scen_path), names, buckets, size, cells[:, :2].astype(np.int32), cells[:, 2:].astype(np.int32), costs
    )
    folder.mkdir(parents=True, exist_ok=True)
    formats.save(level, map_path)
    write_atomically(scen_path, write_scenario(scenario))
    return scen_path, map_path


def _connected_pairs(level: Level, count: int) -> np.ndarray:
    """Random pairs of different cells [n, 4] with a way between them."""
    grid = level.derived.grid
    parts = grid.image(level.derived.components)
    ys, xs = np.nonzero(parts)
    if len(xs) < 2:
        raise BadInput("the open map", "no two open cells", "some ground to walk on")
    random = np.random.default_rng(SEED)
    a, b = random.integers(0, len(xs), (2, 40 * count))
    good = (parts[ys[a], xs[a]] == parts[ys[b], xs[b]]) & (a != b)
    a, b = a[good][:count], b[good][:count]
    return np.stack([xs[a], ys[a], xs[b], ys[b]], axis=1)
