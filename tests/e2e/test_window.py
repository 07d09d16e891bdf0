"""The real window on a real (virtual) display, with real mouse and keyboard events.

Needs Xvfb and xdotool; skipped, saying so, where they are not installed.
"""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from sandbox.level import formats
from sandbox.level.model import WALL, Level
from tests.e2e.person import NEEDED, ROOT, Person

pytestmark = NEEDED


@pytest.fixture
def plain(tmp_path):
    """A file of an empty level."""
    path = tmp_path / "plain.json"
    formats.save(Level.empty(64, 36), path)
    return path


def test_paint_undo_save_and_quit(display, tmp_path, plain):
    person = Person(display, tmp_path, "--level", str(plain), "--size", "1280x720")
    person.key("b")
    person.drag((300, 300), (400, 300), (400, 400))
    person.drag((500, 300), (560, 300))
    person.key("ctrl+z")
    person.key("ctrl+s")
    status, _, err = person.leave()
    assert (status, err) == (0, "")
    terrain = formats.load(plain).terrain
    assert 5 < np.count_nonzero(terrain == WALL) < 60
    columns = np.flatnonzero((terrain == WALL).any(axis=0))
    assert columns.max() - columns.min() < 20  # the second stroke was taken back


def test_the_keyboard_alone_reaches_every_tab_and_is_remembered(display, tmp_path):
    person = Person(display, tmp_path, "--size", "1280x720")
    person.key("Escape")  # the start page
    for tab in (2, 4, 3):
        person.key(f"ctrl+{tab}")
    status, _, err = person.leave()
    assert (status, err) == (0, "")
    settings = next(tmp_path.rglob("settings.json"))
    assert json.loads(settings.read_text(encoding="utf-8"))["tab"] == "boards"


def test_frames_and_shot_report_and_save(display, tmp_path):
    env = {**os.environ, "DISPLAY": display, "HOME": str(tmp_path)}
    env.pop("SDL_VIDEODRIVER", None)
    words = [sys.executable, "main.py", "--tab", "crowds", "--frames", "20", "--size", "1280x720"]
    done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, encoding="utf-8", timeout=120)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["frames"] == 20
    assert set(report["frame_cpu_ms"]) == {"p50", "p99", "max"}


@pytest.mark.parametrize("display", [{}, {"DISPLAY": ":4321"}], ids=["none", "one that does not answer"])
def test_without_a_display_one_line_names_the_commands(tmp_path, display):
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")} | display
    done = subprocess.run(
        [sys.executable, "main.py"],
        cwd=ROOT,
        env=env | {"HOME": str(tmp_path)},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("error: no display")
    assert "plan" in done.stderr
    assert done.stderr.count("\n") == 1
