"""Grid planners on the long queries of a map: what the scripts about them share.

Before a time is reported every path is walked by the checker, and on uniform ground an optimal planner's
lengths are compared with the scenario file.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sandbox.bench.scenarios import Case, Selection, case_of
from sandbox.level import formats
from sandbox.level.edits.paint import PaintCells
from sandbox.level.model import Level
from sandbox.planning import batch
from sandbox.planning.api import Limits, Metric, Plan, Query, Status, planners
from sandbox.planning.check.grid import Checker, Steps
from sandbox.planning.grid.graph import centres
from sandbox.planning.grid.planner import GridPrepared
from sandbox.planning.grid.runner import Answers

LONG_ENOUGH = 0.1  # seconds of queries before their mean says something


def movingai() -> Path:
    """Where the maps are."""
    if "MOVINGAI_DIR" not in os.environ:
        sys.exit("MOVINGAI_DIR is not set")
    return Path(os.environ["MOVINGAI_DIR"])


def long_queries(name: str, count: int) -> tuple[Level, Case]:
    """A map and the longest queries of its scenario file."""
    file = movingai() / f"{name}.map"
    level = formats.load(file)
    return level, case_of(file.with_name(file.name + ".scen"), level, Selection(longest=count))


def optimal_lengths(level: Level, start: NDArray[np.int32], goal: NDArray[np.int32]) -> NDArray[np.float64]:
    """How long the shortest ways on uniform ground are, by JPS."""
    prepared = planners["jps"].parse({}).prepare(level)
    assert isinstance(prepared, GridPrepared)
    pairs = zip(start.tolist(), goal.tolist(), strict=True)
    return prepared.plan_all(prepared.ids([((a[0], a[1]), (b[0], b[1])) for a, b in pairs]), Limits()).costs()


class Contender:
    """A planner ("key:option=value:…") on queries of a level; its answers are right when it stands."""

    def __init__(self, spec: str, level: Level, case: Case) -> None:
        key, *options = spec.split(":")
        self.entry = planners[key]
        self.planner = self.entry.parse(dict(o.split("=") for o in options))
        self.level, self.case = level, case
        prepared = self.planner.prepare(level)
        assert isinstance(prepared, GridPrepared)
        self.prepared = prepared
        pairs = zip(case.start.tolist(), case.goal.tolist(), strict=True)
        self.pairs = prepared.ids([((a[0], a[1]), (b[0], b[1])) for a, b in pairs])
        answers = self.checked()
        self.costs = answers.costs()
        self.expanded = int(answers.rows[:, batch.EXPANDED].sum())

    def answer(self) -> Answers:
        """All queries in one jitted loop."""
        return self.prepared.plan_all(self.pairs, Limits())

    def seconds(self) -> float:
        """The queries alone, on the kernels' clock; the mean of so many passes that the first one counts little."""
        passes: list[float] = []
        while sum(passes) < LONG_ENOUGH:
            passes.append(float(self.answer().rows[:, [batch.SEARCH_NS, batch.TRACE_NS]].sum()) / 1e9)
        return float(np.mean(passes))

    def preparation(self) -> float:
        """Seconds to prepare, the median of a few."""
        return float(np.median([self.planner.prepare(self.level).prepare_ns for _ in range(5)])) / 1e9

    def checked(self) -> Answers:
        """The answers, every one of them legal and as long as it says."""
        answers, checker = self.answer(), Checker(self.level)
        costs, metric = answers.costs(), Metric.LENGTH if self.level.uniform else Metric.WEIGHTED
        steps, stride = Steps(any_angle=self.entry.info["any_angle"]), self.level.derived.grid.stride
        for i, path in enumerate(answers.paths):
            (ax, ay), (bx, by) = self.case.start[i].tolist(), self.case.goal[i].tolist()
            query = Query((ax + 0.5, ay + 0.5), (bx + 0.5, by + 0.5))
            plan = Plan(Status.FOUND, centres(path, stride), float(costs[i]), metric)
            assert (said := checker.check(query, plan, steps)) == "", said
        if self.entry.info["optimal"] and self.level.uniform:
            assert np.abs(costs - self.case.optimal).max() <= 0.01, self.entry.key
        return answers

    def repaired(self, x: int, y: int, code: int) -> float:
        """Seconds to follow one painted cell, from the level's own repair on."""
        self.level.apply(PaintCells.one(x, y, code))
        self.level.derived.components  # noqa: B018  (the level's own repair is not what is measured)
        began = time.perf_counter()
        self.prepared.follow()
        return time.perf_counter() - began
