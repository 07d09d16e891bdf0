"""A lesson being gone through: which step, what was guessed, what the tasks came to."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.errors import SandboxError
from sandbox.files import write_atomically
from sandbox.lessons.model import Lesson, OnMap, Step
from sandbox.lessons.reading import load
from sandbox.lessons.tasks import Verdict, check_move, check_planner, report
from sandbox.settings import data_folder
from sandbox.ui.jobs import Job
from sandbox.ui.kit import Action
from sandbox.ui.lessons.guessing import Pointing, RightPlaces
from sandbox.ui.lessons.pane import SHOWN_INSTEAD, Deeds, LessonPane
from sandbox.ui.lessons.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.ui.jobs import Stop
    from sandbox.ui.services import Services
    from sandbox.ui.tabs import Tab

FIRST_A_GUESS = "First a guess; or press it once more to be shown"


class Player:
    """The lesson that is open, if any, and its pane."""

    def __init__(self, services: Services, show_tab: Callable[[str], Tab]) -> None:
        self.services, self.stage = services, Stage(services, show_tab)
        deeds = Deeds(self.leave, self.back, self.again, self.forward, self.choose, self.reveal, self.check, self.save)
        self.pane = LessonPane(deeds)
        self.lesson: Lesson | None = None
        self.at = 0
        self.chosen: int | None = None  # what was guessed at this step
        self.verdicts: dict[int, Verdict] = {}
        self._said: tuple[str, str] = ("", "dim")
        self._checked: tuple[str, str] = ("", "dim")
        self._asked_on = False  # `forward` was pressed while a guess was waited for
        self._pointing: Pointing | RightPlaces | None = None

    # Opening and leaving -------------------------------------------------------------------------------

    def open(self, path: Path) -> None:
        """Read a lesson beside the frame, and begin it once nothing would be lost."""
        self.stage.maps.files.chosen = True  # it comes in a moment: no gallery is to be offered meanwhile

        def work(stop: Stop) -> Lesson | Exception:  # noqa: ARG001
            try:
                return load(path)
            except (SandboxError, OSError) as error:
                return error

        self.services.reader.submit(Job(f"Reading {path.name}", "lesson", work, partial(self._read, path)))

    def _read(self, path: Path, found: Lesson | Exception) -> None:
        if isinstance(found, Exception):
            self.services.root.toast(f"{path.name}: not opened", str(found), "bad", [])
        elif self.lesson is not None:
            self.begin(found)
        else:
            self.stage.maps.files.leave(lambda: self.begin(found))

    def begin(self, lesson: Lesson) -> None:
        """Show its first step."""
        self.lesson, self.verdicts = lesson, {}
        self.pane.visible = True
        self.go(0)

    def leave(self) -> None:
        """The window as it was, but for what is shown."""
        self._put_down()
        self.lesson = None
        self.pane.visible = False

    # Steps ---------------------------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        """The one shown."""
        assert self.lesson is not None
        return self.lesson.steps[self.at]

    @property
    def waits(self) -> bool:
        """Whether a guess is waited for."""
        return self.lesson is not None and self.step.guess is not None and self.chosen is None

    def go(self, number: int) -> None:
        """A step from its start: its scene anew, its guess not made."""
        assert self.lesson is not None
        self._put_down()
        self.at, self.chosen, self._asked_on = number, None, False
        self._said = self._checked = ("", "dim")
        self.pane.show(self.lesson.title, number + 1, len(self.lesson.steps))
        shown = self.lesson.shown_at(number, guessed=self.step.guess is None)
        if shown is not None:
            self.stage.show(shown, self.lesson.title)
        if self.step.guess is not None and self.step.guess.places and isinstance(shown, OnMap):
            self._pointing = Pointing(self.stage.maps.session, self._pointed)
        self._show()

    def back(self) -> None:
        """Previous step."""
        if self.lesson is not None and self.at > 0:
            self.go(self.at - 1)

    def again(self) -> None:
        """This step from its start."""
        if self.lesson is not None:
            self.go(self.at)

    def restart(self) -> None:
        """The lesson from its start."""
        if self.lesson is not None:
            self.go(0)

    def forward(self) -> None:
        """Next step; a guess that is waited for is asked for once, then passed over."""
        if self.lesson is None:
            return
        if self.waits:
            if self._asked_on:
                self.reveal()
            else:
                self._asked_on = True
                self.services.say(FIRST_A_GUESS)
        elif self.at + 1 < len(self.lesson.steps):
            self.go(self.at + 1)
        else:
            self.leave()

    def _show(self) -> None:
        self.pane.show_step(self.step, self.chosen, self._said, self._checked)

    def _put_down(self) -> None:
        if self._pointing is not None:
            self._pointing.put_down()
            self._pointing = None

    # Guesses -------------------------------------------------------------------------------------------

    def choose(self, choice: int) -> None:
        """One of the answers."""
        guess = self.step.guess
        if guess is not None and self.waits:
            right = choice == guess.right
            words = "Right." if right else f"Not so. It is: {guess.choices[guess.right]}"
            self._guessed(choice, (words, "good" if right else "warn"))

    def _pointed(self, at: tuple[float, float]) -> None:
        guess = self.step.guess
        if guess is not None and self.waits:
            right = guess.is_right(at)
            self._guessed(0, ("Right." if right else "Not there: look at what is marked.", "good" if right else "warn"))

    def reveal(self) -> None:
        """Be shown without a guess."""
        guess = self.step.guess
        if guess is not None and self.waits:
            words = f"It is: {guess.choices[guess.right]}" if guess.choices else "Marked on the map."
            self._guessed(SHOWN_INSTEAD, (words, "dim"))

    def _guessed(self, choice: int, said: tuple[str, str]) -> None:
        self._put_down()
        self.chosen, self._said = choice, said
        shown = self.step.after.shown
        if shown is not None and self.lesson is not None:
            self.stage.show(shown, self.lesson.title)
        if self.step.guess is not None and self.step.guess.places:
            self._pointing = RightPlaces(self.stage.maps.session, self.step.guess.places)
        self._show()

    # Tasks ---------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Have the task check what the learner has: the planner looked at closely, or the move on the board."""
        lesson, number, task = self.lesson, self.at + 1, self.step.task
        if lesson is None or task is None:
            return
        row = self.stage.maps.session.asking.focus if task.kind == "planner" else None
        answer = row.title if row is not None else self._move() if task.kind == "move" else ""
        if not answer:
            self._tell("Nothing to check yet", "warn")
            return
        check = partial(check_move, lesson, number, answer)
        if row is not None:
            check = partial(check_planner, lesson, number, row.key, row.planner)

        def work(stop: Stop) -> Verdict | SandboxError:  # noqa: ARG001
            try:
                return check()
            except SandboxError as error:
                return error

        self._tell(f"Checking {answer} …", "dim")
        self.services.reader.submit(Job("Checking", "task", work, partial(self._checked_by, number)))

    def _checked_by(self, number: int, found: Verdict | SandboxError) -> None:
        if isinstance(found, SandboxError):
            self._tell(str(found), "bad")
            return
        self.verdicts[number] = found
        if self.lesson is not None and number == self.at + 1:
            mark = "Passed" if found.passed else "Not passed"
            self._tell(f"{mark}, with {found.answer}: {'; '.join(found.found)}", "good" if found.passed else "bad")

    def _tell(self, words: str, role: str) -> None:
        self._checked = (words, role)
        self._show()

    def _move(self) -> str:
        boards: Any = self.services.tab("boards")
        moves = boards.session.match.document.moves_to(boards.session.match.here)
        return moves[-1] if moves else ""

    def save(self) -> None:
        """The report of this lesson's tasks, beside the user's levels."""
        if self.lesson is None:
            return
        path = data_folder() / "reports" / f"{self.lesson.path.stem}.md"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, report(self.lesson, self.verdicts.values()).encode())
        except OSError as error:
            self.services.root.toast("Not saved", f"{path}: {error.strerror or error}", "bad", [])
            return
        self.services.root.toast("Report saved", str(path), "info", [])

    # Commands ------------------------------------------------------------------------------------------

    def actions(self) -> list[Action]:
        """By key, wherever one is."""
        spec = [
            ("next", "Lesson: next step", "Alt+N", self.forward, "arrow-right"),
            ("back", "Lesson: previous step", "Alt+B", self.back, "arrow-left"),
            ("again", "Lesson: this step from its start", "Alt+R", self.again, "rotate-ccw"),
            ("restart", "Lesson: from its start", "Alt+Home", self.restart, "skip-back"),
            ("leave", "Lesson: leave", "Alt+Q", self.leave, "x"),
        ]
        return [
            Action(f"lesson.{name}", title, (key,), run, lambda: self.lesson is not None, icon=icon, once=True)
            for name, title, key, run, icon in spec
        ]
