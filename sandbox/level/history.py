"""Undo and redo: one step per gesture, a list to jump about in, and whether there is something to save.

    history = History(level)
    with history.gesture("Brush"):
        history.do(Line(3, 3, 3, 3, WALL, brush=5))
        history.do(Line(3, 3, 9, 4, WALL, brush=5))
    history.undo()

A step keeps a single edit: the one that takes it back, or, once undone, the one that does it again. A long gesture
is said shorter before it is kept, which for a stroke across a large level takes several frames; whoever has none
to lose gives the history a `packer` that does it elsewhere. Memory is bounded: the oldest steps are forgotten first.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from sandbox.errors import SandboxError
from sandbox.level.edits.compact import changes_level, does_nothing, packed, together

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sandbox.level.edits.effect import Edit
    from sandbox.level.model import Level

    Packer = Callable[[Edit, Callable[[Edit], None]], None]
    """Says an edit shorter, and hands back the result: at once, or later in the same thread."""

LIMIT_BYTES = 64 << 20


def at_once(edit: Edit, done: Callable[[Edit], None]) -> None:
    """Pack without delay."""
    done(packed(edit))


@dataclass(frozen=True, slots=True)
class UndoStep:
    """One line of the history list."""

    label: str
    switch: Edit  # takes a done step back, does an undone one again


class History:
    """The edits of one level, in steps. Every edit a person makes goes through here."""

    def __init__(self, level: Level, limit_bytes: int = LIMIT_BYTES, packer: Packer = at_once) -> None:
        self.level = level
        self.limit_bytes = limit_bytes
        self.packer = packer
        self._steps: list[UndoStep] = []
        self._done = 0  # steps before this are done, the others undone
        self._forgotten = 0  # steps dropped at the front
        self._saved: int | None = 0  # counted from the first step ever; None: no longer reachable
        self._label = ""
        self._open: list[Edit] | None = None  # what takes the open gesture back, last edit last
        self._long: list[Edit] = []  # switches the packer has not handed back yet

    # Doing.

    def do(self, edit: Edit, *, continuing: bool = False) -> None:
        """Apply an edit: a step of its own, or part of the open gesture.

        With `continuing` it joins the step before if that has the same label: keys held down, words typed.
        """
        back = self.level.apply(edit)
        if self._open is not None:
            self._open.append(back)
        elif continuing and self._continues(edit.label):
            last = self._steps.pop()
            self._done -= 1
            self._push(edit.label, [last.switch, back])
        else:
            self._push(edit.label, [back])

    @contextmanager
    def gesture(self, label: str) -> Iterator[None]:
        """Everything done inside becomes one step; an exception takes it all back."""
        self.begin(label)
        try:
            yield
        except BaseException:
            self.cancel()
            raise
        self.end()

    def begin(self, label: str) -> None:
        """Open a gesture (a button goes down)."""
        self._refuse_in_gesture()
        self._label, self._open = label, []

    def end(self) -> None:
        """Close the gesture (the button goes up)."""
        edits, self._open = self._open or [], None
        self._push(self._label, edits)

    def cancel(self) -> None:
        """Take the open gesture back (Escape)."""
        edits, self._open = self._open or [], None
        for back in reversed(edits):
            self.level.apply(back)

    @property
    def in_gesture(self) -> bool:
        """Whether a gesture is open."""
        return self._open is not None

    # Going back and forth.

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return self._done > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to do again."""
        return self._done < len(self._steps)

    def undo(self) -> str:
        """Take the last done step back; its label, or "" if there was none."""
        self._refuse_in_gesture()
        if not self.can_undo:
            return ""
        self._done -= 1
        return self._switch(self._done)

    def redo(self) -> str:
        """Do the last undone step again; its label, or "" if there was none."""
        self._refuse_in_gesture()
        if not self.can_redo:
            return ""
        self._done += 1
        return self._switch(self._done - 1)

    def go_to(self, done: int) -> None:
        """Undo or redo until so many of the listed steps are done."""
        while self._done > max(done, 0):
            self.undo()
        while self._done < min(done, len(self._steps)):
            self.redo()

    @property
    def labels(self) -> tuple[str, ...]:
        """All remembered steps, oldest first; the first `done` of them are done."""
        return tuple(s.label for s in self._steps)

    @property
    def done(self) -> int:
        """How many of the listed steps are done."""
        return self._done

    @property
    def forgotten(self) -> int:
        """How many older steps are no longer remembered."""
        return self._forgotten

    # Saving.

    @property
    def dirty(self) -> bool:
        """Whether the level differs from what was saved, as far as its steps tell: who only asks changes nothing."""
        if any(changes_level(edit) for edit in self._open or ()):
            return True
        saved, now = self._saved, self._forgotten + self._done
        if saved is None or min(saved, now) < self._forgotten:
            return True
        between = self._steps[min(saved, now) - self._forgotten : max(saved, now) - self._forgotten]
        return any(changes_level(step.switch) for step in between)

    def mark_saved(self) -> None:
        """The level as it is now lies on disk."""
        self._saved = self._forgotten + self._done

    def mark_unsaved(self) -> None:
        """No state reachable from here lies on disk: a level just made, or one brought back after a crash."""
        self._saved = None

    @property
    def size(self) -> int:
        """Bytes the steps keep alive."""
        return sum(s.switch.size for s in self._steps)

    # Inside.

    def _continues(self, label: str) -> bool:
        at_the_end = self.can_undo and not self.can_redo
        return at_the_end and self._steps[-1].label == label and self._saved != self._forgotten + self._done

    def _push(self, label: str, edits: list[Edit]) -> None:
        """Add a step from what takes its edits back; those undone so far can no longer be redone."""
        if all(does_nothing(e) for e in edits):
            return
        lost, now = any(changes_level(step.switch) for step in self._steps[self._done :]), self._forgotten + self._done
        del self._steps[self._done :]
        if self._saved is not None and self._saved > now:
            self._saved = None if lost else now
        self._steps.append(UndoStep(label, together(edits[::-1], label)))
        self._done += 1
        self._pack(self._steps[-1].switch)

    def _pack(self, edit: Edit) -> None:
        self._long.append(edit)
        self.packer(edit, partial(self._packed, edit))

    def _packed(self, edit: Edit, shorter: Edit) -> None:
        """Keep a step in fewer words, unless it was switched or forgotten meanwhile."""
        self._long = [e for e in self._long if e is not edit]
        places = (i for i in reversed(range(len(self._steps))) if self._steps[i].switch is edit)
        place = next(places, None)
        if place is not None:
            self._steps[place] = UndoStep(self._steps[place].label, shorter)
        self._shrink()

    def _shrink(self) -> None:
        """Forget the oldest; what is yet to be packed does not count, for it will be small."""
        size = self.size - sum(e.size for e in self._long)
        while size > self.limit_bytes and len(self._steps) > 1:
            size -= self._steps.pop(0).switch.size
            self._done -= 1
            self._forgotten += 1

    def _switch(self, index: int) -> str:
        step = self._steps[index]
        self._steps[index] = UndoStep(step.label, self.level.apply(step.switch))
        if any(e is step.switch for e in self._long):  # then its inverse is as long
            self._pack(self._steps[index].switch)
        return step.label

    def _refuse_in_gesture(self) -> None:
        if self._open is not None:
            raise SandboxError(f"the gesture {self._label!r} is still open")
