"""The level being edited: gestures, one undo step each, and everybody who follows what happens to it.

Tools and panels change the level through here and nowhere else:

    editing.begin("Paint wall"); editing.do(Line(...)); editing.do(Line(...)); editing.end()
    editing.step("Resize", Resize(...))           # a gesture of one edit

A stroke is said shorter in the thread of a worker once it is finished, since that may take longer than a frame.

Every single edit of the level, undone ones too, is reported with its dirty cells in three phases, and whoever follows
names the one it needs; within a phase nobody relies on an order:
- `before`: what the edit ends, such as the passing of time, ends first;
- `applied`: the level is as it will stay: show it, keep it;
- `asked`: the planners' copy follows, and they are asked anew.
`taken` tells that another level is edited from now on. `on_step` is called once a step is finished, undone or done
again, and after `taken`: whatever lists steps or looks at the whole level waits for that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sandbox.errors import SandboxError
from sandbox.level.edits.compact import packed
from sandbox.level.edits.sundry import Batch
from sandbox.level.history import History
from sandbox.level.model import Level
from sandbox.ui.canvas.colours import Palette, palette

if TYPE_CHECKING:
    from sandbox.level.edits.effect import Edit
    from sandbox.level.rect import Rect
    from sandbox.ui.jobs import Worker
    from sandbox.ui.kit.root import Root
    from sandbox.ui.services import Services

Follower = Callable[["Edit", "Rect"], None]
SHORT = 8  # edits that are packed sooner than another thread is woken


class Editing:
    """One level, its history, its followers."""

    def __init__(self, say: Callable[[str], None], worker: Worker | None = None) -> None:
        self.say, self.worker = say, worker
        self.level = Level.empty(1, 1)
        self.history = History(self.level)
        self.before: list[Follower] = []
        self.applied: list[Follower] = []
        self.asked: list[Follower] = []
        self.taken: list[Callable[[], None]] = []
        self.on_step: list[Callable[[], None]] = []
        self._leave: Callable[[], None] = lambda: None

    def take(self, level: Level, history: History | None = None) -> None:
        """Edit another level from now on, with the steps it has or none."""
        self._leave()
        self.level = level
        self.history = history or History(level)
        self.history.packer = self._pack
        self._leave = level.subscribe(self._edited)
        for follower in self.taken:
            follower()
        self.stepped()

    def _edited(self, edit: Edit, dirty: Rect) -> None:
        for follower in (*self.before, *self.applied, *self.asked):
            follower(edit, dirty)

    def _pack(self, edit: Edit, done: Callable[[Edit], None]) -> None:
        if self.worker is not None and isinstance(edit, Batch) and len(edit.edits) > SHORT:
            self.worker.ordered("Compressing an undo step", lambda stop: packed(edit), done)  # noqa: ARG005
        else:
            done(packed(edit))

    def stepped(self) -> None:
        """Tell that the steps, or what counts as saved, may have changed."""
        for follower in self.on_step:
            follower()

    # Gestures ------------------------------------------------------------------------------------------

    def begin(self, label: str) -> None:
        """Open a gesture (a button goes down)."""
        self.close_gesture()
        self.history.begin(label)

    def do(self, edit: Edit) -> bool:
        """Do an edit; a refused one changes nothing and says why."""
        return self._done(lambda: self.history.do(edit), self.say)

    def attempt(self, edit: Edit) -> bool:
        """Do an edit; whoever asks shows a refusal better than words can."""
        return self._done(lambda: self.history.do(edit), lambda _: None)

    @staticmethod
    def _done(act: Callable[[], object], refused: Callable[[str], None]) -> bool:
        try:
            act()
        except SandboxError as refusal:
            refused(str(refusal))
            return False
        return True

    def end(self) -> None:
        """Close the gesture (the button goes up)."""
        self.close_gesture()
        self.stepped()

    def cancel(self) -> None:
        """Take the open gesture back (Escape)."""
        if self.history.in_gesture:
            self.history.cancel()
            self.stepped()

    def step(self, label: str, *edits: Edit) -> bool:
        """Several edits as one step: all of them, or none and the reason why."""
        return self._stepping(lambda: self._gesture(label, edits))

    def adjust(self, edit: Edit) -> bool:
        """An edit that joins the step before if that was of the same label: a value being typed or dragged."""
        return self._stepping(lambda: self.history.do(edit, continuing=True))

    def _gesture(self, label: str, edits: Sequence[Edit]) -> None:
        with self.history.gesture(label):
            for edit in edits:
                self.history.do(edit)

    def _stepping(self, act: Callable[[], object]) -> bool:
        self.close_gesture()
        if not self._done(act, self.say):
            return False
        self.stepped()
        return True

    def close_gesture(self) -> None:
        """A second button, or a key, may come while a stroke is still being drawn: the stroke ends there."""
        if self.history.in_gesture:
            self.history.end()

    # Back and forth ------------------------------------------------------------------------------------

    def undo(self) -> None:
        """One gesture back."""
        self.close_gesture()
        label = self.history.undo()
        self.say(f"Undone: {label}" if label else "Nothing to undo")
        self.stepped()

    def redo(self) -> None:
        """One gesture on."""
        self.close_gesture()
        label = self.history.redo()
        self.say(f"Redone: {label}" if label else "Nothing to redo")
        self.stepped()

    def go_to(self, done: int) -> None:
        """Undo or redo until so many of the listed steps are done."""
        self.close_gesture()
        self.history.go_to(done)
        self.stepped()


class OnLevel:
    """What works on the level being edited, in the window's colours."""

    def __init__(self, services: Services, editing: Editing) -> None:
        self.services, self.editing, self.say = services, editing, services.say

    @property
    def level(self) -> Level:
        """The level as drawn."""
        return self.editing.level

    @property
    def root(self) -> Root:
        """The widgets' root: dialogs, menus, toasts, timers."""
        return self.services.root

    def palette(self) -> Palette:
        """The colours of the canvas."""
        return palette(self.services.settings.theme)
