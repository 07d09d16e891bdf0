"""Somebody at the real window: xdotool's mouse and keyboard, on a virtual display."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import ClassVar

import pytest

ROOT = Path(__file__).resolve().parents[2]
NEEDED = [
    pytest.mark.e2e,
    pytest.mark.skipif(
        not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="Xvfb and xdotool are not installed"
    ),
]


class Person:
    """Somebody at the window. Their home is empty at first, but for the kernels compiled for other tests."""

    everybody: ClassVar[list["Person"]] = []

    def __init__(self, display, home, *words):
        self.env = {k: v for k, v in os.environ.items() if not k.startswith(("SDL_", "XDG_", "PYTHON"))}
        cache = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
        self.env |= {"DISPLAY": display, "HOME": str(home), "XDG_CACHE_HOME": cache}
        self.window = subprocess.Popen(
            [sys.executable, "main.py", *words], cwd=ROOT, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.everybody.append(self)
        self.id = self._find()
        self.do("windowfocus", self.id)
        time.sleep(0.5)

    def _find(self):
        for _ in range(1500):  # beside much else a start takes its time
            found = subprocess.run(
                ["xdotool", "search", "--class", "game-ai-sandbox"], env=self.env, capture_output=True, encoding="utf-8"
            )
            if found.stdout.split():
                return found.stdout.split()[0]
            assert self.window.poll() is None, self.window.stderr.read().decode()
            time.sleep(0.1)
        raise AssertionError("no window appeared")

    def do(self, *words):
        subprocess.run(["xdotool", *map(str, words)], env=self.env, check=True, capture_output=True)
        time.sleep(0.15)

    def asked(self, *words):
        """What xdotool says."""
        return subprocess.run(
            ["xdotool", *map(str, words)], env=self.env, check=True, capture_output=True, encoding="utf-8"
        ).stdout

    def key(self, name):
        self.do("key", "--window", self.id, name)

    def keys(self, name, count):
        if count:
            self.do("key", "--window", self.id, "--delay", 30, *[name] * count)

    def type(self, text):
        self.do("type", "--window", self.id, "--delay", 30, text)

    def click(self, at):
        self.do("mousemove", "--window", self.id, *at)
        self.do("click", 1)

    def wheel(self, at, notches):
        """Turn the wheel towards oneself."""
        self.do("mousemove", "--window", self.id, *at)
        if notches:
            self.do("click", "--repeat", notches, "--delay", 30, 5)

    def drag(self, *points):
        self.do("mousemove", "--window", self.id, *points[0])
        self.do("mousedown", 1)
        for at in points[1:]:
            self.do("mousemove", "--window", self.id, *at)
        self.do("mouseup", 1)

    @classmethod
    def send_home(cls):
        """End whatever a failed test left open."""
        for person in cls.everybody:
            with person.window as window:  # its pipes are closed
                if window.poll() is None:
                    window.terminate()
        cls.everybody.clear()

    def leave(self):
        quitting = ["xdotool", "key", "--window", self.id, "ctrl+q"]
        subprocess.run(
            quitting, env=self.env, check=False, capture_output=True
        )  # the window may go before the key is up
        out, err = self.window.communicate(timeout=30)
        self.do("keyup", "ctrl+q")  # else whoever comes next finds it pressed
        return self.window.returncode, out.decode(), err.decode()
