"""Undo and redo: a gesture is one step, steps have names, memory is bounded.

    history.begin("Paint wall")     a gesture opens; edits done until `end` make one step
    history.do(edit)                outside a gesture, an edit is a step of its own
    history.end()
    history.undo(), history.redo()  return the step's name, "" when there is none
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandbox.level.effect import Edit
    from sandbox.level.model import Level

MOST_BYTES = 256 << 20


@dataclass(slots=True)
class Step:
    """One gesture: the edits that take it back, in the order they must be applied."""

    label: str
    inverses: list[Edit] = field(default_factory=list)
    number: int = 0  # tells the saved state apart

    @property
    def size(self) -> int:
        """Bytes it keeps."""
        return sum(edit.size for edit in self.inverses)


class History:
    """What was done to a level, to be taken back."""

    def __init__(self, level: Level, most_bytes: int = MOST_BYTES) -> None:
        self.level = level
        self.most_bytes = most_bytes
        self.done: deque[Step] = deque()
        self.undone: list[Step] = []
        self._open: Step | None = None
        self._count = 0
        self._saved = 0

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self.done)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to do again."""
        return bool(self.undone)

    @property
    def dirty(self) -> bool:
        """Whether the level differs from what was saved last."""
        return self._now != self._saved

    @property
    def _now(self) -> int:
        return self.done[-1].number if self.done else 0

    def mark_saved(self) -> None:
        """The level is on disk as it is now."""
        self._saved = self._now

    def begin(self, label: str) -> None:
        """Open a gesture (closing one that was left open)."""
        self.end()
        self._open = Step(label)

    def do(self, edit: Edit) -> None:
        """Apply an edit, in the open gesture or as a step of its own."""
        inverse = self.level.apply(edit)
        if self._open is not None:
            self._open.inverses.insert(0, inverse)
        else:
            self._push(Step(edit.label, [inverse]))

    def end(self) -> None:
        """Close the gesture; one that did nothing leaves no step."""
        step, self._open = self._open, None
        if step is not None and step.inverses:
            self._push(step)

    def undo(self) -> str:
        """Take the last step back; its name."""
        self.end()
        if not self.done:
            return ""
        step = self.done.pop()
        self.undone.append(self._reversed(step))
        return step.label

    def redo(self) -> str:
        """Do the step last taken back again; its name."""
        if not self.undone:
            return ""
        step = self.undone.pop()
        self.done.append(self._reversed(step))
        return step.label

    def _reversed(self, step: Step) -> Step:
        back = [self.level.apply(edit) for edit in step.inverses]
        return Step(step.label, back[::-1], step.number)

    def _push(self, step: Step) -> None:
        self._count += 1
        step.number = self._count
        self.done.append(step)
        self.undone.clear()
        while len(self.done) > 1 and sum(s.size for s in self.done) > self.most_bytes:
            self.done.popleft()
