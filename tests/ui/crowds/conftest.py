"""The window on the crowds of a small level, all kernels ready."""

import os
import time
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from sandbox.level.markers import Marker, MarkerKind
from sandbox.level.model import WALL, Level
from sandbox.level.rect import Rect
from sandbox.ui.app import App, Request
from tests.ui.maps.hands import Hands
from tests.ui.test_app import frames


class CrowdHands(Hands):
    """Mouse and keyboard over the crowds; places are in cells."""

    def __init__(self, app):
        super().__init__(app)
        self.tab = app.shell.tabs["crowds"]
        self.run, self.timeline, self.session = self.tab.run, self.tab.timeline, self.tab.session
        self.failures = []
        app.services.failed = self.failures.append
        self.run._failed = self.failures.append

    def show(self, level):
        self.tab.maps.show_level(level, "test")
        for box in list(self.app.root.floating):
            self.app.root.close(box)
        frames(self.app, 3)
        self.app.root.focus.set(self.tab.canvas)
        return self.tab

    def until(self, condition, seconds=60):
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, (self.run.state, self.run.length, self.timeline.time, self.run.trouble)
            self.app.host.frame()
            time.sleep(0.002)

    def gathered(self):
        self.until(lambda: self.run.state == "ready")

    def walked(self, ticks):
        """Play at once up to a tick."""
        self.gathered()
        self.run.want(ticks)
        self.until(lambda: self.run.length >= ticks and not self.run.busy)

    def at(self, tick):
        self.walked(tick)
        self.timeline.stop(tick)
        self.until(lambda: self.tab.panes[0].frame is not None and self.tab.panes[0].frame.tick == tick)


@pytest.fixture
def app(tmp_path, monkeypatch):
    """A window on the crowds, of a user with an empty home."""
    monkeypatch.setenv("XDG_CACHE_HOME", os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache")))  # of kernels
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    window = App(Request(size=(1280, 720)))
    window.services.warmer.start = lambda: None
    window.services.warmer.state = replace(window.services.warmer.state, finished=True, cold=frozenset())
    window.shell.show("crowds")
    for _ in range(2):
        window.host.frame()
    yield window
    window.shell.close(remember=False)
    window.host.window.destroy()
    pygame.event.clear()


@pytest.fixture
def hands(app):
    return CrowdHands(app)


def hall(agents=12):
    """A wall with a gap between two areas."""
    level = Level.empty(24, 12)
    level.terrain[:, 12] = WALL
    level.terrain[5:7, 12] = 0
    level.markers["spawn 1"] = Marker.area(MarkerKind.SPAWN, Rect(1, 1, 9, 11), target="goal 1", agents=agents)
    level.markers["goal 1"] = Marker.area(MarkerKind.GOAL, Rect(15, 1, 23, 11))
    return level
