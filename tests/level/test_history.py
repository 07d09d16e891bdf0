"""Undo and redo: whatever was undone has never happened."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.errors import BadInput, SandboxError
from sandbox.level.edits import (
    AddPolygon,
    Batch,
    Line,
    MovePolygon,
    PaintCells,
    Rectangle,
    SetNotes,
    SetTitle,
    compact,
)
from sandbox.level.edits.compact import compacted, packed
from sandbox.level.history import History, at_once
from sandbox.level.model import WALL, Level, Obstacle, Rect
from tests.strategies.edits import SEEDS, Maker, scene, tried


class LatePacker:
    """Hands steps back in fewer words, in order, but only when told to."""

    def __init__(self):
        self.waiting = []

    def __call__(self, edit, done):
        self.waiting.append((edit, done))

    def work(self, count=1_000_000):
        while self.waiting and count:
            edit, done = self.waiting.pop(0)
            done(packed(edit))
            count -= 1


def scripted(seed, length, packer=at_once):
    """Play a random script with undo and redo in between; return the level and the script without the undone part."""
    level, maker = Level.empty(20, 15), Maker(seed)
    history, r = History(level, packer=packer), maker.r
    steps, done = [], 0  # steps: the edits each consists of
    for _ in range(length):
        if packer is not at_once and r.random() < 0.3:
            packer.work(r.integers(1, 4))
        chance = r.random()
        if chance < 0.2 and history.undo():
            done -= 1
        elif chance < 0.35 and history.redo():
            done += 1
        else:
            edits = _gesture(history, maker, r) if chance < 0.5 else _single(history, maker)
            if history.done > done or (edits and not history.can_redo and history.done == done + 1):
                del steps[done:]
                steps.append(edits)
                done += 1
        assert history.done == done
    return level, [edit for step in steps[:done] for edit in step]


def _single(history, maker):
    edit = maker.edit(history.level)
    try:
        history.do(edit)
    except BadInput:
        return []
    return [edit]


def _gesture(history, maker, r):
    history.begin("Gesture")
    edits = [edit for _ in range(r.integers(5)) for edit in _single(history, maker)]
    if r.random() < 0.2:
        history.cancel()
        return []
    history.end()
    return edits


def replayed(edits):
    level = Level.empty(20, 15)
    for edit in edits:
        level.apply(edit)
    return level


@given(SEEDS)
def test_a_script_equals_itself_without_the_undone_part(seed):
    level, kept = scripted(seed, 60)
    assert level.same_as(replayed(kept))


@given(SEEDS)
def test_it_is_the_same_script_when_steps_are_packed_late(seed):
    level, kept = scripted(seed, 60, LatePacker())
    assert level.same_as(replayed(kept))
    assert level.same_as(scripted(seed, 60, LatePacker())[0])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_a_script_of_ten_thousand_commands(seed):
    level, kept = scripted(seed, 10_000)
    assert level.same_as(replayed(kept))


@given(SEEDS, st.integers(1, 30))
def test_a_gesture_said_in_fewer_edits_does_the_same(seed, length):
    level, maker = scene(seed, edits=10)
    twin = level.copy()
    edits = []
    for _ in range(length):
        edit = maker.edit(level)
        if tried(level, edit) is not None:
            edits.append(edit)
    for edit in compacted(edits):
        twin.apply(edit)
    assert twin.same_as(level)


@pytest.mark.small
def test_dots_are_joined_up_to_four_cells_for_each_that_is_painted(monkeypatch):
    monkeypatch.setattr(compact, "SMALL_BOX", 0)

    def boxes(*places):
        return [tuple(edit.cells.box) for edit in compacted(PaintCells.one(x, y, WALL) for x, y in places)]

    assert boxes((0, 0), (3, 1)) == [(0, 0, 4, 2)], "8 cells for 2"
    assert boxes((0, 0), (2, 2)) == [(0, 0, 1, 1), (2, 2, 3, 3)], "9 for 2"
    assert boxes((30, 0), (0, 0), (2, 2)) == [(30, 0, 31, 1), (0, 0, 1, 1), (2, 2, 3, 3)], "and so after the first"
    assert boxes((30, 0), (0, 0), (3, 1), (3, 2)) == [(30, 0, 31, 1), (0, 0, 4, 3)], "12 for 3"
    assert boxes((0, 0), (3, 1), (4, 2)) == [(0, 0, 4, 2), (4, 2, 5, 3)], "15 for 3"


@pytest.mark.small
def test_a_stroke_is_one_small_step():
    level = Level.empty(300, 300)
    history = History(level)
    with history.gesture("Brush"):
        for x in range(250):
            history.do(Line(x, x // 2, x + 1, x // 2, WALL, brush=9))
    assert history.labels == ("Brush",)
    assert history.size < 4000
    history.undo()
    assert level.same_as(Level.empty(300, 300))


@pytest.mark.small
def test_a_stroke_switched_before_it_was_packed_becomes_small_all_the_same():
    level, packer = Level.empty(300, 300), LatePacker()
    history = History(level, packer=packer)
    with history.gesture("Brush"):
        for x in range(250):
            history.do(Line(x, x // 2, x + 1, x // 2, WALL, brush=9))
    drawn = level.copy()
    history.undo()
    assert level.same_as(Level.empty(300, 300))
    packer.work()
    assert history.size < 4000
    history.redo()
    assert level.same_as(drawn)


@pytest.mark.small
def test_no_step_is_forgotten_for_one_that_is_yet_to_be_packed():
    level, packer = Level.empty(300, 300), LatePacker()
    history = History(level, limit_bytes=5000, packer=packer)
    history.do(SetTitle("first"))
    with history.gesture("Brush"):
        for x in range(250):
            history.do(Line(x, x // 2, x + 1, x // 2, WALL, brush=9))
    assert history.size > 5000
    packer.work()
    assert history.labels[-1] == "Brush"
    assert len(history.labels) == 2


@pytest.mark.small
def test_a_dragged_polygon_is_one_small_step():
    level = Level.empty(30, 30)
    history = History(level)
    history.do(AddPolygon(Obstacle.of_cells([(1, 1), (2, 1), (2, 2)])))
    with history.gesture("Move polygon"):
        for _ in range(100):
            history.do(MovePolygon(1, 7, 3))
    assert history.size < 1000
    history.undo()
    assert level.polygons[1].box == (512, 512, 1024, 1024)
    history.redo()
    assert level.polygons[1].box == (1212, 812, 1724, 1324)


@pytest.mark.small
def test_a_gesture_that_fails_leaves_nothing():
    level = Level.empty(5, 5)
    history = History(level)
    with pytest.raises(BadInput), history.gesture("Two things"):  # noqa: PT012
        history.do(SetTitle("half"))
        history.do(PaintCells.one(1, 1, 99))
    assert level.title == ""
    assert not history.can_undo
    assert not history.dirty


@pytest.mark.small
def test_edits_that_change_nothing_are_no_steps():
    history = History(Level.empty(5, 5))
    history.do(PaintCells.one(1, 1, 0))
    history.do(Rectangle(Rect(7, 7, 9, 9), WALL))
    assert history.labels == ()
    assert not history.dirty


@pytest.mark.small
def test_gestures_do_not_nest():
    history = History(Level.empty(5, 5))
    history.begin("One")
    for interfere in (history.undo, history.redo, lambda: history.begin("Two")):
        with pytest.raises(SandboxError, match="'One' is still open"):
            interfere()


@pytest.mark.small
def test_saved_is_saved_until_something_changes():
    history = History(Level.empty(5, 5))
    history.do(SetTitle("a"))
    assert history.dirty
    history.mark_saved()
    assert not history.dirty
    history.undo()
    assert history.dirty
    history.redo()
    assert not history.dirty
    history.undo()
    history.do(SetTitle("b"))
    assert history.dirty
    history.undo()
    history.redo()
    assert history.dirty, "the saved state can no longer be reached"


@pytest.mark.small
def test_typing_is_one_step():
    history = History(Level.empty(5, 5))
    for text in ("N", "No", "Note"):
        history.do(SetNotes(text), continuing=True)
    history.mark_saved()
    history.do(SetNotes("Notes"), continuing=True)
    assert history.labels == ("Change notes", "Change notes"), "a saved state stays reachable"
    history.undo()
    assert history.level.notes == "Note"
    history.undo()
    assert history.level.notes == ""


@pytest.mark.small
def test_jumping_about_in_the_list():
    history = History(Level.empty(5, 5))
    for text in "abcd":
        history.do(SetTitle(text))
    history.go_to(1)
    assert (history.level.title, history.done, history.can_redo) == ("a", 1, True)
    history.go_to(99)
    assert (history.level.title, history.done, history.can_redo) == ("d", 4, False)
    history.go_to(0)
    assert (history.level.title, history.can_undo) == ("", False)


@pytest.mark.small
def test_the_oldest_steps_are_forgotten_first():
    history = History(Level.empty(64, 64), limit_bytes=1000)
    for text in "abcdefghijklmnop":
        history.do(SetTitle(text))
    assert history.size <= 1000
    history.go_to(0)
    assert history.level.title == "f"
    assert history.dirty
    assert history.undo() == ""


@pytest.mark.small
def test_several_polygons_dragged_together_are_kept_once_each():
    level = Level.empty(20, 20)
    for x in (1, 5):
        level.apply(AddPolygon(Obstacle.of_cells([(x, 1), (x + 2, 1), (x + 2, 3)])))
    before, history = level.copy(), History(level)
    with history.gesture("Move polygons"):
        for _ in range(50):
            history.do(Batch((MovePolygon(1, 40, 30), MovePolygon(2, 40, 30))))
    assert history.size < 1000
    history.undo()
    assert level.same_as(before)


@pytest.mark.small
@pytest.mark.parametrize("saved_after", [2, 9, 15])
def test_what_was_forgotten_is_counted_and_saved_stays_where_it_was(saved_after):
    history = History(Level.empty(64, 64), limit_bytes=1000)
    for number in range(1, 17):
        history.do(SetTitle(f"{number}"))
        if number == saved_after:
            history.mark_saved()
        assert history.forgotten + history.done == number
    assert history.forgotten == 16 - len(history.labels) > 0
    while history.can_undo:
        assert history.dirty == (history.level.title != f"{saved_after}")
        history.undo()
    assert history.dirty == (history.level.title != f"{saved_after}")
