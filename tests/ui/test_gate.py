"""Who computes at a time: as many as there are places, in the order of coming; who is quick waits for nobody slow."""

import threading
import time

import pytest

from sandbox.ui.gate import Gate
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
        with self.gate.entered(self.name, **self.wish):
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


def left(gate, still):
    """Wait until so many are inside."""
    while len(gate._inside) > still:
        time.sleep(0.001)


def test_who_is_quick_goes_in_beside_those_who_take_long_one_at_a_time():
    gate, log = Gate(2), []
    slow, slower = Inside(gate, log, "slow", seconds=0.5), Inside(gate, log, "slower", seconds=1.5)
    assert slow.came.wait(60)
    assert slower.came.wait(60), "they have all places"
    third = Inside(gate, log, "third", seconds=0.3)
    for _ in range(5):
        quick = Inside(gate, log, "quick", seconds=0.1)
        assert quick.came.wait(60), "though one that came before it waits"
        other = Inside(gate, log, "quick too", seconds=0.1)
        assert not other.came.is_set()
        quick.out.set()
        assert other.came.wait(60)
        other.out.set()
        left(gate, 2)
    unknown = Inside(gate, log, "unknown")
    assert not third.came.is_set()
    slow.out.set()
    assert third.came.wait(60), "in its turn"
    assert not unknown.came.is_set()
    slower.out.set()
    assert unknown.came.wait(60)


def test_what_nobody_knows_counts_as_long():
    gate, log = Gate(2), []
    first, second = Inside(gate, log, "first"), Inside(gate, log, "second")
    assert first.came.wait(60)
    assert second.came.wait(60)
    third, quick = Inside(gate, log, "third"), Inside(gate, log, "quick", seconds=0.1)
    assert quick.came.wait(60)
    assert not third.came.is_set()


def test_those_who_are_quick_never_keep_out_who_takes_long():
    """They come again and again, and one is always inside."""
    gate, log = Gate(2), []
    quick, quicker = Inside(gate, log, "quick", seconds=0.05), Inside(gate, log, "quicker", seconds=0.04)
    slow = Inside(gate, log, "slow", seconds=2.0)
    assert quick.came.wait(60)
    assert quicker.came.wait(60)
    again = Inside(gate, log, "quick", seconds=0.05)
    quick.out.set()
    assert slow.came.wait(60), "in its turn"
    assert not again.came.is_set()
    quicker.out.set()
    assert again.came.wait(60)
    slow.out.set()


def test_whoever_measures_has_all_places_and_nobody_passes_it():
    gate, log = Gate(2), []
    first = Inside(gate, log, "first")
    assert first.came.wait(60)
    measuring, later = Inside(gate, log, "measuring", alone=True), Inside(gate, log, "later")
    assert not measuring.came.is_set()
    first.out.set()
    assert measuring.came.wait(60)
    assert not later.came.is_set()
    quick = Inside(gate, log, "quick", seconds=1e-6)
    assert not quick.came.is_set()
    measuring.out.set()
    assert later.came.wait(60)
    assert quick.came.wait(60)
    assert log[:2] == ["first", "measuring"]


def test_a_place_is_given_back_by_what_breaks():
    gate = Gate(2)
    for _ in range(5):
        with pytest.raises(ZeroDivisionError), gate.entered("one", alone=True):
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
        time.sleep(0.001)


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


def test_who_waits_to_measure_holds_up_nobody_once_that_is_not_wanted_any_more(workers):
    """The first edit after a rest: what was to be timed in quiet is replaced by what the hand asks for."""
    measuring, other, log = workers(), workers(), []
    slow = Inside(workers.gate, log, "slow")
    assert slow.came.wait(60)
    timed, asked, quick = threading.Event(), threading.Event(), threading.Event()
    measuring.submit(Job("Time", "rest", lambda stop: timed.set(), lambda _: None, alone=True))
    while not workers.gate._waiting:
        time.sleep(0.001)
    other.submit(Job("Ask", "plan", lambda stop: quick.set(), lambda _: None))
    measuring.ordered("Edit", lambda stop: None)
    measuring.submit(Job("Ask", "plan", lambda stop: asked.set(), lambda _: None))
    until(other, quick)
    until(measuring, asked)
    assert not timed.is_set()
    assert not slow.out.is_set()
    slow.out.set()


def test_what_an_answer_took_is_what_the_next_is_expected_to_take(workers):
    def work(stop):
        end = time.thread_time() + 0.05
        while time.thread_time() < end:
            pass

    worker, wishes = workers(), []
    entered = workers.gate.entered
    workers.gate.entered = lambda who, seconds, **more: wishes.append(seconds) or entered(who, seconds, **more)
    for _ in range(2):
        done = threading.Event()
        worker.submit(Job("Ask", "plan", work, lambda _, done=done: done.set()))
        while not done.is_set():
            worker.poll()
            time.sleep(0.001)
    assert wishes[0] == 0.0
    assert wishes[1] >= 0.05
