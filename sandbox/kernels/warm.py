"""Fill the kernel cache before anybody waits for it.

A room of the house may have a module `warm` with one function:

    def warmups() -> Iterator[tuple[str, Callable[[], object]]]:
        yield "A* on a grid", lambda: AStar().prepare(tiny_level()).plan(tiny_query, Limits())

Each is a real call on something tiny; what it needs is made inside the call, for every process lists all
warm-ups and runs only its share. They are found by name at run time, so this floor imports nothing above it.

`run` starts worker processes (`sandbox.kernels work`) which take names from the two ends of the
list: neighbours share kernels, and so are compiled by the same worker. They end with whoever started them
(`lifeline`). When all went well a stamp remembers that these sources, on this machine, are warm.
"""

from __future__ import annotations

import compileall
import contextlib
import gc
import importlib
import importlib.util
import json
import os
import pkgutil
import queue
import subprocess
import threading
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, NoReturn

import sandbox
from sandbox.children import command, environment
from sandbox.kernels.jit import JIT_OFF, Kernel, compiled

Warmup = Callable[[], object]
PROCESSES = 2
OTHER_WARMS = ("kernels", "cli")  # this module, and the command
NICENESS = 10


@dataclass(frozen=True, slots=True)
class Step:
    """One warm-up that is done: how long it took, how many kernels it compiled, what went wrong if anything."""

    name: str
    seconds: float
    compiled: int
    error: str = ""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far it is. `last` is None at the beginning, and when there was nothing to do."""

    done: int
    total: int
    last: Step | None = None
    cold: tuple[str, ...] = ()  # rooms with warm-ups still to come

    def to_json(self) -> dict[str, object]:
        """The line a window reads from its child process."""
        line = {"done": self.done, "total": self.total, "cold": list(self.cold)}
        return line | (asdict(self.last) if self.last else {})


@dataclass(frozen=True, slots=True)
class Report:
    """What a whole warm-up did."""

    steps: tuple[Step, ...]
    seconds: float
    already_warm: bool = False

    @property
    def compiled(self) -> int:
        """Kernels compiled, by all workers together."""
        return sum(step.compiled for step in self.steps)

    @property
    def failures(self) -> tuple[Step, ...]:
        """Warm-ups that raised."""
        return tuple(step for step in self.steps if step.error)


def rooms() -> list[str]:
    """The warm modules there are, by import name."""
    packages = [m.name for m in pkgutil.iter_modules(sandbox.__path__) if m.ispkg]
    modules = [f"sandbox.{p}.warm" for p in packages if p not in OTHER_WARMS]
    return [m for m in modules if importlib.util.find_spec(m) is not None]


def all_warmups() -> dict[str, Warmup]:
    """Every warm-up of the house, under "room: name"."""
    found: dict[str, Warmup] = {}
    for room in rooms():
        module = importlib.import_module(room)
        for name, call in module.warmups():
            found[f"{room.split('.')[1]}: {name}"] = call
    return found


def perform(name: str, call: Warmup) -> Step:
    """Run one warm-up here and now."""
    before, start = compiled(), time.perf_counter()
    error = ""
    try:
        call()
    except Exception as e:  # noqa: BLE001  (one broken warm-up must not keep the others cold)
        error = f"{_kernel_in(e)}{type(e).__name__}: {e}"
    return Step(name, round(time.perf_counter() - start, 3), compiled() - before, error)


def _kernel_in(error: Exception) -> str:
    """The kernel whose compilation or call raised, if one did: Numba says much, but not first of all which."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    kernels = [k for f in frames if isinstance(k := f.f_locals.get("self"), Kernel)]
    texts = [t for f in frames if (t := getattr(f.f_locals.get("self"), "py_func", None)) is not None]
    if texts:
        return f"kernel {texts[-1].__module__}.{texts[-1].__qualname__.removesuffix('~inside')}: "
    return f"kernel {kernels[-1].full_name}: " if kernels else ""


def run(
    progress: Callable[[Progress], None] = lambda _: None, *, processes: int = PROCESSES, force: bool = False
) -> Report:
    """Compile whatever is not in the cache, in worker processes; `progress` is called from this thread."""
    if JIT_OFF or (is_warm() and not force):
        progress(Progress(0, 0))
        return Report((), 0.0, already_warm=True)
    start = time.perf_counter()
    crew = _Crew(processes)  # they get ready while this process finds out what there is to do
    try:
        _compile_bytecode()
        steps = tuple(_steps(crew, list(all_warmups()), progress))
    finally:
        crew.dismiss()
    report = Report(steps, time.perf_counter() - start)
    if not report.failures:
        _stamp(report)
    return report


