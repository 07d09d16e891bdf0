"""The problems list: looked for by the worker whenever the level has been quiet for a moment; a click goes there."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from sandbox.level.problems import Box, Problem
from sandbox.ui.jobs import Job
from sandbox.ui.kit import Action, Column, Scroll
from sandbox.ui.maps.sections.lines import Entry, Lines

if TYPE_CHECKING:
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.kit.timers import Timer
    from sandbox.ui.maps.session import Session

HEIGHT = 104  # dp
QUIET = 0.4  # seconds after the last edit
UNREADY = 1.0  # until the kernels may be there
MOST = 200  # lines; a level with more has one problem
POINTED = 2.0  # seconds a place is framed
AROUND = 6.0  # cells shown around a place
FOUND_IN = frozenset({"markers"})  # a level being drawn need not have its notes yet


class ProblemsSection:
    """What is wrong with the level now."""

    title = "Problems"
    open = True

    def __init__(self, session: Session) -> None:
        self.session = session
        self.found: list[Problem] = []
        self.lines = Lines(self.go_to, placeholder="None found", name="problems")
        self.scroll = Scroll(self.lines, height=None)
        self.widget = Column([self.scroll])
        self._due: Timer | None = None
        self._at = -1
        self._pointed: Box | None = None
        session.canvas.overlays.append(self._paint_frame)
        session.editing.applied.append(lambda *_: self.look())
        session.editing.on_step.append(self.look)

    def look(self) -> None:
        """Look for problems soon."""
        if self._due is not None:
            self._due.cancel()
        self._due = self.session.root.after(QUIET, self._ask)

    def _ask(self) -> None:
        asking = self.session.asking
        desk = asking.desk
        if not asking.ready:  # nothing may be compiled for this: later
            self._due = self.session.root.after(UNREADY, self._ask)
            return

        def done(found: list[Problem]) -> None:
            if desk is asking.desk:
                self._show(found)

        work = partial(desk.problems, FOUND_IN)
        asking.worker.submit(Job("Looking for problems", "problems", work, done))

    def _show(self, found: list[Problem]) -> None:
        self.found = found
        self._at = min(self._at, len(found) - 1)
        entries = [_entry(p) for p in found[:MOST]]
        if len(found) > MOST:
            entries.append(Entry(f"and {len(found) - MOST:,} more", role="dim"))
        self.lines.show(entries, self._at)
        self.scroll.height = HEIGHT if len(entries) > 4 else None
        self.scroll.relayout()

    def go_to(self, number: int) -> None:
        """Show the place of a problem in the middle of the canvas."""
        if not 0 <= number < len(self.found):
            return
        self._at = number
        self.lines.show(self.lines.entries, number)
        problem = self.found[number]
        self.session.say(str(problem))
        if problem.place is not None:
            x0, y0, x1, y1 = problem.place
            self.session.canvas.fit((x0 - AROUND, y0 - AROUND, x1 + AROUND, y1 + AROUND))
            self._point_at(problem.place)

    def _point_at(self, place: Box) -> None:
        self._pointed = place
        self.session.canvas.touch()
        self.session.root.after(POINTED, lambda: self._point_away(place))

    def _point_away(self, place: Box) -> None:
        if self._pointed is place:
            self._pointed = None
            self.session.canvas.touch()

    def _paint_frame(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """A frame around the place gone to, for a moment."""
        if self._pointed is None:
            return
        (left, top), (right, bottom) = canvas.to_window(*self._pointed[:2]), canvas.to_window(*self._pointed[2:])
        box = pygame.Rect(left, top, right - left, bottom - top).inflate(canvas.dp(12), canvas.dp(12))
        look = canvas.look
        look.painter.box(surface, box, None, look.colours.warn, canvas.dp(6), canvas.dp(2))

    def next(self) -> None:
        """The next problem, round and round."""
        if self.found:
            self.go_to((self._at + 1) % len(self.found))
        else:
            self.session.say("No problems found")

    def actions(self) -> list[Action]:
        """Going through them by key."""
        return [Action("maps.next-problem", "Go to the next problem", ("F8",), self.next, where="maps", icon="locate")]


def _entry(problem: Problem) -> Entry:
    aim = "locate" if problem.place is not None else "circle-alert"
    words = str(problem)
    return Entry(words[:1].upper() + words[1:], icon=aim, icon_role="warn", tip=words)
