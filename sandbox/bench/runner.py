"""Run planners over scenario files: every path checked, every optimal length compared, times kept by query.

A `Job` is one planner on one file: a small picklable thing, run here or in another process. Preparation is timed
apart from the queries, and what all planners of a world share apart from what is a planner's own. Of each query two
times are kept: its kernels', asked among many others, and the whole answer's, asked alone. Nothing is believed:
`wrong` counts the paths that the independent checker or the file's optimum refused.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sandbox.bench.facts import Judges, steps_of
from sandbox.bench.scenarios import Case, Selection, case_of, level_at
from sandbox.level.model import Level
from sandbox.planning.api import Limits, Plan, Planner, Query, Status, planners
from sandbox.planning.prepared import Prepared
from sandbox.planning.warm import load
from sandbox.registry import Entry, spec_of

UNKNOWN = np.iinfo(np.int64).max
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
        return spec_of(self.planner, self.options)

    @property
    def any_angle(self) -> bool:
        """Whether answers are compared with the shortest any-angle path instead of the file's octile one."""
        return self.true_optimum and bool(planners[self.planner].info["any_angle"])

    @property
    def facts(self) -> dict[str, str | int]:
        """What tells results apart."""
        return {
            "planner": self.label,
            "file": self.scen.name,
            "folder": str(self.scen.resolve().parent),
            "map": str(self.map.resolve()),
            "selection": str(self.selection),
            "repeat": self.repeat,
            "optimum": "any-angle" if self.any_angle else "file",
        }


@dataclass(slots=True)
class Results:
    """What came of a job, query by query."""

    job: Job
    prepare_ns: int  # the planner's own
    shared_ns: int  # of what all planners of its world share
    ns: NDArray[np.int64]  # [n] search and path in the kernels, the fastest of the repeats
    answer_ns: NDArray[np.int64]  # [n] a whole answer, Python's share included
    first_move_ns: NDArray[np.int64]
    cost: NDArray[np.float64]  # [n] infinite where no path was found
    optimal: NDArray[np.float64]  # [n] what cost is compared with; nan where that is not known
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
    planner = planners[job.planner].parse(dict(job.options))
    load(planner)  # or preparing would be timed with the loading of kernels
    case = case_of(job.scen, level, job.selection)
    limits = Limits() if stop is None else Limits(stop=stop)
    _warm_up(planner.prepare(level), case, limits)
    prepared = planner.prepare(level)
    work = _Answers(case, prepared, limits)
    work.singly()
    for _ in range(max(job.repeat, 1)):
        if not work.ended:
            work.together()
    results = Results(
        job=job,
        prepare_ns=prepared.prepare_ns,
        shared_ns=prepared.shared_ns,
        ns=work.ns,
        answer_ns=work.answer_ns,
        first_move_ns=work.first_move_ns,
        cost=work.cost,
        optimal=_optima(job, level, case, limits),
        expanded=work.expanded,
        solved=np.isfinite(work.cost),
        reason=[""] * len(case),
        message=work.message,
    )
    if not work.message:
        _Inspection(level, planner, prepared, case).into(results, work)
    return results


def _warm_up(prepared: Prepared, case: Case, limits: Limits) -> None:
    """Load the kernels before anything is timed, with the first query that takes a search."""
    for i in range(len(case)):
        plan = prepared.plan(_query(case, i), limits)
        if plan.expanded or plan.status is Status.UNSUPPORTED or limits.stop[0]:
            prepared.plan_many([_query(case, i)], limits)
            return


def _query(case: Case, i: int) -> Query:
    (ax, ay), (bx, by) = case.start[i].tolist(), case.goal[i].tolist()
    return Query((ax + 0.5, ay + 0.5), (bx + 0.5, by + 0.5))


class _Answers:
    """The answers to a case: given one by one first, then all together, the quickest round counting."""

    def __init__(self, case: Case, prepared: Prepared, limits: Limits) -> None:
        n = len(case)
        self.prepared, self.limits = prepared, limits
        self.queries = [_query(case, i) for i in range(n)]
        self.ns, self.answer_ns, self.first_move_ns = np.full((3, n), UNKNOWN)
        self.cost = np.full(n, math.inf)
        self.expanded = np.zeros(n, np.int64)
        self.plans: list[Plan] = []

    def singly(self) -> None:
        """As whoever asks one query gets it, Python's share included."""
        for i, query in enumerate(self.queries):
            plan = self.prepared.plan(query, self.limits)
            self.plans.append(plan)
            self.answer_ns[i] = plan.total_ns
            self.first_move_ns[i] = plan.first_move_ns or plan.total_ns
            self.cost[i], self.expanded[i] = plan.cost, plan.expanded
            if self.ended:
                return

    def together(self) -> None:
        """As many as a planner can answer at once, timed in its kernels."""
        for i, plan in enumerate(self.prepared.plan_many(self.queries, self.limits)):
            assert self.limits.stop[0] or plan.cost == self.cost[i], "many answers differ from single ones"
            self.ns[i] = min(self.ns[i], plan.kernel_ns)

    @property
    def ended(self) -> bool:
        """Whether nothing more can be asked."""
        return bool(self.limits.stop[0] or self.message)

    @property
    def message(self) -> str:
        """Why the planner can do nothing here."""
        last = self.plans[-1] if self.plans else None
        return last.message or "unsupported" if last is not None and last.status is Status.UNSUPPORTED else ""


class _Inspection:
    """Holds every answer against the rules and the optimum."""

    def __init__(self, level: Level, planner: Planner, prepared: Prepared, case: Case) -> None:
        self.planner, self.case = planner, case
        self.judges = Judges(level)
        self.promises = getattr(prepared, "promises", None)

    def into(self, results: Results, work: _Answers) -> None:
        """Write the reasons for refusal into the results."""
        entry = planners[results.job.planner]
        optimal = bool(entry.info["optimal"]) if self.promises is None else self.promises.optimal
        optimal = optimal and (results.job.any_angle or steps_of(entry, self.planner).moves == 8)
        comparable = results.job.any_angle or not entry.info["any_angle"]
        for i, plan in enumerate(work.plans):
            best = results.optimal[i] if comparable else math.nan
            results.reason[i] = self._illegal(entry, i, plan) or _misses(plan, best, optimal=optimal)

    def _illegal(self, entry: Entry[Planner], i: int, plan: Plan) -> str:
        if plan.status is not Status.FOUND:
            return f"{plan.status}, but the file has a path" if plan.status is Status.NO_PATH else ""
        verdict = self.judges.verdict(entry, self.planner, _query(self.case, i), plan)
        return "" if verdict is True else str(verdict)


def _misses(plan: Plan, best: float, *, optimal: bool) -> str:
    """How a path's cost contradicts the optimum (nan: not known)."""
    if plan.cost < best - TOLERANCE:
        return f"costs {plan.cost:.5f}, less than the optimum {best:.5f}"
    if (optimal or plan.proven) and best + TOLERANCE < plan.cost < math.inf:
        return f"costs {plan.cost:.5f}, the optimum is {best:.5f}"
    return ""


def _optima(job: Job, level: Level, case: Case, limits: Limits) -> NDArray[np.float64]:
    """What costs are compared with: the file's octile lengths, or the shortest any-angle ones, by Polyanya."""
    if job.any_angle:
        prepared = planners["polyanya"].parse({}).prepare(level)
        shortest = [prepared.plan(_query(case, i), limits).cost for i in range(len(case))]
        return np.where(np.isfinite(shortest), shortest, math.nan)
    return case.optimal if level.uniform else np.full(len(case), math.nan)
