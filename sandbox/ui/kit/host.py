"""The window a root lives in: opened with the settings each system needs, driven by a loop that sleeps.

Measured pitfalls this file answers: without a GPU a full flip costs 18 ms unless SDL copies the surface itself
(Linux); Windows blurs a window that does not declare its dots per inch; the pointer speaks in window units
while the surface has more pixels on high-density screens.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable

import pygame

from .events import nothing
from .root import Root
from .system.screen import open_display
from .system.sdl import sleeper

FRAME = 1 / 60  # seconds between two paints at most
LONGEST_SLEEP = 0.25  # seconds; input ends a sleep
SHORTEST_SLEEP = 0.0005
SOON = 0.5  # seconds since the last event in which the next is awaited closely
GLANCE = 0.033  # seconds between looks for an event after that


def prepare_environment() -> None:
    """Set what SDL reads before it starts; call before the display is initialised."""
    if sys.platform.startswith("linux"):
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    if sys.platform == "win32":
        os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    os.environ.setdefault("SDL_IME_SHOW_UI", "1")
    os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


class Host:
    """One window, and the root in it."""

    def __init__(
        self, title: str, size: tuple[int, int] | Callable[[], tuple[int, int]], *, wm_class: str = ""
    ) -> None:
        prepare_environment()
        if wm_class:
            os.environ["SDL_VIDEO_X11_WMCLASS"] = wm_class  # pygame's import has put the program's name there
        open_display()
        size = size() if callable(size) else size
        self.window = pygame.Window(title, size, resizable=True, allow_high_dpi=True)
        self.window.minimum_size = (640, 400)
        self.surface = self.window.get_surface()
        self.closing = False
        self.before_frame: Callable[[], None] = lambda: None
        self.after_frame: Callable[[float, float], None] = lambda began, cpu: None  # noqa: ARG005  (seconds)
        self._last_frame = 0.0
        self._last_event = time.perf_counter()
        self._sleep = sleeper()
        self._typing = False  # an input method may speak, which wakes nobody
        self._root: Root | None = None
        pygame.key.stop_text_input()
        pygame.key.set_repeat(400, 33)

    def attach(self, root: Root) -> None:
        """Let a root live in the window; its surface is this host's."""
        self._root = root
        root.on_text_input = self._text_input
        if root.on_close is nothing:
            root.on_close = self.close
        self._match_pointer()

    def close(self) -> None:
        """Leave the loop."""
        self.closing = True

    @property
    def root(self) -> Root:
        """The root in this window."""
        assert self._root is not None, "attach a root first"
        return self._root

    def _text_input(self, wanted: bool, rect: pygame.Rect) -> None:
        self._typing = wanted
        if wanted:
            pygame.key.start_text_input()
            pygame.key.set_text_input_rect(rect)
        else:
            pygame.key.stop_text_input()

    def _match_pointer(self) -> None:
        width, height = self.window.size
        self.root.translator.ratio = (self.surface.get_width() / width, self.surface.get_height() / height)

    def resized(self) -> None:
        """Take the window's new surface if its size changed."""
        surface = self.window.get_surface()
        if surface is not self.surface or surface.get_size() != self.root.rect.size:
            self.surface = surface
            self.root.resize(surface)
            self._match_pointer()

    def pump(self) -> bool:
        """Handle what is in the event queue; True if there was anything."""
        events = pygame.event.get()
        for event, after in zip(events, [*events[1:], None], strict=False):
            if after is None or event.type != pygame.MOUSEMOTION or after.type != pygame.MOUSEMOTION:
                self.take(event)  # of a mouse that tells a thousand places a second, one a frame is enough
        return bool(events)

    def take(self, event: pygame.Event) -> None:
        """Handle one event."""
        if event.type in (pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED):
            self.resized()
        self.root.handle(event)

    def turn(self) -> list[pygame.Rect]:
        """Follow what happened beside the window, run timers, paint and show; return what was painted."""
        began, cpu = time.perf_counter(), time.thread_time()
        self.before_frame()
        self.root.update()
        painted = self.root.paint()
        if painted:
            self.window.flip()
        self._last_frame = began
        self.after_frame(began, time.thread_time() - cpu)
        return painted

    def frame(self) -> list[pygame.Rect]:
        """Handle events, then take a turn."""
        self.pump()
        return self.turn()

    def run(self, more: Callable[[], bool] = lambda: True) -> None:
        """Run until closed, or as long as there is more; asleep whenever nothing is to do."""
        while not self.closing and more():
            self.rest()
            self.frame()

    def rest(self) -> None:
        """Sleep until an event, a timer or a worker calls, and at least until the next frame's time."""
        self.keep_pace()
        due = self.root.wake_in()
        self.wait(LONGEST_SLEEP if due is None else min(due, LONGEST_SLEEP))

    def keep_pace(self) -> None:
        """Sleep until the next frame's time: 60 a second at most."""
        time.sleep(max(0.0, self._last_frame + FRAME - time.perf_counter()))

    def wait(self, seconds: float) -> None:
        """Sleep until an event comes, and take it; or until the time is over."""
        if self._sleep is None:
            self._look_out(seconds)
        elif seconds > SHORTEST_SLEEP:
            self._sleep(min(seconds, GLANCE) if self._typing else seconds)
            self._take_next(pygame.event.poll())

    def _look_out(self, seconds: float) -> None:
        """The same where only pygame can wait: it looks every millisecond, which costs 4 % of a core.

        When nothing has come for a while, nobody feels that it is looked for every `GLANCE` only.
        """
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > SHORTEST_SLEEP:
            still = time.perf_counter() - self._last_event > SOON
            event = pygame.event.poll() if still else pygame.event.wait(max(1, int(min(left, SOON) * 1000)))
            if self._take_next(event):
                return
            if still:
                time.sleep(min(GLANCE, left))

    def _take_next(self, event: pygame.Event) -> bool:
        if event.type == pygame.NOEVENT:
            return False
        self._last_event = time.perf_counter()
        self.take(event)
        return True
