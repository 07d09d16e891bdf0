"""Work beside the window: one thread per worker, edits and queries in, results out, nothing ever waits.

A `Worker` takes jobs by *slot*. A newer job of a slot replaces one that still waits, and stops one that runs:
what a drag asks for fifty times is computed as often as there is time for, and the last answer is shown. Slots
take turns: of those that wait the one that has not begun for longest begins, also when each edit of a drag drops
all that wait and everything is asked anew. `ordered` jobs (edits) are never dropped, and everything asked after
them sees their effect; they too stop the job that runs.

A `lasting` job that runs is not stopped at once by what is newer: a hand that asks again with every frame would
never see an answer that takes longer than a frame. It has a little time to end, and what is newer waits; if it
was not enough, its slot has twice the time in its next turn. In a worker that one planner has for itself it has much
longer: nobody else waits for it. Workers that share a `Gate` compute a few at a time.

Results come back through `poll`, called by the window's loop; `wake` is called (from the worker's thread)
whenever there is something to poll. A job that fails ends in `failed` with its traceback, the worker goes on.
Of a cancelled job neither result nor failure is delivered.
"""

from __future__ import annotations

import atexit
import contextlib
import itertools
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.warming.order import Needs
from sandbox.own.failures import OwnCodeFailed
from sandbox.ui.gate import Gate, lower_priority

GRACE, MOST_GRACE = 0.1, 0.8  # seconds a lasting job has from its beginning, at first and at most
PATIENCE = 30.0  # seconds the program waits at its end for a worker in the compiler
Stop = NDArray[np.uint8]
Work = Callable[..., Any]  # what a job does in the worker's thread, with the flag as `stop`: a long one looks at it


@dataclass(frozen=True, slots=True)
class Failure:
    """A job that raised: the line for a toast, the text for "copy details"."""

    title: str
    line: str
    details: str


class Place(Enum):
    """Where a worker stands."""

    IN_TURNS = auto()  # several planners take turns in it
    APART = auto()  # one has it for itself
    ELSEWHERE = auto()  # so it has, and computes in another process: it needs no place of the gate

    @property
    def patience(self) -> int:
        """How many times longer what lasts may last there than where others wait."""
        return 1 if self is Place.IN_TURNS else 8


@dataclass(slots=True, eq=False)
class Job:
    """One piece of work."""

    title: str
    slot: str
    work: Work
    done: Callable[[Any], None]
    failed: Callable[[Failure], None] | None = None
    lasting: bool = False  # its answer is worth something also when something newer was asked meanwhile
    alone: bool = False  # it measures time: no other worker of the same gate is to compute beside it
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

    def __init__(
        self,
        name: str,
        wake: Callable[[], None],
        failed: Callable[[Failure], None],
        gate: Gate | None = None,
        place: Place = Place.IN_TURNS,
    ) -> None:
        self.name, self.wake, self.failed, self.place = name, wake, failed, place
        self._gate = gate or Gate()
        self._took: dict[str, float] = {}  # seconds of the processor, by slot: its last job that nobody stopped
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

    def clear(self) -> None:
        """Stop everything that is not ordered."""
        with self._changed:
            self._drop(lambda old: bool(old.slot))

    def _drop(self, meant: Callable[[Job], bool], spared: Callable[[Job], bool] = lambda _: False) -> None:
        """Cancel what waits or runs and is meant; a lasting job that runs and is spared is only hurried."""
        for job in self._waiting:
            if meant(job):
                job.cancel()
        dropped = any(job.alone and job.cancelled for job in self._waiting)
        self._waiting = [job for job in self._waiting if not job.cancelled]
        if dropped:
            self._gate.look()
        if self._running is not None and meant(self._running):
            self._stop(self._running, at_once=not (self._running.lasting and spared(self._running)))

    def _stop(self, running: Job, *, at_once: bool) -> None:
        """Stop what runs, now or when its time is over."""
        if at_once:
            running.cancel()
        elif self._hurried is None:
            left = self._began + self._grace.get(running.slot, GRACE * self.place.patience) - time.perf_counter()
            self._hurried = threading.Timer(max(left, 0.0), self._time_is_over, [running])
            self._hurried.daemon = True
            self._hurried.start()

    def _time_is_over(self, job: Job) -> None:
        """End a job that others wait for; its slot has more time in its next turn."""
        with self._changed:
            if self._running is job and not job.cancelled:
                job.cancel()
                grace, patience = self._grace.get(job.slot, GRACE * self.place.patience), self.place.patience
                self._grace[job.slot] = min(2 * grace, MOST_GRACE * patience)

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
        while (coming := self._coming()) is not None:
            with self._entered(coming) as inside:
                if inside:
                    self._work_off(coming)
            self.wake()

    def _coming(self) -> Job | None:
        """The job that would be next, waited for; None at the end. What is asked meanwhile may take its place."""
        with self._changed:
            while not self._waiting and not self._closing:
                self._changed.wait()
            return None if self._closing else self._first()

    def _entered(self, coming: Job) -> contextlib.AbstractContextManager[bool]:
        """A place to compute in; what is ordered is short and needs none.

        A job that is replaced leaves its place in the line to what replaces it, but not the wish to be alone.
        """
        if not coming.slot or (self.place is Place.ELSEWHERE and not coming.alone):
            return contextlib.nullcontext(enter_result=True)
        took = self._took.get(coming.slot, 0.0)
        if coming.alone:
            return self._gate.entered(self, took, alone=True, wanted=lambda: not coming.cancelled)
        return self._gate.entered(self, took)

    def _work_off(self, coming: Job) -> None:
        """What is ordered, and one job after it, where there is a place for one."""
        while (job := self._next(coming)) is not None:
            began = time.thread_time()
            self._do(job)
            with self._changed:
                if job.slot and not job.cancelled:
                    self._took[job.slot] = time.thread_time() - began
                self._ended()
            if job.slot:
                break

    def _ended(self) -> None:
        self._running = None
        if self._hurried is not None:
            self._hurried.cancel()
            self._hurried = None
        if not self._waiting:
            self._grace.clear()  # the hand rests

    def _next(self, coming: Job) -> Job | None:
        """Take the job whose turn it is, if it needs no other place than the one that was to come."""
        with self._changed:
            if self._closing or not self._waiting:
                return None
            job = self._first()
            if (job.slot and not coming.slot) or (job.alone and not coming.alone):
                return None
            self._waiting.remove(job)
            if job.slot:
                self._turns[job.slot] = next(self._clock)
            self._running, self._began = job, time.perf_counter()
            return job

    def _first(self) -> Job:
        """The next job: ordered ones wait in front of what was asked after them, the others for their slot's turn."""
        job = self._waiting[0]
        return min(self._waiting, key=lambda j: self._turns.get(j.slot, 0)) if job.slot else job

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
