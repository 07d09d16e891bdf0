"""`bench`: planners over MovingAI scenario files, every answer checked."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.children import shared_out
from sandbox.cli import options

if TYPE_CHECKING:
    from sandbox.bench.report import Sheet
    from sandbox.bench.runner import Job, Results

HELP = "planners over .scen files: times, ratios; each path checked, held against the optimum; crowds on them, too"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Files, planners, which queries, where to write."""
    parser.add_argument("scen", nargs="+", type=Path, metavar="SCEN", help="MovingAI scenario files")
    parser.add_argument("--map", type=Path, metavar="FILE", help="the map, if it is not beside the scenario")
    parser.add_argument("--planner", default="astar", metavar="KEY,…", help="planners, or all; ratios are to the first")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--longest", type=int, default=0, metavar="N", help="only the N longest queries of each file")
    which.add_argument("--sample", type=int, default=0, metavar="N", help="only N queries of each file, at random")
    parser.add_argument("--seed", type=int, default=None, metavar="N", help="of the sample")
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="answer all N times, keep each query's best")
    parser.add_argument("--true-optimum", action="store_true", help="compare with the shortest any-angle path")
    parser.add_argument("--out", dest="sheet", type=Path, metavar="FILE", help="write the summaries (.csv or .json)")
    parser.add_argument("--per-query", type=Path, metavar="FILE", help="write a row per query (.csv)")
    parser.add_argument(
        "--report", type=Path, metavar="OUT.md", help="write a page with tables, and its charts (.svg) beside it"
    )
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="processes (times suffer if they share a core)"
    )
    options.add_on(parser)
    parser.add_argument("--resume", action="store_true", help="skip what is in --out already")
    parser.add_argument("--policy", metavar="KEY,…", help="crowds instead: agent i stands and goes as line i says")
    parser.add_argument("--agents", type=int, default=50, metavar="N", help="with --policy: the first N (default 50)")
    fewer = "with --policy: also with fewer agents, in so many equal steps (default 1)"
    parser.add_argument("--steps", type=int, default=1, metavar="N", help=fewer)
    longest = "with --policy: how long they may walk (default 600)"
    parser.add_argument("--seconds", type=float, default=600.0, metavar="S", help=longest)
    options.add_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run what is not done yet; 1 if an answer was wrong, 130 if interrupted."""
    _check(arguments)
    if arguments.policy is not None:
        from sandbox.cli import crowds

        return crowds.run(arguments)
    from sandbox.bench.report import Sheet

    sheet = Sheet(arguments.sheet, resume=arguments.resume)
    jobs = _jobs(arguments)
    todo = [job for job in jobs if sheet.find(job.facts) is None]
    found = _work(arguments, sheet, todo, jobs)
    if arguments.stop[0]:
        return 130
    if arguments.report is not None:
        _report(arguments, found)
    wanted = [facts for job in jobs if (facts := sheet.find(job.facts)) is not None]
    arguments.out.table(COLUMNS, list(map(_row, wanted, _names(wanted))))
    for line in dict.fromkeys(map(_shared, wanted)):
        arguments.out.text(line)
    for facts in wanted:
        for reason in facts["reasons"]:
            arguments.out.text(f"{facts['planner']} on {facts['file']}: {reason}")
    return int(any(facts["wrong"] for facts in wanted))


def _shared(facts: dict[str, Any]) -> str:
    """What all planners of a world have in common is nobody's own preparation."""
    from sandbox.planning.api import planners

    world = planners[facts["planner"].split(":")[0]].info["world"]
    return f"{facts['file']}: the {world} that all {world} planners share took {facts['shared_ms']:.2f} ms"


def _check(arguments: argparse.Namespace) -> None:
    from sandbox.errors import BadInput

    options.at_least(arguments, longest=0, sample=0, repeat=1, jobs=1, seed=0)
    if arguments.resume and arguments.sheet is None:
        raise BadInput("--resume", "no --out", "the file to go on with")
    if arguments.report is not None and arguments.report.suffix.lower() != ".md":
        raise BadInput("--report", str(arguments.report), "a name ending in .md")


