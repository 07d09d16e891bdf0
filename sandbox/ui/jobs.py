"""Work beside the window: one thread per worker, edits and queries in, results out, nothing ever waits.

A `Worker` takes jobs by *slot*. A newer job of a slot replaces one that still waits, and stops one that runs:
what a drag asks for fifty times is computed as often as there is time for, and the last answer is shown. Slots
take turns: of those that wait the one that has not begun for longest begins, also when each edit of a drag drops
all that wait and everything is asked anew. `ordered` jobs (edits) are never dropped, and everything asked after
them sees their effect; they too stop the job that runs.

A `lasting` job that runs is not stopped at once by what is newer: a hand that asks again with every frame would
never see an answer that takes longer than a frame. It has a little time to end, and what is newer waits; if it
was not enough, its slot has twice the time in its next turn.

Results come back through `poll`, called by the window's loop; `wake` is called (from the worker's thread)
whenever there is something to poll. A job that fails ends in `failed` with its traceback, the worker goes on.
Of a cancelled job neither result nor failure is delivered.
"""

from __future__ import annotations

import atexit
import contextlib
import itertools
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.warming.order import Needs
from sandbox.own.failures import OwnCodeFailed

NICENESS = 10
GRACE, MOST_GRACE = 0.1, 0.8  # seconds a lasting job has from its beginning, at first and at most
PATIENCE = 30.0  # seconds the program waits at its end for a worker in the compiler
MOST_SAID = 64_000  # bytes of what the compiling child said last
Stop = NDArray[np.uint8]
Work = Callable[..., Any]  # what a job does in the worker's thread, with the flag as `stop`: a long one looks at it


@dataclass(frozen=True, slots=True)
class Failure:
    """A job that raised: the line for a toast, the text for "copy details"."""

    title: str
    line: str
    details: str


@dataclass(slots=True, eq=False)
class Job:
    """One piece of work."""

    title: str
    slot: str
    work: Work
    done: Callable[[Any], None]
    failed: Callable[[Failure], None] | None = None
    lasting: bool = False  # its answer is worth something also when something newer was asked meanwhile
    stop: Stop = field(default_factory=lambda: np.zeros(1, np.uint8))

    def cancel(self) -> None:
        """Raise the flag; its result will not be delivered."""
        self.stop[0] = 1

    @property
    def cancelled(self) -> bool:
        """Whether nobody waits for it any more."""
        return bool(self.stop[0])


