"""What a comparison comes to, in figures: how each planner stands, and what every two of them differ in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sandbox.level.model import Level
from sandbox.planning.api import Limits, Metric, Planner, Query, Status
from sandbox.planning.compare.comparison import LETTERS, Comparison, Pair
from sandbox.planning.compare.difference import First
from sandbox.planning.compare.lock import Lock
from sandbox.planning.compare.run import Run, recorded
from sandbox.planning.compare.standing import Optimum, Times, best_of, kind_of, longer, optimum, timed
from sandbox.planning.prepared import Prepared
from sandbox.registry import Entry


@dataclass(frozen=True)
class Contender:
    """A planner asked: its run, its times at rest, the true optimum between its ends."""

    entry: Entry[Planner]
    title: str
    prepared: Prepared
    run: Run
    times: Times | None
    best: Optimum | None


def contend(
    entry: Entry[Planner], planner: Planner, title: str, level: Level, query: Query, limits: Limits, runs: int = 0
) -> Contender:
    """Prepare a planner, ask it, time it, record it. A first answer, not counted, loads the kernels."""
    planner.prepare(level).plan(query, limits)
    prepared = planner.prepare(level)
    run = recorded(prepared, query, limits, title)
    times = timed(prepared, query, limits, runs=runs)
    if times is not None:
        run = replace(run, plan=replace(run.plan, total_ns=round(times.median)))
    found = run.plan.status is Status.FOUND and run.plan.metric is Metric.LENGTH
    return Contender(entry, title, prepared, run, times, optimum(prepared, query, limits) if found else None)


def standings(contenders: Sequence[Contender], query: Query) -> list[dict[str, Any]]:
    """The fields of `compare --json`, planner by planner."""
    kinds = [kind_of(one.run.plan.metric, one.prepared.promises, query) for one in contenders]
    best = best_of((kind, one.run.plan) for kind, one in zip(kinds, contenders, strict=True))
    return [
        _standing(LETTERS[number], one, best.get(kind))
        for number, (kind, one) in enumerate(zip(kinds, contenders, strict=True))
    ]


def _standing(letter: str, one: Contender, best: float | None) -> dict[str, Any]:
    plan, found, times = one.run.plan, one.run.plan.status is Status.FOUND, one.times
    return {
        "letter": letter,
        "planner": one.entry.key,
        "title": one.title,
        "status": str(plan.status),
        "metric": str(plan.metric),
        "cost": plan.cost if found else None,
        "over_best": longer(plan.cost, best) if found and best is not None else None,
        "optimum": None if one.best is None else one.best.cost,
        "optimum_low": None if one.best is None else one.best.least,
        "over_optimum": None if one.best is None else longer(plan.cost, one.best.cost),
        "proven": plan.proven,
        "expanded": plan.expanded,
        "generated": plan.generated,
        "reopened": plan.reopened,
        "events": one.run.events,
        "query_us": None if times is None else _micro(times),
        "first_move_us": None if times is None else times.first_move / 1e3,
        "prepare_ms": one.prepared.prepare_ns / 1e6,
        "message": plan.message,
    }


def _micro(times: Times) -> dict[str, float]:
    return {"median": times.median / 1e3, "p25": times.low / 1e3, "p75": times.high / 1e3, "runs": times.runs}


def differences(comparison: Comparison) -> list[dict[str, Any]]:
    """The same for every two of them."""
    return [_difference(comparison, pair) for pair in comparison.pairs]


def _difference(comparison: Comparison, pair: Pair) -> dict[str, Any]:
    runs = [comparison.runs[pair.a], comparison.runs[pair.b]]
    apart = pair.parting
    return {
        "pair": [LETTERS[pair.a], LETTERS[pair.b]],
        "first": None if pair.first is None else _first(pair.first, runs),
        "ground": comparison.overlap(pair)._asdict(),
        "paths": None if apart is None else {"part": apart.at, "after": apart.after, "join": apart.joined},
    }


def _first(first: First, runs: Sequence[Run]) -> dict[str, Any]:
    number = first.expansion - 1
    places = [run.trail[number].tolist() if number < len(run.trail) else None for run in runs]
    return {"expansion": first.expansion, "events": list(first.times), "places": places}


def moment(comparison: Comparison, lock: Lock, at: int) -> dict[str, Any]:
    """Where each stands at a moment of a lock."""
    times, ground = comparison.lockstep.times(lock, at), comparison.ground()
    ground.move_to(times)
    return {
        "lock": str(lock),
        "moment": at,
        "moments": comparison.lockstep.length(lock),
        "reached": comparison.lockstep.reached(lock, at),
        "events": list(times),
        "expanded": [int(run.expansions.searchsorted(time)) for run, time in zip(comparison.runs, times, strict=True)],
        "cells_only": [ground.only(run) for run in range(len(times))],
        "cells_all": ground.everybody,
    }
