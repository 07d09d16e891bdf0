"""The whole window before its kernels are ready: nobody plans, everything else is there."""

import pygame
import pytest

from sandbox.ui.app import App, Request


@pytest.fixture
def app(tmp_path, monkeypatch):
    """A window on the maps, of a user with an empty home."""
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    window = App(Request(size=(1280, 720)))
    window.services.warmer.start = lambda: None
    window.shell.show("maps")
    for _ in range(2):
        window.host.frame()
    yield window
    window.shell.close(remember=False)
    window.host.window.destroy()  # now: collected later, it would take its successor at the same address along
    pygame.event.clear()
