"""Asking the ticked planners: after every edit, each in its slot of the worker; recorded once things are quiet."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from sandbox.ui.canvas.film import Film
from sandbox.ui.jobs import Job
from sandbox.ui.maps.worker_side import Desk

if TYPE_CHECKING:
    from sandbox.layers import Layer
    from sandbox.level.edits.effect import Edit
    from sandbox.level.model import Level
    from sandbox.ui.canvas.colours import Palette
    from sandbox.ui.canvas.playback import PlaybackRaster
    from sandbox.ui.jobs import Stop
    from sandbox.ui.maps.entries import Row
    from sandbox.ui.maps.tab import MapsTab
    from sandbox.ui.maps.worker_side import Answer

RECORD_AFTER = 0.25  # seconds of quiet before the search is recorded again


class Asking:
    """What a tab's planners are asked, which of them is looked at closely, and what they said."""

    def __init__(self, tab: MapsTab) -> None:
        self.tab = tab
        self.worker = tab.services.worker("maps")
        self.desk: Desk | None = None
        self.focus: Row | None = next((row for row in tab.rows if row.ticked), None)
        self.ready = False  # all kernels are warm: queries may be asked
        self._due = False  # something changed since the planners were asked
        self._record_due = 0.0

    @property
    def settled(self) -> bool:
        """All asked for is answered and recorded."""
        return self.ready and not self._record_due and not self._due

    @property
    def layers(self) -> list[Layer]:
        """What the planner looked at closely knows, and found."""
        focus = self.focus
        return list(focus.answer.layers) if focus is not None and focus.ticked and focus.answer is not None else []

    def take(self, level: Level) -> None:
        """Ask about another level from now on."""
        self.desk = Desk(level.copy())
        for row in self.tab.rows:
            row.answer = None
        self.ask_all()

    def edit(self, title: str, edit: Edit) -> None:
        """Have the worker's level follow an edit, and ask anew before the next frame."""
        desk = self.desk
        if desk is not None:
            self.worker.ordered(title, lambda stop: desk.edit(edit))  # noqa: ARG005
        self._due = True

    @property
    def _busy(self) -> bool:
        """Whether somebody is at work: then frames are for the hand, and the next edit would end a recording."""
        return self.tab.history.in_gesture and not self.tab.tool.watches

    def tick(self, now: float) -> None:
        """Ask, and record, what is due."""
        if self._due:
            self.ask_all()
        if self._record_due and now >= self._record_due and not self._busy:
            self._record_due = 0.0
            self._record()

    def ask_all(self) -> None:
        """Ask every ticked planner: what is still waiting is replaced."""
        self._due = False
        for row in self.tab.rows:
            if row.ticked:
                self.ask(row)

    def ask(self, row: Row) -> None:
        """Ask one planner."""
        query, desk = self.tab.query, self.desk
        if not self.ready or query is None or desk is None:
            return
        planner = row.planner

        def work(stop: Stop) -> Answer:
            return desk.answer(planner, query, stop)

        self.worker.submit(Job(row.entry.title, f"plan {row.key}", work, lambda a: self._answered(row, desk, a)))

    def _answered(self, row: Row, desk: Desk, answer: Answer) -> None:
        if desk is not self.desk or not row.ticked:
            return
        row.answer = answer
        self.tab.show_paths()
        if row is self.focus:
            self._record_due = time.perf_counter() + RECORD_AFTER
            self.tab.services.root.after(RECORD_AFTER + 0.01, lambda: None)

    # Which are asked -----------------------------------------------------------------------------------

    def row_changed(self, row: Row) -> None:
        """Ticked, unticked, or with other options."""
        if row.ticked:
            self.focus = self.focus if self.focus is not None and self.focus.ticked else row
            self.ask(row)
        else:
            self._let_go(row)
        self.tab.show_paths()

    def _let_go(self, row: Row) -> None:
        row.answer = None
        if row is self.focus:
            self.focus = next((r for r in self.tab.rows if r.ticked), None)
            self.tab.transport.load(None)
            if self.focus is not None:
                self.ask(self.focus)

    def focus_on(self, row: Row) -> None:
        """Show this planner's layers and recording."""
        if not row.ticked:
            self.tab.panel.planners.show_ticked(row, on=True)
        self.focus = row
        self.tab.transport.load(None)
        self.tab.services.say(f"Recording {row.entry.title}")
        self.ask(row)

    # Recording -----------------------------------------------------------------------------------------

    def _record(self) -> None:
        row, query, desk = self.focus, self.tab.query, self.desk
        if row is None or query is None or desk is None or not row.ticked:
            return
        planner, colours = row.planner, self.tab.bench.colours()

        def work(stop: Stop) -> Filmed | None:
            return filmed(desk.record(planner, query, stop), desk.level, colours)

        self.worker.submit(Job(f"Recording {row.entry.title}", "record", work, lambda f: self._recorded(row, desk, f)))

    def _recorded(self, row: Row, desk: Desk, found: Filmed | None) -> None:
        if found is None or desk is not self.desk or row is not self.focus or found.version != desk.level.version:
            return
        for raster in found.rasters:
            self.tab.canvas.adopt(raster)
        self.tab.transport.load(found.film)
        recording = found.film.recording
        if recording.truncated:
            words = f"The recording holds the first {recording.count:,} of {recording.happened:,} events"
            self.tab.services.say(words)


class Filmed(NamedTuple):
    """A recorded search ready to be shown, and which version of the level it is of."""

    film: Film
    rasters: list[PlaybackRaster]
    version: int


def filmed(answer: Answer, level: Level, colours: Palette) -> Filmed | None:
    """The film of an answer, developed; None where nothing was recorded. For the worker: it may take a second."""
    if answer.recording is None or not answer.recording.count:
        return None
    film = Film(answer.recording, level.width, level.height, answer.places)
    return Filmed(film, film.developed(colours), answer.version)
