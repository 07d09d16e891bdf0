"""The window opens no larger than what the screen leaves free."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pygame
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
    monkeypatch.setattr(screen, "libraries", lambda: iter(["/no/such/library"]))
    assert screen.fitting((1440, 900)) == (1272, 760)


@pytest.fixture
def tries(monkeypatch):
    """What SDL is asked for, try by try; the first `refused` of them fail."""
    asked = []

    def init():
        asked.append(os.environ.get("SDL_VIDEODRIVER"))
        if len(asked) <= tries.refused:
            raise pygame.error("x11 not available")

    def tries(refused, **places):
        tries.refused = refused
        for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
            monkeypatch.delenv(name, raising=False)
        for name, value in places.items():
            monkeypatch.setenv(name, value)
        return asked

    monkeypatch.setattr("pygame.display.init", init)
    return tries


@pytest.mark.small
def test_a_screen_that_starts_anew_is_waited_for(tries):
    asked = tries(2, DISPLAY=":0", WAYLAND_DISPLAY="wayland-0")
    screen.open_display()
    assert asked == ["x11,wayland"] * 3
    assert "SDL_VIDEODRIVER" not in os.environ  # children choose for themselves


@pytest.mark.small
def test_a_screen_that_never_answers_is_told(tries):
    asked = tries(1000, DISPLAY=":0")
    with pytest.raises(pygame.error, match="not available"):
        screen.open_display(0.2)
    assert set(asked) == {"x11"}
    assert len(asked) > 1
    assert "SDL_VIDEODRIVER" not in os.environ


@pytest.mark.small
@pytest.mark.parametrize(("places", "driver"), [({"DISPLAY": "", "WAYLAND_DISPLAY": "wayland-0"}, "wayland"),
                                                ({"DISPLAY": "", "WAYLAND_DISPLAY": ""}, None)])  # fmt: skip
def test_a_server_without_a_name_is_none(tries, places, driver):
    asked = tries(0, **places)
    screen.open_display()
    assert asked == [driver]


@pytest.mark.small
@pytest.mark.parametrize("places", [{"SDL_VIDEODRIVER": "offscreen", "DISPLAY": ":0"}, {}])
def test_a_driver_that_is_asked_for_is_taken_and_sdl_chooses_where_no_server_is_named(tries, places):
    asked = tries(0, **places)
    screen.open_display(0.0)
    assert asked == [places.get("SDL_VIDEODRIVER")]


@pytest.mark.e2e
@pytest.mark.skipif(not shutil.which("Xvfb"), reason="Xvfb is not installed")
@pytest.mark.parametrize("size", [(1440, 900), (1024, 600), (800, 480)])
def test_nothing_hangs_off_a_real_screen(tmp_path, size):
    read, write = os.pipe()
    words = [
        "Xvfb",
        "-noreset",
        "-displayfd",
        str(write),
        "-screen",
        "0",
        f"{size[0]}x{size[1]}x24",
        "-nolisten",
        "tcp",
    ]
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
