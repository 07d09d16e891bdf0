"""`warm`: compile every kernel into the cache."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from sandbox.figures import seconds

HELP = "compile every kernel into the cache, with progress"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Warm even what a stamp says is warm; use so many processes."""
    parser.add_argument("--force", action="store_true", help="even if everything is said to be warm")
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="compile in N processes (default 2)")


def run(arguments: argparse.Namespace) -> int:
    """Show what is compiled as it comes; 1 if a warm-up failed."""
    from sandbox.kernels import warm
    from sandbox.kernels.compiling import cache

    out = arguments.out
    with out.progress(1, "preparing") as bar:

        def show(progress: warm.Progress) -> None:
            bar.total, bar.done = progress.total, progress.done
            bar.step(progress.last.name if progress.last else "", by=0)
            if progress.last:
                out.record(asdict(progress.last))

        report = warm.run(show, processes=max(1, arguments.processes), force=arguments.force)
    cache.sweep()
    for step in report.failures:
        out.note(f"{step.name}: {step.error}")
    out.record(
        {"summary": True, "seconds": report.seconds, "compiled": report.compiled, "failed": len(report.failures)}
    )
    if report.already_warm:
        out.text("Everything is warm.")
    else:
        out.text(f"{report.compiled} kernels compiled in {seconds(report.seconds)}.")
    return 1 if report.failures else 0
