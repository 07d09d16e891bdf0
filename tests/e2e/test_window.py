"""The real window on a real (virtual) display, with real mouse and keyboard events.

Needs Xvfb and xdotool; skipped, saying so, where they are not installed.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from sandbox.level import formats
from sandbox.level.model import WALL, Level

ROOT = Path(__file__).resolve().parents[2]
SIZE = (1280, 720)

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(
        not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="Xvfb and xdotool are not installed"
    ),
]


@pytest.fixture(scope="module")
def display():
    """A virtual screen."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
        pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


class Person:
    """Somebody at the window."""

    def __init__(self, display, home, *words):
        self.env = {k: v for k, v in os.environ.items() if not k.startswith(("SDL_", "XDG_"))}
        self.env |= {"DISPLAY": display, "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache")}
        self.window = subprocess.Popen(
            [sys.executable, "main.py", *words], cwd=ROOT, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.id = self._find()
        self.do("windowfocus", self.id)
        time.sleep(0.5)

    def _find(self):
        for _ in range(300):
            found = subprocess.run(
                ["xdotool", "search", "--class", "game-ai-sandbox"], env=self.env, capture_output=True, text=True
            )
            if found.stdout.split():
                return found.stdout.split()[0]
            assert self.window.poll() is None, self.window.stderr.read().decode()
            time.sleep(0.1)
        raise AssertionError("no window appeared")

    def do(self, *words):
        subprocess.run(["xdotool", *map(str, words)], env=self.env, check=True, capture_output=True)
        time.sleep(0.15)

    def key(self, name):
        self.do("key", "--window", self.id, name)

    def drag(self, *points):
        self.do("mousemove", "--window", self.id, *points[0])
        self.do("mousedown", 1)
        for at in points[1:]:
            self.do("mousemove", "--window", self.id, *at)
        self.do("mouseup", 1)

    def leave(self):
        self.key("ctrl+q")
        out, err = self.window.communicate(timeout=30)
        return self.window.returncode, out.decode(), err.decode()


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
    for tab in (2, 4, 3):
        person.key(f"ctrl+{tab}")
    status, _, err = person.leave()
    assert (status, err) == (0, "")
    settings = next(tmp_path.rglob("settings.json"))
    assert json.loads(settings.read_text())["tab"] == "boards"


def test_frames_and_shot_report_and_save(display, tmp_path):
    env = {**os.environ, "DISPLAY": display, "HOME": str(tmp_path)}
    env.pop("SDL_VIDEODRIVER", None)
    words = [sys.executable, "main.py", "--tab", "crowds", "--frames", "20", "--size", "1280x720"]
    done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["frames"] == 20
    assert set(report["frame_cpu_ms"]) == {"p50", "p99", "max"}


def test_without_a_display_one_line_names_the_commands(tmp_path):
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")}
    done = subprocess.run(
        [sys.executable, "main.py"],
        cwd=ROOT,
        env=env | {"HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("error: no display")
    assert "plan" in done.stderr
    assert done.stderr.count("\n") == 1
