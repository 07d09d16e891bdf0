"""What every tab may ask of the window: remember, say, work beside the frame, notify."""

from __future__ import annotations

import contextlib
import gc
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import pygame

from sandbox.settings import Settings
from sandbox.ui.jobs import Failure, Place, Worker
from sandbox.ui.warmer import Warmer

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.ui.chosen import Chosen
    from sandbox.ui.gate import Gate
    from sandbox.ui.kit.root import Root
    from sandbox.ui.kit.timers import Timer
    from sandbox.ui.own import OwnCode
    from sandbox.ui.tabs import Tab

QUIET = 2.0  # seconds after which memory is looked through


@dataclass
class Services:
    """Handed to every tab."""

    settings: Settings
    root: Root
    warmer: Warmer
    workers: list[Worker] = field(default_factory=list)
    say_listeners: list[Callable[[str], None]] = field(default_factory=list)
    hint_listeners: list[Callable[[str, bool], None]] = field(default_factory=list)
    show_tab: Callable[[str], Tab] | None = None
    tab_of: Callable[[str], Tab] | None = None
    take_lesson: Callable[[Path], bool] = lambda _: False  # begins one; False for what is none
    open_gallery: Callable[[str], None] = lambda _: None  # with the cards of one group in sight
    started: bool = False  # somebody sits at the window: it is neither measured nor tested
    _at_start: list[Callable[[], None]] = field(default_factory=list)
    _tidying: Timer | None = None
    wake_event: int = field(default_factory=pygame.event.custom_type)

    def say(self, text: str) -> None:
        """Tell what just happened, in words: the status line."""
        for listener in self.say_listeners:
            listener(text)

    def hint(self, text: str, *, now: bool = False) -> None:
        """Tell what can be done: stands in the status line whenever nothing has just happened, or from now on."""
        for listener in self.hint_listeners:
            listener(text, now)

    def tab(self, key: str) -> Tab:
        """A tab, made if it has not been yet, wherever it stands: tabs may share what they show."""
        assert self.tab_of is not None
        return self.tab_of(key)

    def at_start(self, call: Callable[[], None]) -> None:
        """Do this once somebody sees the window; now, if that is so already."""
        if self.started:
            call()
        else:
            self._at_start.append(call)

    def start(self) -> None:
        """Somebody sees the window from now on."""
        self.started = True
        while self._at_start:
            self._at_start.pop(0)()

    def worker(self, name: str, gate: Gate | None = None, place: Place = Place.IN_TURNS) -> Worker:
        """A new thread to work in; its results are delivered before the next frame."""
        worker = Worker(name, self.wake, self.failed, gate, place)
        self.workers.append(worker)
        return worker

    @cached_property
    def chosen(self) -> Chosen:
        """The planners ticked, and their options."""
        from sandbox.ui.chosen import Chosen

        return Chosen(self.settings)

    @cached_property
    def own(self) -> OwnCode:
        """The user's own code, followed from the moment somebody sits at the window."""
        from sandbox.ui.own import OwnCode

        code = OwnCode(self.wake)
        self.at_start(code.start)
        return code

    @cached_property
    def reader(self) -> Worker:
        """A thread for reading files and making levels, so that neither holds up a search or a frame."""
        return self.worker("reader")

    def wake(self) -> None:
        """Have the window's loop look around (callable from any thread)."""
        try:
            pygame.event.post(pygame.event.Event(self.wake_event))
        except pygame.error:  # the queue is full, so the loop is awake; or the window is gone
            return

    def poll(self) -> bool:
        """Deliver the results of all workers, and what the compiling child has to say."""
        while self.warmer.failures:
            self.failed(self.warmer.failures.popleft())
        delivered = [worker.poll() for worker in self.workers]
        if "own" in vars(self):
            delivered.append(self.own.poll())
        return any(delivered)

    def tidy(self) -> None:
        """Much has been loaded, or much has become garbage: look through memory when no worker is at it, nor a hand."""
        if self._tidying is not None:
            self._tidying.cancel()
        self._tidying = self.root.after(QUIET, self._tidy)

    def _tidy(self) -> None:
        """What is in use is not looked through again until the next time: that would hold up frames.

        It is thawed first: what was in use last time may be garbage now.
        """
        if any(worker.busy for worker in self.workers) or self.root.clock() - self.root.heard < QUIET:
            self.tidy()
            return
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    def failed(self, failure: Failure) -> None:
        """Say that a job broke, with its details to copy."""
        copy = ("Copy details", lambda: self.root.clipboard.put(failure.details))
        self.root.toast(f"{failure.title} failed", failure.line, "bad", [copy])

    def not_painted(self, name: str, error: Exception) -> None:
        """Say that a part of the window could not be shown; what went wrong stands on stderr too."""
        details = "".join(traceback.format_exception(error))
        self.note(details)
        self.failed(Failure(f"Showing {name}", f"{type(error).__name__}: {error}", details))

    def remark(self, title: str, text: str) -> None:
        """Say something odd that stops nothing."""
        self.note(f"{title}: {text}")
        self.root.toast(title, text, "warn")

    def note(self, text: str) -> None:
        """A line for whoever looks at the terminal the window was started from."""
        if sys.stderr is not None:
            with contextlib.suppress(OSError):
                print(text, file=sys.stderr, flush=True)

    def close(self) -> None:
        """Stop all workers and the compiling child."""
        for worker in self.workers:
            worker.close()
        self.warmer.close()
        if "own" in vars(self):
            self.own.close()
