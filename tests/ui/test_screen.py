"""The window opens no larger than what the screen leaves free."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.ui.kit.system import screen

ROOT = Path(__file__).resolve().parents[2]
OPEN = """
import pygame
from sandbox.ui.app import App, Request
app = App(Request())
print(*app.host.window.size, *app.host.window.minimum_size, *(screen.usable_size() or ()))
"""


@pytest.mark.small
@pytest.mark.parametrize(
    ("wish", "room", "size"),
    [
        ((1440, 900), (1920, 1080), (1440, 900)),
        ((1440, 900), (1440, 900), (1432, 860)),
        ((1440, 900), (1440, 860), (1432, 820)),
        ((1440, 900), (1366, 728), (1358, 688)),
        ((300, 200), (800, 600), (300, 200)),
    ],
)
def test_a_window_fits_with_its_frame(wish, room, size):
    assert screen.within(wish, room) == size


@pytest.mark.small
def test_without_a_screen_any_size_fits(monkeypatch):
    monkeypatch.setattr("pygame.display.get_driver", lambda: "dummy")
    assert screen.fitting((5000, 4000)) == (5000, 4000)


@pytest.mark.small
def test_where_sdl_cannot_be_asked_the_whole_screen_counts(monkeypatch):
    monkeypatch.setattr("pygame.display.get_driver", lambda: "x11")
    monkeypatch.setattr("pygame.display.get_desktop_sizes", lambda: [(1280, 800)])
    monkeypatch.setattr(screen, "_libraries", lambda: iter(["/no/such/library"]))
    assert screen.fitting((1440, 900)) == (1272, 760)


@pytest.mark.e2e
@pytest.mark.skipif(not shutil.which("xvfb-run") and not shutil.which("Xvfb"), reason="Xvfb is not installed")
@pytest.mark.parametrize("size", [(1440, 900), (1024, 600), (800, 480)])
def test_nothing_hangs_off_a_real_screen(tmp_path, size):
    read, write = os.pipe()
    words = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size[0]}x{size[1]}x24", "-nolisten", "tcp"]
    server = subprocess.Popen(words, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read, encoding="utf-8") as pipe:
            display = f":{pipe.readline().strip()}"
        env = {k: v for k, v in os.environ.items() if not k.startswith(("SDL_", "XDG_"))}
        env |= {"DISPLAY": display, "HOME": str(tmp_path)}
        program = "from sandbox.ui.kit.system import screen" + OPEN
        done = subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, env=env, capture_output=True, encoding="utf-8", check=True
        )
    finally:
        server.terminate()
        server.wait()
    width, height, least_w, least_h, *usable = map(int, done.stdout.split()[-6:])
    assert width <= size[0]
    assert height <= size[1]
    assert least_w <= width
    assert least_h <= height
    assert tuple(usable) == size