def _compile_bytecode() -> None:
    """Python's own cache too: it halves the way to the first frame where nothing else writes it."""
    compileall.compile_dir(Path(sandbox.__file__).parent, quiet=2)  # silent where it may not write


def _steps(crew: _Crew, names: list[str], progress: Callable[[Progress], None]) -> Iterator[Step]:
    left = Counter(map(room_of, names))
    progress(Progress(0, len(names), None, tuple(left)))
    crew.begin(names)
    for number in range(len(names)):
        step = crew.next_step()
        left[room_of(step.name)] -= 1
        progress(Progress(number + 1, len(names), step, tuple(+left)))
        yield step


def room_of(name: str) -> str:
    """The room a warm-up belongs to."""
    return name.partition(":")[0]


class _Crew:
    """Worker processes, each with a thread that hands it names and collects its answers."""

    def __init__(self, processes: int) -> None:
        self._names: deque[str] = deque()
        self._answers: queue.SimpleQueue[Step] = queue.SimpleQueue()
        self._workers = [_Worker() for _ in range(processes)]
        self._threads = [
            threading.Thread(target=self._serve, args=(worker, number % 2 == 0), daemon=True)
            for number, worker in enumerate(self._workers)
        ]

    def begin(self, names: list[str]) -> None:
        """Have these done."""
        self._names.extend(names)
        for thread in self._threads:
            thread.start()

    def next_step(self) -> Step:
        """Wait for the next answer of any worker."""
        while True:
            with contextlib.suppress(queue.Empty):
                return self._answers.get(timeout=0.2)  # Windows hears Ctrl-C only in between

    def dismiss(self) -> None:
        """End the workers, whatever they are doing."""
        self._names.clear()
        for worker in self._workers:
            worker.end()
        for worker, thread in zip(self._workers, self._threads, strict=True):
            if thread.ident is not None:
                thread.join()
            worker.tidy()

    def _serve(self, worker: _Worker, from_front: bool) -> None:
        while (name := self._take(from_front)) is not None:
            self._answers.put(worker.ask(name))

    def _take(self, from_front: bool) -> str | None:
        with contextlib.suppress(IndexError):
            return self._names.popleft() if from_front else self._names.pop()
        return None


class _Worker:
    """A worker process; one that dies is an answer too, and is followed by another until `end` is called."""

    def __init__(self) -> None:
        self._starting = threading.Lock()
        self._ended = False
        self._process = _start()

    def ask(self, name: str) -> Step:
        """Have a warm-up run and wait for its outcome."""
        try:
            return self._exchange(name)
        except (OSError, ValueError):
            self.tidy()
            status = self._process.returncode
            self._follow()
            return Step(name, 0.0, 0, f"the worker process ended (status {status})")

    def _exchange(self, name: str) -> Step:
        names, answers = self._process.stdin, self._process.stdout
        assert names is not None
        assert answers is not None
        names.write(name + "\n")
        names.flush()
        return Step(**json.loads(answers.readline()))

    def _follow(self) -> None:
        with self._starting:
            if not self._ended:
                self._process = _start()

    def end(self) -> None:
        """Stop it, whatever it is doing."""
        with self._starting:
            self._ended = True
            self._process.kill()

    def tidy(self) -> None:
        """Wait until it has ended, and close its pipes."""
        self._process.communicate()


def _start() -> subprocess.Popen[str]:
    return child("work")


def child(*words: str, errors: IO[bytes] | None = None) -> subprocess.Popen[str]:
    """Start `sandbox.kernels …`. Its standard input, a pipe, is for the caller to hold open: see `lifeline`."""
    return subprocess.Popen(  # noqa: S603  (our own interpreter, our own module)
        command("sandbox.kernels", *words),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        encoding="utf-8",
        errors="replace",
        env=environment(),
    )


def work(names: queue.SimpleQueue[str], answers: IO[str]) -> NoReturn:
    """What a worker process does: a name comes in, a JSON line goes out, until the process is ended."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICENESS)  # whoever works at this machine goes first
    gc.set_threshold(50_000, 20, 100)  # compiling makes many objects that stay: a tenth less time
    known = all_warmups()
    while True:
        name = names.get()
        print(json.dumps(asdict(perform(name, known[name]))), file=answers, flush=True)


def is_warm() -> bool:
    """Whether a complete warm-up of exactly these sources is on record."""
    from sandbox.kernels.compiling import cache

    return cache.warm_stamp().exists()


def _stamp(report: Report) -> None:
    from sandbox.kernels.compiling import cache

    facts = {"seconds": report.seconds, "compiled": report.compiled, "names": [s.name for s in report.steps]}
    with contextlib.suppress(OSError):
        cache.warm_stamp().write_text(json.dumps(facts, indent=2), encoding="utf-8")
