"""`why`: what makes a planner's path longer than it need be, in terms that add up."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from sandbox.cli import options
from sandbox.cli.scenes import at_its_time, take_scene

if TYPE_CHECKING:
    from sandbox.cli.output import Output
    from sandbox.planning.why.ledger import Ledger
    from sandbox.planning.why.work import WorkLedger

HELP = "why a path is longer than it need be: a ledger from the answer to the true optimum"
DUST = 5e-10  # cells: less is a rounding


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Level, ends, planners."""
    options.add_query(parser)
    parser.add_argument("--work", action="store_true", help="also where the expansions went, against A*")
    options.add_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print a ledger, or a JSON line, for each planner; 1 if one does not add up."""
    from sandbox.planning.api import Limits, planners
    from sandbox.planning.why.explain import explain
    from sandbox.planning.why.work import explain_work

    level = options.load_level(arguments.level)
    level = at_its_time(level, take_scene(arguments, level, arguments.level, "astar"))
    query, limits = options.query_of(arguments, level), Limits(stop=arguments.stop)
    wrong = False
    for entry, planner in options.chosen(planners, arguments.planner, arguments.option):
        prepared = planner.prepare(level)
        ledger = explain(prepared, query, limits, planner=entry.key)
        work = explain_work(prepared, query, limits, planner=entry.key) if arguments.work else None
        wrong |= not (ledger.adds_up and (work is None or work.adds_up))
        arguments.out.record({**ledger_facts(ledger), **({} if work is None else {"work": work_facts(work)})})
        show(arguments.out, entry.title, ledger, work)
        if arguments.stop[0]:
            break
    return int(wrong)


def ledger_facts(ledger: Ledger) -> dict[str, Any]:
    """The fields of `why --json`."""
    facts = {
        "planner": ledger.planner,
        "status": str(ledger.status),
        "metric": str(ledger.metric),
        "cost": ledger.cost,
        "optimum": ledger.optimum,
        "optimum_low": ledger.optimum_low,
        "loss": ledger.loss,
        "exact": ledger.exact,
        "terms": [
            {
                "name": term.name,
                "value": term.value,
                "words": term.words,
                "cells": term.cells,
                "points": term.points,
                "low": term.low,
                "high": term.high,
            }
            for term in ledger.terms
        ],
        "start": ledger.start,
        "goal": ledger.goal,
        "radius": ledger.radius,
        "says": ledger.says,
    }
    return facts if ledger.over_terrain is None else {**facts, "over_terrain": ledger_facts(ledger.over_terrain)}


def work_facts(work: WorkLedger) -> dict[str, Any]:
    """The same for expansions."""
    shares = [{"name": s.name, "value": s.value, "words": s.words, "cells": s.cells} for s in work.shares]
    facts = {"status": str(work.status), "expanded": work.expanded, "reference": work.reference, "more": work.more}
    return {**facts, "terms": shares, "says": work.says}


def show(out: Output, title: str, ledger: Ledger, work: WorkLedger | None) -> None:
    """Both for people."""
    out.text(f"{title}: {_headline(ledger)}")
    _table(out, ledger)
    if ledger.says:
        out.text(ledger.says)
    if ledger.over_terrain is not None:
        out.text(f"\nThe same way, weighed by the terrain: {_headline(ledger.over_terrain)}")
        _table(out, ledger.over_terrain)
    if work is not None:
        out.text(f"\n{work.expanded:,} expansions, {work.reference:,} of A* ({work.more:+,})")
        if work.shares:
            out.table(["where", "more", "expansions of"], [[s.name, f"{s.value:+,}", s.words] for s in work.shares])
        if work.says:
            out.text(work.says)
    out.text()


def _headline(ledger: Ledger) -> str:
    if ledger.status != "found":
        return str(ledger.status)
    unit = "cells long" if ledger.metric == "length" else "weighted cells"
    best = f"at least {ledger.optimum_low:.6g}, at most" if ledger.optimum_low < ledger.optimum else "exactly"
    return f"{ledger.cost:.9g} {unit}; the true optimum is {best} {ledger.optimum:.9g}; {ledger.loss:.6g} lost"


def _table(out: Output, ledger: Ledger) -> None:
    """The terms that come to anything, and their sum."""
    rows = [
        [
            term.name,
            _number(term.value),
            "" if term.exact else f"{_number(term.low)} … {_number(term.high)}",
            term.words,
        ]
        for term in ledger.terms
        if abs(term.value) > DUST or not term.exact
    ]
    if rows:
        out.table(["what", "longer by", "between", "because"], [*rows, ["sum", _number(ledger.loss), "", ""]])


def _number(value: float) -> str:
    return f"{value:.6f}"
