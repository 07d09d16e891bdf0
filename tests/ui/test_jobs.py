"""Workers: newest question wins, edits are never dropped, failures are told, cancelling is quick."""

import itertools
import subprocess
import sys
import threading
import time

import pytest

from sandbox.ui.jobs import Job, Worker


class Watched:
    """A worker whose results are polled by hand."""

    def __init__(self):
        self.failures = []
        self.worker = Worker("test", lambda: None, self.failures.append)
        self.seen = []

    def ask(self, slot, work):
        job = Job("work", slot, work, self.seen.append)
        self.worker.submit(job)
        return job

    def settle(self, seconds=5.0):
        end = time.perf_counter() + seconds
        while self.worker.busy and time.perf_counter() < end:
            time.sleep(0.002)
            self.worker.poll()


def test_a_newer_question_replaces_the_waiting_one():
    watched, gate = Watched(), threading.Event()
    watched.ask("gate", lambda stop: gate.wait(5))
    for number in range(50):
        watched.ask("plan", lambda stop, n=number: n)
    gate.set()
    watched.settle()
    assert [s for s in watched.seen if s is not True] == [49]


def test_a_running_job_of_the_slot_is_stopped_and_its_result_dropped():
    watched, started = Watched(), threading.Event()

    def long(stop):
        started.set()
        while not stop[0]:
            time.sleep(0.001)
        return "old"

    watched.ask("plan", long)
    assert started.wait(5)
    begun = time.perf_counter()
    watched.ask("plan", lambda stop: "new")
    watched.settle()
    assert watched.seen == ["new"]
    assert time.perf_counter() - begun < 2.0


def held(started):
    """Work that goes on until it is stopped, and then fails or returns."""

    def work(stop, then=lambda: "stopped"):
        started.set()
        while not stop[0]:
            time.sleep(0.001)
        return then()

    return work


class Asked:
    """Work that notices when it is stopped, and ends when it is let."""

    def __init__(self, answer):
        self.answer, self.started, self.let, self.stopped = answer, threading.Event(), threading.Event(), False

    def __call__(self, stop):
        self.started.set()
        while not stop[0] and not self.let.is_set():
            time.sleep(0.001)
        self.stopped = bool(stop[0])
        return self.answer


def lasting(watched, slot, work):
    job = Job("work", slot, work, watched.seen.append, lasting=True)
    watched.worker.submit(job)
    return job


def test_what_lasts_may_end_although_an_edit_and_a_newer_question_came(monkeypatch):
    monkeypatch.setattr("sandbox.ui.jobs.GRACE", 60.0)
    watched, old, edits = Watched(), Asked("old"), []
    lasting(watched, "plan", old)
    assert old.started.wait(5)
    for number in range(3):
        watched.worker.ordered("edit", lambda stop, n=number: edits.append(n))
        lasting(watched, "plan", lambda stop: "new")
    assert edits == [], "the level is not changed under a search"
    old.let.set()
    watched.settle()
    assert (watched.seen, edits) == (["old", "new"], [0, 1, 2])


def test_what_lasts_too_long_is_stopped_and_has_more_time_in_its_next_turn(monkeypatch):
    monkeypatch.setattr("sandbox.ui.jobs.GRACE", 0.02)
    monkeypatch.setattr("sandbox.ui.jobs.MOST_GRACE", 60.0)
    watched, turns = Watched(), [Asked(number) for number in range(14)]
    lasting(watched, "plan", turns[0])
    for before, after in itertools.pairwise(turns):
        assert before.started.wait(5)
        if before is turns[3]:
            assert watched.worker._grace["plan"] > 0.1
            before.let.set()  # it has had time enough
        watched.worker.ordered("edit", lambda stop: None)
        lasting(watched, "plan", after)
        if before is turns[3]:
            after.let.set()
            break
    watched.settle(20)
    assert [work.stopped for work in turns[:5]] == [True, True, True, False, False]
    assert watched.seen == [3, 4]
    assert watched.worker._grace == {}, "once the hand rests"


@pytest.mark.parametrize("how", ["cancel", "another", "close"])
def test_what_lasts_is_stopped_at_once_where_nobody_wants_it(how, monkeypatch):
    monkeypatch.setattr("sandbox.ui.jobs.GRACE", 60.0)
    watched, work = Watched(), Asked("old")
    lasting(watched, "plan", work)
    assert work.started.wait(5)
    if how == "cancel":
        watched.worker.cancel("plan")
    elif how == "another":
        watched.ask("plan", lambda stop: "forgotten")
    else:
        watched.worker.close()
    watched.settle()
    assert work.stopped
    assert "old" not in watched.seen


