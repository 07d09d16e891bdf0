"""Asking the ticked planners: after every edit, each in its slot of the worker; recorded once things are quiet."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sandbox.ui.canvas.film import Film
from sandbox.ui.jobs import Job
from sandbox.ui.maps.desks import Desks
from sandbox.ui.maps.preparing import ALL, COLD
from sandbox.ui.maps.worker_side import Answer

if TYPE_CHECKING:
    from sandbox.layers import Layer
    from sandbox.level.edits.effect import Edit
    from sandbox.level.model import Level
    from sandbox.level.rect import Rect
    from sandbox.planning.api import Query
    from sandbox.ui.canvas.colours import Palette
    from sandbox.ui.canvas.searched.playback import PlaybackRaster
    from sandbox.ui.jobs import Failure, Stop, WarmState, Worker
    from sandbox.ui.maps.entries import Row
    from sandbox.ui.maps.session import Session
    from sandbox.ui.maps.worker_side import Desk

RECORD_AFTER = 0.25  # seconds of quiet before the search is recorded again


class Asking:
    """What a session's planners are asked, which of them is looked at closely, and what they said.

    `on_answer` is called once a frame of the answers that came, and whenever one no longer stands.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.desks = Desks(session.services, session.level, self._copied_anew)
        self.focus: Row | None = next(iter(self._ticked), None)
        self.ready = False  # all kernels are warm: queries may be asked
        self.on_answer: list[Callable[[], None]] = []
        self.on_measured: list[Callable[[], None]] = []
        self._besides: frozenset[str] = frozenset()  # keys that somebody else asks the worker's copy for
        self.looked: set[str] = set()  # the planners besides that one whose layers are made
        self.on_repair: list[Callable[[Row, Answer], None]] = []
        self._warned: dict[str, str] = {}  # what broke when a row was asked last
        self._due = False  # something changed since the planners were asked
        self._news = False  # answers came that nobody was told of
        self._anew: Level | None = None  # what to copy, where the worker's copy could not follow an edit
        self._stages: dict[str, int] = {}  # how much each row could be asked when it last was
        self._seen: WarmState | None = None  # what has been asked for since
        self._record_due = 0.0
        session.editing.taken.append(self._taken)
        session.editing.asked.append(self._edited)

    @property
    def worker(self) -> Worker:
        """The worker that planners share, and everything about the level that is no planner's."""
        return self.desks.worker

    @property
    def desk(self) -> Desk:
        """Its copy of the level."""
        return self.desks.desk

    @property
    def settled(self) -> bool:
        """All asked for is answered and recorded."""
        return self.ready and not (self._record_due or self._due or self._news)

    @property
    def layers(self) -> list[Layer]:
        """What the planners that are looked at know, and found."""
        return [layer for row in self._ticked for layer in row.layers(close=row is self.focus)]

    def keep_besides(self, keys: Iterable[str]) -> None:
        """Have the worker keep what is prepared under these keys, too."""
        self._besides = frozenset(keys)
        self._want()

    def _want(self) -> None:
        self.desks.want(self._besides | {row.key for row in self._ticked})

    def look_at_all(self) -> None:
        """Have every ticked planner tell what it knows: from now on, until `look_at`."""
        rows = [row for row in self._ticked if row is not self.focus and row.key not in self.looked]
        self.looked |= {row.key for row in rows}
        self._ask(rows)

    def look_at(self, keys: Iterable[str]) -> None:
        """From now on only these, and the one in focus, tell what they know with every answer."""
        self.looked = set(keys)

    @property
    def _ticked(self) -> list[Row]:
        return [row for row in self.session.rows if row.ticked]

    # The worker's copy of the level --------------------------------------------------------------------

    def _taken(self) -> None:
        """Ask about another level from now on."""
        self.desks.take(self.session.level)
        if any(row.answer is not None for row in self.session.rows):
            self.session.services.tidy()  # not after the window's first level: there is nothing to let go of
        for row in self.session.rows:
            row.answer = None
        self.session.timeline.load(None)
        self.ask_all()

    def _edited(self, edit: Edit, dirty: Rect) -> None:  # noqa: ARG002
        self.edit("Edit", edit, self.session.level)

    def edit(self, title: str, edit: Edit, level: Level) -> None:
        """Have the worker's copy of a level follow an edit, and ask anew before the next frame."""
        self.session.timeline.load(None)
        self._due = True
        if not self.ready and any(self._stage(row) < ALL for row in self._ticked):
            self._anew = level  # following may need what is not compiled: answering what is there does not
            return
        self.desks.edit(title, edit, level)

    def _copied_anew(self) -> None:
        """The copies broke at an edit, and were made anew."""
        self._due = True

    # Asking --------------------------------------------------------------------------------------------

    @property
    def _busy(self) -> bool:
        """Whether a gesture is under way: frames belong to it, and its next edit would end a recording anyway."""
        return self.session.history.in_gesture and not self.session.tool.watches

    def tick(self, now: float) -> None:
        """Tell what came for this frame, all at once; ask, and record, what is due."""
        if self._news:
            self._tell()
        if self._due:
            self.ask_all()
        if self._seen is not self.session.preparing.state:
            self.ask_prepared()
        if self._record_due and now >= self._record_due and not self._busy:
            self._record_due = 0.0
            self._record()

    def ask_all(self) -> None:
        """Ask every ticked planner: what is still waiting is replaced."""
        self._due = False
        if self._anew is not None:
            self.desks.take(self._anew)
            self._anew = None
        self._ask(self._ticked)

    def ask_prepared(self) -> None:
        """Ask those that can be asked at last, and the one looked at closely for all it knows."""
        self._seen = self.session.preparing.state
        due = [row for row in self._ticked if self._stage(row) > self._stages.get(row.key, COLD)]
        if asked := [row for row in due if row is self.focus or self._stages.get(row.key, COLD) == COLD]:
            self._ask(asked)
            self._tell()

    def _stage(self, row: Row) -> int:
        return ALL if self.ready else self.session.preparing.stage(row)

    def _ask(self, rows: list[Row]) -> None:
        query = self.session.query
        self._want()
        stages = {row.key: self._stage(row) for row in rows}
        for row in rows:
            row.cold = stages[row.key] == COLD
        if query is not None:
            self._stages |= stages
            self.desks.submit([self._job(row, query) for row in rows if not row.cold])

    def _job(self, row: Row, query: Query) -> tuple[Worker, Job]:
        planner = row.planner
        worker, desk = self.desks.of(row.key, planner)

        def take(answer: Answer) -> None:
            if row.planner is planner:  # and its options are not others by now
                self._answered(row, desk, answer)

        def failed(failure: Failure) -> None:
            take(Answer(None, desk.level.version, trouble=failure.line, mishap=failure))

        work = partial(desk.answer, row.key, planner, query, shown=self._is_shown(row))
        return worker, Job(row.entry.title, f"plan {row.key}", work, take, failed, lasting=True)

    def _is_shown(self, row: Row) -> bool:
        """Whether its layers are wanted, and can be had."""
        return (row is self.focus or row.key in self.looked) and self.can_all(row)

    def can_all(self, row: Row) -> bool:
        """Whether everything a planner can be asked for is ready."""
        return self._stage(row) == ALL

    def _answered(self, row: Row, desk: Desk, answer: Answer) -> None:
        self._warn(row, answer.mishap)
        if not row.ticked or not self.desks.holds(desk):
            return
        row.answer, self._news = answer, True
        if answer.repaired:
            for follower in self.on_repair:
                follower(row, answer)
        worth = answer.plan is not None or bool(answer.details)  # also what the user's own code did until it broke
        if row is self.focus and self.can_all(row) and worth and not self.keeps_film:
            self._record_due = time.perf_counter() + RECORD_AFTER
            self.session.root.after(RECORD_AFTER + 0.01, lambda: None)

    def _warn(self, row: Row, mishap: Failure | None) -> None:
        """Say what broke; not again with every edit that breaks it in the same way."""
        line = mishap.line if mishap is not None else ""
        if mishap is not None and self._warned.get(row.key) != line:
            self.session.services.failed(replace(mishap, title=row.entry.title))
        self._warned[row.key] = line

    def retell(self) -> None:
        """An answer came that was not asked for here: one out of a file."""
        self._tell()

    def measured(self) -> None:
        """There is more to say of an answer, which itself stays as it is."""
        for follower in self.on_measured:
            follower()

    def _tell(self) -> None:
        self._news = False
        for follower in self.on_answer:
            follower()

    # Which are asked -----------------------------------------------------------------------------------

    def row_changed(self, row: Row) -> None:
        """Ticked, unticked, or with other options."""
        self.session.services.chosen.tick(row.key, on=row.ticked)
        self.session.services.tidy()
        if row.ticked:
            self.session.preparing.clicked(row)
            self.focus = self.focus if self.focus is not None and self.focus.ticked else row
            if row is self.focus:
                self.let_go_film()
            self._ask([row])
        else:
            self._let_go(row)
        self._tell()

    def _let_go(self, row: Row) -> None:
        row.answer, desk = None, self.desk
        forget = Job("Forgetting", f"plan {row.key}", lambda stop: desk.tidy(), lambda _: None)  # noqa: ARG005
        self._want()
        self.worker.submit(forget)
        if row is self.focus:
            self.focus = next(iter(self._ticked), None)
            self.session.say(f"Recording {self.focus.entry.title}" if self.focus is not None else "Nothing is recorded")
            self.session.timeline.load(None)
            self._ask([self.focus] if self.focus is not None else [])

    def focus_on(self, row: Row) -> None:
        """Show this planner's layers and recording."""
        if not row.ticked:
            row.ticked = True
            self.session.services.chosen.tick(row.key, on=True)
        self.focus = row
        self.session.preparing.clicked(row)
        self.session.timeline.load(None)
        self.session.say(f"Recording {row.entry.title}")
        self._ask([row])
        self._tell()

    # Recording -----------------------------------------------------------------------------------------

    @property
    def keeps_film(self) -> bool:
        """Whether what is played stays when planners answer: a recording out of a file, a lesson."""
        film = self.session.timeline.film
        return film is not None and film.kept

    def let_go_film(self) -> None:
        """Something else is asked now: what was played belongs to the past."""
        if self.keeps_film:
            self.session.timeline.load(None)

    def _record(self) -> None:
        row, query = self.focus, self.session.query
        if row is None or query is None or not row.ticked:
            return
        worker, desk = self.desks.of(row.key, row.planner)
        self.desks.cancel("record")  # of whoever was in focus
        planner, colours, title = row.planner, self.session.palette(), row.entry.title

        def work(stop: Stop) -> Filmed | None:
            return filmed(desk.record(row.key, planner, query, stop), desk.level, colours, title)

        worker.submit(Job(f"Recording {row.entry.title}", "record", work, lambda f: self._recorded(row, desk, f)))

    def _recorded(self, row: Row, desk: Desk, found: Filmed | None) -> None:
        if found is None or not self.desks.holds(desk) or row is not self.focus or found.version != desk.level.version:
            return
        if self.keeps_film:
            return
        for raster in found.rasters:
            self.session.canvas.adopt(raster)
        self.session.timeline.load(found.film)
        rec = found.film.recording
        if rec.truncated:
            self.session.say(f"The recording holds the first {rec.count:,} of {rec.happened:,} events")


class Filmed(NamedTuple):
    """A recorded search ready to be shown, and which version of the level it is of."""

    film: Film
    rasters: list[PlaybackRaster]
    version: int


def filmed(answer: Answer, level: Level, colours: Palette, title: str = "") -> Filmed | None:
    """The film of an answer, developed; None where nothing was recorded. For the worker: it may take a second."""
    if answer.recording is None or not answer.recording.count:
        return None
    film = Film(answer.recording, level.width, level.height, answer.places, title=title, shapes=answer.shapes)
    return Filmed(film, film.developed(colours), answer.version)
