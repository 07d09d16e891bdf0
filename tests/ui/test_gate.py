"""Who computes at a time: no more than there are places, in the order of coming; what takes long, never in all."""

import threading

import pytest

from sandbox.ui.gate import LONG, Gate
from sandbox.ui.jobs import Job, Place, Worker

pytestmark = pytest.mark.small


class Inside:
    """Somebody who goes in and stays until let out."""

    def __init__(self, gate, log, name, **wish):
        self.came, self.out = threading.Event(), threading.Event()
        self.gate, self.log, self.name, self.wish = gate, log, name, wish
        before = len(gate._waiting) + len(gate._inside)
        threading.Thread(target=self._go, daemon=True).start()
        while len(gate._waiting) + len(gate._inside) == before and not self.came.is_set():
            pass  # until it stands in line: the next one comes after it

    def _go(self):
        with self.gate.entered(**self.wish):
            self.log.append(self.name)
            self.came.set()
            self.out.wait(60)


def test_so_many_at_a_time_and_in_the_order_of_their_coming():
    gate, log = Gate(2), []
    first, second, third, fourth = (Inside(gate, log, n) for n in range(4))
    assert first.came.wait(60)
    assert second.came.wait(60)
    assert not third.came.is_set()
    second.out.set()
    assert third.came.wait(60)
    assert not fourth.came.is_set()
    first.out.set()
    assert fourth.came.wait(60)
    assert sorted(log[:2]) == [0, 1]
    assert log[2:] == [2, 3]


def test_what_takes_long_leaves_a_place_to_what_is_quick():
    gate, log = Gate(2), []
    slow, slower = Inside(gate, log, "slow", long=True), Inside(gate, log, "slower", long=True)
    assert slow.came.wait(60)
    for number in range(5):
        quick = Inside(gate, log, number)
        assert quick.came.wait(60), "though one that came before it waits"
        quick.out.set()
    assert not slower.came.is_set()
    slow.out.set()
    assert slower.came.wait(60)


def test_whoever_measures_has_all_places_and_nobody_passes_it():
    gate, log = Gate(2), []
    first = Inside(gate, log, "first")
    assert first.came.wait(60)
    measuring, later = Inside(gate, log, "measuring", alone=True), Inside(gate, log, "later")
    assert not measuring.came.is_set()
    first.out.set()
    assert measuring.came.wait(60)
    assert not later.came.is_set()
    measuring.out.set()
    assert later.came.wait(60)
    assert log == ["first", "measuring", "later"]


def test_a_place_is_given_back_by_what_breaks():
    gate = Gate(2)
    for _ in range(5):
        with pytest.raises(ZeroDivisionError), gate.entered(alone=True):
            raise ZeroDivisionError
    assert not gate._inside
    assert not gate._waiting


@pytest.fixture
def workers():
    """Workers of one gate with two places; they are closed at the end."""
    made, gate = [], Gate(2)

    def make(place=Place.APART):
        made.append(Worker("test", lambda: None, lambda failure: None, gate, place))
        return made[-1]

    make.gate = gate
    yield make
    for worker in made:
        worker.close()


def until(worker, *events):
    for event in events:
        assert event.wait(60)
    while worker.busy:
        worker.poll()


def test_edits_that_came_while_a_worker_waited_come_before_its_answer_which_has_one_place_for_all(workers):
    worker, log, entered = workers(), [], []
    inside = [Inside(workers.gate, log, number) for number in range(2)]
    for one in inside:
        assert one.came.wait(60)
    for number in range(3):
        worker.ordered("Edit", lambda stop, n=number: entered.append(n))
        worker.submit(
            Job("Ask", "plan", lambda stop, n=number: entered.append(f"plan {n}"), lambda _: None, lasting=True)
        )
    inside[0].out.set()
    until(worker)
    assert entered == [0, 1, 2, "plan 2"]


def test_one_that_waits_for_another_process_needs_no_place(workers):
    worker, log, done = workers(Place.ELSEWHERE), [], threading.Event()
    inside = [Inside(workers.gate, log, number) for number in range(2)]
    for one in inside:
        assert one.came.wait(60)
    worker.submit(Job("Ask", "plan", lambda stop: done.set(), lambda _: None))
    until(worker, done)
    timed = threading.Event()
    worker.submit(Job("Time", "rest", lambda stop: timed.set(), lambda _: None, alone=True))
    assert not timed.is_set(), "but to measure it has to be alone"
    for one in inside:
        one.out.set()
    until(worker, timed)


def test_a_slot_whose_answers_took_long_is_known_to_take_long(workers, monkeypatch):
    clock = iter([0.0, 2 * LONG, 2 * LONG, 2.1 * LONG])
    monkeypatch.setattr("sandbox.ui.jobs.time.thread_time", lambda: next(clock))
    worker, wishes = workers(), []
    entered = workers.gate.entered
    workers.gate.entered = lambda **wish: wishes.append(wish["long"]) or entered(**wish)
    for _ in range(2):
        worker.submit(Job("Ask", "plan", lambda stop: None, lambda _: None))
        until(worker)
    assert wishes == [False, True]
