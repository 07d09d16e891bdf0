"""Fill the kernel cache before anybody waits for it.

A package of `sandbox` may have a module `warm` with one function:

    def warmups() -> Iterator[tuple[str, Callable[[], object]]]:
        yield "A* on a grid", lambda: AStar().prepare(tiny_level()).plan(tiny_query, Limits())

Each is a real call on something tiny; what it needs is made inside the call, for warm-ups are listed by one process
and run by others. They are found by name at run time, so this package imports nothing above it.

`run` starts worker processes (`sandbox.kernels work`, see `warming.crew`), which are given names in the order of need:
whoever waits for something says so while it goes on (`warming.order`). They end with whoever started them
(`lifeline`). When all went well a stamp remembers that these sources, on this machine, are warm.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import importlib.util
import json
import os
import pkgutil
import queue
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, NoReturn

import sandbox
from sandbox.errors import SandboxError
from sandbox.kernels.jit import INSIDE, JIT_OFF, Kernel, compiled, prebuilt
from sandbox.kernels.warming.crew import NICENESS, Crew, Warmed
from sandbox.kernels.warming.order import package_of

Warmup = Callable[[], object]
PROCESSES = 2
WITHOUT_PREBUILT = {"SANDBOX_PREBUILT": "0"}  # see compiling.prebuilt
OTHER_WARMS = ("kernels", "cli")  # this module, and the command


@dataclass(frozen=True, slots=True)
class Progress:
    """How far it is. `last` is None at the beginning, and when there was nothing to do."""

    done: int
    total: int
    last: Warmed | None = None
    cold: tuple[str, ...] = ()  # packages with warm-ups still to come

    def to_json(self) -> dict[str, object]:
        """The line a window reads from its child process."""
        line = {"done": self.done, "total": self.total, "cold": list(self.cold)}
        return line | (asdict(self.last) if self.last else {})


@dataclass(frozen=True, slots=True)
class Report:
    """What a whole warm-up did."""

    steps: tuple[Warmed, ...]
    seconds: float
    already_warm: bool = False
    shipped: int = 0  # kernels that came with the package, if that is why

    @property
    def compiled(self) -> int:
        """Kernels compiled, by all workers together."""
        return sum(step.compiled for step in self.steps)

    @property
    def prebuilt(self) -> int:
        """Kernels that came with the package: those that were loaded, or all if there was nothing to do."""
        return self.shipped + sum(step.prebuilt for step in self.steps)

    @property
    def failures(self) -> tuple[Warmed, ...]:
        """Warm-ups that raised."""
        return tuple(step for step in self.steps if step.error)


def warm_modules() -> list[str]:
    """The warm modules there are, by import name."""
    packages = [m.name for m in pkgutil.iter_modules(sandbox.__path__) if m.ispkg]
    modules = [f"sandbox.{p}.warm" for p in packages if p not in OTHER_WARMS]
    return [m for m in modules if importlib.util.find_spec(m) is not None]


def all_warmups() -> dict[str, Warmup]:
    """Every warm-up, under "package: name"."""
    return {name: call for module in warm_modules() for name, call in _warmups_in(module)}


def _warmups_in(module: str) -> Iterator[tuple[str, Warmup]]:
    package = module.split(".")[1]
    for name, call in importlib.import_module(module).warmups():
        yield f"{package}: {name}", call


def perform(name: str, call: Warmup) -> Warmed:
    """Run one warm-up here and now."""
    before, taken, start, spent = compiled(), prebuilt(), time.perf_counter(), time.process_time()
    error = ""
    try:
        call()
    except Exception as e:  # noqa: BLE001  (one broken warm-up must not keep the others cold)
        error = f"{_kernel_in(e)}{type(e).__name__}: {e}"
    seconds, cpu = time.perf_counter() - start, time.process_time() - spent
    return Warmed(name, round(seconds, 3), compiled() - before, error, round(cpu, 3), prebuilt() - taken)


def _kernel_in(error: Exception) -> str:
    """The kernel whose compilation or call raised, if one did: Numba says much, but not first of all which."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    kernels = [k for f in frames if isinstance(k := f.f_locals.get("self"), Kernel)]
    texts = [t for f in frames if (t := getattr(f.f_locals.get("self"), "py_func", None)) is not None]
    if texts:
        return f"kernel {texts[-1].__module__}.{texts[-1].__qualname__.removesuffix(INSIDE)}: "
    return f"kernel {kernels[-1].full_name}: " if kernels else ""


