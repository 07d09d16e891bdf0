"""Clean runs are measured once it has been quiet for a while, and the window wakes for it."""

import time
from types import SimpleNamespace

import pytest

from sandbox.ui.maps.panels.measuring import QUIET, Measuring


@pytest.fixture
def session():
    asking = SimpleNamespace(on_answer=[], can_all=lambda _: True, submitted=[])
    asking.desks = SimpleNamespace(
        of=lambda *_: ("worker", SimpleNamespace(rested=print)), submit=asking.submitted.append
    )
    row = SimpleNamespace(
        key="astar", ticked=True, found=True, rested=None, answer=object(), planner=None,
        entry=SimpleNamespace(title="A*"),
    )  # fmt: skip
    woken = []
    root = SimpleNamespace(after=lambda seconds, _: woken.append(seconds))
    history = SimpleNamespace(in_gesture=False)
    return SimpleNamespace(asking=asking, rows=[row], root=root, woken=woken, history=history, query=object())


def test_an_answer_is_measured_after_a_while_and_the_window_wakes_for_it(session):
    measuring, began = Measuring(session), time.perf_counter()
    (answered,) = session.asking.on_answer
    answered()
    assert session.woken == [pytest.approx(QUIET + 0.01)]
    assert not measuring.settled
    measuring.tick(began)
    assert session.asking.submitted == []
    measuring.tick(time.perf_counter() + QUIET)
    ((job,),) = session.asking.submitted
    assert (job[0], job[1].title, job[1].slot, job[1].alone) == ("worker", "Timing A*", "rest astar", True)


@pytest.mark.parametrize("change", [{"ticked": False}, {"found": False}, {"rested": object()}])
def test_nobody_wakes_for_what_is_not_worth_it(session, change):
    vars(session.rows[0]).update(change)
    measuring = Measuring(session)
    session.asking.on_answer[0]()
    assert session.woken == []
    assert measuring.settled
