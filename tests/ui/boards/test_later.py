"""Work put off to frames of its own: in order, one piece a frame, and never for long."""

from types import SimpleNamespace

import pytest

from sandbox.ui.boards.panel.later import PATIENCE, Later

pytestmark = pytest.mark.small


@pytest.fixture
def desk():
    done, woken = [], []
    later = Later(SimpleNamespace(after=lambda seconds, call: woken.append(seconds)))
    return SimpleNamespace(
        later=later, done=done, woken=woken, put=lambda n, w="": later.put(n, lambda: done.append(n + w))
    )


def test_one_piece_a_frame_in_the_order_of_their_asking(desk):
    desk.put("panel")
    desk.put("game")
    told = []
    while desk.later.waiting:
        desk.later.tick()
        told.append(list(desk.done))
    assert told == [[], ["panel"], ["panel", "game"]]
    assert len(desk.woken) == 2


def test_asked_again_it_is_done_once_and_as_asked_last(desk):
    desk.put("panel", " old")
    desk.later.tick()
    desk.put("panel", " new")
    desk.later.tick()
    assert desk.done == [], "this frame has had work already"
    desk.later.tick()
    assert desk.done == ["panel new"]
    assert not desk.later.waiting


def test_what_is_dropped_is_not_done(desk):
    desk.put("panel")
    desk.later.drop("panel")
    desk.later.tick()
    desk.put("game")
    desk.later.tick()
    desk.later.drop("game")
    desk.later.tick()
    assert desk.done == []


def test_new_work_in_every_frame_puts_nothing_off_for_ever(desk):
    desk.put("game")
    for number in range(PATIENCE + 2):
        desk.put(f"other {number}")
        desk.later.tick()
    assert desk.done[:1] == ["game"]
