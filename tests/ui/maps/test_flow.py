"""From an edit to what is shown, through the real window and its worker: cancelled, stopped, broken, caught up with."""

import gc
import threading
import time
import weakref
from dataclasses import dataclass, field
from pathlib import Path

import pygame
import pytest

import sandbox.ui.maps
import sandbox.ui.maps.tab
import sandbox.ui.warm
from sandbox.level.edits import Line, SetMarker
from sandbox.level.generators import generators
from sandbox.level.markers import Marker
from sandbox.level.model import WALL, Level
from sandbox.level.rect import Rect
from sandbox.planning.api import Limits, planners
from sandbox.ui.jobs import Failure, WarmState
from sandbox.ui.kit import Button
from sandbox.ui.maps.editing import Editing
from sandbox.ui.maps.files.generating import GeneratorSheet
from sandbox.ui.maps.files.importing import ImportSheet
from tests.ui.test_app import click, drag, frames, key, maps, settle


@pytest.fixture
def tab(app, monkeypatch):
    """The maps tab on a plain level, its planners ready, one of them ticked."""
    monkeypatch.setattr("sandbox.ui.maps.worker_side.load", lambda planner: None)
    tab = maps(app)
    for row in tab.rows:
        row.ticked = row.key == "bfs"
    app.services.warmer.state = WarmState(finished=True)
    tab.show_level(Level.empty(40, 30), "plain")
    app.told = []
    app.services.failed = app.told.append
    tab.asking.worker.failed = app.services.failed
    frames(app, 2)
    settle(app)
    return tab


@dataclass
class Stub:
    """A planner that does as it is told, until it is stopped."""

    then: object = None  # called with what plan is given; or waits
    begun: list = field(default_factory=list)
    stopped: threading.Event = field(default_factory=threading.Event)
    prepare_ns: int = 0

    @property
    def promises(self):
        return planners["bfs"].create({}).promises

    def prepare(self, level):
        self.inner = planners["bfs"].create({}).prepare(level)
        return self

    def repair(self, changes):
        return self.inner.repair(changes)

    def layers(self):
        return ()

    def plan(self, query, limits, recording=None):
        self.begun.append(query)
        if self.then is not None:
            self.then()
            return self.inner.plan(query, limits)
        while not limits.stop[0]:
            time.sleep(0.0005)
        self.stopped.set()
        return self.inner.plan(query, limits)


def use(row, stub, *, ticked=True):
    """Have a row ask a planner of ours."""
    row._made, row.ticked = (dict(row.options), stub), ticked
    return stub


def row_of(tab, key):
    return next(row for row in tab.rows if row.key == key)


def begun(app, stub, count=1):
    end = time.monotonic() + 280
    while len(stub.begun) < count and time.monotonic() < end:
        frames(app)
        time.sleep(0.001)
    assert len(stub.begun) >= count


def test_nobody_in_the_maps_room_reaches_through_the_tab():
    """What is shared is the session; the tab is put together from those who know it."""
    modules = [path for path in Path(sandbox.ui.maps.__file__).parent.rglob("*.py") if path.name != "__init__.py"]
    assert len(modules) > 50
    named = [path for path in modules if path.name != "tab.py" and "maps.tab" in path.read_text(encoding="utf-8")]
    assert named == []


def test_the_phases_of_an_edit_come_in_their_order_whoever_came_first():
    editing, log = Editing(lambda _: None), []
    for name in ("asked", "before", "applied", "asked", "before"):
        getattr(editing, name).append(lambda edit, dirty, name=name: log.append((name, edit.label)))
    editing.taken.append(lambda: log.append("taken"))
    editing.on_step.append(lambda: log.append("step"))
    editing.take(Level.empty(9, 9))
    assert log == ["taken", "step"]
    log.clear()
    line = Line(1, 1, 5, 1, WALL)
    editing.step("Wall", line)
    assert [entry[0] for entry in log[:-1]] == ["before", "before", "applied", "asked", "asked"]
    assert log[-1] == "step"
    log.clear()
    editing.undo()
    assert [entry[0] for entry in log[:-1]] == ["before", "before", "applied", "asked", "asked"]


