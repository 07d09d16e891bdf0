"""Gestures and who is told of them, with a worker's real thread and no window."""

import time

import pytest

from sandbox.errors import SandboxError
from sandbox.level.edits.paint import Line
from sandbox.level.edits.sundry import Batch
from sandbox.level.model import Level
from sandbox.ui.jobs import Worker
from sandbox.ui.maps.editing import SHORT, Editing

WALL = 1


@pytest.fixture
def failures():
    return []


@pytest.fixture
def worker(failures):
    made = Worker("test", lambda: None, failures.append)
    yield made
    made.close()


@pytest.fixture
def editing(worker):
    said = []
    made = Editing(said.append, worker)
    made.said, made.steps, made.edits = said, [], []
    made.take(Level.empty(40, 30))
    made.on_step.append(lambda: made.steps.append(made.history.done))
    made.applied.append(lambda edit, dirty: made.edits.append((edit.label, dirty)))
    return made


def settle(worker):
    end = time.perf_counter() + 60
    while worker.busy and time.perf_counter() < end:
        time.sleep(0.002)
        worker.poll()
    assert not worker.busy


def stroke(editing, times):
    editing.begin("Paint wall")
    for x in range(times):
        assert editing.do(Line(x, 3, x + 1, 4, WALL))


@pytest.mark.parametrize("times", [1, SHORT, SHORT + 1, 30])
def test_a_stroke_of_any_length_is_packed_and_taken_back(editing, worker, failures, times):
    """A long one in the worker's thread: what comes back from there takes the stroke back, and does it again."""
    before = editing.level.copy()
    stroke(editing, times)
    editing.end()
    assert worker.busy == (times > SHORT)
    settle(worker)
    assert failures == []
    assert (editing.steps, editing.history.labels) == ([1], ("Paint wall",))
    kept = editing.history._steps[-1].switch
    assert (len(kept.edits) if isinstance(kept, Batch) else 1) < max(times, 2)
    painted = editing.level.copy()
    editing.history.undo()
    assert editing.level.same_as(before)
    editing.history.redo()
    assert editing.level.same_as(painted)


def test_a_gesture_that_is_taken_back_tells_who_waits_for_steps(editing):
    before = editing.level.copy()
    stroke(editing, 3)
    assert editing.steps == []
    editing.cancel()
    assert editing.level.same_as(before)
    assert editing.steps == [0]
    editing.cancel()  # there is none any more
    assert editing.steps == [0]
    assert editing.history.labels == ()


def test_another_gesture_ends_the_one_before(editing):
    stroke(editing, 2)
    assert editing.step("Two lines", Line(0, 9, 9, 9, WALL), Line(0, 11, 9, 11, WALL))
    assert editing.history.labels == ("Paint wall", "Two lines")
    assert editing.steps == [2]


def test_a_step_that_is_refused_changes_nothing_and_says_why(editing):
    before = editing.level.copy()
    assert not editing.step("Two lines", Line(0, 9, 9, 9, WALL), Line(0, 0, 1, 1, WALL, brush=10_000))
    assert editing.level.same_as(before)
    assert len(editing.said) == 1
    assert "10000 cells" in editing.said[0]
    assert editing.steps == []
    with pytest.raises(SandboxError):
        editing.level.apply(Line(0, 0, 1, 1, WALL, brush=10_000))


def test_a_value_that_is_dragged_is_one_step(editing):
    for x in (3, 5, 9):
        assert editing.adjust(Line(0, 2, x, 2, WALL))
    assert editing.history.labels == ("Line",)
    assert editing.steps == [1, 1, 1]


def test_followers_are_told_phase_by_phase_and_leave_with_the_level(editing):
    told = []
    editing.asked.append(lambda *_: told.append("asked"))
    editing.before.append(lambda *_: told.append("before"))
    editing.applied.append(lambda *_: told.append("applied"))
    old = editing.level
    editing.do(Line(0, 0, 1, 0, WALL))
    assert told == ["before", "applied", "asked"]
    editing.take(Level.empty(5, 5))
    old.apply(Line(0, 0, 1, 0, 0))
    assert len(told) == 3
