"""Predict: while a recording is stepped, the next expansion is guessed by a click before it is shown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from sandbox.kernels.playback import State
from sandbox.kernels.recording import EXPAND, NONE
from sandbox.kernels.story import Story, costs_of, story_at
from sandbox.ui.kit import Action, Label
from sandbox.ui.kit.events import LEFT

if TYPE_CHECKING:
    from sandbox.ui.canvas.film import Film
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.kit.events import Key, Pointer
    from sandbox.ui.kit.overlays.menu_items import MenuItem
    from sandbox.ui.maps.session import Session

HINT = "Click what is expanded next"
NOTHING = "There is no recording of a search to predict"
ALIKE = 1e-4  # cells by which two f that are the same may differ


class Predicting:
    """In hand instead of the tool, as long as it is switched on."""

    cursor = "crosshair"

    def __init__(self, session: Session) -> None:
        self.session, self.timeline = session, session.timeline
        self.on = False
        self.streak = self.best = 0
        self.counter = Label("", style="strong", visible=False, tip="Expansions predicted in a row")
        session.strip.line.add(self.counter)
        session.on_tool.append(self._other_tool)
        session.timeline.on_move.append(self._moved)

    def toggle(self) -> None:
        """The key."""
        if self.on:
            self.leave()
        elif self._next() is None and not self._rewind():
            self.session.say(NOTHING)
        else:
            self.on, self.streak = True, 0
            self.session.canvas.tool = self
            self.session.canvas.cursor = self.cursor
            self._stand_before_next()
            self._show()
            self.session.hint(HINT, now=True)

    def leave(self) -> None:
        """Back to the tool in hand."""
        if self.on:
            self.on = False
            self.session.canvas.tool = self.session.tool
            self.session.canvas.cursor = self.session.tool.cursor
            self.session.hint(self.session.tool.hint, now=True)
            self._show()

    def _other_tool(self) -> None:
        """Another tool was taken in hand: it is on the canvas already."""
        self.on = False
        self._show()

    def _moved(self, time: int | None) -> None:
        if self.on and (time is None or (self._film is None)):
            self.leave()

    # What comes next -----------------------------------------------------------------------------------

    @property
    def _film(self) -> Film | None:
        film = self.timeline.film
        return film if film is not None and not film.alone else None

    def _next(self) -> int | None:
        """The number of the next expansion."""
        film = self._film
        return None if film is None else film.playback.next_of(EXPAND, self.timeline.time - 1)

    def _rewind(self) -> bool:
        """From the end, begin anew."""
        film = self._film
        if film is None or film.playback.next_of(EXPAND, -1) is None:
            return False
        self.timeline.stop(0)
        return True

    def _stand_before_next(self) -> None:
        number = self._next()
        if number is not None:
            self.timeline.stop(number)

    def guess(self, at: tuple[float, float]) -> None:
        """Is it what lies here? Show it, and stand before the one after it."""
        film, number = self._film, self._next()
        if film is None or number is None:
            self.session.say("Nothing more is expanded")
            return
        act = film.playback.act_at(number)
        meant, real = film.subject_at(act, *at), int(film.recording.subject[number])
        right = meant == real
        self.streak = self.streak + 1 if right else 0
        self.best = max(self.best, self.streak)
        f, other = _f_of(film, real, number), story_at(film.recording, act, meant, number - 1)
        words = film.name(act, real) + ("" if math.isnan(f) else f", f {f:.2f}")
        verdict = f"Right: {words}" if right else f"No, it is {words}{_why_not(f, other)}"
        self.timeline.stop(number + 1)
        self._stand_before_next()
        self._show()
        self.session.say(verdict if self._next() is not None else f"{verdict}. That was the last one")

    def _show(self) -> None:
        self.counter.visible = self.on
        self.counter.text = f"Streak {self.streak}, best {self.best}"

    # In hand -------------------------------------------------------------------------------------------

    @property
    def own_right(self) -> bool:
        """The right button opens the menu."""
        return False

    def pointer(self, canvas: Canvas, event: Pointer, at: tuple[float, float]) -> bool:  # noqa: ARG002
        """A press is a guess."""
        if event.kind == "down" and event.button == LEFT:
            self.guess(at)
            return True
        return False

    def key(self, canvas: Canvas, event: Key) -> bool:  # noqa: ARG002
        """Escape leaves."""
        if event.down and event.combo == "Escape":
            self.leave()
            return True
        return False

    def menu(self) -> Sequence[MenuItem]:
        """What the tool offers."""
        return self.session.tool.menu()

    def actions(self) -> list[Action]:
        """One key."""
        title = "Predict the next expansion by a click"
        return [Action("maps.predict", title, ("Shift+G",), self.toggle, where="maps", icon="crosshair")]


def _f_of(film: Film, subject: int, time: int) -> float:
    """What a subject's f is before an event; NaN where nobody has said any."""
    _, table = film.latest(time)
    event = int(table[subject]) if 0 <= subject < len(table) else NONE
    return math.nan if event == NONE else float(costs_of(film.recording, "f", np.array([event]))[0])


def _why_not(f: float, other: Story) -> str:
    """How good what was meant is: which of those that tie comes first is the queue's affair."""
    if other.state != State.OPEN:
        return f"; yours is {'closed' if other.state == State.CLOSED else 'not open'}"
    if math.isnan(other.f):
        return "; yours is open, too"
    return "; yours has the same f" if abs(f - other.f) <= ALIKE else f"; yours has f {other.f:.2f}"