def test_escape_in_a_gesture_tells_whoever_lists_steps():
    editing, told = Editing(lambda _: None), []
    editing.take(Level.empty(9, 9))
    editing.begin("Paint")
    editing.do(Line(1, 1, 5, 1, WALL))
    editing.on_step.append(lambda: told.append(editing.history.in_gesture))
    editing.cancel()
    editing.cancel()
    assert told == [False], "once, when it is taken back"
    assert not editing.level.terrain.any()


def test_a_long_stroke_is_said_shorter_by_a_worker_and_is_one_step(app, tab):
    tab.use_tool("paint")
    places = [tab.canvas.to_window(x + 0.5, 5.5) for x in range(2, 30)]
    drag(app, *places)
    settle(app)
    assert app.told == []
    assert tab.level.terrain[5, 2:30].all()
    switch = tab.history._steps[-1].switch
    assert len(getattr(switch, "edits", [switch])) < 8, "it was packed"
    key(app, pygame.K_z, pygame.KMOD_CTRL)
    assert not tab.level.terrain.any()
    settle(app)
    assert tab.asking.desk.level.same_as(tab.level)


def test_unticking_a_planner_stops_it_and_lets_go_of_its_structure(app, tab):
    row = row_of(tab, "astar")
    stub = use(row, Stub())
    tab.asking.row_changed(row)
    begun(app, stub)
    row.ticked = False
    tab.asking.row_changed(row)
    assert stub.stopped.wait(5)
    settle(app)
    assert row.answer is None
    assert tab.asking.desk._kept.keys() == {"bfs"}


def test_an_edit_stops_the_search_that_runs_and_asks_for_another(app, tab):
    row = row_of(tab, "astar")
    stub = use(row, Stub())
    tab.asking.row_changed(row)
    begun(app, stub)
    tab.editing.step("Wall", Line(1, 1, 5, 1, WALL))
    frames(app)
    assert stub.stopped.wait(5)
    begun(app, stub, 2)
    assert row.answer is None, "what was stopped is no answer"


def test_all_planners_get_their_turn_while_an_end_is_dragged(app, tab):
    """However slow they are, and however many edits come before one of them is through."""
    slow = [use(row, Stub()) for row in tab.rows[:6]]
    for number in range(12):
        before = sum(len(stub.begun) for stub in slow)
        tab.editing.do(SetMarker("goal", Marker.at(10.5 + number, 10.5)))
        frames(app)
        end = time.monotonic() + 280
        while sum(len(stub.begun) for stub in slow) == before and time.monotonic() < end:
            time.sleep(0.001)
    assert min(len(stub.begun) for stub in slow) >= 1


def test_the_options_a_slider_passes_leave_nothing_behind(app, tab):
    row = row_of(tab, "bfs")
    for moves in (4, 8, 4, 8, 4):
        row.options["moves"] = moves
        tab.asking.row_changed(row)
        settle(app)
    assert len(tab.asking.desk._kept) == 1


def test_an_edit_that_breaks_in_the_worker_is_told_and_its_copy_made_anew(app, tab, monkeypatch):
    """Else the two would differ for ever, and every later path with them."""
    desk = tab.asking.desk
    monkeypatch.setattr(desk.level, "apply", lambda edit: 1 / 0)
    tab.editing.step("Wall", Line(1, 1, 5, 1, WALL))
    tab.editing.step("Wall", Line(1, 3, 5, 3, WALL))
    settle(app)
    assert tab.asking.desk is not desk
    assert tab.asking.desk.level.same_as(tab.level)
    assert [failure.line for failure in app.told] == ["ZeroDivisionError: division by zero"]
    tab.editing.step("Wall", Line(1, 7, 5, 7, WALL))
    settle(app)
    assert tab.asking.desk.level.same_as(tab.level)
    assert row_of(tab, "bfs").answer.version == tab.asking.desk.level.version
    assert len(app.told) == 1


