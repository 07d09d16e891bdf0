"""Takes the pictures of the Crowds tab: a run is played, stopped at a conflict, and somebody is followed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from sandbox.ui.app import App, Request

FOLDER = Path(__file__).parent
LOOKS = {"1280": ((1280, 720), 1.0), "1440": ((1440, 900), 1.0), "2x": ((2880, 1800), 2.0)}
MOMENT = 420  # ticks
PATIENCE = 300.0  # seconds


def until(app: App, condition: Callable[[], bool]) -> None:
    """Let frames pass."""
    end = time.monotonic() + PATIENCE
    while not condition() and time.monotonic() < end:
        app.host.frame()
        time.sleep(0.002)


def take(name: str, theme: str, example: str, *, compared: bool = False) -> None:
    """One picture."""
    size, scale = LOOKS[name]
    app = App(Request(tab="crowds", size=size, theme=theme, scale=scale))
    tab: Any = app.shell.show("crowds")
    app.services.warmer.start()
    until(app, lambda: tab.session.ready and tab.canvas.fast)
    tab.session.choice.layers |= {"trails"}
    tab.session.choice.compared = compared
    tab.play_example(example)
    tab.timeline.speed = len(tab.timeline.paces.rates) - 1
    until(app, lambda: tab.run.state == "ready" and tab.run.length >= MOMENT + 60)
    tab.timeline.stop(MOMENT)
    tab.follow_last()
    tab.session.jump(1)
    until(app, lambda: not tab.run.busy and tab.panes[0].frame.tick == tab.session.tick)
    app.root.damage_all()
    app.host.frame()
    pygame.image.save(app.root.surface, str(FOLDER / f"crowds-{name}-{theme}.png"))
    app.shell.close(remember=False)
    app.host.window.destroy()


if __name__ == "__main__":
    for look in LOOKS:
        for theme in ("dark", "light"):
            take(look, theme, "corridor" if look == "1440" else "crossing", compared=look == "1440")
