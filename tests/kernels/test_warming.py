"""The order of need: what somebody waits for is prepared first, whatever else is going on; the rest last."""

import gc
import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.kernels.warming.crew import Crew
from sandbox.kernels.warming.loading import undisturbed
from sandbox.kernels.warming.order import Needs, Order
from tests.kernels.processes import Copy
from tests.kernels.test_warm import _command, _gone

NAMES = ["agents: a", "agents: b", "level: a", "level: b", "ui: a", "ui: b"]


FRONT = (True,) * len(NAMES)


def taken(order, fronts=FRONT):
    """All that is left, in the order it is handed out."""
    tasks = [order.take(from_front=front) for front in fronts]
    return [task and task.name for task in tasks]


def test_without_needs_two_workers_meet_in_the_middle():
    assert taken(Order(NAMES), [True, False] * 3) == [NAMES[i] for i in (0, 5, 1, 4, 2, 3)]


def test_what_is_needed_comes_first_then_soon_then_the_packages_then_the_rest():
    order = Order(NAMES)
    order.need(Needs(("ui: b", "level: a"), ("agents: b",), ("level",)))
    assert taken(order) == ["ui: b", "level: a", "agents: b", "level: b", "agents: a", "ui: a"]
    order = Order(NAMES)
    order.need(Needs(("ui: b", "level: a"), ("agents: b",), ("ui",)))
    assert taken(order, [False] * 6) == ["ui: b", "level: a", "agents: b", "ui: a", "level: b", "agents: a"]


def test_only_what_is_waited_for_is_urgent_and_presses_until_it_is_begun():
    order = Order(NAMES)
    order.need(Needs(("ui: b",), ("level: a",)))
    assert order.pressing
    assert order.take(from_front=True) == ("ui: b", True)
    assert not order.pressing
    assert order.take(from_front=True) == ("level: a", False)


def test_what_is_clicked_meanwhile_is_next_and_unknown_names_are_passed_over():
    order = Order(NAMES)
    order.need(Needs(("level: a", "level: b")))
    order.take(from_front=True)
    order.need(Needs(("nowhere: at all", "ui: b", "level: a", "level: b")))
    assert taken(order)[:2] == ["ui: b", "level: b"]


def test_what_was_broken_off_is_handed_out_again():
    order = Order(NAMES)
    order.take(from_front=True)
    order.give_back("agents: a")
    assert taken(order)[0] == "agents: a"


def test_nothing_is_left_or_pressing_once_all_is_called_off():
    order = Order(NAMES)
    order.need(Needs(("ui: b",)))
    order.clear()
    assert not order.pressing
    assert taken(order) == [None] * len(NAMES)
    order.add(["level: c"])
    assert taken(order)[:2] == ["level: c", None]


some = st.lists(st.sampled_from([*NAMES, "other: a"]), max_size=8).map(tuple)
packages = st.lists(st.sampled_from(["agents", "level", "ui", "other"]), max_size=3).map(tuple)


@given(st.lists(st.tuples(st.builds(Needs, some, some, packages), st.booleans()), min_size=6, max_size=12))
def test_each_is_handed_out_once_and_a_needed_one_before_all_others(steps):
    order, seen = Order(NAMES), []
    for needs, front in steps:
        order.need(needs)
        wanted = [name for name in (*needs.now, *needs.soon) if name in NAMES and name not in seen]
        task = order.take(from_front=front)
        if len(seen) == len(NAMES):
            assert task is None
            continue
        assert task.name not in seen
        assert task.name == (wanted or [task.name])[0]
        assert task.urgent == (task.name in needs.now)
        seen.append(task.name)


@given(st.builds(Needs, some, some, packages))
def test_needs_survive_the_pipe(needs):
    assert Needs.of_json(needs.to_json()) == needs


class Busy:
    """A worker that does something since a moment, and keeps what it was told to end."""

    def __init__(self, doing, since):
        self.doing, self.since, self.ended = doing, since, []

    def interrupt(self, name):
        self.ended.append(name)


