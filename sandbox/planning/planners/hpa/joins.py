"""The best way by joins between the bends of a way: what smoothing comes to where it tries each with each."""

from __future__ import annotations

import itertools

import numpy as np

from sandbox.planning.grid.graph import Space, id_of
from sandbox.planning.grid.optimum import cost_of_steps
from sandbox.planning.grid.run_costs import Tolls
from sandbox.planning.grid.smoothing import (
    BLOCKED,
    DIAGONAL_FIRST,
    STRAIGHT_FIRST,
    Smoother,
    new_smoother,
    octile_cost,
    turn_cost,
)
from sandbox.planning.worlds import Points, Way, length_of


def joined(space: Space, tolls: Tolls, points: Points, *, weighted: bool) -> Way:
    """The cheapest way over the bends of a way of steps, where any two may be joined by two straight runs."""
    bends = bends_of(points)
    memory = with_points(space, tolls, bends)
    lowest = 2 * space.lowest8 if weighted else 1
    best, before, shapes = [0], [0], [0]
    for j in range(1, len(bends)):
        found = (1 << 62, 0, 0)
        for i in range(j - 1, -1, -1):
            if best[i] + octile_cost(memory, i, j) * lowest >= found[0]:
                continue
            over, shape = min(
                (int(turn_cost(space, memory, i, j, shape, int(weighted))), shape)
                for shape in (DIAGONAL_FIRST, STRAIGHT_FIRST)
            )
            if over < BLOCKED:
                found = min(found, (best[i] + over, i, shape))
        for parts, part in zip((best, before, shapes), found, strict=True):
            parts.append(part)
    path, j = [bends[-1:]], len(bends) - 1
    while j > 0:
        path.append(run_between(bends[before[j]], bends[j], shapes[j])[:-1])
        j = before[j]
    way = np.concatenate(path[::-1])
    return Way(cost_of_steps(space, way) if weighted else length_of(way), way)


def bends_of(points: Points) -> Points:
    """The ends of a way of steps, and where it turns."""
    if len(points) < 3:
        return points
    step = np.diff(points, axis=0)
    return points[np.concatenate(([True], (step[1:] != step[:-1]).any(axis=1), [True]))]


def with_points(space: Space, tolls: Tolls, bends: Points) -> Smoother:
    """A smoother's memory that holds these points."""
    memory = new_smoother(len(bends))._replace(tolls=tolls)
    for i, (x, y) in enumerate(np.floor(bends).astype(np.int64).tolist()):
        memory.point[i], memory.x[i], memory.y[i] = id_of((x, y), space.stride), x + 1, y + 1
    return memory


def run_between(a: Points, b: Points, shape: int) -> Points:
    """The cells of a diagonal and a straight run, in the order of `shape`."""
    (dx, dy), few = (b - a).tolist(), int(np.abs(b - a).min())
    rest = int(np.abs(b - a).max()) - few
    across = [np.sign(dx), np.sign(dy)]
    along = [np.sign(dx) * (abs(dx) > abs(dy)), np.sign(dy) * (abs(dy) > abs(dx))]
    steps = [across] * few + [along] * rest if shape == DIAGONAL_FIRST else [along] * rest + [across] * few
    return np.array(list(itertools.accumulate(steps, lambda p, s: [p[0] + s[0], p[1] + s[1]], initial=a.tolist())))
