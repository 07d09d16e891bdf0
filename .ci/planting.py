"""For pytest: which lines each test runs (COVERED names a folder), and the tests of planted faults (FAULTS, ANSWERS).

A fault inside a function needs no new process: everything is imported once, and in a fork of that process the
function's code is exchanged and the tests that run its line follow, the quickest first, until one fails. Whether that
test passes without the fault is seen in another fork, the first time it fails.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import select
import signal
import sys
import time
import types
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from mutants import CAUGHT, ELSEWHERE, ENDLESS, THROUGH, UNTESTED, exchanged

TREE = Path.cwd()
LIMIT = 150  # s for the tests of one fault,
MOST = 90  # which take this long without it
COVERED = Path(os.environ["COVERED"])

if "FAULTS" not in os.environ:
    import coverage

    lines_run = coverage.Coverage(data_file=None, source_pkgs=["sandbox"], config_file=False, messages=False)
    took: dict[str, float] = {}

    def pytest_sessionstart() -> None:
        """From before the first import, so that every line is seen."""
        lines_run.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
        """Whose lines these are."""
        lines_run.switch_context(item.nodeid)
        begun = time.perf_counter()
        result = yield
        took[item.nodeid] = time.perf_counter() - begun
        return result

    def pytest_sessionfinish() -> None:
        """What was seen, as JSON."""
        lines_run.stop()
        data = lines_run.get_data()
        paths = {f: os.path.relpath(f, TREE) for f in data.measured_files()}
        runs = {paths[f]: data.contexts_by_lineno(f) for f in paths}
        COVERED.write_text(json.dumps([took, runs]), encoding="utf-8")

else:

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(session: pytest.Session) -> bool:
        """Faults instead of tests."""
        import sandbox

        for module in pkgutil.walk_packages(sandbox.__path__, "sandbox."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
        nursery = Nursery(session.items)
        with Path(os.environ["ANSWERS"]).open("a", encoding="utf-8") as answers:
            for line in Path(os.environ["FAULTS"]).read_text(encoding="utf-8").splitlines():
                if time.time() < float(os.environ["UNTIL"]):
                    answers.write(json.dumps(nursery.answer(*json.loads(line))) + "\n")
                    answers.flush()
        return True


class Nursery:
    """Forks of this process, each with one fault."""

    def __init__(self, items: list[pytest.Item]) -> None:
        self.items = {item.nodeid: item for item in items}
        self.seconds, runs = json.loads(COVERED.read_text(encoding="utf-8"))
        self.tests = defaultdict(dict, runs)
        self.sound: set[str] = set()
        self.unsound: set[str] = set()

    def answer(self, file: str, line: int, number: int) -> str:
        """What the tests make of a fault."""
        codes = exchanged(TREE / file, number)
        if not codes:
            return ELSEWHERE
        begins = min(first for _, _, first in codes)
        while tests := self._chosen(file, range(line, begins, -1)):
            failed = _forked(lambda tests=tests: exchange(codes) or self._failing(tests))
            if failed in (THROUGH, ENDLESS, ELSEWHERE) or failed in self.sound or failed not in self.items:
                return failed if failed in (THROUGH, ENDLESS, ELSEWHERE) else CAUGHT
            passes = _forked(lambda test=failed: self._failing([test])) == THROUGH
            (self.sound if passes else self.unsound).add(failed)
        return UNTESTED

    def _chosen(self, file: str, lines: range) -> list[str]:
        """The tests that run the first of these lines that any runs, the quickest as many as there is time for."""
        runs = self.tests[file]
        named = next((runs[str(n)] for n in lines if runs.get(str(n))), ())
        found = [t for t in named if t in self.items and t not in self.unsound]
        chosen, total = [], 0.0
        for test in sorted(found, key=self.seconds.__getitem__):
            total += self.seconds[test]
            if not chosen or total < MOST:
                chosen.append(test)
        return chosen

    def _failing(self, tests: list[str]) -> str:
        """The first test that fails."""
        from _pytest.runner import runtestprotocol

        for test in tests:
            if any(report.failed for report in runtestprotocol(self.items[test], log=False, nextitem=None)):
                return test
        return THROUGH


def exchange(codes: dict[tuple[str, str, int], types.CodeType]) -> str:
    """Give every function that has one of these codes the other: not where it is compiled on its own."""
    from numba import config

    jit = sys.modules.get("sandbox.kernels.jit")
    there = gc.get_objects()
    texts = [k.text for k in there if isinstance(k, jit.Kernel)] if jit and not config.DISABLE_JIT else []
    found = [f for f in there if type(f) is types.FunctionType and _place(f.__code__) in codes]
    if not found or any(f in texts for f in found):
        return ELSEWHERE
    for function in found:
        function.__code__ = codes[_place(function.__code__)]
    return ""


def _place(code: types.CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _forked(work: Callable[[], str]) -> str:
    """What a fork of this process says, which is killed with all it started."""
    out, into = os.pipe()
    if not (child := os.fork()):
        try:
            os.setsid()
            os.write(into, work().encode())
        finally:
            os._exit(0)
    os.close(into)
    ready, _, _ = select.select([out], [], [], LIMIT)
    said = os.read(out, 4096).decode() if ready else ENDLESS
    os.close(out)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return said or "died"