def test_an_edit_that_breaks_while_time_passes_is_made_good_from_what_is_shown(app, tab, monkeypatch):
    timed = next(section for section in tab.sections if hasattr(section, "moment"))
    tab.tools["door"].drawn(Rect(10, 4, 11, 9))
    settle(app)
    monkeypatch.setattr(tab.asking.desk.level, "apply", lambda edit: 1 / 0)
    timed._go(4.0)
    settle(app)
    assert tab.asking.desk.level.same_as(timed.moment._shown)
    timed.stop()
    settle(app)
    assert tab.asking.desk.level.same_as(tab.level)
    assert len(app.told) == 1


def test_a_planner_that_breaks_is_told_once_and_stands_in_the_table(app, tab):
    row = row_of(tab, "astar")
    stub = use(row, Stub(then=lambda: 1 / 0))
    for x in range(5):
        tab.editing.do(SetMarker("goal", Marker.at(10.5 + x, 10.5)))
        settle(app)
    assert [(failure.title, failure.line) for failure in app.told] == [("A*", "ZeroDivisionError: division by zero")]
    assert row.answer.trouble == "ZeroDivisionError: division by zero"
    assert row_of(tab, "bfs").found, "the others go on"
    stub.then = lambda: None
    tab.editing.do(SetMarker("goal", Marker.at(20.5, 10.5)))
    settle(app)
    assert row.found
    stub.then = lambda: 1 / 0
    tab.editing.do(SetMarker("goal", Marker.at(21.5, 10.5)))
    settle(app)
    assert len(app.told) == 2, "it broke anew"


def test_a_repair_that_breaks_is_told_and_the_answer_is_right_all_the_same(app, tab, monkeypatch):
    row = row_of(tab, "bfs")
    prepared = tab.asking.desk._kept["bfs"].prepared
    monkeypatch.setattr(type(prepared), "repair", lambda self, changes: 1 / 0)
    tab.editing.step("Wall", Line(20, 0, 20, 28, WALL))
    settle(app)
    assert [failure.title for failure in app.told] == [row.entry.title]
    assert "prepared anew" in app.told[0].line
    fresh = row.planner.prepare(tab.level.copy()).plan(tab.session.query, Limits())
    assert row.plan.cost == pytest.approx(fresh.cost)


def test_what_is_kept_is_what_is_shown_while_a_generator_works(app, tab, monkeypatch):
    """Keep waits for the level: what came later replaced unsaved work, without a question."""
    gate, kind = threading.Event(), type(next(iter(generators)).create({}))
    generate = kind.generate

    def slowly(self, width, height, seed):
        assert gate.wait(280)
        return generate(self, width, height, seed)

    monkeypatch.setattr(kind, "generate", slowly)
    tab.files.open_generator()
    frames(app, 2)
    sheet = next(w for box in app.root.floating for w in box.walk() if isinstance(w, GeneratorSheet))
    before = tab.level
    assert not sheet.keep.enabled
    click(app, sheet.keep)
    frames(app, 2)
    assert tab.level is before
    assert sheet.is_mounted
    gate.set()
    settle(app)
    assert sheet.keep.enabled
    click(app, sheet.keep)
    frames(app, 2)
    settle(app)
    assert not sheet.is_mounted
    assert tab.level is not before
    assert tab.history.dirty


def test_import_waits_for_a_level(app, tab, tmp_path):
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"no picture")
    assert tab.files.take_file(str(broken))
    frames(app, 2)
    sheet = next(w for box in app.root.floating for w in box.walk() if isinstance(w, ImportSheet))
    button = next(w for box in app.root.floating for w in box.walk() if isinstance(w, Button) and w.text == "Import")
    settle(app)
    assert sheet.level is None
    assert sheet.note.text
    assert not button.enabled
    sheet.button.enabled = True  # as after a level was read
    app.services.reader.submit = lambda job: None  # a reader that is not through yet
    sheet.read()
    assert not button.enabled


