"""The whole window at the boards, before its kernels are ready: nobody thinks, everything else is there."""

import os
from pathlib import Path

import pygame
import pytest

from sandbox.ui.app import App, Request


@pytest.fixture(autouse=True)
def kernels_of_the_machine(monkeypatch):
    """A user with an empty home compiles nothing that is compiled already."""
    monkeypatch.setenv("XDG_CACHE_HOME", os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache")))


@pytest.fixture
def app(tmp_path, monkeypatch):
    """A window on the boards, of a user with an empty home."""
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    window = App(Request(size=(1280, 720)))
    window.services.warmer.start = lambda: None
    window.shell.show("boards")
    for _ in range(2):
        window.host.frame()
    yield window
    window.shell.close(remember=False)
    window.host.window.destroy()  # now: collected later, it would take its successor at the same address along
    pygame.event.clear()
