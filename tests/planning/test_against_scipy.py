"""Every grid planner, whatever its options, against SciPy's Dijkstra: costs, statuses, bounds, after edits too.

Levels are small and odd (one cell, one row, all walls, islands of terrain, polygons over walls), ends lie anywhere:
on blocked cells, on the same cell, on the border of two. What is promised is held to the letter: an optimal planner
finds the least cost, a bounded one keeps its bound, a lower bound is one, a proof is one.
"""

import math

import numpy as np
import pytest

from sandbox.level.edits import AddPolygon
from sandbox.level.model import FLOOR, WALL, Level
from sandbox.planning.api import Limits, Metric, Query, Status, planners
from sandbox.planning.check.grid import Checker, Steps
from tests.planning.levels import GRASS, SAND, SWAMP
from tests.planning.worlds import a_polygon, edit

scipy_grid = pytest.importorskip("tests.oracles.scipy_grid", reason="SciPy is not installed", exc_type=ImportError)

KEYS = [entry.key for entry in planners if entry.info["world"] == "grid"]
EVERY = pytest.mark.parametrize("key", KEYS)
RADII = [0.0, 0.0, 0.0, 0.3, 0.5, 0.7, math.sqrt(0.5), 1.0, 1.5, math.sqrt(2.5)]
EDITS, QUERIES = 4, 6  # of a level, and after each edit
NEAR_OPTIMAL = {"hpa": 1.02, "pra": 1.01}  # on average, as they come
NEVER_WORSE = 2.5  # times the optimum, for any one query and any options of those


def a_level(r):
    """Small, and often degenerate."""
    width, height = r.integers(1, 27, 2) if r.random() < 0.8 else r.permutation([1, r.integers(1, 40)])
    ground = np.full((height, width), r.choice([FLOOR, FLOOR, SWAMP]), np.uint8)
    if r.random() < 0.4:
        ground = r.choice([FLOOR, GRASS, SAND, SWAMP], (height, width)).astype(np.uint8)
    walls = r.random((height, width)) < r.choice([0, 0.1, 0.25, 0.4, 1])
    level = Level(np.where(walls, WALL, ground).astype(np.uint8))
    for _ in range(int(r.integers(0, 3)) if min(width, height) > 3 else 0):
        level.apply(AddPolygon(a_polygon(r, level)))
    return level


def options(r, entry):
    """Any value for every option; as they come, one time in three."""
    if r.random() < 1 / 3:
        return {}
    return {option.name: value(r, option) for option in entry.options}


def value(r, option):
    if option.kind == "choice":
        return option.choices[r.integers(len(option.choices))]
    if option.kind == "bool":
        return bool(r.integers(2))
    span = [option.low, option.high, option.default, r.uniform(option.low, option.high)]
    picked = span[r.integers(4)]
    return round(picked) if option.kind == "int" else float(picked)


def a_point(r, level):
    """Anywhere: middles, borders and corners of cells."""
    cell = r.integers(0, [level.width, level.height])
    x, y = cell + r.choice([0.0, 0.5, 0.5, 0.999], 2)
    return float(x), float(y)


def cell_of(point):
    return int(point[0]), int(point[1])


class Trial:
    """One planner with some options on one level, followed through edits."""

    def __init__(self, r, key):
        self.r, self.entry = r, planners[key]
        self.level = a_level(r)
        self.options = options(r, self.entry)
        self.planner = self.entry.create(self.options)
        self.prepared = self.planner.prepare(self.level)
        self.moves = getattr(self.planner, "moves", 8)
        self.over = []  # times the optimum, query by query

    def run(self):
        """Ask, edit, ask again."""
        for _ in range(EDITS):
            checker, grounds = Checker(self.level), {}
            fresh = self.planner.prepare(self.level)
            for _ in range(QUERIES):
                radius = float(self.r.choice(RADII))
                if radius not in grounds:
                    grounds[radius] = scipy_grid.Ground(self.level, radius)
                start, goal = a_point(self.r, self.level), a_point(self.r, self.level)
                if self.r.random() < 0.1:
                    goal = start
                query = Query(start, goal, radius)
                self.judge(query, self.prepared.plan(query, Limits()), grounds[radius], grounds, checker)
                self.same(query, fresh)
            edit(self.r, self.level)

    def judge(self, query, plan, ground, grounds, checker):
        start, goal = cell_of(query.start), cell_of(query.goal)
        point = grounds.setdefault(0.0, scipy_grid.Ground(self.level))
        if point.terrain_counts and not self.entry.info["weighted"]:
            assert plan.status is Status.UNSUPPORTED
            return
        weighted = plan.metric is Metric.WEIGHTED
        assert weighted == point.terrain_counts
        to_all = ground.distances(start, self.moves, weighted=weighted)
        best = float(to_all[ground.index(goal)]) if ground.is_open(goal) else math.inf
        assert plan.status is (Status.FOUND if best < math.inf else Status.NO_PATH)
        steps = Steps(self.moves, bool(self.entry.info["any_angle"]))
        assert checker.check(query, plan, steps) == ""
        if plan.status is Status.FOUND:
            self.bounds(plan, best, start, goal)
            if self.entry.key == "bfs":
                hops = ground.distances(start, self.moves, hops=True)
                assert len(plan.points) - 1 == hops[ground.index(goal)]

    def bounds(self, plan, best, start, goal):
        slack = 1e-6 * (1 + best)
        promises = self.prepared.promises
        if self.entry.info["any_angle"]:
            assert math.dist(start, goal) - slack <= plan.cost
            assert plan.lower_bound <= math.dist(start, goal) + slack
            return
        assert plan.cost >= best - slack
        assert plan.lower_bound <= best + slack
        if promises.optimal or plan.proven:
            assert plan.cost <= best + slack
        if promises.factor:
            assert plan.cost <= promises.factor * best + slack
        self.over.append(plan.cost / best if best else 1.0)

    def same(self, query, fresh):
        """What was repaired answers like what is built anew."""
        repaired, anew = self.prepared.plan(query, Limits()), fresh.plan(query, Limits())
        assert repaired.status is anew.status
        if self.entry.key != "pra":  # its cliques may be others, as good
            assert repaired.cost == anew.cost


def run(key, first, trials):
    """Queries answered, and how far above the optimum those of default options were on average."""
    usual, count = [1.0], 0
    for seed in range(first, first + trials):
        trial = Trial(np.random.default_rng([KEYS.index(key), seed]), key)
        try:
            trial.run()
        except AssertionError as error:
            raise AssertionError(f"{key} {trial.options} seed {seed}: {error}") from error
        count += EDITS * QUERIES
        assert key not in NEAR_OPTIMAL or max(trial.over, default=1) <= NEVER_WORSE
        usual += trial.over if not trial.options else []
    assert np.mean(usual) <= NEAR_OPTIMAL.get(key, math.inf)
    return count


@EVERY
def test_a_few_levels(key):
    assert run(key, 0, 6) == 6 * EDITS * QUERIES


@pytest.mark.slow
@pytest.mark.timeout(7200)
@EVERY
def test_four_thousand_queries_of_each_planner(key):
    assert run(key, 1_000, 170) >= 4_000