def run(
    progress: Callable[[Progress], None] = lambda _: None,
    *,
    processes: int = PROCESSES,
    force: bool = False,
    needs: queue.SimpleQueue[str] | None = None,
    native: bool = False,
) -> Report:
    """Compile whatever is not in the cache, in worker processes; `progress` is called from this thread.

    Lines of `Needs` may come in by `needs` at any time: the last one counts. With `native`, what came with the package
    is compiled too, for this very processor; from then on that is taken.
    """
    shipped = 0 if JIT_OFF or native else came_with_package()
    if JIT_OFF or ((shipped or is_stamped()) and not force):
        progress(Progress(0, 0))
        return Report((), 0.0, already_warm=True, shipped=shipped)
    report = _run(Crew(processes, WITHOUT_PREBUILT if native else None), progress, needs)
    _compile_bytecode()
    if not report.failures:
        _stamp(report)
    return report


def prebuild(into: Path, progress: Callable[[Progress], None] = lambda _: None, processes: int = PROCESSES) -> Report:
    """Compile everything for all processors of a level (`compiling.target`), into one file in a folder.

    There is none if a warm-up failed. Processes that are told of the folder, or whose package has it, take from it.
    """
    from sandbox.kernels.compiling import cache, packing, target

    if JIT_OFF or (lacking := target.lacking_here()):
        raise SandboxError("nothing is compiled: NUMBA_DISABLE_JIT is set" if JIT_OFF else lacking)
    with tempfile.TemporaryDirectory(prefix="game-ai-sandbox-prebuilt-", ignore_cleanup_errors=True) as folder:
        variables = target.FOR_ALL | WITHOUT_PREBUILT | {cache.BASE_VARIABLE: folder}
        report = _run(Crew(processes, variables), progress)
        if not report.failures:
            packing.pack(Path(folder), into, cache.whole())
    return report


def _run(crew: Crew, progress: Callable[[Progress], None], needs: queue.SimpleQueue[str] | None = None) -> Report:
    """Have a crew do every warm-up; it got ready while this process finds out which there are."""
    start = time.perf_counter()
    if needs is not None:
        crew.listen(needs)
    try:
        steps = tuple(_steps(crew, list(all_warmups()), progress))
    finally:
        crew.dismiss()
    return Report(steps, time.perf_counter() - start)


def _compile_bytecode() -> None:
    """Python's own cache too: it halves the way to the first frame where nothing else writes it."""
    import compileall

    if not sys.dont_write_bytecode:
        compileall.compile_dir(Path(sandbox.__file__).parent, quiet=2)  # silent where it may not write


def _steps(crew: Crew, names: list[str], progress: Callable[[Progress], None]) -> Iterator[Warmed]:
    left = Counter(map(package_of, names))
    progress(Progress(0, len(names), None, tuple(left)))
    crew.begin(names)
    for number in range(len(names)):
        step = crew.next_step()
        left[package_of(step.name)] -= 1
        progress(Progress(number + 1, len(names), step, tuple(+left)))
        yield step


def work(names: queue.SimpleQueue[str], answers: IO[str]) -> NoReturn:
    """What a worker process does: a name comes in, a JSON line goes out, until the process is ended."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICENESS)  # whoever works at this machine goes first
    gc.set_threshold(50_000, 20, 100)  # compiling makes many objects that stay: a tenth less time
    while True:
        name = names.get()
        print(json.dumps(asdict(_performed(name))), file=answers, flush=True)


def _performed(name: str) -> Warmed:
    """Run a warm-up by its name; only its own package is imported."""
    found: list[Warmup] = []

    def call() -> None:
        found.extend(call for known, call in _warmups_in(f"sandbox.{package_of(name)}.warm") if known == name)
        found[0]()

    return perform(name, call)


def is_warm() -> bool:
    """Whether there is nothing to be compiled for exactly these sources."""
    return came_with_package() > 0 or is_stamped()


def is_stamped() -> bool:
    """Whether a complete warm-up here is on record."""
    from sandbox.kernels.compiling import cache

    return cache.warm_stamp().exists()


def came_with_package() -> int:
    """How many kernels came with the package, if those are all there are and they run here; else 0."""
    from sandbox.kernels.compiling.prebuilt import complete

    return complete()


def _stamp(report: Report) -> None:
    from sandbox.kernels.compiling import cache

    facts = {"seconds": report.seconds, "compiled": report.compiled, "names": [s.name for s in report.steps]}
    with contextlib.suppress(OSError):
        cache.warm_stamp().write_text(json.dumps(facts, indent=2), encoding="utf-8")
