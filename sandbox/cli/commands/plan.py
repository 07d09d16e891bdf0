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
    options.add_level(parser)
    parser.add_argument("--start", metavar="X,Y", help="a cell (whole numbers) or a point; default: the level's marker")
    parser.add_argument("--goal", metavar="X,Y", help="likewise")
    parser.add_argument("--planner", default="astar", metavar="KEY,…", help="planners, or all (default: astar)")
    parser.add_argument("--radius", type=float, default=0.0, metavar="R", help="of the disc that moves, in cells")
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="answer N times, report the median one")
    options.add_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print a row, or a JSON line, for each planner; 1 if a check failed."""
    from sandbox.bench.facts import Judges, plan_facts
    from sandbox.planning.api import planners

    options.at_least(arguments, repeat=1)
    level = options.load_level(arguments.level)
    query = _query(arguments, level)
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


def _query(arguments: argparse.Namespace, level: Any) -> Query:
    from sandbox.planning.api import Query

    ends = {}
    for name in ("start", "goal"):
        text, marker = getattr(arguments, name), getattr(level, name)
        ends[name] = options.point(text, f"--{name}") if text else _of_marker(marker, name)
    return Query(ends["start"], ends["goal"], arguments.radius)


def _of_marker(marker: Any, name: str) -> tuple[float, float]:
    from sandbox.errors import BadInput

    if marker is None:
        raise BadInput(f"--{name}", "not given, and the level has no such marker", "X,Y")
    x, y = marker.point
    return float(x), float(y)


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
