"""`plan`: one query, answered by one or more planners."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from sandbox.cli import options

if TYPE_CHECKING:
    from sandbox.planning.api import Plan, Planner, Query
    from sandbox.planning.prepared import Prepared

HELP = "one query on a level: status, cost, path and work of each planner"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Level, ends, planners."""
    options.add_query(parser)
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="answer N times, report the median one")
    options.add_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print a row, or a JSON line, for each planner; 1 if a check failed."""
    from sandbox.bench.facts import Judges, plan_facts
    from sandbox.planning.api import planners

    options.at_least(arguments, repeat=1)
    level = options.load_level(arguments.level)
    query = options.query_of(arguments, level)
    judges = Judges(level)
    found = []
    for entry, planner in options.chosen(planners, arguments.planner, arguments.option):
        prepared, plan = _answered(planner, level, query, arguments)
        checked = judges.verdict(entry, planner, query, plan)
        found.append(plan_facts(entry.key, plan, prepared, checked))
        arguments.out.record(found[-1])
        if arguments.stop[0]:
            break
    arguments.out.table(COLUMNS, [_row(facts) for facts in found])
    for facts in found:
        if facts["message"]:
            arguments.out.text(f"{facts['planner']}: {facts['message']}")
        if facts["checked"] is not True:
            arguments.out.text(f"{facts['planner']}: CHECK FAILED: {facts['checked']}")
    return int(any(facts["checked"] is not True for facts in found))


def _answered(planner: Planner, level: Any, query: Query, arguments: argparse.Namespace) -> tuple[Prepared, Plan]:
    """The planner made ready, and its median answer; a first round, not counted, loads the kernels."""
    from sandbox.planning.api import Limits

    limits = Limits(stop=arguments.stop)
    planner.prepare(level).plan(query, limits)
    prepared = planner.prepare(level)
    plans = sorted((prepared.plan(query, limits) for _ in range(arguments.repeat)), key=lambda p: p.total_ns)
    return prepared, plans[len(plans) // 2]


COLUMNS = [
    "planner", "status", "cost", "bound", "proven", "points", "expanded", "generated", "reopened", "query µs",
    "prepare ms", "checked",
]  # fmt: skip


def _row(facts: dict[str, Any]) -> list[Any]:
    found = facts["status"] == "found"
    return [
        facts["planner"],
        facts["status"],
        facts["cost"] if found else None,
        facts["lower_bound"] if found else None,
        facts["proven"] if found else None,
        len(facts["points"]) if found else None,
        facts["expanded"],
        facts["generated"],
        facts["reopened"],
        facts["total_ns"] / 1e3,
        facts["prepare_ns"] / 1e6,
        "ok" if facts["checked"] is True else "WRONG",
    ]
