"""Worker processes that run warm-ups, each with a thread that hands it names and collects its answers.

What nobody waits for is done at the lowest priority. A process cannot rise again, and cannot be called off in the
middle of a kernel: when something is waited for, the worker whose task is needed least is ended, and another takes
its place within half a second. Kernels that are compiled stay in the cache, and the task begins anew later.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import IO

from sandbox.children import command, environment
from sandbox.kernels.warming.order import Needs, Order, Task

NICENESS = 10
LOWEST = 19  # of what nobody waits for


@dataclass(frozen=True, slots=True)
class Warmed:
    """One warm-up that is done: how long it took, how many kernels it compiled, what went wrong if anything."""

    name: str
    seconds: float
    compiled: int
    error: str = ""
    cpu: float = 0.0  # seconds of the processor
    prebuilt: int = 0  # kernels that came with the package


class Crew:
    """The workers, and what is left to do."""

    def __init__(self, processes: int, variables: Mapping[str, str] | None = None) -> None:
        self._order = Order()
        self._answers: queue.SimpleQueue[Warmed] = queue.SimpleQueue()
        self._workers = [Worker(variables or {}) for _ in range(processes)]
        self._threads = [
            threading.Thread(target=self._serve, args=(worker, number % 2 == 0), daemon=True)
            for number, worker in enumerate(self._workers)
        ]

    def begin(self, names: Sequence[str]) -> None:
        """Have these done."""
        self._order.add(names)
        for thread in self._threads:
            thread.start()

    def listen(self, lines: queue.SimpleQueue[str]) -> None:
        """Follow what is needed, as it is said line by line."""
        threading.Thread(target=self._follow, args=(lines,), name="needs", daemon=True).start()

    def need(self, needs: Needs) -> None:
        """Have this done first."""
        self._order.need(needs)
        self._make_way()

    def next_step(self) -> Warmed:
        """Wait for the next answer of any worker."""
        while True:
            with contextlib.suppress(queue.Empty):
                return self._answers.get(timeout=0.2)  # Windows hears Ctrl-C only in between

    def dismiss(self) -> None:
        """End the workers, whatever they are doing."""
        self._order.clear()
        for worker in self._workers:
            worker.end()
        for worker, thread in zip(self._workers, self._threads, strict=True):
            if thread.ident is not None:
                thread.join()
            worker.tidy()

    def _follow(self, lines: queue.SimpleQueue[str]) -> None:
        while True:
            with contextlib.suppress(ValueError, TypeError, AttributeError):  # a line that is none tells nothing
                self.need(Needs.of_json(lines.get()))

    def _make_way(self) -> None:
        """End the task that is needed least, if all are busy and somebody waits for another."""
        tasks = [(worker.since, worker.doing, worker) for worker in self._workers]
        if not self._order.pressing or any(not name for _, name, _ in tasks):
            return
        spare = [task for task in tasks if not self._order.is_urgent(task[1])]
        if spare:
            _, name, worker = max(spare, key=lambda task: (not self._order.is_soon(task[1]), task[0]))
            worker.interrupt(name)

    def _serve(self, worker: Worker, from_front: bool) -> None:
        while (task := self._order.take(from_front=from_front)) is not None:
            step = worker.ask(task)
            if step is None:
                self._order.give_back(task.name)
            else:
                self._answers.put(step)


class Worker:
    """A worker process; one that dies is an answer too, and is followed by another until `end` is called."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables
        self.doing = ""  # the warm-up it runs
        self.since = 0.0  # when that began
        self._starting = threading.Lock()
        self._ended = self._interrupted = self._lowered = False
        self._process = start(self._variables)

    def ask(self, task: Task) -> Warmed | None:
        """Have a warm-up run and wait for its outcome; None if it was interrupted."""
        self._suit(task)
        self.since, self.doing = time.monotonic(), task.name
        try:
            return self._exchange(task.name)
        except (OSError, ValueError):
            return self._died(task.name)
        finally:
            self.doing = ""

    def interrupt(self, name: str) -> None:
        """End what it does, if that is still this."""
        with self._starting:
            if self.doing == name and not self._ended:
                self._interrupted = True
                self._process.kill()

    def end(self) -> None:
        """Stop it, whatever it is doing."""
        with self._starting:
            self._ended = True
            self._process.kill()

    def tidy(self) -> None:
        """Wait until it has ended, and close its pipes."""
        self._process.communicate()

    def _suit(self, task: Task) -> None:
        """Have a process of the right priority."""
        if task.urgent and self._lowered:
            with self._starting:
                self._process.kill()
            self.tidy()
            self._follow()
        elif not task.urgent and not self._lowered:
            self._lowered = True
            with contextlib.suppress(AttributeError, OSError):
                os.setpriority(os.PRIO_PROCESS, self._process.pid, LOWEST)

    def _exchange(self, name: str) -> Warmed:
        names, answers = self._process.stdin, self._process.stdout
        assert names is not None
        assert answers is not None
        names.write(name + "\n")
        names.flush()
        return Warmed(**json.loads(answers.readline()))

    def _died(self, name: str) -> Warmed | None:
        """Tell how it ended, unless it was meant to; another process follows."""
        self.tidy()
        status = self._process.returncode
        meant, self._interrupted = self._interrupted, False
        self._follow()
        return None if meant else Warmed(name, 0.0, 0, f"the worker process ended (status {status})")

    def _follow(self) -> None:
        with self._starting:
            if not self._ended:
                self._process = start(self._variables)
                self._lowered = False


def start(variables: Mapping[str, str]) -> subprocess.Popen[str]:
    """A worker process, in an environment with these variables."""
    return child("work", variables=variables)


def child(
    *words: str, errors: IO[bytes] | None = None, variables: Mapping[str, str] | None = None
) -> subprocess.Popen[str]:
    """Start `sandbox.kernels …`. Its standard input, a pipe, is for the caller to hold open: see `lifeline`."""
    return subprocess.Popen(  # noqa: S603  (our own interpreter, our own module)
        command("sandbox.kernels", *words),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        encoding="utf-8",
        errors="replace",
        env=environment() | dict(variables or {}),
    )
