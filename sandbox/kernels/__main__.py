"""`python -m sandbox.kernels warm [--json] [--force] [--processes N] [--into FOLDER]`: fill the kernel cache.

With `--into` the kernels are compiled for all processors of a level, and put into one file in that folder.

With `--json` every step is a line on stdout, the last one a summary: what a window reads from its child. With
`--leashed` it ends, and so do its workers, when standard input does, and until then does first what lines there say is
needed (`sandbox.kernels.warming.order`).
"""

from __future__ import annotations

import argparse
import io
import json
import os
import queue
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from sandbox.kernels.warming.lifeline import end_with_stdin

if TYPE_CHECKING:
    from sandbox.kernels import warm


def main(arguments: list[str]) -> int:
    """Run a command; 0 when all went well, 1 when a warm-up failed."""
    parser = argparse.ArgumentParser(prog="python -m sandbox.kernels")
    parser.add_argument("command", choices=("warm", "work"))
    parser.add_argument("--json", action="store_true", help="one JSON object per line")
    parser.add_argument("--force", action="store_true", help="even if a stamp says that everything is warm")
    parser.add_argument("--leashed", action="store_true", help="end when standard input ends")
    parser.add_argument("--processes", type=int, default=2, metavar="N")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="for all processors of a level, into a file there")
    options = parser.parse_args(arguments)
    needs: queue.SimpleQueue[str] = queue.SimpleQueue()
    if options.leashed:  # before anything is imported that takes time
        end_with_stdin(needs.put)
    return _work() if options.command == "work" else _warm(options, needs)


def _work() -> NoReturn:
    """Answers go to a private copy of stdout; what warm-ups print goes to stderr. Ctrl-C is for the parent."""
    names: queue.SimpleQueue[str] = queue.SimpleQueue()
    end_with_stdin(names.put)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.stdout = sys.stderr  # which keeps no line back: a worker that is ended has no time to flush
    from sandbox.kernels import warm

    warm.work(names, answers)


def _warm(options: argparse.Namespace, needs: queue.SimpleQueue[str]) -> int:
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # what a failed warm-up says may be in any letters
    from sandbox.kernels import warm

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the workers end with us
    say = _say_json if options.json else _say
    if options.into:
        report = warm.prebuild(options.into, say, processes=options.processes)
    else:
        report = warm.run(say, processes=options.processes, force=options.force, needs=needs)
    if options.json:
        summary = {"summary": True, "seconds": report.seconds, "compiled": report.compiled, "prebuilt": report.prebuilt}
        print(json.dumps(summary | {"failed": len(report.failures), "already_warm": report.already_warm}))
    elif report.already_warm:
        print("everything is warm")
    return 1 if report.failures else 0


def _say_json(progress: warm.Progress) -> None:
    print(json.dumps(progress.to_json()), flush=True)


def _say(progress: warm.Progress) -> None:
    if step := progress.last:
        error = f"  FAILED: {step.error}" if step.error else ""
        print(
            f"{progress.done:3}/{progress.total} {step.seconds:7.2f} s {step.compiled:3} compiled  {step.name}{error}"
        )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