class Worker:
    """A thread of lower priority that does one job at a time."""

    def __init__(self, name: str, wake: Callable[[], None], failed: Callable[[Failure], None]) -> None:
        self.name, self.wake, self.failed = name, wake, failed
        self._waiting: list[Job] = []
        self._turns: dict[str, int] = {}  # when a job of the slot began last
        self._clock = itertools.count(1)
        self._running: Job | None = None
        self._began = 0.0  # when it did
        self._grace: dict[str, float] = {}  # seconds that a slot's lasting jobs have, once one had too few
        self._hurried: threading.Timer | None = None  # what stops the one that runs
        self._results: deque[Callable[[], None]] = deque()
        self._changed = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    # From the window's thread --------------------------------------------------------------------------

    def submit(self, *jobs: Job) -> None:
        """Do these when their turns come, instead of whatever their slots still had.

        What is asked together waits together: the first is not begun before the others are there.
        """
        slots, lasting = {job.slot for job in jobs}, {job.slot for job in jobs if job.lasting}
        with self._changed:
            self._drop(lambda old: old.slot in slots, spared=lambda old: old.slot in lasting)
            self._waiting += jobs
            self._changed.notify()

    def ordered(
        self,
        title: str,
        work: Work,
        done: Callable[[Any], None] = lambda _: None,
        failed: Callable[[Failure], None] | None = None,
    ) -> None:
        """Do this after everything asked before; searches asked before are stopped, those asked after wait."""
        with self._changed:
            self._drop(lambda old: bool(old.slot), spared=lambda _: True)
            self._waiting.append(Job(title, "", work, done, failed))
            self._changed.notify()

    def cancel(self, slot: str) -> None:
        """Stop what the slot is doing."""
        with self._changed:
            self._drop(lambda old: old.slot == slot)

    def _drop(self, meant: Callable[[Job], bool], spared: Callable[[Job], bool] = lambda _: False) -> None:
        """Cancel what waits or runs and is meant; a lasting job that runs and is spared is only hurried."""
        for job in self._waiting:
            if meant(job):
                job.cancel()
        self._waiting = [job for job in self._waiting if not job.cancelled]
        if self._running is not None and meant(self._running):
            self._stop(self._running, at_once=not (self._running.lasting and spared(self._running)))

    def _stop(self, running: Job, *, at_once: bool) -> None:
        """Stop what runs, now or when its time is over."""
        if at_once:
            running.cancel()
        elif self._hurried is None:
            left = self._began + self._grace.get(running.slot, GRACE) - time.perf_counter()
            self._hurried = threading.Timer(max(left, 0.0), self._time_is_over, [running])
            self._hurried.daemon = True
            self._hurried.start()

    def _time_is_over(self, job: Job) -> None:
        """End a job that others wait for; its slot has more time in its next turn."""
        with self._changed:
            if self._running is job and not job.cancelled:
                job.cancel()
                self._grace[job.slot] = min(2 * self._grace.get(job.slot, GRACE), MOST_GRACE)

    @property
    def busy(self) -> bool:
        """Whether something runs, waits, or is done and not delivered yet."""
        with self._changed:
            return self._running is not None or bool(self._waiting) or bool(self._results)

    def poll(self) -> bool:
        """Deliver what is finished; True if there was something."""
        delivered = bool(self._results)
        while self._results:
            self._results.popleft()()
        return delivered

    def close(self) -> None:
        """Stop everything; the thread ends by itself, and the program waits for it.

        A thread that is deep in the compiler does not notice; ending the interpreter under it would crash.
        """
        atexit.register(self._thread.join, PATIENCE)
        with self._changed:
            self._closing = True
            self._drop(lambda _: True)
            self._changed.notify()

    # In the worker's thread ----------------------------------------------------------------------------

    def _run(self) -> None:
        lower_priority()
        while (job := self._next()) is not None:
            if not job.cancelled:
                self._do(job)
            with self._changed:
                self._ended()
            self.wake()

    def _ended(self) -> None:
        self._running = None
        if self._hurried is not None:
            self._hurried.cancel()
            self._hurried = None
        if not self._waiting:
            self._grace.clear()  # the hand rests

    def _next(self) -> Job | None:
        with self._changed:
            while not self._waiting and not self._closing:
                self._changed.wait()
            if self._closing:
                return None
            self._running, self._began = self._take_turn(), time.perf_counter()
            return self._running

    def _take_turn(self) -> Job:
        """The next job: ordered ones wait in front of what was asked after them, the others for their slot's turn."""
        job = self._waiting[0]
        if job.slot:
            job = min(self._waiting, key=lambda j: self._turns.get(j.slot, 0))
            self._turns[job.slot] = next(self._clock)
        self._waiting.remove(job)
        return job

    def _do(self, job: Job) -> None:
        try:
            result = job.work(stop=job.stop)
        except Exception as error:  # noqa: BLE001  (whatever it was, the window lives on and says so)
            failure = _failure(job.title, error)
            self._deliver(job, lambda: (job.failed or self.failed)(failure))
        else:
            self._deliver(job, lambda: job.done(result))

    def _deliver(self, job: Job, call: Callable[[], None]) -> None:
        self._results.append(lambda: None if job.cancelled else call())


def _failure(title: str, error: Exception) -> Failure:
    """What a job that raised tells; code of the user's own says itself where it broke."""
    if isinstance(error, OwnCodeFailed):
        return Failure(title, str(error), error.details)
    return Failure(title, f"{type(error).__name__}: {error}", traceback.format_exc())