def _jobs(arguments: argparse.Namespace) -> list[Job]:
    """Every planner on every file; whatever is wrong with the words shows here, before any work."""
    from sandbox.bench.runner import Job
    from sandbox.bench.scenarios import SEED, Selection, map_of
    from sandbox.planning.api import planners

    entries = [entry for entry, _ in options.chosen(planners, arguments.planner, arguments.option)]
    texts = options.keyed_options(arguments.option, [e.key for e in entries])
    seed = SEED if arguments.seed is None else arguments.seed
    selection = Selection(arguments.longest, arguments.sample, seed)
    jobs = []
    for scen in arguments.scen:
        level = arguments.map or map_of(scen)
        for entry in entries:
            chosen = tuple(sorted(texts.get(entry.key, {}).items()))
            jobs.append(Job(entry.key, chosen, scen, level, selection, arguments.repeat, arguments.true_optimum))
    return list(dict.fromkeys(jobs))


def _report(arguments: argparse.Namespace, found: list[Results]) -> None:
    """What was run now, as a page."""
    from sandbox.bench.report import run_facts
    from sandbox.bench.scenarios import SEED
    from sandbox.bench.shown.paper import write_paper

    files = write_paper(found, arguments.report, run_facts(SEED if arguments.seed is None else arguments.seed))
    arguments.out.text(", ".join(map(str, files)))


def _work(arguments: argparse.Namespace, sheet: Sheet, todo: list[Job], jobs: list[Job]) -> list[Results]:
    """Run, and write down each result as it comes."""
    from sandbox.bench.report import run_facts, summary
    from sandbox.bench.runner import run_job
    from sandbox.bench.scenarios import SEED

    about = run_facts(SEED if arguments.seed is None else arguments.seed)
    first_of = {job.scen: job for job in reversed(jobs)}
    log = _QueryLog(arguments.per_query, fresh=not arguments.resume)
    kept: list[Results] = []
    with arguments.out.progress(len(todo), "") as progress:
        finished = shared_out(run_job, todo, arguments.jobs, arguments.stop)
        for job, results in zip(todo, finished, strict=False):  # fewer, if interrupted
            if arguments.stop[0]:
                return kept  # an interrupted job is not a result
            kept.append(results)
            facts = summary(results) | {"run": about}
            first = first_of[job.scen]
            facts["ratio"] = _ratio(facts, facts if job == first else sheet.find(first.facts))
            log.add(results)
            sheet.add(facts)
            arguments.out.record(facts)
            progress.step(f"{job.label} on {job.scen.name}")
    return kept


def _ratio(facts: dict[str, Any], first: dict[str, Any] | None) -> float | None:
    """How many times faster than the first planner on the same file, by total."""
    mine, other = facts["query_us"]["total"], first["query_us"]["total"] if first else None
    return other / mine if mine and other else None


class _QueryLog:
    """The rows of every query, appended job by job."""

    def __init__(self, path: Path | None, *, fresh: bool) -> None:
        from sandbox.bench.report import QUERY_COLUMNS, csv_text
        from sandbox.files import write_atomically

        self.path = path
        if path is not None and (fresh or not path.exists()):
            write_atomically(path, csv_text(QUERY_COLUMNS, []).encode())

    def add(self, results: Results) -> None:
        """All rows of one job in one write."""
        from sandbox.bench.report import QUERY_COLUMNS, csv_text, query_rows

        if self.path is None:
            return
        body = csv_text(QUERY_COLUMNS, query_rows(results)).split("\n", 1)[1]
        with self.path.open("a", encoding="utf-8", newline="") as file:
            file.write(body)


COLUMNS = [
    "planner", "file", "queries", "solved", "wrong", "kernel µs", "mean µs", "± 95 %", "p95", "p99", "ratio",
    "answer µs", "above opt. %", "p99 %", "ns/exp", "prepare ms",
]  # fmt: skip


def _row(facts: dict[str, Any], name: str) -> list[Any]:
    us, above = facts["query_us"], facts["suboptimality"]
    spread = (us["mean_high"] - us["mean_low"]) / 2 if us["mean"] is not None else None
    return [
        facts["planner"], name, facts["queries"], facts["solved"], facts["wrong"],
        us["median"], us["mean"], spread, us["p95"], us["p99"], facts["ratio"], facts["answer_us"]["median"],
        _percent(above["mean"]), _percent(above["p99"]), facts["ns_per_expansion"], facts["prepare_ms"],
    ]  # fmt: skip


def _names(wanted: list[dict[str, Any]]) -> list[str]:
    """The files' names, with their folders where names alone do not tell them apart."""
    paths = [Path(facts["folder"], facts["file"]) for facts in wanted]
    folders = {path.name: {p.parent for p in paths if p.name == path.name} for path in paths}
    return [str(path) if len(folders[path.name]) > 1 else path.name for path in paths]


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share
