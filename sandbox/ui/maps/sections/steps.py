"""The list of steps: what was done, what was undone; a click goes there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.ui.kit import Column, Scroll
from sandbox.ui.maps.sections.lines import Entry, Lines

if TYPE_CHECKING:
    from sandbox.ui.kit import Action
    from sandbox.ui.maps.tab import MapsTab

HEIGHT = 156  # dp: six steps; older ones are a scroll away


class StepsSection:
    """The history, oldest step first, the first line being the level as it was opened."""

    title = "History"
    open = False

    def __init__(self, tab: MapsTab) -> None:
        self.tab = tab
        self.lines = Lines(self._go_to, name="history")
        self.scroll = Scroll(self.lines, height=HEIGHT)
        self.widget = Column([self.scroll])
        tab.editing.on_step.append(self.refresh)

    def _go_to(self, number: int) -> None:
        self.tab.editing.go_to(number)
        done = self.tab.history.done
        self.tab.services.say(f"At step {done} of {len(self.tab.history.labels)}")

    def refresh(self) -> None:
        """Follow the history."""
        history = self.tab.history
        first = Entry("As opened" if not history.forgotten else "As far back as is remembered", icon="file")
        steps = [self._entry(label, done=i < history.done) for i, label in enumerate(history.labels)]
        self.lines.show([first, *steps], history.done)
        if self.lines.is_mounted:
            self.scroll.reveal(self.lines.box_of(history.done))

    def _entry(self, label: str, *, done: bool) -> Entry:
        return Entry(label, icon="check", icon_role="good") if done else Entry(label, "undone", "redo-2", "dim")

    def actions(self) -> list[Action]:
        """Undo and redo are the toolbar's."""
        return []
