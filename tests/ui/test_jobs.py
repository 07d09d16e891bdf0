"""Workers: newest question wins, edits are never dropped, failures are told, cancelling is quick."""

import itertools
import subprocess
import sys
import threading
import time

import pytest

from sandbox.ui.jobs import Job, Worker


class Desk:
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
    desk, gate = Desk(), threading.Event()
    desk.ask("gate", lambda stop: gate.wait(5))
    for number in range(50):
        desk.ask("plan", lambda stop, n=number: n)
    gate.set()
    desk.settle()
    assert [s for s in desk.seen if s is not True] == [49]


def test_a_running_job_of_the_slot_is_stopped_and_its_result_dropped():
    desk, started = Desk(), threading.Event()

    def long(stop):
        started.set()
        while not stop[0]:
            time.sleep(0.001)
        return "old"

    desk.ask("plan", long)
    assert started.wait(5)
    begun = time.perf_counter()
    desk.ask("plan", lambda stop: "new")
    desk.settle()
    assert desk.seen == ["new"]
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


def lasting(desk, slot, work):
    job = Job("work", slot, work, desk.seen.append, lasting=True)
    desk.worker.submit(job)
    return job


def test_what_lasts_may_end_although_an_edit_and_a_newer_question_came(monkeypatch):
    monkeypatch.setattr("sandbox.ui.jobs.GRACE", 60.0)
    desk, old, edits = Desk(), Asked("old"), []
    lasting(desk, "plan", old)
    assert old.started.wait(5)
    for number in range(3):
        desk.worker.ordered("edit", lambda stop, n=number: edits.append(n))
        lasting(desk, "plan", lambda stop: "new")
    assert edits == [], "the level is not changed under a search"
    old.let.set()
    desk.settle()
    assert (desk.seen, edits) == (["old", "new"], [0, 1, 2])


def test_what_lasts_too_long_is_stopped_and_has_more_time_in_its_next_turn(monkeypatch):
    monkeypatch.setattr("sandbox.ui.jobs.GRACE", 0.02)
    monkeypatch.setattr("sandbox.ui.jobs.MOST_GRACE", 60.0)
    desk, turns = Desk(), [Asked(number) for number in range(14)]
    lasting(desk, "plan", turns[0])
    for before, after in itertools.pairwise(turns):
        assert before.started.wait(5)
        if before is turns[3]:
            assert desk.worker._grace["plan"] > 0.1
            before.let.set()  # it has had time enough
        desk.worker.ordered("edit", lambda stop: None)
        lasting(desk, "plan", after)
        if before is turns[3]:
            after.let.set()
            break
    desk.settle(20)
    assert [work.stopped for work in turns[:5]] == [True, True, True, False, False]
    assert desk.seen == [3, 4]
    assert desk.worker._grace == {}, "once the hand rests"


@pytest.mark.parametrize("how", ["cancel", "another", "close"])
def test_what_lasts_is_stopped_at_once_where_nobody_wants_it(how, monkeypatch):
    monkeypatch.setattr("sandbox.ui.jobs.GRACE", 60.0)
    desk, work = Desk(), Asked("old")
    lasting(desk, "plan", work)
    assert work.started.wait(5)
    if how == "cancel":
        desk.worker.cancel("plan")
    elif how == "another":
        desk.ask("plan", lambda stop: "forgotten")
    else:
        desk.worker.close()
    desk.settle()
    assert work.stopped
    assert "old" not in desk.seen


def test_cancelling_a_slot_stops_it_and_no_other():
    desk, started = Desk(), threading.Event()
    desk.ask("mine", held(started))
    assert started.wait(5)
    desk.ask("mine too", lambda stop: "not I")
    desk.ask("yours", lambda stop: "yours")
    desk.worker.cancel("mine too")
    desk.settle(0.1)
    assert desk.seen == [], "the other one runs on"
    desk.worker.cancel("mine")
    desk.settle()
    assert desk.seen == ["yours"]


@pytest.mark.parametrize("end", ["cancel", "newer", "edit", "close"])
def test_of_a_cancelled_job_no_failure_is_delivered(end):
    """What it was stopped in may well break; the search asked for after it must not be taken for the broken one."""
    desk, started = Desk(), threading.Event()
    job = desk.ask("plan", lambda stop: held(started)(stop, lambda: 1 / 0))
    assert started.wait(5)
    {
        "cancel": lambda: desk.worker.cancel("plan"),
        "newer": lambda: desk.ask("plan", lambda stop: "new"),
        "edit": lambda: desk.worker.ordered("Edit", lambda stop: None),
        "close": desk.worker.close,
    }[end]()
    desk.settle()
    assert job.cancelled
    assert desk.failures == []
    assert desk.seen == (["new"] if end == "newer" else [])


def test_a_job_cancelled_after_it_failed_is_not_told_either():
    desk = Desk()
    job = desk.ask("plan", lambda stop: 1 / 0)
    while not desk.worker._results:
        time.sleep(0.002)
    assert desk.worker.busy, "what is not delivered is not done"
    job.cancel()
    desk.worker.poll()
    assert desk.failures == []


def test_every_slot_gets_its_turn_while_edits_keep_coming():
    """A drag: each edit drops what waits, and all are asked anew in the same order. Only one gets begun each time."""
    desk, begun = Desk(), []
    slots = [f"plan {number}" for number in range(7)]

    def begin(slot):
        def work(stop):
            begun.append(slot)
            while not stop[0]:
                time.sleep(0.0005)

        return work

    for _ in range(21):
        desk.worker.ordered("Edit", lambda stop: None)
        before = len(begun)
        desk.worker.submit(*(Job("work", slot, begin(slot), desk.seen.append) for slot in slots))
        while len(begun) == before:
            time.sleep(0.0005)
    desk.worker.close()
    assert sorted(begun[:7]) == sorted(begun[7:14]) == sorted(begun[14:21]) == slots


def test_edits_are_never_dropped_and_come_before_later_questions():
    desk, log = Desk(), []
    for number in range(20):
        desk.ask("plan", lambda stop, n=number: log.append(("plan", n)))
        desk.worker.ordered("Edit", lambda stop, n=number: log.append(("edit", n)))
    desk.ask("plan", lambda stop: log.append(("plan", "last")))
    desk.settle()
    edits = [n for kind, n in log if kind == "edit"]
    assert edits == list(range(20))
    assert log[-1] == ("plan", "last")


def test_a_failing_job_is_told_with_its_traceback_and_the_worker_goes_on():
    desk = Desk()

    def broken(stop):
        raise ValueError("seven is not a map")

    desk.ask("plan", broken)
    desk.settle()
    desk.ask("plan", lambda stop: "fine")
    desk.settle()
    assert desk.failures[0].line == "ValueError: seven is not a map"
    assert "in broken" in desk.failures[0].details
    assert desk.seen == ["fine"]


def test_closing_ends_the_thread():
    desk = Desk()
    desk.worker.close()
    desk.worker._thread.join(5)
    assert not desk.worker._thread.is_alive()


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