def lower_priority() -> None:
    """Let the window's thread go first (Linux knows priorities by thread; elsewhere nothing happens)."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


@dataclass(frozen=True, slots=True)
class WarmState:
    """How far the compiling child is."""

    done: int = 0
    total: int = 0
    name: str = ""
    cold: frozenset[str] | None = None  # packages with something left to compile; None: not known yet
    compiled: int = 0
    finished: bool = False
    broken: tuple[str, ...] = ()  # "package: what: why" of each warm-up that failed
    through: frozenset[str] = frozenset()  # warm-ups that are done, well or not
    cpu: float = 0.0  # seconds of the processor that those took
    prebuilt: int = 0  # kernels that came with the package

    def has(self, names: Iterable[str]) -> bool:
        """Whether these warm-ups are done, or have failed."""
        return self.finished or self.through.issuperset(names)

    def ready(self, packages: frozenset[str]) -> bool:
        """Whether everything in these packages is compiled, or has failed."""
        return self.finished or (self.cold is not None and not self.cold & packages)

    def words(self, needs: Needs) -> str:
        """What is being prepared: "Preparing A* (3 of 14)"."""
        left = [name for name in needs.now if name not in self.through]
        if not left:
            return f"Preparing the rest ({self.done} of {self.total})"
        place = f"{len(needs.now) - len(left) + 1} of {len(needs.now)}"
        return f"Preparing {left[0].partition(': ')[2]} ({place})"

    def sound(self, package: str) -> bool:
        """Whether nothing in a package has failed."""
        return not any(line.startswith(f"{package}:") for line in self.broken)

    def after(self, said: dict[str, Any]) -> WarmState:
        """The state after another step."""
        name, error = str(said.get("name", "")), str(said.get("error", ""))
        broken = (*self.broken, f"{name}: {error}") if error else self.broken
        compiled = self.compiled + int(said.get("compiled", 0))
        cold, cpu = frozenset(map(str, said["cold"])), self.cpu + float(said.get("cpu", 0.0))
        through = self.through | {name} if name else self.through
        done, total, prebuilt = int(said["done"]), int(said["total"]), self.prebuilt + int(said.get("prebuilt", 0))
        return WarmState(done, total, name, cold, compiled, False, broken, through, cpu, prebuilt)


def _load_compiler() -> None:
    """What loads kernels is there when the first of them is compiled."""
    from sandbox.kernels.warming.loading import load_compiler

    lower_priority()
    load_compiler()


class Warmer:
    """Compiles what is cold in a child process, so that the window seldom has to.

    The child hangs on a pipe that this process holds open (`sandbox.kernels.warming.lifeline`): it ends when the window
    does, and its workers with it, however the window ends. By the same pipe it is told what is needed first. What
    went wrong there is put into `failures`, once, when the child has ended; what is still cold then is compiled by
    whoever first needs it.
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        self.state = WarmState()
        self.failures: deque[Failure] = deque()
        self._wake = wake
        self.needs = Needs()
        self.begun = False
        self._telling = threading.Lock()
        self._child: subprocess.Popen[str] | None = None
        self._closed = False

    def need(self, needs: Needs) -> None:
        """Have this compiled first, from now on."""
        if needs != self.needs:
            self.needs = needs
            if self._child is not None:
                self._tell(self._child)

    def _tell(self, child: subprocess.Popen[str]) -> None:
        """Say what is needed; a child that has ended needs to know nothing."""
        assert child.stdin is not None
        with self._telling, contextlib.suppress(OSError, ValueError):
            line = self.needs.to_json() + "\n"
            os.write(child.stdin.fileno(), line.encode())  # nothing is left in a buffer, to fail when that is closed

    def start(self) -> None:
        """Begin; `state` tells how far it is."""
        self.begun = True
        threading.Thread(target=self._work, name="warmer", daemon=True).start()

    def _work(self) -> None:
        try:
            self._warm()
        except Exception as error:  # noqa: BLE001  (a thread's end nobody sees: the window would wait for ever)
            self._fail(f"{type(error).__name__}: {error}", traceback.format_exc())
        self.state = replace(self.state, name="", cold=frozenset(), finished=True)
        self._wake()

    def _warm(self) -> None:
        from sandbox.kernels import warm
        from sandbox.kernels.warming import crew

        if warm.is_warm():
            return
        with tempfile.TemporaryFile() as errors:
            self._child = crew.child("warm", "--json", "--leashed", errors=errors)
            self._tell(self._child)
            if self._closed:
                self.close()
            loading = threading.Thread(target=_load_compiler, name="loading", daemon=True)
            loading.start()
            atexit.register(loading.join, PATIENCE)  # ending the interpreter under it would crash
            self._listen(self._child)
            errors.seek(max(0, errors.seek(0, os.SEEK_END) - MOST_SAID))
            self._judge(self._child.returncode, errors.read().decode(errors="replace"))

    def _listen(self, child: subprocess.Popen[str]) -> None:
        assert child.stdout is not None
        with child:  # which closes its pipes, and waits for its end
            try:
                for line in child.stdout:
                    self._hear(json.loads(line))
            except BaseException:
                child.kill()
                raise

    def _hear(self, said: dict[str, Any]) -> None:
        if not said.get("summary"):
            self.state = self.state.after(said)
            self._wake()

    def _judge(self, status: int, said: str) -> None:
        """Tell what went wrong: which warm-ups, or that the child ended before its time."""
        broken = self.state.broken
        if broken:
            more = f" (and {len(broken) - 1} more)" if len(broken) > 1 else ""
            self._fail(broken[0].splitlines()[0] + more, "\n\n".join([*broken, said]))
        elif status:
            self._fail(f"the compiling process ended with status {status}", said)

    def _fail(self, line: str, details: str) -> None:
        if not self._closed:
            self.failures.append(Failure("Preparing the algorithms", line, details))

    def close(self) -> None:
        """End the child, and the processes it compiles in, with the window."""
        self._closed = True
        if self._child is not None:
            self._child.kill()