def test_cancelling_a_slot_stops_it_and_no_other():
    watched, started = Watched(), threading.Event()
    watched.ask("mine", held(started))
    assert started.wait(5)
    watched.ask("mine too", lambda stop: "not I")
    watched.ask("yours", lambda stop: "yours")
    watched.worker.cancel("mine too")
    watched.settle(0.1)
    assert watched.seen == [], "the other one runs on"
    watched.worker.cancel("mine")
    watched.settle()
    assert watched.seen == ["yours"]


@pytest.mark.parametrize("end", ["cancel", "newer", "edit", "close"])
def test_of_a_cancelled_job_no_failure_is_delivered(end):
    """What it was stopped in may well break; the search asked for after it must not be taken for the broken one."""
    watched, started = Watched(), threading.Event()
    job = watched.ask("plan", lambda stop: held(started)(stop, lambda: 1 / 0))
    assert started.wait(5)
    {
        "cancel": lambda: watched.worker.cancel("plan"),
        "newer": lambda: watched.ask("plan", lambda stop: "new"),
        "edit": lambda: watched.worker.ordered("Edit", lambda stop: None),
        "close": watched.worker.close,
    }[end]()
    watched.settle()
    assert job.cancelled
    assert watched.failures == []
    assert watched.seen == (["new"] if end == "newer" else [])


def test_a_job_cancelled_after_it_failed_is_not_told_either():
    watched = Watched()
    job = watched.ask("plan", lambda stop: 1 / 0)
    while not watched.worker._results:
        time.sleep(0.002)
    assert watched.worker.busy, "what is not delivered is not done"
    job.cancel()
    watched.worker.poll()
    assert watched.failures == []


def test_every_slot_gets_its_turn_while_edits_keep_coming():
    """A drag: each edit drops what waits, and all are asked anew in the same order. Only one gets begun each time."""
    watched, begun = Watched(), []
    slots = [f"plan {number}" for number in range(7)]

    def begin(slot):
        def work(stop):
            begun.append(slot)
            while not stop[0]:
                time.sleep(0.0005)

        return work

    for _ in range(21):
        watched.worker.ordered("Edit", lambda stop: None)
        before = len(begun)
        watched.worker.submit(*(Job("work", slot, begin(slot), watched.seen.append) for slot in slots))
        while len(begun) == before:
            time.sleep(0.0005)
    watched.worker.close()
    assert sorted(begun[:7]) == sorted(begun[7:14]) == sorted(begun[14:21]) == slots


def test_edits_are_never_dropped_and_come_before_later_questions():
    watched, log = Watched(), []
    for number in range(20):
        watched.ask("plan", lambda stop, n=number: log.append(("plan", n)))
        watched.worker.ordered("Edit", lambda stop, n=number: log.append(("edit", n)))
    watched.ask("plan", lambda stop: log.append(("plan", "last")))
    watched.settle()
    edits = [n for kind, n in log if kind == "edit"]
    assert edits == list(range(20))
    assert log[-1] == ("plan", "last")


def test_a_failing_job_is_told_with_its_traceback_and_the_worker_goes_on():
    watched = Watched()

    def broken(stop):
        raise ValueError("seven is not a map")

    watched.ask("plan", broken)
    watched.settle()
    watched.ask("plan", lambda stop: "fine")
    watched.settle()
    assert watched.failures[0].line == "ValueError: seven is not a map"
    assert "in broken" in watched.failures[0].details
    assert watched.seen == ["fine"]


def test_closing_ends_the_thread():
    watched = Watched()
    watched.worker.close()
    watched.worker._thread.join(5)
    assert not watched.worker._thread.is_alive()


LEAVING = """
import sys, time
from sandbox.ui.jobs import Job, Worker

def deaf(stop):
    time.sleep(0.5)
    print("done", flush=True)

worker = Worker("test", lambda: None, print)
worker.submit(Job("work", "slot", deaf, print))
time.sleep(0.1)
worker.close()
"""


def test_the_program_waits_at_its_end_for_work_that_cannot_be_stopped():
    left = subprocess.run(
        [sys.executable, "-c", LEAVING], capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    assert (left.returncode, left.stdout) == (0, "done\n")
