"""Structures step by step, on the timeline searches are played on: Delaunay's construction, the funnel by portals."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from sandbox.kernels.recording import APEX, FLIP, LOCATE, NONE, Recording
from sandbox.level.obstacles import UNITS
from sandbox.mesh.arrays import VERTICES
from sandbox.mesh.delaunay import Course, Lesson, teach
from sandbox.mesh.of_level import mesh_of
from sandbox.planning.mesh.funnel_steps import STAGE as FUNNEL
from sandbox.ui.canvas.film import Film, Phase, share_of
from sandbox.ui.jobs import Job
from sandbox.ui.kit import Action

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandbox.layers import Layer
    from sandbox.level.model import Level
    from sandbox.ui.maps.session import Session
    from sandbox.ui.maps.worker_side import Stop

TITLE = "Delaunay"
MOST = 500  # vertices: a construction one can follow
SEED = 1
LEGENDS = {"edges": "Edges of the triangulation", "new point": "The point being inserted", "step": "What is looked at"}
PULLS = "ta"  # the planner whose funnel is shown where the one in focus has none


class LessonFilm(Film):
    """A construction as a recording: one event a step, drawn from the steps alone."""

    alone = True

    def __init__(self, course: Course, width: int, height: int) -> None:
        recording = Recording(max(len(course.steps), 1))
        for step in course.steps:
            recording.add(FLIP if step.kind is Lesson.FLIP else LOCATE, step.point)
        super().__init__(recording, width, height, {NONE: course.xy / UNITS}, title=TITLE)
        self.course = course

    @property
    def phases(self) -> list[Phase]:
        """One: the construction."""
        return [Phase("insert, locate, split, test, flip", 0, len(self))]

    def density(self, bins: int) -> NDArray[np.float64]:
        """Which share of each part are flips."""
        return share_of(np.flatnonzero(self.recording.kind == FLIP), len(self), bins)

    def layers(self, time: int) -> list[Layer]:
        """The triangulation after so many steps, and what the last one looks at."""
        return [
            replace(layer, group=TITLE, legend=LEGENDS.get(layer.name, layer.legend))
            for layer in self.course.frame(time, float(UNITS))
        ]

    def _words(self, number: int) -> str:
        return self.course.steps[number].words


def construction(level: Level) -> LessonFilm:
    """Delaunay's triangulation of a level's own vertices, the first of them if there are too many to follow."""
    mesh = mesh_of(level).mesh
    alive = np.flatnonzero(mesh.out[: int(mesh.counts[VERTICES])] != NONE)
    points = mesh.xy[alive].astype(np.int32)
    chosen = np.sort(np.random.default_rng(SEED).permutation(len(points))[:MOST])
    box = (0, 0, level.width * UNITS, level.height * UNITS)
    return LessonFilm(teach(points[chosen], box, SEED), level.width, level.height)


class Lessons:
    """The doors to them."""

    def __init__(self, session: Session) -> None:
        self.session, self.asking, self.timeline = session, session.asking, session.timeline
        self._pulling = False  # the funnel is shown as soon as it is recorded
        session.timeline.on_move.append(self._moved)

    def delaunay(self) -> None:
        """Record the construction of the triangulation, and stand at its beginning."""
        desk = self.asking.desk

        def work(stop: Stop) -> LessonFilm:  # noqa: ARG001
            return construction(desk.level)

        self.asking.worker.submit(Job("Delaunay's construction", "record", work, self._taught))

    def _taught(self, film: LessonFilm) -> None:
        self.timeline.load(film)
        self.timeline.to_start()

    def funnel(self) -> None:
        """To the funnel's first step; of TA*, if the planner in focus pulls none."""
        self._pulling = not self._go_to_funnel()
        if self._pulling:
            row = next(row for row in self.session.rows if row.key == PULLS)
            self.asking.focus_on(row)

    def _go_to_funnel(self) -> bool:
        film = self.timeline.film
        phase = next((phase for phase in film.phases if phase.name == FUNNEL), None) if film is not None else None
        if film is None or phase is None:
            return False
        numbers = np.flatnonzero(film.recording.kind[phase.start : phase.stop] >= APEX)
        self.timeline.stop(phase.start + (int(numbers[0]) if len(numbers) else 0) + 1)
        return True

    def _moved(self, time: int | None) -> None:
        if self._pulling and time is not None and time == self.timeline.length:
            self._pulling = False
            self._go_to_funnel()

    def actions(self) -> list[Action]:
        """One key for the funnel; the construction by name."""
        funnel, delaunay = "Funnel, portal by portal", "Delaunay's construction, step by step"
        return [
            Action("maps.funnel", funnel, ("Shift+F",), self.funnel, where="maps", icon="funnel"),
            Action("maps.delaunay", delaunay, (), self.delaunay, where="maps", icon="triangle"),
        ]
