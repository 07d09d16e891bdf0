"""Unsaved work in the window: kept every few seconds, offered after a crash, and never lost to a refusing disk."""

import errno
import os

import pytest

from sandbox.level import formats
from sandbox.level.edits import Line, SetTitle
from sandbox.level.model import WALL, Level
from sandbox.level.recovery import Recovery, SourceFile
from sandbox.ui.kit import Button
from sandbox.ui.maps.files import autosave
from tests.ui.test_app import click, frames, maps


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Copies follow edits without a wait."""
    monkeypatch.setattr(autosave, "EVERY", 0.0)


def wait(app, done, count=400):
    for _ in range(count):
        frames(app)
        if done():
            return
        app.root.clock()
        __import__("time").sleep(0.005)
    raise AssertionError("it never happened")


def button(app, text):
    found = [w for box in app.root.floating for w in box.walk() if isinstance(w, Button) and w.text == text]
    assert found, f"no button {text!r}"
    return found[-1]


def words_on_top(app):
    return " ".join(str(getattr(w, "text", "")) for box in app.root.floating for w in box.walk())


def copies(tab):
    return sorted(tab.autosave.recovery.folder.glob("*.unsaved"))


def test_an_edit_is_kept_and_a_save_forgets_it(app):
    tab = maps(app)
    before = tab.files.path.read_bytes()
    tab.editing.step("Wall", Line(3, 3, 9, 3, WALL))
    wait(app, lambda: copies(tab))
    assert tab.files.path.read_bytes() == before, "an autosave must not touch the user's file"
    tab.files.save()
    assert not copies(tab)
    tab.editing.step("Title", SetTitle("two"))
    wait(app, lambda: copies(tab))
    tab.editing.undo()
    assert not copies(tab), "nothing unsaved, nothing to keep"


def test_the_copy_is_at_most_ten_seconds_behind():
    import importlib

    assert importlib.reload(autosave).EVERY <= 5.0


def test_what_a_crash_left_is_offered_and_restored(app):
    tab = maps(app)
    lost = Level.empty(12, 9)
    lost.apply(SetTitle("mine"))
    dead = Recovery(tab.autosave.recovery.folder)
    dead.keep(lost, SourceFile(str(tab.files.path), "caves"), 0)
    dead._lock.close()
    app.services.start()
    frames(app, 3)
    assert "Restore unsaved work?" in words_on_top(app)
    assert app.root.focus.widget is button(app, "Restore"), "Enter must never discard"
    click(app, button(app, "Restore"))
    frames(app, 2)
    assert tab.level.title == "mine"
    assert (tab.level.width, tab.level.height) == (12, 9)
    assert tab.files.name == "caves"
    assert tab.history.dirty
    wait(app, lambda: not dead.file.exists())
    assert len(copies(tab)) == 1, "what was restored is kept as this window's own"


def test_discarded_is_gone(app):
    tab = maps(app)
    dead = Recovery(tab.autosave.recovery.folder)
    dead.keep(Level.empty(4, 4), SourceFile(), 0)
    dead._lock.close()
    app.services.start()
    frames(app, 3)
    before = tab.level
    click(app, button(app, "Discard"))
    frames(app, 2)
    assert not app.root.floating
    assert tab.level is before
    assert not copies(tab)


def test_a_first_time_user_starts_with_the_gallery(app):
    app.settings.level = ""
    maps(app).files.chosen = False
    app.services.start()
    wait(app, lambda: "The trap" in words_on_top(app) or "Flood" in words_on_top(app))
    assert "Find" in [getattr(w, "placeholder", "") for box in app.root.floating for w in box.walk()]


def test_a_window_that_dies_unasked_leaves_a_copy(app):
    tab = maps(app)
    app.services.started = True
    tab.editing.step("Title", SetTitle("late"))
    tab.close()
    (left,) = Recovery(tab.autosave.recovery.folder).leftovers()
    assert left.read().title == "late"


def full(*_args, **_more):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_is_told_once_and_the_work_stays(app, monkeypatch):
    tab = maps(app)
    with monkeypatch.context() as disk:
        disk.setattr("sandbox.level.recovery.write_atomically", full)
        disk.setattr("sandbox.level.formats.write_atomically", full)
        tab.editing.step("Title", SetTitle("precious"))
        wait(app, lambda: "No copy of unsaved work can be kept" in words_on_top(app))
        tab.editing.step("Title", SetTitle("more precious"))
        for _ in range(30):
            frames(app)
        assert words_on_top(app).count("No copy of unsaved work") == 1
        tab.files.save()
        frames(app, 2)
        assert "No space left on device" in words_on_top(app)
        assert tab.level.title == "more precious"
        assert tab.history.dirty
    tab.files.save()
    assert not tab.history.dirty
    assert formats.load(tab.files.path).title == "more precious"


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EACCES, errno.EROFS])
def test_saving_into_a_refusing_folder_never_leaves_the_level(app, monkeypatch, code):
    tab = maps(app)

    def refuse(*_args, **_more):
        raise OSError(code, os.strerror(code))

    tab.editing.step("Title", SetTitle("precious"))
    monkeypatch.setattr("sandbox.level.formats.write_atomically", refuse)
    went = []
    assert not tab.files.may_leave(lambda: went.append(1))
    frames(app, 2)
    click(app, button(app, "Save"))
    frames(app, 2)
    assert not went, "a save that failed must not leave"
    assert tab.history.dirty
    assert "Not saved: your work is still here" in words_on_top(app)
    assert os.strerror(code) in words_on_top(app)
