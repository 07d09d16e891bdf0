"""Which planners are compared, what they said, their recordings in lockstep; asked anew after every edit.

A contestant is asked where such a planner is (see `desks`); one that is the same as a ticked planner shares what was
prepared for that. Ends lie on the middles of their cells: the same for planners of both worlds.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from sandbox.planning.api import planners
from sandbox.planning.compare.comparison import MOST_RUNS, Comparison
from sandbox.planning.compare.lock import Lock
from sandbox.planning.compare.standing import centred
from sandbox.planning.compare.words import in_words
from sandbox.ui.jobs import Job
from sandbox.ui.kit import Spacer
from sandbox.ui.maps.asking import RECORD_AFTER
from sandbox.ui.maps.compare.contestant import (
    FEWEST,
    Contestant,
    Shot,
    first_contestants,
    next_contestant,
    shot_of,
    tell_apart,
)
from sandbox.ui.maps.compare.together import Together
from sandbox.ui.timeline import Paces, Timeline

if TYPE_CHECKING:
    from sandbox.level.edits.effect import Edit
    from sandbox.level.rect import Rect
    from sandbox.planning.api import Planner, Query
    from sandbox.planning.compare.run import Run
    from sandbox.ui.jobs import Failure, Stop
    from sandbox.ui.maps.desks import Station
    from sandbox.ui.maps.session import Session
    from sandbox.ui.maps.worker_side import Answer, Desk

PACES = Paces(unit="step", kind="difference", none="Recordings come when all answers are there")


class Compare:
    """Two to four contestants. `on_change` is called with other contestants, `on_news` of what they said."""

    def __init__(self, session: Session) -> None:
        self.session, self.asking = session, session.asking
        self.contestants: list[Contestant] = []
        self.comparison: Comparison | None = None
        self.lock = Lock.EXPANSIONS
        self.shown = False
        self.stops = False  # at the first difference
        self.timeline: Timeline[Together] = Timeline("compare", session.say, PACES, Spacer(1))
        self.timeline.count.visible = False  # it stands with the words
        self.on_change: list[Callable[[], None]] = []
        self.on_news: list[Callable[[], None]] = []
        self._ticked: list[str] = []  # when it was opened last
        self._before = 0  # the moment shown last
        self._due = False
        self._record_due = 0.0
        self._recording = 0  # contestants whose recordings are awaited
        self._waiting = False  # for kernels
        session.editing.taken.append(self._changed)
        session.editing.asked.append(self._edited)
        self.timeline.on_move.append(self._moved)

    # Open and closed -----------------------------------------------------------------------------------

    def open(self) -> None:
        """Compare those that are ticked; if they are as they were the last time, those compared then."""
        self.shown, ticked = True, [row.title for row in self.session.rows if row.ticked]
        if not self.contestants or ticked != self._ticked:
            self.contestants = first_contestants(self.session.rows)
        self._ticked = ticked
        self._tell_change()
        self._changed()

    def close(self) -> None:
        """Back to the one map."""
        self.shown = False
        self._unload()
        for one in self.contestants:
            one.forget()
        self.asking.keep_besides(())
        for slot in self._slots():
            self.asking.desks.cancel(slot)
        self._due, self._record_due, self._recording = False, 0.0, 0
        self._tell_change()

    def toggle(self) -> None:
        """The key."""
        (self.close if self.shown else self.open)()

    @property
    def settled(self) -> bool:
        """All asked for is answered and recorded."""
        return not self.shown or not (self._due or self._record_due or self._recording)

    # Contestants ---------------------------------------------------------------------------------------

    def add(self) -> None:
        """Another pane."""
        if len(self.contestants) < MOST_RUNS:
            self.contestants.append(next_contestant(self.contestants, self.session.rows))
            self._other_contestants()

    def remove(self, one: Contestant) -> None:
        """A pane less; two stay."""
        if len(self.contestants) > FEWEST:
            self.contestants.remove(one)
            self._other_contestants()

    def pick(self, one: Contestant, key: str) -> None:
        """Another planner in a pane, with the options it has everywhere."""
        one.entry = planners[key]
        row = next(row for row in self.session.rows if row.key == key)
        one.options = dict(row.options)
        self._other_contestants()

    def compare(self, contestants: list[Contestant]) -> None:
        """These, and no others."""
        self.contestants = contestants[:MOST_RUNS]
        if self.shown:
            self._other_contestants()

    def reoptioned(self, one: Contestant) -> None:
        """A contestant has other options."""
        one.forget()
        self._changed()

    def _other_contestants(self) -> None:
        self._unload()
        tell_apart(self.contestants)
        self._tell_change()
        self._changed()

    # Asking --------------------------------------------------------------------------------------------

    def _slots(self) -> list[str]:
        names = [f"{what} {n}" for what in ("compare", "film") for n in range(MOST_RUNS)]
        return [*names, "comparison"]

    def _edited(self, edit: Edit, dirty: Rect) -> None:  # noqa: ARG002
        self._changed()

    def _changed(self) -> None:
        """What was said no longer holds."""
        if not self.shown:
            return
        self._unload()
        self._due, self._recording = True, 0
        for one in self.contestants:
            one.shot = None
        self._tell_news()
        self.session.root.after(0.0, lambda: None)

    def _unload(self) -> None:
        """There is nothing to play."""
        self.comparison = None
        self.timeline.load(None)

    @property
    def query(self) -> Query | None:
        """From the start to the goal, both in the middles of their cells."""
        query = self.session.query
        return None if query is None else centred(query)

    def _key(self, number: int) -> str:
        """Whose structure serves: that of the ticked row with the same options, or one of its own."""
        one = self.contestants[number]
        row = next((row for row in self.session.rows if row.ticked and row.planner == one.planner), None)
        return row.key if row is not None else f"compare {number}"

    def _station(self, number: int) -> Station:
        """Where it is asked."""
        return self.asking.desks.of(self._key(number), self.contestants[number].planner)

    def ready(self, one: Contestant) -> bool:
        """Whether everything it can be asked for is compiled."""
        row = next(row for row in self.session.rows if row.key == one.entry.key)
        return self.asking.can_all(row)

    def tick(self, now: float) -> None:
        """Ask, and record, what is due."""
        if not self.shown:
            return
        if self._due or (self._waiting and all(map(self.ready, self.contestants))):
            self._ask()
        if self._record_due and now >= self._record_due and not self.session.history.in_gesture:
            self._record()
        if self.timeline.tick(now):
            self.session.root.after(1 / 60, lambda: None)

    def _ask(self) -> None:
        """Clean answers first: paths follow a hand."""
        self._due, query = False, self.query
        if query is None:
            return
        self._waiting = not all(map(self.ready, self.contestants))
        keys = [self._key(number) for number in range(len(self.contestants))]
        self.asking.keep_besides(keys)
        jobs = []
        for number, one in enumerate(self.contestants):
            if self.ready(one):
                worker, desk = self._station(number)
                work = partial(desk.answer, keys[number], one.planner, query, shown=False)
                done, failed = partial(self._answered, one, desk, one.planner), partial(self._failed, one)
                jobs.append((worker, Job(one.title, f"compare {number}", work, done, failed, lasting=True)))
        self.asking.desks.submit(jobs)
        self._record_due = 0.0 if self._waiting else time.perf_counter() + RECORD_AFTER
        self.session.root.after(RECORD_AFTER + 0.01, lambda: None)

    def _answered(self, one: Contestant, desk: Desk, planner: Planner, answer: Answer) -> None:
        if self.asking.desks.holds(desk) and self.shown and one.planner is planner:
            one.plan, one.trouble = answer.plan, answer.trouble
            self._tell_news()

    def _failed(self, one: Contestant, failure: Failure) -> None:
        one.plan, one.trouble = None, failure.line
        self._recording = 0
        self.session.services.failed(failure)
        self._tell_news()

    # Recording -----------------------------------------------------------------------------------------

    def _record(self) -> None:
        """Every one of them, timed at rest and with all its events."""
        self._record_due, query = 0.0, self.query
        if query is None or any(one.trouble for one in self.contestants):
            return
        self._recording = len(self.contestants)
        jobs = []
        for number, one in enumerate(self.contestants):
            worker, desk = self._station(number)
            ask = partial(desk.contest, self._key(number), one.planner, query, one.title)
            work = partial(shot_of, ask, self.session.palette())
            done, failed = partial(self._shot, one, desk), partial(self._failed, one)
            jobs.append((worker, Job(f"Recording {one.title}", f"film {number}", work, done, failed, alone=True)))
        self.asking.desks.submit(jobs)

    def _shot(self, one: Contestant, desk: Desk, shot: Shot | None) -> None:
        if shot is None or not self.asking.desks.holds(desk) or one not in self.contestants:
            return
        one.shot, one.plan = shot, shot.run.plan
        shots = [other.shot for other in self.contestants]
        versions = [self._station(number).desk.level.version for number in range(len(shots))]
        found = [shot for shot, now in zip(shots, versions, strict=True) if shot is not None and shot.version == now]
        if len(found) == len(self.contestants):
            work = partial(_laid_side_by_side, [shot.run for shot in found])
            self.asking.worker.submit(Job("Comparing", "comparison", work, partial(self._compared, desk)))

    def _compared(self, desk: Desk, comparison: Comparison) -> None:
        if not self.asking.desks.holds(desk) or any(one.shot is None for one in self.contestants):
            return
        self._recording, self.comparison = 0, comparison
        self._before = 0
        self.timeline.load(Together(comparison, self.lock))
        self.session.services.tidy()
        self._tell_news()

    # Playing -------------------------------------------------------------------------------------------

    def set_lock(self, lock: Lock) -> None:
        """Play in another lock, from where it stands."""
        self.lock, film = lock, self.timeline.film
        if film is not None and film.lock is not lock:
            times, at_end = film.times(self.timeline.time), self.timeline.time == self.timeline.length
            other = Together(film.comparison, lock)
            self.timeline.load(other)
            if not at_end:
                self.timeline.stop(other.moment_like(times))

    @property
    def times(self) -> tuple[int, ...] | None:
        """How many events of each have happened; None while there is nothing to play."""
        film = self.timeline.film
        return None if film is None else film.times(self.timeline.time)

    def to_first_difference(self) -> None:
        """Show where they part."""
        film = self.timeline.film
        if film is None:
            self.session.say("The recordings are not there yet")
        elif film.first_moment is None:
            self.session.say(in_words(None, film.comparison.runs))
        else:
            self.timeline.stop(film.first_moment)

    def _moved(self, moment: int | None) -> None:
        """Stop at the first difference, if that is wanted and it lies between the last moment and this one."""
        before, self._before = self._before, moment or 0
        film = self.timeline.film
        if film is None or moment is None or not self.stops or self.timeline.playing <= 0:
            return
        if film.first_moment is not None and before < film.first_moment <= moment:
            self.timeline.stop(film.first_moment)

    def _tell_change(self) -> None:
        for follower in self.on_change:
            follower()

    def _tell_news(self) -> None:
        for follower in self.on_news:
            follower()


def _laid_side_by_side(runs: list[Run], stop: Stop) -> Comparison:  # noqa: ARG001
    return Comparison(runs)