def ended(workers, needs):
    """What is ended when this is needed of a crew, of which each does something."""
    crew = Crew(0)
    crew._order.add(NAMES)
    crew._workers = workers
    crew.need(needs)
    return [name for worker in workers for name in worker.ended]


def test_what_makes_way_is_what_nobody_wants_and_of_those_what_was_begun_last():
    two = [("agents: a", 1.0), ("agents: b", 3.0), ("level: a", 2.0)]
    waits = Needs(("ui: b",))
    assert ended([Busy(*one) for one in two], waits) == ["agents: b"]
    assert ended([Busy(*one) for one in two], waits._replace(soon=("agents: b",))) == ["level: a"]
    assert ended([Busy(*one) for one in two], Needs(("ui: b", "agents: b", "level: a"))) == ["agents: a"]
    assert ended([Busy(*one) for one in two], waits._replace(soon=tuple(NAMES[:3]))) == ["agents: b"]


@pytest.mark.parametrize(
    ("doing", "needs"),
    [
        (["agents: a", ""], Needs(("ui: b",))),  # one of them is free
        (["agents: a", "agents: b"], Needs((), ("ui: b",))),  # nobody waits
        (["agents: a", "agents: b"], Needs(("ui: b", "agents: a", "agents: b"))),  # all of it is waited for
        (["agents: a", "agents: b"], Needs(("nowhere: at all",))),
    ],
)
def test_nothing_makes_way_without_need(doing, needs):
    assert ended([Busy(name, 1.0) for name in doing], needs) == []


SLEEPERS = """
    import time

    def warmups():
        for side in ("first", "last"):
            for number in range(4):
                yield f"sleeps {side} {number}", lambda: time.sleep(600)
            for name in ("one", "two", "three", "four") if side == "first" else ():
                yield name, lambda: time.sleep(0.2)
"""


@pytest.fixture
def copy(tmp_path):
    made = Copy(tmp_path)
    made.write("sandbox/room/__init__.py", "")
    made.write("sandbox/room/warm.py", SLEEPERS)
    return made


def said(child, count):
    """The names of the next steps."""
    return [json.loads(child.stdout.readline())["name"] for _ in range(count)]


def need(child, now=(), soon=()):
    needs = Needs(*(tuple(f"room: {name}" for name in names) for names in (now, soon)))
    child.stdin.write(needs.to_json() + "\n")
    child.stdin.flush()


def test_what_is_needed_ends_what_nobody_waits_for(copy):
    """Both workers sleep; each time something is needed, one of them is replaced and does it, in order."""
    with _command(copy, "--json", "--leashed") as child:
        assert json.loads(child.stdout.readline())["total"] == 12
        time.sleep(1.0)  # both sleep
        need(child, ["three", "one"])
        assert said(child, 2) == ["room: three", "room: one"]
        need(child, ["four"])
        assert said(child, 1) == ["room: four"]
        need(child, soon=["two"])
        child.kill()
        rest = child.stdout.read()
        assert "two" not in rest, "nothing is ended for what is only wanted soon"
        assert _gone(copy)


def test_with_one_worker_the_order_is_that_of_need(copy):
    with _command(copy, "--json", "--leashed", "--processes", "1") as child:
        need(child, ["two", "four"], ["one", "three"])
        child.stdout.readline()
        assert said(child, 4) == ["room: two", "room: four", "room: one", "room: three"]
        child.kill()


def test_a_line_that_says_nothing_is_passed_over(copy):
    with _command(copy, "--json", "--leashed", "--processes", "1") as child:
        child.stdin.write('nonsense\n[1]\n{"now": 3}\n\n')
        need(child, ["two"])
        child.stdout.readline()
        assert said(child, 1) == ["room: two"]
        child.kill()


@pytest.mark.small
def test_nothing_is_looked_through_while_much_is_made_and_all_is_as_before():
    assert gc.isenabled()
    with undisturbed():
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(KeyError), undisturbed():
        raise KeyError
    assert gc.isenabled()
    gc.unfreeze()
