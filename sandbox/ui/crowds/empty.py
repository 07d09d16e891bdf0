"""What the Crowds tab teaches while nobody walks: one drag and one key, or one click on an example."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sandbox.ui.crowds.run.running import State
from sandbox.ui.crowds.toolbar import examples
from sandbox.ui.kit import Button, Cards, Column, Label, ProgressBar, Widget

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.ui.crowds.session import Session

LOW = 540  # dp: in a window lower than that the map needs the room, and menu and panel teach the same
SHORT = 0.5  # seconds
WAITING = "once: the crowd appears as soon as its algorithms are ready."
TEACHING = "Drag a rectangle on the map: {count:,} agents appear there, bound for the other side. Space lets them walk."
OR = "Or see one of these at once:"


class Lesson:
    """A line under the canvas; gone as soon as somebody walks."""

    def __init__(self, session: Session, play_example: Callable[[str], None]) -> None:
        self.session = session
        self._start: object = None  # of the run that is gathering
        self._since = 0.0  # when it began
        self.words = Label("", role="text", wrap=True)
        self.bar = ProgressBar(0.0, visible=False)
        self.offer = Label(OR, style="small", role="dim")
        buttons: list[Widget] = [
            Button(title, icon="play", compact=True, on_click=partial(play_example, key), name=f"example-{key}")
            for key, title in examples()
        ]
        self.examples = Column([self.offer, Cards(buttons, column=112, gap=6)], gap=6)
        self.widget = Column([self.words, self.bar, self.examples], gap=8, pad=(16, 10), fill="raised")
        self.refresh()

    def _is_short(self) -> bool:
        """Whether gathering has just begun: most often it is over before anybody could read of it."""
        root = self.session.root
        if self._start is not self.session.run.start:
            self._start, self._since = self.session.run.start, root.clock()
            root.after(SHORT, self.refresh)
        return root.clock() - self._since < SHORT

    def refresh(self) -> None:
        """Follow the run."""
        session, run = self.session, self.session.run
        done, count = run.progress
        gathering = run.state is State.GATHERING
        if gathering and self._is_short():
            return
        ready = run.state is State.READY
        tall = session.root.rect.h >= session.root.dp(LOW)
        lasting = tall or gathering or run.state is State.BROKEN
        self.widget.visible = (not ready and lasting) or (ready and not len(run.agents or ()))
        self.bar.visible = gathering
        self.examples.visible = not gathering and tall
        if not session.prepared:
            warmer = session.services.warmer
            self.words.text = f"{warmer.state.words(warmer.needs)}, {WAITING}"
        elif gathering:
            self.bar.value = done / count if count else 0.0
            self.words.text = f"Planning paths: {done:,} of {count:,}" if count else "Placing the crowd"
        elif run.state is State.BROKEN:
            self.words.text = f"This crowd cannot walk: {run.trouble}"
        elif ready:
            said = run.agents.messages if run.agents is not None else ()
            self.words.text = ". ".join(["Nobody walks: there is no agent", *said])
        else:
            self.words.text = TEACHING.format(count=session.choice.spawned)
