"""`plan`: one query, answered by one or more planners."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.cli import options
from sandbox.cli.scenes import at_its_time, take_scene, write_scene
from sandbox.errors import BadInput

if TYPE_CHECKING:
    from sandbox.level.model import Level
    from sandbox.planning.api import Plan, Planner, Query
    from sandbox.planning.prepared import Prepared
    from sandbox.registry import Entry

HELP = "one query on a level: status, cost, path and work of each planner"

RECORDED = 4_000_000  # events


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Level, ends, planners."""
    options.add_query(parser)
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="answer N times, report the median one")
    parser.add_argument(
        "--record",
        default="",
        metavar="OUT",
        help="save the first planner's search: .npz, .trace.yaml, .trace.json",
    )
    parser.add_argument(
        "--save-scene", default="", metavar="OUT.json", help="save the level with ends, radius, planners and options"
    )
    parser.add_argument(
        "--query", default="", metavar="N|longest", help="of a .scen file: which query, from 1 (default: the longest)"
    )
    options.add_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print a row, or a JSON line, for each planner; 1 if a check failed."""
    from sandbox.bench.facts import Judges, plan_facts
    from sandbox.planning.api import planners

    options.at_least(arguments, repeat=1)
    if arguments.record:
        from sandbox.planning.traces.files import check_name

        check_name(Path(arguments.record), "--record")
    level, optimal = _level(arguments)
    scene = take_scene(arguments, level, arguments.level, "astar")
    if arguments.save_scene:
        write_scene(arguments, level, arguments.save_scene, scene)
    level = at_its_time(level, scene)
    query = options.query_of(arguments, level)
    judges = Judges(level)
    found: list[dict[str, Any]] = []
    for entry, planner in options.chosen(planners, arguments.planner, arguments.option):
        prepared, plan = _answered(planner, level, query, arguments)
        if arguments.record and not found:
            _record(entry, prepared, query, arguments)
        checked = judges.verdict(entry, planner, query, plan)
        found.append(plan_facts(entry.key, plan, prepared, checked) | _beside(optimal, plan, arguments))
        arguments.out.record(found[-1])
        if arguments.stop[0]:
            break
    arguments.out.table(COLUMNS, [_row(facts) for facts in found])
    for facts in found:
        if optimal is not None:
            arguments.out.text(f"{facts['planner']}: {facts['beside_file']}")
        if facts["message"]:
            arguments.out.text(f"{facts['planner']}: {facts['message']}")
        if facts["checked"] is not True:
            arguments.out.text(f"{facts['planner']}: CHECK FAILED: {facts['checked']}")
    return int(any(facts["checked"] is not True for facts in found))


def _level(arguments: argparse.Namespace) -> tuple[Level, float | None]:
    """The level; of a scenario file its map with the query's ends, and the optimal length that the file gives."""
    if not arguments.level.lower().endswith(".scen"):
        if arguments.query:
            raise BadInput("--query", arguments.level, "a .scen file")
        return options.load_level(arguments.level), None
    from sandbox.bench.shown.leafing import LONGEST, Leaves

    leaves = Leaves.open(Path(arguments.level))
    query = leaves.numbered(arguments.query or LONGEST, "--query")
    leaves.level.markers.update(leaves.place(query))
    return leaves.level, leaves.optimal(query)


def _beside(optimal: float | None, plan: Plan, arguments: argparse.Namespace) -> dict[str, Any]:
    """The file's length, and what ours is beside it."""
    if optimal is None:
        return {}
    from sandbox.bench.shown.leafing import beside

    return {"file_optimal": optimal, "beside_file": beside(optimal, plan, arguments.radius)}


def _answered(planner: Planner, level: Any, query: Query, arguments: argparse.Namespace) -> tuple[Prepared, Plan]:
    """The planner made ready, and its median answer; a first round, not counted, loads the kernels."""
    from sandbox.planning.api import Limits

    limits = Limits(stop=arguments.stop)
    planner.prepare(level).plan(query, limits)
    prepared = planner.prepare(level)
    plans = sorted((prepared.plan(query, limits) for _ in range(arguments.repeat)), key=lambda p: p.total_ns)
    return prepared, plans[len(plans) // 2]


def _record(entry: Entry[Planner], prepared: Prepared, query: Query, arguments: argparse.Namespace) -> None:
    """Answer once more with every event written down, and save it with all it takes to be shown."""
    from sandbox.kernels.recording import Recording
    from sandbox.level.markers import Marker
    from sandbox.planning.api import Limits
    from sandbox.planning.recorded import Recorded, texts_of, whereabouts
    from sandbox.planning.traces.files import save_search

    recording = Recording(RECORDED)
    plan = prepared.plan(query, Limits(stop=arguments.stop), recording)
    level = prepared.level.copy()
    for name, at in (("start", query.start), ("goal", query.goal)):
        level.markers[name] = Marker.at(*at)
    texts, where = texts_of(entry, prepared.planner), whereabouts(prepared, recording)
    found = Recorded(recording, level, entry.key, entry.title, texts, plan.points, *where)
    save_search(found, Path(arguments.record))
    arguments.out.text(f"{arguments.record}: {recording.count:,} events of {entry.title}")


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
