"""Measures what is worth it once nothing moves: times as medians of repeated clean runs, and the true optimum."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from sandbox.ui.jobs import Job

if TYPE_CHECKING:
    from sandbox.ui.maps.entries import Row
    from sandbox.ui.maps.session import Session
    from sandbox.ui.maps.worker_side import Answer, Rest

QUIET = 0.6  # seconds without another answer: recordings come first


class Measuring:
    """Asks the worker for one planner after the other; an edit stops it."""

    def __init__(self, session: Session) -> None:
        self.session, self.asking = session, session.asking
        self._due = 0.0
        self.asking.on_answer.append(self._answered)

    @property
    def settled(self) -> bool:
        """Whether all that can be measured is."""
        return not self._due and not self._wanting()

    def _answered(self) -> None:
        if self._wanting():
            self._due = time.perf_counter() + QUIET
            self.session.root.after(QUIET + 0.01, lambda: None)

    def _wanting(self) -> list[Row]:
        return [row for row in self.session.rows if row.ticked and row.found and row.rested is None and self._can(row)]

    def _can(self, row: Row) -> bool:
        return self.asking.can_all(row)

    def tick(self, now: float) -> None:
        """Begin, if it is quiet."""
        if not self._due or now < self._due or self.session.history.in_gesture:
            return
        query = self.session.query
        self._due = 0.0
        if query is None:
            return
        jobs = []
        for row in self._wanting():
            assert row.answer is not None
            worker, desk = self.asking.desks.of(row.key, row.planner)
            work, done = partial(desk.rested, row.key, row.planner, query), partial(self._rested, row, row.answer)
            jobs.append((worker, Job(f"Timing {row.entry.title}", f"rest {row.key}", work, done, alone=True)))
        self.asking.desks.submit(jobs)

    def _rested(self, row: Row, answer: Answer, rest: Rest | None) -> None:
        if rest is not None and row.answer is answer:
            row.rest = answer, rest
            self.asking.measured()
