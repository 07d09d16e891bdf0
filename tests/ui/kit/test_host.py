"""The loop sleeps until an event comes, and no longer than it was told."""

import itertools
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from sandbox.ui.kit.host import Host
from sandbox.ui.kit.system import sdl
from tests.e2e.screen import XVFB

ROOT = Path(__file__).resolve().parents[3]
SLEEP = """
import resource, threading, time
import pygame
from sandbox.ui.kit import Host, Root, load_look
from sandbox.settings import assets_folder
host = Host("Asleep", (640, 400))
host.attach(Root(host.surface, load_look(assets_folder())))
while host.pump() or host.frame():
    time.sleep(0.01)
switches = lambda: resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw
taken = [None]
host.take = lambda event: taken.append(event.type)
while taken:  # what the window manager still has to say
    taken.clear()
    before = switches()
    host.wait(0.5)
slept = switches() - before
sleep, host._sleep = host._sleep, lambda _: sleep(60)
threading.Timer(0.1, pygame.event.post, [pygame.event.Event(pygame.USEREVENT)]).start()
began = time.perf_counter()
while pygame.USEREVENT not in taken:
    host.wait(60)
print(pygame.display.get_driver(), slept, time.perf_counter() - began)
"""


@pytest.fixture
def host(monkeypatch):
    """A window under the dummy driver, and what it takes."""
    made = Host("Test", (640, 400))
    made.taken = []
    monkeypatch.setattr(made, "take", made.taken.append)
    pygame.event.clear()
    yield made
    made.window.destroy()


@pytest.mark.small
def test_a_driver_that_would_look_every_millisecond_is_not_asked_to_wait(host):
    assert pygame.display.get_driver() not in sdl.ASLEEP
    assert host._sleep is None
    pygame.event.post(pygame.event.Event(pygame.USEREVENT))
    host.wait(60)
    assert [event.type for event in host.taken] == [pygame.USEREVENT]


@pytest.mark.small
def test_another_copy_of_sdl_is_not_asked(monkeypatch):
    monkeypatch.setattr("pygame.display.get_driver", lambda: sdl.ASLEEP[0])
    monkeypatch.setattr(sdl, "VIDEO", 0x1000)  # haptics, which nobody started
    assert sdl.sleeper() is None
    monkeypatch.setattr(sdl, "libraries", lambda: iter(["/no/such/library"]))
    assert sdl.sleeper() is None


@pytest.mark.small
def test_while_an_input_method_may_speak_sleeps_are_short(host, monkeypatch):
    slept, times = [], itertools.count()
    monkeypatch.setattr(host, "_sleep", lambda seconds: slept.append(seconds) or next(times))
    host.wait(0.2)
    host._text_input(True, pygame.Rect(0, 0, 1, 1))
    host.wait(0.2)
    host._text_input(False, pygame.Rect(0, 0, 1, 1))
    host.wait(0.2)
    assert slept == [0.2, 0.033, 0.2]


@pytest.mark.e2e
@pytest.mark.skipif(not shutil.which("Xvfb"), reason="Xvfb is not installed")
def test_a_real_window_sleeps_without_looking_and_is_woken_by_a_worker():
    read, write = os.pipe()
    words = [*XVFB, str(write)]
    server = subprocess.Popen(words, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read, encoding="utf-8") as pipe:
            display = f":{pipe.readline().strip()}"
        env = {k: v for k, v in os.environ.items() if not k.startswith("SDL_")} | {"DISPLAY": display}
        done = subprocess.run(
            [sys.executable, "-c", SLEEP], cwd=ROOT, env=env, capture_output=True, encoding="utf-8", check=True
        )
    finally:
        server.terminate()
        server.wait()
    driver, slept, after = done.stdout.split()[-3:]
    assert driver == "x11"
    assert int(slept) < 100  # looked for every millisecond, it would be five times that
    assert float(after) < 30  # the worker woke it, not the end of its time