def test_memory_is_looked_through_once_workers_rest_and_nothing_is_frozen_for_good(app, tab, monkeypatch):
    class Thing:
        pass

    def garbage():
        thing = Thing()
        thing.itself = thing
        return weakref.ref(thing)

    app.root.heard -= 10
    gc.disable()
    try:
        first = garbage()
        app.services._tidy()
        assert first() is None
        kept = Thing()
        kept.itself, seen = kept, weakref.ref(kept)
        app.services._tidy()
        assert gc.get_freeze_count() > 0
        del kept
        app.services._tidy()
        assert seen() is None, "what was in use last time may be garbage now"
    finally:
        gc.unfreeze()
        gc.enable()


def test_memory_waits_for_the_workers(app, tab, monkeypatch):
    app.root.heard -= 10
    looked = []
    monkeypatch.setattr(gc, "collect", lambda *_: looked.append(tab.asking.worker.busy))
    row = row_of(tab, "astar")
    stub = use(row, Stub())
    tab.asking.row_changed(row)
    begun(app, stub)
    app.services._tidy()
    assert looked == []
    tab.asking.worker.cancel(f"plan {row.key}")
    while tab.asking.worker.busy:
        frames(app)
    app.root.heard -= 10
    app.services._tidy()
    assert looked == [False]


def test_what_the_canvas_draws_with_is_loaded_beside_the_frames(app, tab, monkeypatch):
    """The frame that first needed it, the first recording's, took as long as two."""
    threads = []
    monkeypatch.setattr(sandbox.ui.maps.tab, "load_strokes", lambda stop: threads.append(threading.current_thread()))
    tab.canvas.fast = False
    tab.warmed()
    assert not tab.canvas.fast
    settle(app)
    assert tab.canvas.fast
    assert [thread.name for thread in threads] == ["keeper"]


def test_a_canvas_whose_kernels_failed_draws_without_them(app, tab):
    app.services.warmer.state = WarmState(finished=True, broken=("ui: strokes: kernel x: TypingError: y",))
    tab.canvas.fast = False
    tab.warmed()
    settle(app)
    assert not tab.canvas.fast
    assert tab.asking.ready


def test_failures_keep_their_details(app, tab):
    tab.asking.worker.ordered("Odd", lambda stop: 1 / 0)
    settle(app)
    (failure,) = app.told
    assert isinstance(failure, Failure)
    assert "test_flow.py" in failure.details


def test_memory_waits_for_the_hand(app, tab, monkeypatch):
    collected = []
    monkeypatch.setattr(gc, "collect", lambda *_: collected.append(True))
    app.root.handle(pygame.Event(pygame.MOUSEMOTION, pos=(5, 5), rel=(1, 0), buttons=(0, 0, 0), touch=False))
    app.services._tidy()
    assert not collected, "a frame under the hand would take four times as long"
    app.root.heard -= 10
    app.services._tidy()
    assert collected


def test_memory_is_looked_through_after_a_level_whose_answers_are_let_go_of(app, tab, monkeypatch):
    asked = []
    monkeypatch.setattr(app.services, "tidy", lambda: asked.append(1))
    settle(app)
    for row in tab.rows:
        row.answer = None
    tab.show_level(Level.empty(20, 20), "as at the start: nothing was answered yet")
    assert not asked
    settle(app)
    tab.show_level(Level.empty(20, 20), "another")
    assert asked


def test_loading_is_not_held_up_by_looking_through_what_is_loaded(monkeypatch):
    seen = []
    monkeypatch.setattr(sandbox.ui.warm, "_strokes", lambda: seen.append(gc.isenabled()))
    monkeypatch.setattr(sandbox.ui.warm, "_cells", lambda: None)
    gc.unfreeze()
    try:
        sandbox.ui.warm.load_strokes(None)
        assert seen == [False]
        assert gc.isenabled()
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
