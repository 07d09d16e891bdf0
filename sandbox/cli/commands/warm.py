"""`warm`: compile every kernel into the cache, or for other machines into a file."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from sandbox.figures import seconds

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.kernels import warm

HELP = "compile every kernel into the cache, with progress"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Warm even what a stamp says is warm; use so many processes; for whom."""
    parser.add_argument("--force", action="store_true", help="even if everything is said to be warm")
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="compile in N processes (default 2)")
    whom = parser.add_mutually_exclusive_group()
    whom.add_argument(
        "--native", action="store_true", help="compile for this very processor what came with the package, too"
    )
    whom.add_argument(
        "--into",
        type=Path,
        metavar="FOLDER",
        help="compile for every x86-64-v3 processor, into a file in FOLDER; "
        "with SANDBOX_PREBUILT=FOLDER set, the same version takes its kernels from there",
    )


def run(arguments: argparse.Namespace) -> int:
    """Show what is compiled as it comes; 1 if a warm-up failed."""
    from sandbox.kernels.compiling import cache

    out = arguments.out
    with out.progress(1, "preparing") as bar:

        def show(progress: warm.Progress) -> None:
            bar.total, bar.done = progress.total, progress.done
            bar.step(progress.last.name if progress.last else "", by=0)
            if progress.last:
                out.record(asdict(progress.last))

        report = _made(arguments, show)
    cache.sweep()
    for step in report.failures:
        out.note(f"{step.name}: {step.error}")
    counts = {"compiled": report.compiled, "prebuilt": report.prebuilt, "failed": len(report.failures)}
    out.record({"summary": True, "seconds": report.seconds, **counts})
    out.text(_told(report))
    return 1 if report.failures else 0


def _made(arguments: argparse.Namespace, show: Callable[[warm.Progress], None]) -> warm.Report:
    from sandbox.kernels import warm

    processes = max(1, arguments.processes)
    if arguments.into:
        return warm.prebuild(arguments.into, show, processes)
    return warm.run(show, processes=processes, force=arguments.force, native=arguments.native)


def _told(report: warm.Report) -> str:
    """What was done, in a sentence."""
    came = f"{report.prebuilt} kernels came with the package" if report.prebuilt else ""
    if report.already_warm:
        return f"Everything is warm{f': {came}' * bool(came)}."
    return f"{report.compiled} kernels compiled in {seconds(report.seconds)}{f'; {came}' * bool(came)}."
