"""The access to what is shown step by step: how the mesh and its parts come about, the funnel, HPA*'s refinement."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from sandbox.errors import SandboxError
from sandbox.kernels.recording import APEX
from sandbox.planning.mesh.funnel_steps import STAGE as FUNNEL
from sandbox.planning.stepwise import TALES
from sandbox.ui.jobs import Job
from sandbox.ui.kit import Action, IconButton
from sandbox.ui.maps.lessons.film import LessonFilm
from sandbox.ui.maps.lessons.funnel import FunnelRadius

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandbox.ui.canvas.film import Film
    from sandbox.ui.maps.session import Session
    from sandbox.ui.maps.worker_side import Stop

PULLS = "ta"  # the planner whose funnel is shown where the one in focus has none
LEISURE = 1  # of the paces: steps are to be read
ICONS = {
    "refinement": "waypoints", "reduction": "network", "delaunay": "triangle", "location": "footprints",
    "constraint": "spline",
}  # fmt: skip


class Lessons:
    """One command for each."""

    def __init__(self, session: Session) -> None:
        self.session, self.asking, self.timeline = session, session.asking, session.timeline
        self._pulling: int | None = None  # step of the funnel that is gone to as soon as it is recorded
        self._film: Film | None = None  # the one that was shown last
        self.radius = FunnelRadius(session, self._pull_again)
        self.leave_button = IconButton("x", compact=True, on_click=self.leave, visible=False)
        self.leave_button.tip = "Back to the recording of the search"
        session.timeline.beside.add(self.radius.widget)
        session.strip.line.add(self.leave_button)
        session.timeline.on_move.append(self._moved)

    # Steps ---------------------------------------------------------------------------------------------

    def show(self, name: str) -> None:
        """Have the steps made, and stand at their beginning."""
        tale, query, desk = TALES[name], self.session.query, self.asking.desk
        if query is None or not self.asking.ready:
            self.session.say("This is still being prepared; it will be ready once all algorithms are")
            return
        row = next((row for row in self.session.rows if row.key == tale.planner), None)
        planner = row.planner if row is not None else None

        def work(stop: Stop) -> LessonFilm | SandboxError:  # noqa: ARG001
            level = desk.level.copy()
            try:
                return LessonFilm(tale.steps(level, query, planner), level.width, level.height)
            except SandboxError as error:
                return error

        self.asking.desks.cancel("record")
        self.asking.worker.submit(Job(tale.title, "record", work, self._taught))

    def _taught(self, film: LessonFilm | SandboxError) -> None:
        if isinstance(film, SandboxError):
            self.session.say(str(film))
            return
        self.timeline.load(film)
        self.timeline.to_start()
        self.timeline.faster(LEISURE - self.timeline.speed)

    def leave(self) -> None:
        """Back to the recording of the planner in focus."""
        row = self.asking.focus
        if row is None:
            self.timeline.load(None)
        else:
            self.asking.focus_on(row)

    # The funnel ----------------------------------------------------------------------------------------

    def funnel(self) -> None:
        """To the funnel's first step; of TA*, if the planner in focus pulls none."""
        if self._go_to_funnel(0):
            return
        self._pulling = 0
        row = next(row for row in self.session.rows if row.key == PULLS)
        self.asking.focus_on(row)

    def _pull_again(self) -> None:
        """The same step of the funnel, for a disc of another size."""
        film, time = self.timeline.film, self.timeline.time
        steps = self._steps(film) if film is not None else None
        if steps is not None and self._pulling is None:
            self._pulling = int(np.searchsorted(steps, time - 1))

    @staticmethod
    def _steps(film: Film) -> NDArray[np.int64] | None:
        """The numbers of the funnel's events; None where none is pulled."""
        phase = next((phase for phase in film.phases if phase.name == FUNNEL), None)
        if phase is None or film.alone:
            return None
        kinds = film.recording.kind[phase.start : phase.stop]
        return np.flatnonzero(kinds >= APEX) + phase.start

    def _go_to_funnel(self, step: int) -> bool:
        film = self.timeline.film
        steps = self._steps(film) if film is not None else None
        if steps is None or not len(steps):
            return False
        self.timeline.stop(int(steps[min(step, len(steps) - 1)]) + 1)
        return True

    def _moved(self, time: int | None) -> None:
        film = self.timeline.film
        arrived, self._film = film is not self._film, film
        if self._pulling is not None and arrived and time == self.timeline.length:
            step, self._pulling = self._pulling, None
            self._go_to_funnel(step)
        self.leave_button.visible = film is not None and film.kept
        stage = film.act_of(self.timeline.time).stage if film is not None and not film.alone else ""
        self.radius.show(stage == FUNNEL or self._pulling is not None)

    def actions(self) -> list[Action]:
        """One key for the funnel; the others by name."""
        tales = [
            Action(f"maps.{name}", TALES[name].title, (), partial(self.show, name), where="maps", icon=icon)
            for name, icon in ICONS.items()
        ]
        title, back = TALES[FUNNEL].title, "Back to the recording of the search"
        return [
            Action("maps.funnel", title, ("Shift+F",), self.funnel, where="maps", icon="funnel"),
            *tales,
            Action("maps.leave-steps", back, (), self.leave, where="maps", icon="undo-2"),
        ]
