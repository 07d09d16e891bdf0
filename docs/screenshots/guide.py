"""Takes the guide's pictures into docs/guide, each by the keys that its page names.

    .venv/bin/python docs/screenshots/guide.py [NAME ...]

A window of 1280 × 720 under SDL's dummy driver, of a user with an empty home.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from sandbox.ui.app import App, Request

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs/guide"
SIZE = (1280, 720)
PATIENCE = 300.0  # seconds


class Hand:
    """Somebody at the window."""

    def __init__(self, tab: str, level: str = "") -> None:
        self.app = App(Request(tab=tab, size=SIZE))
        warmer = self.app.services.warmer
        warmer.state = type(warmer.state)(finished=True)  # what is missing is compiled as it is needed
        self.tab: Any = self.app.shell.show(tab)
        if level:
            self.tab.open_file(str(ROOT / f"levels/{level}.json"), strict=True)
        self.rest()

    def until(self, condition: Callable[[], bool]) -> None:
        """Let frames pass."""
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError("the window never came to what is to be seen")
            self.app.host.frame()
            time.sleep(0.002)

    def rest(self, seconds: float = 1.0) -> None:
        """Until nothing has been at work for a while."""
        last = [time.monotonic()]

        def quiet() -> bool:
            if not self.app.shell.settled or any(worker.busy for worker in self.app.services.workers):
                last[0] = time.monotonic()
            return time.monotonic() - last[0] > seconds

        self.until(quiet)

    def key(self, name: str, mod: int = 0) -> None:
        """Press a key; a letter is typed as well."""
        code = pygame.key.key_code(name)
        letter = (name.upper() if mod & pygame.KMOD_SHIFT else name) if len(name) == 1 else ""
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.event.Event(kind, key=code, mod=mod, unicode=letter, scancode=0))
        self.app.host.frame()

    def click(self, at: tuple[int, int]) -> None:
        """Press and release the left button."""
        moved = {"pos": at, "rel": (0, 0), "buttons": (0, 0, 0), "touch": False}
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, moved))
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=at, button=1, touch=False))
        self.app.host.frame()

    def keep(self, name: str) -> None:
        """Save what is seen."""
        self.app.root.damage_all()
        self.app.host.frame()
        pygame.image.save(self.app.root.surface, str(FOLDER / f"{name}.png"))


@contextmanager
def at_window(tab: str, level: str = "") -> Iterator[Hand]:
    """Open the window of somebody new, and close it."""
    with tempfile.TemporaryDirectory() as home:
        for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
            os.environ[variable] = home
        hand = Hand(tab, level)
        yield hand
        hand.app.shell.close(remember=False)
        hand.app.host.window.destroy()


def compare() -> None:
    """Q ticks the five planners, X sets four of them side by side."""
    with at_window("maps", "flood") as hand:
        hand.app.root.focus.set(hand.tab.canvas)
        hand.key("q")
        hand.rest()
        hand.key("x")
        hand.rest()
        hand.keep("compare")


def why() -> None:
    """Q, then W for the row that is looked at."""
    with at_window("maps", "archipelago") as hand:
        hand.app.root.focus.set(hand.tab.canvas)
        hand.key("q")
        hand.rest()
        hand.key("w")
        hand.rest(2)
        hand.keep("why")


def crowds() -> None:
    """An example, stopped at a conflict, somebody followed."""
    with at_window("crowds") as hand:
        tab = hand.tab
        hand.until(lambda: tab.session.ready and tab.canvas.fast)
        tab.play_example("crossing")
        hand.until(lambda: tab.run.state == "ready" and tab.run.length >= 480)
        tab.timeline.stop(420)
        tab.follow_last()
        hand.app.root.focus.set(tab.canvas)
        hand.key("n")
        hand.until(lambda: not tab.run.busy and tab.panes[0].frame.tick == tab.session.tick)
        hand.keep("crowds")


def boards() -> None:
    """A move in Connect Four and its answer; then T for the tree, C for a cut."""
    with at_window("boards") as hand:
        for column in "454":
            hand.key(column)
            hand.rest()
        hand.keep("boards")
        hand.key("t")
        hand.rest()
        hand.key("c")
        hand.rest()
        hand.keep("tree")


PICTURES = (compare, why, crowds, boards)

if __name__ == "__main__":
    for picture in PICTURES:
        if len(sys.argv) == 1 or picture.__name__ in sys.argv[1:]:
            picture()
