"""The list of steps: what was done, what was undone; a click goes there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

from sandbox.ui.kit import Column, Scroll
from sandbox.ui.maps.sections.lines import Entry, Lines

if TYPE_CHECKING:
    from sandbox.level.history import History
    from sandbox.ui.kit import Action
    from sandbox.ui.maps.session import Session

HEIGHT = 156  # dp: six steps; older ones are a scroll away


class StepsSection:
    """The history, oldest step first, the first line being the level as it was opened."""

    title = "History"
    open = False

    def __init__(self, session: Session) -> None:
        self.session = session
        self.lines = Lines(self._go_to, name="history")
        self.scroll = Scroll(self.lines, height=HEIGHT)
        self.widget = Column([self.scroll])
        session.editing.on_step.append(self.refresh)

    def _go_to(self, number: int) -> None:
        self.session.editing.go_to(number)
        done = self.session.history.done
        self.session.say(f"At step {done} of {len(self.session.history.labels)}")

    def refresh(self) -> None:
        """Follow the history."""
        self.lines.show(StepEntries(self.session.history), self.session.history.done)
        if self.lines.is_mounted:
            self.scroll.reveal(self.lines.box_of(self.session.history.done))

    def actions(self) -> list[Action]:
        """Undo and redo are the toolbar's."""
        return []


class StepEntries(Sequence[Entry]):
    """The lines of a history, made when they are drawn: there may be many thousands."""

    def __init__(self, history: History) -> None:
        self.labels, self.done, self.forgotten = history.labels, history.done, history.forgotten

    def __len__(self) -> int:
        return len(self.labels) + 1

    @overload
    def __getitem__(self, index: int) -> Entry: ...

    @overload
    def __getitem__(self, index: slice) -> list[Entry]: ...

    def __getitem__(self, index: int | slice) -> Entry | list[Entry]:
        """One line, or some."""
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        number = index % len(self)
        if number == 0:
            return Entry("As far back as the history goes" if self.forgotten else "As opened", icon="file")
        label = self.labels[number - 1]
        if number <= self.done:
            return Entry(label, icon="check", icon_role="good")
        return Entry(label, "undone", "redo-2", "dim")
