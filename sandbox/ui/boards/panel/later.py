"""Parts of a change that are shown a frame or two after the board: after an engine's move no frame is a long one."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.ui.kit.events import nothing
from sandbox.ui.kit.root import Root

AT_ONCE = 0.001  # seconds: the next frame
PATIENCE = 4  # frames that work waits while there is new one in each


class Later:
    """Pieces of work in the order of their first asking, one a frame; asked again meanwhile, the last asking counts."""

    def __init__(self, root: Root) -> None:
        self.root = root
        self._fresh: dict[str, Callable[[], object]] = {}  # asked in the frame that is under way
        self._due: dict[str, Callable[[], object]] = {}
        self._waited = 0
        self._asked = False  # whether there is new work, or more of what waits, in the frame that is under way

    def put(self, name: str, work: Callable[[], object]) -> None:
        """Do this in a later frame."""
        self._asked = True
        (self._due if name in self._due else self._fresh)[name] = work

    def drop(self, name: str) -> None:
        """It need not be done any more."""
        self._due.pop(name, None)
        self._fresh.pop(name, None)

    @property
    def waiting(self) -> bool:
        """Whether something is still to be done."""
        return bool(self._due or self._fresh)

    def tick(self) -> None:
        """Once a frame: do what has waited for longest, unless the frame has had work already."""
        self._waited += 1
        if self._due and (not self._asked or self._waited > PATIENCE):
            self._due.pop(next(iter(self._due)))()
            self._waited = 0
        self._due |= self._fresh
        self._fresh.clear()
        self._asked = False
        if self._due:
            self.root.after(AT_ONCE, nothing)
