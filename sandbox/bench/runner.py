"""Run planners over scenario files: every path checked, every optimal length compared, times kept by query.

A `Job` is one planner on one file: a small picklable thing, run here or in another process. Preparation is
timed apart from the queries. Planners that answer in batches are timed inside their jitted loop, others
around each call. Nothing is believed: `wrong` counts the paths that the independent checker or the file's
optimum refused.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sandbox.bench.facts import Judges, steps_of
from sandbox.bench.scenarios import Case, Selection, case_of, level_at
from sandbox.planning import batch
from sandbox.planning.api import Limits, Plan, Query, Status, planners
from sandbox.planning.grid.graph import centres
from sandbox.planning.grid.planner import GridPrepared
from sandbox.planning.limits import STATUS_OF

if TYPE_CHECKING:
    from sandbox.level.model import Level
    from sandbox.planning.api import Planner
    from sandbox.planning.prepared import Prepared
    from sandbox.registry import Entry

TOLERANCE = 0.01  # cells: what the files' lengths are rounded to


@dataclass(frozen=True, slots=True)
class Job:
    """One planner on one scenario file."""

    planner: str
    options: tuple[tuple[str, str], ...]
    scen: Path
    map: Path
    selection: Selection = field(default_factory=Selection)
    repeat: int = 1
    true_optimum: bool = False

    @property
    def label(self) -> str:
        """The planner with what was set."""
        return ":".join([self.planner, *(f"{k}={v}" for k, v in self.options)])

    @property
    def key(self) -> tuple[str, str, str]:
        """What tells results apart."""
        return self.label, self.scen.name, str(self.selection)


@dataclass(slots=True)
class Results:
    """What came of a job, query by query."""

    label: str
    file: str
    selection: str
    prepare_ns: int
    ns: NDArray[np.int64]  # [n] the fastest of the repeats
    first_move_ns: NDArray[np.int64]
    cost: NDArray[np.float64]  # [n] infinite where no path was found
    optimal: NDArray[np.float64]  # [n] what cost is compared with
    expanded: NDArray[np.int64]
    solved: NDArray[np.bool_]
    reason: list[str]  # [n] why an answer was refused; "" if it was not
    message: str = ""  # why the planner could not do any of it

    @property
    def wrong(self) -> int:
        """How many answers were refused."""
        return sum(map(bool, self.reason))


def run_job(job: Job, stop: NDArray[np.uint8] | None = None) -> Results:
    """Prepare, answer, check."""
    level = level_at(job.map)
    entry = planners[job.planner]
    planner = entry.parse(dict(job.options))
    case = case_of(job.scen, level, job.selection)
    limits = Limits() if stop is None else Limits(stop=stop)
    _warm_up(planner, level, case, limits)
    prepared = planner.prepare(level)
    work = _Answers(case, prepared)
    for _ in range(max(job.repeat, 1)):
        work.round(limits)
        if limits.stop[0] or work.message:
            break
    optimal = _true_optima(level, case, limits) if job.true_optimum else case.optimal
    results = Results(
        label=job.label,
        file=job.scen.name,
        selection=str(job.selection),
        prepare_ns=prepared.prepare_ns,
        ns=work.ns,
        first_move_ns=work.first_move_ns,
        cost=work.cost,
        optimal=optimal,
        expanded=work.expanded,
        solved=np.isfinite(work.cost),
        reason=[""] * len(case),
        message=work.message,
    )
    if not work.message:
        _Inspection(level, entry, planner, prepared, case).into(results, work)
    return results


def _warm_up(planner: Planner, level: Level, case: Case, limits: Limits) -> None:
    """Load the kernels before anything is timed."""
    prepared = planner.prepare(level)
    if len(case):
        prepared.plan(_query(case, 0), limits)
        if isinstance(prepared, GridPrepared) and not prepared.refusal():
            _batched(prepared, case, limits, first=1)


def _query(case: Case, i: int) -> Query:
    (ax, ay), (bx, by) = case.start[i].tolist(), case.goal[i].tolist()
    return Query((ax + 0.5, ay + 0.5), (bx + 0.5, by + 0.5))


class _Answers:
    """The answers to a case, the fastest time of several rounds."""

    def __init__(self, case: Case, prepared: Prepared) -> None:
        n = len(case)
        self.case, self.prepared = case, prepared
        self.ns = np.full(n, np.iinfo(np.int64).max)
        self.first_move_ns = self.ns.copy()
        self.cost = np.full(n, math.inf)
        self.expanded = np.zeros(n, np.int64)
        self.plans: Mapping[int, Plan] = {}
        self.message = ""

    def round(self, limits: Limits) -> None:
        """Answer every query once."""
        if isinstance(self.prepared, GridPrepared) and not self.prepared.refusal():
            self.plans = _batched(self.prepared, self.case, limits)
        else:
            self.plans = self._one_by_one(limits)
        for i, plan in self.plans.items():
            self.ns[i] = min(self.ns[i], plan.total_ns)
            self.first_move_ns[i] = min(self.first_move_ns[i], plan.first_move_ns or plan.total_ns)
            self.cost[i], self.expanded[i] = plan.cost, plan.expanded
            if plan.status is Status.UNSUPPORTED:
                self.message = plan.message or "unsupported"

    def _one_by_one(self, limits: Limits) -> dict[int, Plan]:
        plans: dict[int, Plan] = {}
        for i in range(len(self.case)):
            plans[i] = self.prepared.plan(_query(self.case, i), limits)
            if limits.stop[0] or plans[i].status is Status.UNSUPPORTED:
                break
        return plans


def _batched(prepared: GridPrepared, case: Case, limits: Limits, first: int = 0) -> dict[int, Plan]:
    """All queries in one jitted loop (the `first` few of them, if given); trivial ones singly."""
    ground = prepared.ground(0.0)
    plans: dict[int, Plan] = {}
    pairs, at = [], []
    for i in range(first or len(case)):
        start, goal = tuple(case.start[i].tolist()), tuple(case.goal[i].tolist())
        if start == goal or prepared.hindrance(ground, start, goal):
            plans[i] = prepared.plan(_query(case, i), limits)
        else:
            pairs.append((start, goal))
            at.append(i)
    answers = prepared.plan_all(prepared.ids(pairs), limits)
    costs = answers.costs()
    for row, i in enumerate(at):
        facts = answers.rows[row]
        ns = int(facts[batch.SEARCH_NS] + facts[batch.TRACE_NS])
        plans[i] = Plan(
            STATUS_OF[int(facts[batch.STATUS])],
            centres(answers.paths[row], ground.space.stride),
            float(costs[row]),
            prepared.metric,
            expanded=int(facts[batch.EXPANDED]),
            total_ns=ns,
            first_move_ns=ns,
        )
    return plans


class _Inspection:
    """Holds every answer against the rules and the file."""

    def __init__(self, level: Level, entry: Entry[Planner], planner: Planner, prepared: Prepared, case: Case) -> None:
        self.entry, self.planner, self.case = entry, planner, case
        self.judges = Judges(level)
        promises = getattr(prepared, "promises", None)
        self.moves = steps_of(entry, planner).moves
        self.any_angle = bool(entry.info["any_angle"])
        optimal = promises.optimal if promises is not None else bool(entry.info["optimal"])
        self.must_equal = optimal and not self.any_angle and self.moves == 8
        self.weighted = not level.uniform

    def into(self, results: Results, work: _Answers) -> None:
        """Write the reasons for refusal into the results."""
        for i, plan in work.plans.items():
            results.reason[i] = self._reason(i, plan, results.optimal[i])

    def _reason(self, i: int, plan: Plan, optimal: float) -> str:
        if plan.status is not Status.FOUND:
            return f"{plan.status}, but the file has a path" if plan.status is Status.NO_PATH else ""
        verdict = self.judges.verdict(self.entry, self.planner, _query(self.case, i), plan)
        if verdict is not True:
            return str(verdict)
        if self.any_angle or self.weighted:
            return ""
        if plan.cost < optimal - TOLERANCE:
            return f"costs {plan.cost:.5f}, less than the optimum {optimal:.5f}"
        if self.must_equal and plan.cost > optimal + TOLERANCE:
            return f"costs {plan.cost:.5f}, the optimum is {optimal:.5f}"
        return ""


def _true_optima(level: Level, case: Case, limits: Limits) -> NDArray[np.float64]:
    """The shortest any-angle length of every query, by Polyanya."""
    prepared = planners["polyanya"].parse({}).prepare(level)
    return np.array([prepared.plan(_query(case, i), limits).cost for i in range(len(case))])
