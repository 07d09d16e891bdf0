"""The compiling child as the window sees it: every way it can fail is told once, none leaves the window waiting."""

import json
import subprocess
import sys
import time

import pytest

from sandbox.kernels import warm
from sandbox.kernels.warming import crew
from sandbox.ui.jobs import WarmState
from sandbox.ui.warmer import Warmer
from tests.ui.test_app import app, frames, user  # noqa: F401

FIRST = {"done": 0, "total": 2, "cold": ["room", "ui"]}
FINE = {"done": 1, "total": 2, "cold": ["room"], "name": "ui: cells", "seconds": 0.1, "compiled": 3, "error": ""}
WRONG = {"done": 2, "total": 2, "cold": [], "name": "room: halves", "seconds": 0.1, "compiled": 0}
BROKEN = WRONG | {"error": "kernel sandbox.room.half: TypingError: no such thing\nand much more"}
SUMMARY = {"summary": True, "seconds": 1.0, "compiled": 3, "failed": 1, "already_warm": False}


def child_that(*said, status=0, errors="", wait=0.0):
    """A child that says these lines, waits, and ends."""
    lines = [line if isinstance(line, str) else json.dumps(line) for line in said]
    code = f"import sys, time\nprint({chr(10).join(lines)!r}, flush=True)\nsys.stderr.write({errors!r})\n"
    code += f"time.sleep({wait})\nsys.exit({status})"

    def start(*words, errors):
        pipe = subprocess.PIPE
        return subprocess.Popen(
            [sys.executable, "-c", code], stdin=pipe, stdout=pipe, stderr=errors, encoding="utf-8"
        )  # fmt: skip

    return start


@pytest.fixture
def cold(monkeypatch):
    """Kernels count as cold, and the child is another."""
    monkeypatch.setattr(warm, "is_warm", lambda: False)
    return lambda *said, **how: monkeypatch.setattr(crew, "child", child_that(*said, **how))


def finished(warmer, seconds=60.0):
    end = time.monotonic() + seconds
    while not warmer.state.finished and time.monotonic() < end:
        time.sleep(0.005)
    assert warmer.state.finished
    return list(warmer.failures)


def run(warmer):
    warmer.start()
    return finished(warmer)


def test_a_warm_up_that_failed_is_named_with_its_kernel_and_the_childs_words(cold):
    cold(FIRST, FINE, BROKEN, SUMMARY, status=1, errors="a warning\n")
    warmer = Warmer(lambda: None)
    (failure,) = run(warmer)
    assert failure.line == "room: halves: kernel sandbox.room.half: TypingError: no such thing"
    assert "and much more" in failure.details
    assert "a warning" in failure.details
    assert warmer.state.compiled == 3
    assert (warmer.state.sound("room"), warmer.state.sound("ui")) == (False, True)


def test_of_several_the_first_is_named_and_the_others_counted(cold):
    cold(FIRST, BROKEN | {"done": 1, "name": "ui: cells"}, BROKEN, SUMMARY, status=1)
    (failure,) = run(Warmer(lambda: None))
    assert failure.line == "ui: cells: kernel sandbox.room.half: TypingError: no such thing (and 1 more)"
    assert "room: halves" in failure.details


@pytest.mark.parametrize("status", [1, 7])
def test_a_child_that_ends_before_its_time_is_told_with_status_and_last_words(cold, status):
    cold(FIRST, FINE, status=status, errors="x" * 100_000 + "MemoryError: no room")
    warmer = Warmer(lambda: None)
    (failure,) = run(warmer)
    assert failure.line == f"the compiling process ended with status {status}"
    assert failure.details.endswith("MemoryError: no room")
    assert len(failure.details) <= 64_000
    assert warmer.state.ready(frozenset({"room"})), "what is cold is compiled by whoever needs it"


def test_a_child_that_talks_nonsense_is_told_and_ended(cold):
    cold("What?", wait=600)
    warmer = Warmer(lambda: None)
    (failure,) = run(warmer)
    assert failure.line.startswith("JSONDecodeError: ")
    assert warmer._child.poll() is not None


def test_one_that_cannot_be_started_is_told(monkeypatch):
    monkeypatch.setattr(warm, "is_warm", lambda: False)
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    (failure,) = run(Warmer(lambda: None))
    assert failure.line.startswith("FileNotFoundError: ")


def test_nothing_is_told_when_all_went_well_or_the_window_closed(cold):
    cold(FIRST, FINE, WRONG, SUMMARY)
    assert run(Warmer(lambda: None)) == []
    cold(FIRST, FINE, wait=600)
    warmer = Warmer(lambda: None)
    warmer.start()
    while warmer.state == WarmState():
        time.sleep(0.005)
    warmer.close()
    assert finished(warmer) == []
    assert warmer._child.poll() is not None


def test_one_closed_before_its_child_is_there_ends_it_all_the_same(cold):
    cold(FIRST, FINE, wait=600)
    warmer = Warmer(lambda: None)
    warmer.close()
    assert run(warmer) == []
    assert warmer._child.poll() is not None


def test_the_window_shows_it(app, cold):  # noqa: F811
    cold(FIRST, BROKEN, SUMMARY, status=1)
    warmer = Warmer(lambda: None)
    app.services.warmer = warmer
    run(warmer)
    before = len(app.root.floating)
    frames(app, 2)
    told = [w.text for box in app.root.floating[before:] for w in box.walk() if hasattr(w, "text")]
    assert any("Preparing the algorithms failed" in text for text in told)
    assert any("kernel sandbox.room.half" in text for text in told)
    frames(app, 2)
    assert len(app.root.floating) == before + 1, "once"
