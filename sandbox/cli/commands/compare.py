"""`compare`: planners side by side on one query: how they stand, and where they differ."""

from __future__ import annotations

import argparse
from typing import Any

from sandbox import figures
from sandbox.cli import options
from sandbox.cli.contenders import add_contenders, compared, lock_of, moment_of

HELP = "planners side by side: how they stand, where their searches and their paths differ"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Level, ends, contenders, the moment."""
    options.add_level(parser)
    parser.add_argument("--start", metavar="X,Y", help="a cell, or a point in it: ends are put on the middles of cells")
    parser.add_argument("--goal", metavar="X,Y", help="likewise; default: the level's markers")
    parser.add_argument("--radius", type=float, default=0.0, metavar="R", help="of the disc that moves, in cells")
    add_contenders(parser, "--planner", required=True)
    parser.add_argument("--at", type=int, default=None, metavar="N", help="also where each stands at this moment")
    parser.add_argument("--repeat", type=int, default=None, metavar="N", help="clean runs that are timed")


def run(arguments: argparse.Namespace) -> int:
    """Print a row, or a JSON line, for each planner; then what every two of them differ in."""
    from sandbox.planning.compare.facts import differences, moment, standings
    from sandbox.planning.compare.standing import centred
    from sandbox.planning.compare.words import sentences

    options.at_least(arguments, repeat=1)
    level = options.load_level(arguments.level)
    query = centred(options.query_of(arguments, level))
    answer = compared(arguments, arguments.planner, "--planner", level, query, arguments.repeat or 0)
    if answer is None:
        return 0
    found, comparison = answer
    now = moment(comparison, lock_of(arguments), moment_of(arguments, comparison))
    standing = standings(found, query)
    for facts in (*standing, *differences(comparison), *([now] if arguments.at is not None else [])):
        arguments.out.record(facts)
    arguments.out.table(COLUMNS, map(_row, standing))
    for facts in standing:
        if facts["message"]:
            arguments.out.text(f"{facts['letter']}: {facts['message']}")
    if arguments.at is not None:
        arguments.out.text(_moment(now))
    arguments.out.text("\n" + "\n".join(sentences(comparison)))
    return 0


COLUMNS = [
    "", "planner", "status", "cost", "metric", "over the best", "over the true optimum", "query µs", "middle half",
    "expanded", "first move µs", "prepare ms",
]  # fmt: skip


def _row(facts: dict[str, Any]) -> list[Any]:
    times = facts["query_us"]
    return [
        facts["letter"],
        facts["title"],
        facts["status"],
        facts["cost"],
        facts["metric"] if facts["cost"] is not None else None,
        *(_share(facts[name]) for name in ("over_best", "over_optimum")),
        None if times is None else times["median"],
        "" if times is None else f"{times['p25']:.1f} … {times['p75']:.1f}",
        facts["expanded"],
        facts["first_move_us"],
        facts["prepare_ms"],
    ]


def _share(value: float | None) -> str | None:
    return None if value is None else figures.above(value)


def _moment(now: dict[str, Any]) -> str:
    expanded = ", ".join(f"{count:,}" for count in now["expanded"])
    alone = ", ".join(f"{count:,}" for count in now["cells_only"])
    place = f"moment {now['moment']:,} of {now['moments']:,}"
    return f"By {now['lock']}, {place}: expanded {expanded}; cells of one alone {alone}, of all {now['cells_all']:,}"
